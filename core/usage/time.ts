// Hours and days of usage figures: Unix time, UTC.
import { RECORD_DAYS } from './record-request.ts'

export const HOUR = 3_600_000
export const DAY = 24 * HOUR

export const hourOf = (ms: number): number => Math.floor(ms / HOUR)

/** The first hour whose single records are all still there. */
export const firstKeptHour = (now: number): number => hourOf(now - RECORD_DAYS * DAY) + 1

/**
 * Where a range may begin or end in times of which single records are gone: at the next full hour. So an hour of that time
 * is in a range when its beginning is, and ranges that touch never count one twice.
 */
export const onKeptTime = (ms: number, now: number): number =>
  ms < firstKeptHour(now) * HOUR ? Math.ceil(ms / HOUR) * HOUR : ms
