// The platforms' published rules for video, at their edges.
import { describe, expect, it } from 'vitest'
import { checkMedia } from '../../../core/domain/posts/check-media.ts'
import { mediaOf } from '../../support/domain.ts'

const MB = 1024 * 1024
const video = (given: Parameters<typeof mediaOf>[0] = {}) =>
  mediaOf({ content_type: 'video/mp4', width: 1080, height: 1920, duration_ms: 10_000, ...given })
const codes = (...given: Parameters<typeof checkMedia>) => checkMedia(...given).problems.map(({ code }) => code)

describe('rules of video', () => {
  it.each([
    ['instagram', 'reel', { duration_ms: 3000 }, []],
    ['instagram', 'reel', { duration_ms: 2999 }, ['media_duration']],
    ['instagram', 'reel', { duration_ms: 900_000 }, []],
    ['instagram', 'reel', { duration_ms: 900_001 }, ['media_duration']],
    ['instagram', 'reel', { width: 1920, height: 1080 }, []],
    ['instagram', 'reel', { width: 1921, height: 1080 }, ['media_dimensions']],
    ['instagram', 'reel', { size_bytes: 300 * MB }, []],
    ['instagram', 'reel', { size_bytes: 300 * MB + 1 }, ['media_too_large']],
    ['instagram', 'video', { width: 1080, height: 1350 }, []],
    ['instagram', 'video', { width: 1080, height: 1920 }, ['media_dimensions']],
    ['instagram', 'story_video', { duration_ms: 60_000 }, []],
    ['instagram', 'story_video', { duration_ms: 60_001 }, ['media_duration']],
    ['instagram', 'story_video', { size_bytes: 100 * MB + 1 }, ['media_too_large']],
    ['threads', 'video', { duration_ms: 300_000 }, []],
    ['threads', 'video', { duration_ms: 300_001 }, ['media_duration']],
    ['threads', 'video', { duration_ms: 0 }, ['media_duration']],
    ['threads', 'video', { width: 1000, height: 99 }, ['media_dimensions']],
    ['threads', 'video', { width: null, height: null, duration_ms: null }, ['media_not_inspected']],
    [
      'instagram',
      'story_video',
      { width: 3840, height: 100, duration_ms: 1 },
      ['media_dimensions', 'media_dimensions', 'media_duration'],
    ],
  ] as const)('%s %s %j', (platform, type, given, expected) => {
    expect(codes(platform, type, video(given))).toEqual(expected)
  })

  it('are not those of pictures, which are sent as a variant that fits', () => {
    expect(codes('instagram', 'image', mediaOf({ width: 9000, height: 10 }))).toEqual([])
    expect(codes('instagram', 'story_image', mediaOf())).toEqual([])
  })
})
