import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { POST_TYPES } from '../../../../core/posts/rules/post-types.ts'
import type { Connection } from '../../api/schemas.ts'
import { useSession } from '../../api/session.ts'
import { useFormats } from '../../i18n/format.ts'
import { Field } from '../../parts/field.tsx'
import { Problem } from '../../parts/problem.tsx'
import { AccountChoice } from './account-choice.tsx'
import { bodyOf, chosenOf, type DraftProblem, type ProblemField, platformsOf, problemsOf } from './check-draft.ts'
import { useComposeTexts } from './compose-texts.ts'
import { type Attempt, type Draft, EMPTY_DRAFT, saveDraft } from './draft.ts'
import { MediaChoice } from './media-choice.tsx'
import { OptionFields } from './option-fields.tsx'
import { Preview } from './preview.tsx'
import { Problems } from './problems.tsx'
import { sendPost, uncertain } from './send-post.ts'
import { TimeChoice } from './time-choice.tsx'
import { TypeChoice } from './type-choice.tsx'
import { useServiceCheck } from './use-service-check.ts'

interface ComposeFormProps {
  draft: Draft
  connections: readonly Connection[]
  changedElsewhere: boolean
  change: (make: (draft: Draft) => Draft) => void
  reload: () => void
  /** What was here before a post was begun from another one. */
  aside: Draft | null
  takeBack: () => void
}

export function ComposeForm({
  draft,
  connections,
  changedElsewhere,
  change,
  reload,
  aside,
  takeBack,
}: ComposeFormProps) {
  const text = useComposeTexts()
  const formats = useFormats()
  const { history } = useRouter()
  const ownerId = useSession().owner.id
  const [tried, setTried] = useState(false)
  const set = (more: Partial<Draft>) => change((before) => ({ ...before, ...more }))
  const rule = POST_TYPES[draft.type]
  const chosen = chosenOf(draft, connections)
  const problems = problemsOf(draft, connections, Date.now())
  const body = bodyOf(draft, connections)
  const check = useServiceCheck(draft.type, body, problems.length === 0 && draft.attempt === null)

  const sending = useMutation({
    mutationFn: async (attempt: Attempt) => {
      // Before it is sent: a browser that ends meanwhile sends the same again, and no second post.
      set({ attempt })
      await saveDraft(ownerId, { ...draft, attempt }).catch(() => {})
      return sendPost(attempt)
    },
    onSuccess: async (id) => {
      set(EMPTY_DRAFT)
      await saveDraft(ownerId, EMPTY_DRAFT).catch(() => {})
      history.push(`/posts/${id}`)
    },
    onError: (error) => {
      if (!uncertain(error)) set({ attempt: null })
    },
  })
  const send = () => {
    setTried(true)
    if (sending.isPending) return
    if (draft.attempt !== null) sending.mutate(draft.attempt)
    else if (problems.length === 0) sending.mutate({ type: draft.type, body, key: `compose-${crypto.randomUUID()}` })
  }

  const sentence = ({ is, platform, count, limit }: DraftProblem) =>
    text.problems[is](platform ?? '', formats.number(count ?? 0), formats.number(limit ?? 0))
  // What is not there yet is no problem before one wants to send it.
  const early = (problem: DraftProblem) => tried || !/required|no_accounts/.test(problem.is)
  const shown = problems.filter(early)
  const beside = (field: ProblemField) => {
    const found = shown.find((problem) => problem.field === field)
    return found && sentence(found)
  }
  const locked = draft.attempt !== null || sending.isPending
  const later = rule.schedulable && draft.when !== 'now'
  return (
    <div className="composer">
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        {changedElsewhere && (
          <div className="problem warning" role="status">
            <p>{text.elsewhere}</p>
            <button type="button" className="button small" onClick={reload}>
              {text.takeOther}
            </button>
          </div>
        )}
        {aside !== null && (
          <div className="problem warning" role="status">
            <p>{text.putAside}</p>
            <button type="button" className="button small" onClick={takeBack}>
              {text.takeBack}
            </button>
          </div>
        )}
        <fieldset className="stack" disabled={locked} aria-label={text.post}>
          <TypeChoice type={draft.type} onChange={(type) => set({ type })} />
          <AccountChoice
            draft={draft}
            connections={connections}
            problem={beside('accounts')}
            onChange={(accounts) => set({ accounts })}
            onOwnText={(id, words) => change((before) => ({ ...before, own: { ...before.own, [id]: words } }))}
          />
          <div className="card stack">
            <Field
              label={text.titleField}
              hint={text.titleHint}
              problem={beside('title')}
              optional={!rule.title.required}
            >
              {(control) => (
                <input {...control} value={draft.title} onChange={({ target }) => set({ title: target.value })} />
              )}
            </Field>
            <Field label={text.text} problem={beside('content')}>
              {(control) => (
                <textarea
                  {...control}
                  rows={6}
                  value={draft.content}
                  onChange={({ target }) => set({ content: target.value })}
                />
              )}
            </Field>
            <Field label={text.hashtags} hint={text.hashtagsHint} problem={beside('hashtags')}>
              {(control) => (
                <input {...control} value={draft.hashtags} onChange={({ target }) => set({ hashtags: target.value })} />
              )}
            </Field>
          </div>
          {rule.media.max > 0 && (
            <MediaChoice
              draft={draft}
              problem={beside('media')}
              onChange={(make) => change((before) => ({ ...before, media: make(before.media) }))}
            />
          )}
          <OptionFields draft={draft} platforms={platformsOf(chosen)} onChange={(options) => set({ options })} />
          {draft.type === 'feed' && draft.media.some(({ asset }) => asset?.content_type.startsWith('image/')) && (
            <div className="card">
              <Field label={text.crop} hint={text.cropHint}>
                {(control) => (
                  <select
                    {...control}
                    value={draft.crop}
                    onChange={({ target }) => set({ crop: target.value as Draft['crop'] })}
                  >
                    <option value="">{text.cropNone}</option>
                    <option value="1:1">1:1</option>
                    <option value="4:5">4:5</option>
                  </select>
                )}
              </Field>
            </div>
          )}
          {rule.schedulable && (
            <TimeChoice
              draft={draft}
              chosen={chosen}
              told={check.data?.scheduled_at ?? null}
              problem={beside('scheduled_at')}
              onChange={set}
            />
          )}
        </fieldset>
        <Problems own={shown.map(sentence)} check={check} />
        {draft.attempt !== null && !sending.isPending && (
          <div className="problem warning" role="alert">
            <p>{text.unsure}</p>
            <button type="button" className="button small" onClick={() => set({ attempt: null })}>
              {text.editAgain}
            </button>
          </div>
        )}
        <Problem error={sending.error} />
        <div className="actions">
          <button type="submit" className="button primary" disabled={sending.isPending}>
            {later ? text.schedule : text.publish}
          </button>
          <button
            type="button"
            className="button"
            disabled={locked}
            onClick={() => {
              set(EMPTY_DRAFT)
              setTried(false)
            }}
          >
            {text.discard}
          </button>
        </div>
      </form>
      <Preview draft={draft} chosen={chosen} platforms={platformsOf(chosen)} />
    </div>
  )
}
