// Settings of the simulated Mastodon. Each default is as Mastodon's documents say.
import { z } from 'zod'
import { Delay, type Settings } from '../settings.ts'
import type { PlatformRules, Simulator } from '../simulator.ts'

export const MASTODON_SETTINGS = {
  /** Whose server it is: with that one's limits, ids and words. */
  server: z.enum(['mastodon', 'gotosocial']).default('mastodon'),
  /** A status with a key that was used within the hour: the first again, an error, or another post. */
  idempotency: z.enum(['honours', 'fails', 'ignores']).default('honours'),
  /** A status with media that another has: an error, or the status without them, as before 4.3. */
  used_media: z.enum(['refuses', 'drops']).default('refuses'),
  /** Between uploading a video and its being ready. Pictures are at once. */
  video_ms: Delay.default(800),
  /** `true` once the server has removed tokens that were revoked: who calls with one is a visitor, who sees what is public. */
  forgets_revoked: z.boolean().default(false),
  /** `false` for servers that do not give the source of a status. */
  gives_source: z.boolean().default(true),
  /** The language of the people of all accounts: Mastodon words what is wrong with a post in it, unless `lang` names another. */
  locale: z.enum(['en', 'ko']).default('en'),
  /** Own limits in place of the server's. */
  max_characters: z.int().min(1).nullable().default(null),
  max_media: z.int().min(1).nullable().default(null),
  /** Calls of an account in five minutes; uploads, and deletions, in half an hour. */
  rate_limit: z.int().min(1).default(300),
  upload_limit: z.int().min(1).default(30),
  delete_limit: z.int().min(1).default(30),
}
export type MastodonSettings = z.infer<z.ZodObject<typeof MASTODON_SETTINGS>>

export type MastodonSimulator = Simulator<PlatformRules, Settings & MastodonSettings>
