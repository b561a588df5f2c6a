// The platforms' options as requests have them, one row each.
import type * as z from 'zod/mini'
import type { PlatformId } from './facts.ts'
import { fields as instagram } from './instagram/options-fields.ts'
import { fields as threads } from './threads/options-fields.ts'

export interface OptionFields {
  /** All of them, in one object. */
  options: z.ZodMiniLazy<z.ZodMiniObject>
  /** Of options whose entries may stand with a medium: one entry, and the most of them on one medium. */
  on_media?: Readonly<Record<string, { entry: z.ZodMiniType; most: number }>>
}

const FIELDS: Partial<Record<PlatformId, OptionFields>> = { instagram, threads }

export const optionFieldsOf = (id: PlatformId): OptionFields | undefined => FIELDS[id]
