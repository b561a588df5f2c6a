// Where an account's posts end, on platforms on which only that tells afterwards what a publish call did.
import { describe, expect, it } from 'vitest'
import type { PlatformError, Published, Result } from '../../../core/platforms/outcome.ts'
import { type Effects, publishStep } from '../../../core/posts/publishing/engine.ts'
import { afterConfirming } from '../../../core/posts/rules/confirm-outcomes.ts'
import { markOf } from '../../../core/posts/rules/parts.ts'
import type { Publication } from '../../../core/posts/rules/publication.ts'
import { afterPublishing, beforePublishing } from '../../../core/posts/rules/publish-outcomes.ts'
import { ready, T0 } from '../../support/publications.ts'

const refusal = (error: Partial<PlatformError>): { ok: false; error: PlatformError } => ({
  ok: false,
  error: { class: 'retry', message: 'no', ...error },
})

/** Runs one pass. @returns what was done, in order, and what was stored of it last. */
async function passWith(
  mark: Result<string> | undefined,
  { answer = { ok: true, value: { media_id: '1', permalink: 'https://a.example/1' } } as Result<Published> } = {},
  before = ready(0),
) {
  const done: string[] = []
  let stored: Publication = before
  const effects: Partial<Effects> = {
    now: () => T0,
    sleep: async () => undefined,
    pace: { poll_ms: 100, chance: () => 0.5 },
    load: async () => before,
    save: async (publication) => {
      if (publication.attempt && !stored.attempt) done.push(`recorded ${markOf(publication)}`)
      stored = { ...publication, version: publication.version + 1 }
      return stored
    },
    comeBack: async () => undefined,
    obstacle: async () => undefined,
    quota: async () => ({ ok: true, value: null }),
    terms: () => ({}),
    mark: async () => {
      done.push('marked')
      return mark
    },
    lockAccount: async () => done.push('locked') > 0,
    unlockAccount: async () => void done.push('unlocked'),
    publish: async () => {
      done.push('published')
      return answer
    },
    remainingMs: () => 0,
  }
  await publishStep(effects as Effects)
  return { done, stored }
}

describe('the mark of a publish call', () => {
  it('is asked for under the lock, and stored before the call', async () => {
    const { done } = await passWith({ ok: true, value: 'post 7' })
    expect(done).toEqual(['locked', 'marked', 'recorded post 7', 'published', 'unlocked'])
  })

  it('is not needed where the platform has none', async () => {
    const { done } = await passWith(undefined)
    expect(done).toEqual(['locked', 'marked', 'recorded undefined', 'published', 'unlocked'])
  })

  it('keeps the call from being made if it cannot be read', async () => {
    const later = await passWith(refusal({ retry_after_ms: 9000 }))
    expect(later.done).toEqual(['locked', 'marked', 'unlocked'])
    expect(later.stored).toMatchObject({ state: ready(0).state, due_at: T0 + 9000 })
    expect(later.stored.attempt).toBeUndefined()
    expect((await passWith(refusal({ class: 'reconnect' }))).stored.failure?.code).toBe('reconnect_required')
    expect((await passWith(refusal({ class: 'wait' }))).stored.held_since).toBe(T0)
  })

  it('is not asked for without limit', async () => {
    let publication = ready(0)
    for (let passes = 0; passes < 20 && !publication.failure; passes += 1)
      publication = (await passWith(refusal({}), {}, { ...publication, due_at: T0, lease_until: 0 })).stored
    expect(publication.failure?.code).toBe('platform_unavailable')
  })

  const moment = { now: T0, pace: { poll_ms: 100, chance: () => 0.5 } }
  const called = (error: Partial<PlatformError>) =>
    afterPublishing(beforePublishing(ready(0), moment, { mark: 'post 7' }), refusal(error), moment)

  it('stays after a call in doubt, and is taken again after a clear refusal', () => {
    const doubtful = called({ class: 'ambiguous' })
    const once = afterConfirming(doubtful, { ok: true, value: { state: 'not' } }, moment)
    const later = { ...moment, now: T0 + 60_000 }
    const again = afterConfirming(once, { ok: true, value: { state: 'not' } }, later)
    expect([again.attempt, markOf(again)]).toEqual([undefined, 'post 7'])
    expect(markOf(beforePublishing(again, later, { mark: 'post 9' }))).toBe('post 7')

    const refused = afterConfirming(called({ class: 'same_container' }), { ok: true, value: { state: 'not' } }, moment)
    expect([refused.attempt, markOf(refused)]).toEqual([undefined, undefined])
  })
})
