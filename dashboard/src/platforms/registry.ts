// The platforms as the composer shows them: a row each.
import type { PlatformId } from '../../../core/platforms/facts.ts'
import { bluesky } from './bluesky/view.ts'
import { facebook } from './facebook/view.ts'
import { instagram } from './instagram/view.ts'
import { mastodon } from './mastodon/view.ts'
import type { PlatformView } from './platform-view.ts'
import { threads } from './threads/view.ts'

export const PLATFORM_VIEWS: Readonly<Record<PlatformId, PlatformView>> = {
  instagram,
  threads,
  bluesky,
  mastodon,
  facebook,
}
