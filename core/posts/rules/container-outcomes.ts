// Results of making and reading containers, purely: the publication as it is afterwards.

import type { ContainerType } from '../../platforms/enumerations.ts'
import type { PlatformError, Prepared, Result } from '../../platforms/outcome.ts'
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
  firstLookDelay,
  MAX_LOST_READS,
  MAX_TRIES,
  MAX_UNSEEN_CHILDREN,
  overAfter,
  pollDelay,
  retryDelay,
} from './pace.ts'
import { partJobs, publishJob, targetJob } from './parts.ts'
import { hasEnded, type Publication } from './publication.ts'
import type { Job } from './publication-fields.ts'

/** The platform would not make a container. */
function notCreated(publication: Publication, job: Job, error: PlatformError, moment: Moment): Publication {
  const problem = problemOf(error)
  const ending = endingFailure(error)
  const tries = job.tries + 1
  // A call that was not made, as where another worker was renewing the session, says nothing about a medium.
  const ofMedia = error.ours && !error.unsent
  if (ofMedia && (ending || tries > MAX_TRIES)) {
    const code = ending ? 'media_unusable' : 'media_not_ready'
    return failed(withJob(publication, job.id, { problem }), code, moment.now, undefined, error.message)
  }
  if (ending) return failed(withJob(publication, job.id, { problem }), ending, moment.now, problem, error.advice)
  if (error.class === 'without_card') return withoutCard(publication, problem, moment.now)
  if (error.class === 'wait') return held(publication, error, moment)
  // Children that stay unknown, or that expired while the carousel had to wait, are no good any more.
  const lostChildren =
    job.type === 'carousel_upload' && error.class === 'same_container' && tries >= MAX_UNSEEN_CHILDREN
  if (error.class === 'new_container' || lostChildren)
    return remade(publication, job, problem, moment, { childrenTooOld: true })
  if (tries > MAX_TRIES)
    return failed(publication, 'platform_unavailable', moment.now, error.ours ? publication.last_problem : problem)
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
    if (hasEnded(next)) return next
    due = Math.max(due, next.due_at)
  }
  return { ...next, due_at: due }
}

/** A video that has to be transcoded is never ready at once. */
const SLOW: readonly (ContainerType | undefined)[] = ['video', 'reel', 'story_video']

/** Whether a container is mostly ready as soon as it is made: a carousel where all that it joins is. */
const readyAtOnce = (publication: Publication, job: Job): boolean =>
  (job.type === 'carousel_upload' ? partJobs(publication) : [job]).every((one) => !SLOW.includes(one.container_type))

/** The handle that the job has so far. */
function withPrepared(job: Job, { id = '', handle = id, lives_ms, goes_on }: Prepared, now: number): Partial<Job> {
  const made_at = job.container_at ?? now
  return {
    container_id: id,
    container_at: made_at,
    handle: handle === id ? undefined : handle,
    lives_ms: lives_ms === undefined ? undefined : now - made_at + lives_ms,
    goes_on,
  }
}

/** @param results what each creating call said, by job id. */
export const afterCreating = (
  publication: Publication,
  results: ReadonlyMap<string, Result<Prepared>>,
  moment: Moment,
): Publication =>
  each({ ...publication, state: 'preparing' }, results, (current, job, result) => {
    const { now, pace } = moment
    const started = withJob(current, job.id, { started_at: job.started_at ?? now })
    if (!result.ok) return notCreated(started, job, result.error, moment)
    const { state, goes_on, look_again_ms = 0 } = result.value
    const made = withJob(started, job.id, {
      ...withPrepared(job, result.value, now),
      tries: 0,
      problem: undefined,
    })
    // A limit on publishing holds on while a container that expired meanwhile is made again.
    const next = publishJob(made).started_at !== undefined ? made : { ...made, held_since: undefined }
    const current_job = next.jobs.find(({ id }) => id === job.id)!
    if (state !== 'in_progress') return afterPreparing(next, current_job, result, moment)
    const look = goes_on ? 0 : readyAtOnce(current, job) ? firstLookDelay(pace) : pollDelay(0, pace)
    return comeBack(next, now + Math.max(look, look_again_ms, result.pause_ms ?? 0))
  })

function notRead(publication: Publication, job: Job, error: PlatformError, moment: Moment): Publication {
  const { now, pace } = moment
  const problem = problemOf(error)
  if (error.class === 'wait') return held(publication, error, moment)
  if (error.class === 'reconnect' || error.class === 'owner_action')
    return failed(publication, endingFailure(error)!, now, problem, error.advice)
  const tries = job.tries + 1
  // Reading fails for a while on fresh containers; when that lasts the container is as good as lost, and nothing was published of it.
  if (tries > MAX_LOST_READS || error.class === 'permanent') return remade(publication, job, problem, moment)
  return comeBack(
    withJob({ ...publication, last_problem: problem }, job.id, { tries, problem }),
    now + Math.max(error.retry_after_ms ?? 0, retryDelay(tries, pace)),
  )
}

/** The result of looking at a piece, or of going on with it. */
function afterPreparing(
  current: Publication,
  job: Job,
  result: Extract<Result<Prepared>, { ok: true }>,
  moment: Moment,
): Publication {
  const { now, pace } = moment
  const { state, error, look_again_ms = 0 } = result.value
  if (state === 'finished') {
    return comeBack(
      withJob(current, job.id, {
        ...moved(job, result.value, now),
        state: 'completed',
        completed_at: now,
        tries: 0,
        problem: undefined,
      }),
      now + (result.pause_ms ?? 0),
    )
  }
  // Nobody but this publication knows the container: if it is out, it is this post.
  if (state === 'published')
    return job.id === targetJob(current).id
      ? live(current, {}, moment)
      : comeBack(withJob(current, job.id, { state: 'completed', completed_at: now }), now)
  const age = now - (job.container_at ?? now)
  if (state === 'in_progress' && age < overAfter(job)) {
    const look = result.value.goes_on ? 0 : pollDelay(age, pace)
    return comeBack(
      withJob(current, job.id, { ...moved(job, result.value, now), tries: 0 }),
      now + Math.max(look, look_again_ms, result.pause_ms ?? 0),
    )
  }
  const ending = error && state === 'error' ? endingFailure(error) : undefined
  if (error && ending) {
    const problem = problemOf(error)
    return failed(withJob(current, job.id, { problem }), ending, now, problem, error.advice)
  }
  return remade(current, job, error ? problemOf(error) : undefined, moment)
}

/** Changes of a piece in work: a further part was taken, or it has another handle. */
const moved = (job: Job, { id, handle, lives_ms, goes_on }: Prepared, now: number): Partial<Job> => ({
  ...(id === undefined ? {} : { container_id: id }),
  ...(handle === undefined ? {} : { handle: handle === (id ?? job.container_id) ? undefined : handle }),
  ...(lives_ms === undefined ? {} : { lives_ms: now - (job.container_at ?? now) + lives_ms }),
  ...(goes_on === job.goes_on ? {} : { goes_on }),
})

/** @param results what reading each container said, by job id. */
export const afterChecking = (
  publication: Publication,
  results: ReadonlyMap<string, Result<Prepared>>,
  moment: Moment,
): Publication =>
  each({ ...publication, state: 'preparing' }, results, (current, job, result) =>
    result.ok ? afterPreparing(current, job, result, moment) : notRead(current, job, result.error, moment),
  )
