// How long a text is, by each of the rules that platforms count by: facts name one. Pure, so that accepting a post can warn.

// Made when first needed: loading its tables costs a third of a function's start, and most text is plain.
let segmenter: Intl.Segmenter | undefined
const segmentsOf = (text: string) => {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' })
  return segmenter.segment(text)
}

const encoder = new TextEncoder()

/** An emoji, a flag's half, or the keycap mark. Its tables too are made when first needed. */
const hasEmoji = (segment: string): boolean => /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u.test(segment)

/** ASCII has no emoji, and no grapheme of more than one unit but a line's end of two. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are ASCII too.
const ASCII = /^[\x00-\x7f]*$/

/** Every grapheme by its weight. */
function weighed(text: string, weightOf: (segment: string) => number): number {
  if (ASCII.test(text)) return text.length - (text.match(/\r\n/g)?.length ?? 0)
  let length = 0
  for (const { segment } of segmentsOf(text)) length += weightOf(segment)
  return length
}

/** What X counts once; anything else counts twice. */
const LIGHT: readonly (readonly [number, number])[] = [
  [0, 4351],
  [8192, 8205],
  [8208, 8223],
  [8242, 8247],
]
const isLight = (character: string): boolean => {
  const point = character.codePointAt(0)!
  return LIGHT.some(([first, last]) => point >= first && point <= last)
}
const X_LINK = /https?:\/\/[^\s]+/giu
const X_LINK_WEIGHT = 23

/** Lengths of texts without links. */
const xWeight = (text: string): number => {
  let weight = 0
  for (const { segment } of segmentsOf(text.normalize('NFC')))
    weight += hasEmoji(segment) ? 2 : [...segment].reduce((sum, one) => sum + (isLight(one) ? 1 : 2), 0)
  return weight
}

/**
 * Links as Mastodon finds them (`Twitter::TwitterText::Regex` with its changes): what stands before one, its host, what a path and a
 * query may have in them and end with. The list of top-level domains is left out, and what seldom occurs: the composer has it too, and
 * a longer form makes that too large.
 */
const MASTODON_LINK =
  /(?<!\w)https?:\/\/[^\s<>()?/#@]+\.(?:[a-z]+|\p{L}+)(?::\d+)?(?:\/(?:[^\s<>()?]|\([^\s<>()?]*\))*)?(?:\?[^\s<>()?]*)?(?<![!*"';:=,.[\]~&@?])/giu
const MASTODON_LINK_LENGTH = 23
const FAR_MENTION = /(?<![\p{L}\p{N}_=/])@(\w+(?:[.-]+\w+)*)@[\p{L}\p{N}_.-]*[\p{L}\p{N}_]/giu

export const TEXT_LENGTHS = {
  utf16_units: (text: string): number => text.length,
  code_points: (text: string): number => [...text].length,
  graphemes: (text: string): number => weighed(text, () => 1),
  utf8_bytes: (text: string): number => encoder.encode(text).length,
  /** Graphemes, of which an emoji costs its UTF-8 bytes. */
  threads: (text: string): number =>
    weighed(text, (segment) => (hasEmoji(segment) ? encoder.encode(segment).length : 1)),
  /** Latin and a few more count 1, everything else and emoji 2, a link 23. */
  x_weighted: (text: string): number =>
    xWeight(text.replace(X_LINK, '')) + (text.match(X_LINK)?.length ?? 0) * X_LINK_WEIGHT,
  /** Graphemes; a link counts what the server says, whatever that is, and a mention its name without the domain. */
  mastodon: (text: string, linkLength = MASTODON_LINK_LENGTH): number =>
    weighed(text.replace(MASTODON_LINK, 'x').replace(FAR_MENTION, '@$1'), () => 1) +
    (text.match(MASTODON_LINK)?.length ?? 0) * (linkLength - 1),
} satisfies Record<string, (text: string, linkLength?: number) => number>

export type TextRule = keyof typeof TEXT_LENGTHS

/** How long a text is by a rule. @param linkLength what a link counts, where the rule counts links and a server says otherwise. */
export const lengthBy = (rule: TextRule, text: string, linkLength?: number): number => {
  const length: (text: string, linkLength?: number) => number = TEXT_LENGTHS[rule]
  return length(text, linkLength)
}

/** How the API names the rules: to it, Threads counts graphemes. */
export const SHOWN_RULES = ['utf16_units', 'graphemes'] as const
export type ShownRule = (typeof SHOWN_RULES)[number]
const SHOWN: Partial<Record<TextRule, ShownRule>> = { utf16_units: 'utf16_units', x_weighted: 'utf16_units' }
export const shownRule = (rule: TextRule): ShownRule => SHOWN[rule] ?? 'graphemes'
