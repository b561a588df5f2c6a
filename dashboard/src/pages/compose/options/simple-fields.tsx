// Options that are asked for with one control.
import optionsTexts from '../../../i18n/en/options.ts'
import { useTexts } from '../../../i18n/texts.ts'
import type { EditorProps } from './editor-props.ts'
import { controlOf, invalidIf, wrongEntry } from './wrong-part.ts'

/** As long as a list of names, tags or languages gets. */
const MAX_LIST = 700

export function WordsField({ field, written = '', onChange, ...asked }: EditorProps<'words'>) {
  const { max, rows, input } = field
  const control = {
    ...controlOf(asked),
    maxLength: max,
    value: written,
  }
  if (rows !== undefined)
    return <textarea {...control} rows={rows} onChange={({ target }) => onChange(target.value || undefined)} />
  return (
    <input
      {...control}
      type={input === 'url' ? 'url' : 'text'}
      inputMode={input}
      onChange={({ target }) => onChange(target.value || undefined)}
    />
  )
}

interface LineProps
  extends Pick<EditorProps<'list' | 'gif'>, 'label' | 'written' | 'onChange' | 'described' | 'wrong'> {
  max: number
}

function Line({ max, written = '', onChange, ...asked }: LineProps) {
  return (
    <input
      {...controlOf(asked)}
      autoCapitalize="none"
      maxLength={max}
      value={written}
      onChange={({ target }) => onChange(target.value || undefined)}
    />
  )
}

export const ListField = (props: EditorProps<'list'>) => <Line {...props} max={MAX_LIST} />

/** As long as the id of a GIF gets. */
const MAX_GIF = 100

export const GifField = (props: EditorProps<'gif'>) => <Line {...props} max={MAX_GIF} />

export function NumberField({ written = '', onChange, ...asked }: EditorProps<'number'>) {
  return (
    <input
      {...controlOf(asked)}
      type="number"
      min={0}
      value={written}
      onChange={({ target }) => onChange(target.value || undefined)}
    />
  )
}

export function FlagField({ written = false, onChange, ...asked }: EditorProps<'flag'>) {
  return (
    <input
      type="checkbox"
      {...controlOf(asked)}
      checked={written}
      onChange={({ target }) => onChange(target.checked || undefined)}
    />
  )
}

export function ChoiceField({ field, written = '', onChange, values, usual, ...asked }: EditorProps<'choice'>) {
  return (
    <select {...controlOf(asked)} value={written} onChange={({ target }) => onChange(target.value || undefined)}>
      <option value="">{usual}</option>
      {field.from.map((each) => (
        <option key={each} value={each}>
          {values[each] ?? each}
        </option>
      ))}
    </select>
  )
}

export function YesNoField({ written = '', onChange, usual, ...asked }: EditorProps<'yes_no'>) {
  const text = useTexts('options', optionsTexts)
  return (
    <select {...controlOf(asked)} value={written} onChange={({ target }) => onChange(target.value || undefined)}>
      <option value="">{usual}</option>
      <option value="yes">{text.yes}</option>
      <option value="no">{text.no}</option>
    </select>
  )
}

/** Boxes of which several are ticked; an exclusive value clears the others. */
export function SeveralField({
  field,
  label,
  written = [],
  onChange,
  described,
  wrong,
  values,
  usual,
}: EditorProps<'several'>) {
  const { from, alone = [] } = field
  const refused = written[wrongEntry(wrong, written, () => true)] ?? from[0]
  const toggle = (each: string, on: boolean) => {
    const others = written.filter((other) => other !== each && !alone.includes(other))
    const next = on ? (alone.includes(each) ? [each] : [...others, each]) : written.filter((other) => other !== each)
    onChange(next.length === 0 ? undefined : next)
  }
  return (
    <fieldset className="ticks" aria-label={label} aria-describedby={described}>
      {written.length === 0 && <span className="quiet small">{usual}</span>}
      {from.map((each) => (
        <label key={each} className="choice">
          <input
            type="checkbox"
            {...invalidIf(wrong !== undefined && each === refused, described)}
            checked={written.includes(each)}
            onChange={({ target }) => toggle(each, target.checked)}
          />
          {values[each] ?? each}
        </label>
      ))}
    </fieldset>
  )
}
