// How long a caption is, as each platform counts it (platform-apis, section 7). Pure, so that accepting a post can warn.
import type { PlatformId } from '../contract.ts'

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })
const encoder = new TextEncoder()

/** An emoji, a flag's half, or the keycap mark: what Threads counts by bytes. */
const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u

/** The unit is not documented: UTF-16 is the longest that it can be, so what passes here passes there. */
export const instagramLength = (text: string): number => text.length

/** Graphemes; an emoji costs its UTF-8 bytes. */
export function threadsLength(text: string): number {
  let length = 0
  for (const { segment } of segmenter.segment(text)) length += EMOJI.test(segment) ? encoder.encode(segment).length : 1
  return length
}

export interface CaptionRule {
  max: number
  length(text: string): number
}

/** The longest caption or text that each platform takes. */
export const CAPTION_RULES: Record<PlatformId, CaptionRule> = {
  instagram: { max: 2200, length: instagramLength },
  threads: { max: 500, length: threadsLength },
}
