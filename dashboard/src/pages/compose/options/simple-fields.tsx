// Options that are asked for with one control.
import optionsTexts from '../../../i18n/en/options.ts'
import { useTexts } from '../../../i18n/texts.ts'
import type { EditorProps } from './editor-props.ts'
import { invalidIf, wrongEntry } from './wrong-part.ts'

/** As long as a list of names, tags or languages gets. */
const MAX_LIST = 700

export function WordsField({ field, label, written = '', onChange, described, wrong }: EditorProps<'words'>) {
  const { max, rows, input } = field
  const control = {
    'aria-label': label,
    'aria-describedby': described,
    ...invalidIf(wrong !== undefined, described),
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

export function ListField({ label, written = '', onChange, described, wrong }: EditorProps<'list'>) {
  return (
    <input
      aria-label={label}
      aria-describedby={described}
      {...invalidIf(wrong !== undefined, described)}
      autoCapitalize="none"
      maxLength={MAX_LIST}
      value={written}
      onChange={({ target }) => onChange(target.value || undefined)}
    />
  )
}

/** As long as the id of a GIF gets. */
const MAX_GIF = 100

export function GifField({ label, written = '', onChange, described, wrong }: EditorProps<'gif'>) {
  return (
    <input
      aria-label={label}
      aria-describedby={described}
      {...invalidIf(wrong !== undefined, described)}
      autoCapitalize="none"
      maxLength={MAX_GIF}
      value={written}
      onChange={({ target }) => onChange(target.value || undefined)}
    />
  )
}

export function NumberField({ label, written = '', onChange, described, wrong }: EditorProps<'number'>) {
  return (
    <input
      aria-label={label}
      aria-describedby={described}
      {...invalidIf(wrong !== undefined, described)}
      type="number"
      min={0}
      value={written}
      onChange={({ target }) => onChange(target.value || undefined)}
    />
  )
}

export function FlagField({ label, written = false, onChange, described, wrong }: EditorProps<'flag'>) {
  return (
    <input
      type="checkbox"
      aria-label={label}
      aria-describedby={described}
      {...invalidIf(wrong !== undefined, described)}
      checked={written}
      onChange={({ target }) => onChange(target.checked || undefined)}
    />
  )
}

export function ChoiceField({
  field,
  label,
  written = '',
  onChange,
  described,
  wrong,
  values,
  usual,
}: EditorProps<'choice'>) {
  return (
    <select
      aria-label={label}
      aria-describedby={described}
      {...invalidIf(wrong !== undefined, described)}
      value={written}
      onChange={({ target }) => onChange(target.value || undefined)}
    >
      <option value="">{usual}</option>
      {field.from.map((each) => (
        <option key={each} value={each}>
          {values[each] ?? each}
        </option>
      ))}
    </select>
  )
}

export function YesNoField({ label, written = '', onChange, described, wrong, usual }: EditorProps<'yes_no'>) {
  const text = useTexts('options', optionsTexts)
  return (
    <select
      aria-label={label}
      aria-describedby={described}
      {...invalidIf(wrong !== undefined, described)}
      value={written}
      onChange={({ target }) => onChange(target.value || undefined)}
    >
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
