// The limits of the specification, each written once: validation, documentation and tests all read these.

import type { MediaKind, PostType } from './enumerations.ts'
import { factsOf, PLATFORM_IDS, type PlatformId } from './facts.ts'
import type { Shape } from './options.ts'
import type { PlatformRule } from './platform-facts.ts'

export interface PostTypeRule {
  /** Characters are Unicode code points after NFC. */
  title: { required: boolean; min: number; max: number }
  content: { required: boolean; max: number }
  hashtags: { max: number }
  media: { min: number; max: number; kinds: readonly MediaKind[] }
  schedulable: boolean
  /** Hours after creation at which the post is shown as expired. */
  expiresAfterHours?: number
  /** A platform that is absent does not support the type: its accounts are skipped. */
  platforms: Partial<Record<PlatformId, PlatformRule>>
}

const TITLE = { required: false, min: 1, max: 100 }
/** The limits of each platform for a type of post. */
const takenAs = (type: PostType): Partial<Record<PlatformId, PlatformRule>> =>
  Object.fromEntries(
    PLATFORM_IDS.flatMap((id) => {
      const rule = factsOf(id).posts[type]
      return rule ? [[id, rule]] : []
    }),
  )

export const POST_TYPES: Record<PostType, PostTypeRule> = {
  feed: {
    title: { ...TITLE, required: true },
    content: { required: false, max: 2000 },
    hashtags: { max: 30 },
    media: { min: 1, max: 20, kinds: ['image', 'video'] },
    schedulable: true,
    platforms: takenAs('feed'),
  },
  reels: {
    title: TITLE,
    content: { required: false, max: 2200 },
    hashtags: { max: 30 },
    media: { min: 1, max: 1, kinds: ['video'] },
    schedulable: true,
    platforms: takenAs('reels'),
  },
  stories: {
    title: TITLE,
    content: { required: false, max: 500 },
    hashtags: { max: 10 },
    media: { min: 1, max: 1, kinds: ['image', 'video'] },
    schedulable: false,
    expiresAfterHours: 24,
    platforms: takenAs('stories'),
  },
  text: {
    title: TITLE,
    content: { required: true, max: 2000 },
    hashtags: { max: 30 },
    media: { min: 0, max: 0, kinds: [] },
    schedulable: true,
    platforms: takenAs('text'),
  },
}

/** Accounts in one post. */
export const MAX_ACCOUNTS = 50

/** Farthest a post can be scheduled ahead, milliseconds. */
export const MAX_SCHEDULE_AHEAD_MS = 365 * 24 * 3600 * 1000

/** Shapes that `smart_transform` can give a picture. */
export const SMART_TRANSFORM_RATIOS = ['1:1', '4:5'] as const

/** Containers of video that both platforms take (platform-apis, section 6). */
export const PLATFORM_VIDEO_TYPES = ['video/mp4', 'video/quicktime'] as const

/** The kind of post on the platform, by which options are taken or refused. @param kinds of the media, in their order. */
export function shapeOf(type: PostType, platform: PlatformId, kinds: readonly MediaKind[]): Shape {
  if (kinds.length === 0) return 'text'
  if (kinds.length > 1) return 'carousel'
  if (type === 'stories') return 'story'
  if (type === 'reels') return 'reel'
  return kinds[0] === 'video' ? factsOf(platform).lone_video : 'image'
}
