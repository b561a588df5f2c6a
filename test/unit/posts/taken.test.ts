// A post that its platform has taken and not shown yet, and a publish call that surely was not sent.
import { describe, expect, it } from 'vitest'
import type { PlatformError, Verdict } from '../../../core/platforms/outcome.ts'
import { afterConfirming } from '../../../core/posts/rules/confirm-outcomes.ts'
import { nextStep } from '../../../core/posts/rules/next-step.ts'
import { MAX_CALLS } from '../../../core/posts/rules/pace.ts'
import type { Publication } from '../../../core/posts/rules/publication.ts'
import { afterPublishing, beforePublishing } from '../../../core/posts/rules/publish-outcomes.ts'
import { PACE, ready, T0 } from '../../support/publications.ts'

const at = (now: number) => ({ now, pace: PACE })
const called = (publication: Publication = ready(1), now = T0) => beforePublishing(publication, at(now))
const verdict = (value: Verdict) => ({ ok: true, value }) as const
const UNSENT: { ok: false; error: PlatformError } = {
  ok: false,
  error: { class: 'retry', message: 'no connection', unsent: true },
}

describe('a post that is taken and still processed', () => {
  const taken = afterPublishing(called(), { ok: true, value: { media_id: 'm1', pending: true } }, at(T0 + 1000))

  it('is asked for, and not said to be live', () => {
    expect(taken).toMatchObject({ state: 'confirming', attempt: { verdict: 'taken', media_id: 'm1' } })
    expect(taken.last_problem).toBeUndefined()
    expect(nextStep(taken, taken.due_at).do).toBe('confirm')
  })

  it('is published once it is out', () => {
    const out = afterConfirming(taken, verdict({ state: 'live', media_id: 'm2' }), at(T0 + 60_000))
    expect(out).toMatchObject({ state: 'published', media_id: 'm2' })
  })

  it('has failed where the platform gave it up, in its words', () => {
    const error: PlatformError = { class: 'permanent', message: 'Copyright.' }
    const out = afterConfirming(taken, verdict({ state: 'lost', error }), at(T0 + 60_000))
    expect(out).toMatchObject({ state: 'failed', failure: { code: 'rejected', platform: { message: 'Copyright.' } } })
  })

  it('is not known where the platform never tells', () => {
    const out = afterConfirming(taken, verdict({ state: 'unknown', final: true }), at(T0 + 60_000))
    expect(out.failure?.code).toBe('outcome_unknown')
  })
})

describe('a publish call that was not sent', () => {
  it('is made again without being looked for, a few times', () => {
    let publication = ready(1)
    let now = T0
    for (let call = 1; call < MAX_CALLS; call += 1) {
      publication = afterPublishing(called(publication, now), UNSENT, at(now))
      expect(publication.attempt).toBeUndefined()
      now = publication.due_at
      expect(nextStep(publication, now).do).toBe('publish')
    }
    expect(afterPublishing(called(publication, now), UNSENT, at(now)).failure?.code).toBe('platform_unavailable')
  })

  it('outlasts a network that is away for a minute and a half', () => {
    let publication = ready(1)
    let now = T0
    while (!publication.failure) {
      publication = afterPublishing(called(publication, now), UNSENT, at(now))
      now = Math.max(now, publication.due_at)
    }
    expect(now - T0).toBeGreaterThan(90_000)
  })

  it('leaves an earlier call in doubt as it is', () => {
    const doubtful = { ...called(), attempt: { ...called().attempt!, doubtful: true } }
    expect(nextStep(afterPublishing(doubtful, UNSENT, at(T0)), T0 + 60_000).do).toBe('confirm')
  })
})
