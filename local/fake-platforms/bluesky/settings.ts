// Settings of the simulated network.
import { z } from 'zod'
import { Delay } from '../settings.ts'

const MB = 1_000_000
const HOUR = 3_600_000

/** Settings of other simulators are ignored, so that one call can be sent to any. */
export const Settings = z.looseObject({
  clock_offset_ms: z.int().default(0),
  client_id: z.string().nullable().default(null),
  client_secret: z.string().nullable().default(null),
  /** A single number stands for all media, as elsewhere; here only video takes time. */
  processing_ms: z
    .union([Delay.transform((video) => ({ video })), z.looseObject({ video: Delay.default(300) })])
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
})
export type BlueskySettings = z.infer<typeof Settings>

export const PersonInput = z.looseObject({
  external_id: z.string().optional(),
  username: z
    .string()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/)
    .optional(),
  name: z.string().max(200).optional(),
  biography: z.string().max(500).optional(),
  email_confirmed: z.boolean().optional(),
  restricted: z.boolean().optional(),
  followers_count: z.int().min(0).optional(),
})
