// The order in which figures are shown: what people look for first in front, the rest by name.
const LOOKED_FOR = [
  'views',
  'page_media_view',
  'reach',
  'page_total_media_view_unique',
  'total_interactions',
  'likes',
  'favourites',
  'comments',
  'replies',
  'shares',
  'reposts',
  'reblogs',
  'saves',
  'saved',
]

const placeOf = (name: string): number => {
  const at = LOOKED_FOR.indexOf(name)
  return at === -1 ? LOOKED_FOR.length : at
}

/** Compares the names of two figures, for sorting. */
export const byInterest = (one: string, other: string): number =>
  placeOf(one) - placeOf(other) || (one < other ? -1 : one > other ? 1 : 0)
