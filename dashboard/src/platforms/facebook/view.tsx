import facebookTexts from '../../i18n/en/facebook.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Field } from '../../parts/field.tsx'
import type { OptionFieldsProps, PlatformView } from '../platform-view.ts'

function Fields({ values, onChange }: OptionFieldsProps) {
  const text = useTexts('facebook', facebookTexts)
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

export const facebook: PlatformView = {
  preview: { captionFirst: true, foldsAt: 477, shape: 'free' },
  options: { names: ['first_comment'], fit: (type) => type !== 'stories', Fields },
}
