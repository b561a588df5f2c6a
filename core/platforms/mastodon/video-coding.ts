// How Mastodon says that a video must be coded (platforms-next, section 3.3).
import type { VideoCodings } from '../platform-facts.ts'

export const codings: VideoCodings = { video: { frame_rate: { min: 0, max: 120 } } }
