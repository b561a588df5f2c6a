// One post that waits for an editor: all that would go out, what was said, and the decision.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api, orThrow, PublisherError, type Schemas } from '../../api/client.ts'
import { useMay, useSession } from '../../api/session.ts'
import { approvalQuery, type PostForApproval, postOf } from '../../approvals/approvals.ts'
import approvalsTexts from '../../i18n/en/approvals.ts'
import { useFormats } from '../../i18n/format.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Badge } from '../../parts/badge.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Page } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { RelativeTime, Time } from '../../parts/time.tsx'
import { showToast } from '../../parts/toasts.tsx'
import { useAccountName } from '../../posts/account-names.ts'
import { nameOfPost } from '../../posts/post-words.ts'
import { TONES, When } from '../approvals/approvals-page.tsx'
import './approval.css'

type Shown = Schemas['ApprovalWithHistory']

const route = getRouteApi('/frame/approvals/$id')

export function ApprovalPage() {
  const text = useTexts('approvals', approvalsTexts)
  const { id } = route.useParams()
  const query = useQuery(approvalQuery(id))
  const { title, content = '', hashtags = [] }: Partial<PostForApproval> = query.data ? postOf(query.data) : {}
  return (
    <Page
      title={
        query.data === undefined
          ? text.title
          : nameOfPost({ title: title ?? null, content, hashtags }, text.withoutText)
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
  return (
    <div className="approval">
      <div className="stack">
        <WhatGoesOut approval={approval} />
        {open && mayTakePart && <Change key={approval.version} approval={approval} />}
      </div>
      <div className="stack">
        {mayTakePart && <Decision approval={approval} />}
        <section className="card stack">
          <h2>{text.history}</h2>
          <ol className="stack">
            {approval.history.map(({ kind, text: words, by, at }) => (
              <li key={`${at} ${kind} ${words}`}>
                <p>
                  <strong>{by ? by.name || by.email : text.apiKey}</strong> {text.kinds[kind]}{' '}
                  <span className="quiet small">
                    <RelativeTime at={at} />
                  </span>
                </p>
                {words !== '' && <p className="said">{words}</p>}
              </li>
            ))}
          </ol>
        </section>
      </div>
    </div>
  )
}

const SHOWN = ['title', 'content', 'hashtags', 'accounts', 'scheduled_at', 'not_after']

/** Everything of the post: what is not shown here would be approved unseen. */
function WhatGoesOut({ approval }: { approval: Shown }) {
  const text = useTexts('approvals', approvalsTexts)
  const formats = useFormats()
  const nameOf = useAccountName()
  const post = postOf(approval)
  const media = post.media?.items?.map(({ media_asset_id }) => media_asset_id) ?? post.media?.media_asset_ids ?? []
  const { media_asset_ids: _, ...ofMedia } = post.media ?? {}
  const rest = Object.entries({ ...post, media: ofMedia }).filter(
    ([name, value]) => !SHOWN.includes(name) && Object.keys(value as object).length > 0,
  )
  return (
    <section className="card stack">
      <p>
        <Badge tone={TONES[approval.state]}>{text.states[approval.state]}</Badge>{' '}
        <span className="quiet small">
          {text.version(formats.number(approval.version))} · {text.types[approval.type]}
        </span>
      </p>
      {post.title && (
        <p>
          <strong>{post.title}</strong>
        </p>
      )}
      <p className="said">{post.content}</p>
      {post.hashtags && post.hashtags.length > 0 && <p>{post.hashtags.join(' ')}</p>}
      {media.length > 0 && (
        <ul className="approval-media" aria-label={text.media}>
          {media.map((id, at) => (
            <li key={id}>
              <a href={`/api/v1/media/${id}`}>
                <img src={`/api/v1/media/${id}`} alt={text.medium(formats.number(at + 1))} loading="lazy" />
              </a>
            </li>
          ))}
        </ul>
      )}
      <dl className="facts">
        <div>
          <dt>{text.accounts}</dt>
          <dd>{post.accounts.map(nameOf).join(', ')}</dd>
        </div>
        <div>
          <dt>{text.when}</dt>
          <dd>
            <When approval={approval} />
          </dd>
        </div>
        {post.not_after !== undefined && (
          <div>
            <dt>{text.notAfter}</dt>
            <dd>
              <Time at={post.not_after} />
            </dd>
          </div>
        )}
      </dl>
      {rest.length > 0 && (
        <details open>
          <summary>{text.rest}</summary>
          <pre className="small">{JSON.stringify(Object.fromEntries(rest), null, 2)}</pre>
        </details>
      )}
    </section>
  )
}

/** What was decided, or the buttons to decide with, and a comment. */
function Decision({ approval }: { approval: Shown }) {
  const text = useTexts('approvals', approvalsTexts)
  const queries = useQueryClient()
  const mayDecide = useMay('editor')
  const { person } = useSession()
  const [comment, setComment] = useState('')
  const [at, setAt] = useState('')
  const [missing, setMissing] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const { id, version, state, post_id } = approval
  const path = { path: { id } }
  const post = postOf(approval)
  const asksForTime = approval.late && post.not_after === undefined
  const refresh = () => void queries.invalidateQueries({ queryKey: ['approvals'] })
  const acting = useMutation({
    mutationFn: async (what: 'approve' | 'changes' | 'comments') => {
      const words = { comment: comment.trim() }
      if (what === 'comments') return orThrow(api.POST('/v1/approvals/{id}/comments', { params: path, body: words }))
      if (what === 'changes')
        return orThrow(api.POST('/v1/approvals/{id}/changes', { params: path, body: { version, ...words } }))
      const publish_at = asksForTime ? (at === '' ? ('now' as const) : new Date(at).getTime()) : undefined
      const body = { version, ...(publish_at === undefined ? {} : { publish_at }) }
      return orThrow(api.POST('/v1/approvals/{id}/approve', { params: path, body }))
    },
    onSuccess: (_, what) => {
      setComment('')
      if (what !== 'comments') showToast({ kind: 'done', text: what === 'approve' ? text.approved : text.asked })
      void queries.invalidateQueries({ queryKey: ['posts'] })
    },
    onSettled: refresh,
  })
  const stale = acting.error instanceof PublisherError && acting.error.code === 'approval_changed'
  const ask = () => {
    setMissing(comment.trim() === '')
    if (comment.trim() !== '') acting.mutate('changes')
  }
  const open = state === 'waiting' || state === 'changes_asked'
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
      {stale ? <p role="alert">{text.stale}</p> : <Problem error={acting.error} />}
      {mayDecide && state === 'waiting' && asksForTime && !approval.too_late && (
        <Field label={text.publishAt} hint={text.publishAtHint} optional>
          {(control) => (
            <input {...control} type="datetime-local" value={at} onChange={({ target }) => setAt(target.value)} />
          )}
        </Field>
      )}
      <Field
        label={text.comment}
        {...(mayDecide && state === 'waiting' ? { hint: text.commentHint } : {})}
        problem={missing && comment.trim() === '' ? text.commentMissing : undefined}
      >
        {(control) => (
          <textarea
            {...control}
            rows={3}
            maxLength={2000}
            value={comment}
            onChange={({ target }) => setComment(target.value)}
          />
        )}
      </Field>
      <div className="actions">
        {open && (mayDecide || approval.created_by?.id === person.id) && (
          <button type="button" className="button" onClick={() => setLeaving(true)}>
            {text.withdraw}
          </button>
        )}
        <button
          type="button"
          className="button"
          disabled={acting.isPending || comment.trim() === ''}
          onClick={() => acting.mutate('comments')}
        >
          {text.addComment}
        </button>
        {mayDecide && state === 'waiting' && (
          <>
            <button type="button" className="button" disabled={acting.isPending} onClick={ask}>
              {text.ask}
            </button>
            <button
              type="button"
              className="button primary"
              disabled={acting.isPending || approval.too_late}
              onClick={() => acting.mutate('approve')}
            >
              {text.approve}
            </button>
          </>
        )}
      </div>
      {leaving && (
        <ConfirmDialog
          title={text.withdrawTitle}
          action={text.withdraw}
          run={() => orThrow(api.DELETE('/v1/approvals/{id}', { params: path }))}
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

/** The words of a post, changed by its author or an editor: then it waits again. */
function Change({ approval }: { approval: Shown }) {
  const text = useTexts('approvals', approvalsTexts)
  const queries = useQueryClient()
  const { person } = useSession()
  const mayDecide = useMay('editor')
  const before = postOf(approval).content ?? ''
  const [content, setContent] = useState(before)
  const changing = useMutation({
    mutationFn: () =>
      orThrow(
        api.PUT('/v1/approvals/{id}', {
          params: { path: { id: approval.id } },
          body: { version: approval.version, type: approval.type, post: { ...approval.post, content } },
        }),
      ),
    onSuccess: () => showToast({ kind: 'done', text: text.changed }),
    onSettled: () => void queries.invalidateQueries({ queryKey: ['approvals'] }),
  })
  if (!mayDecide && approval.created_by?.id !== person.id) return null
  return (
    <details className="card" open={approval.state === 'changes_asked'}>
      <summary>{text.change}</summary>
      <div className="stack">
        <Field label={text.text} hint={text.changeHint}>
          {(control) => (
            <textarea {...control} rows={6} value={content} onChange={({ target }) => setContent(target.value)} />
          )}
        </Field>
        <Problem error={changing.error} />
        <div className="actions">
          <button
            type="button"
            className="button"
            disabled={changing.isPending || content === before}
            onClick={() => changing.mutate()}
          >
            {text.save}
          </button>
        </div>
      </div>
    </details>
  )
}
