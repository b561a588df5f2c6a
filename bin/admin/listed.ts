// Platforms whose accounts are only listed: nothing is published there.
import { isPublishing, PROVIDERS } from '../../core/platforms/providers.ts'

export const LISTED = PROVIDERS.map(({ name }) => name).filter((name) => !isPublishing(name))
