// The outcome of rows that were imported: each is known by its key, written in the transaction that makes its post or request.
import { standingOf } from '../approvals/approval-view.ts'
import { batchGet, type Item, type TransactItem } from '../aws/table.ts'
import type { Issue } from '../errors.ts'
import { getPosts } from '../posts/post-store.ts'
import type { Post } from '../posts/rules/post.ts'
import { importedKey } from '../table-keys.ts'
import { issue } from './plan-names.ts'
import type { Row } from './plan-rows.ts'
import { recordOf, startKeysOf, startsIn } from './series-start.ts'

const MINUTE = 60_000

const NOT_CHANGED =
  'The post of this row exists already and is different. An import does not change it: change it on its page, or give the row another id.'

const EXISTS_ONCE =
  'the post with this id exists already, and would be made once more. Give the row another id, and let it begin with the post after it.'

/** The post that a row became, or the request for approval. */
export type Became = { post_id: string } | { approval_id: string }

/** The keys by which a row is known. */
const keysOf = ({ key, alike }: Row): string[] => (alike === undefined ? [key] : [key, alike])

/** Writes that record the row. They fail where it was imported before. */
export const rowItems = (ownerId: string, row: Row, became: Became, now: number): TransactItem[] =>
  keysOf(row).map((key) => ({
    Put: {
      Item: recordOf(ownerId, key, now, {
        ...{ fingerprint: row.fingerprint, ...became },
        ...(row.start === undefined || row.repeats ? {} : { begins: row.start.day }),
      }),
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  }))

const otherContent = ({ hasId }: Row): Issue =>
  issue(
    'duplicate',
    'id',
    hasId
      ? 'a row with this id and other content was imported before, or the same row with another time zone; give it another id to import it once more.'
      : 'this row was imported before, with another time zone; give it an id to import it once more.',
  )

const inOneLine = (text: string | null): string => (text ?? '').normalize('NFC').replace(/\s+/g, ' ').trim()

/** The fields that people change in an export, as far as the row can be read. An import does not change the post. */
function saysOther({ view }: Row, post: Post): boolean {
  const at = view.scheduled_at ?? post.scheduled_at
  const sameTime =
    typeof at === 'number'
      ? Math.abs(at - (post.scheduled_at ?? 0)) < MINUTE
      : at === null || (at === 'now' && post.scheduled_at === null)
  return (
    !sameTime || inOneLine(view.content) !== inOneLine(post.content) || inOneLine(view.title) !== inOneLine(post.title)
  )
}

/** Says of rows what their records say. */
async function tellRecords(ownerId: string, recorded: readonly { row: Row; record: Item }[]): Promise<void> {
  const waiting = await standingOf(
    ownerId,
    recorded.flatMap(({ record }) => (record.approval_id === undefined ? [] : [String(record.approval_id)])),
  )
  for (const { row, record } of recorded) {
    const approval = record.approval_id === undefined ? undefined : waiting.get(String(record.approval_id))
    row.view.post_id = approval ? approval.post_id : record.post_id === undefined ? null : String(record.post_id)
    row.view.approval = approval ? { id: approval.id, state: approval.state } : null
    if (record.fingerprint === row.fingerprint) Object.assign(row.view, { state: 'imported', issues: [] })
    else Object.assign(row.view, { state: 'problem', issues: [...row.view.issues, otherContent(row)] })
  }
}

/** Says of rows that were imported before, what they became; an id that is used twice is a problem. */
export async function findImported(ownerId: string, rows: readonly Row[]): Promise<void> {
  const [records, posts] = await Promise.all([
    batchGet(
      [...new Set(rows.flatMap((row) => [...keysOf(row), ...startKeysOf(row)]))].map((key) =>
        importedKey(ownerId, key),
      ),
    ),
    getPosts([...new Set(rows.flatMap(({ idOfPost }) => idOfPost ?? []))]),
  ])
  const known = new Map(records.map((record) => [String(record.row_key), record]))
  const own = new Map(posts.filter((post) => post.owner_id === ownerId).map((post) => [post.id, post]))
  const recorded: { row: Row; record: Item }[] = []
  const seen = new Set<string>()
  const starts = startsIn(known)
  for (const row of rows) {
    const { view } = row
    const keys = keysOf(row)
    const record = keys.map((key) => known.get(key)).find((found) => found !== undefined)
    const elsewhere = starts.problemOf(row, record !== undefined)
    // A row of an export names the post that it is.
    const exported = row.idOfPost === undefined ? undefined : own.get(row.idOfPost)
    if (exported && row.repeats)
      Object.assign(view, { state: 'problem', issues: [...view.issues, issue('duplicate', 'id', EXISTS_ONCE)] })
    else if (exported)
      Object.assign(view, {
        ...{ state: 'imported', post_id: exported.id, issues: [] },
        notes: saysOther(row, exported) ? [NOT_CHANGED] : [],
      })
    else if (record) recorded.push({ row, record })
    else if (keys.some((key) => seen.has(key))) {
      view.state = 'problem'
      view.issues.push(issue('duplicate', 'id', 'another row of this file has the same id.'))
    } else if (elsewhere) {
      view.state = 'problem'
      view.issues.push(elsewhere)
    }
    for (const key of keys) seen.add(key)
  }
  await tellRecords(ownerId, recorded)
}

/** Says of a row what another request made of it at the same moment. */
export async function tellImportedMeanwhile(ownerId: string, row: Row): Promise<void> {
  const records = await batchGet(keysOf(row).map((key) => importedKey(ownerId, key)))
  const record = records.find(({ row_key }) => row_key === row.key) ?? records[0]
  if (record) await tellRecords(ownerId, [{ row, record }])
  else Object.assign(row.view, { state: 'imported' })
}
