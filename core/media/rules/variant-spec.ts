// Which variants of a picture exist, by the last part of their path: `/v/<media id>/<spec>`. There are no others, so
// that nobody can make the service compute endlessly. `functions/cdn/viewer-request.js` knows the same lists of sizes.

import { VARIANT_PREFIX } from '../../contract.ts'
import { FACTS, factsOf, PLATFORM_IDS, type PlatformId } from '../../platforms/facts.ts'
import type { PictureRule, PictureUse } from '../../platforms/platform-facts.ts'
import { fitSize, type PictureSize } from './picture-size.ts'

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

/** The picture that platforms are given: a JPEG within their rules, whatever the original is. */
export interface PublishVariant {
  for: 'publish'
  rule: PictureRule
  /** Cropped to it around what matters; absent: nothing is cut. */
  shape?: PublishShape
}

export type VariantSpec = WebVariant | PublishVariant

/** Largest picture that platforms take. */
export const MAX_PUBLISHED_PICTURE_BYTES = 8_000_000

/** Quality of the JPEG; less where the file would be too large. */
export const PUBLISH_QUALITY = 92

const PUBLISH_SHAPES = ['1x1', '4x5'] as const satisfies readonly VariantShape[]
type PublishShape = (typeof PUBLISH_SHAPES)[number]

/** Named after what it is, not whom it is for: `320to1440-0.8to1.91-q92.jpg`, from narrowest to widest, in shapes from to. */
const publishName = ({ minWidth, maxWidth, ratio, maxBytes }: PictureRule, shape?: PublishShape): string => {
  const bytes = maxBytes === undefined ? '' : `-${Math.floor(maxBytes / 1000)}kb`
  return `${minWidth}to${maxWidth}-${shape ?? `${ratio.min}to${ratio.max}`}${bytes}-q${PUBLISH_QUALITY}.jpg`
}

/** The most bytes that the JPEG may have. */
export const mostBytes = ({ maxBytes = MAX_PUBLISHED_PICTURE_BYTES }: PictureRule): number =>
  Math.min(maxBytes, MAX_PUBLISHED_PICTURE_BYTES)

/** Whether all that meets the one meets the other. */
const isWithin = (one: PictureRule, other: PictureRule): boolean =>
  one.minWidth >= other.minWidth &&
  one.maxWidth <= other.maxWidth &&
  mostBytes(one) <= mostBytes(other) &&
  one.ratio.min >= other.ratio.min &&
  one.ratio.max <= other.ratio.max

/** Every platform's rules of pictures, each once. */
export const PUBLISH_RULES: readonly PictureRule[] = [
  ...new Map(
    PLATFORM_IDS.flatMap((id) => Object.values(FACTS[id].picture_of)).map((rule) => [publishName(rule), rule]),
  ).values(),
]

/** The smaller pictures for servers that take fewer bytes. Not among those that platforms share: no other picture gets worse. */
const SMALLER_RULES: readonly PictureRule[] = PLATFORM_IDS.flatMap((id) => {
  const { picture_of, picture_bytes = [] } = factsOf(id)
  return Object.values(picture_of).flatMap((rule) => picture_bytes.map((maxBytes) => ({ ...rule, maxBytes })))
})

const strictness = ({ minWidth, maxWidth, ratio }: PictureRule): number =>
  (maxWidth - minWidth) * (Math.log(ratio.max) - Math.log(ratio.min))
const STRICTEST_FIRST = [...PUBLISH_RULES].sort((a, b) => strictness(a) - strictness(b))

/** All of a rule: uncut, and in each shape. */
const variantsOf = (rule: PictureRule, name: (shape?: PublishShape) => string): [string, PublishVariant][] => [
  [name(), { for: 'publish', rule }],
  ...PUBLISH_SHAPES.map((shape): [string, PublishVariant] => [name(shape), { for: 'publish', rule, shape }]),
]

const PUBLISH_VARIANTS = new Map([
  // Containers that were made of variants under former names may still be fetched, and addresses kept.
  ...PLATFORM_IDS.flatMap((id) =>
    Object.entries(factsOf(id).former_pictures ?? {}).flatMap(([former, rule]) =>
      variantsOf(rule, (shape) => `${former}${shape ? `-${shape}` : ''}.jpg`),
    ),
  ),
  // In reverse, so that a name that several rules come to means the first of them.
  ...[...SMALLER_RULES].reverse().flatMap((rule) => variantsOf(rule, (shape) => publishName(rule, shape))),
  ...[...PUBLISH_RULES].reverse().flatMap((rule) => variantsOf(rule, (shape) => publishName(rule, shape))),
])

/** Variants by their names, former names included. */
export const PUBLISH_VARIANT_NAMES: readonly string[] = [...PUBLISH_VARIANTS.keys()]

const WEB = /^w(\d{3,4})(?:-([0-9x]+))?\.(jpg|webp|avif)$/

/** @returns undefined for what is not one of the variants that exist. */
export function parseVariantSpec(name: string): VariantSpec | undefined {
  const publish = PUBLISH_VARIANTS.get(name)
  if (publish) return publish
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

/** The inverse of `parseVariantSpec`, but for former names. */
export const variantName = (spec: VariantSpec): string =>
  spec.for === 'publish'
    ? publishName(spec.rule, spec.shape)
    : `w${spec.width}${spec.shape ? `-${spec.shape}` : ''}.${spec.format}`

/** The place of a variant in the bucket and, after a slash, on the CDN. */
export const variantKey = (mediaId: string, spec: VariantSpec): string =>
  `${VARIANT_PREFIX}/${mediaId}/${variantName(spec)}`

const PATH = new RegExp(`^/${VARIANT_PREFIX}/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/([a-z0-9.-]{1,48})$`)

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
  /** The most bytes that the account's own server takes of a picture, where it says so. */
  most_bytes?: number | undefined
}

/** A platform's rules for a picture, and those of the account's own server. */
export function ruleOf({ platform, use, most_bytes }: Omit<PublishUse, 'aspect'>): PictureRule {
  const { picture_of, picture_bytes = [] } = factsOf(platform)
  const rule = picture_of[use]
  if (most_bytes === undefined || most_bytes >= mostBytes(rule)) return rule
  // A server that takes even less refuses it with its own words.
  const maxBytes = picture_bytes.find((bytes) => bytes <= most_bytes) ?? picture_bytes.at(-1)
  return maxBytes === undefined ? rule : { ...rule, maxBytes }
}

/**
 * The variant that a platform is given of a picture: the same for all platforms whose rules come to the same file.
 * @param size of the picture as it is seen; while it is not known, each platform has its own.
 */
export function publishVariantOf({ aspect, ...use }: PublishUse, size?: PictureSize): PublishVariant {
  const rule = ruleOf(use)
  if (aspect) return { for: 'publish', rule, shape: aspect === '1:1' ? '1x1' : '4x5' }
  if (!size) return { for: 'publish', rule }
  const own = fitSize(size, rule)
  // The strictest comes first. What is within the platform's own rule meets it, should the size have been wrong.
  const alike = STRICTEST_FIRST.find((other) => {
    const made = fitSize(size, other)
    return isWithin(other, rule) && made.width === own.width && made.height === own.height
  })
  return { for: 'publish', rule: alike ?? rule }
}
