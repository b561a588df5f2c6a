// Results of the publish step, purely: the publication as it is afterwards.
import type { PlatformError, Published, Quota, Result } from '../../platforms/outcome.ts'
import { comeBack, endingFailure, failed, held, live, type Moment, problemOf, withJob } from './changes.ts'
import { notPublished } from './confirm-outcomes.ts'
import { IN_FLIGHT_MS, LONGEST_DOUBT_MS, MAX_TRIES, retryDelay } from './pace.ts'
import { keyOf, partAt, publishJob, targetJob } from './parts.ts'
import { type Publication, withNote } from './publication.ts'
import type { Attempt } from './publication-fields.ts'

/** The account's daily number is used up: it is waited for. */
export const afterFullQuota = (
  publication: Publication,
  { used, total, window_seconds }: Quota,
  moment: Moment,
): Publication =>
  held(
    publication,
    {
      class: 'wait',
      message: `The account has used ${used} of its ${total} posts in ${Math.round(window_seconds / 3600)} hours.`,
    },
    moment,
  )

/** The platform throttled the reading of the quota: publishing now would be refused too, and prolong it. */
export const afterThrottling = held

/** The account's latest post could not be read: without it nobody could tell afterwards what the call did. */
export function notMarked(publication: Publication, error: PlatformError, moment: Moment): Publication {
  const problem = problemOf(error)
  if (error.class === 'wait') return held(publication, error, moment)
  const ending = endingFailure(error)
  if (ending) return failed(publication, ending, moment.now, problem, error.advice)
  const { id, tries: before } = targetJob(publication)
  const tries = before + 1
  if (tries > MAX_TRIES) return failed(publication, 'platform_unavailable', moment.now, problem)
  const next = withJob({ ...publication, last_problem: problem }, id, { tries, problem })
  return comeBack(next, moment.now + Math.max(error.retry_after_ms ?? 0, retryDelay(tries, moment.pace)))
}

/** Another publication of the account is in the publish step. */
export const afterBusyAccount = (publication: Publication, { now, pace }: Moment): Publication =>
  comeBack(publication, now + Math.round(pace.poll_ms * (0.3 + pace.chance() * 0.7)))

/** How a platform tells calls apart. */
export interface CallTerms {
  /** Made for the post's first call; absent where the id of its job does. */
  key?: string
  /** For so long from the first call on, a call may be repeated with its key: it shows nothing new. */
  repeat_within_ms?: number
  /** Where the account's posts end now, unless that was stored before an earlier call. */
  mark?: string
}

/** Recorded before the call: from here on only asking the platform for the outcome can tell, or the same call again. */
export function beforePublishing(publication: Publication, { now }: Moment, terms: CallTerms = {}): Publication {
  const target = targetJob(publication)
  const job = publishJob(publication)
  const calls = job.tries + 1
  const before = publication.attempt
  const key = job.key ?? terms.key
  const repeatable = terms.repeat_within_ms !== undefined
  // A call that is repeated may be the first that works: so it too is made in time.
  const latest =
    partAt(publication) === 0 ? (publication.not_after ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY
  const attempt: Attempt = {
    container_id: target.container_id!,
    at: now,
    ...(repeatable ? { repeat_until: before?.repeat_until ?? Math.min(latest, now + terms.repeat_within_ms!) } : {}),
    ...(key === undefined && !repeatable ? {} : { key: key ?? keyOf(publication) }),
    calls,
    verdict: 'unanswered',
    doubtful: before !== undefined,
    ...(before?.unclear_ms === undefined ? {} : { unclear_ms: before.unclear_ms }),
    reads: 0,
  }
  const mark = job.mark ?? terms.mark
  const started = {
    ...{ started_at: job.started_at ?? now, tries: calls },
    ...(key === undefined ? {} : { key }),
    ...(mark === undefined ? {} : { mark }),
  }
  const next = withJob(publication, job.id, started)
  return comeBack({ ...next, state: 'publishing', attempt }, now + IN_FLIGHT_MS)
}

/** The call was not made after all, and surely so. */
export function notCalled(publication: Publication, { now, pace }: Moment): Publication {
  const job = publishJob(publication)
  const { attempt } = publication
  return comeBack(
    {
      ...withJob(publication, job.id, { tries: Math.max(0, job.tries - 1) }),
      // An earlier call is still in doubt.
      attempt: attempt?.doubtful ? { ...attempt, calls: attempt.calls - 1, verdict: 'unclear' } : undefined,
    },
    now + pace.poll_ms,
  )
}

/** The platform has taken the post and goes on with it: whether it comes out is asked for, as after an unclear answer. */
function afterTaking(publication: Publication, { media_id }: Published, { now, pace }: Moment): Publication {
  const { problem: _problem, advice: _advice, ...before } = publication.attempt!
  const attempt: Attempt = { ...before, verdict: 'taken', doubtful: true, media_id }
  return comeBack({ ...publication, state: 'confirming', attempt }, now + pace.poll_ms)
}

/** The publish call's answer. No refusal is believed before the container was read. */
export function afterPublishing(publication: Publication, result: Result<Published>, moment: Moment): Publication {
  if (result.ok && result.value.pending) return afterTaking(publication, result.value, moment)
  if (result.ok) {
    const noted = result.value.story_shared === false ? withNote(publication, 'story_not_shared') : publication
    return live(noted, result.value, moment)
  }
  const { error } = result
  const problem = problemOf(error)
  const ambiguous = error.class === 'ambiguous' || error.class === 'retry'
  const attempt: Attempt = {
    ...publication.attempt!,
    verdict: ambiguous ? 'unclear' : (error.class as Attempt['verdict']),
    // A code that says "fatal" as well: believed only where nothing has come of the container twice.
    doubtful: publication.attempt!.doubtful || ambiguous || error.class === 'without_card',
    ...(ambiguous ? { unclear_ms: Math.max(0, moment.now - publication.attempt!.at) } : {}),
    problem,
    advice: error.advice,
  }
  const next: Publication = { ...publication, state: 'confirming', attempt, last_problem: problem }
  // Nothing was sent by it, and nothing before it is in doubt: there is nothing to look for, from no mark on.
  if (error.unsent && !publication.attempt!.doubtful)
    return notPublished(withJob(next, publishJob(next).id, { mark: undefined }), attempt, moment)
  // A throttled platform is left alone; reading it now would prolong the block (platform-apis, section 8).
  if (error.class === 'wait') return held(next, error, moment)
  const pause = attempt.repeat_until === undefined ? moment.pace.poll_ms : retryDelay(attempt.calls, moment.pace)
  const asked = Math.min(error.retry_after_ms ?? 0, ambiguous ? LONGEST_DOUBT_MS : Number.POSITIVE_INFINITY)
  return comeBack(next, moment.now + Math.max(asked, pause))
}
