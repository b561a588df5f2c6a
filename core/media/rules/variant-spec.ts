// Which variants of a picture exist, by the last part of their path: `/v/<media id>/<spec>`. There are no others, so
// that nobody can make the service compute without end. `functions/cdn/viewer-request.js` knows the same lists of sizes.

import { VARIANT_PREFIX } from '../../contract.ts'
import { FACTS, PLATFORM_IDS, type PlatformId } from '../../platforms/facts.ts'
import type { PictureRule, PictureUse } from '../../platforms/platform-facts.ts'

export const VARIANT_WIDTHS = [320, 480, 640, 750, 828, 1080, 1200, 1440, 1920, 2048] as const
export const VARIANT_FORMATS = ['jpg', 'webp', 'avif'] as const
export type VariantFormat = (typeof VARIANT_FORMATS)[number]

/** Shapes by their name in a path, as width to height. */
export const VARIANT_SHAPES = { '1x1': 1, '4x5': 4 / 5, '191x100': 1.91, '9x16': 9 / 16 } as const
export type VariantShape = keyof typeof VARIANT_SHAPES

export interface WebVariant {
  for: 'web'
  width: number
  /** Absent: the picture's own shape. */
  shape?: VariantShape
  format: VariantFormat
}

/** What a platform is given: a JPEG within its rules, whatever the original is. */
export interface PublishVariant {
  for: 'publish'
  rule: PublishRuleName
  /** Cropped to it around what matters; absent: nothing is cut. */
  shape?: '1x1' | '4x5'
}

export type VariantSpec = WebVariant | PublishVariant

/** Largest picture that platforms take. */
export const MAX_PUBLISHED_PICTURE_BYTES = 8_000_000

type PicturesOf<Id extends PlatformId> = (typeof FACTS)[Id]['pictures']
export type PublishRuleName = { [Id in PlatformId]: keyof PicturesOf<Id> & string }[PlatformId]

/** Every platform's rules of pictures, by the name of the variant that meets them. */
export const PUBLISH_RULES = Object.assign({}, ...PLATFORM_IDS.map((id) => FACTS[id].pictures)) as Record<
  PublishRuleName,
  PictureRule
>

const WEB = /^w(\d{3,4})(?:-([0-9x]+))?\.(jpg|webp|avif)$/
const PUBLISH = new RegExp(`^(${Object.keys(PUBLISH_RULES).join('|')})(?:-(1x1|4x5))?\\.jpg$`)

/** @returns undefined for what is not one of the variants that exist. */
export function parseVariantSpec(name: string): VariantSpec | undefined {
  const publish = PUBLISH.exec(name)
  if (publish) {
    const [, rule, shape] = publish as unknown as [string, PublishRuleName, PublishVariant['shape']]
    return { for: 'publish', rule, ...(shape ? { shape } : {}) }
  }
  const web = WEB.exec(name)
  if (!web) return undefined
  const width = Number(web[1])
  const shape = web[2]
  if (!VARIANT_WIDTHS.some((one) => one === width)) return undefined
  if (shape !== undefined && !Object.hasOwn(VARIANT_SHAPES, shape)) return undefined
  return {
    for: 'web',
    width,
    ...(shape === undefined ? {} : { shape: shape as VariantShape }),
    format: web[3] as VariantFormat,
  }
}

/** The inverse of `parseVariantSpec`. */
export const variantName = (spec: VariantSpec): string =>
  spec.for === 'publish'
    ? `${spec.rule}${spec.shape ? `-${spec.shape}` : ''}.jpg`
    : `w${spec.width}${spec.shape ? `-${spec.shape}` : ''}.${spec.format}`

/** Where a variant lives in the bucket and, after a slash, on the CDN. */
export const variantKey = (mediaId: string, spec: VariantSpec): string =>
  `${VARIANT_PREFIX}/${mediaId}/${variantName(spec)}`

const PATH = new RegExp(`^/${VARIANT_PREFIX}/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/([a-z0-9.-]{1,32})$`)

/** A path on the CDN as the asset and variant it names; undefined for every other path. */
export function parseVariantPath(path: string): { mediaId: string; spec: VariantSpec } | undefined {
  const found = PATH.exec(path)
  const spec = found && parseVariantSpec(found[2]!)
  return spec ? { mediaId: found[1]!, spec } : undefined
}

export interface PublishUse {
  platform: PlatformId
  use: PictureUse
  /** `smart_transform`: the shape the caller asked for. */
  aspect?: '1:1' | '4:5'
}

/** The variant that a platform is given of a picture. */
export function publishVariantOf({ platform, use, aspect }: PublishUse): PublishVariant {
  const rule = FACTS[platform].picture_of[use]
  return { for: 'publish', rule, ...(aspect ? { shape: aspect === '1:1' ? '1x1' : '4x5' } : {}) }
}
