// Whether the curves of a run are flat where they should be: what a post costs, what it leaves in the table, and what memory a row takes.
import type { Month } from './run.ts'

/** Months with fewer days say little: the first and the last are mostly cut off. */
const FULL_DAYS = 28
/** Until accounts, figures and records are as many as they stay: months left out. */
const WARM_UP_MONTHS = 1
/** Fewer months after it show no curve. */
const FEWEST_MONTHS = 3

interface Curve {
  name: string
  of(month: Month, before: Month): number
  /** How far a month may be above the first after the warm-up, as a share of it; and below. */
  above: number
  below: number
}

export const CURVES: readonly Curve[] = [
  // What an owner's deletion takes comes with owners that leave, not with posts.
  {
    name: 'write units a post, without deleting',
    of: ({ writeUnitsPerPost, deleteUnitsPerPost }) => writeUnitsPerPost - deleteUnitsPerPost,
    above: 0.15,
    below: 0.15,
  },
  { name: 'read units a post', of: ({ readUnitsPerPost }) => readUnitsPerPost, above: 0.15, below: 0.15 },
  // Less than before is no fault: rows have begun to expire. Those of owners that left are counted as if they were there.
  {
    name: 'bytes that a post adds to the table',
    of: ({ tableMb, deletedMb, posts }, before) => ((tableMb + deletedMb - before.tableMb) * 1e6) / Math.max(1, posts),
    above: 0.25,
    below: Number.POSITIVE_INFINITY,
  },
  // The process itself weighs less with each row.
  {
    name: 'bytes of memory a row',
    of: ({ heapMb, rows }) => (heapMb * 1e6) / Math.max(1, rows),
    above: 0.15,
    below: Number.POSITIVE_INFINITY,
  },
]

export interface Flatness {
  /** A sentence for each curve. */
  says: string[]
  /** Those that are not flat. */
  breaches: string[]
}

const percent = (share: number) => `${Math.round(100 * share)} %`
const rounded = (value: number) => (Math.abs(value) >= 100 ? String(Math.round(value)) : value.toFixed(1))

/** Compares each month with the first after the warm-up. */
export function flatness(months: readonly Month[]): Flatness {
  const full = months.flatMap((month, at) => (month.days >= FULL_DAYS ? [{ month, before: months[at - 1] }] : []))
  const counted = full.slice(WARM_UP_MONTHS)
  if (counted.length < FEWEST_MONTHS)
    return {
      says: [
        `Too short to tell whether the curves are flat: it takes ${FEWEST_MONTHS} full months after ${WARM_UP_MONTHS}.`,
      ],
      breaches: [],
    }
  const [first, ...others] = counted
  const found: Flatness = { says: [], breaches: [] }
  for (const { name, of, above, below } of CURVES) {
    const from = of(first!.month, first!.before!)
    const values = others.map(({ month, before }) => ({ name: month.name, value: of(month, before!) }))
    const band = Number.isFinite(below)
      ? `${percent(below)} below to ${percent(above)} above`
      : `at most ${percent(above)} above`
    found.says.push(
      `${name}: ${rounded(from)} in ${first!.month.name}, then ${values.map(({ value }) => rounded(value)).join(', ')} (band: ${band})`,
    )
    for (const one of values)
      if (one.value > from + above * Math.abs(from) || one.value < from - below * Math.abs(from))
        found.breaches.push(
          `not flat: ${name} were ${rounded(from)} in ${first!.month.name} and ${rounded(one.value)} in ${one.name}, outside of the band of ${band}`,
        )
  }
  return found
}
