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
  /** The most options of a poll; only the platform's own rules read it. */
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
