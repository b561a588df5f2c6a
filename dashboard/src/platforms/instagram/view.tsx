import { Field } from '../../parts/field.tsx'
import type { OptionFieldsProps, PlatformView } from '../platform-view.ts'
import { useInstagramTexts } from './instagram-texts.ts'

function Fields({ values, onChange }: OptionFieldsProps) {
  const text = useInstagramTexts()
  return (
    <Field label={text.firstComment} hint={text.firstCommentHint} optional>
      {(control) => (
        <input
          {...control}
          value={values.first_comment ?? ''}
          onChange={({ target }) => onChange({ first_comment: target.value })}
        />
      )}
    </Field>
  )
}

export const instagram: PlatformView = {
  preview: { foldsAt: 125, shape: 'portrait' },
  options: { names: ['first_comment'], fit: (type) => type === 'feed' || type === 'reels', Fields },
}
