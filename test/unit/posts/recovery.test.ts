// Open publications after the table was restored to an earlier time.
import { describe, expect, it } from 'vitest'
import { failed } from '../../../core/posts/rules/changes.ts'
import { OUTCOME_UNKNOWN, RETRYABLE } from '../../../core/posts/rules/failures.ts'
import type { Publication } from '../../../core/posts/rules/publication.ts'
import {
  afterRestoring,
  afterRetry,
  isInDoubt,
  mayBeMadeFrom,
  mayBeRetried,
  RETRIED_WITHIN_MS,
  reopened,
  type Sighting,
  stepsInDoubt,
} from '../../../core/posts/rules/recovery.ts'
import { at, T0, untouched } from '../../support/publications.ts'

const HOUR = 3_600_000
const due = untouched(0, { not_before: T0 - HOUR })
const ahead = untouched(0, { not_before: T0 + HOUR })
const unsure: Sighting = { state: 'unsure' }

describe('an open publication', () => {
  it('is published where its post was seen', () => {
    const { publication, recovery } = afterRestoring(
      due,
      { state: 'live', media_id: 'm1', permalink: 'https://x' },
      at(T0),
    )
    expect(recovery).toBe('live')
    expect(publication).toMatchObject({ state: 'published', media_id: 'm1', permalink: 'https://x', ended_at: T0 })
  })

  it.each([due, ahead])(
    'stays as it is where there surely is nothing, and where nobody could be asked',
    (publication) => {
      expect(afterRestoring(publication, { state: 'none' }, at(T0))).toEqual({ publication, recovery: 'open' })
      const silent: Sighting = { state: 'not_asked', problem: { message: 'no answer' } }
      expect(afterRestoring(publication, silent, at(T0))).toEqual({ publication, recovery: 'not_asked' })
    },
  )

  it('ends as unknown where it was due, so that it is neither published nor retried', () => {
    const { publication, recovery } = afterRestoring(due, unsure, at(T0))
    expect(recovery).toBe('unknown')
    expect(publication).toMatchObject({
      state: 'failed',
      failure: { code: 'outcome_unknown', message: OUTCOME_UNKNOWN.restored },
    })
    expect(RETRYABLE).not.toContain(publication.failure!.code)
  })

  it('is left to somebody who looks where its time is still to come', () => {
    expect(afterRestoring(ahead, unsure, at(T0))).toEqual({ publication: ahead, recovery: 'look' })
  })
})

it('looks for a comment before it is written', () => {
  const step = { type: 'first_comment' as const, state: 'pending' as const, tries: 0, created_at: T0 }
  const live = untouched(0, { state: 'published', steps: [step] })
  expect(isInDoubt(live)).toBe(true)
  const after = stepsInDoubt(live, T0, () => true)
  expect(after.steps).toEqual([{ ...step, attempt: { at: T0, verdict: 'unanswered', reads: 0 } }])
  expect(stepsInDoubt(after, T0 + 1, () => true)).toBe(after)
  expect(stepsInDoubt(live, T0, () => false)).toBe(live)
  expect(isInDoubt(untouched(0, { state: 'published' }))).toBe(false)
  // It had failed: somebody may have retried it since.
  const without = untouched(0, { state: 'published', steps: [{ ...step, state: 'failed', message: 'Refused.' }] })
  expect(isInDoubt(without)).toBe(true)
  expect(stepsInDoubt(without, T0, () => true).steps![0]).toMatchObject({
    state: 'failed',
    attempt: { verdict: 'unanswered' },
  })
})

describe('one that had failed by then', () => {
  const broken = failed(untouched(0, { started_at: T0 - HOUR }), 'platform_unavailable', T0 - HOUR)
  const seen = (publication: Publication, sighting: Sighting) =>
    afterRestoring(publication, sighting, at(T0), true).publication

  it('is asked about where a retry can help, for some weeks', () => {
    expect(mayBeRetried(broken, T0)).toBe(true)
    expect(mayBeRetried(failed(untouched(0), 'rejected', T0 - HOUR), T0)).toBe(false)
    expect(mayBeRetried(failed(untouched(0), 'platform_unavailable', T0 - RETRIED_WITHIN_MS), T0)).toBe(false)
    expect(mayBeRetried({ ...broken, not_after: T0 - 1 }, T0)).toBe(false)
    expect(mayBeRetried(untouched(0), T0)).toBe(false)
    expect(mayBeRetried(untouched(0, { state: 'published' }), T0)).toBe(false)
  })

  it('is live where a retry published it since', () => {
    const found = seen(reopened(broken), { state: 'live', media_id: 'm1', permalink: 'https://x' })
    const after = afterRetry(broken, found, T0)
    expect(after).toMatchObject({ state: 'published', media_id: 'm1', permalink: 'https://x', ended_at: T0 })
    expect(after.failure).toBeUndefined()
    expect(after.jobs.map(({ state }) => state)).toEqual(broken.jobs.map(() => 'completed'))
  })

  it.each<Sighting>([
    { state: 'none' },
    { state: 'unsure' },
    { state: 'not_asked', problem: { message: 'no answer' } },
  ])('stays as it is where nothing was seen: %o', (sighting) => {
    expect(afterRetry(broken, seen(reopened(broken), sighting), T0)).toBe(broken)
    expect(afterRestoring(reopened(broken), sighting, at(T0), true).recovery).toBe(
      { none: 'open', unsure: 'look', not_asked: 'not_asked', live: '' }[sighting.state],
    )
  })

  it('has the parts of its thread that a retry added, and can go on at the next', () => {
    const parts = [{ live_at: T0 - HOUR, media_id: 'p0' }, {}, {}].map((part) => ({ lookups: 0, ...part }))
    const job = untouched(0).jobs
    const jobs = [0, 1, 2].flatMap((part) => job.map((one) => ({ ...one, id: `${one.id}${part}`, part })))
    const thread = failed(untouched(0, { parts: parts as never, jobs }), 'platform_unavailable', T0 - HOUR)
    expect(thread.state).toBe('partially_published')
    const longer = afterRetry(thread, seen(reopened(thread), { state: 'live', media_id: 'p1' }), T0)
    expect(longer).toMatchObject({ state: 'partially_published', failure: { code: 'platform_unavailable' } })
    expect(longer.parts!.map(({ media_id }) => media_id)).toEqual(['p0', 'p1', undefined])
  })
})

it('looks from the time that was restored to, or from when it was due or work on it began', () => {
  expect(mayBeMadeFrom(untouched(0), T0)).toBe(T0 - 60_000)
  expect(mayBeMadeFrom(untouched(0, { started_at: T0 - 5000 }), T0)).toBe(T0 - 65_000)
  expect(mayBeMadeFrom(due, T0)).toBe(T0 - HOUR - 60_000)
  expect(mayBeMadeFrom(ahead, T0)).toBe(T0 - 60_000)
})
