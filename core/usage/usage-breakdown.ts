// Requests in more detail than the report has them: by endpoint and status, and by who asked, each with its duration and over
// time. Pure.
import { callerOf, requestOf, type Tally } from './tally.ts'

interface Figures {
  count: number
  total_duration_ms: number
  average_duration_ms: number
  /**
   * Only in a series: Unix ms at which an hour or day begins, how many there were in it, and how long they took in all. Those
   * without any are left out.
   */
  points?: { at: number; count: number; duration_ms: number }[]
}

export interface UsageBreakdown {
  by_request: ({ method: string; endpoint: string; status_code: number } & Figures)[]
  /** `caller` is the id of a key, `dashboard`, or null for requests from before it was recorded. */
  by_caller: ({ caller: string | null; successful_count: number; failed_count: number } & Figures)[]
}

/**
 * Points that all rows together may have. Lambda carries answers of 6 MB, each with its quotes escaped: so many at their
 * longest are 4.5 MB of it, which leaves room for the rest of the report.
 */
export const MOST_POINTS = 60_000

/** Size of a row beside its points, counted in points. */
const ROW = 4

/** How many points the answer carries, its rows among them. */
export const sizeOf = ({ by_request, by_caller }: UsageBreakdown): number =>
  [...by_request, ...by_caller].reduce((size, { points = [] }) => size + ROW + points.length, 0)

/** Counts at a time, Unix ms. */
interface Timed {
  at: number
  tally: Tally
}

/** Adds up by name and time. */
class Sums {
  readonly #times = new Map<number, [count: number, ms: number]>()

  add(at: number, count: number, ms: number): void {
    const [countBefore, msBefore] = this.#times.get(at) ?? [0, 0]
    this.#times.set(at, [countBefore + count, msBefore + ms])
  }

  figures(isSeries: boolean): Figures {
    const times = [...this.#times].sort(([one], [other]) => one - other)
    const count = times.reduce((sum, [, [each]]) => sum + each, 0)
    const ms = times.reduce((sum, [, [, each]]) => sum + each, 0)
    return {
      count,
      total_duration_ms: ms,
      average_duration_ms: count === 0 ? 0 : ms / count,
      ...(isSeries ? { points: times.map(([at, [each, duration_ms]]) => ({ at, count: each, duration_ms })) } : {}),
    }
  }
}

class Rows<Key> {
  readonly #rows = new Map<string, { key: Key; sums: Sums; failed: number }>()

  add(name: string, key: Key, at: number, count: number, ms: number, failed: number): void {
    const row = this.#rows.get(name) ?? { key, sums: new Sums(), failed: 0 }
    this.#rows.set(name, row)
    row.sums.add(at, count, ms)
    row.failed += failed
  }

  /** The largest first. */
  list(isSeries: boolean) {
    return [...this.#rows]
      .map(([name, { key, sums, failed }]) => ({ name, key, failed, figures: sums.figures(isSeries) }))
      .filter(({ figures }) => figures.count > 0)
      .sort((one, other) => other.figures.count - one.figures.count || one.name.localeCompare(other.name))
  }
}

/**
 * @param parts that do not overlap, each at the beginning of its hour or day.
 * @param unitMs how long the hours or days of a series are; absent where none is asked for.
 */
export function breakdownOf(parts: readonly Timed[], unitMs: number | undefined): UsageBreakdown {
  const requests = new Rows<{ method: string; endpoint: string; status_code: number }>()
  const callers = new Rows<{ caller: string | null }>()
  for (const { at: begins, tally } of parts) {
    const at = unitMs === undefined ? 0 : Math.floor(begins / unitMs) * unitMs
    for (const [cell, [count, ms]] of tally) {
      const { method, endpoint, status } = requestOf(cell)
      const failed = status < 400 ? 0 : count
      const by = callerOf(cell)
      if (by) {
        callers.add(by.caller, { caller: by.caller }, at, count, ms, failed)
        // Figures of known callers are taken off those of unknown ones.
        callers.add('', { caller: null }, at, -count, -ms, -failed)
      } else {
        requests.add(cell, { method, endpoint, status_code: status }, at, count, ms, failed)
        callers.add('', { caller: null }, at, count, ms, failed)
      }
    }
  }
  const isSeries = unitMs !== undefined
  return {
    by_request: requests.list(isSeries).map(({ key, figures }) => ({ ...key, ...figures })),
    by_caller: callers.list(isSeries).map(({ key, failed, figures: { points, ...figures } }) => ({
      ...key,
      successful_count: figures.count - failed,
      failed_count: failed,
      ...figures,
      ...(points ? { points: points.filter(({ count }) => count > 0) } : {}),
    })),
  }
}
