// A publish call that got no answer in time may still take effect: how long that is reckoned with.
import { describe, expect, it } from 'vitest'
import type { Result } from '../../../core/platforms/outcome.ts'
import { afterConfirming } from '../../../core/posts/rules/confirm-outcomes.ts'
import { nextStep } from '../../../core/posts/rules/next-step.ts'
import { PUBLISH_TIMEOUT_MS } from '../../../core/posts/rules/pace.ts'
import { afterPublishing, beforePublishing } from '../../../core/posts/rules/publish-outcomes.ts'
import { ready, T0 } from '../../support/publications.ts'

const unclear: Result<{ media_id: string }> = { ok: false, error: { class: 'ambiguous', message: 'No answer.' } }

/** A text that is ready to be published, after a publish call without an answer. */
function inDoubt(callMs: number, pollMs: number) {
  const pace = { poll_ms: pollMs, chance: () => 0.5 }
  const called = beforePublishing(ready(0), { now: T0, pace })
  return { pace, publication: afterPublishing(called, unclear, { now: T0 + callMs, pace }) }
}

/** Reads FINISHED whenever it is due. @returns how long after the call began the engine would publish again. */
function publishesAgainAfter(callMs: number, pollMs: number): number {
  const { pace, ...rest } = inDoubt(callMs, pollMs)
  let { publication } = rest
  for (let reads = 0; publication.attempt; reads += 1) {
    expect(reads).toBeLessThan(5)
    const now = publication.due_at
    expect(nextStep(publication, now).do).toBe('confirm')
    publication = afterConfirming(publication, { ok: true, value: { state: 'not' } }, { now, pace })
  }
  return publication.due_at - T0
}

describe('publishing again after a call without an answer', () => {
  it.each([100, 3000])('leaves a call that timed out as long again to take effect, at a poll of %i ms', (pollMs) => {
    expect(publishesAgainAfter(PUBLISH_TIMEOUT_MS, pollMs)).toBeGreaterThanOrEqual(2 * PUBLISH_TIMEOUT_MS)
  })

  it('goes at the usual pace after a connection that broke at once', () => {
    expect(publishesAgainAfter(10, 100)).toBeLessThan(3000)
  })
})
