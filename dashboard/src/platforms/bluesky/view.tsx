import { CONTENT_LABELS, QUOTES_FROM, REPLIES_FROM } from '../../../../core/platforms/bluesky/enumerations.ts'
import blueskyTexts from '../../i18n/en/bluesky.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Field } from '../../parts/field.tsx'
import type { OptionFieldsProps, PlatformView } from '../platform-view.ts'

interface ChoiceProps<Value extends string> extends OptionFieldsProps {
  name: string
  label: string
  /** The choice where none was made. */
  usual: string
  values_of: readonly Value[]
  words: Readonly<Record<Value, string>>
}

function Choice<Value extends string>({ name, label, usual, values_of, words, values, onChange }: ChoiceProps<Value>) {
  return (
    <Field label={label}>
      {(control) => (
        <select {...control} value={values[name] ?? ''} onChange={({ target }) => onChange({ [name]: target.value })}>
          <option value="">{usual}</option>
          {values_of.map((each) => (
            <option key={each} value={each}>
              {words[each]}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** Without a choice everybody may. */
const others = <Value extends string>(all: readonly Value[]) =>
  all.filter((each): each is Exclude<Value, 'everyone'> => each !== 'everyone')

function Fields({ values, onChange }: OptionFieldsProps) {
  const text = useTexts('bluesky', blueskyTexts)
  const given = { values, onChange }
  return (
    <>
      <Choice
        {...given}
        name="allow_replies"
        label={text.replies}
        usual={text.everyone}
        values_of={others(REPLIES_FROM)}
        words={text.repliesFrom}
      />
      <Choice
        {...given}
        name="allow_quotes"
        label={text.quotes}
        usual={text.everyone}
        values_of={others(QUOTES_FROM)}
        words={text.quotesFrom}
      />
      <Choice
        {...given}
        name="labels"
        label={text.labels}
        usual={text.noLabel}
        values_of={CONTENT_LABELS}
        words={text.contentLabels}
      />
      <Field label={text.langs} hint={text.langsHint} optional>
        {(control) => (
          <input {...control} value={values.langs ?? ''} onChange={({ target }) => onChange({ langs: target.value })} />
        )}
      </Field>
    </>
  )
}

export const bluesky: PlatformView = {
  preview: { captionFirst: true, shape: 'free' },
  options: {
    names: ['allow_replies', 'allow_quotes', 'labels', 'langs'],
    lists: ['allow_replies', 'labels', 'langs'],
    fit: () => true,
    Fields,
  },
}
