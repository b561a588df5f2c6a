// A plan of posts from a file: each row checked as a new post is, and stored once, however often the file is sent.
import { listAccounts } from '../accounts/account-store.ts'
import { fitting } from '../answer-size.ts'
import { checkRoleNow } from '../api-keys/actor.ts'
import type { Role } from '../api-keys/rules/roles.ts'
import type { Actor } from '../approvals/actor.ts'
import { noRoomToWait, putApproval, requestText, roomToWait } from '../approvals/send-for-approval.ts'
import { AppError, type Issue, MAX_ISSUES, refuse } from '../errors.ts'
import { log } from '../log.ts'
import { acceptPost } from '../posts/accept-post.ts'
import { examinePost, type Prepared } from '../posts/examine-post.ts'
import { NotAlong } from '../posts/post-store.ts'
import { NEXT_SLOT, type PostRequest } from '../posts/rules/post-request.ts'
import { inParallel } from '../run-bounded.ts'
import { isZone } from '../slots/rules/wall-time.ts'
import { findImported, rowItems, tellImportedMeanwhile } from './imported-rows.ts'
import { readPlan } from './plan-csv.ts'
import { mediaNamed, parts } from './plan-names.ts'
import { MOST_FILES, type ReadPost, type Row, type RowState, type RowView, rowsOf } from './plan-rows.ts'
import { recordStarts } from './series-start.ts'

/** Rows that are worked on at a time. */
const AT_ONCE = 10

interface Plan {
  ownerId: string
  csv: string
  /** The time zone of times without an offset. */
  timeZone: string
  readPost: ReadPost
  /** Warnings about posts that can be accepted, in their order. */
  notesOn?: (posts: readonly { prepared: Prepared; request: PostRequest }[]) => Promise<readonly (readonly string[])[]>
  now: number
}

async function readRows({ ownerId, csv, timeZone, readPost, now }: Plan): Promise<Row[]> {
  if (!isZone(timeZone))
    throw refuse('invalid_value', 'time_zone must be the IANA name of a time zone, such as Europe/Berlin.', 'time_zone')
  const plan = readPlan(csv)
  const [accounts, media] = await Promise.all([
    listAccounts(ownerId),
    mediaNamed(
      ownerId,
      plan.flatMap(({ fields }) => parts(fields.media, MOST_FILES).slice(0, MOST_FILES)),
    ),
  ])
  const rows = await rowsOf(plan, { zone: timeZone, now, accounts, media }, readPost)
  await findImported(ownerId, rows)
  return rows
}

/** Characters of a cell where whole ones are more than an answer can hold: a row may repeat what no post can have. */
const SHORTENED = 100
/** The same of each name in a list. */
const SHORTENED_NAME = 30

const shortened = (text: string, most = SHORTENED): string =>
  text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text

const withShortCells = (view: RowView): RowView => ({
  ...view,
  type: shortened(view.type),
  title: shortened(view.title),
  content: shortened(view.content),
  accounts: view.accounts.map((name) => shortened(name, SHORTENED_NAME)),
})

const summary = (rows: readonly Row[]) => {
  const count = (state: RowState) => rows.filter(({ view }) => view.state === state).length
  const views = rows.map(({ view }) => view)
  const totals = {
    ready: count('ready'),
    imported: count('imported'),
    problem: count('problem'),
    left_out: count('left_out'),
  }
  return fitting(
    () => ({ rows: views, totals }),
    () => ({ rows: views.map(withShortCells), totals }),
  )
}

const given = (ownerId: string, { type, request }: Row, now: number) => ({
  type: type!,
  ownerId,
  request: request!,
  now,
})

const refused = ({ view }: Row, issues: readonly Issue[]): void => {
  Object.assign(view, { state: 'problem', issues: issues.slice(0, MAX_ISSUES) })
}

/** The rows that can be taken, each with what was looked up for it; the others are told what is wrong with them. */
async function examine({ ownerId, now }: Plan, rows: readonly Row[]): Promise<Map<Row, Prepared>> {
  const found = new Map<Row, Prepared>()
  await inParallel(rows, AT_ONCE, async (row) => {
    try {
      const prepared = await examinePost(given(ownerId, row, now))
      if (prepared.issues.length > 0) refused(row, prepared.issues)
      else found.set(row, prepared)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      refused(row, error.issues)
    }
  })
  return found
}

async function addNotes({ notesOn }: Plan, examined: ReadonlyMap<Row, Prepared>): Promise<void> {
  const posts = [...examined].map(([{ request }, prepared]) => ({ prepared, request: request! }))
  const notes = (await notesOn?.(posts)) ?? []
  for (const [at, { view }] of [...examined.keys()].entries()) view.notes = [...(notes[at] ?? [])]
}

const isReady = ({ view }: Row): boolean => view.state === 'ready'

/** Everything that is wrong with each row, and what would be imported; nothing is stored. */
export async function checkPlan(plan: Plan) {
  const rows = await readRows(plan)
  await addNotes(plan, await examine(plan, rows.filter(isReady)))
  return summary(rows)
}

/** Units of work: one row each; rows that take the next slot are one unit together, in the order of the file, so that they go out in it. */
function turnsOf(rows: readonly Row[]): Row[][] {
  const { queued = [], others = [] } = Object.groupBy(rows, ({ request }) =>
    request?.scheduled_at === NEXT_SLOT ? 'queued' : 'others',
  )
  return [queued, ...others.map((row) => [row])]
}

/**
 * Works on rows that can be taken, until none is left; those that another request was quicker with are told as imported. Before each the
 * role is looked at again: a long plan takes many seconds, in which the person may be removed. Not in the transactions of the rows: all of
 * them at once would only be in each other's way.
 */
async function take(
  { ownerId, person }: Actor,
  needed: Role,
  rows: readonly Row[],
  now: number,
  one: (row: Row) => Promise<void>,
): Promise<void> {
  const removeUnused = await recordStarts(ownerId, rows, now, refused)
  const takeOne = async (row: Row): Promise<void> => {
    try {
      if (person) await checkRoleNow(ownerId, person.id, needed)
      await one(row)
    } catch (error) {
      if (error instanceof NotAlong) await tellImportedMeanwhile(ownerId, row)
      else if (error instanceof AppError) refused(row, error.issues)
      else throw error
    }
  }
  await inParallel(turnsOf(rows.filter(isReady)), AT_ONCE, async (turn) => {
    for (const row of turn) await takeOne(row)
  })
  await removeUnused()
}

/**
 * Stores a post for each row that can be: with the note that it was, in one transaction. A plan that broke off is sent again,
 * and goes on where it was. @param leaveOut rows, by their place.
 */
export async function importPlan(actor: Actor, plan: Plan, leaveOut: readonly number[]) {
  const { ownerId, now } = plan
  const rows = await readToImport(plan, leaveOut)
  // Each post is sent as soon as it is stored: one that is left to the sweeper goes out minutes late, and a plan can break off.
  const sending: Promise<void>[] = []
  const leftToSweeper = (error: unknown) =>
    log.warn('a post of a plan is left to the sweeper', { error: error as Error })
  const sent = async () => void (await Promise.all(sending))
  const accepted = new Map<Row, Prepared>()
  try {
    await take(actor, 'editor', rows.filter(isReady), now, async (row) => {
      const asked = given(ownerId, row, now)
      const prepared = await examinePost(asked)
      const { accepted: post, dispatch } = await acceptPost(asked, prepared, undefined, {
        along: ({ id }) => rowItems(ownerId, row, { post_id: id }, now),
      })
      Object.assign(row.view, { state: 'imported', post_id: post.post_id })
      accepted.set(row, prepared)
      if (dispatch) sending.push(dispatch().catch(leftToSweeper))
    })
    await addNotes(plan, accepted)
  } catch (error) {
    // A request that has failed makes no further calls.
    await sent()
    throw error
  }
  const result = summary(rows)
  log.info('plan imported', { owner_id: ownerId, ...result.totals })
  return { result, dispatch: sent }
}

async function readToImport(plan: Plan, leaveOut: readonly number[]): Promise<Row[]> {
  const rows = await readRows(plan)
  for (const { view } of rows) if (leaveOut.includes(view.row) && view.state === 'ready') view.state = 'left_out'
  return rows
}

/**
 * Sends the post of each row that could be imported to an editor, each by itself and once, as `importPlan` does. Nothing of them
 * goes out before an editor approves it. @param comment for the person who approves them, beside each.
 */
export async function sendPlanForApproval(actor: Actor, plan: Plan, leaveOut: readonly number[], comment: string) {
  const { ownerId, now } = plan
  const rows = await readToImport(plan, leaveOut)
  const examined = await examine(plan, rows.filter(isReady))
  const room = await roomToWait(ownerId)
  const going = rows.filter((row) => examined.has(row))
  for (const row of going.slice(room)) {
    refused(row, noRoomToWait().issues)
    examined.delete(row)
  }
  await take(actor, 'author', going.slice(0, room), now, async (row) => {
    const text = requestText(row.request!)
    const { id, state } = await putApproval(actor, { type: row.type!, text, comment }, now, (approval) =>
      rowItems(ownerId, row, { approval_id: approval.id }, now),
    )
    Object.assign(row.view, { state: 'imported', approval: { id, state } })
  })
  await addNotes(plan, examined)
  const result = summary(rows)
  log.info('plan sent for approval', { owner_id: ownerId, ...result.totals })
  return result
}
