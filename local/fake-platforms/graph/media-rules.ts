// Requirements of media, as data, and the checks over them (media specifications of both references).
import type { Media } from '../model.ts'
import type { VideoFacts } from '../mp4.ts'
import type { Fetched, PictureFacts } from './media-fetch.ts'

export const MIB = 1024 * 1024

export interface PictureRule {
  formats: readonly string[]
  minAspect: number
  maxAspect: number
}

export interface VideoRule {
  maxWidth: number
  minMs: number
  maxMs: number
  minAspect: number
  maxAspect: number
}

/** Shapes are compared with this much tolerance, as rounding to whole pixels shifts them. */
const ASPECT_TOLERANCE = 0.01
const VIDEO_TYPES = new Set(['video/mp4', 'video/quicktime'])
const VIDEO_CODECS = new Set(['avc1', 'avc3', 'hvc1', 'hev1'])
const PICTURE_TYPES: Record<string, string> = { jpeg: 'image/jpeg', png: 'image/png' }

export type PictureFault = 'unreachable' | 'too_large' | 'format' | 'aspect'
export type VideoFault = 'unreachable' | 'too_large' | 'format' | 'aspect' | 'duration'

export function pictureFault(fetched: Fetched, rule: PictureRule): PictureFault | null {
  if (!fetched.ok) return fetched.reason
  const { picture, media } = fetched
  if (!picture || !rule.formats.includes(picture.format) || !picture.intact) return 'format'
  if (media.content_type !== PICTURE_TYPES[picture.format]) return 'format'
  return withinAspect(picture, rule) ? null : 'aspect'
}

/** A property that a file does not state is not held against it. */
export function videoFault(fetched: Fetched, rule: VideoRule): VideoFault | null {
  if (!fetched.ok) return fetched.reason
  const { video, media } = fetched
  if (!video || !VIDEO_TYPES.has(media.content_type)) return 'format'
  if (video.codec !== null && !VIDEO_CODECS.has(video.codec)) return 'format'
  if (video.width !== null && video.width > rule.maxWidth) return 'aspect'
  if (!durationFits(video, rule)) return 'duration'
  return withinAspect(media, rule) ? null : 'aspect'
}

function durationFits({ duration_ms }: VideoFacts, rule: VideoRule): boolean {
  return duration_ms === null || (duration_ms >= rule.minMs && duration_ms <= rule.maxMs)
}

function withinAspect(
  { width, height }: PictureFacts | Media,
  rule: { minAspect: number; maxAspect: number },
): boolean {
  if (!width || !height) return true
  const aspect = width / height
  return aspect >= rule.minAspect * (1 - ASPECT_TOLERANCE) && aspect <= rule.maxAspect * (1 + ASPECT_TOLERANCE)
}
