import { type FormEvent, useState } from 'react'
import usageTexts from '../../i18n/en/usage.ts'
import { useFormats } from '../../i18n/format.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Field } from '../../parts/field.tsx'
import { lastDays, type Period, periodProblem } from './usage-period.ts'

const LASTS = [1, 7, 30, 90] as const

/** Chooses the days that are looked at. */
export function PeriodForm({ period, onChange }: { period: Period; onChange: (period: Period) => void }) {
  const text = useTexts('usage', usageTexts)
  const formats = useFormats()
  const [given, setGiven] = useState(period)
  const [shown, setShown] = useState(period)
  // The address leads to other days, as going back does.
  if (shown.from !== period.from || shown.to !== period.to) {
    setShown(period)
    setGiven(period)
  }
  const [tried, setTried] = useState(false)
  const problem = tried ? periodProblem(given) : null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (periodProblem(given) === null) onChange(given)
  }
  const last = (days: number) => {
    const next = lastDays(days, Date.now())
    setGiven(next)
    onChange(next)
  }
  return (
    <form className="period" onSubmit={submit} noValidate>
      <Field
        label={text.from}
        problem={problem === 'wrong' ? text.wrongPeriod : problem === 'too_long' ? text.tooLong : undefined}
      >
        {(control) => (
          <input
            {...control}
            type="date"
            value={given.from}
            onChange={({ target }) => setGiven({ ...given, from: target.value })}
          />
        )}
      </Field>
      <Field label={text.to}>
        {(control) => (
          <input
            {...control}
            type="date"
            value={given.to}
            onChange={({ target }) => setGiven({ ...given, to: target.value })}
          />
        )}
      </Field>
      <button type="submit" className="button">
        {text.show}
      </button>
      <span className="actions">
        {LASTS.map((days) => (
          <button type="button" key={days} className="button plain" onClick={() => last(days)}>
            {days === 1 ? text.today : text.last(formats.number(days))}
          </button>
        ))}
      </span>
    </form>
  )
}
