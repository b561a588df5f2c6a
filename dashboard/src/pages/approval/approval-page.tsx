// One post that waits for an editor: all that would go out, what was said, and the decision.

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { AccountFace } from '../../accounts/account-face.tsx'
import { useAccountsById } from '../../accounts/accounts-by-id.ts'
import { api, orThrow, PublisherError, type Schemas } from '../../api/client.ts'
import { useMutation } from '../../api/mutation.ts'
import { useSameKey } from '../../api/same-key.ts'
import { useMay, useSession } from '../../api/session.ts'
import { approvalQuery, type PostForApproval, postOf, withdrawApproval } from '../../approvals/approvals.ts'
import { CommentField, DecideButtons, History, WhatGoesOut } from '../../approvals/deciding.tsx'
import approvalsTexts from '../../i18n/en/approvals.ts'
import { useTexts } from '../../i18n/texts.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { useKeptState } from '../../parts/kept-state.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { useMakerName } from '../../parts/maker.ts'
import { Page } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { showToast } from '../../parts/toasts.tsx'
import { useAccountName } from '../../posts/account-names.ts'
import { nameOfPost } from '../../posts/post-words.ts'
import { isHalfWritten } from '../../posts/wall-time.ts'
import { Change } from './change.tsx'
import { ReviewLink } from './review-link.tsx'
import { TimeField } from './time-field.tsx'

type Shown = Schemas['ApprovalWithHistory']

const route = getRouteApi('/frame/approvals/$id')

export function ApprovalPage() {
  const { id } = route.useParams()
  // A comment, a change or a link of one post must not stand at the next.
  return <OnePage key={id} id={id} />
}

function OnePage({ id }: { id: string }) {
  const text = useTexts('approvals', approvalsTexts)
  const query = useQuery(approvalQuery(id))
  const { title, content = '', hashtags = [] }: Partial<PostForApproval> = query.data ? postOf(query.data) : {}
  return (
    <Page
      title={
        query.data === undefined
          ? text.title
          : nameOfPost({ title: title ?? null, content, hashtags }, text.withoutText)
      }
      actions={
        <Link to="/approvals" className="button plain">
          {text.back}
        </Link>
      }
    >
      <Loaded query={query}>{(approval) => <One approval={approval} />}</Loaded>
    </Page>
  )
}

function One({ approval }: { approval: Shown }) {
  const text = useTexts('approvals', approvalsTexts)
  const open = approval.state === 'waiting' || approval.state === 'changes_asked'
  const mayTakePart = useMay('author')
  const mayDecide = useMay('editor')
  const [touched, setTouched] = useState(false)
  const nameOf = useAccountName()
  const byId = useAccountsById()
  const makerName = useMakerName()
  return (
    <div className="approval">
      <div className="stack">
        <WhatGoesOut
          of={approval}
          post={postOf(approval)}
          accounts={
            <ul>
              {postOf(approval).accounts.map((id) => {
                const account = byId.get(id)
                return (
                  <li key={id} className="review-account">
                    {account && <AccountFace of={account} />} {nameOf(id)}
                  </li>
                )
              })}
            </ul>
          }
        />
        {open && mayTakePart && <Change approval={approval} touched={touched} onTouched={setTouched} />}
      </div>
      <div className="stack">
        {mayTakePart && <Decision approval={approval} unsent={touched} />}
        {mayDecide && (open || approval.review_shown_until !== null) && <ReviewLink approval={approval} open={open} />}
        <section className="card stack">
          <History
            entries={approval.history}
            who={({ reviewer, by }) => reviewer ?? (by ? makerName(by) : text.apiKey)}
            byLink={({ reviewer }) => reviewer !== null}
          />
        </section>
      </div>
    </div>
  )
}

/**
 * The decision, or the buttons to decide with, and a comment.
 * @param unsent The person changed the post on this page and did not send it again: it would be published without the change.
 */
function Decision({ approval, unsent }: { approval: Shown; unsent: boolean }) {
  const text = useTexts('approvals', approvalsTexts)
  const queries = useQueryClient()
  const mayDecide = useMay('editor')
  const { person } = useSession()
  const [at, setAt] = useState('')
  const time = useRef<HTMLInputElement>(null)
  const [unfinished, setUnfinished] = useState(false)
  const [missing, setMissing] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const { id, version, state, post_id } = approval
  const [comment, setComment] = useKeptState(`comment-${id}`, '')
  // The version that was read; what somebody else made of it since is there to be read, too.
  const [read, setRead] = useState(version)
  const changer = approval.history.findLast(({ kind }) => kind === 'changed')?.by?.id
  const changed = version !== read && changer !== person.id
  const path = { path: { id } }
  const post = postOf(approval)
  const asksForTime = approval.late && post.not_after === undefined
  const refresh = () => void queries.invalidateQueries({ queryKey: ['approvals'] })
  const once = useSameKey()
  const acting = useMutation({
    mutationFn: async (what: 'approve' | 'changes' | 'comments') => {
      const words = { comment: comment.trim() }
      const publish_at = asksForTime ? (at === '' ? ('now' as const) : new Date(at).getTime()) : undefined
      const approved = { version, ...(publish_at === undefined ? {} : { publish_at }) }
      await once<unknown>([what, words, approved], (key) => {
        const params = { ...path, header: { 'Idempotency-Key': key } }
        if (what === 'comments') return orThrow(api.POST('/v1/approvals/{id}/comments', { params, body: words }))
        if (what === 'changes')
          return orThrow(api.POST('/v1/approvals/{id}/changes', { params, body: { version, ...words } }))
        return orThrow(api.POST('/v1/approvals/{id}/approve', { params, body: approved }))
      })
      // A version that came while it was sent is still to be read.
      setRead(version)
    },
    onSuccess: (_, what) => {
      // An approval takes no comment along: what was written can still be sent by itself.
      if (what !== 'approve') setComment('')
      if (what !== 'comments') showToast({ kind: 'done', text: what === 'approve' ? text.approved : text.asked })
      void queries.invalidateQueries({ queryKey: ['posts'] })
    },
    onSettled: refresh,
  })
  const refused = acting.error instanceof PublisherError && acting.error.code === 'approval_changed'
  const ask = () => {
    setMissing(comment.trim() === '')
    if (comment.trim() !== '') acting.mutate('changes')
  }
  const approve = () => {
    // It would go out at once, as without a time.
    const half = isHalfWritten(time.current)
    setUnfinished(half)
    if (!half) acting.mutate('approve')
  }
  const open = state === 'waiting' || state === 'changes_asked'
  const stale = refused || (open && changed)
  return (
    <section className="card stack">
      {post_id !== null && (
        <Link to="/posts/$id" params={{ id: post_id }} className="button">
          {text.look}
        </Link>
      )}
      {approval.too_late ? (
        <p className="problem warning">{text.tooLate}</p>
      ) : (
        approval.late && <p className="problem warning">{asksForTime ? text.lateAsk : text.late}</p>
      )}
      {stale && <p role="alert">{text.stale}</p>}
      {/* An approval that is there shows that its answer was only lost. */}
      <Problem error={refused || (acting.variables === 'approve' && state === 'approved') ? null : acting.error} />
      {mayDecide && state === 'waiting' && unsent && (
        <p className="problem warning" role="status">
          {text.unsent}
        </p>
      )}
      {mayDecide && state === 'waiting' && asksForTime && !approval.too_late && (
        <TimeField
          label={text.publishAt}
          hint={text.publishAtHint}
          field={time}
          at={at}
          unfinished={unfinished}
          onChange={(next) => {
            setUnfinished(false)
            setAt(next)
          }}
        />
      )}
      <CommentField
        hint={mayDecide && state === 'waiting' ? text.commentHint : undefined}
        problem={missing && comment.trim() === '' ? text.commentMissing : undefined}
        comment={comment}
        busy={acting.isPending}
        onChange={setComment}
      />
      <div className="actions decide">
        {mayDecide && state === 'waiting' && (
          <DecideButtons busy={acting.isPending} locked={approval.too_late || unsent} onAsk={ask} onApprove={approve} />
        )}
        <button
          type="button"
          className="button"
          disabled={acting.isPending || comment.trim() === ''}
          onClick={() => acting.mutate('comments')}
        >
          {text.addComment}
        </button>
        {open && (mayDecide || approval.created_by?.id === person.id) && (
          <button type="button" className="button plain" onClick={() => setLeaving(true)}>
            {text.withdraw}
          </button>
        )}
      </div>
      {leaving && (
        <ConfirmDialog
          title={text.withdrawTitle}
          action={text.withdraw}
          run={() => withdrawApproval(id)}
          onDone={() => {
            setLeaving(false)
            showToast({ kind: 'done', text: text.withdrawn })
            refresh()
          }}
          onClose={() => setLeaving(false)}
        >
          <p>{text.withdrawWhy}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}
