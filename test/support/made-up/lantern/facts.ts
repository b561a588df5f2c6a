// A platform that does not exist, in the manner of Meta's: containers, media by address, one token of 60 days.
import { META_SESSION } from '../../../../core/platforms/meta/session-facts.ts'
import type { PictureRule, PlatformFacts } from '../../../../core/platforms/platform-facts.ts'

const WICK: PictureRule = { minWidth: 320, maxWidth: 800, ratio: { min: 1, max: 1 } }

export const lantern = {
  provider_id: 91,
  display_name: 'Lantern',
  kr_name: '등불',
  caption: { max: 100, counts: 'code_points' },
  alt_text: { on: ['image'] },
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
  session: META_SESSION,
  sign_in: { ways: ['consent'] },
  joins_pieces: true,
  lone_video: 'video',
  videos: {},
  picture_of: { feed: WICK, carousel: WICK, story: WICK },
  daily_posts: 7,
  scopes: ['light'],
  deletion: { scope: 'light', daily: 10 },
  api: {
    graph: 'https://api.lantern.example',
    version: 'v3.0',
    authorize: 'https://lantern.example',
    token: 'https://api.lantern.example',
  },
} as const satisfies PlatformFacts
