import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type Approval, type ApprovalState, approvalsQuery, postOf, TONES } from '../../approvals/approvals.ts'
import { When } from '../../approvals/what-goes-out.tsx'
import { HelpLink } from '../../help/help-link.tsx'
import approvalsTexts from '../../i18n/en/approvals.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Badge } from '../../parts/badge.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Field } from '../../parts/field.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Page } from '../../parts/page.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { nameOfPost } from '../../posts/post-words.ts'

/** Posts that wait for an editor, and what became of others. */
export function ApprovalsPage() {
  const text = useTexts('approvals', approvalsTexts)
  const [state, setState] = useState<ApprovalState | undefined>('waiting')
  const query = useQuery(approvalsQuery(state))
  const columns: Column<Approval>[] = [
    {
      title: text.columns.post,
      heads: true,
      cell: (approval) => {
        const { title = null, content = '', hashtags = [] } = postOf(approval)
        return (
          <Link to="/approvals/$id" params={{ id: approval.id }} className="post-name">
            {nameOfPost({ title, content, hashtags }, text.withoutText)}
          </Link>
        )
      },
    },
    {
      title: text.columns.author,
      cell: ({ created_by: by }) => (by ? <span className="one-line">{by.name || by.email}</span> : text.apiKey),
    },
    { title: text.columns.when, cell: (approval) => <When post={postOf(approval)} /> },
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
          {text.intro} <HelpLink operation="listApprovals" />
        </>
      }
    >
      <div className="approvals-filter">
        <Field label={text.filter}>
          {(control) => (
            <select
              {...control}
              value={state ?? ''}
              onChange={({ target }) => setState((target.value || undefined) as ApprovalState | undefined)}
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
        {(all) =>
          all.length === 0 ? (
            <EmptyState title={text.empty}>{text.emptyWhy}</EmptyState>
          ) : (
            <Table caption={text.list} columns={columns} rows={all} keyOf={({ id }) => id} />
          )
        }
      </Loaded>
    </Page>
  )
}
