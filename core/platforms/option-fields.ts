// The platforms' options as requests have them, one row each.
import type * as z from 'zod/mini'
import { fields as bluesky } from './bluesky/options-fields.ts'
import { fields as facebook } from './facebook/options-fields.ts'
import type { PlatformId } from './facts.ts'
import { fields as instagram } from './instagram/options-fields.ts'
import { fields as mastodon } from './mastodon/options-fields.ts'
import { fields as threads } from './threads/options-fields.ts'

export interface OptionFields {
  /** All of them, in one object. */
  options: z.ZodMiniLazy<z.ZodMiniObject>
  /** Options whose entries may stand with a medium: the schema of one entry, and the most of them on one medium. */
  on_media?: Readonly<Record<string, { entry: z.ZodMiniType; most: number }>>
}

const FIELDS: Partial<Record<PlatformId, OptionFields>> = { instagram, threads, bluesky, mastodon, facebook }

export const optionFieldsOf = (id: PlatformId): OptionFields | undefined => FIELDS[id]
