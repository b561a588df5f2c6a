import { PICTURE_TYPES } from '../../../core/media/rules/media-types.ts'
import { Icon } from '../parts/icons.tsx'
import type { Asset } from './media-queries.ts'

interface ThumbnailProps {
  asset: Pick<Asset, 'content_type' | 'download_url'>
  /** In pixels; the network makes the next larger one that it knows. */
  width?: number
}

/** A medium as a small picture. What it shows is said beside it. */
export function Thumbnail({ asset: { content_type, download_url }, width = 320 }: ThumbnailProps) {
  // Variants are at the content delivery network alone.
  const there = /^https?:/.test(download_url)
  if (content_type.startsWith('video/'))
    return <video className="thumbnail" src={download_url} preload="metadata" muted playsInline tabIndex={-1} />
  if (PICTURE_TYPES.has(content_type))
    return <img className="thumbnail" src={there ? `${download_url}?w=${width}` : download_url} alt="" loading="lazy" />
  return (
    <span className="thumbnail">
      <Icon name="media" />
    </span>
  )
}
