// Names of platforms, from their facts.
import { byPlatform, PLATFORM_IDS, type PlatformId } from '../../../core/platforms/facts.ts'

export const PLATFORM_NAMES: Readonly<Record<PlatformId, string>> = byPlatform(({ display_name }) => display_name)

export const isPlatform = (name: string): name is PlatformId => (PLATFORM_IDS as readonly string[]).includes(name)
