// Plans of posts as CSV: the columns, reading one within bounds, and writing one that no spreadsheet runs.
import { type CsvError, parse } from 'csv-parse/sync'
import { refuse } from '../errors.ts'
import { wellFormed } from '../nfc.ts'
import { cellOf, withoutSign } from './rules/spreadsheet-cell.ts'

/** The columns of a plan; those that are missing are empty. */
export const COLUMNS = [
  'id',
  'type',
  'title',
  'content',
  'hashtags',
  'accounts',
  'media',
  'scheduled_at',
  'not_after',
  'repeat',
  'repeat_until',
] as const
type Column = (typeof COLUMNS)[number]

/** Columns that an export adds. An import reads `status` and `not_in_file` of them. */
export const RESULT_COLUMNS = ['status', 'published_at', 'links', 'problems', 'not_in_file'] as const

/** Characters of a plan: with the rest of the request below the largest body. */
export const LONGEST_PLAN = 900_000
/** Posts of one plan, repeated ones counted each. */
export const MOST_POSTS = 200
const MOST_FIELDS = 40
const LARGEST_ROW = 100_000

export const csvOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')

export interface PlanRow {
  /** Where it begins in the file, from 1. */
  line: number
  fields: Record<Column, string>
  /** The status of the post in the export it comes from; empty without that column. */
  status: string
  /** Fields that the post has and a file cannot hold, from the export; empty without that column. */
  notInFile: string
  /** The text of cells beyond the named columns, as after an unquoted comma in a text; empty if there is none. */
  beyond: string
}

/** Characters that spreadsheets write between columns; which one depends on the region. */
const DELIMITERS = [',', ';', '\t'] as const

/**
 * The most frequent one in the first line, which has the names of the columns. csv-parse's own `delimiter_auto` looks at the texts too, and
 * takes the commas in them.
 */
const delimiterOf = (csv: string): string => {
  const head = /[^\r\n]+/.exec(csv.slice(0, LARGEST_ROW))?.[0] ?? ''
  return [...DELIMITERS].sort((one, other) => head.split(other).length - head.split(one).length)[0]!
}

/** The mark of UTF-8, and a first line that tells a spreadsheet the delimiter. */
const BEFORE_TABLE = /^\uFEFF?(?:sep=.(?:\r\n|\r|\n))?/i

interface Parsed {
  record: string[]
  /** `bytes`: where it ends. */
  info: { bytes: number }
}

/** Left to itself, csv-parse takes the first line's end for all: a file that programs of two systems wrote has both. */
const LINE_ENDS = ['\r\n', '\n', '\r']

const breaksIn = (text: string): number => text.match(/\r\n|\r|\n/g)?.length ?? 0

/** The line that each record begins in, from 1. csv-parse itself counts a line break inside a cell twice, and to the end of the record. */
function linesOf(table: string, records: readonly Parsed[]): number[] {
  const bytes = Buffer.from(table)
  let [read, breaks] = [0, 0]
  return records.map(({ record, info }) => {
    const passed = bytes.toString('utf8', read, info.bytes)
    read = info.bytes
    breaks += breaksIn(passed)
    const own = record.reduce((sum, field) => sum + breaksIn(field), 0)
    return breaks - own + (/[\r\n]$/.test(passed) ? 0 : 1)
  })
}

const KNOWN: readonly string[] = [...COLUMNS, ...RESULT_COLUMNS]

/** @throws {AppError} for what cannot be read as a whole: no CSV, a column that nobody knows, too much. */
export function readPlan(csv: string): PlanRow[] {
  const table = csv.replace(BEFORE_TABLE, '')
  const linesBefore = breaksIn(csv.slice(0, csv.length - table.length))
  let records: Parsed[]
  try {
    records = parse(table, {
      delimiter: delimiterOf(table),
      record_delimiter: LINE_ENDS,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      max_record_size: LARGEST_ROW,
      // One more than is taken, and the head.
      to: MOST_POSTS + 2,
    }) as never
  } catch (error) {
    const { message } = error as CsvError
    throw refuse('invalid_format', `csv: This cannot be read as CSV: ${message.slice(0, 300)}.`, 'csv')
  }
  const [head, ...rows] = records
  const [, ...lines] = linesOf(table, records)
  if (!head || rows.length === 0)
    throw refuse('required', 'csv: The first line must name the columns; each line below it is a post.', 'csv')
  if (head.record.length > MOST_FIELDS)
    throw refuse('too_long', `csv: There are ${head.record.length} columns; at most ${MOST_FIELDS} are allowed.`, 'csv')
  if (rows.length > MOST_POSTS)
    throw refuse('too_long', `csv: There are more than ${MOST_POSTS} rows; divide the file.`, 'csv')
  const names = head.record.map((name) => name.trim().toLowerCase())
  const strange = names.filter((name) => name !== '' && !KNOWN.includes(name))
  if (strange.length > 0)
    throw refuse(
      'unknown_field',
      `csv: The column ${JSON.stringify(strange[0]!.slice(0, 60))} is not known. Columns are ${KNOWN.join(', ')}.`,
      'csv',
    )
  const twice = names.find((name, at) => name !== '' && names.indexOf(name) !== at)
  if (twice) throw refuse('duplicate', `csv: The column ${twice} appears twice.`, 'csv')
  // Programs that save a file again may write its line breaks and accents otherwise: such a row is still the same.
  const cellIn = (record: readonly string[], name: string): string =>
    wellFormed(withoutSign(record[names.indexOf(name)] ?? ''))
      .replace(/\r\n?/g, '\n')
      .trim()
  return rows
    .map(({ record }, at) => ({
      line: lines[at]! + linesBefore,
      fields: Object.fromEntries(COLUMNS.map((name) => [name, cellIn(record, name)])) as PlanRow['fields'],
      status: cellIn(record, 'status'),
      notInFile: cellIn(record, 'not_in_file'),
      beyond: record
        .filter((_, at) => !names[at])
        .join(' ')
        .trim(),
    }))
    .filter(({ fields, beyond }) => beyond !== '' || Object.values(fields).some((value) => value !== ''))
}
