// Settings of the simulated network, and its accounts' own fields.
import { z } from 'zod'
import { type AccountInput, Delay, type Settings } from '../settings.ts'

const MB = 1_000_000
const HOUR = 3_600_000

export const BLUESKY_SETTINGS = {
  /** A single number stands for all media, as elsewhere; here only video takes time. */
  processing_ms: z
    .union([
      Delay.transform((video) => ({ video })),
      z.strictObject({ image: Delay.optional(), video: Delay.default(300) }).transform(({ video }) => ({ video })),
    ])
    .default({ video: 300 }),
  /** The largest file that the server takes directly. */
  max_blob_bytes: z.int().min(1).default(5_242_880),
  video_part_bytes: z
    .int()
    .min(1)
    .max(64 * MB)
    .default(4 * MB),
  daily_videos: z.int().min(0).default(25),
  daily_video_bytes: z
    .int()
    .min(0)
    .default(10_000 * MB),
  access_ms: z
    .int()
    .min(1)
    .default(2 * HOUR),
  oauth_access_ms: z.int().min(1).default(HOUR),
  /** A file that no record names is removed after this. */
  blob_lives_ms: z.int().min(1).default(HOUR),
}
export type BlueskySettings = Settings & z.infer<z.ZodObject<typeof BLUESKY_SETTINGS>>

export const BLUESKY_ACCOUNT = {
  /** A DID. */
  external_id: z.string().optional(),
  /** A handle. */
  username: z
    .string()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/)
    .optional(),
  email_confirmed: z.boolean().optional(),
}
export type PersonInput = AccountInput & z.infer<z.ZodObject<typeof BLUESKY_ACCOUNT>>
