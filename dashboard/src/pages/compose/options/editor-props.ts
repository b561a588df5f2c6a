import type { PlatformId } from '../../../../../core/platforms/facts.ts'
import type { Connection } from '../../../api/schemas.ts'
import type { FieldOf, Kind, Written } from '../../../platforms/option-kinds.ts'
import type { Draft } from '../draft.ts'

/** The properties of an option's field. */
export interface EditorProps<K extends Kind> {
  field: FieldOf<K>
  /** The option with its platform, as it is read out. */
  label: string
  written: Written[K] | undefined
  onChange: (written: Written[K] | undefined) => void
  /** The id of the element that describes it. */
  described: string | undefined
  /** What of its value the service refused, as a request names it: ".options[2]"; empty for all of it. Undefined for nothing. */
  wrong: string | undefined
  /** Names of its values. */
  values: Readonly<Record<string, string>>
  /** The effect where nothing is chosen. */
  usual: string
  platform: PlatformId
  draft: Draft
  /** Those of the platform that the post goes to. */
  accounts: readonly Connection[]
}
