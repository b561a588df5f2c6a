import { useQuery } from '@tanstack/react-query'
import type { Post } from '../../api/posts.ts'
import postTexts from '../../i18n/en/post.ts'
import postsTexts from '../../i18n/en/posts.ts'
import { useTexts } from '../../i18n/texts.ts'
import { newestMediaQuery } from '../../media/media-queries.ts'
import { Time } from '../../parts/time.tsx'
import { Said } from './said.tsx'

/** The content: text, hashtags, files, options, and the time. */
export function Content({ post }: { post: Post }) {
  const text = useTexts('post', postTexts)
  const posts = useTexts('posts', postsTexts)
  return (
    <section className="card content" aria-label={posts.post}>
      <dl className="facts">
        <div>
          <dt>{text.type}</dt>
          <dd>{posts.types[post.type]}</dd>
        </div>
        <div>
          <dt>{post.status === 'scheduled' ? text.scheduledFor : text.publishedAt}</dt>
          <dd>
            <Time at={post.scheduled_at ?? post.created_at} />
          </dd>
        </div>
        <div>
          <dt>{text.created}</dt>
          <dd>
            <Time at={post.created_at} />
          </dd>
        </div>
      </dl>
      {post.content === '' ? <p className="quiet">{text.noText}</p> : <p className="post-text">{post.content}</p>}
      {post.hashtags.length > 0 && (
        <p className="long">{post.hashtags.map((tag) => `#${tag.replace(/^#/, '')}`).join(' ')}</p>
      )}
      {post.media_asset_ids.length > 0 && <MediaStrip post={post} />}
      <Said post={post} />
    </section>
  )
}

/** The files in their order. Addresses of pictures are in the library's list alone: an older file is named by its place. */
function MediaStrip({ post: { media_asset_ids: ids, media_items = [] } }: { post: Post }) {
  const text = useTexts('post', postTexts)
  const { data: known } = useQuery(newestMediaQuery)
  return (
    <ol className="media-strip" aria-label={text.media}>
      {ids.map((id, place) => {
        const file = known?.get(id)
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
              <img src={file.download_url} alt={name} loading="lazy" />
            )}
          </li>
        )
      })}
    </ol>
  )
}
