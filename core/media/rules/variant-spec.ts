// Which variants of a picture exist, by the last part of their path: `/v/<media id>/<spec>`. There are no others, so
// that nobody can make the service compute without end. `functions/cdn/viewer-request.js` knows the same lists.

import type { PlatformId } from '../../contract.ts'
import { VARIANT_PREFIX } from '../../contract.ts'

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

export interface PublishRule {
  maxWidth: number
  /** Narrower pictures are enlarged to it: platforms refuse them otherwise. */
  minWidth: number
  /** Width to height; what lies outside is padded to the nearest, because nothing may be cut unasked. */
  ratio: { min: number; max: number }
}

/** Largest picture that platforms take. */
export const MAX_PUBLISHED_PICTURE_BYTES = 8_000_000

/** From platform-apis, section 6. Threads takes ratios up to 10:1 and stories any. */
export const PUBLISH_RULES = {
  'ig-feed': { minWidth: 320, maxWidth: 1440, ratio: { min: 4 / 5, max: 1.91 } },
  'ig-story': { minWidth: 320, maxWidth: 1440, ratio: { min: 1 / 10, max: 10 } },
  threads: { minWidth: 320, maxWidth: 1440, ratio: { min: 1 / 10, max: 10 } },
} as const satisfies Record<string, PublishRule>
export type PublishRuleName = keyof typeof PUBLISH_RULES

const WEB = /^w(\d{3,4})(?:-([0-9x]+))?\.(jpg|webp|avif)$/
const PUBLISH = /^(ig-feed|ig-story|threads)(?:-(1x1|4x5))?\.jpg$/

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
  use: 'feed' | 'story' | 'carousel'
  /** `smart_transform`: the shape the caller asked for. */
  aspect?: '1:1' | '4:5'
}

/** The variant that a platform is given of a picture. */
export function publishVariantOf({ platform, use, aspect }: PublishUse): PublishVariant {
  const rule: PublishRuleName = platform === 'threads' ? 'threads' : use === 'story' ? 'ig-story' : 'ig-feed'
  return { for: 'publish', rule, ...(aspect ? { shape: aspect === '1:1' ? '1x1' : '4x5' } : {}) }
}
