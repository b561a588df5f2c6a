// Settings of Facebook's simulator, and its accounts' own fields.
import { z } from 'zod'
import type { GraphRules } from '../graph/rules.ts'
import type { GraphSettings } from '../graph/settings.ts'
import type { Account } from '../model.ts'
import type { Settings } from '../settings.ts'
import type { PlatformRules, Simulator } from '../simulator.ts'

export const TASKS = ['ADVERTISE', 'ANALYZE', 'CREATE_CONTENT', 'MESSAGING', 'MODERATE', 'MANAGE'] as const

export const FACEBOOK_SETTINGS = {
  /** The same text twice in a row: refused with 506, as documented, or taken, so that it shows. */
  duplicate_text: z.enum(['refuse', 'accept']).default('refuse'),
  /** Reels that a Page may publish in 24 hours. */
  reel_limit: z.int().min(0).default(30),
  /** A post can be read by its id, and is not in lists yet, for this long. */
  list_delay_ms: z.int().min(0).default(0),
  /** Pages with coordinates: what Instagram takes as a location. */
  locations: z.array(z.string()).default(['106377336067638', '110843418940484']),
  /** Hashtags of Instagram that somebody has used, beside those of posts that are here. */
  hashtags: z.array(z.string()).default(['coffee', 'harbor']),
  /** The people who accepted an invitation to share a post on Instagram. */
  accepted: z.array(z.string()).default(['quay.books']),
}

export const FACEBOOK_ACCOUNT = {
  /** A person's Pages, and the tasks there; `business` owns the Page, or manages it for a client. */
  pages: z
    .array(
      z.strictObject({
        id: z.string(),
        tasks: z.array(z.enum(TASKS)),
        business: z.string().optional(),
        client: z.boolean().optional(),
      }),
    )
    .optional(),
  /** The id of the Instagram account that belongs to a Page. */
  instagram: z.string().optional(),
  /** The hashtags that an Instagram account has searched for, and when. */
  searched_hashtags: z.record(z.string(), z.int()).optional(),
}

type Extra = z.infer<z.ZodObject<typeof FACEBOOK_ACCOUNT>>
export type FacebookAccount = Account & Extra
export interface FacebookRules extends PlatformRules {
  /** The simulator of the Instagram accounts that belong to Pages. */
  readonly instagram: GraphRules
}
export type FacebookSimulator = Simulator<
  FacebookRules,
  Settings & GraphSettings & z.infer<z.ZodObject<typeof FACEBOOK_SETTINGS>>
>

export const isPerson = ({ account_type }: Account): boolean => account_type === 'Personal'
