// Open publications after the table was restored to an earlier time.
import { describe, expect, it } from 'vitest'
import { OUTCOME_UNKNOWN, RETRYABLE } from '../../../core/posts/rules/failures.ts'
import {
  afterRestoring,
  isInDoubt,
  mayBeMadeFrom,
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
})

it('looks from the time that was restored to, or from when work on it began', () => {
  expect(mayBeMadeFrom(untouched(0), T0)).toBe(T0 - 60_000)
  expect(mayBeMadeFrom(untouched(0, { started_at: T0 - 5000 }), T0)).toBe(T0 - 65_000)
})
