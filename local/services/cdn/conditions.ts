// Conditions and ranges of requests for objects, as a cache judges them: https://www.rfc-editor.org/rfc/rfc9110#section-13.2.2
import type { IncomingHttpHeaders } from 'node:http'

/** The headers of the bucket's object that conditions are compared with. */
interface Known {
  etag: string
  lastModified: string
  length: number
}

export interface Judged {
  /** The answer without the object; absent where it is sent. */
  status?: 304 | 412
  /** The part that is sent, as the engine takes it; absent where all of it is. */
  range?: string
}

const CONDITIONS = ['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since', 'if-range', 'range']

/** Those of a request, by their names; a header that was sent twice is a list. */
export const conditionsOf = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    CONDITIONS.flatMap((name) => {
      const value = headers[name]
      return value === undefined ? [] : [[name, [value].flat().join(', ')]]
    }),
  )

export const unconditional = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !CONDITIONS.includes(name)))

/** Whether the list has the tag; a weak one counts where only whether the content is the same is asked. */
const has = (list: string, etag: string, weak: boolean): boolean =>
  list.trim() === '*' || list.split(',').some((tag) => (weak ? tag.trim().replace(/^W\//, '') : tag.trim()) === etag)

/** Whether it changed after a time; undefined where the header has none. */
function changedAfter(time: string | undefined, lastModified: string): boolean | undefined {
  const since = Date.parse(time ?? '')
  return Number.isNaN(since) ? undefined : Date.parse(lastModified) > since
}

/** @returns undefined for a header that stands for all of the object: of another unit, of several ranges, or of none. */
function rangeOf(header: string | undefined, length: number): string | undefined {
  const [, first, last, suffix] = /^bytes=\s*(?:(\d+)-(\d*)|-(\d+))\s*$/.exec(header ?? '') ?? []
  // More than all of it is all of it.
  if (suffix !== undefined) return `bytes=-${Math.min(Number(suffix), length)}`
  if (first === undefined || (last && Number(last) < Number(first))) return undefined
  return `bytes=${first}-${last}`
}

export function judge(headers: Record<string, string>, { etag, lastModified, length }: Known): Judged {
  const { 'if-match': match, 'if-none-match': noneMatch, 'if-range': ifRange } = headers
  const changed =
    match === undefined ? changedAfter(headers['if-unmodified-since'], lastModified) === true : !has(match, etag, false)
  if (changed) return { status: 412 }
  const same =
    noneMatch === undefined
      ? changedAfter(headers['if-modified-since'], lastModified) === false
      : has(noneMatch, etag, true)
  if (same) return { status: 304 }
  const whole = ifRange !== undefined && ifRange !== etag && ifRange !== lastModified
  return whole ? {} : { range: rangeOf(headers.range, length) }
}
