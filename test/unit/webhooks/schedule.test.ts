// When a delivery is tried again: within a day, growing, and never more than the receiver asks or the day allows.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  afterTry,
  DELIVER_FOR_MS,
  type Delivery,
  MAX_ATTEMPTS,
  newDelivery,
  newEventId,
  sentAgain,
} from '../../../core/webhooks/rules/webhooks.ts'
import { signedHeaders } from '../../../core/webhooks/signature.ts'
import { OWNER, T0, uuid } from './world.ts'

const fresh = (): Delivery =>
  newDelivery({
    id: newEventId(T0),
    webhook: { id: uuid(1), owner_id: OWNER },
    event: 'media.ready',
    payload: '{}',
    now: T0,
  })
const no = { status: 500, error: 'No.' }

/** Tries it when it is due until that ends. */
function triedOut(delivery: Delivery, chance: () => number): { times: number[]; last: Delivery } {
  const times: number[] = []
  let current = delivery
  while (current.state === 'pending') {
    times.push(current.due_at)
    current = afterTry(current, no, current.due_at, current.due_at + 10, chance())
  }
  return { times, last: current }
}

describe('a delivery', () => {
  it('that no receiver accepts is tried again and again for about a day, and ends failed', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 20, maxLength: 20 }),
        (chances) => {
          let taken = 0
          const { times, last } = triedOut(fresh(), () => chances[taken++ % chances.length]!)
          const waits = times.slice(1).map((time, at) => time - times[at]!)
          expect(waits[0]).toBeLessThan(6000)
          expect(times.at(-1)! - T0).toBeLessThanOrEqual(DELIVER_FOR_MS)
          expect(times.at(-1)! - T0).toBeGreaterThan(DELIVER_FOR_MS / 2)
          expect(last).toMatchObject({ state: 'failed', tries: times.length })
        },
      ),
    )
  })

  it('is done when it is taken', () => {
    expect(afterTry(fresh(), { status: 204, error: null }, T0, T0 + 5, 0)).toMatchObject({
      state: 'delivered',
      attempts: [{ at: T0, status: 204, error: null, duration_ms: 5 }],
    })
  })

  it('waits as long as the receiver asks, within an hour', () => {
    const wait = (ms: number) => afterTry(fresh(), { ...no, retry_after_ms: ms }, T0, T0, 0).due_at - T0
    expect(wait(60_000)).toBe(60_000)
    expect(wait(1)).toBe(4500)
    expect(wait(10 * 3_600_000)).toBe(3_600_000)
  })

  it('ends at once where there is nobody left to send it to', () => {
    expect(afterTry(fresh(), { ...no, final: true }, T0, T0, 0).state).toBe('failed')
  })

  it('sent again has a day of its own, and keeps its id and its last tries', () => {
    const { last } = triedOut(fresh(), () => 0)
    const { times, last: again } = triedOut(sentAgain(last, T0 + 1e9), () => 0)
    expect(times[0]).toBe(T0 + 1e9)
    expect(again.id).toBe(last.id)
    expect(again.attempts).toHaveLength(MAX_ATTEMPTS)
  })
})

describe('ids and signatures', () => {
  it('ids sort by their time', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e12 }), fc.integer({ min: 0, max: 4e12 }), (a, b) => {
        if (a !== b) expect(newEventId(a) < newEventId(b)).toBe(a < b)
      }),
    )
  })

  it('the signature is that of the example of the Standard Webhooks specification', () => {
    const headers = signedHeaders(
      'msg_p5jXN8AQM9LWM0D4loKWxJek',
      '{"test": 2432232314}',
      ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
      1_614_265_330_000,
    )
    expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
  })
})
