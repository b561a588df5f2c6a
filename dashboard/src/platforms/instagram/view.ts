import type { OptionField } from '../option-kinds.ts'
import type { PlatformView } from '../platform-view.ts'

const POSTS = ['image', 'reel', 'carousel'] as const
const WITH_STORIES = ['image', 'reel', 'carousel', 'story'] as const
const REEL = ['reel'] as const

const options: Readonly<Record<string, OptionField>> = {
  first_comment: { on: POSTS, as: 'words', max: 2200, rows: 2 },
  collaborators: { on: POSTS, as: 'list' },
  user_tags: { on: WITH_STORIES, as: 'on_media', named: 'username', most: 20 },
  location_id: { on: POSTS, as: 'place' },
  comments_enabled: { on: POSTS, as: 'yes_no' },
  cover_media_id: { on: REEL, as: 'picture' },
  thumb_offset_ms: { on: REEL, as: 'number' },
  share_to_feed: { on: REEL, as: 'yes_no' },
  trial_reel: { on: REEL, as: 'choice', from: ['manual', 'performance'] },
  audio_name: { on: REEL, as: 'words', max: 100 },
  audio: { on: REEL, facebook_login: true, as: 'audio' },
  is_ai_generated: { on: WITH_STORIES, as: 'flag' },
  paid_partnership: { on: POSTS, facebook_login: true, as: 'partnership' },
  product_tags: { on: POSTS, facebook_login: true, as: 'on_media', named: 'product_id', most: 5 },
}

export const instagram: PlatformView = {
  preview: { foldsAt: 125, shape: 'portrait' },
  options,
  usual: ['first_comment'],
}
