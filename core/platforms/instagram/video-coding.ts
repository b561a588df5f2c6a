import { META_CODING } from '../meta/video-coding.ts'
import type { VideoCodings } from '../platform-facts.ts'

export const codings: VideoCodings = { reel: META_CODING, video: META_CODING, story_video: META_CODING }
