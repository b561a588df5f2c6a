import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useMay } from '../../api/session.ts'
import { type Approval, type ApprovalState, approvalsQuery, postOf, TONES } from '../../approvals/approvals.ts'
import { When } from '../../approvals/deciding.tsx'
import { HelpLink } from '../../help/help-link.tsx'
import approvalsTexts from '../../i18n/en/approvals.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Badge } from '../../parts/badge.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Field } from '../../parts/field.tsx'
import { Loaded, Skeleton } from '../../parts/loaded.tsx'
import { useMakerName } from '../../parts/maker.ts'
import { online } from '../../parts/online.ts'
import { Page } from '../../parts/page.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { nameOfPost } from '../../posts/post-words.ts'
import { zoneHere } from '../../posts/wall-time.ts'

const route = getRouteApi('/frame/approvals')

const STATES = Object.keys(TONES) as ApprovalState[]
/** In the address: those of every state. */
const ALL = 'all'

const ApproveSeveral = lazy(() =>
  online().then(async () => ({ default: (await import('./approve-several.tsx')).ApproveSeveral })),
)

/** It can be approved as it is: it needs neither a new time nor a change. */
const canGoOut = (approval: Approval): boolean =>
  approval.state === 'waiting' && !approval.too_late && !(approval.late && postOf(approval).not_after === undefined)

/** Posts that wait for an editor, and what became of others; the state stands in the address. */
export function ApprovalsPage() {
  const text = useTexts('approvals', approvalsTexts)
  const makerName = useMakerName()
  const { state: asked } = route.useSearch()
  const navigate = route.useNavigate()
  const state = asked === ALL ? undefined : (STATES.find((each) => each === asked) ?? 'waiting')
  const [pages, setPages] = useState(1)
  const query = useQuery({ ...approvalsQuery(state, pages), placeholderData: keepPreviousData })
  const mayDecide = useMay('editor')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [approving, setApproving] = useState<readonly Approval[]>()
  const eligible = mayDecide ? (query.data?.posts.filter(canGoOut) ?? []) : []
  const taken = eligible.filter(({ id }) => chosen.has(id))
  const choice: Column<Approval> = {
    title: text.choose,
    cell: (approval) =>
      canGoOut(approval) && (
        <input
          type="checkbox"
          aria-label={text.chooseOne(nameOf(approval))}
          checked={chosen.has(approval.id)}
          onChange={({ target }) => {
            const next = new Set(chosen)
            if (target.checked) next.add(approval.id)
            else next.delete(approval.id)
            setChosen(next)
          }}
        />
      ),
  }
  const nameOf = (approval: Approval) => {
    const { title = null, content = '', hashtags = [] } = postOf(approval)
    return nameOfPost({ title, content, hashtags }, text.withoutText)
  }
  const columns: Column<Approval>[] = [
    ...(eligible.length > 1 ? [choice] : []),
    {
      title: text.columns.post,
      heads: true,
      cell: (approval) => (
        <Link to="/approvals/$id" params={{ id: approval.id }} className="post-name">
          {nameOf(approval)}
        </Link>
      ),
    },
    {
      title: text.columns.author,
      cell: ({ created_by: by }) => (by ? <span className="one-line">{makerName(by)}</span> : text.apiKey),
    },
    { title: text.columns.when, cell: (approval) => <When post={postOf(approval)} short /> },
    {
      title: text.columns.state,
      cell: ({ state: is }) => <Badge tone={TONES[is]}>{text.states[is]}</Badge>,
    },
  ]
  return (
    <Page
      title={text.title}
      intro={
        <>
          {text.intro} {text.zone(zoneHere())} <HelpLink operation="listApprovals" />
        </>
      }
      actions={
        <Link to="/posts" className="button plain">
          {text.toPosts}
        </Link>
      }
    >
      <div className="approvals-filter">
        <Field label={text.filter}>
          {(control) => (
            <select
              {...control}
              value={state ?? ''}
              onChange={({ target }) => {
                void navigate({ search: { state: target.value || ALL }, replace: true })
                setPages(1)
                setChosen(new Set())
              }}
            >
              {Object.entries(text.states).map(([name, word]) => (
                <option key={name} value={name}>
                  {word}
                </option>
              ))}
              <option value="">{text.all}</option>
            </select>
          )}
        </Field>
      </div>
      <Loaded query={query}>
        {({ posts, more }) =>
          posts.length === 0 && query.isPlaceholderData ? (
            <Skeleton lines={4} />
          ) : posts.length === 0 ? (
            <EmptyState title={text.empty}>{text.emptyWhy}</EmptyState>
          ) : (
            <div className="stack" aria-busy={query.isPlaceholderData}>
              {eligible.length > 1 && (
                <div className="actions">
                  <button
                    type="button"
                    className="button"
                    onClick={() =>
                      setChosen(taken.length === eligible.length ? new Set() : new Set(eligible.map(({ id }) => id)))
                    }
                  >
                    {taken.length === eligible.length ? text.chooseNone : text.chooseAll}
                  </button>
                  {taken.length > 0 && (
                    <button type="button" className="button primary" onClick={() => setApproving(taken)}>
                      {text.approveSeveral(taken.length)}
                    </button>
                  )}
                </div>
              )}
              <Table caption={text.list} columns={columns} rows={posts} keyOf={({ id }) => id} />
              {more && (
                <div className="actions">
                  <button type="button" className="button" onClick={() => setPages(pages + 1)}>
                    {text.more}
                  </button>
                </div>
              )}
            </div>
          )
        }
      </Loaded>
      {approving && (
        <Suspense fallback={null}>
          <ApproveSeveral
            posts={approving}
            onClose={() => {
              setApproving(undefined)
              setChosen(new Set())
            }}
          />
        </Suspense>
      )}
    </Page>
  )
}
