import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { PlatformId } from '../../../../core/platforms/facts.ts'
import { factsOf } from '../../../../core/platforms/facts.ts'
import { SMART_TRANSFORM_RATIOS } from '../../../../core/platforms/post-types.ts'
import { PlatformMark } from '../../accounts/account-face.tsx'
import type { Connection } from '../../api/schemas.ts'
import composeTexts from '../../i18n/en/compose.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Skeleton } from '../../parts/loaded.tsx'
import { PLATFORM_VIEWS } from '../../platforms/registry.ts'
import { useOptionWords } from '../../posts/option-words.ts'
import type { Draft } from './draft.ts'
import { Fold } from './fold.tsx'
import { type OptionValues, optionNames } from './post-options.ts'

// Most posts say nothing of all this.
const OptionEditor = lazy(async () => ({ default: (await import('./opened-parts.ts')).OptionEditor }))

interface OptionFieldsProps {
  draft: Draft
  platforms: readonly PlatformId[]
  chosen: readonly Connection[]
  open: boolean
  onOpen: (open: boolean) => void
  onChange: (more: Partial<Draft>) => void
}

/** Platforms that can be told something beside text and media. */
export const askingOf = (
  draft: Draft,
  platforms: readonly PlatformId[],
  chosen: readonly Connection[],
): readonly PlatformId[] => platforms.filter((id) => optionNames(draft, id, chosen).length > 0)

const isSaid = (written: unknown): boolean =>
  Array.isArray(written) ? written.length > 0 : written !== undefined && written !== '' && written !== false

/** The shape of pictures, and what the chosen platforms can be told. Folded away: most posts say nothing of it. */
export function OptionFields({ draft, platforms, chosen, open, onOpen, onChange }: OptionFieldsProps) {
  const text = useTexts('compose', composeTexts)
  const words = useOptionWords()
  const asking = askingOf(draft, platforms, chosen)
  const shapes = draft.type === 'feed' && draft.media.some(({ asset }) => asset?.content_type.startsWith('image/'))
  if (asking.length === 0 && !shapes) return null
  const said = asking.flatMap((id) =>
    optionNames(draft, id, chosen).filter((name) => isSaid(draft.options[id]?.[name])),
  )
  const says = [...(shapes && draft.crop !== '' ? [draft.crop] : []), ...new Set(said.map(words.nameOf))]
  return (
    <Fold name={text.moreOptions} says={says.join(', ')} open={open} onOpen={onOpen}>
      {shapes && (
        <fieldset>
          <legend>{text.crop}</legend>
          <div className="pills">
            {(['', ...SMART_TRANSFORM_RATIOS] as const).map((ratio) => (
              <label key={ratio}>
                <input
                  type="radio"
                  name="crop"
                  checked={draft.crop === ratio}
                  onChange={() => onChange({ crop: ratio })}
                />
                {ratio === '' ? text.cropNone : ratio}
              </label>
            ))}
          </div>
          <p className="quiet small">{text.cropHint}</p>
        </fieldset>
      )}
      {asking.map((id) => (
        <Suspense key={id} fallback={<Skeleton lines={2} />}>
          <PlatformOptions
            id={id}
            draft={draft}
            chosen={chosen}
            onChange={(more) => onChange({ options: { ...draft.options, [id]: { ...draft.options[id], ...more } } })}
          />
        </Suspense>
      ))}
    </Fold>
  )
}

interface PlatformOptionsProps {
  id: PlatformId
  draft: Draft
  chosen: readonly Connection[]
  onChange: (more: OptionValues) => void
}

/** The options of one platform: those that most use, those that were said, and buttons that add the others. */
function PlatformOptions({ id, draft, chosen, onChange }: PlatformOptionsProps) {
  const text = useTexts('compose', composeTexts)
  const { nameOf } = useOptionWords()
  const { usual } = PLATFORM_VIEWS[id]
  const [added, setAdded] = useState<readonly string[]>([])
  const group = useRef<HTMLDivElement>(null)
  const newest = added.at(-1)
  useEffect(() => {
    // The button that was pressed is gone; what it led to comes with the first field of its kind.
    if (newest === undefined) return
    const look = () =>
      group.current?.querySelector<HTMLElement>(`[data-option="${newest}"] :is(input, textarea, select, button)`)
    const focus = () => {
      const control = look()
      if (control) control.focus()
      return control !== null && control !== undefined
    }
    if (focus()) return
    const watcher = new MutationObserver(() => focus() && watcher.disconnect())
    if (group.current !== null) watcher.observe(group.current, { childList: true, subtree: true })
    return () => watcher.disconnect()
  }, [newest])
  const values = draft.options[id] ?? {}
  const names = optionNames(draft, id, chosen)
  const shown = names.filter((name) => usual.includes(name) || added.includes(name) || values[name] !== undefined)
  const others = names.filter((name) => !shown.includes(name))
  const platform = factsOf(id).display_name
  return (
    <div className="platform-options stack" ref={group}>
      <p className="account-named small">
        <PlatformMark of={id} /> {platform}
      </p>
      {shown.map((name) => (
        <OptionEditor
          key={name}
          platform={id}
          name={name}
          draft={draft}
          chosen={chosen}
          written={values[name]}
          onChange={(written) => onChange({ [name]: written })}
          onRemove={
            usual.includes(name)
              ? undefined
              : () => {
                  setAdded(added.filter((other) => other !== name))
                  onChange({ [name]: undefined })
                }
          }
        />
      ))}
      {others.length > 0 && (
        <div className="add-options">
          <span className="quiet small" aria-hidden="true">
            {text.addOption}
          </span>
          {others.map((name) => (
            <button
              key={name}
              type="button"
              className="button small"
              aria-expanded={false}
              aria-label={text.addOptionOn(nameOf(name), platform)}
              onClick={() => setAdded([...added, name])}
            >
              {nameOf(name)}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
