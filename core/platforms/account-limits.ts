// Limits of an account's server, if servers have their own: each figure replaces the platform's fact.
import type { PlatformRule } from './platform-facts.ts'

export interface AccountLimits {
  /** In place of `caption.max`. */
  text_max?: number
  /** The length of a link, where facts count links by a fixed length. */
  link_length?: number
  /** Most pictures in one post. */
  media_max?: number
  image_bytes?: number
  video_bytes?: number
  /** In place of `alt_text.max`. */
  alt_text_max?: number
  /** Types of media that the server takes: `image/jpeg`. */
  media_types?: readonly string[]
  /** Further limits by name, such as the most options of a poll. The platform's own rules read them; `fileProblem` reads the pixels. */
  own?: Readonly<Record<string, number>>
}

/** More of a list than any server has. */
const MOST = 64

const count = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0

const FIGURES = ['text_max', 'link_length', 'media_max', 'image_bytes', 'video_bytes', 'alt_text_max'] as const

/**
 * The limits that are stored: values that are not figures are left out, and so are lists longer than any server's. Null where
 * nothing is left.
 * @param given as the server said it, in the connector's names.
 */
export function boundedLimits(given: AccountLimits | undefined): AccountLimits | null {
  if (!given) return null
  const own = Object.entries(given.own ?? {})
    .filter(([name, value]) => /^\w{1,40}$/.test(name) && count(value))
    .slice(0, MOST)
  const types = (given.media_types ?? [])
    .filter((type) => typeof type === 'string' && /^[\w.+-]{1,40}\/[\w.+-]{1,80}$/.test(type))
    .slice(0, MOST)
  const limits: AccountLimits = {
    ...Object.fromEntries(FIGURES.flatMap((name) => (count(given[name]) ? [[name, given[name]]] : []))),
    ...(types.length > 0 ? { media_types: types } : {}),
    ...(own.length > 0 ? { own: Object.fromEntries(own) } : {}),
  }
  return Object.keys(limits).length > 0 ? limits : null
}

/** The rule with what the account's own server takes in its place. Pictures are made to fit; a video is sent as it is. */
export function ruleOn(rule: PlatformRule, limits: AccountLimits | null): PlatformRule {
  const { media_max: most, video_bytes } = limits ?? {}
  return {
    ...rule,
    ...(rule.images && most !== undefined
      ? { images: { ...rule.images, max: most }, total: { ...rule.total, max: most } }
      : {}),
    maxVideoBytes: Math.min(rule.maxVideoBytes, video_bytes ?? rule.maxVideoBytes),
  }
}

/** Servers such as Pleroma name this type alone, and take every type. */
const ANY_TYPE = 'application/octet-stream'

/** Why the server does not take the file, for the sentence "it ..."; undefined where it does. Its bytes are another limit. */
export function fileProblem(
  limits: AccountLimits | null | undefined,
  { content_type, width, height }: { content_type: string; width: number | null; height: number | null },
): { code: 'media_format' | 'media_too_large'; message: string } | undefined {
  const kind = content_type.startsWith('video/') ? 'video' : 'image'
  const types = limits?.media_types
  if (types && !types.includes(content_type) && !types.includes(ANY_TYPE))
    return { code: 'media_format', message: `is ${content_type}, which the account's server does not take.` }
  const pixels = limits?.own?.[`${kind}_pixels`]
  if (pixels === undefined || width === null || height === null || width * height <= pixels) return undefined
  const message = `is ${width} x ${height}; the account's server takes at most ${pixels} pixels.`
  return { code: 'media_too_large', message }
}
