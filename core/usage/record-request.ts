// One small record per request: written once, never changed. Everything that usage reports say of requests comes from these.
import { put } from '../aws/table.ts'
import { usageKey } from '../keys.ts'

export interface RequestRecord {
  owner_id: string
  request_id: string
  /** As the routes name it: `/api/v1/media/:id`. */
  endpoint: string
  method: string
  status: number
  duration_ms: number
  /** Unix ms at which the request was answered. */
  at: number
}

/** How long single records are kept. Reports over older times are exact to the hour. */
export const RECORD_DAYS = 90

/** Counts one request: one write. The same request written again is the same item. */
export async function recordRequest(record: RequestRecord): Promise<void> {
  await put({
    ...usageKey(record.owner_id, record.at, record.request_id),
    endpoint: record.endpoint,
    method: record.method,
    status: record.status,
    duration_ms: record.duration_ms,
    // A day more than promised, so that the oldest hour that is still promised is whole.
    expires_at: Math.floor(record.at / 1000) + (RECORD_DAYS + 1) * 86_400,
  })
}
