// How Threads counts text (text rules of its publishing reference).

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })
const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20E3/u

/** An emoji counts as its UTF-8 bytes, every other character as one. */
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
