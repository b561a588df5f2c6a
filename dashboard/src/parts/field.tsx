// A labelled field with its hint and its problem, which the field names for those who do not see them.

import { type ReactNode, useId } from 'react'
import partsTexts from '../i18n/en/parts.ts'
import { useTexts } from '../i18n/texts.ts'
import './field.css'

interface FieldProps {
  label: string
  hint?: ReactNode
  problem?: string | undefined
  optional?: boolean
  /** Draws the control with these attributes. */
  children: (control: {
    id: string
    'aria-describedby': string | undefined
    'aria-invalid': true | undefined
  }) => ReactNode
}

export function Field({ label, hint, problem, optional = false, children }: FieldProps) {
  const id = useId()
  const text = useTexts('parts', partsTexts)
  const described = [
    hint === undefined ? [] : [`${id}-hint`],
    optional ? [`${id}-optional`] : [],
    problem === undefined ? [] : [`${id}-problem`],
  ].flat()
  return (
    <div className="field">
      <div className="label">
        <label htmlFor={id}>{label}</label>
        {optional && (
          <span className="quiet" id={`${id}-optional`}>
            {text.optional}
          </span>
        )}
      </div>
      {children({
        id,
        'aria-describedby': described.length === 0 ? undefined : described.join(' '),
        'aria-invalid': problem === undefined ? undefined : true,
      })}
      {hint !== undefined && (
        <p className="quiet" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {problem !== undefined && (
        <p className="field-problem" id={`${id}-problem`} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
