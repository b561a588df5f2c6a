import type { RefObject } from 'react'
import composeTexts from '../../i18n/en/compose.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Field } from '../../parts/field.tsx'
import { titleFrom } from './check-draft.ts'
import type { Draft } from './draft.ts'
import { describedBy, FieldProblem } from './field-problem.tsx'
import { Fold } from './fold.tsx'

interface TextFieldProps {
  draft: Draft
  problem: string | undefined
  onChange: (more: Partial<Draft>) => void
}

/** The text for all accounts. */
export function ContentField({
  draft,
  problem,
  onChange,
  ref,
}: TextFieldProps & { ref: RefObject<HTMLTextAreaElement | null> }) {
  const text = useTexts('compose', composeTexts)
  return (
    <div className="text-part" data-field="content">
      <textarea
        ref={ref}
        className="text-for-all"
        rows={5}
        aria-label={text.text}
        placeholder={text.textHint}
        {...describedBy('content-problem', problem)}
        value={draft.content}
        onChange={({ target }) => onChange({ content: target.value })}
      />
      <FieldProblem id="content-problem" problem={problem} />
    </div>
  )
}

export function HashtagsField({ draft, problem, onChange }: TextFieldProps) {
  const text = useTexts('compose', composeTexts)
  return (
    <div className="hashtags" data-field="hashtags">
      <input
        aria-label={text.hashtags}
        placeholder={text.hashtagsHint}
        {...describedBy('hashtags-problem', problem)}
        value={draft.hashtags}
        onChange={({ target }) => onChange({ hashtags: target.value })}
      />
      <FieldProblem id="hashtags-problem" problem={problem} />
    </div>
  )
}

/** The title in a fold, which is open where something is wrong with it. */
export function TitleField({
  draft,
  problem,
  onChange,
  open,
  onOpen,
}: TextFieldProps & { open: boolean; onOpen: (open: boolean) => void }) {
  const text = useTexts('compose', composeTexts)
  const made = titleFrom(draft)
  return (
    <div data-field="title">
      <Fold
        name={text.titleField}
        says={draft.title.trim() || made}
        open={open || problem !== undefined}
        onOpen={onOpen}
      >
        <Field label={text.titleField} hint={text.titleHint} problem={problem}>
          {(control) => (
            <input
              {...control}
              placeholder={made}
              value={draft.title}
              onChange={({ target }) => onChange({ title: target.value })}
            />
          )}
        </Field>
      </Fold>
    </div>
  )
}
