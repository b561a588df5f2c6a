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
  /** The address of what this browser cannot show. */
  const [unseen, setUnseen] = useState('')
  // Variants are at the content delivery network alone.
  const there = /^https?:/.test(download_url)
  const failed = () => setUnseen(download_url)
  if (unseen !== download_url && content_type.startsWith('video/'))
    return (
      <video
        className="thumbnail"
        src={`${download_url}${FIRST_FRAME}`}
        preload="metadata"
        muted
        playsInline
        tabIndex={-1}
        onError={failed}
      />
    )
  if (unseen !== download_url && PICTURE_TYPES.has(content_type))
    return (
      <img
        className="thumbnail"
        src={there ? `${download_url}?w=${width}` : download_url}
        alt=""
        loading="lazy"
        onError={failed}
      />
    )
  return <KindPicture type={content_type} {...(title === undefined ? {} : { name: title })} />
}
