import type { PlatformId } from '../../../../core/platforms/facts.ts'
import { REPLY_CONTROLS } from '../../../../core/posts/rules/enumerations.ts'
import composeTexts from '../../i18n/en/compose.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Field } from '../../parts/field.tsx'
import { takesComment } from './check-draft.ts'
import type { Draft, DraftOptions } from './draft.ts'

interface OptionFieldsProps {
  draft: Draft
  platforms: readonly PlatformId[]
  onChange: (options: DraftOptions) => void
}

/** What the chosen platforms can be told beside text and media. Folded away: most posts say nothing of it. */
export function OptionFields({ draft, platforms, onChange }: OptionFieldsProps) {
  const text = useTexts('compose', composeTexts)
  const comment = platforms.includes('instagram') && takesComment(draft)
  const threads = platforms.includes('threads')
  if (!comment && !threads) return null
  const { options } = draft
  const set = (more: Partial<DraftOptions>) => onChange({ ...options, ...more })
  return (
    <details className="card more-options" open={Object.values(options).some((value) => value !== '')}>
      <summary>{text.moreOptions}</summary>
      <div className="stack">
        {comment && (
          <Field label={text.firstComment} hint={text.firstCommentHint} optional>
            {(control) => (
              <input
                {...control}
                value={options.first_comment}
                onChange={({ target }) => set({ first_comment: target.value })}
              />
            )}
          </Field>
        )}
        {threads && (
          <Field label={text.topic} optional>
            {(control) => (
              <input
                {...control}
                maxLength={50}
                value={options.topic_tag}
                onChange={({ target }) => set({ topic_tag: target.value })}
              />
            )}
          </Field>
        )}
        {threads && (
          <Field label={text.replies}>
            {(control) => (
              <select
                {...control}
                value={options.reply_control}
                onChange={({ target }) => set({ reply_control: target.value })}
              >
                <option value="">{text.repliesAsUsual}</option>
                {REPLY_CONTROLS.map((each) => (
                  <option key={each} value={each}>
                    {text.replyControls[each]}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
      </div>
    </details>
  )
}
