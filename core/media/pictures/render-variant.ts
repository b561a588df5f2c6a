// One variant of a picture: shape, size, colours, format.
import type { Sharp } from 'sharp'
import { AppError } from '../../errors.ts'
import {
  MAX_PUBLISHED_PICTURE_BYTES,
  PUBLISH_RULES,
  type PublishVariant,
  VARIANT_SHAPES,
  type VariantSpec,
  type WebVariant,
} from '../rules/variant-spec.ts'
import { openPicture, type Picture } from './open-picture.ts'
import { variantRefused } from './refusal.ts'

export interface Rendered {
  bytes: Buffer
  contentType: string
}

/** Tallest result: more than any screen shows, less than what encoders refuse. */
const MAX_HEIGHT = 8192

const CONTENT_TYPES = { jpg: 'image/jpeg', webp: 'image/webp', avif: 'image/avif' } as const

/** Tried in turn until the result is small enough. */
const QUALITIES = { jpg: [82, 65, 45], webp: [80, 60, 40], avif: [52, 40, 30], publish: [92, 82, 65, 45] } as const

const WHITE = { r: 255, g: 255, b: 255 }

interface Size {
  width: number
  height: number
}

/** The largest piece of that shape within the picture, scaled down to the width. */
export function cropSize(picture: Size, ratio: number, maxWidth: number, minWidth = 1): Size {
  const widest = Math.min(picture.width, picture.height * ratio)
  const width = Math.max(minWidth, Math.min(maxWidth, Math.floor(widest)))
  return { width, height: Math.max(1, Math.round(width / ratio)) }
}

/** The picture's own shape, padded to the nearest that the rule allows; nothing is cut. */
export function fitSize(
  picture: Size,
  rule: { minWidth: number; maxWidth: number; ratio: { min: number; max: number } },
): Size {
  const { min, max } = rule.ratio
  const own = picture.width / picture.height
  const natural = own < min ? Math.ceil(picture.height * min) : picture.width
  const width = Math.max(rule.minWidth, Math.min(rule.maxWidth, natural))
  // Rounded inwards: half a pixel outside the ratio is outside.
  const lowest = Math.ceil(width / max)
  const highest = Math.floor(width / min)
  return { width, height: Math.max(lowest, Math.min(highest, Math.round(width / own))) }
}

function shaped(picture: Picture, size: Size, animated: boolean): Sharp {
  // Attention looks for what matters in one picture; an animation is cut in the middle.
  const position = animated ? 'centre' : 'attention'
  return picture.image({ animated }).resize({ ...size, fit: 'cover', position })
}

function webVariant(picture: Picture, spec: WebVariant): Sharp {
  const animated = picture.animated && spec.format === 'webp'
  if (spec.shape) {
    const ratio = VARIANT_SHAPES[spec.shape]
    return shaped(picture, cropSize(picture, ratio, spec.width), animated)
  }
  return picture
    .image({ animated })
    .resize({ width: spec.width, height: MAX_HEIGHT, fit: 'inside', withoutEnlargement: true })
}

function publishVariant(picture: Picture, spec: PublishVariant): Sharp {
  const rule = PUBLISH_RULES[spec.rule]
  if (spec.shape) {
    const ratio = VARIANT_SHAPES[spec.shape]
    return shaped(picture, cropSize(picture, ratio, rule.maxWidth, rule.minWidth), false)
  }
  return picture.image().resize({ ...fitSize(picture, rule), fit: 'contain', background: WHITE })
}

function encoded(image: Sharp, format: WebVariant['format'], quality: number): Sharp {
  // Without this, what is transparent would come out black.
  if (format === 'jpg') return image.flatten({ background: WHITE }).jpeg({ quality })
  return format === 'webp' ? image.webp({ quality }) : image.avif({ quality, effort: 3 })
}

/**
 * Upright, in sRGB, without any metadata of the original: no place, no device, no date.
 * @throws {AppError} `image_refused`
 */
export async function renderVariant(original: Buffer, contentType: string, spec: VariantSpec): Promise<Rendered> {
  const width = spec.for === 'web' ? spec.width : PUBLISH_RULES[spec.rule].maxWidth
  const picture = await openPicture(original, contentType, width)
  const format = spec.for === 'web' ? spec.format : 'jpg'
  const qualities = QUALITIES[spec.for === 'publish' ? 'publish' : format]
  try {
    for (const quality of qualities) {
      const image = spec.for === 'web' ? webVariant(picture, spec) : publishVariant(picture, spec)
      const bytes = await encoded(image.toColourspace('srgb'), format, quality).toBuffer()
      if (bytes.length <= MAX_PUBLISHED_PICTURE_BYTES) return { bytes, contentType: CONTENT_TYPES[format] }
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw variantRefused('it cannot be decoded', error)
  }
  throw variantRefused('it does not become small enough')
}
