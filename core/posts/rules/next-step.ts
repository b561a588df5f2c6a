// Deciding, purely: given a publication and the time, the one thing to do next. What came of it is
// in `container-outcomes.ts` and `publish-outcomes.ts`.
import { GIVE_UP_MS } from './pace.ts'
import type { Job, Publication } from './publication.ts'

export type Step =
  | { do: 'nothing' }
  | { do: 'wait'; until: number }
  | { do: 'create_containers'; jobs: Job[] }
  | { do: 'create_carousel'; job: Job; children: string[] }
  | { do: 'check_containers'; jobs: Job[] }
  | { do: 'publish'; container_id: string }
  | { do: 'confirm'; container_id: string }
  | { do: 'read_permalink' }
  | { do: 'give_up' }

/** The job whose container is published: the carousel's, or the only one. */
export const targetJob = (publication: Publication): Job =>
  publication.jobs.find((job) => job.type === 'carousel_upload') ??
  publication.jobs.find((job) => job.type === 'container_create')!

export function nextStep(publication: Publication, now: number): Step {
  const { state, jobs, attempt } = publication
  const lookingForLink = state === 'published' && publication.permalink_state === 'open'
  if ((state === 'published' || state === 'failed' || state === 'cancelled') && !lookingForLink)
    return { do: 'nothing' }
  const due = Math.max(publication.due_at, publication.not_before)
  if (now < due) return { do: 'wait', until: due }
  if (lookingForLink) return { do: 'read_permalink' }
  // A publish call was recorded: nothing else may happen before the container has been read.
  if (attempt) return { do: 'confirm', container_id: attempt.container_id }
  if (now - publication.not_before > GIVE_UP_MS) return { do: 'give_up' }

  const containers = jobs.filter((job) => job.type === 'container_create')
  const missing = containers.filter((job) => job.container_id === undefined)
  if (missing.length > 0) return { do: 'create_containers', jobs: missing }
  const unready = containers.filter((job) => job.state === 'pending')
  if (unready.length > 0) return { do: 'check_containers', jobs: unready }
  const carousel = jobs.find((job) => job.type === 'carousel_upload')
  if (carousel && carousel.container_id === undefined) {
    return { do: 'create_carousel', job: carousel, children: containers.map((job) => job.container_id!) }
  }
  if (carousel?.state === 'pending') return { do: 'check_containers', jobs: [carousel] }
  return { do: 'publish', container_id: targetJob(publication).container_id! }
}
