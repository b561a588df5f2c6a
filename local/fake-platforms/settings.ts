// What can be set on a running simulator. Each default is what the documents say, or the stricter reading of them.
import { z } from 'zod'

const Delay = z
  .int()
  .min(0)
  .max(24 * 3600 * 1000)

export const Settings = z.strictObject({
  /** Between creating a container and FINISHED. A single number sets both. */
  processing_ms: z
    .union([Delay.transform((ms) => ({ image: ms, video: ms })), z.strictObject({ image: Delay, video: Delay })])
    .default({ image: 300, video: 800 }),
  /** Publishing a published container again: an error, or a second post. A second post shows what must not happen. */
  repeat_publish: z.enum(['reject', 'duplicate']).default('duplicate'),
  clock_offset_ms: z.int().default(0),
  quota_total: z.int().min(0).nullable().default(null),
  container_limit: z.int().min(0).default(400),
  /** `/me` on Instagram: documented wrapped in `data`, mostly seen flat. */
  profile_shape: z.enum(['wrapped', 'flat']).default('flat'),
  /** Instagram's reply to a code: documented wrapped, often seen flat, with permissions as text or as an array. */
  exchange_shape: z.enum(['wrapped', 'flat', 'flat_array']).default('wrapped'),
  /** Whether `/me` on Instagram knows `biography`; the documents name it for `/{IG_ID}` only. */
  me_biography: z.boolean().default(false),
  /** Whether media fields hold `caption`; documented for Facebook Login only, seen to work. */
  caption_field: z.boolean().default(true),
  /** When Instagram finds fault with a picture: in the reply to the creation, or as the container's status. */
  image_faults: z.enum(['create', 'processing']).default('create'),
  /** A carousel whose children are still in progress. */
  unfinished_children: z.enum(['reject', 'wait']).default('reject'),
  /** Refreshing a token that is younger than 24 hours. */
  young_refresh: z.enum(['refuse', 'accept']).default('refuse'),
  /** Parameters that no document names: refused, as Graph does in most places, or ignored. */
  unknown_parameters: z.enum(['refuse', 'ignore']).default('refuse'),
  /** Pages with coordinates: what Instagram takes as a location. */
  locations: z.array(z.string()).default(['106377336067638', '110843418940484']),
  /** A fresh post cannot be answered yet for this long (Threads). */
  parent_visible_ms: Delay.default(0),
  /** A child that is FINISHED cannot be joined to a carousel yet for this long (Threads). */
  children_visible_ms: Delay.default(0),
  /** How many have seen each story: under five Instagram tells nothing. */
  story_viewers: z.int().min(0).default(50),
  fetch_timeout_ms: z.int().min(1).default(30_000),
  /** When set, OAuth calls with another client are refused. */
  client_id: z.string().nullable().default(null),
  client_secret: z.string().nullable().default(null),
})
export type Settings = z.infer<typeof Settings>

/** The settings with some replaced. */
export const changeSettings = (current: Settings, changes: unknown): Settings =>
  Settings.parse({ ...current, ...z.record(z.string(), z.unknown()).parse(changes) })
