// How many posts an account may still publish; both platforms answer in the same shape (platform-apis, section 5).
import * as z from 'zod/mini'
import type { Quota } from '../connector.ts'
import { optional } from './lenient.ts'

export const PublishingLimit = z.lazy(() => {
  const Config = z.object({ quota_total: z.number(), quota_duration: z.optional(z.number()) })
  const Row = z.object({ quota_usage: z.number(), config: optional(Config) })
  return z.object({ data: z.tuple([Row], Row) })
})

/** @param assumed posts per day while the platform does not say. */
export const quotaFrom = ({ data: [row] }: z.infer<typeof PublishingLimit>, assumed: number): Quota => ({
  used: row.quota_usage,
  total: row.config?.quota_total ?? assumed,
  window_seconds: row.config?.quota_duration ?? 86_400,
})
