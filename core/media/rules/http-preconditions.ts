// Conditional requests (RFC 9110, section 13): what to answer, decided before any byte is read.
import { type ByteRange, resolveRange } from './http-range.ts'

export interface Representation {
  size: number
  /** A strong validator, with its quotes. */
  etag: string
  /** Unix ms; headers carry whole seconds. */
  modifiedAt: number
}

export interface ConditionalRequest {
  method: string
  ifMatch?: string
  ifNoneMatch?: string
  ifModifiedSince?: string
  ifUnmodifiedSince?: string
  ifRange?: string
  range?: string
}

export type Decision =
  | { status: 200 }
  | { status: 206; range: ByteRange }
  | { status: 304 }
  | { status: 412 }
  | { status: 416 }

const seconds = (ms: number): number => Math.floor(ms / 1000)

/** HTTP-date, in the preferred form and the two obsolete ones that servers must still read; undefined for any other text. */
export function parseHttpDate(text: string): number | undefined {
  const value = text.trim()
  const month = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)'
  const clock = '\\d{2}:\\d{2}:\\d{2}'
  const fixed = new RegExp(`^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \\d{2} ${month} \\d{4} ${clock} GMT$`)
  const rfc850 = new RegExp(`^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (\\d{2})-(${month})-(\\d{2}) (${clock}) GMT$`)
  const asctime = new RegExp(`^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (${month}) ([ \\d]\\d) (${clock}) (\\d{4})$`)
  let plain = value
  const old = rfc850.exec(value)
  const c = asctime.exec(value)
  if (old) plain = `${old[1]} ${old[2]} ${fullYear(Number(old[3]))} ${old[4]} GMT`
  else if (c) plain = `${c[2]!.trim()} ${c[1]} ${c[4]} ${c[3]} GMT`
  else if (!fixed.test(value)) return undefined
  const ms = Date.parse(plain)
  return Number.isNaN(ms) ? undefined : ms
}

/** A two-digit year that would lie more than 50 years ahead is of the century before (RFC 9110, section 5.6.7). */
const fullYear = (year: number): number => (year > 76 ? 1900 : 2000) + year

const TAG = /(W\/)?"([\x21\x23-\x7e\x80-\u00ff]*)"/g

/** Whether a list of entity tags names the one; `*` names any. A weak tag never matches strongly. */
function lists(header: string, etag: string, comparison: 'strong' | 'weak'): boolean {
  if (header.trim() === '*') return true
  return [...header.matchAll(TAG)].some(
    ([, weak, opaque]) => `"${opaque}"` === etag && (comparison === 'weak' || !weak),
  )
}

/** Whether the range may be served: the client's part comes from this same representation. */
function ifRangeHolds(header: string, of: Representation): boolean {
  const value = header.trim()
  if (value.startsWith('"')) return value === of.etag
  const date = parseHttpDate(value)
  return date !== undefined && seconds(date) === seconds(of.modifiedAt)
}

/** The order is that of RFC 9110, section 13.2.2. */
export function decide(request: ConditionalRequest, of: Representation): Decision {
  const { ifMatch, ifNoneMatch, ifModifiedSince, ifUnmodifiedSince, ifRange, range } = request
  if (ifMatch !== undefined) {
    if (!lists(ifMatch, of.etag, 'strong')) return { status: 412 }
  } else if (ifUnmodifiedSince !== undefined) {
    const date = parseHttpDate(ifUnmodifiedSince)
    if (date !== undefined && seconds(of.modifiedAt) > seconds(date)) return { status: 412 }
  }
  if (ifNoneMatch !== undefined) {
    if (lists(ifNoneMatch, of.etag, 'weak')) return { status: 304 }
  } else if (ifModifiedSince !== undefined) {
    const date = parseHttpDate(ifModifiedSince)
    if (date !== undefined && seconds(of.modifiedAt) <= seconds(date)) return { status: 304 }
  }
  // Range is defined only for GET.
  if (range === undefined || request.method !== 'GET') return { status: 200 }
  if (ifRange !== undefined && !ifRangeHolds(ifRange, of)) return { status: 200 }
  const outcome = resolveRange(range, of.size)
  if (outcome.is === 'whole') return { status: 200 }
  return outcome.is === 'part' ? { status: 206, range: outcome.range } : { status: 416 }
}
