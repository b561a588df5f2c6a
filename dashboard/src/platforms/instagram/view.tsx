import instagramTexts from '../../i18n/en/instagram.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Field } from '../../parts/field.tsx'
import type { OptionFieldsProps, PlatformView } from '../platform-view.ts'

function Fields({ values, onChange }: OptionFieldsProps) {
  const text = useTexts('instagram', instagramTexts)
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
