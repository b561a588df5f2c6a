// How Facebook says that a reel and a story must be coded (platforms-next, section 1.3); of other videos it says nothing.
import { META_CODING } from '../meta/video-coding.ts'
import type { VideoCoding, VideoCodings } from '../platform-facts.ts'

const CODING: VideoCoding = {
  codecs: { ...META_CODING.codecs, VP9: 'VP9', AV1: 'AV1' },
  frame_rate: { min: 24, max: 60 },
  audio: META_CODING.audio,
}

export const codings: VideoCodings = { reel: CODING, story_video: CODING }
