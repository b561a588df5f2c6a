// Where a bound lies: the last value on each side of it, and how waits grow. An engine that is off by one there would give
// up a try too early, or wait for ever.
import { describe, expect, it } from 'vitest'
import type { Result } from '../../../core/platforms/outcome.ts'
import { afterLooking, afterTakingStep, beforeStep } from '../../../core/posts/rules/after-steps.ts'
import { live } from '../../../core/posts/rules/changes.ts'
import { afterChecking } from '../../../core/posts/rules/container-outcomes.ts'
import { afterDeleting, afterLookingForDeleted } from '../../../core/posts/rules/deletion.ts'
import { afterGate } from '../../../core/posts/rules/gate.ts'
import { newPublication } from '../../../core/posts/rules/new-publication.ts'
import { nextStep } from '../../../core/posts/rules/next-step.ts'
import {
  confirmGap,
  holdDelay,
  MAX_CALLS,
  MAX_LOST_READS,
  MAX_REMAKES,
  MAX_TRIES,
  overAfter,
  pollDelay,
  retryDelay,
} from '../../../core/posts/rules/pace.ts'
import { isOfPart } from '../../../core/posts/rules/parts.ts'
import { planOf } from '../../../core/posts/rules/plan.ts'
import type { Publication } from '../../../core/posts/rules/publication.ts'
import { afterConfirming } from '../../../core/posts/rules/publish-outcomes.ts'
import { afterFigures, STORY_FIGURES_AFTER_MS } from '../../../core/posts/rules/story-figures.ts'
import { OWNER, uuid } from '../../support/domain.ts'
import {
  at,
  called,
  jobOf,
  made,
  outcome,
  PACE,
  problem,
  ready,
  refusal,
  status,
  T0,
} from '../../support/publications.ts'

const HOUR = 3_600_000
const NOW = T0 + 60_000

/** What one look at the only container came to. */
const checked = (
  publication: Publication,
  result: Parameters<typeof afterChecking>[1] extends ReadonlyMap<string, infer R> ? R : never,
  now: number,
) => afterChecking(publication, new Map([[jobOf(publication, 'container_create').id, result]]), at(now))

describe('posts that wait for each other', () => {
  const waiting = ready(1, { together: true, ready_at: T0 })

  it('wait for 20 hours to the millisecond, and look again less and less often', () => {
    const still = afterGate(waiting, 'waiting', at(T0 + 20 * HOUR))
    expect(still.state).not.toBe('failed')
    expect(still.due_at).toBe(T0 + 20 * HOUR + pollDelay(20 * HOUR, PACE))
    const over = afterGate(waiting, 'waiting', at(T0 + 20 * HOUR + 1))
    expect(over).toMatchObject({ state: 'failed', failure: { code: 'stopped' } })
  })
})

describe('a container', () => {
  const OVER = overAfter({})
  const inProgress = status('in_progress') as never

  it('is waited for until it is certainly over, and made anew from then on', () => {
    const last = checked(made(), inProgress, T0 + OVER - 1)
    expect(jobOf(last, 'container_create').container_id).toBe('c1')
    const over = checked(made(), inProgress, T0 + OVER)
    expect(jobOf(over, 'container_create')).toMatchObject({ container_id: undefined, remakes: 1, state: 'pending' })
  })

  it('decides what nobody can tell only once it is certainly over', () => {
    const unknown = outcome('in_progress')
    expect(afterConfirming(called(), unknown, at(T0 + OVER)).state).toBe('confirming')
    expect(afterConfirming(called(), unknown, at(T0 + OVER + 1))).toMatchObject({
      state: 'failed',
      failure: { code: 'outcome_unknown' },
    })
  })

  it('is lost after one more failed read than the bound, and not before', () => {
    const read = (tries: number) => {
      const publication = made()
      const jobs = publication.jobs.map((job) => (job.type === 'container_create' ? { ...job, tries } : job))
      return jobOf(checked({ ...publication, jobs }, refusal('retry') as never, NOW), 'container_create')
    }
    expect(read(MAX_LOST_READS - 1)).toMatchObject({ container_id: 'c1', tries: MAX_LOST_READS })
    expect(read(MAX_LOST_READS)).toMatchObject({ container_id: undefined, remakes: 1 })
  })

  it('that was refused clearly is given so many failed reads before the refusal is believed', () => {
    const refused = (reads: number) => called({ verdict: 'permanent', reads })
    expect(afterConfirming(refused(MAX_LOST_READS - 1), refusal('retry'), at(NOW))).toMatchObject({
      state: 'confirming',
      attempt: { reads: MAX_LOST_READS },
    })
    expect(afterConfirming(refused(MAX_LOST_READS), refusal('retry'), at(NOW))).toMatchObject({
      state: 'failed',
      failure: { code: 'rejected' },
    })
  })

  it('whose outcome nobody can tell is given so many failed reads after it is over', () => {
    const doubtful = (reads: number) => called({ reads })
    const late = at(T0 + OVER + 1)
    expect(afterConfirming(doubtful(MAX_LOST_READS - 1), refusal('retry'), late).state).toBe('confirming')
    expect(afterConfirming(doubtful(MAX_LOST_READS), refusal('retry'), late)).toMatchObject({
      failure: { code: 'outcome_unknown' },
    })
  })

  it('is made anew after a wait that grows each time', () => {
    const failing = status('error', problem('new_container')) as never
    const waits = Array.from({ length: MAX_REMAKES }, (_, remakes) => {
      const publication = made()
      const jobs = publication.jobs.map((job) => (job.type === 'container_create' ? { ...job, remakes } : job))
      return checked({ ...publication, jobs }, failing, NOW).due_at - NOW
    })
    expect(waits).toEqual([1, 2, 3].map((remake) => retryDelay(remake, PACE)))
    expect(waits).toEqual([...new Set(waits)].sort((one, other) => one - other))
  })
})

describe('a thread', () => {
  it('completes the jobs of the part that is live, and no others', () => {
    const text = planOf('text', 'threads', [])
    const thread = newPublication({
      post_id: uuid(500),
      account_id: uuid(902),
      owner_id: OWNER,
      platform: 'threads',
      type: 'text',
      plan: text,
      thread: [text, text],
      not_before: T0,
      now: T0,
    })
    const statesOf = (publication: Publication, part: number) =>
      publication.jobs.filter((job) => isOfPart(job, part)).map(({ state, completed_at }) => [state, completed_at])
    const first = live(thread, { media_id: 'm1' }, at(NOW))
    expect(statesOf(first, 0)).toEqual([
      ['completed', NOW],
      ['completed', NOW],
    ])
    for (const part of [1, 2])
      expect(statesOf(first, part)).toEqual([
        ['pending', undefined],
        ['pending', undefined],
      ])
    const second = live(first, { media_id: 'm2' }, at(NOW + 1))
    expect(statesOf(second, 0).flat()).toContain(NOW)
    expect(statesOf(second, 1)).toEqual([
      ['completed', NOW + 1],
      ['completed', NOW + 1],
    ])
    expect(statesOf(second, 2).flat()).not.toContain('completed')
  })
})

describe('a step after publishing', () => {
  const published = (type: 'first_comment' | 'comments_off', tries = 0): Publication => ({
    ...live(ready(), { media_id: 'm1' }, at(T0)),
    steps: [{ type, state: 'pending', tries, created_at: T0 }],
  })
  const stepIn = (publication: Publication) => publication.steps![0]!

  it('that shows nothing twice is tried so often, and then fails', () => {
    const tried = (tries: number) =>
      stepIn(afterTakingStep(published('comments_off', tries), 'comments_off', refusal('retry'), at(NOW)))
    expect(tried(MAX_TRIES - 2)).toMatchObject({ state: 'pending', tries: MAX_TRIES - 1 })
    expect(tried(MAX_TRIES - 1)).toMatchObject({ state: 'failed' })
  })

  it('that was not done is called so often, and then fails', () => {
    const refusedAfter = (tries: number) => {
      const publication = published('first_comment', tries - 1)
      const recorded = beforeStep(publication, stepIn(publication), at(NOW))
      const refused = afterTakingStep(recorded, 'first_comment', refusal('new_container'), at(NOW))
      return afterLooking(refused, 'first_comment', { ok: true, value: null }, at(NOW))
    }
    expect(stepIn(refusedAfter(MAX_CALLS - 1))).toMatchObject({ state: 'pending', attempt: undefined })
    expect(refusedAfter(MAX_CALLS - 1).due_at).toBe(NOW + retryDelay(MAX_CALLS - 1, PACE))
    expect(stepIn(refusedAfter(MAX_CALLS))).toMatchObject({ state: 'failed' })
  })

  it('is looked for so often before nobody knows whether it was done', () => {
    const looked = (reads: number) => {
      const publication = published('first_comment')
      const recorded = beforeStep(publication, stepIn(publication), at(NOW))
      const steps = [{ ...stepIn(recorded), attempt: { ...stepIn(recorded).attempt!, reads } }]
      return stepIn(afterLooking({ ...recorded, steps }, 'first_comment', refusal('retry'), at(NOW)))
    }
    expect(looked(MAX_LOST_READS - 1)).toMatchObject({ state: 'pending', attempt: { reads: MAX_LOST_READS } })
    expect(looked(MAX_LOST_READS)).toMatchObject({ state: 'failed' })
  })

  it('that meets a limit waits as long as the platform asks, also after a comment that was called', () => {
    const limit = refusal('wait', { retry_after_ms: 7 * 60_000 })
    const wait = holdDelay(0, 7 * 60_000, PACE)
    expect(wait).toBeGreaterThan(6 * 60_000)
    expect(afterTakingStep(published('comments_off'), 'comments_off', limit, at(NOW)).due_at).toBe(NOW + wait)
    const publication = published('first_comment')
    const recorded = beforeStep(publication, stepIn(publication), at(NOW))
    expect(afterTakingStep(recorded, 'first_comment', limit, at(NOW)).due_at).toBe(NOW + wait)
    // Looking for it meets one too.
    expect(afterLooking(recorded, 'first_comment', limit as Result<never>, at(NOW + 1000)).due_at).toBe(
      NOW + 1000 + holdDelay(1000, 7 * 60_000, PACE),
    )
  })

  it('that is missing is believed to be so after the gap, to the millisecond', () => {
    const publication = published('first_comment')
    const recorded = beforeStep(publication, stepIn(publication), at(NOW))
    const once = afterLooking(recorded, 'first_comment', { ok: true, value: null }, at(NOW))
    const again = (ms: number) => stepIn(afterLooking(once, 'first_comment', { ok: true, value: null }, at(NOW + ms)))
    expect(again(confirmGap(PACE) - 1).attempt).toBeDefined()
    expect(again(confirmGap(PACE)).attempt).toBeUndefined()
  })
})

describe('a deletion', () => {
  const deleting = (given: object): Publication => ({
    ...live(ready(), { media_id: 'm1' }, at(T0)),
    deletion: { state: 'pending', requested_at: T0, tries: 0, reads: 0, lookups: 0, ...given } as never,
  })

  it('is looked for so often before nobody knows what it did', () => {
    const looked = (reads: number) =>
      afterLookingForDeleted(deleting({ verdict: 'ambiguous', reads }), 0, refusal('retry') as Result<never>, at(NOW))
    expect(looked(MAX_LOST_READS - 1).deletion).toMatchObject({ state: 'pending', reads: MAX_LOST_READS })
    expect(looked(MAX_LOST_READS).deletion).toMatchObject({ state: 'failed' })
  })

  it('is asked for so often while the post is still there', () => {
    const asked = (tries: number) => {
      const refused = afterDeleting(deleting({ tries: tries - 1 }), 0, refusal('retry') as Result<never>, at(NOW))
      return afterLookingForDeleted(refused, 0, { ok: true, value: true }, at(NOW)).deletion
    }
    expect(asked(MAX_TRIES - 1)).toMatchObject({ state: 'pending', verdict: undefined })
    expect(asked(MAX_TRIES)).toMatchObject({ state: 'failed' })
  })
})

describe('figures of a story', () => {
  const story = (): Publication => ({
    ...live(ready(1, { type: 'stories' }), { media_id: 'm1', permalink: 'https://x.test/1' }, at(T0)),
    figures: { state: 'open', tries: 0 },
  })
  const planOfFigures = { ...story(), figures: { state: 'open' as const, tries: 0, at: T0 + STORY_FIGURES_AFTER_MS } }

  it('are read an hour before they are gone: not a millisecond earlier', () => {
    expect(STORY_FIGURES_AFTER_MS).toBe(23 * HOUR)
    expect(nextStep(story(), NOW)).toEqual({ do: 'plan_figures' })
    expect(nextStep({ ...planOfFigures, due_at: T0 }, T0 + 23 * HOUR - 1)).toEqual({
      do: 'wait',
      until: T0 + 23 * HOUR,
    })
    expect(nextStep({ ...planOfFigures, due_at: T0 }, T0 + 23 * HOUR)).toMatchObject({ do: 'read_figures' })
  })

  it('are tried again while they are there, and given up when they are gone', () => {
    const failing = problem('retry')
    const wait = Math.max(60_000, retryDelay(1, PACE))
    const inTime = T0 + 24 * HOUR - wait - 1
    expect(afterFigures(planOfFigures, failing, at(inTime))).toMatchObject({
      figures: { state: 'open', tries: 1 },
      due_at: inTime + wait,
    })
    expect(afterFigures(planOfFigures, failing, at(inTime + 1)).figures).toMatchObject({ state: 'given_up' })
    expect(afterFigures(planOfFigures, undefined, at(inTime)).figures).toMatchObject({ state: 'kept' })
  })
})
