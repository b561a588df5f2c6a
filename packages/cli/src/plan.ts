// A plan: a CSV file with one post in each row.
import { createHash } from 'node:crypto'
import { appendFile, readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { PostType, Schemas } from '@social-publisher/client'
import { parse } from 'csv-parse/sync'
import { type Medium, namesIn, readMedium } from './files.ts'
import { WrongCall } from './problem.ts'
import { readText } from './read-text.ts'
import { chooseAccounts } from './targets.ts'
import { readTime, refusePast, timeText } from './times.ts'

export const COLUMNS = ['type', 'title', 'text', 'hashtags', 'media', 'alt', 'accounts', 'at'] as const
const TYPES: readonly PostType[] = ['feed', 'reels', 'stories', 'text']
const MOST_ROWS = 5000

export interface Draft {
  type: PostType
  body: Record<string, unknown> & { accounts: string[] }
  media: Medium[]
  alt: string[]
}

export interface Row {
  /** The line of the file in which it begins, from 1. */
  line: number
  /** The key made of the file and the row's content: the same row is the same post, however often it is imported. */
  key: string
  /** Its name in the journal, made from its content: a plan that was moved keeps its rows' names. */
  mark: string
  /** It was sent before, and no answer came. */
  sent?: Sent
  draft?: Draft
  problems: string[]
}

const listOf = (text: string, sign: RegExp): string[] =>
  text
    .split(sign)
    .map((part) => part.trim())
    .filter(Boolean)

/** The title of a feed post that has none: its first line. */
export const titleFrom = (text: string): string => [...(text.split('\n')[0] ?? '').trim()].slice(0, 100).join('')

function draftOf(
  row: Record<string, string>,
  accounts: readonly Schemas['Account'][],
  folder: string,
  now: Date,
  sent?: Sent,
): Draft {
  const { type: named = '', title = '', text = '', hashtags = '', media = '', alt = '', at = '' } = row
  const fileOf = (word: string) => (/^(https?:|[0-9a-f-]{36}$)/i.test(word) ? word : resolve(folder, word))
  const files = listOf(media, /[;\n]/).flatMap((list) => namesIn(list, fileOf).map(fileOf))
  const type = (named || (files.length > 0 ? 'feed' : 'text')) as PostType
  if (!TYPES.includes(type)) throw new WrongCall(`type is ${named}: it must be ${TYPES.join(', ')}.`)
  if (!row.accounts) throw new WrongCall('accounts is empty.')
  const scheduled = sent?.scheduled_at ?? (at === '' ? undefined : readTime(at, now))
  // The service answers a repeated request as it did the first time, also when its time has passed.
  if (typeof scheduled === 'number' && !sent) refusePast('at', at, scheduled, now)
  // A medium without a description leaves its place empty.
  const said = alt.replace(/[;\s]+$/, '')
  const descriptions = said === '' ? [] : said.split(/[;\n]/).map((part) => part.trim())
  if (descriptions.length > files.length)
    throw new WrongCall(`There are ${descriptions.length} descriptions (alt) for ${files.length} media.`)
  return {
    type,
    media: files.map(readMedium),
    alt: descriptions,
    body: {
      ...(type === 'feed' ? { title: title || titleFrom(text) || 'Untitled' } : title ? { title } : {}),
      ...(text ? { content: text } : {}),
      ...(hashtags ? { hashtags: listOf(hashtags, /[\s,;]+/) } : {}),
      accounts: chooseAccounts(row.accounts, accounts),
      ...(scheduled === undefined ? {} : { scheduled_at: scheduled }),
    },
  }
}

/** Left to itself, csv-parse takes the first line's end for all: a file that programs of two systems wrote has both. */
const LINE_ENDS = ['\r\n', '\n', '\r']

/** The sign between the columns, as the first line shows it: in the others it may be part of a text. */
function delimiterOf(text: string): string {
  const head = /[^\r\n]+/.exec(text)?.[0] ?? ''
  const [most] = [',', ';', '\t'].sort((one, other) => head.split(other).length - head.split(one).length)
  return most!
}

const hashOf = (...parts: string[]): string => createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 40)

/** @returns the line that each record begins in; those that are asked for come in the order of the file. */
function linesOf(text: string): (record: { raw: string; info: { bytes: number } }) => number {
  const bytes = Buffer.from(text)
  let read = 0
  let lines = 1
  const breaksIn = (piece: string): number => piece.match(/\r\n|\r|\n/g)?.length ?? 0
  return ({ raw, info }) => {
    lines += breaksIn(bytes.toString('utf8', read, info.bytes))
    read = info.bytes
    // Empty lines before it count as part of it.
    return lines - breaksIn(raw.replace(/^[\r\n]+/, ''))
  }
}

/** Reads a plan; a row that is wrong says so, and harms no other. @throws {WrongCall} where the file as a whole is no plan. */
export async function readPlan(
  file: string,
  accounts: readonly Schemas['Account'][],
  now = new Date(),
  journal: ReadonlyMap<string, Noted> = new Map(),
): Promise<Row[]> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new WrongCall(`The file ${file} cannot be read (${error.code}).`)
  })
  const whole = readText(bytes, file, ' Save it as "CSV UTF-8" in the spreadsheet.')
  // A line that tells Excel the delimiter.
  const text = whole.replace(/^sep=.(?:\r\n|\r|\n)/i, '')
  const linesBefore = text === whole ? 0 : 1
  let records: { record: Record<string, string>; raw: string; info: { bytes: number } }[]
  try {
    records = parse(text, {
      columns: (head: string[]) => {
        const names = head.map((name) => name.trim().toLowerCase())
        const twice = names.find((name, at) => name !== '' && names.indexOf(name) < at)
        if (twice !== undefined) throw new Error(`there are two columns ${twice}`)
        return names.map((name, at) => name || `column ${at + 1}`)
      },
      delimiter: delimiterOf(text),
      record_delimiter: LINE_ENDS,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
      info: true,
      raw: true,
      max_record_size: 100_000,
    }) as unknown as typeof records
  } catch (error) {
    throw new WrongCall(`${file} is not a CSV file: ${(error as Error).message}`)
  }
  if (records.length === 0)
    throw new WrongCall(`${file} has no rows. Its first line names the columns: ${COLUMNS.join(',')}`)
  if (records.length > MOST_ROWS)
    throw new WrongCall(`${file} has ${records.length} rows; at most ${MOST_ROWS} go at once.`)
  // Spreadsheets often have columns at their end without a name and without a text.
  const isLeftOver = (name: string) => /^column \d+$/.test(name) && records.every(({ record }) => record[name] === '')
  const unknown = Object.keys(records[0]!.record).filter(
    (name) => !(COLUMNS as readonly string[]).includes(name) && !isLeftOver(name),
  )
  if (unknown.length > 0)
    throw new WrongCall(
      `${file} has columns that are not known: ${unknown.join(', ')}. There are ${COLUMNS.join(', ')}.`,
    )
  const counts = new Map<string, number>()
  const lineOf = linesOf(text)
  return records.map((read) => {
    const { record } = read
    const said = JSON.stringify(COLUMNS.map((name) => record[name] ?? ''))
    // The same row twice means two posts.
    const nth = (counts.get(said) ?? 0) + 1
    counts.set(said, nth)
    const mark = `row-${hashOf(said, String(nth))}`
    const sent = journal.get(mark)?.sent
    const key = sent?.key ?? `plan-${hashOf(resolve(file), mark)}`
    const row = { line: lineOf(read) + linesBefore, key, mark, ...(sent ? { sent } : {}) }
    try {
      refuseForgotten(file, row, now)
      return { ...row, draft: draftOf(record, accounts, dirname(resolve(file)), now, sent), problems: [] }
    } catch (error) {
      if (!(error instanceof WrongCall)) throw error
      return { ...row, problems: [error.message] }
    }
  })
}

/** The file beside the plan with the results of earlier imports: a row is posted once. */
export const journalOf = (file: string): string => `${file}.posted.jsonl`

/** How long a row is repeated: an hour less than the service keeps its key, as the request takes time as well. */
const SENT_AGAIN_MS = 23 * 3_600_000

/** @throws {WrongCall} where the service may have forgotten the row that it may have posted. */
export function refuseForgotten(file: string, { sent, mark }: Pick<Row, 'sent' | 'mark'>, now: Date): void {
  if (!sent || now.getTime() - sent.at < SENT_AGAIN_MS) return
  throw new WrongCall(
    `It may have been posted on ${timeText(sent.at)}: no answer came, and the service knows a request again for 24 hours only. Look with publisher posts. If it was posted, remove the row; if not, remove the lines with ${mark} from ${journalOf(file)}.`,
  )
}

/** A row that is on its way. It is repeated as it was, where a time such as "in 2 hours" is another one now. */
export interface Sent {
  key: string
  /** Unix milliseconds, as in `scheduled_at`. */
  at: number
  scheduled_at?: number
}

/** The last line of the journal about a row. It has neither `sent` nor `id` where the service refused the row. */
export interface Noted {
  mark: string
  sent?: Sent
  /** That of the post. */
  id?: string
}

/** @returns undefined for a line that was not written whole: the line before it keeps the row from being posted twice. */
function notedIn(line: string): Noted | undefined {
  try {
    const noted = JSON.parse(line) as Noted | null
    return typeof noted?.mark === 'string' ? noted : undefined
  } catch {
    return undefined
  }
}

/** @returns what became of the rows, by their marks. */
export async function readJournal(file: string): Promise<Map<string, Noted>> {
  const text = await readFile(journalOf(file), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const all = new Map<string, Noted>()
  for (const line of text.split('\n')) {
    const noted = notedIn(line)
    if (!noted) continue
    const before = all.get(noted.mark)
    // A row that was posted stays so, whatever an import noted that ran at the same time; one that two sent is as the first sent it.
    if (!noted.id && (before?.id || (before?.sent && noted.sent))) continue
    all.set(noted.mark, noted)
  }
  return all
}

/** Called before the first row is posted: what cannot be noted must not be posted. @throws where the journal cannot be written. */
export async function openJournal(file: string): Promise<void> {
  const journal = journalOf(file)
  // Begins a new line where the last one was not written whole.
  try {
    await appendFile(journal, '')
    const text = await readFile(journal, 'utf8')
    if (text !== '' && !text.endsWith('\n')) await appendFile(journal, '\n')
  } catch (error) {
    throw new WrongCall(
      `Nothing was posted: ${journal}, which keeps a row from being posted twice, cannot be written (${(error as NodeJS.ErrnoException).code}).`,
    )
  }
}

export const note = (file: string, noted: Noted): Promise<void> =>
  appendFile(journalOf(file), `${JSON.stringify(noted)}\n`)
