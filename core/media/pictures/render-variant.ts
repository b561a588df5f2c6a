// One variant of a picture: shape, size, colours, format.
import sharp, { type Sharp } from 'sharp'
import { AppError } from '../../errors.ts'
import type { PictureRule } from '../../platforms/platform-facts.ts'
import { cropSize, fitSize, type PictureSize } from '../rules/picture-size.ts'
import {
  MAX_PUBLISHED_PICTURE_BYTES,
  mostBytes,
  PUBLISH_QUALITY,
  type PublishVariant,
  VARIANT_SHAPES,
  type VariantShape,
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
const QUALITIES = {
  jpg: [82, 65, 45],
  webp: [80, 60, 40],
  avif: [52, 40, 30],
  publish: [PUBLISH_QUALITY, 82, 65, 45],
} as const

const WHITE = { r: 255, g: 255, b: 255 }

function shaped(picture: Picture, size: PictureSize, animated: boolean): Sharp {
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

/**
 * In a shape, and as wide as a platform needs. What is too narrow is cut out first and then enlarged: of a strip one pixel wide,
 * the whole of it at that width would have a thousand megapixels.
 */
async function shapedAndWide(picture: Picture, rule: PictureRule, shape: VariantShape): Promise<Sharp> {
  const ratio = VARIANT_SHAPES[shape]
  const size = cropSize(picture, ratio, rule.maxWidth, rule.minWidth)
  const own = cropSize(picture, ratio, rule.maxWidth)
  if (own.width === size.width) return shaped(picture, size, false)
  const cut = await shaped(picture, own, false).toColourspace('srgb').png({ compressionLevel: 0 }).toBuffer()
  return sharp(cut).resize({ ...size, fit: 'fill' })
}

async function publishVariant(picture: Picture, { rule, shape }: PublishVariant): Promise<Sharp> {
  if (shape) return shapedAndWide(picture, rule, shape)
  const size = fitSize(picture, rule)
  // Only rounded: padding would be a white line along an edge.
  const isOwnShape = Math.abs((size.width * picture.height) / picture.width - size.height) < 1
  return picture.image().resize({ ...size, fit: isOwnShape ? 'fill' : 'contain', background: WHITE })
}

/** Pixels of an AVIF beyond which its usual effort, on a picture full of detail, takes longer than the function may. */
const MOST_AT_LENGTH = 6_000_000

/** The least effort of AVIF takes a fifth of the time, and files are a few percent larger. */
function avifEffort(picture: PictureSize, { width, shape }: WebVariant): number {
  const scale = Math.min(1, width / picture.width, MAX_HEIGHT / picture.height)
  const size = shape
    ? cropSize(picture, VARIANT_SHAPES[shape], width)
    : { width: picture.width * scale, height: picture.height * scale }
  return size.width * size.height > MOST_AT_LENGTH ? 0 : 3
}

function encoded(image: Sharp, picture: Picture, spec: VariantSpec, quality: number): Sharp {
  // Without this, what is transparent would come out black.
  if (spec.for === 'publish' || spec.format === 'jpg') return image.flatten({ background: WHITE }).jpeg({ quality })
  // Two thirds of the time that WebP's own effort of 4 takes, for files 3 % larger; how it was measured: docs/benchmarks.md.
  if (spec.format === 'webp') return image.webp({ quality, effort: 2 })
  return image.avif({ quality, effort: avifEffort(picture, spec) })
}

/** Where a platform takes few bytes, fewer pixels are tried in turn, down to the narrowest that it takes. */
const SCALES = [1, 0.75, 0.5, 0.35]

function scalesOf(spec: VariantSpec): VariantSpec[] {
  if (spec.for === 'web' || spec.rule.maxBytes === undefined) return [spec]
  const { minWidth, maxWidth } = spec.rule
  return SCALES.map((scale) => ({
    ...spec,
    rule: { ...spec.rule, maxWidth: Math.max(minWidth, Math.round(maxWidth * scale)) },
  }))
}

/**
 * Upright, in sRGB, without any metadata of the original: no place, no device, no date.
 * @throws {AppError} `image_refused`
 */
export async function renderVariant(original: Buffer, contentType: string, spec: VariantSpec): Promise<Rendered> {
  const width = spec.for === 'web' ? spec.width : spec.rule.maxWidth
  const picture = await openPicture(original, contentType, width)
  const format = spec.for === 'web' ? spec.format : 'jpg'
  const most = spec.for === 'web' ? MAX_PUBLISHED_PICTURE_BYTES : mostBytes(spec.rule)
  const qualities = QUALITIES[spec.for === 'publish' ? 'publish' : format]
  try {
    for (const scaled of scalesOf(spec))
      for (const quality of qualities) {
        const image = scaled.for === 'web' ? webVariant(picture, scaled) : await publishVariant(picture, scaled)
        const bytes = await encoded(image.toColourspace('srgb'), picture, scaled, quality).toBuffer()
        if (bytes.length <= most) return { bytes, contentType: CONTENT_TYPES[format] }
      }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw variantRefused('it cannot be decoded', error)
  }
  throw variantRefused('it does not become small enough')
}
