// Two platforms that do not exist, through the engine's histories: faults, crashes and rivals at every step.
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type * as Facts from '../../../core/platforms/facts.ts'
import type { PlatformId } from '../../../core/platforms/facts.ts'
import { hasEnded } from '../../../core/posts/rules/publication.ts'
import { DEEP } from '../../support/deep.ts'
import { runHistory } from '../../support/engine-model.ts'

vi.mock('../../../core/platforms/facts.ts', async (original) => {
  const { factsWithMadeUp } = await import('../../support/made-up/registries.ts')
  return factsWithMadeUp(await original<typeof Facts>())
})

const HISTORIES = DEEP ? 10_000 : 2000

describe.each([
  ['lantern', false],
  ['harbour', true],
] as const)('%s', (id, keyed) => {
  it('goes out once, and as it is said to', { timeout: 240_000 }, async () => {
    const ends = new Map<string, number>()
    let repeated = 0
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 0xffffffff }), async (seed) => {
        const history = await runHistory(seed, { id: id as PlatformId, keyed })
        const { byPart, ended, calls, posts, verdictWasToBeHad } = history
        expect(Math.max(...byPart), 'at most once').toBeLessThanOrEqual(1)
        expect(hasEnded(ended), 'reaches an end').toBe(true)
        expect(history.begunEarly || history.begunLate || history.ungated, 'in its time').toBe(false)
        const parts = ended.parts ?? [{ live_at: ended.state === 'published' ? 1 : undefined }]
        const unknown = ended.failure?.code === 'outcome_unknown'
        parts.forEach(({ live_at }, part) => {
          if (live_at !== undefined) expect(byPart[part], `part ${part} said to be live`).toBe(1)
          else if (unknown) expect(verdictWasToBeHad, 'unknown only where nobody would tell').toBe(false)
          else expect(byPart[part], `part ${part} said not to be (${ended.failure?.code})`).toBe(0)
        })
        if (calls > posts && posts > 0) repeated += 1
        const end = ended.failure?.code ?? ended.state
        ends.set(end, (ends.get(end) ?? 0) + 1)
      }),
      { numRuns: HISTORIES, seed: 20261122, endOnFailure: true },
    )
    for (const end of ['published', 'rejected', 'outcome_unknown', 'media_not_processed'])
      expect(ends.get(end) ?? 0, `histories that end ${end}: ${JSON.stringify([...ends])}`).toBeGreaterThan(0)
    expect(repeated, 'calls that were made again').toBeGreaterThan(0)
  })
})
