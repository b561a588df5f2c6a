import approvalsTexts from '../i18n/en/approvals.ts'
import { useTexts } from '../i18n/texts.ts'
import { Field } from '../parts/field.tsx'

interface CommentFieldProps {
  hint?: string
  problem?: string
  comment: string
  onChange: (comment: string) => void
}

/** The comment on a post that waits for approval, as long as the API takes one. */
export function CommentField({ hint, problem, comment, onChange }: CommentFieldProps) {
  const text = useTexts('approvals', approvalsTexts)
  return (
    <Field label={text.comment} hint={hint} problem={problem}>
      {(control) => (
        <textarea
          {...control}
          rows={3}
          maxLength={2000}
          value={comment}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}
