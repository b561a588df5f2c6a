// A plan: a CSV file with one post in each row.
import { createHash } from 'node:crypto'
import { appendFile, readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { PostType, Schemas } from '@social-publisher/client'
import { parse } from 'csv-parse/sync'
import { type Medium, readMedia } from './files.ts'
import { WrongCall } from './problem.ts'
import { chooseAccounts } from './targets.ts'
import { readTime } from './times.ts'

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
  /** In the file, the head being line 1. */
  line: number
  /** The key made of the file and the row's content: the same row is the same post, however often it is imported. */
  key: string
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
): Draft {
  const { type: named = '', title = '', text = '', hashtags = '', media = '', alt = '', at = '' } = row
  const files = listOf(media, /[,;\n]/).map((word) =>
    /^(https?:|[0-9a-f-]{36}$)/i.test(word) ? word : resolve(folder, word),
  )
  const type = (named || (files.length > 0 ? 'feed' : 'text')) as PostType
  if (!TYPES.includes(type)) throw new WrongCall(`type is ${named}: it must be ${TYPES.join(', ')}.`)
  if (!row.accounts) throw new WrongCall('accounts is empty.')
  const scheduled = at === '' ? undefined : readTime(at, now)
  if (typeof scheduled === 'number' && scheduled <= now.getTime())
    throw new WrongCall(`at is ${at}, which is in the past.`)
  return {
    type,
    media: readMedia(files),
    alt: listOf(alt, /[;\n]/),
    body: {
      ...(type === 'feed' ? { title: title || titleFrom(text) || 'Untitled' } : title ? { title } : {}),
      ...(text ? { content: text } : {}),
      ...(hashtags ? { hashtags: listOf(hashtags, /[\s,;]+/) } : {}),
      accounts: chooseAccounts(row.accounts, accounts),
      ...(scheduled === undefined ? {} : { scheduled_at: scheduled }),
    },
  }
}

/** Reads a plan; a row that is wrong says so, and harms no other. @throws {WrongCall} where the file as a whole is no plan. */
export async function readPlan(
  file: string,
  accounts: readonly Schemas['Account'][],
  now = new Date(),
): Promise<Row[]> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new WrongCall(`The file ${file} cannot be read.`)
  })
  let records: { record: Record<string, string>; info: { lines: number } }[]
  try {
    records = parse(text, {
      bom: true,
      columns: (head: string[]) => head.map((name) => name.trim().toLowerCase()),
      delimiter: [',', ';', '\t'],
      skip_empty_lines: true,
      trim: true,
      info: true,
      max_record_size: 100_000,
    }) as unknown as typeof records
  } catch (error) {
    throw new WrongCall(`${file} is not a CSV file: ${(error as Error).message}`)
  }
  if (records.length === 0)
    throw new WrongCall(`${file} has no rows. Its first line names the columns: ${COLUMNS.join(',')}`)
  if (records.length > MOST_ROWS)
    throw new WrongCall(`${file} has ${records.length} rows; at most ${MOST_ROWS} go at once.`)
  const unknown = Object.keys(records[0]!.record).filter((name) => !(COLUMNS as readonly string[]).includes(name))
  if (unknown.length > 0)
    throw new WrongCall(
      `${file} has columns that are not known: ${unknown.join(', ')}. There are ${COLUMNS.join(', ')}.`,
    )
  const counts = new Map<string, number>()
  return records.map(({ record, info }) => {
    const said = JSON.stringify(COLUMNS.map((name) => record[name] ?? ''))
    // The same row twice means two posts.
    const nth = (counts.get(said) ?? 0) + 1
    counts.set(said, nth)
    const key = `plan-${createHash('sha256')
      .update(`${resolve(file)}\0${said}#${nth}`)
      .digest('hex')
      .slice(0, 40)}`
    try {
      return { line: info.lines, key, draft: draftOf(record, accounts, dirname(resolve(file)), now), problems: [] }
    } catch (error) {
      if (!(error instanceof WrongCall)) throw error
      return { line: info.lines, key, problems: [error.message] }
    }
  })
}

/** The rows that an earlier import of the plan has posted are kept beside it: a row is posted once. */
export const journalOf = (file: string): string => `${file}.posted.jsonl`

export async function readJournal(file: string): Promise<Map<string, string>> {
  const text = await readFile(journalOf(file), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const lines = text.split('\n').flatMap((line) => {
    try {
      return line ? [JSON.parse(line) as { key: string; id: string }] : []
    } catch {
      // The end of a line that was not written whole: the key of the row still keeps it from being posted twice.
      return []
    }
  })
  return new Map(lines.map(({ key, id }) => [key, id]))
}

export const note = (file: string, key: string, id: string): Promise<void> =>
  appendFile(journalOf(file), `${JSON.stringify({ key, id })}\n`)
