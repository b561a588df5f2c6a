/** The text of what a server gives as HTML, without markup. */
export const plain = (html: string): string =>
  html
    .slice(0, 10_000)
    .replaceAll(/<br\s*\/?>|<\/p>\s*<p>/gi, '\n')
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .trim()
