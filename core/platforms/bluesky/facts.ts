// Bluesky as data (platforms-next, section 2).
import type { PictureRule, PlatformFacts } from '../platform-facts.ts'

const MB = 1_000_000
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** Shown at most 2000 pixels wide; a picture of up to 2,000,000 bytes is allowed. */
const PICTURE: PictureRule = { minWidth: 1, maxWidth: 2000, ratio: { min: 1 / 20, max: 20 }, maxBytes: 2 * MB }

export const bluesky = {
  provider_id: 6,
  display_name: 'Bluesky',
  kr_name: '블루스카이',
  caption: { max: 300, counts: 'graphemes', also: [{ max: 3000, counts: 'utf8_bytes' }] },
  // A mention is a DID in the record: without one it is plain text (platforms-next, section 2.4).
  looks_up_mentions: { most: 10 },
  alt_text: { on: ['image', 'video'] },
  posts: {
    feed: {
      // One to four are sent as pictures, more as a gallery.
      images: { min: 1, max: 10 },
      videos: { min: 1, max: 1 },
      mixed: false,
      total: { min: 1, max: 10 },
      repeats: true,
      maxImageBytes: 50 * 1024 * 1024,
      maxVideoBytes: 300 * MB,
    },
    text: { mixed: false, total: { min: 0, max: 0 }, repeats: false, maxImageBytes: 0, maxVideoBytes: 0 },
  },
  media_by: { image: 'bytes', video: 'bytes' },
  session: { renewed: 'single_use', life_ms: 90 * DAY, ahead_ms: 30 * DAY },
  sign_in: { ways: ['consent', 'password'], asks: 'handle', app: 'own' },
  joins_pieces: false,
  // Later than this the record is looked for first: a repeat would bring back a post that was deleted meanwhile.
  repeatable: { within_ms: 5 * MINUTE },
  lone_video: 'video',
  videos: {
    video: {
      max_bytes: 300 * MB,
      max_width: 3840,
      ratio: { min: 1 / 20, max: 20 },
      duration_ms: { min: 1, max: 10 * MINUTE },
      max_bit_rate: 100 * MB,
    },
  },
  picture_of: { feed: PICTURE, carousel: PICTURE, story: PICTURE },
  // 35,000 points a day, of which a post costs 3.
  daily_posts: 11_666,
  scopes: ['atproto', 'transition:generic'],
  deletion: { scope: 'transition:generic', daily: 11_666 },
  api: {
    services: {
      plc: 'https://plc.directory',
      appview: 'https://public.api.bsky.app',
      video: 'https://video.bsky.app',
    },
  },
} as const satisfies PlatformFacts
