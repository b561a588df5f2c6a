// Ranges and preconditions of RFC 9110 as a table: what a request with these headers is answered with.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ConditionalRequest, decide, parseHttpDate } from '../../../core/media/rules/http-preconditions.ts'
import { resolveRange } from '../../../core/media/rules/http-range.ts'

const SIZE = 1000
const ETAG = '"abc"'
const MODIFIED = Date.UTC(2026, 10, 21, 10, 20, 30, 456)
const THEN = 'Sat, 21 Nov 2026 10:20:30 GMT'
const BEFORE = 'Sat, 21 Nov 2026 10:20:29 GMT'
const AFTER = 'Sat, 21 Nov 2026 10:20:31 GMT'
const FILE = { size: SIZE, etag: ETAG, modifiedAt: MODIFIED }

type Row = [name: string, request: Partial<ConditionalRequest>, expected: string]

const answer = (request: Partial<ConditionalRequest>, file = FILE): string => {
  const decision = decide({ method: 'GET', ...request }, file)
  return decision.status === 206 ? `206 ${decision.range.first}-${decision.range.last}` : String(decision.status)
}

const RANGES: Row[] = [
  ['none', {}, '200'],
  ['the first byte', { range: 'bytes=0-0' }, '206 0-0'],
  ['the last byte', { range: 'bytes=999-999' }, '206 999-999'],
  ['a middle', { range: 'bytes=100-199' }, '206 100-199'],
  ['all of it', { range: 'bytes=0-999' }, '206 0-999'],
  ['open ended', { range: 'bytes=0-' }, '206 0-999'],
  ['open ended in the middle', { range: 'bytes=500-' }, '206 500-999'],
  ['an end beyond the file', { range: 'bytes=990-2000' }, '206 990-999'],
  ['an end beyond 2^53', { range: 'bytes=0-99999999999999999999' }, '206 0-999'],
  ['a suffix', { range: 'bytes=-1' }, '206 999-999'],
  ['a suffix of all', { range: 'bytes=-1000' }, '206 0-999'],
  ['a suffix longer than the file', { range: 'bytes=-5000' }, '206 0-999'],
  ['a suffix of nothing', { range: 'bytes=-0' }, '416'],
  ['a start at the end', { range: 'bytes=1000-' }, '416'],
  ['a start beyond the end', { range: 'bytes=5000-6000' }, '416'],
  ['a start beyond 2^53', { range: 'bytes=99999999999999999999-' }, '416'],
  ['turned around', { range: 'bytes=200-100' }, '200'],
  ['turned around beyond the end', { range: 'bytes=6000-5000' }, '200'],
  ['no numbers', { range: 'bytes=-' }, '200'],
  ['nothing', { range: 'bytes=' }, '200'],
  ['words', { range: 'bytes=a-b' }, '200'],
  ['a negative start', { range: 'bytes=--5' }, '200'],
  ['a fraction', { range: 'bytes=1.5-2' }, '200'],
  ['a sign', { range: 'bytes=+1-2' }, '200'],
  ['hex', { range: 'bytes=0x1-0x2' }, '200'],
  ['no unit', { range: '0-99' }, '200'],
  ['another unit', { range: 'items=0-5' }, '200'],
  ['the unit in capitals', { range: 'BYTES=0-99' }, '206 0-99'],
  ['spaces around', { range: ' bytes = 0-99 ' }, '206 0-99'],
  ['a space inside', { range: 'bytes=0 -99' }, '200'],
  ['two ranges', { range: 'bytes=0-1,5-6' }, '200'],
  ['two ranges, one outside', { range: 'bytes=0-1,5000-6000' }, '200'],
  ['many overlapping ranges', { range: `bytes=${'0-,'.repeat(500)}0-` }, '200'],
  ['a list of one', { range: 'bytes=,0-1,' }, '206 0-1'],
  ['HEAD', { method: 'HEAD', range: 'bytes=0-1' }, '200'],
  ['HEAD outside', { method: 'HEAD', range: 'bytes=5000-' }, '200'],
]

const PRECONDITIONS: Row[] = [
  ['If-None-Match: the tag', { ifNoneMatch: ETAG }, '304'],
  ['If-None-Match: the tag, weak', { ifNoneMatch: `W/${ETAG}` }, '304'],
  ['If-None-Match: another', { ifNoneMatch: '"xyz"' }, '200'],
  ['If-None-Match: one of several', { ifNoneMatch: `"x", ${ETAG}, "y"` }, '304'],
  ['If-None-Match: none of several', { ifNoneMatch: '"x","y"' }, '200'],
  ['If-None-Match: any', { ifNoneMatch: '*' }, '304'],
  ['If-None-Match: unquoted', { ifNoneMatch: 'abc' }, '200'],
  ['If-None-Match: other case', { ifNoneMatch: '"ABC"' }, '200'],
  ['If-None-Match: a tag that holds it', { ifNoneMatch: '"xabcx"' }, '200'],
  ['If-None-Match: a comma inside a tag', { ifNoneMatch: `"a,b", ${ETAG}` }, '304'],
  ['If-None-Match on HEAD', { method: 'HEAD', ifNoneMatch: ETAG }, '304'],
  ['If-None-Match before a range', { ifNoneMatch: ETAG, range: 'bytes=0-1' }, '304'],
  ['If-None-Match fails, with a range', { ifNoneMatch: '"x"', range: 'bytes=0-1' }, '206 0-1'],
  ['If-Modified-Since: then', { ifModifiedSince: THEN }, '304'],
  ['If-Modified-Since: later', { ifModifiedSince: AFTER }, '304'],
  ['If-Modified-Since: earlier', { ifModifiedSince: BEFORE }, '200'],
  ['If-Modified-Since: no date', { ifModifiedSince: 'yesterday' }, '200'],
  ['If-Modified-Since: a number', { ifModifiedSince: '1795256430' }, '200'],
  ['If-Modified-Since: ISO 8601', { ifModifiedSince: '2026-11-21T10:20:30Z' }, '200'],
  ['If-Modified-Since: RFC 850', { ifModifiedSince: 'Saturday, 21-Nov-26 10:20:30 GMT' }, '304'],
  ['If-Modified-Since: RFC 850, earlier', { ifModifiedSince: 'Saturday, 21-Nov-26 10:20:29 GMT' }, '200'],
  ['If-Modified-Since: asctime', { ifModifiedSince: 'Sat Nov 21 10:20:30 2026' }, '304'],
  ['If-Modified-Since: asctime, earlier', { ifModifiedSince: 'Sat Nov  7 10:20:30 2026' }, '200'],
  ['If-None-Match outranks If-Modified-Since', { ifNoneMatch: '"x"', ifModifiedSince: AFTER }, '200'],
  ['If-None-Match holds, If-Modified-Since does not', { ifNoneMatch: ETAG, ifModifiedSince: BEFORE }, '304'],
  ['If-Match: the tag', { ifMatch: ETAG }, '200'],
  ['If-Match: any', { ifMatch: '*' }, '200'],
  ['If-Match: another', { ifMatch: '"x"' }, '412'],
  ['If-Match: the tag, weak', { ifMatch: `W/${ETAG}` }, '412'],
  ['If-Match: one of several', { ifMatch: `"x", ${ETAG}` }, '200'],
  ['If-Match before If-None-Match', { ifMatch: '"x"', ifNoneMatch: ETAG }, '412'],
  ['If-Match holds, then If-None-Match', { ifMatch: ETAG, ifNoneMatch: ETAG }, '304'],
  ['If-Unmodified-Since: then', { ifUnmodifiedSince: THEN }, '200'],
  ['If-Unmodified-Since: later', { ifUnmodifiedSince: AFTER }, '200'],
  ['If-Unmodified-Since: earlier', { ifUnmodifiedSince: BEFORE }, '412'],
  ['If-Unmodified-Since: no date', { ifUnmodifiedSince: 'soon' }, '200'],
  ['If-Match outranks If-Unmodified-Since', { ifMatch: ETAG, ifUnmodifiedSince: BEFORE }, '200'],
  ['If-Unmodified-Since on a range', { ifUnmodifiedSince: BEFORE, range: 'bytes=0-1' }, '412'],
  ['If-Range: the tag', { ifRange: ETAG, range: 'bytes=0-1' }, '206 0-1'],
  ['If-Range: the tag, weak', { ifRange: `W/${ETAG}`, range: 'bytes=0-1' }, '200'],
  ['If-Range: another', { ifRange: '"x"', range: 'bytes=0-1' }, '200'],
  ['If-Range: another, range outside', { ifRange: '"x"', range: 'bytes=5000-' }, '200'],
  ['If-Range: the tag, range outside', { ifRange: ETAG, range: 'bytes=5000-' }, '416'],
  ['If-Range: the date', { ifRange: THEN, range: 'bytes=0-1' }, '206 0-1'],
  ['If-Range: a later date', { ifRange: AFTER, range: 'bytes=0-1' }, '200'],
  ['If-Range: an earlier date', { ifRange: BEFORE, range: 'bytes=0-1' }, '200'],
  ['If-Range: rubbish', { ifRange: 'abc', range: 'bytes=0-1' }, '200'],
  ['If-Range without a range', { ifRange: ETAG }, '200'],
]

describe('ranges', () => {
  it.each(RANGES)('%s', (_, request, expected) => {
    expect(answer(request)).toBe(expected)
  })

  it('of an empty file is never satisfiable, but the whole is', () => {
    const empty = { ...FILE, size: 0 }
    expect([answer({}, empty), answer({ range: 'bytes=0-' }, empty), answer({ range: 'bytes=-5' }, empty)]).toEqual([
      '200',
      '416',
      '416',
    ])
  })

  it('always lie within the file', () => {
    const spec = fc.tuple(fc.option(fc.nat(3000)), fc.option(fc.nat(3000)), fc.nat(2000))
    fc.assert(
      fc.property(spec, ([from, to, size]) => {
        const outcome = resolveRange(`bytes=${from ?? ''}-${to ?? ''}`, size)
        if (outcome.is !== 'part') return
        const { first, last } = outcome.range
        expect(first).toBeGreaterThanOrEqual(0)
        expect(last).toBeGreaterThanOrEqual(first)
        expect(last).toBeLessThan(size)
        if (from !== null) expect(first).toBe(from)
        if (from === null) expect(last - first + 1).toBe(Math.min(to!, size))
      }),
    )
  })

  it('never fail on any text', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(100), (header, size) => {
        expect(['whole', 'part', 'unsatisfiable']).toContain(resolveRange(`bytes=${header}`, size).is)
      }),
    )
  })
})

describe('preconditions', () => {
  it.each(PRECONDITIONS)('%s', (_, request, expected) => {
    expect(answer(request)).toBe(expected)
  })
})

describe('HTTP dates', () => {
  it('come back from their usual form', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_102_444_800 }), (seconds) => {
        expect(parseHttpDate(new Date(seconds * 1000).toUTCString())).toBe(seconds * 1000)
      }),
    )
  })

  it('with two digits of a year are of the nearer century', () => {
    expect(parseHttpDate('Sunday, 06-Nov-94 08:49:37 GMT')).toBe(Date.UTC(1994, 10, 6, 8, 49, 37))
  })
})
