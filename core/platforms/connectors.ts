// How each platform is called: one row per platform, as in `facts.ts`.

import type { Connector } from './connector.ts'
import type { PlatformId } from './facts.ts'
import { instagram } from './instagram/connector.ts'
import { threads } from './threads/connector.ts'

export const CONNECTORS: Record<PlatformId, Connector> = { instagram, threads }

export const platformOf = (id: PlatformId): Connector => CONNECTORS[id]
