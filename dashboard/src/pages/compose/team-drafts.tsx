import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { api, orThrow, PublisherError } from '../../api/client.ts'
import { DRAFTS, forgetDraft, readDraft, type SharedDraft } from '../../api/drafts.ts'
import { useSession } from '../../api/session.ts'
import composeTexts from '../../i18n/en/compose.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Problem } from '../../parts/problem.tsx'
import { showToast } from '../../parts/toasts.tsx'
import { ShortTime } from '../../posts/short-time.tsx'
import { bodyOf } from './check-draft.ts'
import { type Draft, isEmpty } from './draft.ts'
import { Note } from './note.tsx'
import { draftsChanged, editorsOf, type TeamDraftsProps, useNameOf } from './shared-drafts.ts'

const DraftList = lazy(async () => ({ default: (await import('./opened-parts.ts')).DraftList }))

/** How often it is checked whether somebody else saved it, or is editing it. */
const LOOK_MS = 20_000
/** The composer says at most this often that its person is editing the draft. */
const SAY_MS = 60_000

/** The same for the composer's content. */
export const forgetShared = async (shared: Draft['shared']): Promise<void> => {
  if (shared !== null) await forgetDraft(shared)
}

const isCode = (error: unknown, code: string): boolean => error instanceof PublisherError && error.code === code

function useSave({ kept, draft, connections }: TeamDraftsProps) {
  const text = useTexts('compose', composeTexts)
  const { round } = kept
  return useMutation({
    mutationFn: async (version: number | undefined) => {
      const body = { type: draft.type, post: bodyOf(draft, connections) as Record<string, unknown> }
      const { shared } = draft
      const { data } =
        shared === null
          ? await orThrow(api.POST('/v1/drafts', { body }))
          : await orThrow(
              api.PUT('/v1/drafts/{id}', {
                params: { path: { id: shared.id } },
                body: { ...body, version: version ?? shared.version },
              }),
            )
      return { ...data, of: round }
    },
    onSuccess: ({ id, version, of }) => {
      // Another draft that was opened meanwhile would be saved in the place of this one.
      kept.change((before) => ({ ...before, shared: { id, version } }), of)
      showToast({ kind: 'done', text: text.draftSaved })
    },
    // Also where it was refused: then there is something newer to look at.
    onSettled: draftsChanged,
  })
}

/** Saving what is composed for the team, and the drafts that others saved. */
export function TeamDrafts({
  kept,
  draft,
  connections,
}: Omit<TeamDraftsProps, 'connections'> & {
  /** Undefined until they have come: a draft that is saved without them would lose its accounts. */
  connections: TeamDraftsProps['connections'] | undefined
}) {
  const text = useTexts('compose', composeTexts)
  const [listed, setListed] = useState(false)
  const saving = useSave({ kept, draft, connections: connections ?? [] })
  const uploading = draft.media.some(({ asset }) => asset === null)
  const told = saving.error !== null && !isCode(saving.error, 'draft_changed')
  return (
    <>
      <button type="button" className="button small plain" onClick={() => setListed(true)}>
        {text.teamDrafts}
      </button>
      <button
        type="button"
        className="button small plain"
        disabled={
          connections === undefined || isEmpty(draft) || draft.attempt !== null || uploading || saving.isPending
        }
        aria-busy={saving.isPending}
        onClick={() => saving.mutate(undefined)}
      >
        {text.saveForTeam}
      </button>
      {told && <Problem error={saving.error} />}
      {listed && (
        <Suspense>
          <DraftList kept={kept} draft={draft} onClose={() => setListed(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Tells the team that the person edits the shared draft: after a change, at most once a minute. */
function useSayEditing({ draft, connections }: TeamDraftsProps) {
  const { shared } = draft
  const id = shared?.id
  const of = shared && `${shared.id} ${shared.version}`
  const words = JSON.stringify(bodyOf(draft, connections))
  const seen = useRef({ of, words })
  const said = useRef({ id, at: 0 })
  useEffect(() => {
    if (seen.current.of !== of) seen.current = { of, words }
    if (seen.current.words === words || id === undefined) return
    if (said.current.id === id && Date.now() - said.current.at < SAY_MS) return
    said.current = { id, at: Date.now() }
    // Where this fails, a later change says it.
    void api.PATCH('/v1/drafts/{id}', { params: { path: { id } }, body: { editing: true } }).catch(() => {})
  }, [of, words, id])
}

/** The person who saved the shared draft last, and who else is editing it; where that is a later version than this one, the choices. */
export function SharedNotes(props: TeamDraftsProps) {
  const { kept, draft } = props
  const text = useTexts('compose', composeTexts)
  const nameOf = useNameOf()
  const { person } = useSession()
  const { shared } = draft
  const saving = useSave(props)
  useSayEditing(props)
  const query = useQuery({
    queryKey: [...DRAFTS, shared?.id],
    queryFn: () => readDraft(shared!.id),
    enabled: shared !== null,
    refetchInterval: LOOK_MS,
    retry: (tries, error) => !isCode(error, 'not_found') && tries < 2,
  })
  const taking = useMutation({
    mutationFn: async (newer: SharedDraft) => (await import('./opened-parts.ts')).draftOfShared(newer, text.file),
    onSuccess: (next) => kept.open(next),
  })
  if (shared === null) return null
  const { data, error } = query
  if (isCode(error, 'not_found'))
    return (
      <Note says={text.sharedGone}>
        <button
          type="button"
          className="button small"
          onClick={() => kept.change((before) => ({ ...before, shared: null }))}
        >
          {text.keepOwn}
        </button>
      </Note>
    )
  if (data === undefined) return null
  const others = editorsOf(data, person.id)
  if (data.version <= shared.version)
    return (
      <p className="quiet small" role="status">
        {text.sharedSaved(nameOf(data))} <ShortTime at={data.updated_at} />
        {others.length > 0 && <strong> {text.editing(others)}</strong>}
      </p>
    )
  return (
    <Note
      urgent
      says={
        <>
          {text.sharedNewer(nameOf(data))} <ShortTime at={data.updated_at} />
        </>
      }
    >
      <div className="actions">
        <button type="button" className="button small" disabled={taking.isPending} onClick={() => taking.mutate(data)}>
          {text.showNewer}
        </button>
        <button
          type="button"
          className="button small"
          disabled={saving.isPending}
          onClick={() => saving.mutate(data.version)}
        >
          {text.saveOver}
        </button>
      </div>
      <Problem error={taking.error ?? saving.error} />
    </Note>
  )
}
