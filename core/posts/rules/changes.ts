// Changes of a publication that several outcomes come to: its ends, waiting for a limit, a container made again.
import type { PlatformError, Result } from '../../platforms/outcome.ts'
import { FAILURES, type FailureCode } from './failures.ts'
import {
  GIVE_UP_MS,
  holdDelay,
  LONGEST_DOUBT_MS,
  MAX_HELD_MS,
  MAX_REMAKES,
  overAfter,
  type Pace,
  retryDelay,
  SLOWEST_RETRY_MS,
} from './pace.ts'
import { isOfPart, liveParts, partAt, partJobs, targetJob, withPart } from './parts.ts'
import { hasEnded, type Publication, withNote } from './publication.ts'
import type { Job, PlatformProblem } from './publication-fields.ts'

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

/** The wait that the platform asked for. One that is over already, as where clocks differ, says nothing. */
export const askedWait = ({ retry_after_ms = 0 }: PlatformError): number | undefined =>
  retry_after_ms > 0 ? retry_after_ms : undefined

/**
 * Until a link or an id is asked for again. While a limit holds the platform is left alone, as each call prolongs it (platform-apis, section
 * 8). The wait that a failing server asks for is bounded.
 * @param looks how often it was asked for. @param sinceMs how long it has been looked for.
 */
export function lookDelay(result: Result<unknown>, looks: number, sinceMs: number, pace: Pace): number {
  const usual = retryDelay(looks, pace)
  if (result.ok) return usual
  const asked = askedWait(result.error)
  if (result.error.class === 'wait') return Math.max(usual, asked ?? holdDelay(sinceMs, undefined, pace))
  return Math.max(usual, Math.min(asked ?? 0, LONGEST_DOUBT_MS))
}

export const withJob = (publication: Publication, id: string, change: Partial<Job>): Publication => ({
  ...publication,
  jobs: publication.jobs.map((job) => (job.id === id ? { ...job, ...change } : job)),
})

/** Whether nothing of it is out, and nothing may be: then its last time still counts. */
const notBegun = (publication: Publication): boolean =>
  !hasEnded(publication) && publication.attempt === undefined && liveParts(publication) === 0

/** Whether it is not to be published any more. */
export const isTooLate = (publication: Publication, now: number): boolean =>
  publication.not_after !== undefined && now > publication.not_after && notBegun(publication)

/** A publication that may not begin after its last time ends then, however long it would still wait. */
export const comeBack = (publication: Publication, at: number): Publication => ({
  ...publication,
  due_at: publication.not_after !== undefined && notBegun(publication) ? Math.min(at, publication.not_after + 1) : at,
})

export const tooLate = (publication: Publication, now: number): Publication => {
  const by = new Date(publication.not_after!).toISOString()
  const message = `It could not begin by ${by}, after which it was not to be published.`
  return failed(publication, 'too_late', now, publication.last_problem, message)
}

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
  const ended: Publication = {
    ...publication,
    jobs,
    state: 'failed',
    failure,
    ended_at: now,
    due_at: now,
    lease_until: 0,
  }
  // Live parts stay live: a thread that breaks off is not a thread that failed.
  return liveParts(publication) > 0
    ? { ...ended, state: 'partially_published', media_id: publication.parts![0]!.media_id, permalink_state: 'open' }
    : ended
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

/** A part of a thread is live: the next one's turn, or the end. */
function partLive(
  publication: Publication,
  part: number,
  { media_id: mediaId, permalink }: { media_id?: string; permalink?: string | null },
  now: number,
): Publication {
  const marked = withPart(publication, part, {
    live_at: now,
    ...(mediaId === undefined ? {} : { media_id: mediaId }),
    ...(permalink ? { permalink } : {}),
  })
  const next: Publication = {
    ...marked,
    attempt: undefined,
    last_problem: undefined,
    held_since: undefined,
    due_at: now,
  }
  if (liveParts(next) < next.parts!.length) return { ...next, state: 'preparing' }
  return { ...next, state: 'published', media_id: next.parts![0]!.media_id, permalink_state: 'open', ended_at: now }
}

/** Ends it as live. The media id is known, or is looked for afterwards; neither can make it fail any more. */
export function live(
  publication: Publication,
  { media_id: mediaId, permalink }: { media_id?: string; permalink?: string | null },
  { now }: Moment,
): Publication {
  const part = partAt(publication)
  const jobs = publication.jobs.map(
    (job): Job =>
      job.state === 'pending' && isOfPart(job, part) ? { ...job, state: 'completed', completed_at: now } : job,
  )
  if (publication.parts) return partLive({ ...publication, jobs }, part, { media_id: mediaId, permalink }, now)
  return {
    ...publication,
    jobs,
    state: 'published',
    ...(mediaId === undefined ? {} : { media_id: mediaId }),
    attempt: undefined,
    last_problem: undefined,
    ...(permalink ? { permalink, permalink_state: 'found' } : { permalink_state: 'open' }),
    ended_at: now,
    due_at: now,
  }
}

/** Ends a publication that has been open for so long that nobody wants it published any more. */
export const gaveUp = (publication: Publication, now: number): Publication =>
  failed(
    publication,
    'platform_unavailable',
    now,
    publication.last_problem,
    `It could not be published within ${Math.round(GIVE_UP_MS / 86_400_000)} days of its time.`,
  )

/** Whether limits have held it up for longer than a rolling day could need. */
const isHeldTooLong = ({ held_since }: Publication, now: number): boolean =>
  held_since !== undefined && now - held_since > MAX_HELD_MS

const notLifted = (publication: Publication, problem: PlatformProblem | undefined, now: number): Publication =>
  failed(publication, 'limit_not_lifted', now, problem)

/**
 * A limit of the platform, or no room here: waits, as long as a rolling day could need. The outcome of a recorded call is found
 * out in any case.
 */
export function held(publication: Publication, error: PlatformError, { now, pace }: Moment): Publication {
  const since = publication.held_since ?? now
  const problem = problemOf(error)
  if (publication.attempt === undefined && isHeldTooLong(publication, now))
    return error.ours
      ? failed(publication, 'media_not_ready', now, undefined, error.message)
      : notLifted(publication, problem, now)
  // Room here comes free within minutes; a limit of the platform does so within hours.
  const heldMs = error.ours ? Math.min(now - since, SLOWEST_RETRY_MS) : now - since
  const wait = holdDelay(heldMs, askedWait(error), pace)
  return comeBack({ ...publication, held_since: since, last_problem: problem }, now + wait)
}

/** The call that a limit refused surely published nothing: it is made again, as long as the limit may still be lifted. */
export const afterHolding = (
  publication: Publication,
  problem: PlatformProblem | undefined,
  now: number,
): Publication =>
  isHeldTooLong(publication, now)
    ? notLifted(publication, problem, now)
    : comeBack({ ...publication, attempt: undefined, state: 'preparing' }, now)

/** The failure for an error that waiting cannot help; nothing for other errors. */
export const endingFailure = (error: PlatformError): FailureCode | undefined =>
  error.class === 'reconnect'
    ? 'reconnect_required'
    : error.class === 'owner_action'
      ? 'action_required'
      : error.class === 'permission'
        ? 'permission_missing'
        : error.class === 'permanent'
          ? 'rejected'
          : undefined

const FRESH: Partial<Job> = {
  container_id: undefined,
  container_at: undefined,
  handle: undefined,
  lives_ms: undefined,
  goes_on: undefined,
  state: 'pending',
  completed_at: undefined,
  tries: 0,
}

/** The post is made again with its link in the text: the platform cannot build the card. That happens once. */
export const withoutCard = (publication: Publication, problem: PlatformProblem | undefined, now: number): Publication =>
  comeBack(
    {
      ...withNote(withJob(publication, targetJob(publication).id, FRESH), 'link_in_text'),
      attempt: undefined,
      state: 'preparing',
      ...(problem ? { last_problem: problem } : {}),
    },
    now,
  )

/** A container that has to be made again, as often as that may help. */
export function remade(
  publication: Publication,
  job: Job,
  problem: PlatformProblem | undefined,
  moment: Moment,
  { childrenTooOld = false, ofPublish = false } = {},
): Publication {
  const { now, pace } = moment
  if (job.remakes >= MAX_REMAKES) return failed(publication, 'media_not_processed', now, problem)
  let next = withJob(publication, job.id, { ...FRESH, remakes: job.remakes + 1, ...(problem ? { problem } : {}) })
  // A carousel that failed twice, or whose children are as old as itself, may fail because of them.
  const childrenToo =
    job.type === 'carousel_upload' &&
    (childrenTooOld || job.remakes > 0 || now - (job.container_at ?? now) > overAfter(job) / 2)
  // Where nothing joins the pieces, the platform does not say which of them it refused.
  if (childrenToo || (job.id === targetJob(publication).id && ofPublish))
    for (const child of partJobs(next)) if (child.type === 'container_create') next = withJob(next, child.id, FRESH)
  return comeBack(
    { ...next, attempt: undefined, state: 'preparing', ...(problem ? { last_problem: problem } : {}) },
    now + retryDelay(job.remakes + 1, pace),
  )
}
