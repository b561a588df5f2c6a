import { useEffect, useRef, useState } from 'react'
import { factsOf, type PlatformId } from '../../../../../core/platforms/facts.ts'
import { PlatformMark } from '../../../accounts/account-face.tsx'
import type { Connection } from '../../../api/schemas.ts'
import composeTexts from '../../../i18n/en/compose.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { PLATFORM_VIEWS } from '../../../platforms/registry.ts'
import { useOptionWords } from '../../../posts/option-words.ts'
import type { Draft } from '../draft.ts'
import { controlIn, focusOnce } from '../focus-once.ts'
import { type OptionValues, optionNames } from '../post-options.ts'
import type { Refusal } from '../refusals.ts'
import { OptionEditor } from './option-editor.tsx'

interface PlatformOptionsProps {
  id: PlatformId
  draft: Draft
  chosen: readonly Connection[]
  refusals: readonly Refusal[]
  onChange: (more: OptionValues) => void
}

/** The options of one platform: those that most use, those that were said, and buttons that add the others. */
export function PlatformOptions({ id, draft, chosen, refusals, onChange }: PlatformOptionsProps) {
  const text = useTexts('compose', composeTexts)
  const { nameOf } = useOptionWords()
  const { usual } = PLATFORM_VIEWS[id]
  const [added, setAdded] = useState<readonly string[]>([])
  const group = useRef<HTMLDivElement>(null)
  const newest = added.at(-1)
  useEffect(() => {
    // The button that was pressed is gone.
    if (newest === undefined || group.current === null) return
    const { current } = group
    return focusOnce(current, () => controlIn(current.querySelector(`[data-option="${newest}"]`)))
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
          refused={refusals.filter(({ field }) => field === `options.${id}.${name}`)}
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
