// Settings of Threads' simulator.
import { z } from 'zod'
import type { GraphSimulator } from '../graph/rules.ts'
import type { Account } from '../model.ts'
import { Delay } from '../settings.ts'

export const THREADS_SETTINGS = {
  /** A fresh post cannot be answered yet for this long. */
  parent_visible_ms: Delay.default(0),
  /** Answers in 24 hours. */
  reply_quota_total: z.int().min(0).default(1000),
}

export const THREADS_ACCOUNT = { geo_gating: z.boolean().optional(), linked_instagram: z.boolean().optional() }

export type ThreadsSimulator = GraphSimulator<z.infer<z.ZodObject<typeof THREADS_SETTINGS>>>
/**
 * `geo_gating`: whether it may choose countries; absent: it may. `linked_instagram`: whether an Instagram account is linked
 * that stories can be shared to; absent: one is.
 */
export type ThreadsAccount = Account & z.infer<z.ZodObject<typeof THREADS_ACCOUNT>>
