import { Suspense } from 'react'
import type { PlatformId } from '../../../../core/platforms/facts.ts'
import { SMART_TRANSFORM_RATIOS } from '../../../../core/platforms/post-types.ts'
import type { Connection } from '../../api/schemas.ts'
import composeTexts from '../../i18n/en/compose.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Skeleton } from '../../parts/loaded.tsx'
import { useOptionWords } from '../../posts/option-words.ts'
import type { Draft } from './draft.ts'
import { Fold } from './fold.tsx'
import { openedPart } from './opened-part.ts'
import { optionNames } from './post-options.ts'
import type { Refusal } from './refusals.ts'

// Most posts say nothing of all this.
const PlatformOptions = openedPart((all) => all.PlatformOptions)

interface OptionFieldsProps {
  draft: Draft
  platforms: readonly PlatformId[]
  chosen: readonly Connection[]
  /** Said by the service against them. */
  refusals: readonly Refusal[]
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
export function OptionFields({ draft, platforms, chosen, refusals, open, onOpen, onChange }: OptionFieldsProps) {
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
    <Fold name={text.moreOptions} says={says.join(', ')} wanting={refusals.length > 0} open={open} onOpen={onOpen}>
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
            refusals={refusals}
            onChange={(more) => onChange({ options: { ...draft.options, [id]: { ...draft.options[id], ...more } } })}
          />
        </Suspense>
      ))}
    </Fold>
  )
}
