// How long figures are good for before the platform is asked again, and when those of a story are over. Pure.
import type { PostType } from '../../posts/rules/enumerations.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A story is gone after a day, and its figures with it. */
const STORY_MS = DAY

/** When the last figures of a story are read: late enough to be nearly all, early enough to be tried again. */
export const STORY_FIGURES_AFTER_MS = 23 * HOUR

/** How long figures are shown before they are asked for anew: they move less as the post grows old. */
export function freshFor(ageMs: number): number {
  // Instagram's figures are late by up to two days: asking more often tells nothing more.
  if (ageMs < 2 * DAY) return 15 * MINUTE
  return ageMs < 30 * DAY ? 6 * HOUR : DAY
}

/** Figures of an account are of whole spans: an hour changes little. */
export const ACCOUNT_FRESH_MS = HOUR

/** Longest span that is asked for at once. */
export const MAX_SPAN_DAYS = 30
export const DEFAULT_SPAN_DAYS = 7

/** Whether the platform still tells the figures of a post. */
export const stillTold = (type: PostType, publishedAt: number, now: number): boolean =>
  type !== 'stories' || now < publishedAt + STORY_MS

/** Kept for as long as Instagram keeps its own: two years. */
export const KEPT_MS = 2 * 365 * DAY

/** The span that is asked for, in whole hours so that what was asked before is found again. */
export function spanFor({ from, to }: { from?: number; to?: number }, now: number): { from: number; to: number } {
  const hour = (ms: number) => Math.floor(ms / HOUR) * HOUR
  const end = hour(to ?? now)
  return { from: hour(from ?? end - DEFAULT_SPAN_DAYS * DAY), to: end }
}

/** What is wrong with a span, if anything, and with which end of it. */
export function spanProblem(
  { from, to }: { from: number; to: number },
  now: number,
): { path: 'from' | 'to'; message: string } | undefined {
  if (to > now) return { path: 'to', message: 'to lies in the future.' }
  if (from >= to) return { path: 'from', message: 'from must be at least an hour before to.' }
  if (to - from > MAX_SPAN_DAYS * DAY)
    return { path: 'from', message: `from and to are more than ${MAX_SPAN_DAYS} days apart.` }
  return undefined
}
