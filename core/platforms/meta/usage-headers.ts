// The platforms' headers about slowing down (platform-apis, section 8).
import { exactJson } from '../../outbound/exact-json.ts'
import type { Reply } from './http.ts'

const MINUTE = 60_000
const LONGEST_MS = 24 * 60 * MINUTE

/** Calls are refused at 100 %, and each refused call prolongs the block. */
const PAUSE_AT = 90
const PAUSE_NEAR_MS = 5 * MINUTE
const PAUSE_FULL_MS = 60 * MINUTE

const bounded = (ms: number): number => Math.min(LONGEST_MS, Math.max(0, Math.ceil(ms)))

/** `Retry-After` in either form, milliseconds. */
export function retryAfterMs(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined
  if (/^\s*\d+\s*$/.test(value)) return bounded(Number(value) * 1000)
  const at = Date.parse(value)
  return Number.isNaN(at) ? undefined : bounded(at - now)
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const numberIn = (usage: unknown, name: string): number => {
  const value = isRecord(usage) ? usage[name] : undefined
  return typeof value === 'number' ? value : 0
}

/** How long calls should pause, milliseconds; undefined while there is room. */
export function usagePauseMs(reply: Reply): number | undefined {
  const app = exactJson(reply.header('x-app-usage') ?? '')
  const page = exactJson(reply.header('x-page-usage') ?? '')
  const business = exactJson(reply.header('x-business-use-case-usage') ?? '')
  const usages = [app, page, ...(isRecord(business) ? Object.values(business).flat() : [])]
  const percent = Math.max(
    ...usages.flatMap((usage) => ['call_count', 'total_time', 'total_cputime'].map((name) => numberIn(usage, name))),
  )
  const regainMinutes = Math.max(...usages.map((usage) => numberIn(usage, 'estimated_time_to_regain_access')))
  if (regainMinutes > 0) return bounded(regainMinutes * MINUTE)
  if (percent >= 100) return PAUSE_FULL_MS
  return percent >= PAUSE_AT ? PAUSE_NEAR_MS : undefined
}
