// The chaos run in small, while AWS itself goes wrong too: transactions in each other's way, throttling, failures before and
// after a call took effect. `npm run chaos` is the large one.
import { expect, it } from 'vitest'
import { runChaos } from '../support/chaos.ts'
import { startLocal } from '../support/local.ts'

it('publishes once and tells the truth, although calls fail in every way and the service is killed', {
  tags: 'deep',
  timeout: 480_000,
}, async () => {
  // The accounts of a copied service name the servers of the one that it was copied from.
  await using local = await startLocal({ fresh: true, args: ['--aws-faults', '0.05'], env: { PUBLISH_POLL_MS: '100' } })
  const figures = await runChaos(local, {
    posts: 24,
    accounts: 10,
    // The large run has what is looked for during minutes too.
    quick: true,
    kills: 1,
    faults: 0.2,
    awsFaults: true,
    seed: 7,
    // Each would hold a worker for half a minute.
    hangs: 0,
    // The sweeper sends a message again after five minutes.
    patienceMs: 330_000,
  })
  expect(figures.breaches).toEqual([])
  expect(figures).toMatchObject({ posts: 24, kills: 1, duplicates: 0, lost: 0, live_but_failed: 0 })
  expect(figures.parts, 'further posts of threads').toBeGreaterThan(0)
  expect(figures.comments, 'first comments').toBeGreaterThan(0)
  // A run in which nothing went wrong, or nothing was published, would prove nothing.
  expect(figures.caught, 'publications that the kill met under way').toBeGreaterThan(0)
  expect(figures.published, 'published').toBeGreaterThan(figures.publications / 2)
  for (const kind of ['error_before', 'error_after', 'html_502', 'malformed_json', 'raw_reply'])
    expect(figures.faults[kind] ?? 0, kind).toBeGreaterThan(0)
  await local.stop()
  const faults = /faults of AWS: (.*)/.exec(local.process.stderr())?.[1] ?? ''
  for (const code of [/Transaction(Conflict|Canceled)Exception|Throughput/, /InternalServerError though done/])
    expect(faults).toMatch(code)
})
