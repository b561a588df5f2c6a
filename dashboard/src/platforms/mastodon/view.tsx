import { VISIBILITIES } from '../../../../core/platforms/mastodon/enumerations.ts'
import mastodonTexts from '../../i18n/en/mastodon.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Field } from '../../parts/field.tsx'
import type { OptionFieldsProps, PlatformView } from '../platform-view.ts'

function Fields({ values, onChange }: OptionFieldsProps) {
  const text = useTexts('mastodon', mastodonTexts)
  return (
    <>
      <Field label={text.visibility}>
        {(control) => (
          <select
            {...control}
            value={values.visibility ?? ''}
            onChange={({ target }) => onChange({ visibility: target.value })}
          >
            <option value="">{text.visibilityAsUsual}</option>
            {VISIBILITIES.map((each) => (
              <option key={each} value={each}>
                {text.visibilities[each]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={text.contentWarning} hint={text.contentWarningHint} optional>
        {(control) => (
          <input
            {...control}
            maxLength={500}
            value={values.content_warning ?? ''}
            onChange={({ target }) => onChange({ content_warning: target.value })}
          />
        )}
      </Field>
      <Field label={text.language} hint={text.languageHint} optional>
        {(control) => (
          <input
            {...control}
            maxLength={7}
            value={values.language ?? ''}
            onChange={({ target }) => onChange({ language: target.value })}
          />
        )}
      </Field>
    </>
  )
}

export const mastodon: PlatformView = {
  preview: { captionFirst: true, shape: 'free' },
  options: {
    names: ['visibility', 'content_warning', 'language'],
    counted: 'content_warning',
    fit: () => true,
    Fields,
  },
}
