// The rows of a plan as posts: what each names looked up, and everything that is wrong with it said beside it.
import { createHash } from 'node:crypto'
import type { Account } from '../accounts/rules/account.ts'
import type { ApprovalState } from '../approvals/approval.ts'
import { type Issue, MAX_ISSUES, refuse } from '../errors.ts'
import { Uuid } from '../ids.ts'
import { POST_TYPE_NAMES, type PostType } from '../platforms/enumerations.ts'
import { MAX_ACCOUNTS, MAX_SCHEDULE_AHEAD_MS, POST_TYPES } from '../platforms/post-types.ts'
import { POST_STATUSES } from '../posts/rules/post.ts'
import { NEXT_SLOT, type PostRequest } from '../posts/rules/post-request.ts'
import { wallAt } from '../slots/rules/wall-time.ts'
import { MOST_POSTS, type PlanRow } from './plan-csv.ts'
import { accountNamed, issue, parts } from './plan-names.ts'
import { endIn, occurrences, REPEATS, type Repeat, timeIn, wallIn, writtenAt } from './rules/occurrences.ts'

/** Most files that a row can name: each is looked up. */
export const MOST_FILES = Math.max(...POST_TYPE_NAMES.map((type) => POST_TYPES[type].media.max))

/** Checks a post as the endpoint of its type does. @returns the issues, by the fields of a post. */
export type ReadPost = (type: PostType, raw: unknown) => Promise<{ request: PostRequest } | { issues: Issue[] }>

/** `ready` can be imported · `imported` was, now or before · `problem` cannot · `left_out` on request. */
export type RowState = 'ready' | 'imported' | 'problem' | 'left_out'

export interface RowView {
  /** Its place among the posts of the plan, from 1. */
  row: number
  line: number
  state: RowState
  type: string
  title: string
  content: string
  accounts: string[]
  scheduled_at: number | 'now' | 'next_slot' | null
  post_id: string | null
  /** What it was sent to an editor as, and how that stands. */
  approval: { id: string; state: ApprovalState } | null
  issues: Issue[]
  /** Warnings about the post. */
  notes: string[]
}

/** Where a row with an id begins: all posts of one row share it. */
interface RowStart {
  /** Keys of the records that say it: that of a row that repeats, and that of one that does not. */
  seriesKey: string
  onceKey: string
  /** The day that is written in the row. */
  day: string
  /** Whether this is the post of that day. */
  first: boolean
  /** Whether the row begins on a day that was imported before. */
  goesOn?: boolean
}

export interface Row {
  view: RowView
  /** Identifies the row among all rows that are ever imported. */
  key: string
  /**
   * Identifies what can be read in more than one way: a row without an id by the time that is written in it, which another time zone makes
   * another moment, and a row with an id by its day, whether it repeats or not. Read otherwise, it would be a second post.
   */
  alike?: string
  hasId: boolean
  /** Where a row with an id begins. */
  start?: RowStart
  /** The id of the row where it can be that of a post, as in an export. */
  idOfPost?: string
  repeats: boolean
  fingerprint: string
  type?: PostType
  request?: PostRequest
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const tooMany = (field: string, names: readonly string[], most: number): Issue[] =>
  names.length > most ? [issue('too_long', field, `write at most ${most}.`)] : []

export interface Reading {
  zone: string
  now: number
  accounts: readonly Account[]
  media: ReadonlyMap<string, string | Issue>
}

/** A post that no longer waits, as an export says: where its id is unknown, nothing else tells that it was published or cancelled. */
function noLongerWaits(status: string): Issue[] {
  const said = POST_STATUSES.find((one) => one === status.toLowerCase())
  if (said === undefined || said === 'scheduled') return []
  const why = `says ${said}: the post of this row no longer waits, and an import would publish it.`
  return [issue('duplicate', 'status', `${why} Empty this cell to import the row all the same.`)]
}

/** A post with options or the like, as an export says: where its id is unknown, an import would publish it without them. */
function losesSomething(notInFile: string): Issue[] {
  if (notInFile === '') return []
  const what = `says ${notInFile.slice(0, 100)}: the post of this row has these as well, and an import would publish it without them.`
  return [issue('option_not_supported', 'not_in_file', `${what} Empty this cell to import the row all the same.`)]
}

const isIssue = (value: unknown): value is Issue => typeof value === 'object' && value !== null && 'code' in value

const repeatIn = (text: string): Repeat => text.toLowerCase().replace(/\s+/g, ' ') as Repeat

/** When the posts of a row go out. */
function momentsOf(fields: PlanRow['fields'], { zone, now }: Reading): (number | 'now' | 'next_slot')[] | Issue {
  const { scheduled_at: at, repeat, repeat_until: until } = fields
  const say = (field: string, message: string, code: Issue['code'] = 'invalid_schedule') => issue(code, field, message)
  if (at === '') return say('scheduled_at', 'write a time, now, or next_slot.', 'required')
  const first = at.toLowerCase() === 'now' ? 'now' : at.toLowerCase() === NEXT_SLOT ? NEXT_SLOT : timeIn(at, zone)
  // A spreadsheet that shows only days leaves out the time; midnight is rarely meant.
  if (/^\d{4}-\d{2}-\d{2}$/.test(at)) return say('scheduled_at', `add the time of day: ${at} 10:30.`)
  if (first === undefined)
    return say('scheduled_at', 'write 2031-05-06 10:30, a time with an offset, Unix milliseconds, now, or next_slot.')
  if (repeat === '') return until === '' ? [first] : say('repeat', 'says nothing, but repeat_until has an end.')
  const often = repeatIn(repeat)
  if (!REPEATS.includes(often)) return say('repeat', `write ${REPEATS.join(', ')}, or nothing.`, 'invalid_value')
  if (typeof first !== 'number') return say('scheduled_at', 'what repeats begins at a time.')
  const end = until === '' ? undefined : endIn(until, zone)
  if (end === undefined)
    return say('repeat_until', 'what repeats has an end: write a day such as 2031-06-30.', 'required')
  if (end > now + MAX_SCHEDULE_AHEAD_MS) return say('repeat_until', 'the end lies more than 365 days ahead.')
  const all = occurrences(first, often, end, zone, MOST_POSTS, wallIn(at, zone))
  if (all.length === 0) return say('repeat_until', 'the end lies before the first time.')
  return all.length > MOST_POSTS ? say('repeat', `this makes more than ${MOST_POSTS} posts.`) : all
}

/** What `alike` of a row is made of; undefined where the row can be read in one way only. */
function otherwiseRead(
  { id, type, scheduled_at, repeat, not_after }: PlanRow['fields'],
  raw: object,
  at: number | string | null,
  turn: number,
  zone: string,
): string | undefined {
  if (typeof at === 'number') {
    const written = () => writtenAt(scheduled_at, repeat === '' ? 'daily' : repeatIn(repeat), turn)
    if (id !== '') return `day ${written().slice(0, 10)} ${id}`
    const wall = repeat === '' ? new Date(wallAt(zone, at)).toISOString() : written()
    return JSON.stringify(['written', type, { ...raw, scheduled_at: wall, not_after }])
  }
  return id === '' && not_after !== '' ? JSON.stringify(['written', type, { ...raw, not_after }]) : undefined
}

/** The key of a row with an id, before it is hashed. */
const keyOfId = (id: string): string => `id ${id}`

/** Where a row with an id begins, if it is at a time. @param turn of the post in its repetition, from 0. */
function startOf({ id, scheduled_at, repeat }: PlanRow['fields'], at: unknown, turn: number): Pick<Row, 'start'> {
  if (id === '' || typeof at !== 'number') return {}
  const day = writtenAt(scheduled_at, repeat === '' ? 'daily' : repeatIn(repeat), 0).slice(0, 10)
  return { start: { seriesKey: sha256(`series ${id}`), onceKey: sha256(keyOfId(id)), day, first: turn === 0 } }
}

/** The rows of a plan, each post of a repetition by itself. */
export async function rowsOf(plan: readonly PlanRow[], reading: Reading, readPost: ReadPost): Promise<Row[]> {
  const rows: Row[] = []
  const turns = new Map<string, number>()
  /** How many rows before it say the same. */
  const turnOf = (content: string): number => {
    const turn = turns.get(content) ?? 0
    turns.set(content, turn + 1)
    return turn
  }
  for (const { line, fields, status, notInFile, beyond } of plan) {
    const issues: Issue[] = [...noLongerWaits(status), ...losesSomething(notInFile)]
    // Left out, it would be missing at the end of a text that is published.
    if (beyond !== '')
      issues.push({
        code: 'unknown_field',
        message: `The row has more cells than there are columns: ${JSON.stringify(beyond.slice(0, 60))} stands in none that has a name. Put texts that contain the sign between the cells into quotation marks.`,
      })
    const type = POST_TYPE_NAMES.find((name) => name === fields.type.toLowerCase())
    if (!type) issues.push(issue('invalid_value', 'type', `write ${POST_TYPE_NAMES.join(', ')}.`))
    const named = parts(fields.accounts, MAX_ACCOUNTS)
    const files = parts(fields.media, MOST_FILES)
    issues.push(...tooMany('accounts', named, MAX_ACCOUNTS), ...tooMany('media', files, MOST_FILES))
    const accounts = named.slice(0, MAX_ACCOUNTS).map((name) => accountNamed(name, reading.accounts))
    const media = files.slice(0, MOST_FILES).map((name) => reading.media.get(name)!)
    issues.push(...accounts.filter(isIssue), ...media.filter(isIssue))
    const moments = momentsOf(fields, reading)
    if (isIssue(moments)) issues.push(moments)
    const notAfter = fields.not_after === '' ? undefined : endIn(fields.not_after, reading.zone)
    if (fields.not_after !== '' && notAfter === undefined)
      issues.push(issue('invalid_schedule', 'not_after', 'write a time such as 2031-05-06 10:30.'))
    const times = isIssue(moments) ? [null] : moments
    for (const [nth, at] of times.entries()) {
      const raw = {
        ...(fields.title === '' ? {} : { title: fields.title }),
        ...(fields.content === '' ? {} : { content: fields.content }),
        ...(fields.hashtags === '' ? {} : { hashtags: fields.hashtags.split(/[\s;,]+/).filter((tag) => tag !== '') }),
        ...(media.length === 0 ? {} : { media: { media_asset_ids: media } }),
        accounts: accounts.flatMap((account) => (isIssue(account) ? [] : [account.id])),
        ...(at === null || at === 'now' ? {} : { scheduled_at: at }),
        ...(notAfter === undefined ? {} : { not_after: notAfter }),
      }
      const own = [...issues]
      let request: PostRequest | undefined
      if (type && !media.some(isIssue)) {
        const read = await readPost(type, raw)
        if ('request' in read) request = read.request
        else own.push(...read.issues.filter(({ path }) => !own.some((known) => known.path === path?.split(/[.[]/)[0])))
      }
      const content = JSON.stringify([type ?? fields.type, raw, at])
      const turn = turnOf(content)
      // A row with an id is told by the id and the moment of the repetition; a row without one by what it says and how many rows
      // before it say the same.
      const key =
        fields.id === '' ? `row ${turn} ${content}` : `${keyOfId(fields.id)}${fields.repeat === '' ? '' : ` ${at}`}`
      const alike = otherwiseRead({ ...fields, type: type ?? fields.type }, raw, at, nth, reading.zone)
      const idOfPost = Uuid.safeParse(fields.id).success ? fields.id.toLowerCase() : undefined
      const repeats = fields.repeat !== ''
      rows.push({
        key: sha256(key),
        ...(alike === undefined ? {} : { alike: sha256(fields.id === '' ? `${turnOf(alike)} ${alike}` : alike) }),
        hasId: fields.id !== '',
        ...startOf(fields, at, nth),
        ...(idOfPost === undefined ? {} : { idOfPost }),
        repeats,
        fingerprint: sha256(content),
        ...(type ? { type } : {}),
        ...(request && own.length === 0 ? { request } : {}),
        view: {
          row: rows.length + 1,
          line,
          state: own.length > 0 ? 'problem' : 'ready',
          type: fields.type,
          title: fields.title,
          content: fields.content,
          accounts: named,
          scheduled_at: at,
          post_id: null,
          approval: null,
          issues: own.slice(0, MAX_ISSUES),
          notes: [],
        },
      })
      if (rows.length > MOST_POSTS)
        throw refuse('too_long', `csv: The plan makes more than ${MOST_POSTS} posts; divide the file.`, 'csv')
    }
  }
  return rows
}
