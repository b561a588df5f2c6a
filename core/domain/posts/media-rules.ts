// What platforms publish of the recordings that they take, as data (platform-apis, section 6), and what breaks it. Pictures
// are sent as a variant that keeps these rules whatever the original is; `variant-spec.ts` has theirs.
import type { PlatformId } from '../../contract.ts'
import { kindOf, type Media } from '../media.ts'
import type { ContainerType } from './plan.ts'

export interface VideoRule {
  max_bytes: number
  max_width: number
  /** Width to height. */
  ratio: { min: number; max: number }
  duration_ms: { min: number; max: number }
}

const MB = 1024 * 1024
const SECOND = 1000

const REEL: VideoRule = {
  max_bytes: 300 * MB,
  max_width: 1920,
  ratio: { min: 0.01, max: 10 },
  duration_ms: { min: 3 * SECOND, max: 900 * SECOND },
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
    },
  },
  threads: {
    video: {
      max_bytes: 1024 * MB,
      max_width: 1920,
      ratio: { min: 0.01, max: 10 },
      duration_ms: { min: 1, max: 300 * SECOND },
    },
  },
}

/** Posts that an account may publish in a rolling day, until the platform says otherwise. */
export const DAILY_POSTS: Record<PlatformId, number> = { instagram: 50, threads: 250 }

/** Figures are rounded by whoever measures: a hair's breadth is no breach. */
const TOLERANCE = 0.005

export interface MediaProblem {
  code: 'media_dimensions' | 'media_duration' | 'media_too_large' | 'media_not_inspected'
  media_asset_id: string
  message: string
}

const seconds = (ms: number): string => `${Number((ms / 1000).toFixed(1))} s`

/** What the platform will not take of a medium sent as this; each breach with its figures. */
export function mediaProblems(platform: PlatformId, type: ContainerType, media: Media): MediaProblem[] {
  const rule = VIDEO_RULES[platform][type]
  if (!rule || kindOf(media.content_type) !== 'video') return []
  const { id: media_asset_id, width, height, duration_ms, size_bytes } = media
  const problems: MediaProblem[] = []
  const say = (code: MediaProblem['code'], message: string) => problems.push({ code, media_asset_id, message })
  if (size_bytes > rule.max_bytes)
    say('media_too_large', `The video has ${size_bytes} bytes; at most ${rule.max_bytes} are taken.`)
  if (width === null || height === null || duration_ms === null) {
    say('media_not_inspected', 'Width, height or duration of the video are not known: its rules could not be checked.')
  }
  if (width !== null && width > rule.max_width)
    say('media_dimensions', `The video is ${width} pixels wide; at most ${rule.max_width} are taken.`)
  if (width !== null && height !== null) {
    const { min, max } = rule.ratio
    const ratio = width / height
    if (ratio < min * (1 - TOLERANCE) || ratio > max * (1 + TOLERANCE))
      say('media_dimensions', `The video is ${width} x ${height}; width to height must be ${min} to ${max}.`)
  }
  if (duration_ms !== null) {
    const { min, max } = rule.duration_ms
    if (duration_ms < min || duration_ms > max)
      say('media_duration', `The video lasts ${seconds(duration_ms)}; ${seconds(min)} to ${seconds(max)} are taken.`)
  }
  return problems
}
