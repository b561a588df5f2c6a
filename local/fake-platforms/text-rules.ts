// How the platforms count text (text rules of both publishing references).

/** Instagram: UTF-16 units, the largest of the possible countings, as no unit is documented. */
export const instagramLength = (text: string): number => text.length

export const hashtagsIn = (text: string): number => text.match(/#[\p{L}\p{N}\p{M}_]+/gu)?.length ?? 0

/** An @ inside a word is an address, not a mention. */
export const mentionsIn = (text: string): number => text.match(/(?<![\p{L}\p{N}_.])@[A-Za-z0-9_.]+/gu)?.length ?? 0

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })
const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20E3/u

/** Threads: an emoji counts as its UTF-8 bytes, every other character as one. */
export function threadsLength(text: string): number {
  let length = 0
  for (const { segment } of graphemes.segment(text)) {
    length += EMOJI.test(segment) ? Buffer.byteLength(segment, 'utf8') : 1
  }
  return length
}

/** Distinct links of a text. */
export function linksIn(text: string): Set<string> {
  const found = text.match(/https?:\/\/[^\s<>"]+/giu) ?? []
  return new Set(found.map((link) => link.replace(/[.,;:!?)\]]+$/u, '')))
}

export const isAscii = (text: string): boolean => /^[\x21-\x7e]+$/.test(text)
