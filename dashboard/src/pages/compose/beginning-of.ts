/** The beginning of a text, not longer than that in UTF-16 units: it ends between characters as people see them, not within an emoji. */
export const beginningOf = (text: string, most: number): string =>
  text.slice(0, new Intl.Segmenter().segment(text).containing(most)?.index)
