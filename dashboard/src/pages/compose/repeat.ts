// A post that is made again and again: each time is a post of its own, made ahead, to be moved or cancelled by itself.
import { addDays, dayOf, momentOf, noonOf } from '../../posts/wall-time.ts'

/** As the columns of an import name them. */
export const REPEATS = ['daily', 'weekly', 'every 2 weeks', 'monthly'] as const
export type Repeat = (typeof REPEATS)[number]

/** The fields of a draft that make it a series. */
export interface Series {
  when: 'now' | 'later' | 'slot'
  /** A time of the clock here: "2027-03-28T10:30". */
  wall: string
  repeat: '' | Repeat
  /** Its last day. */
  until: string
  /** Days whose posts are made: their moments would be others in another time zone. */
  made: readonly string[]
}

/** Posts that are made from here at once; longer plans are imported. */
export const MOST_REPEATED = 100

/** Whether the draft makes more than one post. */
export const repeats = ({ when, repeat }: Pick<Series, 'when' | 'repeat'>): boolean => when === 'later' && repeat !== ''

/** The day of the series that is `turn` times after its first one; in months without the day, their last one. */
function nthDay(first: string, repeat: Repeat, turn: number): string {
  if (repeat !== 'monthly') return addDays(first, turn * { daily: 1, weekly: 7, 'every 2 weeks': 14 }[repeat])
  const noon = noonOf(first)!
  const days = new Date(noon.getFullYear(), noon.getMonth() + turn + 1, 0).getDate()
  const month = new Date(noon.getFullYear(), noon.getMonth() + turn, 1, 12)
  return addDays(
    `${month.getFullYear()}-${String(month.getMonth() + 1).padStart(2, '0')}-01`,
    Math.min(noon.getDate(), days) - 1,
  )
}

/**
 * Every moment of the series up to its last day, Unix milliseconds, at the same time of the clock here; one more than may be where
 * there are too many. Empty where it has no last day, or begins after it.
 */
export function momentsOf({ wall, repeat, until }: Pick<Series, 'wall' | 'repeat' | 'until'>): number[] {
  const first = wall.slice(0, 10)
  if (momentOf(wall) === null || noonOf(first) === null || noonOf(until) === null || repeat === '') return []
  const found: number[] = []
  for (let turn = 0; found.length <= MOST_REPEATED; turn += 1) {
    const day = nthDay(first, repeat, turn)
    if (day > until) break
    found.push(momentOf(`${day}${wall.slice(10)}`)!.at)
  }
  return found
}

/** Those of them that were not made yet. */
export const momentsLeft = (series: Omit<Series, 'when'>): number[] =>
  momentsOf(series).filter((at) => !series.made.includes(dayOf(at)))
