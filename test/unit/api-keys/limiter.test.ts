import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { callerFrom } from '../../../core/api-keys/caller.ts'
import { endSecrets } from '../../../core/api-keys/end-secrets.ts'
import { admit, type Verdict } from '../../../core/api-keys/limiter.ts'
import { startTable, type TableEngine } from '../../support/table-engine.ts'

const MINUTE = 60_000
/** The beginning of some clock minute. */
const START = Date.UTC(2026, 0, 5, 12, 0)

let engine: TableEngine
beforeAll(async () => {
  engine = await startTable()
})
afterAll(() => engine.stop())

const newCaller = (rate_limit = 60) => ({
  owner_id: crypto.randomUUID(),
  key_id: crypto.randomUUID(),
  rate_limit,
  generation: 1,
})

const many = (caller: ReturnType<typeof newCaller>, count: number, now: number): Promise<Verdict[]> =>
  Promise.all(Array.from({ length: count }, () => admit(caller, now)))

/** Breaks the limit in the minute that `now` is in. */
const breakLimit = async (caller: ReturnType<typeof newCaller>, now: number) =>
  (await many(caller, caller.rate_limit + 1, now)).find(({ allowed }) => !allowed) as Verdict

it('takes nobody for a caller who acts neither for an owner nor as a person', () => {
  expect(callerFrom({ key_id: 'k', rate_limit: '60' })).toBeUndefined()
  expect(callerFrom({ owner_id: 'o', rate_limit: '60' })).toBeUndefined()
  expect(callerFrom({ key_id: 's', person_id: 'p', rate_limit: '60' })).toMatchObject({ owner_id: '', key_id: 's' })
})

describe('the exact rate limit', () => {
  it('lets exactly 60 of 200 concurrent requests pass, with headers that agree', async () => {
    const now = START + 12_345
    const verdicts = await many(newCaller(), 200, now)
    const passed = verdicts.filter(({ allowed }) => allowed)
    expect(passed).toHaveLength(60)
    expect(passed.map(({ remaining }) => remaining).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 60 }, (_, at) => at),
    )
    for (const verdict of verdicts) expect(verdict).toMatchObject({ limit: 60, reset_at: START + MINUTE })
    for (const verdict of verdicts.filter(({ allowed }) => !allowed)) {
      expect(verdict).toMatchObject({ remaining: 0, retry_after_seconds: 48 })
      expect(verdict.message).toBe('This API key may make 60 requests a minute. Try again in 48 seconds.')
    }
  })

  it('starts again with each clock minute and counts each key by itself', async () => {
    const caller = newCaller(3)
    await many(caller, 3, START + MINUTE - 1)
    expect(await admit(caller, START + MINUTE - 1)).toMatchObject({ allowed: false, retry_after_seconds: 1 })
    expect(await admit(caller, START + MINUTE)).toMatchObject({
      allowed: true,
      remaining: 2,
      reset_at: START + 2 * MINUTE,
    })
    expect(await admit(newCaller(3), START + MINUTE - 1)).toMatchObject({ allowed: true, remaining: 2 })
  })

  it('costs one call for each request that passes or is merely refused', async () => {
    const caller = newCaller(5)
    await many(caller, 6, START)
    const send = vi.spyOn(DynamoDBDocumentClient.prototype, 'send')
    await admit(caller, START)
    await admit(caller, START + MINUTE)
    expect(send.mock.calls.map(([command]) => command.constructor.name)).toEqual(['UpdateCommand', 'UpdateCommand'])
    send.mockRestore()
  })
})

describe('a secret that has ended', () => {
  it('is refused from the next request on, by the same one call, and takes nothing from the limit', async () => {
    const caller = newCaller(2)
    await admit(caller, START)
    await endSecrets(caller.key_id, 1, START)
    const send = vi.spyOn(DynamoDBDocumentClient.prototype, 'send')
    for (const now of [START, START + 1, START + MINUTE, START + MINUTE + 30_000])
      await expect(admit(caller, now)).rejects.toMatchObject({ code: 'invalid_key' })
    expect(send.mock.calls.map(([command]) => command.constructor.name)).toEqual(Array(4).fill('UpdateCommand'))
    send.mockRestore()
    expect(await admit({ ...caller, generation: 2 }, START)).toMatchObject({ allowed: true, remaining: 0 })
  })

  it('is refused as long as the gateway can remember it, however far the clocks are apart', async () => {
    const caller = newCaller()
    await endSecrets(caller.key_id, 3, START)
    for (const ahead of [-2 * MINUTE, -MINUTE, 0, 70_000, 3 * MINUTE])
      for (const generation of [1, 2, 3])
        await expect(admit({ ...caller, generation }, START + ahead)).rejects.toMatchObject({ code: 'invalid_key' })
  })

  it('stays ended when an earlier one is ended late, and ends no other caller', async () => {
    const caller = newCaller()
    await endSecrets(caller.key_id, 2, START)
    await endSecrets(caller.key_id, 1, START)
    await expect(admit({ ...caller, generation: 2 }, START)).rejects.toMatchObject({ code: 'invalid_key' })
    expect(await admit(newCaller(), START)).toMatchObject({ allowed: true })
  })

  it('is told from a restriction', async () => {
    const caller = newCaller(1)
    for (const minute of [0, 1, 2, 3, 4]) await breakLimit(caller, START + minute * MINUTE)
    const now = START + 5 * MINUTE
    await endSecrets(caller.key_id, 1, now)
    await expect(admit(caller, now)).rejects.toMatchObject({ code: 'invalid_key' })
    expect(await admit({ ...caller, generation: 2 }, now)).toMatchObject({ allowed: false })
  })

  it('that was to live on until then is refused at that moment', async () => {
    const caller = { ...newCaller(), ends_at: START + 500 }
    expect(await admit(caller, START + 499)).toMatchObject({ allowed: true })
    await expect(admit(caller, START + 500)).rejects.toMatchObject({ code: 'invalid_key' })
  })
})

describe('a key that keeps breaking its limit', () => {
  it('is restricted for 10 minutes once it broke it in 5 of 10', async () => {
    const caller = newCaller(4)
    for (const minute of [0, 2, 4, 6]) {
      expect(await breakLimit(caller, START + minute * MINUTE)).toMatchObject({ retry_after_seconds: 60 })
    }
    const fifth = START + 9 * MINUTE + 30_500
    const until = fifth + 10 * MINUTE
    expect(await breakLimit(caller, fifth)).toMatchObject({ allowed: false, retry_after_seconds: 600, reset_at: until })

    const send = vi.spyOn(DynamoDBDocumentClient.prototype, 'send')
    for (const now of [fifth + 1, fifth + MINUTE, fifth + 5 * MINUTE, until - 1]) {
      const verdict = await admit(caller, now)
      expect(verdict).toMatchObject({ allowed: false, limit: 4, remaining: 0, reset_at: until })
      expect(verdict.retry_after_seconds).toBe(Math.ceil((until - now) / 1000))
      expect(verdict.message).toContain('restricted')
    }
    expect(send).toHaveBeenCalledTimes(4)
    send.mockRestore()

    // Refused requests took nothing from the minute in which it ends.
    expect(await admit(caller, until)).toMatchObject({ allowed: true, remaining: 3 })
  })

  it('is not restricted for 5 breaks in 11 minutes, nor for 4 in 10', async () => {
    const caller = newCaller(2)
    for (const minute of [0, 3, 6, 9, 10]) {
      expect((await breakLimit(caller, START + minute * MINUTE)).retry_after_seconds).toBe(60)
    }
    expect(await admit(caller, START + 11 * MINUTE)).toMatchObject({ allowed: true, remaining: 1 })
    // With the break at minute 0 fallen out, the next within ten minutes of the other four is the fifth.
    expect((await breakLimit(caller, START + 12 * MINUTE)).retry_after_seconds).toBe(600)
  })

  it('counts a minute once, however often it is broken in it', async () => {
    const caller = newCaller(1)
    await many(caller, 40, START)
    expect(await admit(caller, START + MINUTE)).toMatchObject({ allowed: true })
  })

  it('begins with a clean slate after the restriction, and leaves other keys alone', async () => {
    const caller = newCaller(1)
    const other = newCaller(1)
    for (const minute of [0, 1, 2, 3, 4]) await breakLimit(caller, START + minute * MINUTE)
    expect(await admit(other, START + 5 * MINUTE)).toMatchObject({ allowed: true })
    expect(await breakLimit(caller, START + 14 * MINUTE)).toMatchObject({ retry_after_seconds: 60 })
    expect(await admit(caller, START + 15 * MINUTE)).toMatchObject({ allowed: true })
  })
})
