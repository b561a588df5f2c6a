// Results of the publish step and of finding out what its call did, purely: the publication as it is afterwards.
import type { PlatformError, Published, Quota, Result, Verdict } from '../../platforms/outcome.ts'
import {
  comeBack,
  endingFailure,
  failed,
  held,
  live,
  type Moment,
  problemOf,
  remade,
  withJob,
  withoutCard,
} from './changes.ts'
import { OUTCOME_UNKNOWN } from './failures.ts'
import {
  confirmGap,
  holdDelay,
  IN_FLIGHT_MS,
  MAX_CALLS,
  MAX_LOST_READS,
  MAX_SAME_CONTAINER,
  MAX_TRIES,
  overAfter,
  PUBLISH_TIMEOUT_MS,
  pollDelay,
  retryDelay,
} from './pace.ts'
import { keyOf, partAt, publishJob, targetJob } from './parts.ts'
import { type Publication, withNote } from './publication.ts'
import type { Attempt, PlatformProblem } from './publication-fields.ts'

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
  // Nothing was sent by it, and nothing before it is in doubt: there is nothing to look for.
  if (error.unsent && !publication.attempt!.doubtful) return notPublished(next, { ...attempt, doubtful: false }, moment)
  // A throttled platform is left alone; reading it now would prolong the block (platform-apis, section 8).
  if (error.class === 'wait') return held(next, error, moment)
  const pause = attempt.repeat_until === undefined ? moment.pace.poll_ms : retryDelay(attempt.calls, moment.pace)
  return comeBack(next, moment.now + Math.max(error.retry_after_ms ?? 0, pause))
}

/**
 * The post that was found, or that the call was answered with, is bound to another publication of the same words already. The
 * two stand for each other: what the other one's calls may have done is now in doubt here. A server that keeps the call's key
 * keeps it for that post, so a further call has another. A clear refusal stands: that post was not made by this call.
 * @param mark from where on to look: what the other one's call made may be older than this one's own mark.
 */
export function ofAnother(
  publication: Publication,
  mediaId: string,
  mark: string | undefined,
  { now, pace }: Moment,
): Publication {
  const before = publication.attempt!
  const found: Attempt = { ...before, others: [...(before.others ?? []), mediaId], reads: 0 }
  const again = (next: Publication) => comeBack({ ...next, state: 'confirming' }, now + pace.poll_ms)
  if (!isAmbiguous(before)) return again({ ...publication, attempt: found })
  const problem = { message: 'The post with these words belongs to another publication of the account.' }
  const attempt: Attempt = {
    ...found,
    verdict: 'unclear',
    doubtful: true,
    finished_seen_at: undefined,
    // As long as a call may be under way that was never answered.
    unclear_ms: Math.max(before.unclear_ms ?? 0, PUBLISH_TIMEOUT_MS),
    problem,
  }
  const from = mark === undefined ? {} : { mark }
  const anew = withJob(publication, publishJob(publication).id, { key: `${keyOf(publication)}+`, ...from })
  return again({ ...anew, attempt, last_problem: problem })
}

/** The container surely is not published: what the last answer said decides. */
function notPublished(before: Publication, attempt: Attempt, moment: Moment): Publication {
  const { now, pace } = moment
  // A clear refusal leaves nothing to look for. After a call in doubt the first mark stays: that call may still take effect.
  const publication = isAmbiguous(attempt) ? before : withJob(before, publishJob(before).id, { mark: undefined })
  const target = targetJob(publication)
  const again = (delay: number) => comeBack({ ...publication, attempt: undefined, state: 'preparing' }, now + delay)
  switch (attempt.verdict) {
    case 'permanent':
      return failed(publication, 'rejected', now, attempt.problem, attempt.advice)
    case 'permission':
      return failed(publication, 'permission_missing', now, attempt.problem, attempt.advice)
    case 'without_card':
      return withoutCard(resetCalls(publication), attempt.problem, now)
    case 'reconnect':
      return failed(publication, 'reconnect_required', now, attempt.problem)
    case 'owner_action':
      return failed(publication, 'action_required', now, attempt.problem)
    case 'new_container':
      return remade(resetCalls(publication), target, attempt.problem, moment, { ofPublish: true })
    case 'same_container':
      if (attempt.calls >= MAX_SAME_CONTAINER)
        return remade(resetCalls(publication), target, attempt.problem, moment, { ofPublish: true })
      return again(retryDelay(attempt.calls, pace))
    case 'wait':
      return again(0)
    default:
      if (attempt.calls >= MAX_CALLS) return failed(publication, 'platform_unavailable', now, attempt.problem)
      return again(retryDelay(attempt.calls, pace))
  }
}

const resetCalls = (publication: Publication): Publication =>
  withJob(publication, publishJob(publication).id, { tries: 0 })

export const isAmbiguous = (attempt: Attempt): boolean =>
  attempt.doubtful || attempt.verdict === 'unanswered' || attempt.verdict === 'unclear'

/** Ends it without a verdict: after a clear refusal it surely was not published, otherwise nobody knows. */
const unresolved = (
  publication: Publication,
  attempt: Attempt,
  { now }: Moment,
  unknown: string,
  problem?: PlatformProblem,
): Publication =>
  isAmbiguous(attempt)
    ? failed(publication, 'outcome_unknown', now, attempt.problem ?? problem, unknown)
    : failed(publication, 'platform_unavailable', now, attempt.problem ?? problem)

/** Reading the container failed; while that is ambiguous it is tried for as long as the container can be known. */
function notConfirmed(publication: Publication, attempt: Attempt, error: PlatformError, moment: Moment): Publication {
  const { now, pace } = moment
  const problem = problemOf(error)
  const ambiguous = isAmbiguous(attempt)
  if (!ambiguous && attempt.verdict !== 'wait') {
    // The platform refused clearly, and cannot be asked again with this token: the refusal stands.
    if (error.class === 'reconnect') return failed(publication, 'reconnect_required', now, problem)
    if (error.class === 'owner_action') return failed(publication, 'action_required', now, problem)
  }
  const reads = attempt.reads + 1
  const over = isOver(publication, attempt, now)
  // After a long stop of ours the first reading may fail by chance, and the next one tell.
  if (over && reads > MAX_LOST_READS)
    return unresolved(publication, attempt, moment, OUTCOME_UNKNOWN.not_asked, problem)
  if (error.class === 'wait') {
    const wait = holdDelay(now - attempt.at, error.retry_after_ms, pace)
    return comeBack({ ...publication, attempt: { ...attempt, reads }, last_problem: problem }, now + wait)
  }
  // A clear refusal is believed in the end, even where the container cannot be read.
  if (!ambiguous && reads > MAX_LOST_READS) return notPublished(publication, attempt, moment)
  return comeBack(
    { ...publication, attempt: { ...attempt, reads }, last_problem: problem },
    now + Math.max(error.retry_after_ms ?? 0, retryDelay(reads, pace)),
  )
}

/** Whether what was published, or was to be, is certainly of no use any more. */
function isOver(publication: Publication, attempt: Attempt, now: number): boolean {
  const target = targetJob(publication)
  return now - (target.container_at ?? attempt.at) > overAfter(target)
}

/** The answer to asking what a publish call did. */
export function afterConfirming(publication: Publication, result: Result<Verdict>, moment: Moment): Publication {
  const { now, pace } = moment
  const attempt = publication.attempt!
  const confirming: Publication = { ...publication, state: 'confirming' }
  if (!result.ok) return notConfirmed(confirming, attempt, result.error, moment)
  const ambiguous = isAmbiguous(attempt)
  switch (result.value.state) {
    case 'live':
      return live(confirming, result.value, moment)
    case 'not': {
      if (!ambiguous) return notPublished(confirming, attempt, moment)
      const seen = attempt.finished_seen_at
      const gap = confirmGap(pace, attempt.unclear_ms)
      if (seen !== undefined && now - seen >= gap) return notPublished(confirming, attempt, moment)
      const next = { ...attempt, reads: 0, finished_seen_at: seen ?? now }
      return comeBack({ ...confirming, attempt: next }, (seen ?? now) + gap)
    }
    case 'unknown': {
      const { final, look_again_ms = 0 } = result.value
      // The platform refused clearly, and will never say more: the refusal stands.
      if (final && !ambiguous) return notPublished(confirming, attempt, moment)
      if (final || isOver(publication, attempt, now))
        return unresolved(confirming, attempt, moment, OUTCOME_UNKNOWN.never_told)
      const look = now + Math.max(look_again_ms, pollDelay(now - attempt.at, pace))
      if (!ambiguous) return again(confirming, attempt, look)
      // FINISHED must be seen twice with nothing else in between.
      return comeBack({ ...confirming, attempt: { ...attempt, reads: 0, finished_seen_at: undefined } }, look)
    }
    case 'lost': {
      const { error, expired } = result.value
      const problem = error ? problemOf(error) : attempt.problem
      const clearly =
        attempt.verdict === 'same_container' || attempt.verdict === 'new_container' || attempt.verdict === 'wait'
      const ending = error ? endingFailure(error) : undefined
      if (ending) return failed(confirming, ending, now, problem)
      if (attempt.verdict === 'without_card') return notPublished(confirming, attempt, moment)
      if (clearly && !ambiguous)
        return remade(resetCalls(confirming), targetJob(confirming), problem, moment, { ofPublish: true })
      // The call surely did not publish: the container never became a post.
      if (ambiguous) return failed(confirming, expired ? 'platform_unavailable' : 'media_not_processed', now, problem)
      return notPublished(confirming, attempt, moment)
    }
  }
}

const again = (publication: Publication, attempt: Attempt, at: number): Publication =>
  comeBack({ ...publication, attempt: { ...attempt, reads: 0 } }, at)
