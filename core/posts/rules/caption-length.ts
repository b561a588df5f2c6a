// A caption, and how long it is, as each platform counts it (platform-apis, section 7). Pure, so that accepting a post can warn.
import { byPlatform, type PlatformId } from '../../platforms/facts.ts'
import { COUNTED } from './caption-words.ts'

/** Content, a blank line, the tags: to the byte as they were written. */
export const captionOf = ({ content, hashtags }: { content?: string; hashtags?: readonly string[] }): string =>
  [content ?? '', (hashtags ?? []).join(' ')].filter((part) => part !== '').join('\n\n')

// Made when first needed: loading its tables costs a third of a function's start, and most text is plain.
let segmenter: Intl.Segmenter | undefined
const graphemes = (text: string) => {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' })
  return segmenter.segment(text)
}

const encoder = new TextEncoder()

/** An emoji, a flag's half, or the keycap mark: what Threads counts by bytes. Its tables too are made when first needed. */
const hasEmoji = (segment: string): boolean => /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u.test(segment)

/** The unit is not documented: UTF-16 is the longest that it can be, so what passes here passes there. */
export const instagramLength = (text: string): number => text.length

/** ASCII has no emoji, and no grapheme of more than one unit but a line's end of two. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are ASCII too.
const ASCII = /^[\x00-\x7f]*$/

/** Graphemes; an emoji costs its UTF-8 bytes. */
export function threadsLength(text: string): number {
  if (ASCII.test(text)) return text.length - (text.match(/\r\n/g)?.length ?? 0)
  let length = 0
  for (const { segment } of graphemes(text)) length += hasEmoji(segment) ? encoder.encode(segment).length : 1
  return length
}

type Countable = keyof typeof COUNTED

export interface CaptionRule {
  max: number
  most: Partial<Record<Countable, number>>
  usual: Partial<Record<Countable, number>>
  length(text: string): number
}

const LENGTH = { utf16_units: instagramLength, graphemes: threadsLength }

/** The longest caption or text that each platform takes. */
export const CAPTION_RULES: Record<PlatformId, CaptionRule> = byPlatform(
  ({ caption: { max, counts, most = {}, usual = {} } }) => ({
    max,
    most,
    usual,
    length: LENGTH[counts],
  }),
)

/** What of a caption is above its limits, such as `7 hashtags`; nothing where all is within. */
export const aboveIn = (caption: string, limits: CaptionRule['most']): { count: string; max: number }[] =>
  (Object.keys(limits) as Countable[]).flatMap((name) => {
    const count = COUNTED[name](caption)
    const max = limits[name]!
    return count > max ? [{ count: `${count} ${name}`, max }] : []
  })
