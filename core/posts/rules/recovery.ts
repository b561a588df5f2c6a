// The decision on an open publication after the table was restored to an earlier time, purely. The table does not
// know the calls since then, so the platform is asked before anything is published.
import { failed, live, type Moment } from './changes.ts'
import { OUTCOME_UNKNOWN } from './failures.ts'
import { liveParts } from './parts.ts'
import { canRetry, hasEnded, type Publication } from './publication.ts'
import type { PlatformProblem } from './publication-fields.ts'

/** The platform's answer about it. */
export type Sighting =
  | { state: 'live'; media_id?: string; permalink?: string | null }
  /** Surely nothing of it is there. */
  | { state: 'none' }
  /** The platform does not tell, or the account cannot be asked any more. */
  | { state: 'unsure'; problem?: PlatformProblem }
  /** It could not be asked at this time. */
  | { state: 'not_asked'; problem: PlatformProblem }

/**
 * `live` it is, and is marked so · `open` it is not, and will be published · `unknown` nobody can know: ended as
 * `outcome_unknown` · `look` nobody can know, and its time is still to come, or it had failed: somebody can look before it is published or retried · `not_asked` ask again.
 */
export const RECOVERIES = ['live', 'open', 'unknown', 'look', 'not_asked'] as const
export type Recovery = (typeof RECOVERIES)[number]

/**
 * @param retried whether it had failed, and is only asked about because it may have been retried.
 * @returns the publication as it is to be stored; the very one that was given where nothing changes.
 */
export function afterRestoring(
  publication: Publication,
  sighting: Sighting,
  moment: Moment,
  retried = false,
): { publication: Publication; recovery: Recovery } {
  switch (sighting.state) {
    case 'live':
      return { publication: live(publication, sighting, moment), recovery: 'live' }
    case 'none':
      return { publication, recovery: 'open' }
    case 'not_asked':
      return { publication, recovery: 'not_asked' }
    case 'unsure': {
      const begun = publication.attempt !== undefined || publication.not_before <= moment.now
      if (retried || !begun) return { publication, recovery: 'look' }
      const { problem } = sighting
      return {
        publication: failed(publication, 'outcome_unknown', moment.now, problem, OUTCOME_UNKNOWN.restored),
        recovery: 'unknown',
      }
    }
  }
}

/** Publications that failed longer ago are left out: notices of them are gone, and hardly anybody retries them any more. */
export const RETRIED_WITHIN_MS = 30 * 86_400_000

/**
 * Whether it had failed by the time that was restored to, in a way that a retry can help: somebody may have retried it since,
 * and would publish it a second time.
 */
export const mayBeRetried = (publication: Publication, since: number): boolean =>
  publication.failure !== undefined &&
  canRetry(publication, since) &&
  (publication.ended_at ?? since) > since - RETRIED_WITHIN_MS

/** A failed one as if it were open, to be compared with what the platform shows of it. */
export function reopened(publication: Publication): Publication {
  const { failure: _failure, ended_at: _ended, attempt: _attempt, ...rest } = publication
  const jobs = rest.jobs.map(({ problem: _problem, completed_at, ...job }) =>
    job.state === 'failed'
      ? { ...job, state: 'pending' as const }
      : { ...job, ...(completed_at === undefined ? {} : { completed_at }) },
  )
  return { ...rest, jobs, state: 'preparing' }
}

/** @param found the reopened one, with what was seen of it. @returns the very `publication` where nothing more of it is live. */
export function afterRetry(publication: Publication, found: Publication, now: number): Publication {
  if (hasEnded(found)) return found
  if (liveParts(found) <= liveParts(publication)) return publication
  const { code, message, platform } = publication.failure!
  return failed(found, code, now, platform, message)
}

/**
 * Steps whose repetition shows are taken for called, so that they are looked for before they are taken: also those that had
 * failed, which somebody may have retried since.
 */
export function stepsInDoubt(
  publication: Publication,
  now: number,
  showsTwice: (step: NonNullable<Publication['steps']>[number]) => boolean,
): Publication {
  const inDoubt = (step: NonNullable<Publication['steps']>[number]) =>
    step.state !== 'completed' && step.attempt === undefined && showsTwice(step)
  if (!publication.steps?.some(inDoubt)) return publication
  return {
    ...publication,
    steps: publication.steps.map((step) =>
      inDoubt(step) ? { ...step, attempt: { at: now, verdict: 'unanswered', reads: 0 } } : step,
    ),
  }
}

/**
 * From when on a post of it may have been made: not after it was due, so that one that was published before a time that is given too
 * late, such as a local time with a Z, is found all the same.
 * @param since the time to which the table was restored, Unix ms.
 */
export const mayBeMadeFrom = (
  { started_at, not_before }: Partial<Pick<Publication, 'started_at' | 'not_before'>>,
  since: number,
): number => Math.min(started_at ?? since, not_before ?? since, since) - 60_000

/** Whether there is something to ask about: it is open, or a comment is still to be written, or could be by a retry. */
export const isInDoubt = (publication: Publication): boolean =>
  !hasEnded(publication) || (publication.steps?.some(({ state }) => state !== 'completed') ?? false)
