// A text field with a list of results, after the pattern of WAI-ARIA (editable combobox with list autocomplete). The focus
// stays in the field; the arrow keys go through the list.
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { entryAfter } from './combobox-keys.ts'

export interface Entry {
  key: string
  name: string
  /** What tells it from others of the same name. */
  more?: string | undefined
}

interface ComboboxProps<E extends Entry> {
  label: string
  described: string | undefined
  invalid?: boolean
  placeholder: string
  maxLength: number
  /** The text in the field. */
  text: string
  onType: (text: string) => void
  entries: readonly E[]
  onChoose: (entry: E) => void
  /** The field was left, with or without a choice. */
  onLeave: () => void
}

export function Combobox<E extends Entry>(props: ComboboxProps<E>) {
  const { label, described, invalid = false, placeholder, maxLength, text, onType, entries, onChoose, onLeave } = props
  const id = useId()
  const [open, setOpen] = useState(false)
  /** The key of the entry that the arrow keys have reached. */
  const [reached, setReached] = useState<string | null>(null)
  const shown = open && entries.length > 0
  const at = entries.findIndex(({ key }) => key === reached)
  const idOf = (place: number) => `${id}-${place}`
  useEffect(() => {
    if (shown && at >= 0) document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, shown, at])
  const close = () => {
    setOpen(false)
    setReached(null)
  }
  const choose = (entry: E) => {
    close()
    onChoose(entry)
  }
  const press = (event: KeyboardEvent) => {
    // While a syllable is put together (Korean), keys belong to the input method.
    if (event.nativeEvent.isComposing) return
    const { key } = event
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      setReached(entries[entryAfter(key, shown ? at : -1, entries.length)]?.key ?? null)
    } else if (key === 'Enter') {
      // It would send the post.
      event.preventDefault()
      if (shown && at >= 0) choose(entries[at]!)
    } else if (key === 'Escape' && shown) {
      event.preventDefault()
      close()
    }
  }
  return (
    <div className="combobox">
      <input
        role="combobox"
        aria-label={label}
        aria-describedby={described}
        aria-invalid={invalid || undefined}
        aria-autocomplete="list"
        aria-expanded={shown}
        aria-controls={shown ? `${id}-list` : undefined}
        aria-activedescendant={shown && at >= 0 ? idOf(at) : undefined}
        autoComplete="off"
        placeholder={placeholder}
        maxLength={maxLength}
        value={text}
        onChange={({ target }) => {
          setOpen(true)
          setReached(null)
          onType(target.value)
        }}
        onKeyDown={press}
        onFocus={({ target }) => target.select()}
        onBlur={() => {
          close()
          onLeave()
        }}
      />
      {shown && (
        <div id={`${id}-list`} role="listbox" aria-label={label} className="combobox-list">
          {entries.map((entry, place) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the entry that is reached
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys are the field's
            <div
              key={entry.key}
              id={idOf(place)}
              role="option"
              aria-selected={place === at}
              // The field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(entry)}
            >
              <span>{entry.name}</span>
              {entry.more !== undefined && <span className="quiet small">{entry.more}</span>}
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
