import type { RefObject } from 'react'
import postsTexts from '../../i18n/en/posts.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Field } from '../../parts/field.tsx'

interface TimeFieldProps {
  label: string
  hint: string
  /** The field itself: a time that is half written has no value yet. */
  field: RefObject<HTMLInputElement | null>
  /** A time of the clock here: "2027-03-28T10:30"; '' for none. */
  at: string
  /** Somebody wanted to send it with a day without an hour, or an hour without a day. */
  unfinished: boolean
  onChange: (at: string) => void
  /** The person wrote in it, perhaps without a value that changed. */
  onLook?: () => void
}

/** A time that may be left out. */
export function TimeField({ label, hint, field, at, unfinished, onChange, onLook }: TimeFieldProps) {
  const posts = useTexts('posts', postsTexts)
  return (
    <Field label={label} hint={hint} problem={unfinished ? posts.timeRequired : undefined} optional>
      {(control) => (
        <input
          {...control}
          ref={field}
          type="datetime-local"
          value={at}
          onChange={({ target }) => onChange(target.value)}
          onKeyUp={onLook}
          onBlur={onLook}
        />
      )}
    </Field>
  )
}
