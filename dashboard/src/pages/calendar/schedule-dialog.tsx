import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { AccountFace } from '../../accounts/account-face.tsx'
import { connectionsQuery } from '../../api/connections.ts'
import { DRAFTS, forgetDraft, nameOfDraft, readDraft, type SharedDraft } from '../../api/drafts.ts'
import { useMutation } from '../../api/mutation.ts'
import { queryClient } from '../../api/queries.ts'
import { useMay } from '../../api/session.ts'
import calendarTexts from '../../i18n/en/calendar.ts'
import postsTexts from '../../i18n/en/posts.ts'
import { useFormats } from '../../i18n/format.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { DialogForm, FormFoot } from '../../parts/form-foot.tsx'
import { Loaded, Skeleton } from '../../parts/loaded.tsx'
import { showToast } from '../../parts/toasts.tsx'
import { ComposeLink } from '../../posts/compose-link.tsx'
import { MomentField, useWrongTime } from '../../posts/moment-field.tsx'
import { useTimeRefusal } from '../../posts/time-refusal.ts'
import { momentOf } from '../../posts/wall-time.ts'
import { keyOfDraft } from '../compose/attempt.ts'
import { isTaken, sendPost } from '../compose/send-post.ts'

interface ScheduleDialogProps {
  draft: SharedDraft
  /** The time that is proposed: "2027-03-28T10:30". */
  wall: string
  onClose: () => void
}

/** Somebody saved a newer version of the draft than the one that is shown. */
class Newer extends Error {}

/** The ids of accounts in a draft, of which nothing is sure. */
const accountsIn = ({ post: { accounts } }: SharedDraft): string[] =>
  Array.isArray(accounts) ? accounts.filter((id): id is string => typeof id === 'string') : []

/**
 * Makes the post of a draft for a time, or sends it for approval where the person may not publish. Of a version of a draft there is
 * one key: scheduled or sent by two people at once, it becomes one post.
 */
export function ScheduleDialog({ draft, wall: proposed, onClose }: ScheduleDialogProps) {
  const text = useTexts('calendar', calendarTexts)
  const posts = useTexts('posts', postsTexts)
  const { aboutTime } = useTimeRefusal()
  const formats = useFormats()
  const mayPost = useMay('editor')
  const known = useQuery(connectionsQuery)
  const [wall, setWall] = useState(proposed)
  const [tried, setTried] = useState(false)
  const chosen = momentOf(wall)
  const wrong = useWrongTime()(wall)
  const name = nameOfDraft(draft, posts.withoutText)
  const accounts = accountsIn(draft).flatMap((of) => known.data?.find(({ id }) => id === of) ?? [])
  const sending = useMutation({
    mutationFn: async (at: number) => {
      const { id, type, version, post } = draft
      // The list may be older than what somebody saved since: that would neither go out nor be left.
      if ((await readDraft(id)).version !== version) throw new Newer()
      const body = { ...post, scheduled_at: at }
      const to = mayPost ? {} : { forApproval: true as const }
      await sendPost({ type, body, key: keyOfDraft(draft), at: Date.now(), ...to })
      await forgetDraft(draft)
    },
    onError: () => void queryClient.invalidateQueries({ queryKey: DRAFTS }),
    onSuccess: (_, at) => {
      showToast({ kind: 'done', text: (mayPost ? text.scheduled : text.sent)(name, formats.dateTime(at)) })
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (wrong === undefined && chosen !== null) sending.mutate(chosen.at)
  }
  const already = isTaken(sending.error)
  const newer = sending.error instanceof Newer
  const refused = aboutTime(sending.error)
  const [date, time] = wall.split('T') as [string, string?]
  return (
    <Dialog title={text.scheduleNamed(name)} onClose={onClose} closable={!sending.isPending}>
      <DialogForm busy={sending.isPending} onSubmit={submit}>
        <Loaded query={known} skeleton={<Skeleton lines={1} />}>
          {() =>
            accounts.length === 0 ? (
              <p>{text.noAccounts}</p>
            ) : (
              <ul className="idea-accounts" aria-label={posts.accounts}>
                {accounts.map((account) => (
                  <li key={account.id}>
                    <AccountFace of={account} /> @{account.username}{' '}
                    <span className="quiet">({account.platform.display_name})</span>
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
        <MomentField wall={wall} onChange={setWall} problem={(tried ? wrong : undefined) ?? refused} />
        <p>
          <ComposeLink given={{ draft: draft.id, ...(chosen === null ? {} : { date, ...(time ? { time } : {}) }) }}>
            {text.openInComposer}
          </ComposeLink>
        </p>
        {already && (
          <p className="problem" role="alert">
            {text.scheduledAlready}
          </p>
        )}
        {newer && (
          <p className="problem" role="alert">
            {text.newerDraft}
          </p>
        )}
        <FormFoot
          action={mayPost ? text.scheduleNow : text.sendForApproval}
          onCancel={onClose}
          busy={sending.isPending}
          locked={accounts.length === 0 || newer}
          error={refused === undefined && !already && !newer ? sending.error : null}
        />
      </DialogForm>
    </Dialog>
  )
}
