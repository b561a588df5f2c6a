// The outcomes of the steps that follow a post, purely. A step that fails leaves the post published; one that would show if it
// were done twice is looked for before it is done again.

import type { AfterStepType } from '../../platforms/enumerations.ts'
import type { PlatformError, Result } from '../../platforms/outcome.ts'
import { askedWait, comeBack, type Moment, problemOf } from './changes.ts'
import {
  confirmGap,
  holdDelay,
  IN_FLIGHT_MS,
  MAX_CALLS,
  MAX_HELD_MS,
  MAX_LOST_READS,
  MAX_TRIES,
  retryDelay,
} from './pace.ts'
import type { Publication } from './publication.ts'
import type { AfterStep, PlatformProblem } from './publication-fields.ts'

/** Steps whose repetition would show. The others can be taken again as they are. */
const SHOWS: readonly AfterStepType[] = ['first_comment']

export const showsTwice = ({ type }: AfterStep): boolean => SHOWS.includes(type)

const withStep = (publication: Publication, type: AfterStepType, change: Partial<AfterStep>): Publication => ({
  ...publication,
  steps: publication.steps!.map((step) => (step.type === type ? { ...step, ...change } : step)),
})

const stepOf = (publication: Publication, type: AfterStepType): AfterStep =>
  publication.steps!.find((step) => step.type === type)!

/** Ends the step. @param attempt kept where nobody knows what the call did: a retry looks first. */
const failedStep = (
  publication: Publication,
  { type, attempt }: AfterStep,
  { now }: Moment,
  { message, problem, ambiguous = false }: { message: string; problem?: PlatformProblem; ambiguous?: boolean },
): Publication =>
  comeBack(
    withStep(publication, type, {
      state: 'failed',
      message,
      completed_at: now,
      ...(problem ? { problem } : {}),
      attempt: ambiguous && attempt ? { ...attempt, missing_seen_at: undefined, reads: 0 } : undefined,
    }),
    now,
  )

const doneStep = (
  publication: Publication,
  type: AfterStepType,
  id: string | undefined,
  { now }: Moment,
): Publication =>
  comeBack(
    withStep(publication, type, {
      state: 'completed',
      completed_at: now,
      attempt: undefined,
      message: undefined,
      problem: undefined,
      ...(id === undefined ? {} : { platform_id: id }),
    }),
    now,
  )

/** The post's id is not known: there is nothing to take the step on. */
export const noPost = (publication: Publication, step: AfterStep, moment: Moment): Publication =>
  failedStep(publication, step, moment, {
    message: 'The platform did not return the id of the post, so this step could not be done.',
  })

/** Recorded before a call that must not be made twice. */
export const beforeStep = (publication: Publication, { type, tries }: AfterStep, { now }: Moment): Publication =>
  comeBack(
    withStep(publication, type, { tries: tries + 1, attempt: { at: now, verdict: 'unanswered', reads: 0 } }),
    now + IN_FLIGHT_MS,
  )

/** The call was not made after all, and surely so. */
export function stepNotCalled(publication: Publication, type: AfterStepType, { now, pace }: Moment): Publication {
  const { tries } = stepOf(publication, type)
  return comeBack(
    withStep(publication, type, { tries: Math.max(0, tries - 1), attempt: undefined }),
    now + pace.poll_ms,
  )
}

/** How long the post has been live, ms. */
const liveMs = ({ ended_at }: Publication, now: number): number => Math.max(0, now - (ended_at ?? now))

/** A limit of the platform is waited for, and no try is counted: as long as a rolling day could need. */
const isHeld = (kind: PlatformError['class'], publication: Publication, now: number): boolean =>
  kind === 'wait' && liveMs(publication, now) < MAX_HELD_MS

const lasting = ({ class: kind }: Pick<PlatformError, 'class'>): boolean =>
  kind === 'permanent' || kind === 'reconnect' || kind === 'owner_action'

/** The call's answer. A refusal is not believed before the visible effect was looked for. */
export function afterTakingStep(
  publication: Publication,
  type: AfterStepType,
  result: Result<{ id?: string }>,
  moment: Moment,
): Publication {
  const { now, pace } = moment
  if (result.ok) return doneStep(publication, type, result.value.id, moment)
  const step = stepOf(publication, type)
  const { error } = result
  const problem = problemOf(error)
  if (!step.attempt) {
    const tries = step.tries + (isHeld(error.class, publication, now) ? 0 : 1)
    if (lasting(error) || tries >= MAX_TRIES)
      return failedStep(publication, step, moment, { message: error.message, problem })
    const wait =
      error.class === 'wait' ? holdDelay(liveMs(publication, now), askedWait(error), pace) : retryDelay(tries, pace)
    return comeBack(withStep(publication, type, { tries, problem, message: error.message }), now + wait)
  }
  const ambiguous = error.class === 'ambiguous' || error.class === 'retry'
  const attempt = {
    ...step.attempt,
    verdict: ambiguous ? 'unclear' : error.class,
    ...(ambiguous ? { unclear_ms: Math.max(0, now - step.attempt.at) } : {}),
  }
  const wait = error.class === 'wait' ? holdDelay(liveMs(publication, now), askedWait(error), pace) : pace.poll_ms
  return comeBack(withStep(publication, type, { attempt, problem, message: error.message }), now + wait)
}

/** It surely was not done: what the call said decides. */
function notDone(publication: Publication, step: AfterStep, moment: Moment): Publication {
  const { problem } = step
  const { now, pace } = moment
  const kind = step.attempt!.verdict as PlatformError['class']
  const tries = isHeld(kind, publication, now) ? Math.max(0, step.tries - 1) : step.tries
  if (lasting({ class: kind }) || tries >= MAX_CALLS) {
    const message = step.message ?? 'The platform did not take it, tried several times.'
    return failedStep(publication, step, moment, { message, problem })
  }
  return comeBack(withStep(publication, step.type, { tries, attempt: undefined }), now + retryDelay(tries, pace))
}

/** The result of looking for it, after a call. */
export function afterLooking(
  publication: Publication,
  type: AfterStepType,
  result: Result<{ id: string } | null>,
  moment: Moment,
): Publication {
  const { now, pace } = moment
  const step = stepOf(publication, type)
  const attempt = step.attempt!
  const ambiguous = attempt.verdict === 'unanswered' || attempt.verdict === 'unclear'
  if (result.ok && result.value) return doneStep(publication, type, result.value.id, moment)
  if (result.ok) {
    if (!ambiguous) return notDone(publication, step, moment)
    const seen = attempt.missing_seen_at
    const gap = confirmGap(pace, attempt.unclear_ms)
    if (seen !== undefined && now - seen >= gap) return notDone(publication, step, moment)
    const next = { ...attempt, reads: 0, missing_seen_at: seen ?? now }
    return comeBack(withStep(publication, type, { attempt: next }), (seen ?? now) + gap)
  }
  const { error } = result
  const reads = attempt.reads + (isHeld(error.class, publication, now) ? 0 : 1)
  // An account that may neither write nor read comments wrote none; otherwise it is not known.
  if (lasting(error) || reads > MAX_LOST_READS) {
    if (error.class === 'reconnect' && attempt.verdict === 'reconnect') return notDone(publication, step, moment)
    const message = 'Whether the platform took it is not known: look at the post before doing it again.'
    return failedStep(publication, step, moment, { message, problem: problemOf(error), ambiguous: true })
  }
  const wait = error.class === 'wait' ? holdDelay(now - attempt.at, askedWait(error), pace) : retryDelay(reads, pace)
  return comeBack(withStep(publication, type, { attempt: { ...attempt, reads } }), now + wait)
}

/**
 * The steps that failed, to be taken again; what may have been done is looked for first. The refusal of an earlier call then says nothing
 * any more: its reason may be gone.
 */
export const stepsAgain = (publication: Publication, now: number): Publication => ({
  ...publication,
  steps: publication.steps!.map((step) =>
    step.state === 'failed'
      ? {
          ...step,
          state: 'pending' as const,
          tries: 0,
          message: undefined,
          completed_at: undefined,
          attempt: step.attempt && { ...step.attempt, verdict: 'unclear' as const },
        }
      : step,
  ),
  due_at: now,
})
