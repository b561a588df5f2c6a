// The drafts that the team saved: opened here, or deleted for everybody.

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, orThrow } from '../../api/client.ts'
import { draftsQuery, nameOfDraft, type SharedDraft } from '../../api/drafts.ts'
import { useMutation } from '../../api/mutation.ts'
import { useSession } from '../../api/session.ts'
import composeTexts from '../../i18n/en/compose.ts'
import postsTexts from '../../i18n/en/posts.ts'
import teamDraftsTexts from '../../i18n/en/team-drafts.ts'
import { useTexts } from '../../i18n/texts.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Problem } from '../../parts/problem.tsx'
import { ShortTime } from '../../posts/short-time.tsx'
import { editorsOf, useNameOf } from './draft-people.ts'
import { draftOfShared } from './from-post.ts'
import { draftsChanged, type TeamDraftsProps } from './shared-drafts.ts'
import './words.css'

interface DraftListProps extends Omit<TeamDraftsProps, 'connections'> {
  onClose: () => void
}

export function DraftList({ kept, draft, onClose }: DraftListProps) {
  const text = useTexts('compose', composeTexts)
  const team = useTexts('teamDrafts', teamDraftsTexts)
  const posts = useTexts('posts', postsTexts)
  const nameOf = useNameOf()
  const { person } = useSession()
  const [leaving, setLeaving] = useState<SharedDraft | null>(null)
  const query = useQuery(draftsQuery)
  const opening = useMutation({
    mutationFn: (shared: SharedDraft) => draftOfShared(shared, text.file),
    onSuccess: (next) => {
      kept.open(next)
      onClose()
    },
  })
  if (leaving !== null)
    return (
      <ConfirmDialog
        title={team.deleteDraftTitle(nameOfDraft(leaving, posts.withoutText))}
        action={team.deleteDraft}
        run={() => orThrow(api.DELETE('/v1/drafts/{id}', { params: { path: { id: leaving.id } } }))}
        onDone={() => {
          setLeaving(null)
          void draftsChanged()
        }}
        onClose={() => setLeaving(null)}
      >
        <p>{team.deleteDraftWhy}</p>
      </ConfirmDialog>
    )
  return (
    // The loaded draft would replace text that is typed meanwhile.
    <Dialog title={text.teamDrafts} onClose={onClose} closable={!opening.isPending}>
      <Loaded query={query}>
        {(all) =>
          all.length === 0 ? (
            <p>{team.noDrafts}</p>
          ) : (
            <ul className="words" aria-label={text.teamDrafts}>
              {all.map((shared) => {
                const editors = editorsOf(shared, person.id)
                return (
                  <li key={shared.id} aria-current={shared.id === draft.shared?.id ? 'true' : undefined}>
                    <span className="words-said">
                      <strong className="clip">{nameOfDraft(shared, posts.withoutText)}</strong>
                      <span className="quiet">
                        {team.savedBy(nameOf(shared))} · <ShortTime at={shared.updated_at} />
                        {editors !== '' && <strong> {team.editing(editors)}</strong>}
                      </span>
                    </span>
                    <button
                      type="button"
                      className="button small"
                      aria-label={team.openNamed(nameOfDraft(shared, posts.withoutText))}
                      disabled={opening.isPending || draft.attempt !== null}
                      onClick={() => opening.mutate(shared)}
                    >
                      {team.open}
                    </button>
                    <button
                      type="button"
                      className="button small plain"
                      aria-label={team.deleteNamed(nameOfDraft(shared, posts.withoutText))}
                      disabled={opening.isPending}
                      onClick={() => setLeaving(shared)}
                    >
                      {team.deleteDraft}
                    </button>
                  </li>
                )
              })}
            </ul>
          )
        }
      </Loaded>
      <Problem error={opening.error} />
    </Dialog>
  )
}
