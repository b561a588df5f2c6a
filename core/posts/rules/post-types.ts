// The limits of the specification, each written once: validation, documentation and tests all read these.
import type { PlatformId } from '../../contract.ts'

export type PostType = 'feed' | 'reels' | 'stories' | 'text'
export type MediaKind = 'image' | 'video' | 'audio' | 'other'

const MB = 1024 * 1024

export interface PlatformRule {
  /** Number of media by what they are; a kind that is absent is not taken. */
  images?: { min: number; max: number }
  videos?: { min: number; max: number }
  /** Images and video in one post; the count is then bounded by `total`. */
  mixed: boolean
  total: { min: number; max: number }
  /** Whether one medium may be named twice in a post. */
  repeats: boolean
  /** Largest original, bytes. */
  maxImageBytes: number
  maxVideoBytes: number
}

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
const NO_MEDIA: PlatformRule = {
  mixed: false,
  total: { min: 0, max: 0 },
  repeats: false,
  maxImageBytes: 0,
  maxVideoBytes: 0,
}

export const POST_TYPES: Record<PostType, PostTypeRule> = {
  feed: {
    title: { ...TITLE, required: true },
    content: { required: false, max: 2000 },
    hashtags: { max: 30 },
    media: { min: 1, max: 20, kinds: ['image', 'video'] },
    schedulable: true,
    platforms: {
      instagram: {
        images: { min: 1, max: 10 },
        videos: { min: 1, max: 10 },
        mixed: true,
        total: { min: 1, max: 10 },
        repeats: true,
        maxImageBytes: 8 * MB,
        maxVideoBytes: 100 * MB,
      },
      threads: {
        images: { min: 2, max: 20 },
        videos: { min: 1, max: 1 },
        mixed: false,
        total: { min: 1, max: 20 },
        repeats: true,
        maxImageBytes: 50 * MB,
        maxVideoBytes: 100 * MB,
      },
    },
  },
  reels: {
    title: TITLE,
    content: { required: false, max: 2200 },
    hashtags: { max: 30 },
    media: { min: 1, max: 1, kinds: ['video'] },
    schedulable: true,
    platforms: {
      instagram: {
        videos: { min: 1, max: 1 },
        mixed: false,
        total: { min: 1, max: 1 },
        repeats: false,
        maxImageBytes: 0,
        maxVideoBytes: 300 * MB,
      },
    },
  },
  stories: {
    title: TITLE,
    content: { required: false, max: 500 },
    hashtags: { max: 10 },
    media: { min: 1, max: 1, kinds: ['image', 'video'] },
    schedulable: false,
    expiresAfterHours: 24,
    platforms: {
      instagram: {
        images: { min: 1, max: 1 },
        videos: { min: 1, max: 1 },
        mixed: false,
        total: { min: 1, max: 1 },
        repeats: false,
        maxImageBytes: 8 * MB,
        maxVideoBytes: 100 * MB,
      },
    },
  },
  text: {
    title: TITLE,
    content: { required: true, max: 2000 },
    hashtags: { max: 30 },
    media: { min: 0, max: 0, kinds: [] },
    schedulable: true,
    platforms: { threads: NO_MEDIA },
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
