// The parts of the pages on which somebody decides about a post, signed in or by a review link: the post itself, its history, the
// comment and the buttons. In one file, so that they are one chunk.
import { type ReactNode, useState } from 'react'
import type { Schemas } from '../api/client.ts'
import approvalsTexts from '../i18n/en/approvals.ts'
import { useFormats } from '../i18n/format.ts'
import { useTexts } from '../i18n/texts.ts'
import { Badge } from '../parts/badge.tsx'
import { Field } from '../parts/field.tsx'
import { RelativeTime, Time } from '../parts/time.tsx'
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
              <Medium id={id} name={text.medium(formats.number(at + 1))} isVideo={of.type === 'reels'} />
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

/** A file as it is: a picture, else a video; what the browser shows as neither is a link. */
function Medium({ id, name, isVideo }: { id: string; name: string; isVideo: boolean }) {
  const [as, setAs] = useState<'picture' | 'video' | 'link'>(isVideo ? 'video' : 'picture')
  const address = `/api/v1/media/${id}`
  if (as === 'video')
    return (
      // biome-ignore lint/a11y/useMediaCaption: people's own videos come without a track of captions
      <video src={address} aria-label={name} controls preload="metadata" onError={() => setAs('link')} />
    )
  return (
    <a href={address}>
      {as === 'picture' ? <img src={address} alt={name} loading="lazy" onError={() => setAs('video')} /> : name}
    </a>
  )
}

interface Entry {
  at: number
  kind: Schemas['Review']['history'][number]['kind']
  text: string
}

/** The comments on a post and the decisions about it. @param who the person's name, as the page shows it. */
export function History<One extends Entry>({
  entries,
  who,
  byLink = () => false,
}: {
  entries: readonly One[]
  who: (entry: One) => string
  byLink?: (entry: One) => boolean
}) {
  const text = useTexts('approvals', approvalsTexts)
  return (
    <>
      <h2>{text.history}</h2>
      <ol className="stack">
        {entries.map((entry) => (
          <li key={`${entry.at} ${entry.kind} ${entry.text}`}>
            <p>
              <strong>{who(entry)}</strong> {text.kinds[entry.kind]}{' '}
              {byLink(entry) && <span className="quiet small">{text.byLink} </span>}
              <span className="quiet small">
                <RelativeTime at={entry.at} />
              </span>
            </p>
            {entry.text !== '' && <p className="said">{entry.text}</p>}
          </li>
        ))}
      </ol>
    </>
  )
}

interface CommentFieldProps {
  hint?: string
  problem?: string
  comment: string
  /** It is being sent, and the field is emptied afterwards. */
  busy: boolean
  onChange: (comment: string) => void
}

/** The comment on a post that waits for approval, as long as the API takes one. */
export function CommentField({ hint, problem, comment, busy, onChange }: CommentFieldProps) {
  const text = useTexts('approvals', approvalsTexts)
  return (
    <Field label={text.comment} hint={hint} problem={problem}>
      {(control) => (
        <textarea
          {...control}
          rows={3}
          maxLength={2000}
          value={comment}
          disabled={busy}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}

interface DecideButtonsProps {
  busy: boolean
  /** It cannot be approved as it is. */
  locked: boolean
  onAsk: () => void
  onApprove: () => void
}

/** Approving, or asking for changes: on the page of the team and on that of a review link. */
export function DecideButtons({ busy, locked, onAsk, onApprove }: DecideButtonsProps) {
  const text = useTexts('approvals', approvalsTexts)
  return (
    <>
      <button type="button" className="button primary" disabled={busy || locked} onClick={onApprove}>
        {text.approve}
      </button>
      <button type="button" className="button" disabled={busy} onClick={onAsk}>
        {text.ask}
      </button>
    </>
  )
}
