// Publications as far as a test needs them to have come, and what platforms say of them.
import { type ContainerStatus, verdictOf } from '../../core/platforms/meta/containers.ts'
import type { ErrorClass, PlatformError, Prepared, Result, Verdict } from '../../core/platforms/outcome.ts'
import type { Moment } from '../../core/posts/rules/changes.ts'
import { newPublication } from '../../core/posts/rules/new-publication.ts'
import type { Pace } from '../../core/posts/rules/pace.ts'
import { planOf } from '../../core/posts/rules/plan.ts'
import type { Publication } from '../../core/posts/rules/publication.ts'
import type { Attempt, Job } from '../../core/posts/rules/publication-fields.ts'
import { OWNER, uuid } from './domain.ts'

export const T0 = Date.UTC(2026, 10, 21, 12)
/** Half of the jitter each time: waits are then exact. */
export const PACE: Pace = { poll_ms: 3000, chance: () => 0.5 }
export const at = (now: number, pace: Pace = PACE): Moment => ({ now, pace })

/** One that nobody has touched. @param pictures 0 makes it a text. */
export const untouched = (pictures = 1, given: Partial<Publication> = {}): Publication => ({
  ...newPublication({
    post_id: uuid(500),
    account_id: uuid(902),
    owner_id: OWNER,
    platform: 'threads',
    type: pictures === 0 ? 'text' : 'feed',
    plan: planOf(
      'feed',
      'threads',
      Array.from({ length: pictures }, (_, index) => ({ id: uuid(index + 1), kind: 'image' as const })),
    ),
    not_before: T0,
    now: T0,
  }),
  ...given,
})

const changed = (publication: Publication, type: Job['type'], change: (index: number) => Partial<Job>): Publication => {
  let index = 0
  return {
    ...publication,
    jobs: publication.jobs.map((job) => (job.type === type ? { ...job, ...change(index++) } : job)),
  }
}

/** Every container is made. */
export const made = (pictures = 1, given: Partial<Publication> = {}): Publication => ({
  ...changed(untouched(pictures), 'container_create', (index) => ({
    container_id: `c${index + 1}`,
    container_at: T0,
    started_at: T0,
  })),
  state: 'preparing',
  started_at: T0,
  ...given,
})

/** Every child is ready; the carousel is still to be made. */
export const childrenReady = (pictures = 2, given: Partial<Publication> = {}): Publication => ({
  ...changed(made(pictures), 'container_create', () => ({ state: 'completed', completed_at: T0 })),
  ...given,
})

/** All is ready to be published. */
export const ready = (pictures = 1, given: Partial<Publication> = {}): Publication => ({
  ...changed(childrenReady(pictures), 'carousel_upload', () => ({
    container_id: 'parent',
    container_at: T0,
    started_at: T0,
    state: 'completed',
    completed_at: T0,
  })),
  ...given,
})

/** A publish call was made, with what it said. */
export const called = (attempt: Partial<Attempt> = {}, given: Partial<Publication> = {}): Publication => {
  const calls = attempt.calls ?? 1
  return {
    ...changed(ready(), 'publish_content', () => ({ started_at: T0, tries: calls })),
    state: 'confirming',
    attempt: { container_id: 'c1', at: T0, calls, verdict: 'unclear', doubtful: false, reads: 0, ...attempt },
    ...given,
  }
}

export const problem = (errorClass: ErrorClass, given: Partial<PlatformError> = {}): PlatformError => ({
  class: errorClass,
  message: `said ${errorClass}`,
  code: 1,
  ...given,
})
export const refusal = (
  errorClass: ErrorClass,
  given: Partial<PlatformError> = {},
): { ok: false; error: PlatformError } => ({ ok: false, error: problem(errorClass, given) })

export const status = (
  state: ContainerStatus['state'],
  error?: PlatformError,
  pause_ms?: number,
): Result<ContainerStatus> => ({
  ok: true,
  value: { state, ...(error ? { error } : {}) },
  ...(pause_ms === undefined ? {} : { pause_ms }),
})

/** The same of a container on which publishing was asked for. */
export const outcome = (state: ContainerStatus['state'], error?: PlatformError, pause_ms?: number): Result<Verdict> => {
  const read = status(state, error, pause_ms)
  return read.ok ? { ...read, value: verdictOf(read.value) } : read
}

/** A container that was made. */
export const container = (id: string): { ok: true; value: Prepared } => ({
  ok: true,
  value: { state: 'in_progress', handle: id, id },
})

export const jobOf = (publication: Publication, type: Job['type'], index = 0): Job =>
  publication.jobs.filter((job) => job.type === type)[index]!
