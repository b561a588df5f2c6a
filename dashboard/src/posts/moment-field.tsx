import postsTexts from '../i18n/en/posts.ts'
import { useFormats } from '../i18n/format.ts'
import { useTexts } from '../i18n/texts.ts'
import { Field } from '../parts/field.tsx'
import { momentOf, zoneHere } from './wall-time.ts'

/** The problem of a future time: "2027-03-28T10:30" on the clock here. */
export function useWrongTime(): (wall: string) => string | undefined {
  const text = useTexts('posts', postsTexts)
  return (wall) => {
    const chosen = momentOf(wall)
    return chosen === null ? text.timeRequired : chosen.at <= Date.now() ? text.timePast : undefined
  }
}

interface MomentFieldProps {
  wall: string
  onChange: (wall: string) => void
  problem: string | undefined
}

/** A date and a time on the clock here, with what the clocks do then where they change. */
export function MomentField({ wall, onChange, problem }: MomentFieldProps) {
  const text = useTexts('posts', postsTexts)
  const formats = useFormats()
  const chosen = momentOf(wall)
  const odd =
    chosen?.is === 'skipped'
      ? text.timeSkipped(formats.dateTime(chosen.at))
      : chosen?.is === 'twice'
        ? text.timeTwice
        : undefined
  return (
    <Field label={text.dateAndTime} hint={odd ?? text.zone(zoneHere())} problem={problem}>
      {(control) => (
        <input {...control} type="datetime-local" value={wall} onChange={({ target }) => onChange(target.value)} />
      )}
    </Field>
  )
}
