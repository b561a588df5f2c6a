// A platform that does not exist: pictures and text, in the manner of a board that notes are pinned to.
import type { PictureRule, PlatformFacts } from '../platform-facts.ts'

const NOTE: PictureRule = { minWidth: 320, maxWidth: 800, ratio: { min: 1, max: 1 } }

export const pinboard = {
  provider_id: 93,
  display_name: 'Pinboard',
  kr_name: '핀보드',
  caption: { max: 100, counts: 'utf16_units' },
  alt_text: { on: [] },
  posts: {
    feed: {
      images: { min: 1, max: 3 },
      mixed: false,
      total: { min: 1, max: 3 },
      repeats: false,
      maxImageBytes: 1_000_000,
      maxVideoBytes: 0,
    },
    text: { mixed: false, total: { min: 0, max: 0 }, repeats: false, maxImageBytes: 0, maxVideoBytes: 0 },
  },
  media_by: { image: 'address', video: 'address' },
  session: { renewed: 'never', life_ms: null },
  sign_in: { ways: ['consent'] },
  joins_pieces: true,
  lone_video: 'video',
  videos: {},
  picture_of: { feed: NOTE, carousel: NOTE, story: NOTE },
  daily_posts: 7,
  scopes: ['pin'],
  api: {
    graph: 'https://api.pinboard.example',
    version: 'v3.0',
    authorize: 'https://pinboard.example',
    token: 'https://api.pinboard.example',
  },
} as const satisfies PlatformFacts
