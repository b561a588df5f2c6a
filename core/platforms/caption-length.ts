// A caption, and how long each platform takes it. Pure, so that accepting a post can warn.

import type { AccountLimits } from './account-limits.ts'
import { COUNTED } from './caption-words.ts'
import { lengthBy, TEXT_LENGTHS, type TextRule } from './count-text.ts'
import { byPlatform, factsOf, type PlatformId } from './facts.ts'

/** Content, a blank line, the tags: to the byte as they were written. */
export const captionOf = ({ content, hashtags }: { content?: string; hashtags?: readonly string[] }): string =>
  [content ?? '', (hashtags ?? []).join(' ')].filter((part) => part !== '').join('\n\n')

type Countable = keyof typeof COUNTED

export interface CaptionRule {
  max: number
  most: Partial<Record<Countable, number>>
  usual: Partial<Record<Countable, number>>
  length(text: string): number
  /** A second bound. */
  also: readonly { max: number; counts: TextRule; length(text: string): number }[]
}

/** The longest caption or text that each platform takes. */
export const CAPTION_RULES: Record<PlatformId, CaptionRule> = byPlatform(
  ({ caption: { max, counts, also = [], most = {}, usual = {} } }) => ({
    max,
    most,
    usual,
    length: TEXT_LENGTHS[counts],
    also: also.map((rule) => ({ ...rule, length: TEXT_LENGTHS[rule.counts] })),
  }),
)

/** The longest text of one account, and how long it takes one. */
export interface TextBounds {
  max: number
  /** @param beside what else counts with it: a content warning. */
  length(text: string, beside?: string): number
}

/** Those of its platform, or of its own server. */
export function textBoundsOf(platform: PlatformId, limits?: AccountLimits | null): TextBounds {
  const { max, counts } = factsOf(platform).caption
  // Text beside the main one is counted as it is: nothing in it is a link or a mention.
  const besideCounts: TextRule = counts === 'mastodon' ? 'graphemes' : counts
  return {
    max: limits?.text_max ?? max,
    length: (text, beside = '') => lengthBy(counts, text, limits?.link_length) + lengthBy(besideCounts, beside),
  }
}

/** The excess of a caption, such as `7 hashtags`; undefined where it is within its limits. */
export const aboveIn = (caption: string, limits: CaptionRule['most']): { count: string; max: number }[] =>
  (Object.keys(limits) as Countable[]).flatMap((name) => {
    const count = COUNTED[name](caption)
    const max = limits[name]!
    return count > max ? [{ count: `${count} ${name}`, max }] : []
  })
