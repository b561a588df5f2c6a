// Instagram as data (platform-apis, sections 2.1, 5, 6, 7, 9).
import { META_SESSION } from '../meta/session-facts.ts'
import type { PictureRule, PlatformFacts, VideoRule } from '../platform-facts.ts'

const MB = 1024 * 1024
const SECOND = 1000
const MEGABIT = 1_000_000

const REEL: VideoRule = {
  max_bytes: 300 * MB,
  max_width: 1920,
  ratio: { min: 0.01, max: 10 },
  duration_ms: { min: 3 * SECOND, max: 900 * SECOND },
  max_bit_rate: 25 * MEGABIT,
}

const FEED_PICTURE: PictureRule = { minWidth: 320, maxWidth: 1440, ratio: { min: 4 / 5, max: 1.91 } }

export const instagram = {
  provider_id: 1,
  display_name: 'Instagram',
  kr_name: '인스타그램',
  // The unit is not documented: UTF-16 is the longest that it can be, so what passes here passes there.
  caption: {
    max: 2200,
    counts: 'utf16_units',
    most: { hashtags: 30, mentions: 20 },
    // Where its app has ended since December 2025.
    usual: { hashtags: 5 },
  },
  alt_text: { on: ['image'], max: 1000, counts: 'utf16_units' },
  posts: {
    feed: {
      images: { min: 1, max: 10 },
      videos: { min: 1, max: 10 },
      mixed: true,
      total: { min: 1, max: 10 },
      repeats: true,
      maxImageBytes: 8 * MB,
      maxVideoBytes: 100 * MB,
    },
    reels: {
      videos: { min: 1, max: 1 },
      mixed: false,
      total: { min: 1, max: 1 },
      repeats: false,
      maxImageBytes: 0,
      maxVideoBytes: 300 * MB,
    },
    stories: {
      images: { min: 1, max: 1 },
      videos: { min: 1, max: 1 },
      mixed: false,
      total: { min: 1, max: 1 },
      repeats: false,
      maxImageBytes: 8 * MB,
      maxVideoBytes: 100 * MB,
    },
  },
  media_by: { image: 'address', video: 'address' },
  session: META_SESSION,
  sign_in: { ways: ['consent'] },
  joins_pieces: true,
  // Stand-alone feed video ended in November 2023.
  lone_video: 'reel',
  videos: {
    reel: REEL,
    // A child of a carousel: the limits of reels, in the shapes that a feed shows.
    video: { ...REEL, ratio: { min: 0.8, max: 1.91 } },
    story_video: {
      max_bytes: 100 * MB,
      max_width: 1920,
      ratio: { min: 0.1, max: 10 },
      duration_ms: { min: 3 * SECOND, max: 60 * SECOND },
      max_bit_rate: 25 * MEGABIT,
    },
  },
  picture_of: {
    feed: FEED_PICTURE,
    carousel: FEED_PICTURE,
    // Stories take any shape.
    story: { ...FEED_PICTURE, ratio: { min: 1 / 10, max: 10 } },
  },
  former_pictures: {
    'ig-feed': { minWidth: 320, maxWidth: 1440, ratio: { min: 4 / 5, max: 1.91 } },
    'ig-story': { minWidth: 320, maxWidth: 1440, ratio: { min: 1 / 10, max: 10 } },
  },
  // The guide says 100, three other pages 50.
  daily_posts: 50,
  scopes: ['instagram_business_basic', 'instagram_business_content_publish'],
  further_scopes: {
    comments: ['instagram_business_manage_comments'],
    insights: ['instagram_business_manage_insights'],
  },
  // platform-options, sections 0 and C: deleting is possible only with Facebook Login, and no limit for it is documented.
  access_by: {
    facebook: {
      scopes: ['instagram_basic', 'instagram_content_publish'],
      further_scopes: {
        comments: ['instagram_manage_comments'],
        insights: ['instagram_manage_insights'],
        delete: ['instagram_manage_contents'],
      },
      deletion: { scope: 'instagram_manage_contents' },
      looks_up: ['places', 'hashtags', 'collaborators'],
    },
  },
  // Meta, "Hashtag Search": each counts for 7 days from when it was first searched for.
  hashtag_searches: { most: 30, within_ms: 7 * 24 * 60 * 60 * SECOND },
  // Only professional accounts can be published to.
  account_types: ['business', 'media_creator', 'creator'],
  api: {
    graph: 'https://graph.instagram.com',
    version: 'v26.0',
    authorize: 'https://www.instagram.com',
    token: 'https://api.instagram.com',
  },
} as const satisfies PlatformFacts
