// The bytes that a Range header asks for (RFC 9110, section 14).

export interface ByteRange {
  first: number
  last: number
}

export type RangeOutcome = { is: 'whole' } | { is: 'part'; range: ByteRange } | { is: 'unsatisfiable' }

const WHOLE: RangeOutcome = { is: 'whole' }

/**
 * One range gives a part; several, another unit, or a malformed header give the whole, which the RFC allows for all
 * three. Positions beyond 2^53 are clamped.
 */
export function resolveRange(header: string | undefined, size: number): RangeOutcome {
  if (header === undefined) return WHOLE
  const specs = /^\s*bytes\s*=(.*)$/i.exec(header)?.[1]
  if (specs === undefined) return WHOLE
  const wanted = specs
    .split(',')
    .map((spec) => spec.trim())
    .filter((spec) => spec !== '')
  if (wanted.length !== 1) return WHOLE
  const found = /^(\d*)-(\d*)$/.exec(wanted[0]!)
  if (!found || wanted[0] === '-') return WHOLE
  const [, from, to] = found as unknown as [string, string, string]
  if (from === '') {
    const length = Math.min(position(to), size)
    return length === 0 ? { is: 'unsatisfiable' } : { is: 'part', range: { first: size - length, last: size - 1 } }
  }
  const first = position(from)
  const last = to === '' ? Number.MAX_SAFE_INTEGER : position(to)
  if (to !== '' && last < first) return WHOLE
  if (first >= size) return { is: 'unsatisfiable' }
  return { is: 'part', range: { first, last: Math.min(last, size - 1) } }
}

const position = (digits: string): number => Math.min(Number(digits), Number.MAX_SAFE_INTEGER)
