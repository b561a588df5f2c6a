// Decides the next step of a publication at a time. Pure. The outcome of a step is in `container-outcomes.ts`,
// `publish-outcomes.ts` and `confirm-outcomes.ts`.
import { isTooLate } from './changes.ts'
import { type DeletionStep, nextDeletion } from './deletion.ts'
import { type GateStep, nextAtGate } from './gate.ts'
import { GIVE_UP_MS, MAX_CALLS } from './pace.ts'
import { handleOf, partAt, partJobs, targetJob } from './parts.ts'
import { hasEnded, type Publication } from './publication.ts'
import type { AfterStep, Attempt, Job } from './publication-fields.ts'
import { type FiguresStep, nextFigures } from './story-figures.ts'

export type Step =
  | { do: 'nothing' }
  | { do: 'wait'; until: number }
  | { do: 'create_containers'; jobs: Job[] }
  | { do: 'create_carousel'; job: Job; children: string[] }
  | { do: 'check_containers'; jobs: Job[] }
  | { do: 'publish'; container_id: string }
  | { do: 'confirm'; container_id: string }
  | { do: 'read_permalink' }
  /** The id of a part that is live, which the next one answers. */
  | { do: 'find_part'; part: number }
  | { do: 'read_part_permalink'; part: number }
  | { do: 'take_after_step'; step: AfterStep }
  | DeletionStep
  | GateStep
  | FiguresStep
  | { do: 'end_too_late' }
  | { do: 'give_up' }

/** Whether the platform has something of it: then there may still be a link to find. */
const isLive = ({ state }: Publication): boolean => state === 'published' || state === 'partially_published'

/** The next call for a publication that has ended: its link, and the steps that follow. */
function nextAfterwards(publication: Publication): Step {
  if (!isLive(publication)) return { do: 'nothing' }
  const deletion = nextDeletion(publication)
  if (deletion) return deletion
  const { media_id, permalink_state, permalink_tries, parts = [] } = publication
  const looking = permalink_state === 'open'
  // The steps go before a link that could not be read at once; without its id there is nothing to take them on.
  if (looking && (permalink_tries === 0 || media_id === undefined)) return { do: 'read_permalink' }
  const step = publication.steps?.find(({ state }) => state === 'pending')
  if (step && publication.state === 'published') return { do: 'take_after_step', step }
  if (looking) return { do: 'read_permalink' }
  const part = parts.findIndex(
    ({ live_at, media_id, permalink, deleted_at }, at) =>
      at > 0 && live_at !== undefined && media_id !== undefined && permalink === undefined && deleted_at === undefined,
  )
  if (part >= 0) return { do: 'read_part_permalink', part }
  return nextFigures(publication) ?? { do: 'nothing' }
}

/** Whether there is something left to do for it. */
export const hasWork = (publication: Publication): boolean =>
  !hasEnded(publication) || nextAfterwards(publication).do !== 'nothing'

/** Whether an unclear publish call is simply made again. */
const mayRepeat = ({ repeat_until, verdict, calls }: Attempt, now: number): boolean =>
  repeat_until !== undefined &&
  now < repeat_until &&
  calls < MAX_CALLS &&
  (verdict === 'unanswered' || verdict === 'unclear')

/** The one thing to do next for a publication; `wait` where nothing is due yet. It calls nothing and changes nothing. */
export function nextStep(publication: Publication, now: number): Step {
  const { attempt } = publication
  const after = hasEnded(publication) ? nextAfterwards(publication) : undefined
  if (after?.do === 'nothing') return after
  const due = Math.max(publication.due_at, publication.not_before)
  if (now < due) return { do: 'wait', until: due }
  if (after?.do === 'read_figures' && now < after.at) return { do: 'wait', until: after.at }
  if (after) return after
  // A publish call was recorded: nothing else may happen before its outcome is known. Where the same call again shows
  // nothing new, that is found out by repeating it.
  if (attempt && mayRepeat(attempt, now)) return { do: 'publish', container_id: attempt.container_id }
  if (attempt) return { do: 'confirm', container_id: attempt.container_id }
  if (isTooLate(publication, now)) return { do: 'end_too_late' }
  if (now - publication.not_before > GIVE_UP_MS) return { do: 'give_up' }

  const part = partAt(publication)
  if (part > 0 && publication.parts![part - 1]!.media_id === undefined) return { do: 'find_part', part: part - 1 }
  const jobs = partJobs(publication)
  const containers = jobs.filter((job) => job.type === 'container_create')
  const missing = containers.filter((job) => job.container_id === undefined)
  if (missing.length > 0) return { do: 'create_containers', jobs: missing }
  const unready = containers.filter((job) => job.state === 'pending')
  if (unready.length > 0) return { do: 'check_containers', jobs: unready }
  const carousel = jobs.find((job) => job.type === 'carousel_upload')
  if (carousel && carousel.container_id === undefined) {
    return { do: 'create_carousel', job: carousel, children: containers.map((job) => handleOf(job)!) }
  }
  if (carousel?.state === 'pending') return { do: 'check_containers', jobs: [carousel] }
  return nextAtGate(publication) ?? { do: 'publish', container_id: targetJob(publication).container_id! }
}
