import { useId } from 'react'
import type { Connection } from '../../api/schemas.ts'
import composeTexts from '../../i18n/en/compose.ts'
import { useFormats } from '../../i18n/format.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Field } from '../../parts/field.tsx'
import { momentOf, zoneHere } from '../../posts/wall-time.ts'
import { NextSlot } from '../../slots/next-slot.tsx'
import type { Draft } from './draft.ts'

interface TimeChoiceProps {
  draft: Draft
  chosen: readonly Connection[]
  /** When the service says that it goes out, Unix milliseconds. */
  told: number | null
  problem: string | undefined
  onChange: (more: Partial<Draft>) => void
}

/** Now, in the next free slot of the accounts, or at a time of the clock here, whose zone stands beside it. */
export function TimeChoice({ draft, chosen, told, problem, onChange }: TimeChoiceProps) {
  const text = useTexts('compose', composeTexts)
  const formats = useFormats()
  const heading = useId()
  const moment = momentOf(draft.wall)
  const hint =
    moment?.is === 'skipped'
      ? text.timeSkipped(formats.dateTime(moment.at))
      : moment?.is === 'twice'
        ? text.timeTwice
        : moment
          ? text.goesOut(formats.dateTime(moment.at), zoneHere())
          : text.zone(zoneHere())
  return (
    <div className="card stack">
      <div role="radiogroup" aria-labelledby={heading}>
        <h2 id={heading}>{text.when}</h2>
        <div className="row">
          {(['now', 'later', 'slot'] as const).map((when) => (
            <label className="choice" key={when}>
              <input type="radio" name="when" checked={draft.when === when} onChange={() => onChange({ when })} />
              {text.whens[when]}
            </label>
          ))}
        </div>
      </div>
      {draft.when === 'slot' && <NextSlot chosen={chosen} told={told} />}
      {draft.when === 'later' && (
        <Field label={text.dateAndTime} hint={hint} problem={problem}>
          {(control) => (
            <input
              {...control}
              type="datetime-local"
              value={draft.wall}
              onChange={({ target }) => onChange({ wall: target.value })}
            />
          )}
        </Field>
      )}
    </div>
  )
}
