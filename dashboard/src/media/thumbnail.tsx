import { useState } from 'react'
import { PICTURE_TYPES } from '../../../core/media/rules/media-types.ts'
import { KindPicture } from './kind-picture.tsx'
import type { Asset } from './media-queries.ts'

interface ThumbnailProps {
  asset: Pick<Asset, 'content_type' | 'download_url'> & { title?: string }
  /** In pixels; the network makes the next larger one that it knows. */
  width?: number
}

/** The moment of a video that is shown, in seconds: at the very beginning some browsers paint nothing. */
const FIRST_FRAME = '#t=0.001'

/** A medium as a small picture. What it shows is said beside it. */
export function Thumbnail({ asset: { content_type, download_url, title }, width = 320 }: ThumbnailProps) {
  /** The address of a picture that this browser cannot show. */
  const [unseen, setUnseen] = useState('')
  const kind = <KindPicture type={content_type} {...(title === undefined ? {} : { name: title })} />
  // Where the browser cannot play it, its kind is seen through it.
  if (content_type.startsWith('video/'))
    return (
      <span className="thumbnail stacked">
        {kind}
        <video
          className="thumbnail"
          src={`${download_url}${FIRST_FRAME}`}
          preload="metadata"
          muted
          playsInline
          tabIndex={-1}
        />
      </span>
    )
  if (unseen === download_url || !PICTURE_TYPES.has(content_type)) return kind
  // Only the content delivery network has variants.
  const there = /^https?:/.test(download_url)
  return (
    <img
      className="thumbnail"
      src={there ? `${download_url}?w=${width}` : download_url}
      alt=""
      loading="lazy"
      onError={() => setUnseen(download_url)}
    />
  )
}
