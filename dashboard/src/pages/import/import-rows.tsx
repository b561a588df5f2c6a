// The rows of a plan as the service read them: what is wrong with each, and which of them are taken.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { PlatformMark } from '../../accounts/account-face.tsx'
import type { Schemas } from '../../api/client.ts'
import { connectionsQuery } from '../../api/connections.ts'
import importsTexts from '../../i18n/en/imports.ts'
import partsTexts from '../../i18n/en/parts.ts'
import postsTexts from '../../i18n/en/posts.ts'
import { useFormats } from '../../i18n/format.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Badge } from '../../parts/badge.tsx'
import { withRule } from '../../parts/problem.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { isPlatform, PLATFORM_NAMES } from '../../platforms/names.ts'
import { asCounted } from '../../posts/as-counted.ts'
import { ShortTime } from '../../posts/short-time.tsx'
import { withMoments } from '../../posts/wall-time.ts'

type Row = Schemas['ImportRow']

const TONES = { ready: 'good', imported: 'neutral', problem: 'bad', left_out: 'neutral' } as const

/** The words about a cell: its entries are counted as people do, and columns keep the names that the file has. */
const told = ({ code, path = '', message }: Row['issues'][number], written: (at: number) => string): string =>
  // Elsewhere a bracket, or a moment, is one of the file: of a name such as "photo[1].jpg".
  code === 'invalid_schedule'
    ? withMoments(message, written)
    : path.includes('[')
      ? asCounted(message, (column) => column)
      : message

interface TotalsProps {
  totals: Schemas['Import']['totals']
  ready: number
  left: number
  /** Rows that were imported just now, among those that are. */
  made: number
}

/** How many rows there are of each state. */
export function Totals({ totals, ready, left, made }: TotalsProps) {
  const text = useTexts('imports', importsTexts)
  const parts = [
    ...(ready > 0 ? [text.ready(ready)] : []),
    ...(totals.problem > 0 ? [text.problems(totals.problem)] : []),
    ...(made > 0 ? [text.made(made)] : []),
    ...(totals.imported > made ? [text.known(totals.imported - made)] : []),
    ...(totals.left_out + left > 0 ? [text.leftOut(totals.left_out + left)] : []),
  ]
  return parts.join(' · ')
}

interface RowsProps {
  rows: readonly Row[]
  left: readonly number[]
  locked: boolean
  /** Absent once they are imported. */
  onLeave: ((row: number, leaves: boolean) => void) | undefined
}

export function Rows({ rows, left, locked, onLeave }: RowsProps) {
  const text = useTexts('imports', importsTexts)
  const { refusal } = useTexts('parts', partsTexts)
  const types: Readonly<Record<string, string>> = useTexts('posts', postsTexts).types
  const formats = useFormats()
  const columns: Column<Row>[] = [
    {
      title: text.columns.take,
      cell: ({ row, state }) =>
        state === 'ready' &&
        onLeave && (
          <input
            type="checkbox"
            aria-label={text.take(formats.number(row))}
            checked={!left.includes(row)}
            disabled={locked}
            onChange={({ target }) => onLeave(row, !target.checked)}
          />
        ),
    },
    { title: text.columns.line, numeric: true, cell: ({ line }) => formats.number(line) },
    {
      title: text.columns.post,
      heads: true,
      cell: ({ title, content, type }) => (
        <>
          {title || [...content].slice(0, 80).join('') || text.withoutText}
          <p className="quiet small">{Object.hasOwn(types, type) ? types[type] : type}</p>
        </>
      ),
    },
    {
      title: text.columns.accounts,
      cell: ({ accounts }) => (
        <ul>
          {[...new Set(accounts)].map((account) => (
            <li key={account}>
              <Account named={account} />
            </li>
          ))}
        </ul>
      ),
    },
    {
      title: text.columns.when,
      cell: ({ scheduled_at: at }) =>
        typeof at === 'number' ? (
          <ShortTime at={at} />
        ) : at === 'now' ? (
          text.now
        ) : at === 'next_slot' ? (
          text.nextSlot
        ) : (
          '–'
        ),
    },
    {
      title: text.columns.state,
      cell: ({ row, state, issues, notes, approval, post_id }) => {
        const is = state === 'ready' && left.includes(row) ? 'left_out' : state
        return (
          <>
            <Badge tone={TONES[is]}>{text.states[is]}</Badge>
            {issues.map((issue) => (
              <p className="field-problem" key={issue.message}>
                {withRule(refusal(issue.code), told(issue, formats.dateTime))}
              </p>
            ))}
            {notes.map((note) => (
              <p className="quiet small" key={note}>
                {note}
              </p>
            ))}
            {approval !== null && (
              <p>
                <Link to="/approvals/$id" params={{ id: approval.id }}>
                  {text.approval[approval.state]}
                </Link>
              </p>
            )}
            {post_id !== null && state === 'imported' && (
              <p>
                <Link to="/posts/$id" params={{ id: post_id }}>
                  {text.look}
                </Link>
              </p>
            )}
          </>
        )
      },
    },
  ]
  return (
    <div className="uneven-rows section">
      <Table caption={text.rows} columns={columns} rows={rows} keyOf={({ row }) => String(row)} />
    </div>
  )
}

/** An account as a file names it, `platform:username` or an id, as people know it; unchanged if there is no such account. */
function Account({ named }: { named: string }) {
  const { data = [] } = useQuery(connectionsQuery)
  const byId = data.find(({ id }) => id === named)
  const [before = '', ...rest] = named.split(':')
  const platform = byId?.platform.name ?? before.trim().toLowerCase()
  const username = byId?.username ?? rest.join(':').trim().replace(/^@/, '')
  if (username === '' || !isPlatform(platform)) return <span className="long">{named}</span>
  return (
    <span className="account-named">
      <PlatformMark of={platform} /> @{username}
      <span className="only-read"> ({PLATFORM_NAMES[platform]})</span>
    </span>
  )
}
