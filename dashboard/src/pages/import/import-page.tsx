// Many posts from one file: checked first, with what is wrong beside each row, then imported.

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { PlatformMark } from '../../accounts/account-face.tsx'
import { api, orThrow, type Schemas } from '../../api/client.ts'
import { connectionsQuery } from '../../api/connections.ts'
import { useMutation } from '../../api/mutation.ts'
import { useMay } from '../../api/session.ts'
import { HelpLink } from '../../help/help-link.tsx'
import importsTexts from '../../i18n/en/imports.ts'
import postsTexts from '../../i18n/en/posts.ts'
import { useFormats } from '../../i18n/format.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Badge } from '../../parts/badge.tsx'
import { Field } from '../../parts/field.tsx'
import { Page } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { showToast } from '../../parts/toasts.tsx'
import { isPlatform, PLATFORM_NAMES } from '../../platforms/names.ts'
import { ShortTime } from '../../posts/short-time.tsx'
import { zoneHere } from '../../posts/wall-time.ts'
import { exportPosts, saveFile } from './export-posts.ts'

type Row = Schemas['ImportRow']

const LARGEST = 900_000
const TONES = { ready: 'good', imported: 'neutral', problem: 'bad', left_out: 'neutral' } as const

const EXAMPLE = [
  'id,type,content,hashtags,accounts,media,scheduled_at,repeat,repeat_until',
  'autumn-1,text,Our autumn menu is here.,#autumn,threads:harborcoffee,,2031-10-01 09:30,,',
  'tuesdays,text,Two for one every Tuesday.,,threads:harborcoffee,,2031-10-07 17:00,weekly,2031-12-23',
  '',
].join('\r\n')

class Unreadable extends Error {}

export function ImportPage() {
  const text = useTexts('imports', importsTexts)
  const mayImport = useMay('author')
  const exporting = useMutation({ mutationFn: exportPosts })
  return (
    <Page
      title={text.title}
      intro={
        <>
          {text.intro} <HelpLink operation="importPosts" />
        </>
      }
      actions={
        <>
          <Link to="/posts" className="button plain">
            {text.toPosts}
          </Link>
          <button type="button" className="button" onClick={() => saveFile('example.csv', EXAMPLE)}>
            {text.example}
          </button>
          <button
            type="button"
            className="button"
            title={text.exportWhy}
            disabled={exporting.isPending}
            onClick={() => exporting.mutate()}
          >
            {exporting.isPending ? text.exporting : text.export}
          </button>
        </>
      }
    >
      <Problem error={exporting.error} />
      {mayImport ? <Plan /> : <p className="quiet">{text.notViewers}</p>}
    </Page>
  )
}

async function textOf(file: File | undefined, text: { noFile: string; tooLarge: string; notText: string }) {
  if (file === undefined) throw new Unreadable(text.noFile)
  if (file.size > LARGEST) throw new Unreadable(text.tooLarge)
  const bytes = new Uint8Array(await file.arrayBuffer())
  // Spreadsheets save "Unicode text" with two bytes a letter, and say so in the first two.
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw new Unreadable(text.notText)
  }
}

function Plan() {
  const text = useTexts('imports', importsTexts)
  const queries = useQueryClient()
  const [file, setFile] = useState<File>()
  const [zone, setZone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
  const [left, setLeft] = useState<readonly number[]>([])
  const mayPublish = useMay('editor')
  const [asks, setAsks] = useState(false)
  const forApproval = asks || !mayPublish
  const [comment, setComment] = useState('')
  const checking = useMutation({
    mutationFn: async () => {
      const csv = await textOf(file, text)
      const { data } = await orThrow(api.POST('/v1/imports/check', { body: { csv, time_zone: zone } }))
      return { csv, zone, ...data }
    },
    onSuccess: () => {
      setLeft([])
      importing.reset()
    },
  })
  const importing = useMutation({
    // Exactly the checked rows, whatever happened to the file since.
    mutationFn: async ({ csv, zone: time_zone }: { csv: string; zone: string }) => {
      const words = comment.trim()
      const sent = forApproval ? { for_approval: true, ...(words === '' ? {} : { comment: words }) } : {}
      return (await orThrow(api.POST('/v1/imports', { body: { csv, time_zone, leave_out: [...left], ...sent } }))).data
    },
    onSuccess: ({ totals }) => {
      showToast({ kind: 'done', text: (forApproval ? text.asked : text.done)(totals.imported) })
      void queries.invalidateQueries({ queryKey: [forApproval ? 'approvals' : 'posts'] })
    },
  })
  const check = (event: FormEvent) => {
    event.preventDefault()
    checking.mutate()
  }
  const unread = checking.error instanceof Unreadable ? checking.error.message : undefined
  const shown = importing.data ?? checking.data
  const ready = shown?.rows.filter(({ state, row }) => state === 'ready' && !left.includes(row)).length ?? 0
  return (
    <>
      <form className="card stack import-form" onSubmit={check} noValidate>
        <Field label={text.file} hint={text.fileHint} problem={unread}>
          {(control) => (
            <input
              {...control}
              type="file"
              accept=".csv,.txt,.tsv,text/csv"
              onChange={({ target }) => {
                setFile(target.files?.[0])
                checking.reset()
                importing.reset()
              }}
            />
          )}
        </Field>
        <Field label={text.zone} hint={text.zoneHint}>
          {(control) => <input {...control} value={zone} onChange={({ target }) => setZone(target.value)} />}
        </Field>
        <Problem error={unread === undefined ? checking.error : null} />
        <div className="actions">
          <button
            type="submit"
            className={shown === undefined ? 'button primary' : 'button'}
            disabled={checking.isPending || importing.isPending}
            aria-busy={checking.isPending}
          >
            {text.check}
          </button>
        </div>
      </form>
      {shown !== undefined && checking.data !== undefined && (
        <>
          <p role="status" className="section">
            <Totals totals={shown.totals} ready={importing.data ? 0 : ready} left={importing.data ? 0 : left.length} />
          </p>
          <p className="quiet small">{text.rowsZone(zoneHere())}</p>
          <Problem error={importing.error} />
          <Rows
            rows={shown.rows}
            left={left}
            onLeave={
              importing.data === undefined
                ? (row, leaves) =>
                    setLeft((before) => (leaves ? [...before, row] : before.filter((one) => one !== row)))
                : undefined
            }
          />
          {importing.data === undefined && mayPublish && (
            <label className="choice section">
              <input type="checkbox" checked={asks} onChange={({ target }) => setAsks(target.checked)} />
              {text.forApproval}
            </label>
          )}
          {importing.data === undefined && forApproval && (
            <Field label={text.comment} hint={text.commentHint} optional>
              {(control) => (
                <textarea
                  {...control}
                  rows={2}
                  maxLength={2000}
                  value={comment}
                  onChange={({ target }) => setComment(target.value)}
                />
              )}
            </Field>
          )}
          {importing.data === undefined && (
            <div className="actions section">
              <button
                type="button"
                className="button primary"
                disabled={ready === 0 || importing.isPending}
                aria-busy={importing.isPending}
                onClick={() => importing.mutate(checking.data)}
              >
                {forApproval ? text.send : text.import}
              </button>
              <span className="quiet">{forApproval ? text.againAsked : text.again}</span>
            </div>
          )}
        </>
      )}
    </>
  )
}

function Totals({ totals, ready, left }: { totals: Schemas['Import']['totals']; ready: number; left: number }) {
  const text = useTexts('imports', importsTexts)
  const parts = [
    ...(ready > 0 ? [text.ready(ready)] : []),
    ...(totals.problem > 0 ? [text.problems(totals.problem)] : []),
    ...(totals.imported > 0 ? [text.known(totals.imported)] : []),
    ...(totals.left_out + left > 0 ? [text.leftOut(totals.left_out + left)] : []),
  ]
  return parts.join(' · ')
}

interface RowsProps {
  rows: readonly Row[]
  left: readonly number[]
  /** Absent once they are imported. */
  onLeave: ((row: number, leaves: boolean) => void) | undefined
}

function Rows({ rows, left, onLeave }: RowsProps) {
  const text = useTexts('imports', importsTexts)
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
            {issues.map(({ message }) => (
              <p className="field-problem" key={message}>
                {message}
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
