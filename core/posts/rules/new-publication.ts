// A publication as it begins: the jobs that its plan takes, nothing done yet.
import { newId } from '../../ids.ts'
import type { AfterStepType, PostType } from '../../platforms/enumerations.ts'
import { factsOf, type PlatformId } from '../../platforms/facts.ts'
import type { JobType } from './enumerations.ts'
import type { PublishPlan } from './plan.ts'
import type { Publication } from './publication.ts'
import type { Job } from './publication-fields.ts'
import { SWEEP_LATER_MS } from './sweep-time.ts'

export function newPublication(given: {
  post_id: string
  account_id: string
  owner_id: string
  platform: PlatformId
  type: PostType
  plan: PublishPlan
  /** Media that the options name: they are needed as those of the plan are. */
  option_media?: readonly string[]
  /** The parts of a thread that follow the first. */
  thread?: readonly PublishPlan[]
  steps?: readonly AfterStepType[]
  not_before: number
  not_after?: number
  together?: boolean
  /** A message for its time is on its way: the sweeper looks after it later. */
  sent?: boolean
  /** Whether its figures are read before they are gone. */
  keeps_figures?: boolean
  now: number
}): Publication {
  const {
    plan,
    option_media = [],
    thread = [],
    steps = [],
    now,
    not_after,
    together,
    keeps_figures,
    sent,
    ...rest
  } = given
  const joins = factsOf(given.platform).joins_pieces
  const job = (type: JobType, more: Partial<Job> = {}): Job => ({
    id: newId(),
    type,
    state: 'pending',
    tries: 0,
    remakes: 0,
    created_at: now,
    ...more,
  })
  const jobsOf = ({ containers, carousel }: PublishPlan, part: Partial<Job>): Job[] => [
    ...containers.map(({ type, media_id }) => job('container_create', { container_type: type, media_id, ...part })),
    ...(carousel && joins ? [job('carousel_upload', part)] : []),
    job('publish_content', part),
  ]
  return {
    ...rest,
    state: 'waiting',
    version: 1,
    due_at: given.not_before,
    lease_until: 0,
    ...(sent ? { sweep_at: given.not_before + SWEEP_LATER_MS } : {}),
    jobs: [plan, ...thread].flatMap((part, at) => jobsOf(part, at > 0 ? { part: at } : {})),
    ...(thread.length > 0 ? { parts: [plan, ...thread].map(() => ({ lookups: 0 })) } : {}),
    ...(steps.length > 0
      ? { steps: steps.map((type) => ({ type, state: 'pending' as const, tries: 0, created_at: now })) }
      : {}),
    media_ids: [...new Set([...plan.containers.flatMap(({ media_id }) => media_id ?? []), ...option_media])],
    permalink_state: 'none',
    permalink_tries: 0,
    ...(not_after === undefined ? {} : { not_after }),
    ...(together ? { together } : {}),
    ...(keeps_figures ? { figures: { state: 'open' as const, tries: 0 } } : {}),
    created_at: now,
  }
}
