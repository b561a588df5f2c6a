// Sending a post again where no answer came: only while the service surely knows its key.
import { Unreachable } from '@social-publisher/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { sendAgain } from '../../../dashboard/src/pages/compose/send-again.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** The lid is closed with the request under way; the connection is gone when it is opened. */
async function asleepFor(hours: number) {
  const send = vi.fn(async () => {
    if (send.mock.calls.length > 1) return 'p1'
    vi.setSystemTime(Date.now() + hours * 3_600_000)
    throw new Unreachable('The service did not answer.')
  })
  const signal = new AbortController().signal
  const sent = sendAgain({ at: Date.now() }, send, signal).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(5000)
  return { outcome: await sent, sends: send.mock.calls.length }
}

it('is done after a short sleep', async () => {
  expect(await asleepFor(8)).toEqual({ outcome: 'p1', sends: 2 })
})

it('is not done after a weekend: it would be posted a second time', async () => {
  expect(await asleepFor(62)).toEqual({ outcome: expect.any(Unreachable), sends: 1 })
})
