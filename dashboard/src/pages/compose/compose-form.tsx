import { useMutation } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { IDEMPOTENCY_HOURS } from '../../../../core/idempotency/rules/answer-life.ts'
import { POST_TYPES } from '../../../../core/platforms/post-types.ts'
import type { Connection } from '../../api/schemas.ts'
import composeTexts from '../../i18n/en/compose.ts'
import { useFormats } from '../../i18n/format.ts'
import { useTexts } from '../../i18n/texts.ts'
import { useGivenFiles } from '../../media/given-files.ts'
import { Field } from '../../parts/field.tsx'
import { useKeptFocus } from '../../parts/kept-focus.ts'
import { Problem } from '../../parts/problem.tsx'
import { showToast } from '../../parts/toasts.tsx'
import { AccountChoice } from './account-choice.tsx'
import { bodyOf, chosenOf, type DraftProblem, type ProblemField, platformsOf, problemsOf } from './check-draft.ts'
import type { Attempt, Draft } from './draft.ts'
import { DraftNotes } from './draft-notes.tsx'
import { MediaChoice } from './media-choice.tsx'
import { OptionFields } from './option-fields.tsx'
import { Preview } from './preview.tsx'
import { Problems } from './problems.tsx'
import { isSignedOut, PATIENCE_MS, sendPost, uncertain } from './send-post.ts'
import { TimeChoice } from './time-choice.tsx'
import { TypeChoice } from './type-choice.tsx'
import type { KeptDraft } from './use-draft.ts'
import { useServiceCheck } from './use-service-check.ts'

/** What is not answered by then is told to take long. */
const LONG_MS = 5000
/** So long before the service forgets the key of a request it is still certain that sending again makes no second post. */
const MARGIN_MS = 3_600_000

interface ComposeFormProps {
  kept: KeptDraft
  draft: Draft
  connections: readonly Connection[]
}

export function ComposeForm({ kept, draft, connections }: ComposeFormProps) {
  const text = useTexts('compose', composeTexts)
  const formats = useFormats()
  const { history } = useRouter()
  const [tried, setTried] = useState(false)
  const { change, settle } = kept
  const set = (more: Partial<Draft>) => change((before) => ({ ...before, signedOut: false, ...more }))
  const rule = POST_TYPES[draft.type]
  const chosen = chosenOf(draft, connections)
  const problems = problemsOf(draft, connections, Date.now())
  const body = bodyOf(draft, connections)
  const check = useServiceCheck(draft.type, body, problems.length === 0 && draft.attempt === null)
  const form = useRef<HTMLFormElement>(null)
  useKeptFocus(form)
  const here = useRef(true)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])

  const sending = useMutation({
    mutationFn: async (attempt: Attempt) => {
      // Before it is sent: a browser that ends meanwhile sends the same again, and no second post.
      await settle({ attempt, signedOut: false })
      try {
        return await sendPost(attempt)
      } catch (error) {
        // At once: where the session has ended, the page is about to be left for the sign-in.
        if (!uncertain(error)) await settle({ attempt: null, signedOut: isSignedOut(error) })
        throw error
      }
    },
    onSuccess: async (id) => {
      // Whoever went to look elsewhere meanwhile stays there.
      const { current: shown } = here
      await kept.sent(id)
      if (shown) history.push(`/posts/${id}`)
    },
  })
  const tooOld = draft.attempt !== null && Date.now() - draft.attempt.at > IDEMPOTENCY_HOURS * 3_600_000 - MARGIN_MS
  const send = () => {
    setTried(true)
    if (sending.isPending || tooOld || kept.elsewhere?.is === 'sent') return
    if (draft.attempt !== null) sending.mutate(draft.attempt)
    else if (problems.length === 0) {
      const key = `compose-${crypto.randomUUID()}`
      sending.mutate({ type: draft.type, body, key, at: Date.now() })
    }
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
  const locked = draft.attempt !== null || sending.isPending || kept.elsewhere?.is === 'sent'
  const later = rule.schedulable && draft.when !== 'now'
  return (
    <div className="composer">
      <form
        ref={form}
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <DraftNotes kept={kept} draft={draft} connections={connections} />
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
          {rule.media.max === 0 ? (
            <NoMedia />
          ) : (
            <MediaChoice
              draft={draft}
              locked={locked}
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
            <p>{tooOld ? text.unsureOld : text.unsure}</p>
            <div className="actions">
              <Link to="/posts" className="button small">
                {text.look}
              </Link>
              <button type="button" className="button small" onClick={() => set({ attempt: null })}>
                {text.editAgain}
              </button>
            </div>
          </div>
        )}
        <Problem error={sending.error} />
        <div className="actions">
          <button
            type="submit"
            className="button primary"
            disabled={sending.isPending || tooOld || kept.elsewhere?.is === 'sent'}
            aria-busy={sending.isPending}
          >
            {sending.isPending && <span className="spinner" aria-hidden="true" />}
            {later ? text.schedule : text.publish}
          </button>
          <div role="status">{sending.isPending && <Waiting />}</div>
        </div>
      </form>
      <Preview draft={draft} chosen={chosen} platforms={platformsOf(chosen)} />
    </div>
  )
}

/** A post without media says so to who pastes or drops a file. */
function NoMedia() {
  const text = useTexts('compose', composeTexts)
  useGivenFiles(() => showToast({ kind: 'failed', text: text.noMedia }))
  return null
}

/** That it is being sent; after a while, that no answer came yet and what can be done meanwhile. */
function Waiting() {
  const text = useTexts('compose', composeTexts)
  const formats = useFormats()
  const [long, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LONG_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!long) return <p className="quiet">{text.sending}</p>
  return (
    <p>
      {text.sendingLong(formats.number(PATIENCE_MS / 1000))} <Link to="/posts">{text.look}</Link>
    </p>
  )
}
