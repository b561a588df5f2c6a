// What came of the publish step and of finding out what its call did, purely: the publication as it is afterwards.
import type { ContainerStatus, PlatformError, PublishedAs, Quota, Result } from '../../platforms/outcome.ts'
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
import {
  CONTAINER_OVER_MS,
  confirmGap,
  holdDelay,
  IN_FLIGHT_MS,
  MAX_CALLS,
  MAX_LOST_READS,
  MAX_SAME_CONTAINER,
  pollDelay,
  retryDelay,
} from './pace.ts'
import { publishJob, targetJob } from './parts.ts'
import { type Publication, withNote } from './publication.ts'
import type { Attempt } from './publication-parts.ts'

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

/** Another publication of the account is in the publish step. */
export const afterBusyAccount = (publication: Publication, { now, pace }: Moment): Publication =>
  comeBack(publication, now + Math.round(pace.poll_ms * (0.3 + pace.chance() * 0.7)))

/** Recorded before the call: from here on only reading the container can tell. */
export function beforePublishing(publication: Publication, { now }: Moment): Publication {
  const target = targetJob(publication)
  const job = publishJob(publication)
  const calls = job.tries + 1
  const attempt: Attempt = {
    container_id: target.container_id!,
    at: now,
    calls,
    verdict: 'unanswered',
    doubtful: false,
    reads: 0,
  }
  const next = withJob(publication, job.id, { started_at: job.started_at ?? now, tries: calls })
  return comeBack({ ...next, state: 'publishing', attempt }, now + IN_FLIGHT_MS)
}

/** The call was not made after all, and surely so. */
export function notCalled(publication: Publication, { now, pace }: Moment): Publication {
  const job = publishJob(publication)
  return comeBack(
    { ...withJob(publication, job.id, { tries: Math.max(0, job.tries - 1) }), attempt: undefined },
    now + pace.poll_ms,
  )
}

/** What the publish call said. No refusal is believed before the container was read. */
export function afterPublishing(publication: Publication, result: Result<PublishedAs>, moment: Moment): Publication {
  if (result.ok) {
    const { media_id, story_shared } = result.value
    return live(story_shared === false ? withNote(publication, 'story_not_shared') : publication, media_id, moment)
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
  // A throttled platform is left alone; reading it now would prolong the block (platform-apis, section 8).
  if (error.class === 'wait') return held(next, error, moment)
  return comeBack(next, moment.now + Math.max(error.retry_after_ms ?? 0, moment.pace.poll_ms))
}

/** The container surely is not published: what the last answer said decides. */
function notPublished(publication: Publication, attempt: Attempt, moment: Moment): Publication {
  const { now, pace } = moment
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
      return remade(resetCalls(publication), target, attempt.problem, moment)
    case 'same_container':
      if (attempt.calls >= MAX_SAME_CONTAINER) return remade(resetCalls(publication), target, attempt.problem, moment)
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

const isAmbiguous = (attempt: Attempt): boolean =>
  attempt.doubtful || attempt.verdict === 'unanswered' || attempt.verdict === 'unclear'

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
  const over = now - (targetJob(publication).container_at ?? attempt.at) > CONTAINER_OVER_MS
  // After a long stop of ours the first reading may fail by chance, and the next one tell.
  if (over && reads > MAX_LOST_READS)
    return failed(publication, ambiguous ? 'outcome_unknown' : 'platform_unavailable', now, attempt.problem ?? problem)
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

/** What reading the container said, after a publish call on it. */
export function afterConfirming(
  publication: Publication,
  result: Result<ContainerStatus>,
  moment: Moment,
): Publication {
  const { now, pace } = moment
  const attempt = publication.attempt!
  const confirming: Publication = { ...publication, state: 'confirming' }
  if (!result.ok) return notConfirmed(confirming, attempt, result.error, moment)
  const ambiguous = isAmbiguous(attempt)
  switch (result.value.state) {
    case 'published':
      return live(confirming, undefined, moment)
    case 'finished': {
      if (!ambiguous) return notPublished(confirming, attempt, moment)
      const seen = attempt.finished_seen_at
      const gap = confirmGap(pace, attempt.unclear_ms)
      if (seen !== undefined && now - seen >= gap) return notPublished(confirming, attempt, moment)
      const next = { ...attempt, reads: 0, finished_seen_at: seen ?? now }
      return comeBack({ ...confirming, attempt: next }, (seen ?? now) + gap)
    }
    case 'in_progress': {
      const age = now - (targetJob(publication).container_at ?? attempt.at)
      if (age > CONTAINER_OVER_MS)
        return failed(confirming, ambiguous ? 'outcome_unknown' : 'platform_unavailable', now, attempt.problem)
      if (!ambiguous) return again(confirming, attempt, now + pollDelay(now - attempt.at, pace))
      // FINISHED must be seen twice with nothing else in between.
      return comeBack(
        { ...confirming, attempt: { ...attempt, reads: 0, finished_seen_at: undefined } },
        now + pollDelay(now - attempt.at, pace),
      )
    }
    default: {
      const error = result.value.error
      const problem = error ? problemOf(error) : attempt.problem
      const clearly =
        attempt.verdict === 'same_container' || attempt.verdict === 'new_container' || attempt.verdict === 'wait'
      const ending = error ? endingFailure(error) : undefined
      if (ending) return failed(confirming, ending, now, problem)
      if (attempt.verdict === 'without_card') return notPublished(confirming, attempt, moment)
      if (clearly && !ambiguous) return remade(resetCalls(confirming), targetJob(confirming), problem, moment)
      // Whatever the call did, it surely did not publish: the container never became a post.
      if (ambiguous)
        return failed(
          confirming,
          result.value.state === 'expired' ? 'platform_unavailable' : 'media_not_processed',
          now,
          problem,
        )
      return notPublished(confirming, attempt, moment)
    }
  }
}

const again = (publication: Publication, attempt: Attempt, at: number): Publication =>
  comeBack({ ...publication, attempt: { ...attempt, reads: 0 } }, at)
