// The meaning of Bluesky's answers that are none of its documented ones: what may have been published is never said to have failed.
import { describe, expect, it } from 'vitest'
import { meaningOf } from '../../../core/platforms/bluesky/errors.ts'
import { faultIn, refusalIn } from '../../../core/platforms/bluesky/xrpc.ts'

const replyOf = (status: number, body: unknown) => ({ status, body, header: () => undefined }) as never

it.each([
  [undefined, 302, 'ambiguous'],
  [undefined, 408, 'ambiguous'],
  ['InvalidRequest', 408, 'ambiguous'],
  ['InvalidRequest', 400, 'permanent'],
  // A server that fails says nothing by the name that it gives to it.
  ['ExpiredToken', 500, 'ambiguous'],
  ['BlobNotFound', 502, 'ambiguous'],
  ['ServiceOverloaded', 503, 'retry'],
  ['ServiceOverloaded', 400, 'retry'],
  ['toString', 400, 'permanent'],
] as const)('the error %s with HTTP %d is %s for a call that publishes', (name, status, expected) => {
  expect(meaningOf(name, status, 'publish').class).toBe(expected)
  expect(meaningOf(name, status, 'read').class).toBe(expected === 'ambiguous' ? 'retry' : expected)
})

it('an error in an answer of success is none', () => {
  for (const error of ['AccountTakedown', 'ExpiredToken', 'BlobNotFound'])
    expect(refusalIn(replyOf(200, { error }), 'publish', [])).toMatchObject({ class: 'ambiguous', http_status: 200 })
})

describe('a call without an answer', () => {
  const fault = (sent: boolean, kind = 'TIMEOUT') => ({ fault: kind, sent, problem: 'none' }) as never

  it('that was sent may have published, and one that was not has not', () => {
    expect(faultIn(fault(true), 'publish').class).toBe('ambiguous')
    expect(faultIn(fault(false), 'publish').class).toBe('retry')
    expect(faultIn(fault(true), 'read').class).toBe('retry')
    expect(faultIn(fault(false, 'NOT_ALLOWED'), 'publish').class).toBe('owner_action')
  })
})
