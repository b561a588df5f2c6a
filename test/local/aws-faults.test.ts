// Publishing while AWS itself goes wrong: transactions in each other's way, throttling, failures before and after a call
// took effect.
import { expect, it } from 'vitest'
import { runChaos } from '../support/chaos.ts'
import { startLocal } from '../support/local.ts'

it('publishes once and tells the truth, although calls to AWS fail', async () => {
  await using local = await startLocal({ args: ['--aws-faults', '0.05'], env: { PUBLISH_POLL_MS: '100' } })
  const figures = await runChaos(local, {
    posts: 12,
    accounts: 4,
    kills: 0,
    faults: 0.1,
    seed: 11,
    hangs: 0,
    // What the sweeper has sent once, it sends again after five minutes.
    patienceMs: 330_000,
  })
  expect(figures.breaches).toEqual([])
  expect(figures).toMatchObject({ posts: 12, duplicates: 0, lost: 0, live_but_failed: 0 })
  expect(figures.published, 'published').toBeGreaterThan(figures.publications / 2)
  // A run in which nothing went wrong would prove nothing.
  await local.stop()
  const faults = /faults of AWS: (.*)/.exec(local.process.stderr())?.[1] ?? ''
  for (const code of [/Transaction(Conflict|Canceled)Exception|Throughput/, /InternalServerError though done/])
    expect(faults).toMatch(code)
}, 480_000)
