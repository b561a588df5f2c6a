// An export a page at a time, for a caller that comes again for each. The record of changes has every export, and a page is given only
// for one that it has: what a page ends with is authenticated by a secret that is stored with that record.
import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import { newSecret } from '../accounts/sealed-by.ts'
import { entryOf } from '../activity/activity-store.ts'
import { whoAsks } from '../activity/asking.ts'
import type { Activity } from '../activity/rules/activity.ts'
import { get, transact } from '../aws/table.ts'
import { refuse } from '../errors.ts'
import { activityKey } from '../table-keys.ts'
import { type Exported, exportFrom, type Place } from './export-owner.ts'
import type { Owner } from './owner.ts'
import { exportedBy } from './owner-store.ts'

/** The record of an export that is given in pages. */
interface Run {
  id: string
  /** Unix ms; both are the sort key of the record. */
  at: number
  /** It leaves the service in no answer: `export-owner.ts` and `activity-store.ts` leave it out. */
  place_secret: string
}

/** An export has so long from its first page to its last: a kept token of a paused one does not give access for longer. */
const DAYS = 30

/** Longer than any text that `written` makes: it has two sort keys of at most 1,024 bytes. */
export const LONGEST_PLACE = 4000

/** The record's id and time; section, row, step, and the last item of the row, or an empty text. */
const Parts = z.tuple([z.uuid(), z.int().check(z.nonnegative()), z.int(), z.string(), z.int(), z.string()])

const macOf = (payload: string, { place_secret }: Run): string =>
  createHmac('sha256', place_secret).update(payload).digest('base64url')

/** A place as callers hold it: a text that says nothing to them, and that only the service can make. */
function written({ section, row, within }: Place, run: Run): string {
  const parts: z.infer<typeof Parts> = [run.id, run.at, section, row, within?.step ?? 0, within?.after ?? '']
  const payload = Buffer.from(JSON.stringify(parts)).toString('base64url')
  return `${payload}.${macOf(payload, run)}`
}

const same = (a: string, b: string): boolean => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

/** @throws {AppError} `invalid_value` for a text that no page of an export of this owner ended with, or of an export of somebody else. */
async function read(ownerId: string, text: string, now: number): Promise<{ run: Run; place: Place }> {
  const wrong = () =>
    refuse(
      'invalid_value',
      `after: must be the \`next\` of the page before, in an export that you began within the last ${DAYS} days. Leave it out to begin a new one.`,
      'after',
    )
  const [payload = '', mac = '', ...more] = text.split('.')
  let json: unknown
  try {
    json = JSON.parse(Buffer.from(payload, 'base64url').toString())
  } catch {
    throw wrong()
  }
  const parts = Parts.safeParse(json)
  if (!parts.success || more.length > 0) throw wrong()
  const [id, at, section, row, step, after] = parts.data
  if (at < now - DAYS * 86_400_000) throw wrong()
  const found = (await get(activityKey(ownerId, at, id))) as (Activity & Partial<Run>) | undefined
  if (found?.place_secret === undefined || found.actor.id !== whoAsks().id) throw wrong()
  const run = { id, at, place_secret: found.place_secret }
  if (!/^[\w-]+$/.test(mac) || !same(mac, macOf(payload, run))) throw wrong()
  return { run, place: { section, row, within: { step, ...(after === '' ? {} : { after }) } } }
}

/** A page ends with the first of these: a function's answer has at most 6 MB, and its caller waits for it. */
const PAGE = { records: 500, bytes: 2_000_000, ms: 8000 }

export interface ExportPage {
  records: Exported[]
  /** What the next page begins after; null on the last. */
  next: string | null
}

async function pageOf(ownerId: string, run: Run, from?: Place): Promise<ExportPage> {
  const until = Date.now() + PAGE.ms
  const records: Exported[] = []
  let bytes = 0
  for await (const { kind, record, place } of exportFrom(ownerId, from)) {
    records.push({ kind, record })
    bytes += Buffer.byteLength(JSON.stringify(record))
    if (records.length >= PAGE.records || bytes >= PAGE.bytes || Date.now() >= until)
      return { records, next: written(place, run) }
  }
  return { records, next: null }
}

/** Begins an export: it is recorded first, so that who takes data along is known although it breaks off. */
export async function firstPage(owner: Owner): Promise<ExportPage> {
  const at = Date.now()
  const entry = entryOf(owner.id, exportedBy(owner), at)
  const run = { id: String(entry.Item!.id), at, place_secret: newSecret() }
  await transact([{ Put: { ...entry, Item: { ...entry.Item, place_secret: run.place_secret } } }])
  return pageOf(owner.id, run)
}

/** @param after `next` of the page before. @throws {AppError} `invalid_value` */
export async function nextPage(ownerId: string, after: string): Promise<ExportPage> {
  const { run, place } = await read(ownerId, after, Date.now())
  return pageOf(ownerId, run, place)
}
