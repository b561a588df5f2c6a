import type { PlatformId } from '../../../../core/platforms/facts.ts'
import { factsOf } from '../../../../core/platforms/facts.ts'
import { SMART_TRANSFORM_RATIOS } from '../../../../core/platforms/post-types.ts'
import { PlatformMark } from '../../accounts/account-face.tsx'
import composeTexts from '../../i18n/en/compose.ts'
import { useTexts } from '../../i18n/texts.ts'
import { PLATFORM_VIEWS } from '../../platforms/registry.ts'
import { useOptionWords } from '../../posts/option-words.ts'
import type { Draft } from './draft.ts'
import { Fold } from './fold.tsx'

interface OptionFieldsProps {
  draft: Draft
  platforms: readonly PlatformId[]
  open: boolean
  onOpen: (open: boolean) => void
  onChange: (more: Partial<Draft>) => void
}

/** Platforms that can be told something beside text and media. */
export const askingOf = ({ type }: Draft, platforms: readonly PlatformId[]): readonly PlatformId[] =>
  platforms.filter((id) => PLATFORM_VIEWS[id].options?.fit(type))

/** The shape of pictures, and what the chosen platforms can be told. Folded away: most posts say nothing of it. */
export function OptionFields({ draft, platforms, open, onOpen, onChange }: OptionFieldsProps) {
  const text = useTexts('compose', composeTexts)
  const words = useOptionWords()
  const asking = askingOf(draft, platforms)
  const shapes = draft.type === 'feed' && draft.media.some(({ asset }) => asset?.content_type.startsWith('image/'))
  if (asking.length === 0 && !shapes) return null
  const asked = asking.flatMap((id) => PLATFORM_VIEWS[id].options?.names ?? [])
  const says = [
    ...(shapes && draft.crop !== '' ? [draft.crop] : []),
    ...asked.filter((name) => (draft.options[name] ?? '') !== '').map(words.nameOf),
  ]
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
      {asking.map((id) => {
        const Fields = PLATFORM_VIEWS[id].options!.Fields
        return (
          <div className="platform-options stack" key={id}>
            <p className="account-named small">
              <PlatformMark of={id} /> {factsOf(id).display_name}
            </p>
            <Fields values={draft.options} onChange={(more) => onChange({ options: { ...draft.options, ...more } })} />
          </div>
        )
      })}
    </Fold>
  )
}
