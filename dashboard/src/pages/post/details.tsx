import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Post } from '../../api/posts.ts'
import postTexts from '../../i18n/en/post.ts'
import { useTexts } from '../../i18n/texts.ts'
import { assetsQuery } from '../../media/assets-by-id.ts'
import { Time } from '../../parts/time.tsx'
import { useAccountName } from '../../posts/account-names.ts'
import { Said } from './said.tsx'

/** The request and its ids, folded away: text, hashtags, files, options, and all fields as the API tells them. */
export function Details({ post }: { post: Post }) {
  const text = useTexts('post', postTexts)
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <section className="card details">
      <button
        type="button"
        className="button small plain"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {text.details} <span aria-hidden="true">{open ? '−' : '+'}</span>
      </button>
      {open && (
        <div className="content" id={id}>
          <Request post={post} />
          <Ids post={post} />
          <section className="said" aria-label={text.raw}>
            <h2>{text.raw}</h2>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
            <pre className="raw small" tabIndex={0}>
              {JSON.stringify(post, null, 2)}
            </pre>
          </section>
        </div>
      )}
    </section>
  )
}

function Request({ post }: { post: Post }) {
  const text = useTexts('post', postTexts)
  return (
    <>
      {post.content === '' ? <p className="quiet">{text.noText}</p> : <p className="post-text">{post.content}</p>}
      {post.hashtags.length > 0 && (
        <p className="long">{post.hashtags.map((tag) => `#${tag.replace(/^#/, '')}`).join(' ')}</p>
      )}
      {post.media_asset_ids.length > 0 && <MediaStrip post={post} />}
      <Said post={post} />
    </>
  )
}

/** When it was made, and the names that the API, its logs and the platforms have for it. */
function Ids({ post }: { post: Post }) {
  const text = useTexts('post', postTexts)
  const nameOf = useAccountName()
  return (
    <section className="said" aria-label={text.ids}>
      <h2>{text.ids}</h2>
      <dl>
        <div>
          <dt>{text.created}</dt>
          <dd>
            <Time at={post.created_at} />
          </dd>
        </div>
        <div>
          <dt>{text.postId}</dt>
          <dd>
            <code>{post.id}</code>
          </dd>
        </div>
        {post.publications.map(({ account_id, platform_media_id }) => (
          <div key={account_id}>
            <dt>{nameOf(account_id)}</dt>
            <dd>
              <code>{account_id}</code>
              {platform_media_id !== null && (
                <>
                  {' '}
                  {text.platformId} <code>{platform_media_id}</code>
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** The files in their order; one that was deleted is named by its place. */
function MediaStrip({ post: { media_asset_ids: ids, media_items = [] } }: { post: Post }) {
  const text = useTexts('post', postTexts)
  const { data: found } = useQuery(assetsQuery(ids))
  return (
    <ol className="media-strip" aria-label={text.media}>
      {ids.map((id, place) => {
        const file = found?.[place] ?? undefined
        const name = media_items[place]?.alt_text || (file === undefined ? '' : file.alt_text || file.title)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a file may stand there twice, and none ever moves
          <li key={`${id} ${place}`}>
            {file === undefined ? (
              <span className="quiet small">{text.file(place + 1)}</span>
            ) : file.content_type.startsWith('video/') ? (
              // biome-ignore lint/a11y/useMediaCaption: files come as they were uploaded, without captions
              <video src={file.download_url} aria-label={name} controls preload="metadata" />
            ) : (
              // By its id: the service leads there to a picture of a type that browsers know.
              <img src={`/api/v1/media/${id}`} alt={name} loading="lazy" />
            )}
          </li>
        )
      })}
    </ol>
  )
}
