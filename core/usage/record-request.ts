// One small record per request: written once, never changed. Everything that usage reports say of requests comes from these.
import { put } from '../aws/table.ts'
import { summaryPartition, summarySort, usageKey } from '../table-keys.ts'

export interface RequestRecord {
  owner_id: string
  request_id: string
  /** As the routes name it: `/api/v1/media/:id`. */
  endpoint: string
  method: string
  /** The id of the API key, or `DASHBOARD`. */
  caller: string
  status: number
  duration_ms: number
  /** Unix ms at which the request was answered. */
  at: number
}

/** Stands for all signed-in people in the figures, which say nothing of single persons. */
export const DASHBOARD = 'dashboard'

/** How long single records are kept. Reports over older times are exact to the hour. */
export const RECORD_DAYS = 90

/**
 * A record that took this long to write may have missed the summary of its hour: half of the time after which an hour is
 * taken for settled. It happens when a function is put to sleep in the middle, or the table held it up.
 */
const LATE_MS = 30_000

/** Counts one request: one write. The same request written again is the same item. */
export async function recordRequest(record: RequestRecord): Promise<void> {
  await put({
    ...usageKey(record.owner_id, record.at, record.request_id),
    endpoint: record.endpoint,
    method: record.method,
    caller: record.caller,
    status: record.status,
    duration_ms: record.duration_ms,
    // A day more than promised, so that the oldest hour that is still promised is whole.
    expires_at: Math.floor(record.at / 1000) + (RECORD_DAYS + 1) * 86_400,
  })
  if (Date.now() - record.at > LATE_MS) await voidSummaries(record)
}

/** Has the hour and the day of a late record summed up again. The hour first: a day is summed up from its hours. */
async function voidSummaries({ owner_id, at }: RequestRecord): Promise<void> {
  const pk = summaryPartition(owner_id)
  const hour = Math.floor(at / 3_600_000)
  await put({ pk, sk: summarySort('HOUR', hour), epoch: crypto.randomUUID() })
  await put({ pk, sk: summarySort('DAY', Math.floor(hour / 24)), epoch: crypto.randomUUID() })
}
