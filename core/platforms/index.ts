// The registry: one row per platform that posts can be published to.
import type { PlatformId } from '../contract.ts'
import { instagram } from './instagram/index.ts'
import type { Platform } from './platform.ts'
import { threads } from './threads/index.ts'

export const PLATFORMS: Record<PlatformId, Platform> = { instagram, threads }

export const platformOf = (id: PlatformId): Platform => PLATFORMS[id]
