import { META_CODING } from '../meta/video-coding.ts'
import type { VideoCodings } from '../platform-facts.ts'

export const codings: VideoCodings = { video: META_CODING }
