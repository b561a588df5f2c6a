// How each platform is called: one row per platform, as in `facts.ts`.

import { bluesky } from './bluesky/connector.ts'
import type { Connector } from './connector.ts'
import { facebook } from './facebook/connector.ts'
import type { PlatformId } from './facts.ts'
import { instagram } from './instagram/connector.ts'
import { mastodon } from './mastodon/connector.ts'
import { threads } from './threads/connector.ts'

export const CONNECTORS: Record<PlatformId, Connector> = { instagram, threads, bluesky, mastodon, facebook }

export const platformOf = (id: PlatformId): Connector => CONNECTORS[id]
