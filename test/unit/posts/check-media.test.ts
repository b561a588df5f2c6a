// The platforms' published rules for video, at their edges.
import { describe, expect, it } from 'vitest'
import type { Properties } from '../../../core/media/rules/media-properties.ts'
import type { ContainerType } from '../../../core/platforms/enumerations.ts'
import { FACTS, type PlatformId } from '../../../core/platforms/facts.ts'
import { checkMedia, pictureProblems } from '../../../core/posts/rules/check-media.ts'
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

describe('how video is coded', () => {
  type Change = { [K in 'video' | 'audio']?: Partial<NonNullable<Properties[K]>> } & {
    moov_first?: boolean | null
    edit_lists?: boolean | null
  }
  const properties = ({ video, audio, ...rest }: Change = {}): Properties => ({
    format: 'MPEG-4',
    moov_first: true,
    edit_lists: false,
    video: {
      codec: 'AVC',
      profile: 'High',
      chroma: '4:2:0',
      scan: 'Progressive',
      frame_rate: 30,
      bit_rate: 8_000_000,
      ...video,
    },
    audio: { codec: 'AAC', sample_rate: 48_000, channels: 2, bit_rate: 128_000, ...audio },
    picture: null,
    ...rest,
  })
  const found = (platform: 'instagram' | 'threads', type: 'reel' | 'story_video' | 'video', change: Change) =>
    checkMedia(platform, type, video({ properties: properties(change) }))

  it.each<[string, 'instagram' | 'threads', 'reel' | 'story_video' | 'video', Change, string[]]>([
    ['what both take', 'instagram', 'reel', {}, []],
    ['what both take', 'threads', 'video', {}, []],
    ['HEVC', 'instagram', 'reel', { video: { codec: 'HEVC' } }, []],
    ['VP9', 'instagram', 'reel', { video: { codec: 'VP9' } }, ['media_coding']],
    ['ProRes', 'threads', 'video', { video: { codec: 'ProRes', chroma: '4:2:2' } }, ['media_coding', 'media_coding']],
    ['4:4:4', 'instagram', 'story_video', { video: { chroma: '4:4:4' } }, ['media_coding']],
    ['interlaced', 'threads', 'video', { video: { scan: 'Interlaced' } }, ['media_coding']],
    ['a film', 'instagram', 'reel', { video: { frame_rate: 23.976 } }, []],
    ['23', 'instagram', 'reel', { video: { frame_rate: 23 } }, []],
    ['too slow', 'instagram', 'reel', { video: { frame_rate: 22.5 } }, ['media_frame_rate']],
    ['60', 'threads', 'video', { video: { frame_rate: 60.02 } }, []],
    ['too fast', 'threads', 'video', { video: { frame_rate: 61 } }, ['media_frame_rate']],
    ['25 Mbps', 'instagram', 'reel', { video: { bit_rate: 25_000_000 } }, []],
    ['over 25 Mbps', 'instagram', 'reel', { video: { bit_rate: 26_000_000 } }, ['media_bit_rate']],
    ['over 25 Mbps', 'instagram', 'story_video', { video: { bit_rate: 26_000_000 } }, ['media_bit_rate']],
    [
      'over 25 Mbps in a carousel',
      'instagram',
      'video',
      { video: { bit_rate: 26_000_000 } },
      ['media_dimensions', 'media_bit_rate'],
    ],
    ['100 Mbps', 'threads', 'video', { video: { bit_rate: 100_000_000 } }, []],
    ['over 100 Mbps', 'threads', 'video', { video: { bit_rate: 101_000_000 } }, ['media_bit_rate']],
    ['another sound', 'instagram', 'reel', { audio: { codec: 'Opus' } }, ['media_audio']],
    ['96 kHz', 'threads', 'video', { audio: { sample_rate: 96_000 } }, ['media_audio']],
    ['mono', 'threads', 'video', { audio: { channels: 1 } }, []],
    ['5.1', 'instagram', 'reel', { audio: { channels: 6 } }, ['media_audio']],
  ])('%s on %s as %s: %j', (_, platform, type, change, problems) => {
    expect(found(platform, type, change).problems.map(({ code }) => code)).toEqual(problems)
    expect(found(platform, type, change).warnings).toEqual([])
  })

  // Their documents say nothing of it: they code videos themselves.
  const odd: Change = {
    video: { codec: 'AV1', chroma: '4:4:4', scan: 'Interlaced', frame_rate: 12 },
    moov_first: false,
  }
  it.each<[PlatformId, ContainerType, Change, string[]]>([
    ['bluesky', 'video', { ...odd, audio: { codec: 'Opus', channels: 6 }, edit_lists: true }, []],
    ['mastodon', 'video', { ...odd, audio: { codec: 'Opus', channels: 6 }, edit_lists: true }, []],
    ['mastodon', 'video', { video: { frame_rate: 120 } }, []],
    ['mastodon', 'video', { video: { frame_rate: 125 } }, ['media_frame_rate']],
    ['facebook', 'video', odd, []],
    ['facebook', 'reel', { video: { codec: 'AV1' } }, []],
    ['facebook', 'reel', { video: { codec: 'VP9', frame_rate: 24 } }, []],
    ['facebook', 'reel', { video: { codec: 'ProRes', frame_rate: 23 } }, ['media_coding', 'media_frame_rate']],
    ['facebook', 'story_video', { audio: { codec: 'Opus' } }, ['media_audio']],
  ])('is held to what %s says of it as %s: %j', (platform, type, change, problems) => {
    const { problems: told, warnings } = checkMedia(platform, type, video({ properties: properties(change) }))
    expect([told.map(({ code }) => code), warnings]).toEqual([problems, []])
  })

  it.each(['bluesky', 'mastodon'] as const)('is not missed where %s asks for nothing that is not known', (platform) => {
    const unknown = properties({ video: { codec: null, chroma: null, bit_rate: null }, edit_lists: null })
    expect(checkMedia(platform, 'video', video({ properties: unknown })).warnings).toEqual([])
  })

  it('is told with its figures', () => {
    expect(found('instagram', 'reel', { video: { codec: 'VP9', frame_rate: 119.88, bit_rate: 40_400_000 } })).toEqual({
      problems: [
        {
          code: 'media_coding',
          media_asset_id: expect.any(String),
          message: 'The video is VP9; H.264 or HEVC is allowed.',
        },
        {
          code: 'media_frame_rate',
          media_asset_id: expect.any(String),
          message: 'The video has 119.88 frames a second; 23 to 60 are allowed.',
        },
        {
          code: 'media_bit_rate',
          media_asset_id: expect.any(String),
          message: 'The pictures of the video have 40.4 Mbps; at most 25 Mbps are allowed.',
        },
      ],
      warnings: [],
    })
  })

  it.each<[string, Change, string, RegExp]>([
    ['a late moov', { moov_first: false }, 'media_layout', /moov/],
    ['edit lists', { edit_lists: true }, 'media_layout', /edit lists/],
    ['much sound', { audio: { bit_rate: 192_000 } }, 'media_audio', /192 kbps.*128 kbps/],
    ['what is not known', { video: { scan: null }, edit_lists: null }, 'media_not_known', /: scan, edit lists\.$/],
  ])('%s is a warning, not a problem', (_, change, code, message) => {
    expect(found('threads', 'video', change)).toEqual({
      problems: [],
      warnings: [{ code, media_asset_id: expect.any(String), message: expect.stringMatching(message) }],
    })
  })

  it('without sound has nothing to check of it', () => {
    const silent = video({ properties: { ...properties(), audio: null } })
    expect(checkMedia('threads', 'video', silent)).toEqual({ problems: [], warnings: [] })
  })

  it.each([undefined, null])('is not known of an asset that was not looked into: %s', (unknown) => {
    expect(checkMedia('instagram', 'reel', video({ properties: unknown }))).toEqual({
      problems: [],
      warnings: [{ code: 'media_not_known', media_asset_id: expect.any(String), message: expect.any(String) }],
    })
  })
})

describe('rules of pictures as they are sent', () => {
  it.each([
    ['instagram', 'feed', { width: 1440, height: 1800, size_bytes: 8_000_000 }, []],
    ['instagram', 'feed', { width: 1440, height: 1800, size_bytes: 8_000_001 }, ['media_too_large']],
    ['instagram', 'feed', { width: 1441, height: 1441, size_bytes: 1 }, ['media_dimensions']],
    ['instagram', 'feed', { width: 319, height: 319, size_bytes: 1 }, ['media_dimensions']],
    ['instagram', 'feed', { width: 1080, height: 1400, size_bytes: 1 }, ['media_dimensions']],
    ['threads', 'carousel', { width: 1080, height: 1400, size_bytes: 1 }, []],
    ['instagram', 'story', { width: 1080, height: 1920, size_bytes: 1 }, []],
  ] as const)('%s %s %j', (platform, use, sent, expected) => {
    expect(pictureProblems(FACTS[platform].picture_of[use], sent, 'id').map(({ code }) => code)).toEqual(expected)
  })
})
