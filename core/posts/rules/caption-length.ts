// A caption, and how long each platform takes it. Pure, so that accepting a post can warn.
import { TEXT_LENGTHS, type TextRule } from '../../platforms/count-text.ts'
import { byPlatform, type PlatformId } from '../../platforms/facts.ts'

/** Content, a blank line, the tags: to the byte as they were written. */
export const captionOf = ({ content, hashtags }: { content?: string; hashtags?: readonly string[] }): string =>
  [content ?? '', (hashtags ?? []).join(' ')].filter((part) => part !== '').join('\n\n')

export interface CaptionRule {
  max: number
  length(text: string): number
  /** What else bounds it. */
  also: readonly { max: number; counts: TextRule }[]
}

/** The longest caption or text that each platform takes. */
export const CAPTION_RULES: Record<PlatformId, CaptionRule> = byPlatform(({ caption: { max, counts, also = [] } }) => ({
  max,
  length: TEXT_LENGTHS[counts],
  also,
}))
