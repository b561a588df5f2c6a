// What platforms publish of the media that they take, as data (platform-apis, section 6). `check-media.ts` holds media against
// it. Pictures are sent as a variant that keeps these rules whatever the original is; `variant-spec.ts` has theirs.
import type { PlatformId } from '../../contract.ts'
import type { ContainerType } from './plan.ts'

export interface VideoRule {
  max_bytes: number
  max_width: number
  /** Width to height. */
  ratio: { min: number; max: number }
  duration_ms: { min: number; max: number }
  /** Bits per second. */
  max_bit_rate: number
}

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

export const VIDEO_RULES: Record<PlatformId, Partial<Record<ContainerType, VideoRule>>> = {
  instagram: {
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
  threads: {
    video: {
      max_bytes: 1024 * MB,
      max_width: 1920,
      ratio: { min: 0.01, max: 10 },
      duration_ms: { min: 1, max: 300 * SECOND },
      max_bit_rate: 100 * MEGABIT,
    },
  },
}

/** How video must be coded, the same everywhere; by the names that an inspection gives. */
export const CODING_RULES = {
  codecs: { AVC: 'H.264', HEVC: 'HEVC' } as Readonly<Record<string, string>>,
  chroma: '4:2:0',
  scan: 'Progressive',
  /** Pictures per second. */
  frame_rate: { min: 23, max: 60 },
  audio: { codec: 'AAC', max_sample_rate: 48_000, max_channels: 2, bit_rate: 128_000 },
} as const

/** Posts that an account may publish in a rolling day, until the platform says otherwise. */
export const DAILY_POSTS: Record<PlatformId, number> = { instagram: 50, threads: 250 }
