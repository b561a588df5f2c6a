// Words of a text that are marked: chosen in the text itself, and kept as words, so that they stay marked when the text changes.
import { useId, useRef } from 'react'
import optionFieldsTexts from '../../../i18n/en/option-fields.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { captionIn } from '../check-draft.ts'
import { Glyph } from '../glyphs.tsx'
import type { EditorProps } from './editor-props.ts'
import { invalidIf } from './wrong-part.ts'

/** The choice in the field, without the white space around it. */
const chosenIn = (field: HTMLTextAreaElement | null): string =>
  field === null ? '' : field.value.slice(field.selectionStart, field.selectionEnd).trim()

/** Words of the post's own text that are hidden until somebody asks for them. */
export function HiddenWords(props: EditorProps<'hidden'>) {
  const { label, written = [], onChange, described, wrong, draft, accounts } = props
  const text = useTexts('optionFields', optionFieldsTexts)
  const field = useRef<HTMLTextAreaElement>(null)
  const caption = captionIn(draft, accounts[0]?.id ?? '')
  const hide = () => {
    const words = chosenIn(field.current)
    if (words !== '' && !written.includes(words)) onChange([...written, words])
  }
  return (
    <fieldset className="stack tight" aria-label={label} aria-describedby={described}>
      <textarea
        ref={field}
        readOnly
        rows={2}
        aria-label={text.chooseWords}
        {...invalidIf(wrong !== undefined, described)}
        value={caption}
      />
      <button type="button" className="button small" onClick={hide}>
        {text.hideWords}
      </button>
      <Marked
        words={written}
        missing={(words) => !caption.includes(words)}
        onRemove={(at) => onChange(written.length === 1 ? undefined : written.toSpliced(at, 1))}
      />
    </fieldset>
  )
}

interface MarkedProps {
  words: readonly string[]
  missing: (words: string) => boolean
  onRemove: (at: number) => void
}

/** The marked passages, and those that the text no longer has. */
function Marked({ words, missing, onRemove }: MarkedProps) {
  const text = useTexts('optionFields', optionFieldsTexts)
  if (words.length === 0) return null
  return (
    <ul className="added">
      {words.map((each, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same words may be marked in two ways.
        <li key={at}>
          <span className="clip">“{each}”</span>
          {missing(each) && <span className="quiet"> {text.notInText}</span>}
          <button
            type="button"
            className="button small plain"
            aria-label={text.removeNamed(each)}
            onClick={() => onRemove(at)}
          >
            <Glyph name="remove" />
          </button>
        </li>
      ))}
    </ul>
  )
}

const STYLES = ['bold', 'italic', 'highlight', 'underline', 'strikethrough'] as const
/** As long as Threads takes one. */
const MAX_TEXT = 10_000
const MAX_LINK = 2048

/** A long text that stands with the post, with a link and with words in other styles. */
export function AttachmentField({ label, written, onChange, described, wrong }: EditorProps<'attachment'>) {
  const text = useTexts('optionFields', optionFieldsTexts)
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const attached = written ?? { text: '', link: '', styles: [] }
  const set = (more: Partial<typeof attached>) => {
    const next = { ...attached, ...more }
    onChange(next.text === '' && next.link === '' ? undefined : next)
  }
  const ofLink = wrong?.startsWith('.link_url') ?? false
  const style = (name: string) => {
    const words = chosenIn(field.current)
    if (words === '') return
    const before = attached.styles.find((each) => each.words === words)
    const others = attached.styles.filter((each) => each !== before)
    set({ styles: [...others, { words, styles: [...new Set([...(before?.styles ?? []), name])] }] })
  }
  return (
    <fieldset className="stack tight" aria-label={label} aria-describedby={described}>
      <textarea
        ref={field}
        id={id}
        rows={4}
        aria-label={text.attachedText}
        maxLength={MAX_TEXT}
        {...invalidIf(wrong !== undefined && !ofLink, described)}
        value={attached.text}
        onChange={({ target }) => set({ text: target.value })}
      />
      <div className="actions">
        {STYLES.map((name) => (
          <button key={name} type="button" className="button small" aria-controls={id} onClick={() => style(name)}>
            {text.styles[name]}
          </button>
        ))}
      </div>
      <Marked
        words={attached.styles.map(({ words }) => words)}
        missing={(words) => !attached.text.includes(words)}
        onRemove={(at) => set({ styles: attached.styles.toSpliced(at, 1) })}
      />
      <input
        type="url"
        aria-label={text.attachedLink}
        placeholder={text.attachedLink}
        maxLength={MAX_LINK}
        {...invalidIf(ofLink, described)}
        value={attached.link}
        onChange={({ target }) => set({ link: target.value })}
      />
    </fieldset>
  )
}
