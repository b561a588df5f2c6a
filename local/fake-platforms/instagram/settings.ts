// Settings of Instagram's simulator.
import { z } from 'zod'
import type { GraphSimulator } from '../graph/rules.ts'
import type { Account } from '../model.ts'

export const INSTAGRAM_SETTINGS = {
  /** `/me`: documented wrapped in `data`, mostly seen flat. */
  profile_shape: z.enum(['wrapped', 'flat']).default('flat'),
  /** The reply to a code: documented wrapped, often seen flat, with permissions as text or as an array. */
  exchange_shape: z.enum(['wrapped', 'flat', 'flat_array']).default('wrapped'),
  /** Whether `/me` knows `biography`; the documents name it for `/{IG_ID}` only. */
  me_biography: z.boolean().default(false),
  /** Whether media fields hold `caption`; documented for Facebook Login only, seen to work. */
  caption_field: z.boolean().default(true),
  /** When fault is found with a picture: in the reply to the creation, or as the container's status. */
  image_faults: z.enum(['create', 'processing']).default('create'),
  /** Pages with coordinates: what is taken as a location. */
  locations: z.array(z.string()).default(['106377336067638', '110843418940484']),
  /** How many have seen each story: for fewer than five no figures are told. */
  story_viewers: z.int().min(0).default(50),
}

export const INSTAGRAM_ACCOUNT = { trial_reels: z.boolean().optional() }

export type InstagramSimulator = GraphSimulator<z.infer<z.ZodObject<typeof INSTAGRAM_SETTINGS>>>
/** `trial_reels`: whether it may publish them; absent: it may. */
export type InstagramAccount = Account & z.infer<z.ZodObject<typeof INSTAGRAM_ACCOUNT>>
