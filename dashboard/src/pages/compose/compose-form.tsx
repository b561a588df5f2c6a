import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { POST_TYPES } from '../../../../core/platforms/post-types.ts'
import type { Connection } from '../../api/schemas.ts'
import { useMay } from '../../api/session.ts'
import composeTexts from '../../i18n/en/compose.ts'
import { useTexts } from '../../i18n/texts.ts'
import { useKeptFocus } from '../../parts/kept-focus.ts'
import { Problem } from '../../parts/problem.tsx'
import { AccountChoice } from './account-choice.tsx'
import { ActionBar } from './action-bar.tsx'
import { AltTexts } from './alt-texts.tsx'
import { bodyOf, chosenOf, platformsOf, problemsOf, typeOf } from './check-draft.ts'
import { Counts } from './counts.tsx'
import type { Draft } from './draft.ts'
import { DraftNotes } from './draft-notes.tsx'
import { MediaChoice, NoMedia } from './media-choice.tsx'
import { openedPart } from './opened-part.ts'
import { OptionFields } from './option-fields.tsx'
import { OwnTexts } from './own-texts.tsx'
import { Preview } from './preview.tsx'
import { SendButtons, Unsure } from './send-buttons.tsx'
import { ContentField, HashtagsField, TitleField } from './text-fields.tsx'
import { GoesOut, TimeChoice } from './time-choice.tsx'
import { TypeChoice } from './type-choice.tsx'
import type { KeptDraft } from './use-draft.ts'
import { useFolds } from './use-folds.ts'
import { useProblems } from './use-problems.ts'
import { useSending } from './use-sending.ts'
import { WhatIsWrong } from './what-is-wrong.tsx'
import { AskedWords, type WordsTool, WordsTools } from './words-tools.tsx'

const SharedNotes = openedPart((all) => all.SharedNotes)
const Taken = openedPart((all) => all.Taken)

const hovers = window.matchMedia('(hover: hover)').matches

interface ComposeFormProps {
  kept: KeptDraft
  draft: Draft
  connections: readonly Connection[]
}

export function ComposeForm({ kept, draft, connections }: ComposeFormProps) {
  const text = useTexts('compose', composeTexts)
  const [asked, setWords] = useState<WordsTool | null>(null)
  const mayPublish = useMay('editor')
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
  const changeMedia = useCallback(
    (make: (media: Draft['media']) => Draft['media']) =>
      change((before) => {
        const media = make(before.media)
        return { ...before, media, filesLost: media.length === before.media.length ? before.filesLost : 0 }
      }),
    [change],
  )
  const rule = POST_TYPES[draft.type]
  const chosen = chosenOf(draft, connections)
  const platforms = platformsOf(chosen)
  const problems = problemsOf(draft, connections, Date.now())
  const body = bodyOf(draft, connections)
  const sending = useSending(kept, draft, body, problems.length === 0)
  const {
    check,
    problems: wrong,
    missing,
    warnings,
    unplaced,
    beside,
  } = useProblems(draft, chosen, problems, body, sending)
  const locked = draft.attempt !== null || sending.isPending || sending.gone || kept.elsewhere?.is === 'sending'
  const form = useRef<HTMLFormElement>(null)
  useKeptFocus(form)
  const words = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    // On a phone the keyboard would cover what there is to choose.
    if (hovers && words.current?.value === '') words.current.focus({ preventScroll: true })
  }, [])
  const { fold, lead, openOptions } = useFolds(form, draft, sending.error)
  return (
    <>
      <form
        ref={form}
        className="composer"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          sending.send(!mayPublish)
        }}
        // In a field Enter would press the button that publishes: after a hashtag, a search, or on an account.
        onKeyDown={(event) => {
          const { key, target } = event
          if (key === 'Enter' && target instanceof HTMLInputElement && target.type !== 'file') event.preventDefault()
        }}
      >
        <div className="written">
          <DraftNotes kept={kept} draft={draft} connections={connections} />
          {draft.shared !== null && (
            <Suspense>
              <SharedNotes kept={kept} draft={draft} connections={connections} />
            </Suspense>
          )}
          <fieldset className="card sheet" disabled={locked} aria-label={text.post}>
            <AccountChoice
              draft={draft}
              connections={connections}
              problem={beside('accounts')}
              onChange={(accounts) => set({ accounts })}
            />
            <TypeChoice type={draft.type} onChange={(type) => set({ type, typed: true })} />
            <ContentField ref={words} draft={draft} problem={beside('content')} onChange={set} />
            <div className="under-text">
              <HashtagsField draft={draft} problem={beside('hashtags')} onChange={set} />
              <WordsTools chosen={chosen} onAsk={setWords} />
              <Counts draft={draft} chosen={chosen} platforms={platforms} />
            </div>
            {rule.media.max === 0 && draft.typed ? (
              <NoMedia />
            ) : (
              <MediaChoice
                draft={draft}
                platforms={platforms}
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
                  platforms={platforms}
                  chosen={chosen}
                  refusals={wrong.filter(({ field = '' }) => field.startsWith('options'))}
                  {...fold('options')}
                  onChange={set}
                />
              </div>
              <TitleField draft={draft} problem={beside('title')} {...fold('title')} onChange={set} />
            </div>
          </fieldset>
        </div>
        <Preview draft={draft} chosen={chosen} platforms={platforms} onOptions={openOptions} />
        <ActionBar
          locked={locked}
          isSending={sending.isPending}
          alerts={
            <>
              {draft.attempt !== null && !sending.isPending && !sending.gone && (
                <Unsure sending={sending} onEdit={() => set({ attempt: null })} />
              )}
              <Problem error={unplaced} />
              {sending.taken && (
                <Suspense>
                  <Taken onKeep={() => set({ shared: null })} />
                </Suspense>
              )}
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
              <WhatIsWrong problems={wrong} missing={missing} warnings={warnings} check={check} onLead={lead} />
            </>
          }
          buttons={<SendButtons draft={draft} sending={sending} />}
        />
      </form>
      <AskedWords tool={asked} draft={draft} chosen={chosen} onChange={change} onClose={() => setWords(null)} />
    </>
  )
}
