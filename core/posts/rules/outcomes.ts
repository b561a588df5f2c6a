// What came of a step, purely: the publication as it is afterwards. The other half of `next-step.ts`.
import type { ContainerStatus, PlatformError, Quota, Result } from '../../platforms/outcome.ts'
import { targetJob } from './next-step.ts'
import {
  CONTAINER_OVER_MS,
  confirmGap,
  GIVE_UP_MS,
  holdDelay,
  IN_FLIGHT_MS,
  MAX_CALLS,
  MAX_HELD_MS,
  MAX_LOST_READS,
  MAX_PERMALINK_TRIES,
  MAX_REMAKES,
  MAX_SAME_CONTAINER,
  MAX_TRIES,
  type Pace,
  pollDelay,
  retryDelay,
} from './pace.ts'
import {
  type Attempt,
  FAILURES,
  type FailureCode,
  type Job,
  type PlatformProblem,
  type Publication,
} from './publication.ts'

/** When it is, and how fast to go. */
export interface Moment {
  now: number
  pace: Pace
}

export const problemOf = ({ message, code, subcode, type, trace_id, http_status }: PlatformError): PlatformProblem => ({
  message,
  ...(code === undefined ? {} : { code }),
  ...(subcode === undefined ? {} : { subcode }),
  ...(type === undefined ? {} : { type }),
  ...(trace_id === undefined ? {} : { trace_id }),
  ...(http_status === undefined ? {} : { http_status }),
})

const withJob = (publication: Publication, id: string, change: Partial<Job>): Publication => ({
  ...publication,
  jobs: publication.jobs.map((job) => (job.id === id ? { ...job, ...change } : job)),
})

const comeBack = (publication: Publication, at: number): Publication => ({ ...publication, due_at: at })

/** Ends it as failed; jobs that were not finished have failed with it. */
export function failed(
  publication: Publication,
  code: FailureCode,
  now: number,
  problem?: PlatformProblem,
  message?: string,
): Publication {
  const jobs = publication.jobs.map(
    (job): Job =>
      job.state === 'pending' ? { ...job, state: 'failed', completed_at: now, ...(problem ? { problem } : {}) } : job,
  )
  const failure = { code, message: message ?? FAILURES[code], ...(problem ? { platform: problem } : {}) }
  return { ...publication, jobs, state: 'failed', failure, ended_at: now, due_at: now, lease_until: 0 }
}

/** Ends it as called back. */
export const cancelled = (publication: Publication, now: number): Publication => ({
  ...publication,
  jobs: publication.jobs.map(
    (job): Job => (job.state === 'pending' ? { ...job, state: 'failed', completed_at: now } : job),
  ),
  state: 'cancelled',
  ended_at: now,
  due_at: now,
  lease_until: 0,
})

/** Ends it as live. The media id is known, or is looked for afterwards; neither can make it fail any more. */
export function live(publication: Publication, mediaId: string | undefined, { now }: Moment): Publication {
  const jobs = publication.jobs.map(
    (job): Job => (job.state === 'pending' ? { ...job, state: 'completed', completed_at: now } : job),
  )
  return {
    ...publication,
    jobs,
    state: 'published',
    ...(mediaId === undefined ? {} : { media_id: mediaId }),
    attempt: undefined,
    last_problem: undefined,
    permalink_state: 'open',
    ended_at: now,
    due_at: now,
  }
}

/** A limit of the platform: waits, as long as a rolling day could need. */
function held(publication: Publication, error: PlatformError, { now, pace }: Moment): Publication {
  const since = publication.held_since ?? now
  const problem = problemOf(error)
  if (now - since > MAX_HELD_MS) return failed(publication, 'limit_not_lifted', now, problem)
  const wait = holdDelay(now - since, error.retry_after_ms, pace)
  return comeBack({ ...publication, held_since: since, last_problem: problem }, now + wait)
}

const endingFailure = (error: PlatformError): FailureCode | undefined =>
  error.class === 'reconnect'
    ? 'reconnect_required'
    : error.class === 'owner_action'
      ? 'action_required'
      : error.class === 'permanent'
        ? 'rejected'
        : undefined

/** A container that has to be made anew, as often as that may help. */
function remade(
  publication: Publication,
  job: Job,
  problem: PlatformProblem | undefined,
  moment: Moment,
  childrenTooOld = false,
): Publication {
  const { now, pace } = moment
  if (job.remakes >= MAX_REMAKES) return failed(publication, 'media_not_processed', now, problem)
  const fresh: Partial<Job> = {
    container_id: undefined,
    container_at: undefined,
    state: 'pending',
    completed_at: undefined,
    tries: 0,
  }
  let next = withJob(publication, job.id, { ...fresh, remakes: job.remakes + 1, ...(problem ? { problem } : {}) })
  // A carousel that failed twice, or whose children are as old as itself, may fail because of them.
  const childrenToo =
    job.type === 'carousel_upload' &&
    (childrenTooOld || job.remakes > 0 || now - (job.container_at ?? now) > CONTAINER_OVER_MS / 2)
  if (childrenToo)
    for (const child of next.jobs) if (child.type === 'container_create') next = withJob(next, child.id, fresh)
  return comeBack(
    { ...next, attempt: undefined, state: 'preparing', ...(problem ? { last_problem: problem } : {}) },
    now + retryDelay(job.remakes + 1, pace),
  )
}

/** The platform would not make a container. */
function notCreated(publication: Publication, job: Job, error: PlatformError, moment: Moment): Publication {
  const problem = problemOf(error)
  const ending = endingFailure(error)
  const tries = job.tries + 1
  if (error.ours && (ending || tries > MAX_TRIES)) {
    const code = ending ? 'media_unusable' : 'media_not_ready'
    return failed(withJob(publication, job.id, { problem }), code, moment.now, undefined, error.message)
  }
  if (ending) return failed(withJob(publication, job.id, { problem }), ending, moment.now, problem)
  if (error.class === 'wait') return held(publication, error, moment)
  // Children that stay unknown, or that expired while the carousel had to wait, are no good any more.
  const lostChildren = job.type === 'carousel_upload' && error.class === 'same_container' && tries >= MAX_SAME_CONTAINER
  if (error.class === 'new_container' || lostChildren) return remade(publication, job, problem, moment, true)
  if (tries > MAX_TRIES) return failed(publication, 'platform_unavailable', moment.now, problem)
  const next = withJob({ ...publication, last_problem: problem }, job.id, { tries, problem })
  return comeBack(next, moment.now + Math.max(error.retry_after_ms ?? 0, retryDelay(tries, moment.pace)))
}

/** Several things came back at once: the first end wins, else whatever is due last. */
function each<T>(
  publication: Publication,
  results: ReadonlyMap<string, T>,
  apply: (now: Publication, job: Job, result: T) => Publication,
): Publication {
  let next = publication
  let due = 0
  for (const [id, result] of results) {
    const job = next.jobs.find((candidate) => candidate.id === id)
    if (!job) continue
    next = apply(next, job, result)
    if (next.state === 'failed' || next.state === 'published') return next
    due = Math.max(due, next.due_at)
  }
  return { ...next, due_at: due }
}

/** @param results what each creating call said, by job id. */
export const afterCreating = (
  publication: Publication,
  results: ReadonlyMap<string, Result<{ container_id: string }>>,
  moment: Moment,
): Publication =>
  each({ ...publication, state: 'preparing' }, results, (current, job, result) => {
    const { now, pace } = moment
    const started = withJob(current, job.id, { started_at: job.started_at ?? now })
    if (!result.ok) return notCreated(started, job, result.error, moment)
    const made = withJob(started, job.id, {
      container_id: result.value.container_id,
      container_at: now,
      tries: 0,
      problem: undefined,
    })
    // A limit on publishing holds on while a container that expired meanwhile is made anew.
    const publishing = made.jobs.some(({ type, started_at }) => type === 'publish_content' && started_at !== undefined)
    const next = publishing ? made : { ...made, held_since: undefined }
    return comeBack(next, now + Math.max(pollDelay(0, pace), result.pause_ms ?? 0))
  })

function notRead(publication: Publication, job: Job, error: PlatformError, moment: Moment): Publication {
  const { now, pace } = moment
  const problem = problemOf(error)
  if (error.class === 'wait') return held(publication, error, moment)
  if (error.class === 'reconnect' || error.class === 'owner_action')
    return failed(publication, endingFailure(error)!, now, problem)
  const tries = job.tries + 1
  // Reading fails for a while on fresh containers; when that lasts the container is as good as lost, and nothing was published of it.
  if (tries > MAX_LOST_READS || error.class === 'permanent') return remade(publication, job, problem, moment)
  return comeBack(
    withJob({ ...publication, last_problem: problem }, job.id, { tries, problem }),
    now + Math.max(error.retry_after_ms ?? 0, retryDelay(tries, pace)),
  )
}

/** @param results what reading each container said, by job id. */
export const afterChecking = (
  publication: Publication,
  results: ReadonlyMap<string, Result<ContainerStatus>>,
  moment: Moment,
): Publication =>
  each({ ...publication, state: 'preparing' }, results, (current, job, result) => {
    const { now, pace } = moment
    if (!result.ok) return notRead(current, job, result.error, moment)
    const { state, error } = result.value
    if (state === 'finished') {
      return comeBack(
        withJob(current, job.id, { state: 'completed', completed_at: now, tries: 0, problem: undefined }),
        now + (result.pause_ms ?? 0),
      )
    }
    // Nobody but this publication knows the container: if it is out, it is this post.
    if (state === 'published')
      return job.id === targetJob(current).id
        ? live(current, undefined, moment)
        : comeBack(withJob(current, job.id, { state: 'completed', completed_at: now }), now)
    const age = now - (job.container_at ?? now)
    if (state === 'in_progress' && age < CONTAINER_OVER_MS) {
      return comeBack(
        withJob(current, job.id, { tries: 0 }),
        now + Math.max(pollDelay(age, pace), result.pause_ms ?? 0),
      )
    }
    const ending = error && state === 'error' ? endingFailure(error) : undefined
    if (ending) return failed(withJob(current, job.id, { problem: problemOf(error!) }), ending, now, problemOf(error!))
    return remade(current, job, error ? problemOf(error) : undefined, moment)
  })

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

/** Ends what could not be brought to an end for so long that nobody wants it published any more. */
export const gaveUp = (publication: Publication, now: number): Publication =>
  failed(
    publication,
    'platform_unavailable',
    now,
    publication.last_problem,
    `It could not be published within ${Math.round(GIVE_UP_MS / 86_400_000)} days of its time.`,
  )

/** Another publication of the account is in the publish step. */
export const afterBusyAccount = (publication: Publication, { now, pace }: Moment): Publication =>
  comeBack(publication, now + Math.round(pace.poll_ms * (0.3 + pace.chance() * 0.7)))

/** Recorded before the call: from here on only reading the container can tell. */
export function beforePublishing(publication: Publication, { now }: Moment): Publication {
  const target = targetJob(publication)
  const job = publication.jobs.find(({ type }) => type === 'publish_content')!
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
  const job = publication.jobs.find(({ type }) => type === 'publish_content')!
  return comeBack(
    { ...withJob(publication, job.id, { tries: Math.max(0, job.tries - 1) }), attempt: undefined },
    now + pace.poll_ms,
  )
}

/** What the publish call said. No refusal is believed before the container was read. */
export function afterPublishing(
  publication: Publication,
  result: Result<{ media_id: string }>,
  moment: Moment,
): Publication {
  if (result.ok) return live(publication, result.value.media_id, moment)
  const { error } = result
  const problem = problemOf(error)
  const unclear = error.class === 'ambiguous' || error.class === 'retry'
  const attempt: Attempt = {
    ...publication.attempt!,
    verdict: unclear ? 'unclear' : (error.class as Attempt['verdict']),
    doubtful: publication.attempt!.doubtful || unclear,
    ...(unclear ? { unclear_ms: Math.max(0, moment.now - publication.attempt!.at) } : {}),
    problem,
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
      return failed(publication, 'rejected', now, attempt.problem)
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
  withJob(publication, publication.jobs.find(({ type }) => type === 'publish_content')!.id, { tries: 0 })

const inDoubt = (attempt: Attempt): boolean =>
  attempt.doubtful || attempt.verdict === 'unanswered' || attempt.verdict === 'unclear'

/** Reading the container failed; while there is doubt it is tried for as long as the container can be known. */
function notConfirmed(publication: Publication, attempt: Attempt, error: PlatformError, moment: Moment): Publication {
  const { now, pace } = moment
  const problem = problemOf(error)
  const doubt = inDoubt(attempt)
  if (!doubt && attempt.verdict !== 'wait') {
    // The platform refused clearly, and cannot be asked again with this token: the refusal stands.
    if (error.class === 'reconnect') return failed(publication, 'reconnect_required', now, problem)
    if (error.class === 'owner_action') return failed(publication, 'action_required', now, problem)
  }
  const reads = attempt.reads + 1
  const over = now - (targetJob(publication).container_at ?? attempt.at) > CONTAINER_OVER_MS
  // After a long stop of ours the first reading may fail by chance, and the next one tell.
  if (over && reads > MAX_LOST_READS)
    return failed(publication, doubt ? 'outcome_unknown' : 'platform_unavailable', now, attempt.problem ?? problem)
  if (error.class === 'wait') {
    const wait = holdDelay(now - attempt.at, error.retry_after_ms, pace)
    return comeBack({ ...publication, attempt: { ...attempt, reads }, last_problem: problem }, now + wait)
  }
  // A clear refusal is believed in the end, even where the container cannot be read.
  if (!doubt && reads > MAX_LOST_READS) return notPublished(publication, attempt, moment)
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
  const doubt = inDoubt(attempt)
  switch (result.value.state) {
    case 'published':
      return live(confirming, undefined, moment)
    case 'finished': {
      if (!doubt) return notPublished(confirming, attempt, moment)
      const seen = attempt.finished_seen_at
      const gap = confirmGap(pace, attempt.unclear_ms)
      if (seen !== undefined && now - seen >= gap) return notPublished(confirming, attempt, moment)
      const next = { ...attempt, reads: 0, finished_seen_at: seen ?? now }
      return comeBack({ ...confirming, attempt: next }, (seen ?? now) + gap)
    }
    case 'in_progress': {
      const age = now - (targetJob(publication).container_at ?? attempt.at)
      if (age > CONTAINER_OVER_MS)
        return failed(confirming, doubt ? 'outcome_unknown' : 'platform_unavailable', now, attempt.problem)
      if (!doubt) return again(confirming, attempt, now + pollDelay(now - attempt.at, pace))
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
      if (clearly && !doubt) return remade(resetCalls(confirming), targetJob(confirming), problem, moment)
      // Whatever the call did, it surely did not publish: the container never became a post.
      if (doubt)
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

/** The link was read, or looked for. It never changes what the publication came to. */
export function afterPermalink(
  publication: Publication,
  result: Result<{ media_id?: string; permalink: string | null } | null>,
  { now, pace }: Moment,
): Publication {
  const tries = publication.permalink_tries + 1
  const found = result.ok ? result.value : undefined
  const known = found?.media_id ? { ...publication, media_id: found.media_id } : publication
  if (found?.permalink)
    return { ...known, permalink: found.permalink, permalink_state: 'found', permalink_tries: tries, due_at: now }
  if (tries >= MAX_PERMALINK_TRIES)
    return { ...known, permalink_state: 'unavailable', permalink_tries: tries, due_at: now }
  return comeBack({ ...known, permalink_tries: tries }, now + retryDelay(tries, pace))
}
