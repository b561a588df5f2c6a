/** The place of the entry that an arrow key leads to; it goes round. @param at -1 where none is reached. */
export function entryAfter(key: 'ArrowDown' | 'ArrowUp', at: number, count: number): number {
  if (count === 0) return -1
  if (key === 'ArrowDown') return at + 1 < count ? at + 1 : 0
  return at > 0 ? at - 1 : count - 1
}
