// How long figures are cached before the platform is asked again, and when those of a story are over. Pure.
import type { PostType } from '../../platforms/enumerations.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A story is gone after a day, and its figures with it. */
const STORY_MS = DAY

/** How long figures are shown before they are asked for again: they move less as the post grows old. */
export function freshFor(ageMs: number): number {
  // Platforms' figures are late by up to two days: asking more often tells nothing more.
  if (ageMs < 2 * DAY) return 15 * MINUTE
  return ageMs < 30 * DAY ? 6 * HOUR : DAY
}

/** Figures of an account are for whole days: within an hour the current day changes little, and past days not at all. */
export const accountFreshFor = (to: number, now: number): number => (now - to < 2 * DAY ? HOUR : DAY)

/** Longest span that is asked for at once. */
export const MAX_SPAN_DAYS = 30
export const DEFAULT_SPAN_DAYS = 7

/** Whether the platform still tells the figures of a post. */
export const stillTold = (type: PostType, publishedAt: number, now: number): boolean =>
  type !== 'stories' || now < publishedAt + STORY_MS

/** The figures of a post as they stood on a Unix day (UTC). */
export interface DayPoint {
  day: number
  figures: Readonly<Record<string, number>>
}

/** A post is kept day by day while most happens to it, then a point a month: one item holds two years of it. */
export const DAILY_FOR_DAYS = 30
export const THEN_EVERY_DAYS = 30

/**
 * The kept days of a post with a further one. The latest of a day, and later of a month, takes the place of those before it.
 * @param publishedAt Unix ms.
 */
export function withPoint(points: readonly DayPoint[], point: DayPoint, publishedAt: number): DayPoint[] {
  const spanOf = ({ day }: DayPoint): number => {
    const age = day - dayOf(publishedAt)
    return age < DAILY_FOR_DAYS ? age : DAILY_FOR_DAYS + Math.floor((age - DAILY_FOR_DAYS) / THEN_EVERY_DAYS)
  }
  const span = spanOf(point)
  return [...points.filter((one) => spanOf(one) !== span), point].sort((one, other) => one.day - other.day)
}

interface Span {
  from: number
  to: number
}

/** Days of stored figures that may be read at once: a leap year. */
export const MOST_DAYS = 366
export const DEFAULT_KEPT_DAYS = 30

/** The span that is asked for: of the last days unless it is given. */
const wanted = ({ from, to }: Partial<Span>, now: number, days = DEFAULT_SPAN_DAYS): Span => {
  const end = to ?? now
  return { from: from ?? end - (days - 1) * DAY, to: end }
}

/**
 * The same in whole days of UTC, so that what was asked before is found again: each day that it touches, today as far as it has
 * gone. The first is left out where the span would be longer than may be asked for.
 */
export function spanFor(given: Partial<Span>, now: number): Span {
  const { from, to } = wanted(given, now)
  const end = Math.ceil(to / DAY) * DAY
  return { from: Math.max(Math.floor(from / DAY) * DAY, end - MAX_SPAN_DAYS * DAY), to: end }
}

/** The problem of a given span, if there is one, and which end of it has it. */
export function spanProblem(
  given: Partial<Span>,
  now: number,
  mostDays = MAX_SPAN_DAYS,
): { path: 'from' | 'to'; message: string } | undefined {
  const { from, to } = wanted(given, now)
  if (to > now) return { path: 'to', message: 'to is in the future.' }
  if (from >= to) return { path: 'from', message: 'from must be before to.' }
  if (to - from > mostDays * DAY) return { path: 'from', message: `from and to are more than ${mostDays} days apart.` }
  return undefined
}

/** The Unix days, both included, that a span touches, and their first and last moments; at most `MOST_DAYS`. */
export function daysBetween(given: Partial<Span>, now: number) {
  const { from, to } = wanted(given, now, DEFAULT_KEPT_DAYS)
  const last = Math.ceil(to / DAY) - 1
  const first = Math.max(Math.floor(from / DAY), last - MOST_DAYS + 1)
  return { first, last, from: first * DAY, to: (last + 1) * DAY }
}

/** `YYYY-MM-DD` of a Unix day. */
export const dayText = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10)

export const dayOf = (ms: number): number => Math.floor(ms / DAY)

/** Days that one visit asks for at most, for a new account or one that could not be asked for long. */
export const DAYS_AT_ONCE = 7

/**
 * The Unix days whose figures are to be asked for today, the oldest first: those that ended since the last visit, and those that
 * could still change then and cannot any more.
 * @param last the Unix day of the last visit. @param lateDays for how many days after a day its figures may change.
 */
export function daysToAsk(last: number | null, today: number, lateDays: number): number[] {
  const from = Math.max(today - DAYS_AT_ONCE - lateDays, last === null ? today - DAYS_AT_ONCE : last - lateDays)
  const all = Array.from({ length: Math.max(0, today - from) }, (_, ahead) => from + ahead)
  return all.filter((day) => last === null || day >= last || day + lateDays < today).slice(-DAYS_AT_ONCE)
}
