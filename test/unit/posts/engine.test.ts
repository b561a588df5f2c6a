// The publishing engine against a model of a platform, a table and rival workers.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasEnded } from '../../../core/posts/rules/publication.ts'
import { type History, runHistory } from '../../support/engine-model.ts'

const HISTORIES = 10_000

function judge({ posts, publication, begunEarly, verdictWasToBeHad }: History): void {
  const { state, failure } = publication
  expect(posts, 'published at most once').toBeLessThanOrEqual(1)
  expect(hasEnded(publication), 'reaches an end').toBe(true)
  expect(begunEarly, 'never before its time').toBe(false)
  expect(
    publication.jobs.every((job) => job.state !== 'pending'),
    'no job is left pending',
  ).toBe(true)
  if (state === 'published') expect(posts, 'said to be live, and is').toBe(1)
  else if (failure?.code === 'outcome_unknown')
    expect(verdictWasToBeHad, 'unknown only where the platform would not tell').toBe(false)
  else expect(posts, `said to be ${state} (${failure?.code}), and is not live`).toBe(0)
}

describe('publishing engine', () => {
  it(`keeps its word in ${HISTORIES.toLocaleString('en')} random histories`, async () => {
    const ends = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 0xffffffff }), async (seed) => {
        const history = await runHistory(seed)
        judge(history)
        const end = history.publication.failure?.code ?? history.publication.state
        ends.set(end, (ends.get(end) ?? 0) + 1)
      }),
      { numRuns: HISTORIES, seed: 20261121, endOnFailure: true },
    )
    // A model in which nothing ever goes wrong, or nothing ever right, would prove nothing.
    for (const end of ['published', 'rejected', 'reconnect_required', 'media_not_processed', 'outcome_unknown']) {
      expect(ends.get(end) ?? 0, `histories that end ${end}`).toBeGreaterThan(0)
    }
  }, 120_000)
})
