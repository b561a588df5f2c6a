// The platforms as the composer shows them: a row each.
import type { PlatformId } from '../../../core/platforms/facts.ts'
import { instagram } from './instagram/view.tsx'
import type { PlatformView } from './platform-view.ts'
import { threads } from './threads/view.tsx'

export const PLATFORM_VIEWS: Readonly<Record<PlatformId, PlatformView>> = { instagram, threads }
