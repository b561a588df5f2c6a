// The decision on an open publication after the table was restored to an earlier time, purely. The table does not
// know the calls since then, so the platform is asked before anything is published.
import { failed, live, type Moment } from './changes.ts'
import { OUTCOME_UNKNOWN } from './failures.ts'
import { hasEnded, type Publication } from './publication.ts'
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
 * `outcome_unknown` · `look` nobody can know, and its time is still to come: somebody can look before it · `not_asked` ask again.
 */
export const RECOVERIES = ['live', 'open', 'unknown', 'look', 'not_asked'] as const
export type Recovery = (typeof RECOVERIES)[number]

/** @returns the publication as it is to be stored; the very one that was given where nothing changes. */
export function afterRestoring(
  publication: Publication,
  sighting: Sighting,
  moment: Moment,
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
      if (!begun) return { publication, recovery: 'look' }
      const { problem } = sighting
      return {
        publication: failed(publication, 'outcome_unknown', moment.now, problem, OUTCOME_UNKNOWN.restored),
        recovery: 'unknown',
      }
    }
  }
}

/** Steps whose repetition shows are taken for called, so that they are looked for before they are taken. */
export function stepsInDoubt(
  publication: Publication,
  now: number,
  showsTwice: (step: NonNullable<Publication['steps']>[number]) => boolean,
): Publication {
  const inDoubt = (step: NonNullable<Publication['steps']>[number]) =>
    step.state === 'pending' && step.attempt === undefined && showsTwice(step)
  if (!publication.steps?.some(inDoubt)) return publication
  return {
    ...publication,
    steps: publication.steps.map((step) =>
      inDoubt(step) ? { ...step, attempt: { at: now, verdict: 'unanswered', reads: 0 } } : step,
    ),
  }
}

/** From when on a post of it may have been made. @param since the time to which the table was restored, Unix ms. */
export const mayBeMadeFrom = ({ started_at }: Publication, since: number): number =>
  Math.min(started_at ?? since, since) - 60_000

/** Whether there is something to ask about: it is open, or a comment is still to be written. */
export const isInDoubt = (publication: Publication): boolean =>
  !hasEnded(publication) || (publication.steps?.some(({ state }) => state === 'pending') ?? false)
