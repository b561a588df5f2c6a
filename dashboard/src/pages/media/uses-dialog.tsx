import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import mediaTexts from '../../i18n/en/media.ts'
import postsTexts from '../../i18n/en/posts.ts'
import { useFormats } from '../../i18n/format.ts'
import { useTexts } from '../../i18n/texts.ts'
import { type LibraryAsset, usesQuery } from '../../media/media-queries.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { PostStateBadge } from '../../posts/post-state.tsx'
import { nameOfPost, publishTime } from '../../posts/post-words.ts'
import { ShortTime } from '../../posts/short-time.tsx'

interface UsesDialogProps {
  asset: LibraryAsset
  /** The service's words about posts that keep the file from being deleted. */
  refusal?: string | undefined
  onClose: () => void
}

/** The posts that use a file, and how far that was looked for. */
export function UsesDialog({ asset, refusal, onClose }: UsesDialogProps) {
  const text = useTexts('media', mediaTexts)
  const posts = useTexts('posts', postsTexts)
  const formats = useFormats()
  const query = useQuery(usesQuery(asset.id))
  return (
    <Dialog title={text.usesTitle(asset.title)} onClose={onClose}>
      <Loaded query={query}>
        {({ result, result_info: { total_count }, searched }) => (
          <div className="stack">
            {refusal !== undefined && (
              <p className="problem" role="alert">
                {result.length === 0 ? refusal : text.inUse}
              </p>
            )}
            {result.length === 0 ? (
              refusal === undefined && <p>{text.unused}</p>
            ) : (
              <ul className="uses" aria-label={text.uses}>
                {result.map((post) => (
                  <li key={post.id}>
                    <Link to="/posts/$id" params={{ id: post.id }} className="clip">
                      {nameOfPost(post, posts.withoutText)}
                    </Link>
                    <PostStateBadge state={post.status} />
                    <span className="quiet">
                      <ShortTime at={publishTime(post)} />
                    </span>
                  </li>
                ))}
              </ul>
            )}
            {total_count > result.length && (
              <p className="quiet">{text.moreUses(formats.number(total_count - result.length))}</p>
            )}
            {searched?.complete === false && <p className="quiet">{text.searched(formats.number(searched.count))}</p>}
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}
