import type { PlatformId } from '../../../../core/platforms/facts.ts'
import composeTexts from '../../i18n/en/compose.ts'
import { useTexts } from '../../i18n/texts.ts'
import type { OptionValues } from '../../platforms/platform-view.ts'
import { PLATFORM_VIEWS } from '../../platforms/registry.ts'
import type { Draft } from './draft.ts'

interface OptionFieldsProps {
  draft: Draft
  platforms: readonly PlatformId[]
  onChange: (options: OptionValues) => void
}

/** What the chosen platforms can be told beside text and media. Folded away: most posts say nothing of it. */
export function OptionFields({ draft: { options, type }, platforms, onChange }: OptionFieldsProps) {
  const text = useTexts('compose', composeTexts)
  const asking = platforms.flatMap((id) => {
    const { options: asked } = PLATFORM_VIEWS[id]
    return asked?.fit(type) ? [{ id, Fields: asked.Fields }] : []
  })
  if (asking.length === 0) return null
  return (
    <details className="card more-options" open={Object.values(options).some((value) => value !== '')}>
      <summary>{text.moreOptions}</summary>
      <div className="stack">
        {asking.map(({ id, Fields }) => (
          <Fields key={id} values={options} onChange={(more) => onChange({ ...options, ...more })} />
        ))}
      </div>
    </details>
  )
}
