// How platforms say that video must be coded (platform-apis, section 6; platforms-next, sections 1.3 and 3.3). Apart from their facts,
// which the dashboard loads. A platform that is absent says nothing of it.
import type { ContainerType } from '../../platforms/enumerations.ts'
import type { PlatformId } from '../../platforms/facts.ts'
import type { VideoCoding } from '../../platforms/platform-facts.ts'

const META: VideoCoding = {
  codecs: { AVC: 'H.264', HEVC: 'HEVC' },
  chroma: '4:2:0',
  scan: 'Progressive',
  frame_rate: { min: 23, max: 60 },
  audio: { codec: 'AAC', max_sample_rate: 48_000, max_channels: 2, bit_rate: 128_000 },
  layout: true,
}
const FACEBOOK: VideoCoding = {
  codecs: { ...META.codecs, VP9: 'VP9', AV1: 'AV1' },
  frame_rate: { min: 24, max: 60 },
  audio: META.audio,
}

export const CODING_RULES: Partial<Record<PlatformId, Partial<Record<ContainerType, VideoCoding>>>> = {
  instagram: { reel: META, video: META, story_video: META },
  threads: { video: META },
  facebook: { reel: FACEBOOK, story_video: FACEBOOK },
  mastodon: { video: { frame_rate: { min: 0, max: 120 } } },
}
