// The concurrency of an AWS account.
import { describe, expect, it } from 'vitest'
import { createAccount } from '../../../local/services/functions/account.ts'

describe('an account', () => {
  it('lets no more run than it can, of all functions together, and again when some have ended', () => {
    const roomOf = createAccount(3, new Map())
    const inside = [roomOf('a').enter(), roomOf('b').enter(), roomOf('a').enter()]
    expect(inside.every(Boolean)).toBe(true)
    expect(roomOf('c').enter()).toBeUndefined()
    inside[0]?.()
    // An end that is told twice gives one place back.
    inside[0]?.()
    expect(roomOf('c').enter()).toBeDefined()
    expect(roomOf('a').enter()).toBeUndefined()
  })

  it('keeps what is reserved for its function, which has no more', () => {
    const roomOf = createAccount(102, new Map([['a', 2]]))
    expect(Array.from({ length: 100 }, () => roomOf('b').enter()).every(Boolean)).toBe(true)
    expect(roomOf('b').enter()).toBeUndefined()
    expect([roomOf('a').enter(), roomOf('a').enter()].every(Boolean)).toBe(true)
    expect(roomOf('a').enter()).toBeUndefined()
  })

  it('is not made where more is reserved than there is', () => {
    expect(() => createAccount(10, new Map([['a', 10]]))).toThrow(/reserve 10 of the 10 .* accountConcurrency=10/)
  })

  it('is not made where less than 100 is left unreserved, as Lambda would refuse it', () => {
    expect(() => createAccount(300, new Map([['a', 201]]))).toThrow(/reserve 201 of the 300 .* keeps 100 unreserved/)
    expect(() => createAccount(300, new Map([['a', 200]]))).not.toThrow()
    // A stack that reserves nothing runs in the smallest account.
    expect(() => createAccount(10, new Map([['a', 0]]))).not.toThrow()
  })
})
