import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, orThrow, type Schemas } from '../../api/client.ts'
import type { Role } from '../../api/schemas.ts'
import { useMay } from '../../api/session.ts'
import { HelpLink } from '../../help/help-link.tsx'
import activityTexts from '../../i18n/en/activity.ts'
import teamTexts from '../../i18n/en/team.ts'
import { useTexts } from '../../i18n/texts.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { useMakerName } from '../../parts/maker.ts'
import { Page } from '../../parts/page.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { isPlatform, PLATFORM_NAMES } from '../../platforms/names.ts'
import { ShortTime } from '../../posts/short-time.tsx'
import { zoneHere } from '../../posts/wall-time.ts'

type Activity = Schemas['Activity']

const PAGE = 50

/** The owner's changes, the latest first: who made them, and from where. */
export function ActivityPage() {
  const text = useTexts('activity', activityTexts)
  const isAdmin = useMay('admin')
  return (
    <Page
      title={text.title}
      intro={
        <>
          {text.intro} {isAdmin && text.zone(zoneHere())} <HelpLink operation="listActivity" />
        </>
      }
    >
      {isAdmin ? <Changes /> : <p className="quiet section">{text.onlyAdmins}</p>}
    </Page>
  )
}

function Changes() {
  const text = useTexts('activity', activityTexts)
  const [pages, setPages] = useState(1)
  const query = useQuery({
    queryKey: ['activity', pages],
    queryFn: () => latest(pages),
    placeholderData: keepPreviousData,
  })
  return (
    <Loaded query={query}>
      {({ changes, more }) =>
        changes.length === 0 ? (
          <EmptyState title={text.empty}>{text.emptyWhy}</EmptyState>
        ) : (
          <>
            <ChangeTable changes={changes} />
            {more && (
              <p className="section">
                <button
                  type="button"
                  className="button"
                  disabled={query.isPlaceholderData}
                  onClick={() => setPages(pages + 1)}
                >
                  {text.older}
                </button>
              </p>
            )}
          </>
        )
      }
    </Loaded>
  )
}

/** So many pages of the latest changes; `more` says that there are older ones. */
async function latest(pages: number): Promise<{ changes: Activity[]; more: boolean }> {
  const changes: Activity[] = []
  let before: string | null = null
  for (let page = 0; page < pages; page += 1) {
    const query: { limit: number; before?: string } = { limit: PAGE, ...(before === null ? {} : { before }) }
    const { data }: { data: { result: Activity[]; next_before: string | null } } = await orThrow(
      api.GET('/v1/activity', { params: { query } }),
    )
    changes.push(...data.result)
    before = data.next_before
    if (before === null) break
  }
  return { changes, more: before !== null }
}

function ChangeTable({ changes }: { changes: readonly Activity[] }) {
  const text = useTexts('activity', activityTexts)
  const { roles } = useTexts('team', teamTexts)
  const isRole = (value: unknown): value is Role => typeof value === 'string' && Object.hasOwn(roles, value)
  const makerName = useMakerName()
  const whoIs = ({ actor: { kind, name, email, id }, action, details }: Activity): string => {
    if (action === 'review_link.used' && typeof details.name === 'string') return text.visitorNamed(details.name)
    if (kind === 'person') return makerName({ name: name ?? '', email: email ?? '' })
    if (kind === 'service' || kind === 'visitor') return text[kind]
    return `${kind === 'key' ? text.key : text.operator} ${id ?? ''}`.trim()
  }
  /** Beside the name: an account's platform, the role that somebody has, and the one before. */
  const moreOf = ({ platform, before, role }: Activity['details']): string =>
    typeof platform === 'string' && isPlatform(platform)
      ? PLATFORM_NAMES[platform]
      : [before, role].flatMap((each) => (isRole(each) ? [roles[each]] : [])).join(' → ')
  const columns: Column<Activity>[] = [
    { title: text.what, heads: true, cell: (change) => <What change={change} /> },
    {
      title: text.of,
      cell: ({ target: { id, name }, details }) => (
        <>
          <span className="long">{name ?? id}</span> <span className="quiet small">{moreOf(details)}</span>
        </>
      ),
    },
    { title: text.who, cell: (change) => <span className="long">{whoIs(change)}</span> },
    {
      title: text.from,
      cell: ({ from, through }) => (
        <span className="long">
          {from ?? '–'}
          {through !== null && <span className="quiet small"> {text.through(through)}</span>}
        </span>
      ),
    },
    { title: text.when, cell: ({ at }) => <ShortTime at={at} /> },
  ]
  return <Table caption={text.caption} captionOnlyRead close columns={columns} rows={changes} keyOf={({ id }) => id} />
}

/** The action; for a review link also the decision. */
function What({ change: { action, details } }: { change: Activity }) {
  const text = useTexts('activity', activityTexts)
  const decision = Object.entries(text.decisions).find(([name]) => name === details.decision)
  return (
    <>
      {text.actions[action]}
      {action === 'review_link.used' && decision && <span className="quiet small"> {decision[1]}</span>}
    </>
  )
}
