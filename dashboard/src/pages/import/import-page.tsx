// Many posts from one file: checked first, with what is wrong beside each row, then imported.

import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { api, orThrow, type Schemas } from '../../api/client.ts'
import { useMutation } from '../../api/mutation.ts'
import { useMay } from '../../api/session.ts'
import { HelpLink } from '../../help/help-link.tsx'
import importsTexts from '../../i18n/en/imports.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Field } from '../../parts/field.tsx'
import { useKeptField } from '../../parts/kept-state.ts'
import { Page } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { showToast } from '../../parts/toasts.tsx'
import { zoneHere } from '../../posts/wall-time.ts'
import { examplePlan } from './example-plan.ts'
import { exportPosts, saveFile } from './export-posts.ts'
import { Rows, Totals } from './import-rows.tsx'

const LARGEST = 900_000

class Unreadable extends Error {}

/** The browser reads a file only as it was when it was chosen. */
class Changed extends Unreadable {}

/** How many rows an import took, beside those that had been taken before. */
const madeOf = (after: Pick<Schemas['Import'], 'totals'>, before: Pick<Schemas['Import'], 'totals'>): number =>
  after.totals.imported - before.totals.imported

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
          <button type="button" className="button" onClick={() => saveFile('example.csv', examplePlan(Date.now()))}>
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

async function textOf(
  file: File | undefined,
  text: { noFile: string; tooLarge: string; changed: string; notText: string },
) {
  if (file === undefined) throw new Unreadable(text.noFile)
  if (file.size > LARGEST) throw new Unreadable(text.tooLarge)
  const bytes = new Uint8Array(
    await file.arrayBuffer().catch(() => {
      throw new Changed(text.changed)
    }),
  )
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
  const [fields, setFields] = useState(0)
  const [zone, setZone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
  const [left, setLeft] = useState<readonly number[]>([])
  const mayPublish = useMay('editor')
  const [asks, setAsks] = useState(false)
  const forApproval = asks || !mayPublish
  const [comment, setComment] = useKeptField('import-comment', '')
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
    onError: (error) => {
      if (!(error instanceof Changed)) return
      // An empty field: browsers say nothing when the same file is chosen again.
      setFile(undefined)
      setFields(fields + 1)
    },
  })
  const importing = useMutation({
    // Exactly the checked rows, whatever happened to the file since.
    mutationFn: async ({ csv, zone: time_zone }: NonNullable<typeof checking.data>) => {
      const words = comment.trim()
      const sent = forApproval ? { for_approval: true, ...(words === '' ? {} : { comment: words }) } : {}
      return (await orThrow(api.POST('/v1/imports', { body: { csv, time_zone, leave_out: [...left], ...sent } }))).data
    },
    onSuccess: (after, before) => {
      showToast({ kind: 'done', text: (forApproval ? text.asked : text.done)(madeOf(after, before)) })
      void queries.invalidateQueries({ queryKey: [forApproval ? 'approvals' : 'posts'] })
    },
  })
  /** Forgets the check: the plan or its time zone was changed since. */
  const reset = () => {
    checking.reset()
    importing.reset()
  }
  const check = (event: FormEvent) => {
    event.preventDefault()
    checking.mutate()
  }
  // The form stays as it was sent until the service has answered.
  const busy = checking.isPending || importing.isPending
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
              key={fields}
              type="file"
              accept=".csv,.txt,.tsv,text/csv"
              disabled={busy}
              onChange={({ target }) => {
                setFile(target.files?.[0])
                reset()
              }}
            />
          )}
        </Field>
        <Field label={text.zone} hint={text.zoneHint}>
          {(control) => (
            <input
              {...control}
              value={zone}
              disabled={busy}
              onChange={({ target }) => {
                setZone(target.value)
                reset()
              }}
            />
          )}
        </Field>
        <Problem error={unread === undefined ? checking.error : null} />
        <div className="actions">
          <button
            type="submit"
            className={shown === undefined ? 'button primary' : 'button'}
            disabled={busy}
            aria-busy={checking.isPending}
          >
            {text.check}
          </button>
        </div>
      </form>
      {shown !== undefined && checking.data !== undefined && (
        <>
          <p role="status" className="section">
            {importing.data ? (
              <Totals totals={importing.data.totals} ready={0} left={0} made={madeOf(importing.data, checking.data)} />
            ) : (
              <Totals totals={checking.data.totals} ready={ready} left={left.length} made={0} />
            )}
          </p>
          <p className="quiet small">{text.rowsZone(zoneHere())}</p>
          <Problem error={importing.error} />
          <Rows
            rows={shown.rows}
            left={left}
            locked={busy}
            onLeave={
              importing.data === undefined
                ? (row, leaves) =>
                    setLeft((before) => (leaves ? [...before, row] : before.filter((one) => one !== row)))
                : undefined
            }
          />
          {importing.data === undefined && mayPublish && (
            <label className="choice section">
              <input
                type="checkbox"
                checked={asks}
                disabled={busy}
                onChange={({ target }) => setAsks(target.checked)}
              />
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
                  disabled={busy}
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
