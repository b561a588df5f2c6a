// Options that have more than one control, or as many as one likes.
import { useState } from 'react'
import { COUNTRIES } from '../../../../../core/platforms/meta/enumerations.ts'
import optionFieldsTexts from '../../../i18n/en/option-fields.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Glyph } from '../glyphs.tsx'
import { captionsIn } from './captions-file.ts'
import type { EditorProps } from './editor-props.ts'
import { invalidIf, wrongEntry } from './wrong-part.ts'

/** Countries by their names, added one by one. */
export function Countries(props: EditorProps<'countries'>) {
  const { field, label, written = [], onChange, described, wrong, usual } = props
  const text = useTexts('optionFields', optionFieldsTexts)
  const language = useLanguage()
  const names = new Intl.DisplayNames(language, { type: 'region' })
  const nameOf = (code: string) => names.of(code) ?? code
  const left = COUNTRIES.filter((code) => !written.includes(code))
    .map((code) => ({ code, name: nameOf(code) }))
    .sort((a, b) => a.name.localeCompare(b.name, language))
  return (
    <fieldset className="stack tight" aria-label={label} aria-describedby={described}>
      {written.length > 0 && (
        <ul className="added">
          {written.map((code) => (
            <li key={code}>
              {nameOf(code)}
              <button
                type="button"
                className="button small plain"
                aria-label={text.removeNamed(nameOf(code))}
                onClick={() => {
                  const next = written.filter((other) => other !== code)
                  onChange(next.length === 0 ? undefined : next)
                }}
              >
                <Glyph name="remove" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {(field.most === undefined || written.length < field.most) && (
        <select
          aria-label={text.addCountry}
          {...invalidIf(wrong !== undefined, described)}
          value=""
          onChange={({ target }) => onChange([...written, target.value])}
        >
          <option value="">{written.length === 0 ? usual : text.addCountry}</option>
          {left.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      )}
    </fieldset>
  )
}

/** As many languages of captions as Bluesky takes. */
const MAX_CAPTIONS = 20

/** Files of captions (WebVTT), each in a language. */
export function Captions({ label, written = [], onChange, described, wrong }: EditorProps<'captions'>) {
  const text = useTexts('optionFields', optionFieldsTexts)
  const [refused, setRefused] = useState('')
  const wrongAt = wrongEntry(wrong, written, ({ content }) => content !== '')
  const add = async (file: File) => {
    const content = await captionsIn(file)
    if (content === undefined) return setRefused(text.noCaptions(file.name))
    setRefused('')
    onChange([...written, { lang: /\.([a-z]{2,3}(?:-[a-z0-9]+)?)\.vtt$/i.exec(file.name)?.[1] ?? '', content }])
  }
  return (
    <fieldset className="stack tight" aria-label={label} aria-describedby={described}>
      {written.map(({ lang, content }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: captions are told apart by their place.
        <div className="with-button" key={at}>
          <input
            aria-label={text.captionLanguage(at + 1)}
            placeholder="en"
            {...invalidIf(at === wrongAt, described)}
            maxLength={35}
            value={lang}
            onChange={({ target }) => onChange(written.with(at, { lang: target.value, content }))}
          />
          <button
            type="button"
            className="button small plain"
            aria-label={text.removeCaptions(at + 1)}
            onClick={() => onChange(written.length === 1 ? undefined : written.toSpliced(at, 1))}
          >
            <Glyph name="remove" />
          </button>
        </div>
      ))}
      {written.length < MAX_CAPTIONS && (
        <label className="button small file-button">
          {text.addCaptions}
          <input
            type="file"
            accept=".vtt,text/vtt"
            onChange={({ target }) => {
              const [file] = target.files ?? []
              if (file) void add(file)
              target.value = ''
            }}
          />
        </label>
      )}
      {refused !== '' && (
        <p className="field-problem" role="alert">
          {refused}
        </p>
      )}
    </fieldset>
  )
}

/** The label of a paid partnership, with the sponsors that it names. */
export function PartnershipField({ label, written, onChange, described, wrong }: EditorProps<'partnership'>) {
  const text = useTexts('optionFields', optionFieldsTexts)
  const { label: labelled, sponsors } = written ?? { label: false, sponsors: '' }
  const set = (next: { label: boolean; sponsors: string }) =>
    onChange(next.label || next.sponsors !== '' ? next : undefined)
  return (
    <fieldset className="stack tight" aria-label={label} aria-describedby={described}>
      <label className="choice">
        <input
          type="checkbox"
          checked={labelled || sponsors !== ''}
          onChange={({ target }) => set({ label: target.checked, sponsors: target.checked ? sponsors : '' })}
        />
        {text.partnershipLabel}
      </label>
      <input
        aria-label={text.sponsors}
        placeholder={text.sponsors}
        {...invalidIf(wrong !== undefined, described)}
        maxLength={70}
        value={sponsors}
        onChange={({ target }) => set({ label: labelled || target.value !== '', sponsors: target.value })}
      />
    </fieldset>
  )
}

/** A sound of the platform's catalogue, and how loud it is beside the video's own. */
export function AudioField({ label, written, onChange, described, wrong }: EditorProps<'audio'>) {
  const text = useTexts('optionFields', optionFieldsTexts)
  const audio = written ?? { id: '', audio_volume: '', video_volume: '' }
  const ofVolume = /^\.(?:audio|video)_volume/.test(wrong ?? '')
  const set = (more: Partial<typeof audio>) => {
    const next = { ...audio, ...more }
    onChange(Object.values(next).every((each) => each === '') ? undefined : next)
  }
  return (
    <fieldset className="stack tight" aria-label={label} aria-describedby={described}>
      <input
        aria-label={text.audioId}
        placeholder={text.audioId}
        {...invalidIf(wrong !== undefined && !ofVolume, described)}
        inputMode="numeric"
        maxLength={30}
        value={audio.id}
        onChange={({ target }) => set({ id: target.value })}
      />
      {(['audio_volume', 'video_volume'] as const).map((name) => (
        <label className="beside" key={name}>
          <span>{text.volumes[name]}</span>
          <input
            type="number"
            min={0}
            max={100}
            {...invalidIf(wrong === `.${name}`, described)}
            value={audio[name]}
            onChange={({ target }) => set({ [name]: target.value })}
          />
        </label>
      ))}
    </fieldset>
  )
}
