// How the platforms say that video must be coded, a row each. A platform that has no row here says nothing of it. Apart from their
// facts, which the dashboard loads.
import type { ContainerType } from './enumerations.ts'
import { codings as facebook } from './facebook/video-coding.ts'
import type { PlatformId } from './facts.ts'
import { codings as instagram } from './instagram/video-coding.ts'
import { codings as mastodon } from './mastodon/video-coding.ts'
import type { VideoCoding, VideoCodings } from './platform-facts.ts'
import { codings as threads } from './threads/video-coding.ts'

const CODINGS: Partial<Record<PlatformId, VideoCodings>> = { instagram, threads, mastodon, facebook }

/** @returns undefined where the platform says nothing of videos that are sent so. */
export const videoCodingOf = (id: PlatformId, type: ContainerType): VideoCoding | undefined => CODINGS[id]?.[type]
