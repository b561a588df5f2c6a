import { useId } from 'react'
import { useFormats } from '../../i18n/format.ts'
import { Field } from '../../parts/field.tsx'
import { momentOf, zoneHere } from '../../posts/wall-time.ts'
import { useComposeTexts } from './compose-texts.ts'
import type { Draft } from './draft.ts'

interface TimeChoiceProps {
  draft: Draft
  problem: string | undefined
  onChange: (more: Partial<Draft>) => void
}

/** Now, or at a time of the clock here, whose zone stands beside it. */
export function TimeChoice({ draft, problem, onChange }: TimeChoiceProps) {
  const text = useComposeTexts()
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
          {(['now', 'later'] as const).map((when) => (
            <label className="choice" key={when}>
              <input type="radio" name="when" checked={draft.when === when} onChange={() => onChange({ when })} />
              {text.whens[when]}
            </label>
          ))}
        </div>
      </div>
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
