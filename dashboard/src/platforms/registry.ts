// The platforms as the composer shows them: a row each.
import type { PlatformId } from '../../../core/platforms/facts.ts'
import { bluesky } from './bluesky/view.tsx'
import { facebook } from './facebook/view.tsx'
import { instagram } from './instagram/view.tsx'
import { mastodon } from './mastodon/view.tsx'
import type { PlatformView } from './platform-view.ts'
import { threads } from './threads/view.tsx'

export const PLATFORM_VIEWS: Readonly<Record<PlatformId, PlatformView>> = {
  instagram,
  threads,
  bluesky,
  mastodon,
  facebook,
}
