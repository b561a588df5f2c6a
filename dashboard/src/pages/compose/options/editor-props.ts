import type { PlatformId } from '../../../../../core/platforms/facts.ts'
import type { Connection } from '../../../api/schemas.ts'
import type { FieldOf, Kind, Written } from '../../../platforms/option-kinds.ts'
import type { Draft } from '../draft.ts'

/** What the field of an option is given. */
export interface EditorProps<K extends Kind> {
  field: FieldOf<K>
  /** The option with its platform, as it is read out. */
  label: string
  written: Written[K] | undefined
  onChange: (written: Written[K] | undefined) => void
  /** The id of what is to be known of it. */
  described: string | undefined
  /** What its values are called. */
  values: Readonly<Record<string, string>>
  /** What is done where nothing is chosen. */
  usual: string
  platform: PlatformId
  draft: Draft
  /** Those of the platform that the post goes to. */
  accounts: readonly Connection[]
}
