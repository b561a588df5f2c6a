// Facebook Pages as data (platforms-next, section 1).
import type { PictureRule, PlatformFacts, VideoRule } from '../platform-facts.ts'

const MB = 1024 * 1024
const SECOND = 1000
const MINUTE = 60 * SECOND
const MEGABIT = 1_000_000

const REEL: VideoRule = {
  max_bytes: 1024 * MB,
  min_width: 540,
  max_width: 2160,
  ratio: { min: 0.56, max: 0.565 },
  duration_ms: { min: 3 * SECOND, max: 90 * SECOND },
  // Not documented: what a video of 1 GB and 90 seconds has.
  max_bit_rate: 100 * MEGABIT,
}

const PICTURE: PictureRule = { minWidth: 320, maxWidth: 2048, ratio: { min: 1 / 10, max: 10 } }

const ONE = { min: 1, max: 1 }

export const facebook = {
  provider_id: 3,
  display_name: 'Facebook',
  kr_name: '페이스북',
  // The unit is not documented: UTF-16 is the longest that it can be, so what passes here passes there.
  caption: { max: 63_206, counts: 'utf16_units' },
  alt_text: { on: ['image'] },
  posts: {
    feed: {
      // No maximum is documented; others stop at 10.
      images: { min: 1, max: 10 },
      videos: ONE,
      mixed: false,
      total: { min: 1, max: 10 },
      // Each becomes a photo of its own.
      repeats: true,
      maxImageBytes: 10 * MB,
      maxVideoBytes: 1024 * MB,
    },
    reels: { videos: ONE, mixed: false, total: ONE, repeats: false, maxImageBytes: 0, maxVideoBytes: 1024 * MB },
    stories: {
      images: ONE,
      videos: ONE,
      mixed: false,
      total: ONE,
      repeats: false,
      maxImageBytes: 10 * MB,
      maxVideoBytes: 1024 * MB,
    },
    text: { mixed: false, total: { min: 0, max: 0 }, repeats: false, maxImageBytes: 0, maxVideoBytes: 0 },
  },
  media_by: { image: 'address', video: 'address' },
  // A Page's token has no end: it is over when the password changes, the role is lost or the app removed.
  session: { renewed: 'never', life_ms: null },
  sign_in: { ways: ['consent', 'token'], several: true },
  joins_pieces: false,
  lone_video: 'video',
  videos: {
    reel: REEL,
    story_video: { ...REEL, duration_ms: { min: 3 * SECOND, max: 60 * SECOND } },
    video: {
      max_bytes: 1024 * MB,
      max_width: 3840,
      ratio: { min: 9 / 16, max: 16 / 9 },
      duration_ms: { min: 1 * SECOND, max: 20 * MINUTE },
      max_bit_rate: 100 * MEGABIT,
    },
  },
  picture_of: { feed: PICTURE, carousel: PICTURE, story: PICTURE },
  // No number of posts is documented, only one of calls: 4,800 a day for each person who engages with the Page.
  daily_posts: 4800,
  scopes: ['pages_show_list', 'pages_manage_posts', 'pages_read_engagement'],
  // Without it, Pages that belong to a business are not found.
  asked_scopes: ['business_management'],
  further_scopes: {
    comments: ['pages_manage_engagement', 'pages_read_user_content'],
    insights: ['read_insights'],
  },
  deletion: { scope: 'pages_manage_posts', daily: 4800 },
  // The Instagram account that belongs to a Page.
  brings: ['instagram'],
  api: {
    graph: 'https://graph.facebook.com',
    version: 'v26.0',
    authorize: 'https://www.facebook.com',
    token: 'https://graph.facebook.com',
  },
} as const satisfies PlatformFacts

/** Reels that may be published through the API in any 24 hours. */
export const DAILY_REELS = 30

/** Where reels and story videos are uploaded to, unless the whole platform is elsewhere. */
export const UPLOAD_ORIGIN = 'https://rupload.facebook.com'

/** Tasks that a person needs on a Page to publish there. */
export const CREATE_CONTENT = 'CREATE_CONTENT'
