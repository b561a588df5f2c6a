import { useMutation } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { IDEMPOTENCY_HOURS } from '../../../../core/idempotency/rules/answer-life.ts'
import { POST_TYPES } from '../../../../core/platforms/post-types.ts'
import type { Connection } from '../../api/schemas.ts'
import { useMay } from '../../api/session.ts'
import approvalsTexts from '../../i18n/en/approvals.ts'
import composeTexts from '../../i18n/en/compose.ts'
import { useFormats } from '../../i18n/format.ts'
import { useTexts } from '../../i18n/texts.ts'
import { useGivenFiles } from '../../media/given-files.ts'
import { Field } from '../../parts/field.tsx'
import { useKeptFocus } from '../../parts/kept-focus.ts'
import { Problem } from '../../parts/problem.tsx'
import { showToast } from '../../parts/toasts.tsx'
import { AccountChoice } from './account-choice.tsx'
import { ActionBar } from './action-bar.tsx'
import { AltTexts } from './alt-texts.tsx'
import { bodyOf, chosenOf, type DraftProblem, platformsOf, problemsOf, titleFrom, typeOf } from './check-draft.ts'
import { Counts } from './counts.tsx'
import type { Attempt, Draft } from './draft.ts'
import { DraftNotes } from './draft-notes.tsx'
import { controlIn, focusOnce } from './focus-once.ts'
import { Fold } from './fold.tsx'
import { MediaChoice } from './media-choice.tsx'
import { OptionFields } from './option-fields.tsx'
import { OwnTexts } from './own-texts.tsx'
import { Preview } from './preview.tsx'
import { type ProblemField, placesIn } from './refusals.ts'
import { momentsLeft, repeats } from './repeat.ts'
import { SendForApproval } from './send-for-approval.tsx'
import { isSignedOut, sendAll, uncertain } from './send-post.ts'
import { forgetShared, SharedNotes } from './team-drafts.tsx'
import { GoesOut, TimeChoice } from './time-choice.tsx'
import { TypeChoice } from './type-choice.tsx'
import type { KeptDraft } from './use-draft.ts'
import { useRefusals } from './use-refusals.ts'
import { useServiceCheck } from './use-service-check.ts'
import { WhatIsWrong } from './what-is-wrong.tsx'
import { AskedWords, type WordsTool, WordsTools } from './words-tools.tsx'

/** So long before the service forgets the key of a request it is still certain that sending again makes no second post. */
const MARGIN_MS = 3_600_000

const NONE_OPEN = { title: false, options: false, own: false, alternative: false }

const hovers = window.matchMedia('(hover: hover)').matches

interface ComposeFormProps {
  kept: KeptDraft
  draft: Draft
  connections: readonly Connection[]
}

export function ComposeForm({ kept, draft, connections }: ComposeFormProps) {
  const text = useTexts('compose', composeTexts)
  const approvals = useTexts('approvals', approvalsTexts)
  const formats = useFormats()
  const { history } = useRouter()
  const [tried, setTried] = useState(false)
  const [asked, setWords] = useState<WordsTool | null>(null)
  const mayPublish = useMay('editor')
  const [folds, setFolds] = useState(NONE_OPEN)
  const { settle } = kept
  const { change: changeKept } = kept
  const change = useCallback(
    (make: (before: Draft) => Draft) =>
      changeKept((before) => {
        const next = make(before)
        return { ...next, type: typeOf(next, connections) }
      }),
    [changeKept, connections],
  )
  const set = (more: Partial<Draft>) => change((before) => ({ ...before, signedOut: false, ...more }))
  const rule = POST_TYPES[draft.type]
  const chosen = chosenOf(draft, connections)
  const problems = problemsOf(draft, connections, Date.now())
  const body = bodyOf(draft, connections)
  const check = useServiceCheck(draft.type, body, problems.length === 0 && draft.attempt === null)
  const form = useRef<HTMLFormElement>(null)
  useKeptFocus(form)
  const words = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    // On a phone the keyboard would cover what there is to choose.
    if (hovers && words.current?.value === '') words.current.focus({ preventScroll: true })
  }, [])
  const here = useRef(true)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])

  const made = useRef<readonly number[]>([])
  const sending = useMutation({
    mutationFn: async (attempt: Attempt) => {
      // Before it is sent: a browser that ends meanwhile sends the same again, and no second post.
      await settle({ attempt, signedOut: false })
      made.current = draft.made
      try {
        return await sendAll(attempt, async (at) => {
          made.current = [...new Set([...made.current, at])]
          await settle({ made: made.current, madeForApproval: attempt.forApproval === true })
        })
      } catch (error) {
        // At once: where the session has ended, the page is about to be left for the sign-in.
        if (!uncertain(error)) await settle({ attempt: null, signedOut: isSignedOut(error) })
        throw error
      }
    },
    onSuccess: async (id, { times, forApproval, body: taken }) => {
      // People who went elsewhere meanwhile stay there.
      const { current: shown } = here
      void forgetShared(draft.shared)
      await kept.sent(forApproval ? '' : id, (taken as { accounts?: readonly string[] }).accounts ?? [])
      if (forApproval) showToast({ kind: 'done', text: times ? approvals.sentAll(times.length) : approvals.sent })
      else if (times) showToast({ kind: 'done', text: text.seriesMade(times.length) })
      const place = forApproval ? '/approvals' : '/posts'
      if (shown) history.push(times === undefined ? `${place}/${id}` : forApproval ? place : `${place}?show=scheduled`)
    },
  })
  const tooOld = draft.attempt !== null && Date.now() - draft.attempt.at > IDEMPOTENCY_HOURS * 3_600_000 - MARGIN_MS
  const asking = (sending.isPending ? sending.variables : draft.attempt)?.forApproval === true
  const send = (forApproval: boolean) => {
    setTried(true)
    if (sending.isPending || tooOld || kept.elsewhere?.is === 'sent') return
    if (draft.attempt !== null) sending.mutate(draft.attempt)
    else if (problems.length === 0) {
      const key = `compose-${crypto.randomUUID()}`
      const times = rule.schedulable && repeats(draft) ? { times: momentsLeft(draft) } : {}
      const to = forApproval ? { forApproval: true as const } : {}
      sending.mutate({ type: draft.type, body, key, at: Date.now(), ...times, ...to })
    }
  }

  const sentence = ({ is, platform, count, limit }: DraftProblem) =>
    text.problems[is](platform ?? '', formats.number(count ?? 0), formats.number(limit ?? 0))
  // A missing field is no problem before one wants to send it.
  const early = (problem: DraftProblem) => tried || !/required|no_accounts/.test(problem.is)
  const said = (problem: DraftProblem) => ({ sentence: sentence(problem), field: problem.field })
  const shown = problems.filter(early)
  const content = JSON.stringify(body)
  /** Whether it is said with fields of this page; what names none is said by itself. */
  const leads = (error: unknown) => placesIn(error, draft).some((place) => place !== undefined)
  // For the post as it is now: a changed post is checked again.
  const isOfThis = leads(sending.error) && JSON.stringify(sending.variables?.body) === content
  const refusals = useRefusals(draft, chosen, check, isOfThis ? sending.error : null)
  const beside = (field: ProblemField) => {
    const found = shown.find((problem) => problem.field === field)
    return found ? sentence(found) : refusals.find((each) => each.field === field)?.sentence
  }
  const gone = kept.elsewhere?.is === 'sent'
  const locked = draft.attempt !== null || sending.isPending || gone
  const later = rule.schedulable && draft.when !== 'now'
  const changeMedia = useCallback(
    (make: (media: Draft['media']) => Draft['media']) => change((before) => ({ ...before, media: make(before.media) })),
    [change],
  )
  const leading = useRef(() => {})
  useEffect(() => () => leading.current(), [])
  /** Goes to the field where something is put right. */
  const lead = (field: ProblemField) => {
    const [fold] = field.split('.')
    if (fold !== undefined && fold in NONE_OPEN) setFolds((before) => ({ ...before, [fold]: true }))
    leading.current()
    // Once the unfolded part is drawn.
    requestAnimationFrame(() => {
      const { current } = form
      const look = () => controlIn(current?.querySelector(`[data-field="${CSS.escape(field)}"]`))
      if (current !== null) leading.current = focusOnce(current, look)
    })
  }
  // Only after sending was refused; a check while somebody writes moves nothing.
  const { error: refusedBy } = sending
  const leadOn = useRef(() => {})
  leadOn.current = () => {
    const place = placesIn(refusedBy, draft).find((each) => each !== undefined)
    if (place !== undefined) lead(place.field)
  }
  useEffect(() => {
    if (refusedBy !== null) leadOn.current()
  }, [refusedBy])
  const openOptions = () => {
    setFolds((before) => ({ ...before, options: true }))
    requestAnimationFrame(() => form.current?.querySelector('.options-fold')?.scrollIntoView({ block: 'center' }))
  }
  const titleProblem = beside('title')
  const fold = (name: keyof typeof NONE_OPEN) => ({
    open: folds[name],
    onOpen: (open: boolean) => setFolds((before) => ({ ...before, [name]: open })),
  })
  return (
    <>
      <form
        ref={form}
        className="composer"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send(!mayPublish)
        }}
      >
        <div className="written">
          <DraftNotes kept={kept} draft={draft} connections={connections} />
          <SharedNotes kept={kept} draft={draft} connections={connections} />
          <fieldset className="card sheet" disabled={locked} aria-label={text.post}>
            <AccountChoice
              draft={draft}
              connections={connections}
              problem={beside('accounts')}
              onChange={(accounts) => set({ accounts })}
            />
            <TypeChoice type={draft.type} onChange={(type) => set({ type, typed: true })} />
            <div className="text-part" data-field="content">
              <textarea
                ref={words}
                className="text-for-all"
                rows={5}
                aria-label={text.text}
                placeholder={text.textHint}
                aria-invalid={beside('content') === undefined ? undefined : true}
                aria-describedby={beside('content') && 'content-problem'}
                value={draft.content}
                onChange={({ target }) => set({ content: target.value })}
              />
              {beside('content') !== undefined && (
                <p className="field-problem" id="content-problem" role="alert">
                  {beside('content')}
                </p>
              )}
            </div>
            <div className="under-text">
              <div className="hashtags" data-field="hashtags">
                <input
                  aria-label={text.hashtags}
                  placeholder={text.hashtagsHint}
                  aria-invalid={beside('hashtags') === undefined ? undefined : true}
                  aria-describedby={beside('hashtags') && 'hashtags-problem'}
                  value={draft.hashtags}
                  onChange={({ target }) => set({ hashtags: target.value })}
                />
                {beside('hashtags') !== undefined && (
                  <p className="field-problem" id="hashtags-problem" role="alert">
                    {beside('hashtags')}
                  </p>
                )}
              </div>
              <WordsTools chosen={chosen} onAsk={setWords} />
              <Counts draft={draft} chosen={chosen} platforms={platformsOf(chosen)} />
            </div>
            {rule.media.max === 0 && draft.typed ? (
              <NoMedia />
            ) : (
              <MediaChoice
                draft={draft}
                platforms={platformsOf(chosen)}
                locked={locked}
                problem={beside('media')}
                onChange={changeMedia}
                onReplace={change}
              />
            )}
            <div className="folds">
              <OwnTexts
                draft={draft}
                chosen={chosen}
                {...fold('own')}
                problemOf={(id) => beside(`own.${id}`)}
                onChange={(id, words) => change((before) => ({ ...before, own: { ...before.own, [id]: words } }))}
              />
              <AltTexts
                draft={draft}
                {...fold('alternative')}
                problemOf={(key) => beside(`alternative.${key}`)}
                onChange={changeMedia}
              />
              <div className="options-fold" data-field="options">
                <OptionFields
                  draft={draft}
                  platforms={platformsOf(chosen)}
                  chosen={chosen}
                  refusals={refusals.filter(({ field = '' }) => field.startsWith('options'))}
                  {...fold('options')}
                  onChange={set}
                />
              </div>
              <div data-field="title">
                <Fold
                  name={text.titleField}
                  says={draft.title.trim() || titleFrom(draft)}
                  open={folds.title || titleProblem !== undefined}
                  onOpen={fold('title').onOpen}
                >
                  <Field label={text.titleField} hint={text.titleHint} problem={titleProblem}>
                    {(control) => (
                      <input
                        {...control}
                        placeholder={titleFrom(draft)}
                        value={draft.title}
                        onChange={({ target }) => set({ title: target.value })}
                      />
                    )}
                  </Field>
                </Fold>
              </div>
            </div>
          </fieldset>
        </div>
        <Preview draft={draft} chosen={chosen} platforms={platformsOf(chosen)} onOptions={openOptions} />
        <ActionBar
          locked={locked}
          isSending={sending.isPending}
          alerts={
            <>
              {draft.attempt !== null && !sending.isPending && (
                <div className="problem warning" role="alert">
                  <p>{tooOld ? text.unsureOld : asking ? approvals.unsure : text.unsure}</p>
                  <div className="actions">
                    <Link to={asking ? '/approvals' : '/posts'} className="button small">
                      {asking ? approvals.open : text.look}
                    </Link>
                    <button type="button" className="button small" onClick={() => set({ attempt: null })}>
                      {text.editAgain}
                    </button>
                  </div>
                </div>
              )}
              {!leads(sending.error) && <Problem error={sending.error} />}
            </>
          }
          when={rule.schedulable && <TimeChoice draft={draft} problem={beside('scheduled_at')} onChange={set} />}
          says={
            <>
              <GoesOut
                draft={draft}
                schedulable={rule.schedulable}
                chosen={chosen}
                told={check.data?.scheduled_at ?? null}
              />
              <WhatIsWrong
                own={shown.map(said)}
                missing={problems.filter((problem) => !early(problem)).map(said)}
                told={refusals}
                check={check}
                onLead={lead}
              />
            </>
          }
          buttons={
            <>
              <SendForApproval
                only={!mayPublish}
                busy={sending.isPending && asking}
                disabled={sending.isPending || tooOld || gone || (draft.attempt !== null && !asking)}
                onSend={() => send(true)}
              />
              {mayPublish && (
                <button
                  type="submit"
                  className="button primary"
                  disabled={sending.isPending || tooOld || gone || asking}
                  aria-busy={sending.isPending && !asking}
                >
                  {sending.isPending && !asking && <span className="spinner" aria-hidden="true" />}
                  {later ? text.schedule : text.publish}
                </button>
              )}
            </>
          }
        />
      </form>
      <AskedWords tool={asked} draft={draft} chosen={chosen} onChange={change} onClose={() => setWords(null)} />
    </>
  )
}

/** A post without media says so to who pastes or drops a file. */
function NoMedia() {
  const text = useTexts('compose', composeTexts)
  useGivenFiles(() => showToast({ kind: 'failed', text: text.noMedia }))
  return null
}
