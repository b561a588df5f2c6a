// A platform that does not exist, and has nothing of Meta's: keys that we make, bytes that we upload in parts, refresh tokens that
// are good once, a host for every account, and nothing to be joined.
import type { PictureRule, PlatformFacts } from '../../../../core/platforms/platform-facts.ts'

const CRATE: PictureRule = { minWidth: 1, maxWidth: 2000, ratio: { min: 1 / 10, max: 10 }, maxBytes: 1_000_000 }
const DAY = 24 * 3_600_000

export const harbour = {
  provider_id: 92,
  display_name: 'Harbour',
  kr_name: '항구',
  caption: { max: 30, counts: 'graphemes', also: [{ max: 60, counts: 'utf8_bytes' }] },
  alt_text: { on: ['image'] },
  posts: {
    feed: {
      images: { min: 1, max: 4 },
      mixed: false,
      total: { min: 1, max: 4 },
      repeats: false,
      maxImageBytes: 50_000_000,
      maxVideoBytes: 0,
    },
    text: { mixed: false, total: { min: 0, max: 0 }, repeats: false, maxImageBytes: 0, maxVideoBytes: 0 },
  },
  media_by: { image: 'bytes', video: 'bytes' },
  session: { renewed: 'single_use', life_ms: 90 * DAY, ahead_ms: 30 * DAY },
  sign_in: { ways: ['consent', 'password', 'token'], asks: 'host', app: 'per_host', several: true },
  joins_pieces: false,
  repeatable: { within_ms: 10 * 60_000 },
  lone_video: 'video',
  videos: {},
  picture_of: { feed: CRATE, carousel: CRATE, story: CRATE },
  daily_posts: 1000,
  scopes: ['moor'],
  deletion: { scope: 'moor', daily: 1000 },
  api: { services: { tower: 'https://tower.harbour.example' } },
} as const satisfies PlatformFacts
