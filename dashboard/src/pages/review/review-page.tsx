// The page for somebody who was sent a link to review: one post, what was said about it, and the decision. Nobody signs in. The
// secret is behind the `#` of the address, which the browser does not send; it is sent only in request bodies.

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { AccountFace } from '../../accounts/account-face.tsx'
import { api, orThrow, PublisherError, type Schemas } from '../../api/client.ts'
import { orFound } from '../../api/look-after.ts'
import { useMutation } from '../../api/mutation.ts'
import type { PostForApproval } from '../../approvals/approvals.ts'
import { CommentField, DecideButtons, History, WhatGoesOut } from '../../approvals/deciding.tsx'
import { ClientPage } from '../../clients/client-page.tsx'
import approvalsTexts from '../../i18n/en/approvals.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Field } from '../../parts/field.tsx'
import { useKeptHere } from '../../parts/kept-state.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Time } from '../../parts/time.tsx'
import { type Action, isTaken } from './taken.ts'

type Review = Schemas['Review']

const LONGEST_NAME = 80
const NAME_KEPT = 'reviewer'

const nameBefore = (): string => {
  try {
    return localStorage.getItem(NAME_KEPT) ?? ''
  } catch {
    return ''
  }
}
const keepName = (name: string): void => {
  try {
    localStorage.setItem(NAME_KEPT, name)
  } catch {
    // Then it is typed again the next time.
  }
}

const readReview = async (link: string): Promise<Review> =>
  (await orThrow(api.POST('/v1/reviews', { body: { link } }))).data

export function ReviewPage() {
  const text = useTexts('approvals', approvalsTexts)
  const [link] = useState(() => window.location.hash.slice(1))
  const query = useQuery({
    queryKey: ['review', link],
    queryFn: () => readReview(link),
    enabled: link !== '',
    refetchInterval: 30_000,
  })
  if (link === '' || (query.error instanceof PublisherError && query.error.status === 404)) {
    return (
      <ClientPage title={text.reviewGone}>
        <p>{text.reviewGoneWhy}</p>
      </ClientPage>
    )
  }
  return (
    <ClientPage
      wide
      title={query.data === undefined ? text.reviewLoading : text.reviewHeading(query.data.owner.name)}
      brand={query.data?.brand}
    >
      <Loaded query={query}>{(review) => <One link={link} review={review} />}</Loaded>
    </ClientPage>
  )
}

function One({ link, review }: { link: string; review: Review }) {
  const text = useTexts('approvals', approvalsTexts)
  const { post, accounts, history, expires_at } = review
  return (
    <div className="approval">
      <div className="stack">
        <WhatGoesOut
          of={review}
          post={post as unknown as PostForApproval}
          accounts={accounts.map((account) => (
            <span className="review-account" key={`${account.platform.name} ${account.username}`}>
              <AccountFace of={account} /> @{account.username} ({account.platform.display_name})
            </span>
          ))}
        />
      </div>
      <div className="stack">
        <Decision link={link} review={review} />
        <section className="stack">
          <History entries={history} who={({ name }) => name || text.theTeam} />
        </section>
        <p className="quiet small">
          {text.reviewUntil} <Time at={expires_at} />
        </p>
      </div>
    </div>
  )
}

function Decision({ link, review }: { link: string; review: Review }) {
  const text = useTexts('approvals', approvalsTexts)
  const queries = useQueryClient()
  const [name, setName] = useState(nameBefore)
  const [comment, setComment] = useKeptHere(`review-${link.split('.')[0]}`, '')
  const [tried, setTried] = useState<Action | null>(null)
  const { version, state, late, too_late, owner, history } = review
  // The version that was read: what the team made of it since is told, and no comment is lost by it.
  const [read, setRead] = useState(version)
  // The last request, and the length of the history before it: the service may have done it although no answer came.
  const begun = useRef({ wish: '', entries: 0 })
  const acting = useMutation({
    mutationFn: async (action: Action) => {
      const said = { action, name: name.trim(), comment: comment.trim() }
      const wish = JSON.stringify(said)
      const again = begun.current.wish === wish
      if (!again) begun.current = { wish, entries: history.length }
      const find = async () => {
        const now = await readReview(link)
        return isTaken(now.history.slice(begun.current.entries), said) ? now : undefined
      }
      // Nothing tells the service that a comment is the same one again.
      const taken = again ? await find() : undefined
      if (taken !== undefined) return taken
      const decision = { ...said, version }
      return orFound(
        orThrow(api.POST('/v1/reviews', { body: { link, decision } })).then(({ data }) => data),
        find,
      )
    },
    onSuccess: (after) => {
      begun.current.wish = ''
      keepName(name.trim())
      setComment('')
      setTried(null)
      setRead(after.version)
      queries.setQueryData(['review', link], after)
    },
    onError: () => void queries.invalidateQueries({ queryKey: ['review', link] }),
  })
  const act = (action: Action) => {
    setTried(action)
    if (name.trim() !== '' && (action === 'approve' || comment.trim() !== '')) acting.mutate(action)
  }
  const refused = acting.error instanceof PublisherError && acting.error.code === 'approval_changed'
  const stale = refused || version !== read
  const tooLate = acting.error instanceof PublisherError && acting.error.code === 'approval_late'
  const open = state === 'waiting' || state === 'changes_asked'
  return (
    <section className="stack" aria-label={text.decision}>
      <div role="status" className="stack">
        {state === 'approved' && <p className="banner good">{text.reviewApproved}</p>}
        {state === 'withdrawn' && <p className="banner neutral">{text.reviewWithdrawn}</p>}
        {state === 'changes_asked' && <p className="banner neutral">{text.reviewAsked(owner.name)}</p>}
      </div>
      {open && (late || too_late) && <p className="problem warning">{text.reviewLate(owner.name)}</p>}
      {stale ? (
        <p role="alert">{text.stale}</p>
      ) : tooLate ? (
        <p role="alert">{text.reviewLate(owner.name)}</p>
      ) : (
        <Problem error={acting.variables === 'approve' && state === 'approved' ? null : acting.error} />
      )}
      <Field label={text.yourName} problem={tried !== null && name.trim() === '' ? text.nameMissing : undefined}>
        {(control) => (
          <input
            {...control}
            autoComplete="name"
            maxLength={LONGEST_NAME}
            value={name}
            disabled={acting.isPending}
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </Field>
      <CommentField
        problem={
          (tried === 'changes' || tried === 'comment') && comment.trim() === '' ? text.commentMissing : undefined
        }
        comment={comment}
        busy={acting.isPending}
        onChange={setComment}
      />
      <div className="actions decide">
        {state === 'waiting' && (
          <DecideButtons
            busy={acting.isPending}
            locked={too_late}
            onAsk={() => act('changes')}
            onApprove={() => act('approve')}
          />
        )}
        <button type="button" className="button" disabled={acting.isPending} onClick={() => act('comment')}>
          {text.addComment}
        </button>
      </div>
    </section>
  )
}
