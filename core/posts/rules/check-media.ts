// Media against the rules that platforms publish. A problem is a breach that a platform refuses. A warning is about what it asks
// for without insisting, or about what could not be checked.

import { kindOf, type Media } from '../../media/rules/media.ts'
import type { Properties } from '../../media/rules/media-properties.ts'
import { mostBytes } from '../../media/rules/variant-spec.ts'
import type { ContainerType } from '../../platforms/enumerations.ts'
import { factsOf, type PlatformId } from '../../platforms/facts.ts'
import type { PictureRule, VideoCoding, VideoRule } from '../../platforms/platform-facts.ts'
import { videoCodingOf } from '../../platforms/video-codings.ts'

export type MediaProblemCode =
  | 'media_dimensions'
  | 'media_duration'
  | 'media_too_large'
  | 'media_not_inspected'
  | 'media_coding'
  | 'media_frame_rate'
  | 'media_bit_rate'
  | 'media_audio'

export type MediaWarningCode = 'media_layout' | 'media_audio' | 'media_not_known'

export interface MediaFinding<Code extends string> {
  code: Code
  media_asset_id: string
  message: string
}

export interface MediaFindings {
  problems: MediaFinding<MediaProblemCode>[]
  warnings: MediaFinding<MediaWarningCode>[]
}

/** Tools round figures: a hair's breadth is no breach. */
const TOLERANCE = 0.005

const outside = (value: number, { min, max }: { min: number; max: number }): boolean =>
  value < min * (1 - TOLERANCE) || value > max * (1 + TOLERANCE)
const above = (value: number, max: number): boolean => outside(value, { min: 0, max })

const seconds = (ms: number): string => `${Number((ms / 1000).toFixed(1))} s`
const megabits = (bits: number): string => `${Number((bits / 1_000_000).toFixed(1))} Mbps`
const kilobits = (bits: number): string => `${Math.round(bits / 1000)} kbps`
const oneOf = (names: readonly string[]): string => new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(names)
const rounded = (value: number): number => Number(value.toFixed(2))

/** Adds a finding to its list, of this asset. */
const sayer =
  <Code extends string>(findings: MediaFinding<Code>[], media_asset_id: string) =>
  (code: Code, message: string) =>
    findings.push({ code, media_asset_id, message })

type Problems = (code: MediaProblemCode, message: string) => void
type Warnings = (code: MediaWarningCode, message: string) => void

function checkFigures(rule: VideoRule, { width, height, duration_ms, size_bytes }: Media, problem: Problems): void {
  if (size_bytes > rule.max_bytes)
    problem('media_too_large', `The video has ${size_bytes} bytes; at most ${rule.max_bytes} are allowed.`)
  if (width === null || height === null || duration_ms === null) {
    problem('media_not_inspected', 'Width, height or duration of the video are not known: its rules were not checked.')
  }
  if (width !== null && width > rule.max_width)
    problem('media_dimensions', `The video is ${width} pixels wide; at most ${rule.max_width} are allowed.`)
  if (width !== null && rule.min_width !== undefined && width < rule.min_width)
    problem('media_dimensions', `The video is ${width} pixels wide; at least ${rule.min_width} are needed.`)
  if (width !== null && height !== null && outside(width / height, rule.ratio)) {
    const { min, max } = rule.ratio
    problem('media_dimensions', `The video is ${width} x ${height}; width to height must be ${min} to ${max}.`)
  }
  if (duration_ms !== null) {
    const { min, max } = rule.duration_ms
    if (duration_ms < min || duration_ms > max)
      problem(
        'media_duration',
        `The video lasts ${seconds(duration_ms)}; ${seconds(min)} to ${seconds(max)} are allowed.`,
      )
  }
}

function checkCoding(
  rule: VideoRule,
  { codecs, chroma, scan, frame_rate }: VideoCoding,
  video: NonNullable<Properties['video']>,
  problem: Problems,
): void {
  if (codecs && video.codec !== null && !Object.hasOwn(codecs, video.codec))
    problem('media_coding', `The video is ${video.codec}; ${oneOf(Object.values(codecs))} is allowed.`)
  if (chroma && video.chroma !== null && video.chroma !== chroma)
    problem('media_coding', `The colours of the video are ${video.chroma}; ${chroma} is allowed.`)
  if (scan && video.scan !== null && video.scan !== scan)
    problem('media_coding', `The video is ${video.scan.toLowerCase()}; it must be ${scan.toLowerCase()}.`)
  if (frame_rate && video.frame_rate !== null && outside(video.frame_rate, frame_rate)) {
    const { min, max } = frame_rate
    problem(
      'media_frame_rate',
      `The video has ${rounded(video.frame_rate)} frames a second; ${min} to ${max} are allowed.`,
    )
  }
  if (video.bit_rate !== null && above(video.bit_rate, rule.max_bit_rate)) {
    const most = megabits(rule.max_bit_rate)
    problem(
      'media_bit_rate',
      `The pictures of the video have ${megabits(video.bit_rate)}; at most ${most} are allowed.`,
    )
  }
}

function checkSound(
  { codec, max_sample_rate, max_channels, bit_rate }: NonNullable<VideoCoding['audio']>,
  audio: NonNullable<Properties['audio']>,
  problem: Problems,
  warning: Warnings,
): void {
  if (audio.codec !== null && audio.codec !== codec)
    problem('media_audio', `The sound is ${audio.codec}; ${codec} is allowed.`)
  if (audio.sample_rate !== null && audio.sample_rate > max_sample_rate)
    problem('media_audio', `The sound is sampled at ${audio.sample_rate} Hz; at most ${max_sample_rate} are allowed.`)
  if (audio.channels !== null && audio.channels > max_channels)
    problem('media_audio', `The sound has ${audio.channels} channels; 1 or ${max_channels} are allowed.`)
  if (audio.bit_rate !== null && above(audio.bit_rate, bit_rate))
    warning('media_audio', `The sound has ${kilobits(audio.bit_rate)}; the platform asks for ${kilobits(bit_rate)}.`)
}

/** The rules of the platform that could not be checked, by name. A video without sound has no sound to check. */
function unknownOf(coding: VideoCoding, { moov_first, edit_lists, video, audio }: Properties): string[] {
  const facts: Record<string, unknown> = {
    ...(coding.codecs && { codec: video?.codec }),
    ...(coding.chroma && { chroma: video?.chroma }),
    ...(coding.scan && { scan: video?.scan }),
    ...(coding.frame_rate && { 'frame rate': video?.frame_rate }),
    ...(coding.codecs && { 'bit rate': video?.bit_rate }),
    ...(coding.audio &&
      audio && {
        'codec of the sound': audio.codec,
        'sample rate': audio.sample_rate,
        channels: audio.channels,
        'bit rate of the sound': audio.bit_rate,
      }),
    ...(coding.layout && { 'place of the moov box': moov_first, 'edit lists': edit_lists }),
  }
  return Object.keys(facts).filter((name) => (facts[name] ?? null) === null)
}

/** Rules that a video sent as this breaks, each with its figures; and what the platform may mind. */
export function checkMedia(platform: PlatformId, type: ContainerType, media: Media): MediaFindings {
  const findings: MediaFindings = { problems: [], warnings: [] }
  const rule = factsOf(platform).videos[type]
  if (!rule || kindOf(media.content_type) !== 'video') return findings
  const problem = sayer(findings.problems, media.id)
  const warning = sayer(findings.warnings, media.id)
  checkFigures(rule, media, problem)
  const { properties } = media
  const said = videoCodingOf(platform, type)
  const coding = said ?? {}
  if (!properties) {
    if (said)
      warning(
        'media_not_known',
        'How the video is coded is not known: codecs, frame rate and bit rate were not checked.',
      )
    return findings
  }
  if (properties.video) checkCoding(rule, coding, properties.video, problem)
  if (properties.audio && coding.audio) checkSound(coding.audio, properties.audio, problem, warning)
  if (coding.layout && properties.moov_first === false)
    warning('media_layout', 'The moov box stands behind the media data; the platform asks for it in front.')
  if (coding.layout && properties.edit_lists)
    warning('media_layout', 'The video has edit lists; the platform asks for none.')
  const unknown = unknownOf(coding, properties)
  if (unknown.length > 0) warning('media_not_known', `Not known of the video, so not checked: ${unknown.join(', ')}.`)
  return findings
}

/** A picture as it is sent. */
export interface SentPicture {
  size_bytes: number
  width: number
  height: number
}

/** Rules that a picture breaks after its transformation. */
export function pictureProblems(
  rule: PictureRule,
  { size_bytes, width, height }: SentPicture,
  mediaId: string,
): MediaFinding<MediaProblemCode>[] {
  const found: MediaFinding<MediaProblemCode>[] = []
  const problem = sayer(found, mediaId)
  if (size_bytes > mostBytes(rule))
    problem('media_too_large', `It is sent with ${size_bytes} bytes; at most ${mostBytes(rule)} are allowed.`)
  const { minWidth, maxWidth, ratio } = rule
  if (width < minWidth || width > maxWidth)
    problem('media_dimensions', `It is sent ${width} pixels wide; ${minWidth} to ${maxWidth} are allowed.`)
  if (outside(width / height, ratio))
    problem(
      'media_dimensions',
      `It is sent ${width} x ${height}; width to height must be ${ratio.min} to ${ratio.max}.`,
    )
  return found
}
