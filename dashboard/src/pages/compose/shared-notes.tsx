import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api } from '../../api/client.ts'
import { DRAFTS, readDraft, type SharedDraft } from '../../api/drafts.ts'
import { useMutation } from '../../api/mutation.ts'
import { useSession } from '../../api/session.ts'
import composeTexts from '../../i18n/en/compose.ts'
import teamDraftsTexts from '../../i18n/en/team-drafts.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Problem } from '../../parts/problem.tsx'
import { ShortTime } from '../../posts/short-time.tsx'
import { bodyOf } from './check-draft.ts'
import { editorsOf, useNameOf } from './draft-people.ts'
import { draftOfShared } from './from-post.ts'
import { Note } from './note.tsx'
import { isCode, useSaveShared } from './save-shared.ts'
import type { TeamDraftsProps } from './shared-drafts.ts'

/** How often it is checked whether somebody else saved it, or is editing it. */
const LOOK_MS = 20_000
/** The composer says at most this often that its person is editing the draft. */
const SAY_MS = 60_000

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
  const team = useTexts('teamDrafts', teamDraftsTexts)
  const nameOf = useNameOf()
  const { person } = useSession()
  const { shared } = draft
  const saving = useSaveShared(props)
  useSayEditing(props)
  const query = useQuery({
    queryKey: [...DRAFTS, shared?.id],
    queryFn: () => readDraft(shared!.id),
    enabled: shared !== null,
    refetchInterval: LOOK_MS,
    retry: (tries, error) => !isCode(error, 'not_found') && tries < 2,
  })
  const taking = useMutation({
    mutationFn: (newer: SharedDraft) => draftOfShared(newer, text.file),
    onSuccess: (next) => kept.open(next),
  })
  if (shared === null) return null
  const { data, error } = query
  if (isCode(error, 'not_found'))
    return (
      <Note says={team.sharedGone}>
        <button
          type="button"
          className="button small"
          onClick={() => kept.change((before) => ({ ...before, shared: null }))}
        >
          {team.keepOwn}
        </button>
      </Note>
    )
  if (data === undefined) return null
  const others = editorsOf(data, person.id)
  if (data.version <= shared.version)
    return (
      <p className="quiet small" role="status">
        {team.sharedSaved(nameOf(data))} <ShortTime at={data.updated_at} />
        {others.length > 0 && <strong> {team.editing(others)}</strong>}
      </p>
    )
  return (
    <Note
      urgent
      says={
        <>
          {team.sharedNewer(nameOf(data))} <ShortTime at={data.updated_at} />
        </>
      }
    >
      <div className="actions">
        <button type="button" className="button small" disabled={taking.isPending} onClick={() => taking.mutate(data)}>
          {team.showNewer}
        </button>
        <button
          type="button"
          className="button small"
          disabled={saving.isPending}
          onClick={() => saving.mutate(data.version)}
        >
          {team.saveOver}
        </button>
      </div>
      <Problem error={taking.error ?? saving.error} />
    </Note>
  )
}

/** Somebody published the same draft of the team with other words or choices: this would be a second post. */
export function Taken({ onKeep }: { onKeep: () => void }) {
  const team = useTexts('teamDrafts', teamDraftsTexts)
  return (
    <Note urgent says={team.sharedTaken}>
      <button type="button" className="button small" onClick={onKeep}>
        {team.keepOwn}
      </button>
    </Note>
  )
}
