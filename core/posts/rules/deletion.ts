// Deleting live posts from their platform, purely: the next call, and its outcome. A thread goes last part first, so that
// at any time only its beginning is left. No answer is believed before it was checked whether the post still exists.
import type { PlatformError, Result } from '../../platforms/outcome.ts'
import { askedWait, comeBack, lookDelay, type Moment, problemOf } from './changes.ts'
import {
  confirmGap,
  holdDelay,
  IN_FLIGHT_MS,
  MAX_HELD_MS,
  MAX_LOST_READS,
  MAX_PERMALINK_TRIES,
  MAX_TRIES,
  retryDelay,
} from './pace.ts'
import { withPart } from './parts.ts'
import type { Publication } from './publication.ts'
import type { Deletion, PlatformProblem } from './publication-fields.ts'
import { dueAfterAllElse } from './story-figures.ts'

export type DeletionStep =
  | { do: 'delete_post'; part: number; media_id: string }
  | { do: 'look_for_deleted'; part: number; media_id: string }
  /** The id of the post to delete is not known. */
  | { do: 'find_to_delete'; part: number }

/** The part at which a thread broke off, as long as nobody knows whether it is live. -1 where there is none. */
function partInDoubt({ parts = [], failure }: Publication): number {
  if (failure?.code !== 'outcome_unknown') return -1
  const part = parts.findIndex(({ live_at }) => live_at === undefined)
  return parts[part]?.deleted_at === undefined ? part : -1
}

/** The part that goes next: the last of those that are left and live, or may be as long as it was not looked for in vain. */
function remaining(publication: Publication): { part: number; media_id?: string } | undefined {
  const { parts, media_id } = publication
  if (!parts) return { part: 0, ...(media_id === undefined ? {} : { media_id }) }
  const inDoubt = partInDoubt(publication)
  const part = parts.findLastIndex(
    ({ live_at, deleted_at, lookups }, at) =>
      deleted_at === undefined && (live_at !== undefined || (at === inDoubt && lookups < MAX_PERMALINK_TRIES)),
  )
  const id = parts[part]?.media_id
  return part < 0 ? undefined : { part, ...(id === undefined ? {} : { media_id: id }) }
}

/** The next call of a deletion that was asked for; nothing where there is none. */
export function nextDeletion(publication: Publication): DeletionStep | undefined {
  const { deletion } = publication
  const next = deletion?.state === 'pending' ? remaining(publication) : undefined
  if (!next) return undefined
  const { part, media_id } = next
  if (media_id === undefined) return { do: 'find_to_delete', part }
  return { do: deletion!.verdict === undefined ? 'delete_post' : 'look_for_deleted', part, media_id }
}

const FRESH = { tries: 0, reads: 0, lookups: 0 } as const

/** Somebody asks for it, for the first time or after it failed. The worker that has the publication loses it by this. */
export const deletionAsked = (publication: Publication, now: number): Publication => ({
  ...publication,
  ...(publication.parts ? { parts: publication.parts.map((part) => ({ ...part, lookups: 0 })) } : {}),
  deletion: { ...FRESH, state: 'pending', requested_at: now },
  due_at: now,
  lease_until: 0,
})

const withDeletion = (publication: Publication, change: Partial<Deletion>): Publication => ({
  ...publication,
  deletion: { ...publication.deletion!, ...change },
})

const failedDeletion = (
  publication: Publication,
  { now }: Moment,
  message: string,
  problem?: PlatformProblem,
): Publication =>
  comeBack(
    withDeletion(publication, {
      state: 'failed',
      completed_at: now,
      message,
      problem,
      verdict: undefined,
      missing_seen_at: undefined,
    }),
    dueAfterAllElse(publication, now),
  )

/** Nothing is left to do for one post: the next one's turn, or the end. */
function goOn(publication: Publication, moment: Moment): Publication {
  const { now } = moment
  const next = withDeletion(publication, {
    ...FRESH,
    verdict: undefined,
    missing_seen_at: undefined,
    held_since: undefined,
    message: undefined,
    problem: undefined,
  })
  if (publication.parts && remaining(publication)) return comeBack(next, now)
  if (partInDoubt(publication) >= 0) {
    const message = 'Whether the part at which the thread broke off is live is not known: look at the account.'
    return failedDeletion(next, moment, message)
  }
  const deletion = { ...next.deletion!, state: 'completed' as const, completed_at: now }
  return comeBack({ ...next, deletion, state: 'deleted' }, now)
}

/** One post is gone. */
const gone = (publication: Publication, part: number, moment: Moment): Publication =>
  goOn(publication.parts ? withPart(publication, part, { deleted_at: moment.now }) : publication, moment)

/** Recorded before a call: where its answer is lost with the worker, the post may be gone. */
export const beforeDeleting = (publication: Publication, { now }: Moment): Publication =>
  comeBack(withDeletion(publication, { verdict: 'unanswered', reads: 0 }), now + IN_FLIGHT_MS)

/** Refusals because of who asks. Platforms answer such a caller as if the post were not there. */
const ofCaller = (kind: string | undefined): boolean =>
  kind === 'reconnect' || kind === 'permission' || kind === 'owner_action'

const lasting = (kind: string | undefined): boolean => kind === 'permanent' || ofCaller(kind)

/** The result of the call. */
export function afterDeleting(
  publication: Publication,
  part: number,
  result: Result<unknown>,
  moment: Moment,
): Publication {
  if (result.ok) return gone(publication, part, moment)
  const { now, pace } = moment
  const { tries, held_since = now } = publication.deletion!
  const { error } = result
  const problem = problemOf(error)
  const change = { tries: tries + 1, verdict: error.class, message: error.message, problem, reads: 0 }
  const told = withDeletion(publication, { ...change, ...(error.class === 'wait' ? { held_since } : {}) })
  const wait = error.class === 'wait' ? holdDelay(now - held_since, askedWait(error), pace) : pace.poll_ms
  return comeBack(told, now + wait)
}

/** The post is still there: what the call said decides. */
function stillThere(publication: Publication, moment: Moment): Publication {
  const { now, pace } = moment
  const { tries, verdict, message = 'The platform did not delete it.', problem, held_since } = publication.deletion!
  const over = tries >= MAX_TRIES || (held_since !== undefined && now - held_since > MAX_HELD_MS)
  if (lasting(verdict) || over) return failedDeletion(publication, moment, message, problem)
  const again = withDeletion(publication, { verdict: undefined, missing_seen_at: undefined, reads: 0 })
  return comeBack(again, now + (verdict === 'wait' ? 0 : retryDelay(tries, pace)))
}

/** Looking for it failed. */
function notLooked(publication: Publication, error: PlatformError, moment: Moment): Publication {
  const { now, pace } = moment
  const { verdict, message = error.message, problem, reads: before, requested_at } = publication.deletion!
  const reads = before + 1
  if (lasting(error.class) || reads > MAX_LOST_READS) {
    // An account that may neither delete nor read the post has deleted nothing; otherwise it is not known.
    if (error.class === 'reconnect' && verdict === 'reconnect')
      return failedDeletion(publication, moment, message, problem)
    const unknown = 'Whether the platform deleted it is not known: look at the account, or ask for it again.'
    return failedDeletion(publication, moment, unknown, problemOf(error))
  }
  const wait = error.class === 'wait' ? holdDelay(now - requested_at, askedWait(error), pace) : retryDelay(reads, pace)
  return comeBack(withDeletion(publication, { reads }), now + wait)
}

/** Whether it is still there, after a call. A post that is not seen once may only be too fresh: it takes two looks. */
export function afterLookingForDeleted(
  publication: Publication,
  part: number,
  result: Result<boolean>,
  moment: Moment,
): Publication {
  if (!result.ok) return notLooked(publication, result.error, moment)
  // A call that the caller may not make deletes nothing.
  if (result.value || ofCaller(publication.deletion!.verdict)) return stillThere(publication, moment)
  const { now, pace } = moment
  const { missing_seen_at: seen } = publication.deletion!
  const gap = confirmGap(pace)
  if (seen !== undefined && now - seen >= gap) return gone(publication, part, moment)
  return comeBack(withDeletion(publication, { missing_seen_at: seen ?? now, reads: 0 }), (seen ?? now) + gap)
}

/** The id of the post to delete was looked for; without it nothing can be deleted. */
export function afterSearchingForDeletion(
  publication: Publication,
  part: number,
  result: Result<{ media_id?: string } | null>,
  moment: Moment,
): Publication {
  const { now, pace } = moment
  const id = result.ok ? result.value?.media_id : undefined
  if (id !== undefined) {
    const root = part === 0 ? { ...publication, media_id: id } : publication
    return comeBack(root.parts ? withPart(root, part, { media_id: id }) : root, now)
  }
  const lookups = publication.deletion!.lookups + 1
  if (lookups >= MAX_PERMALINK_TRIES) {
    if (part === partInDoubt(publication)) return goOn(withPart(publication, part, { lookups }), moment)
    const message = 'The platform does not tell the id of the post, so it cannot be deleted here: delete it in the app.'
    return failedDeletion(publication, moment, message)
  }
  const sinceMs = now - publication.deletion!.requested_at
  return comeBack(withDeletion(publication, { lookups }), now + lookDelay(result, lookups, sinceMs, pace))
}
