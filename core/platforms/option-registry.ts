// The platforms' options, one row each: where each option is allowed, what it needs, and how it is sent. A platform that has
// no row here has no options. Their schemas are apart from these, in `option-fields.ts`: few requests need them.
import { options as bluesky } from './bluesky/options.ts'
import { options as facebook } from './facebook/options.ts'
import type { PlatformId } from './facts.ts'
import { options as instagram } from './instagram/options.ts'
import { options as mastodon } from './mastodon/options.ts'
import type { AnyOptions } from './options.ts'
import { options as threads } from './threads/options.ts'

const OPTIONS: Partial<Record<PlatformId, AnyOptions>> = { instagram, threads, bluesky, mastodon, facebook }

const NONE: AnyOptions = { rows: {} }

export const optionsOf = (id: PlatformId): AnyOptions => OPTIONS[id] ?? NONE
