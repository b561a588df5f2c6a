// How long Mastodon takes a text, in its own words: graphemes, a link 23, for a mention only the name.
const LINK = /https?:\/\/[^\s<>"]+/giu
const MENTION = /(^|[^\w/@])@(\w+(?:[.-]+\w+)*)@[\w.-]+[\w]/giu

export function lengthOf(text: string, warning: string, perUrl: number): number {
  const short = text.replaceAll(LINK, 'x'.repeat(perUrl)).replaceAll(MENTION, '$1@$2')
  return [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(warning + short)].length
}

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
