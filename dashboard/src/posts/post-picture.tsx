import { useQuery } from '@tanstack/react-query'
import '../media/media.css'
import { newestMediaQuery } from '../media/media-queries.ts'
import { Thumbnail } from '../media/thumbnail.tsx'
import { Icon } from '../parts/icons.tsx'

/** The first medium of a post as a small picture; a sign of words for a post that has none, or an older one. */
export function PostPicture({ ids }: { ids: readonly string[] }) {
  const { data } = useQuery({ ...newestMediaQuery, enabled: ids.length > 0 })
  const asset = data?.get(ids[0] ?? '')
  return (
    <span className="post-picture" aria-hidden="true">
      {asset === undefined ? (
        <Icon name={ids.length > 0 ? 'media' : 'posts'} />
      ) : (
        <Thumbnail asset={asset} width={160} />
      )}
      {ids.length > 1 && <span className="post-picture-more">{ids.length}</span>}
    </span>
  )
}
