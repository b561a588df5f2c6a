// A publish call that got no answer in time may still take effect: how long that is reckoned with.
import { describe, expect, it } from 'vitest'
import type { Result } from '../../../core/platforms/outcome.ts'
import { type Effects, publishStep } from '../../../core/posts/publishing/engine.ts'
import { afterConfirming } from '../../../core/posts/rules/confirm-outcomes.ts'
import { nextStep } from '../../../core/posts/rules/next-step.ts'
import { PUBLISH_TIMEOUT_MS } from '../../../core/posts/rules/pace.ts'
import type { Publication } from '../../../core/posts/rules/publication.ts'
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

describe('a call that may be repeated for a while', () => {
  const pace = { poll_ms: 3000, chance: () => 0.5 }

  it.each([
    ['the time for it', { within: 60_000, not_after: undefined }],
    ['the latest time of the post', { within: 600_000, not_after: T0 + 60_000 }],
  ])('is not repeated once %s has passed while the worker was held up', async (_what, { within, not_after }) => {
    const terms = { key: 'k', repeat_within_ms: within }
    const called = beforePublishing(ready(0, not_after === undefined ? {} : { not_after }), { now: T0, pace }, terms)
    let stored: Publication = afterPublishing(called, unclear, { now: T0 + 1000, pace })
    let now = stored.due_at
    expect(nextStep(stored, now).do).toBe('publish')
    const calls: string[] = []
    const effects: Partial<Effects> = {
      now: () => now,
      sleep: async () => undefined,
      pace,
      load: async () => stored,
      save: async (publication) => {
        stored = { ...publication, version: publication.version + 1 }
        return stored
      },
      comeBack: async () => undefined,
      terms: () => terms,
      lockAccount: async () => {
        now += 60_000
        return true
      },
      unlockAccount: async () => undefined,
      publish: async () => {
        calls.push('publish')
        return unclear
      },
      verify: async () => {
        calls.push('verify')
        return { ok: true, value: { state: 'live' } }
      },
      findLink: async () => ({ ok: true, value: { media_id: 'm', permalink: 'https://a.example/m' } }),
      remainingMs: () => 60_000,
    }
    await publishStep(effects as Effects)
    expect(calls).toEqual(['verify'])
    expect(stored.state).toBe('published')
  })
})
