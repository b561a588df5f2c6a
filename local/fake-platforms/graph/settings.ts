// Settings of every simulator of Graph's kind. Each default is as the documents say, or the stricter reading.
import { z } from 'zod'
import { Delay } from '../settings.ts'

export const GRAPH_SETTINGS = {
  /** Between creating a container and FINISHED. A single number sets both. */
  processing_ms: z
    .union([Delay.transform((ms) => ({ image: ms, video: ms })), z.strictObject({ image: Delay, video: Delay })])
    .default({ image: 300, video: 800 }),
  /** Publishing a published container again: an error, or a second post. A second post shows what must not happen. */
  repeat_publish: z.enum(['reject', 'duplicate']).default('duplicate'),
  quota_total: z.int().min(0).nullable().default(null),
  container_limit: z.int().min(0).default(400),
  /** A carousel whose children are still in progress. */
  unfinished_children: z.enum(['reject', 'wait']).default('reject'),
  /** A child that is FINISHED cannot be joined to a carousel yet for this long, where children have an error of their own. */
  children_visible_ms: Delay.default(0),
  /** Refreshing a token that is younger than 24 hours. */
  young_refresh: z.enum(['refuse', 'accept']).default('refuse'),
  /** Parameters that no document names: refused, as Graph does in most places, or ignored. */
  unknown_parameters: z.enum(['refuse', 'ignore']).default('refuse'),
  fetch_timeout_ms: Delay.min(1).default(30_000),
}
export type GraphSettings = z.infer<z.ZodObject<typeof GRAPH_SETTINGS>>
