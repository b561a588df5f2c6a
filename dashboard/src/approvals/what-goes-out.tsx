// Everything of a post that waits for an editor, as the person who decides sees it.
import type { ReactNode } from 'react'
import approvalsTexts from '../i18n/en/approvals.ts'
import { useFormats } from '../i18n/format.ts'
import { useTexts } from '../i18n/texts.ts'
import { Badge } from '../parts/badge.tsx'
import { Time } from '../parts/time.tsx'
import { ShortTime } from '../posts/short-time.tsx'
import { type Approval, type PostForApproval, TONES } from './approvals.ts'
import './approvals.css'

/** When it would go out. @param short where the page names the zone. */
export function When({ post: { scheduled_at: at }, short = false }: { post: PostForApproval; short?: boolean }) {
  const text = useTexts('approvals', approvalsTexts)
  if (at === undefined) return text.atOnce
  if (at === 'next_slot') return text.nextSlot
  return short ? <ShortTime at={at} /> : <Time at={at} />
}

const SHOWN = ['title', 'content', 'hashtags', 'accounts', 'scheduled_at', 'not_after']
const SHOWN_OF_MEDIUM = ['media_asset_id', 'alt_text']

/** Everything of the post: a part that is not shown here would be approved unseen. */
export function WhatGoesOut({
  of,
  post,
  accounts,
}: {
  of: Pick<Approval, 'type' | 'state' | 'version'>
  post: PostForApproval
  accounts: ReactNode
}) {
  const text = useTexts('approvals', approvalsTexts)
  const formats = useFormats()
  const { media_asset_ids: ids = [], items, ...ofMedia } = post.media ?? {}
  const media = items ?? ids.map((id) => ({ media_asset_id: id, alt_text: undefined }))
  const more = media.filter((medium) => Object.keys(medium).some((name) => !SHOWN_OF_MEDIUM.includes(name)))
  const rest = Object.entries({ ...post, media: { ...ofMedia, ...(more.length > 0 ? { items: more } : {}) } }).filter(
    ([name, value]) => !SHOWN.includes(name) && Object.keys(value as object).length > 0,
  )
  return (
    <section className="card stack">
      <p>
        <Badge tone={TONES[of.state]}>{text.states[of.state]}</Badge>{' '}
        <span className="quiet small">
          {text.version(formats.number(of.version))} · {text.types[of.type]}
        </span>
      </p>
      {post.title && (
        <p>
          <strong>{post.title}</strong>
        </p>
      )}
      <p className="said">{post.content}</p>
      {post.hashtags && post.hashtags.length > 0 && (
        <p>{post.hashtags.map((tag) => `#${tag.replace(/^#/, '')}`).join(' ')}</p>
      )}
      {media.length > 0 && (
        <ul className="approval-media" aria-label={text.media}>
          {media.map(({ media_asset_id: id, alt_text }, at) => (
            <li key={id}>
              <a href={`/api/v1/media/${id}`}>
                <img src={`/api/v1/media/${id}`} alt={text.medium(formats.number(at + 1))} loading="lazy" />
              </a>
              {alt_text && <p className="quiet small">{text.altText(alt_text)}</p>}
            </li>
          ))}
        </ul>
      )}
      <dl className="facts">
        <div>
          <dt>{text.accounts}</dt>
          <dd>{accounts}</dd>
        </div>
        <div>
          <dt>{text.when}</dt>
          <dd>
            <When post={post} />
          </dd>
        </div>
        {post.not_after !== undefined && (
          <div>
            <dt>{text.notAfter}</dt>
            <dd>
              <Time at={post.not_after} />
            </dd>
          </div>
        )}
      </dl>
      {rest.length > 0 && (
        <details open>
          <summary>{text.rest}</summary>
          <pre className="small">{JSON.stringify(Object.fromEntries(rest), null, 2)}</pre>
        </details>
      )}
    </section>
  )
}
