// Mastodon, and servers with its API, as data (platforms-next, section 3). Servers have limits of their own, which are read and
// kept with the account; these are Mastodon's defaults.
import type { PictureRule, PlatformFacts } from '../platform-facts.ts'

const MB = 1024 * 1024
const DAY = 24 * 3_600_000

/** At most 28 of the 33.2 million pixels that are taken, however tall it is. */
const PICTURE: PictureRule = { minWidth: 1, maxWidth: 2048, ratio: { min: 0.15, max: 10 } }

export const mastodon = {
  provider_id: 7,
  display_name: 'Mastodon',
  kr_name: '마스토돈',
  caption: { max: 500, counts: 'mastodon' },
  alt_text: { on: ['image', 'video'], max: 1500 },
  posts: {
    feed: {
      images: { min: 1, max: 4 },
      videos: { min: 1, max: 1 },
      mixed: false,
      total: { min: 1, max: 4 },
      repeats: true,
      maxImageBytes: 50 * MB,
      maxVideoBytes: 99 * MB,
    },
    text: { mixed: false, total: { min: 0, max: 0 }, repeats: false, maxImageBytes: 0, maxVideoBytes: 0 },
  },
  media_by: { image: 'bytes', video: 'bytes' },
  session: { renewed: 'never', life_ms: null },
  sign_in: { ways: ['consent', 'token'], asks: 'host', app: 'per_host' },
  joins_pieces: false,
  lone_video: 'video',
  videos: {
    video: {
      max_bytes: 99 * MB,
      max_width: 3840,
      ratio: { min: 0.1, max: 10 },
      duration_ms: { min: 1, max: DAY },
      max_bit_rate: 1_000_000_000,
    },
  },
  picture_of: { feed: PICTURE, carousel: PICTURE, story: PICTURE },
  picture_bytes: [4_000_000, 2_000_000, 1_000_000, 500_000],
  // 300 within three hours.
  daily_posts: 2400,
  scopes: ['read:accounts', 'read:statuses', 'write:statuses', 'write:media'],
  // Among those that publishing needs.
  further_scopes: { insights: ['read:statuses'] },
  // 30 within half an hour.
  deletion: { scope: 'write:statuses', daily: 1440 },
  api: {},
} as const satisfies PlatformFacts
