// Threads as data (platform-apis, sections 2.2, 5, 6, 7, 9).
import { META_SESSION } from '../meta/session-facts.ts'
import type { PictureRule, PlatformFacts } from '../platform-facts.ts'

const MB = 1024 * 1024
const SECOND = 1000
const MEGABIT = 1_000_000

const PICTURE: PictureRule = { minWidth: 320, maxWidth: 1440, ratio: { min: 1 / 10, max: 10 } }

export const threads = {
  provider_id: 2,
  display_name: 'Threads',
  kr_name: '스레드',
  caption: { max: 500, counts: 'threads', most: { links: 5 } },
  alt_text: { on: ['image', 'video'], max: 1000, counts: 'utf16_units' },
  posts: {
    feed: {
      images: { min: 2, max: 20 },
      videos: { min: 1, max: 1 },
      mixed: false,
      total: { min: 1, max: 20 },
      repeats: true,
      maxImageBytes: 50 * MB,
      maxVideoBytes: 100 * MB,
    },
    text: { mixed: false, total: { min: 0, max: 0 }, repeats: false, maxImageBytes: 0, maxVideoBytes: 0 },
  },
  media_by: { image: 'address', video: 'address' },
  session: META_SESSION,
  sign_in: { ways: ['consent'] },
  joins_pieces: true,
  lone_video: 'video',
  videos: {
    video: {
      max_bytes: 1024 * MB,
      max_width: 1920,
      ratio: { min: 0.01, max: 10 },
      duration_ms: { min: 1, max: 300 * SECOND },
      max_bit_rate: 100 * MEGABIT,
    },
  },
  picture_of: { feed: PICTURE, carousel: PICTURE, story: PICTURE },
  former_pictures: { threads: { minWidth: 320, maxWidth: 1440, ratio: { min: 1 / 10, max: 10 } } },
  daily_posts: 250,
  scopes: ['threads_basic', 'threads_content_publish'],
  further_scopes: {
    // Answering, as threads of several posts do; reading answers, where one was lost.
    comments: ['threads_manage_replies', 'threads_read_replies'],
    insights: ['threads_manage_insights'],
    delete: ['threads_delete'],
    location: ['threads_location_tagging'],
    stories: ['threads_share_to_instagram'],
  },
  deletion: { scope: 'threads_delete', daily: 100 },
  api: {
    graph: 'https://graph.threads.net',
    version: 'v1.0',
    authorize: 'https://threads.net',
    token: 'https://graph.threads.net',
  },
} as const satisfies PlatformFacts
