import { REPLY_CONTROLS } from '../../../../core/platforms/threads/enumerations.ts'
import threadsTexts from '../../i18n/en/threads.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Field } from '../../parts/field.tsx'
import type { OptionFieldsProps, PlatformView } from '../platform-view.ts'

function Fields({ values, onChange }: OptionFieldsProps) {
  const text = useTexts('threads', threadsTexts)
  return (
    <>
      <Field label={text.topic} optional>
        {(control) => (
          <input
            {...control}
            maxLength={50}
            value={values.topic_tag ?? ''}
            onChange={({ target }) => onChange({ topic_tag: target.value })}
          />
        )}
      </Field>
      <Field label={text.replies}>
        {(control) => (
          <select
            {...control}
            value={values.reply_control ?? ''}
            onChange={({ target }) => onChange({ reply_control: target.value })}
          >
            <option value="">{text.repliesAsUsual}</option>
            {REPLY_CONTROLS.map((each) => (
              <option key={each} value={each}>
                {text.replyControls[each]}
              </option>
            ))}
          </select>
        )}
      </Field>
    </>
  )
}

export const threads: PlatformView = {
  preview: { captionFirst: true, shape: 'free' },
  options: { names: ['topic_tag', 'reply_control'], fit: () => true, Fields },
}
