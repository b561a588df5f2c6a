// How each platform is called: one row per platform, as in `facts.ts`.
import type { PlatformId } from './facts.ts'
import { instagram } from './instagram/connector.ts'
import type { Platform } from './platform.ts'
import { threads } from './threads/connector.ts'

export const CONNECTORS: Record<PlatformId, Platform> = { instagram, threads }

export const platformOf = (id: PlatformId): Platform => CONNECTORS[id]
