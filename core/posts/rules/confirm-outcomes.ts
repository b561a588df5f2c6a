// Results of finding out what a publish call did, purely: the publication as it is afterwards.
import type { PlatformError, Result, Verdict } from '../../platforms/outcome.ts'
import {
  afterHolding,
  askedWait,
  comeBack,
  endingFailure,
  failed,
  live,
  type Moment,
  problemOf,
  remade,
  withJob,
  withoutCard,
} from './changes.ts'
import { OUTCOME_UNKNOWN } from './failures.ts'
import {
  callDelay,
  confirmGap,
  holdDelay,
  LAST_LOOK_MS,
  LONGEST_DOUBT_MS,
  MAX_CALLS,
  MAX_LOST_READS,
  MAX_SAME_CONTAINER,
  overAfter,
  PUBLISH_TIMEOUT_MS,
  pollDelay,
  retryDelay,
  SURELY_OVER_MS,
} from './pace.ts'
import { keyOf, publishJob, targetJob } from './parts.ts'
import type { Publication } from './publication.ts'
import type { Attempt, PlatformProblem } from './publication-fields.ts'

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
export function notPublished(before: Publication, attempt: Attempt, moment: Moment): Publication {
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
      return failed(publication, 'reconnect_required', now, attempt.problem, attempt.advice)
    case 'owner_action':
      return failed(publication, 'action_required', now, attempt.problem, attempt.advice)
    case 'new_container':
      return remade(resetCalls(publication), target, attempt.problem, moment, { ofPublish: true })
    case 'same_container':
      if (attempt.calls >= MAX_SAME_CONTAINER)
        return remade(resetCalls(publication), target, attempt.problem, moment, { ofPublish: true })
      return again(retryDelay(attempt.calls, pace))
    case 'wait':
      return afterHolding(publication, attempt.problem, now)
    default:
      if (attempt.calls >= MAX_CALLS) return failed(publication, 'platform_unavailable', now, attempt.problem)
      return again(callDelay(attempt.calls, pace))
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
    if (error.class === 'reconnect') return failed(publication, 'reconnect_required', now, problem, error.advice)
    if (error.class === 'owner_action') return failed(publication, 'action_required', now, problem, error.advice)
  }
  const reads = attempt.reads + 1
  const over = isOver(publication, attempt, now)
  // After a long stop of ours the first reading may fail by chance, and the next one tell.
  if (over && reads > MAX_LOST_READS)
    return unresolved(publication, attempt, moment, OUTCOME_UNKNOWN.not_asked, problem)
  if (error.class === 'wait') {
    const lifted = now + holdDelay(now - attempt.at, askedWait(error), pace)
    const last = attempt.at + LAST_LOOK_MS
    const look = ambiguous && now < last ? Math.min(lifted, last) : lifted
    return comeBack({ ...publication, attempt: { ...attempt, reads }, last_problem: problem }, look)
  }
  // A clear refusal is believed in the end, even where the container cannot be read.
  if (!ambiguous && reads > MAX_LOST_READS) return notPublished(publication, attempt, moment)
  return comeBack(
    { ...publication, attempt: { ...attempt, reads }, last_problem: problem },
    now + Math.max(Math.min(error.retry_after_ms ?? 0, LONGEST_DOUBT_MS), retryDelay(reads, pace)),
  )
}

/**
 * Whether what was published, or was to be, is certainly of no use any more. After a call that was held back for long that says
 * nothing yet: the call's own effect may still be to come.
 */
function isOver(publication: Publication, { at }: Attempt, now: number): boolean {
  const target = targetJob(publication)
  return now - (target.container_at ?? at) > overAfter(target) && now - at > SURELY_OVER_MS
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
      const { final } = result.value
      // The platform refused clearly, and will never say more: the refusal stands.
      if (final && !ambiguous) return notPublished(confirming, attempt, moment)
      if (final || isOver(publication, attempt, now))
        return unresolved(confirming, attempt, moment, OUTCOME_UNKNOWN.never_told)
      const look = now + pollDelay(now - attempt.at, pace)
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
      if (ending) return failed(confirming, ending, now, problem, error?.advice)
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
