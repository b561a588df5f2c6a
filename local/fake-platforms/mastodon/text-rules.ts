// How long Mastodon takes a text, in its own words: graphemes, a link 23, for a mention only the name.
/** A link's parts, as Mastodon's changes to `Twitter::TwitterText::Regex` have them, without the list of top-level domains. */
const BEFORE = '(?<![a-z0-9@＠$#＃])'
const HOST = '(?:[\\p{L}\\p{M}\\p{N}_-]+\\.)+(?:xn--[a-z0-9]+|[a-z]{2,}(?![a-z0-9@+-])|(?![a-z])\\p{L}{2,})(?::\\d+)?'
const PATH_PART = '(?:[^\\s<>()?]|\\([^\\s<>()?]*\\))'
const PATH_END = '(?<![!*"\'「」;:=,.$%\\[\\]~&|@])'
const QUERY_END = '(?<=[a-z0-9_&=#/\\-]|[\\u{a0}-\\u{10ffff}])'
const LINK = new RegExp(`${BEFORE}https?://${HOST}(?:/${PATH_PART}*${PATH_END})?(?:\\?[^\\s<>"]*${QUERY_END})?`, 'giu')
const MENTION = /(^|[^\w/@])@(\w+(?:[.-]+\w+)*)@[\w.-]+[\w]/giu

export function lengthOf(text: string, warning: string, perUrl: number): number {
  const short = text.replaceAll(LINK, 'x'.repeat(perUrl)).replaceAll(MENTION, '$1@$2')
  return graphemesIn(warning + short)
}

export const graphemesIn = (text: string): number =>
  [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)].length

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** As it is shown: paragraphs, with links and mentions made short. */
export const htmlOf = (text: string): string =>
  text === ''
    ? ''
    : escaped(text)
        .replaceAll(MENTION, '$1<span class="h-card">@$2</span>')
        .split(/\n{2,}/)
        .map((part) => `<p>${part.replaceAll('\n', '<br />')}</p>`)
        .join('')
