// How large a variant of a picture becomes, in pixels.
import type { PictureRule } from '../../platforms/platform-facts.ts'
import type { Media } from './media.ts'

export interface PictureSize {
  width: number
  height: number
}

/** Pixels of all frames that are decoded: 61 megapixel cameras pass. */
export const MAX_PIXELS = 64_000_000

/**
 * Why nothing can be made of a picture of its size, for the sentence "it has ...". A drawing is rendered at the size that is
 * wanted, and what was not inspected may be of any.
 */
export function tooManyPixels({ content_type, width, height }: Media): string | undefined {
  if (!content_type.startsWith('image/') || content_type === 'image/svg+xml') return undefined
  if (width === null || height === null || width * height <= MAX_PIXELS) return undefined
  return `${width} x ${height} pixels; pictures of at most ${MAX_PIXELS} are worked on`
}

/** The largest piece of that shape within the picture, scaled down to the width. */
export function cropSize(picture: PictureSize, ratio: number, maxWidth: number, minWidth = 1): PictureSize {
  const widest = Math.min(picture.width, picture.height * ratio)
  const width = Math.max(minWidth, Math.min(maxWidth, Math.floor(widest)))
  return { width, height: Math.max(1, Math.round(width / ratio)) }
}

/** The picture's own shape, padded to the nearest that the rule allows; nothing is cut. */
export function fitSize(picture: PictureSize, rule: PictureRule): PictureSize {
  const { min, max } = rule.ratio
  const own = picture.width / picture.height
  const natural = own < min ? Math.ceil(picture.height * min) : picture.width
  const width = Math.max(rule.minWidth, Math.min(rule.maxWidth, natural))
  // Rounded inwards: half a pixel outside the ratio is outside.
  const lowest = Math.ceil(width / max)
  const highest = Math.floor(width / min)
  return { width, height: Math.max(lowest, Math.min(highest, Math.round(width / own))) }
}
