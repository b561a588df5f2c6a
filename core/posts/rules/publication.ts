// The publication: one post on one account, with the jobs it takes. One item of the table; every change of it is a
// conditional write on `version`.
import * as z from 'zod/mini'
import { POST_TYPE_NAMES } from '../../platforms/enumerations.ts'
import { PLATFORM_IDS } from '../../platforms/facts.ts'
import { PUBLICATION_STATES } from './enumerations.ts'
import { RETRYABLE } from './failures.ts'
import {
  AfterStep,
  Attempt,
  Deletion,
  Failure,
  Job,
  NOTES,
  type NoteCode,
  Part,
  PlatformProblem,
  PublicationEvent,
} from './publication-fields.ts'

export const hasFailedStep = ({ steps = [] }: Pick<Publication, 'steps'>): boolean =>
  steps.some(({ state }) => state === 'failed')

/** Whether it failed as a whole and is not to be published any more: tried again it could only be too late. */
export const isPastRetrying = ({ state, not_after }: Pick<Publication, 'state' | 'not_after'>, now: number): boolean =>
  state === 'failed' && not_after !== undefined && now > not_after

/** Whether a retry can help: of the post, of the rest of its thread, or of a step that follows it. */
export const canRetry = (
  publication: Pick<Publication, 'state' | 'failure' | 'steps' | 'deletion' | 'not_after'>,
  now: number,
): boolean =>
  publication.deletion !== undefined || isPastRetrying(publication, now)
    ? false
    : publication.failure === undefined
      ? publication.state === 'published' && hasFailedStep(publication)
      : RETRYABLE.includes(publication.failure.code) ||
        // A new post would repeat the parts that are live.
        (publication.state === 'partially_published' && publication.failure.code === 'account_disconnected')

export const Publication = z.lazy(() =>
  z.object({
    post_id: z.string(),
    account_id: z.string(),
    owner_id: z.string(),
    platform: z.enum(PLATFORM_IDS),
    type: z.enum(POST_TYPE_NAMES),
    state: z.enum(PUBLICATION_STATES),
    version: z.number(),
    /** Never started before this, Unix ms. */
    not_before: z.number(),
    /** Not started to be published after this, Unix ms. */
    not_after: z.optional(z.number()),
    /** All accounts of the post or none: it is published once all are ready. */
    together: z.optional(z.boolean()),
    /** With `together`: when its containers were ready, and whether those of all other accounts were found ready too. */
    ready_at: z.optional(z.number()),
    gate_open: z.optional(z.boolean()),
    /** When there is something to do next. */
    due_at: z.number(),
    /** While this is in the future, one worker has it. */
    lease_until: z.number(),
    /** When the sweeper looks after it; absent where that is when it is due. */
    sweep_at: z.optional(z.number()),
    jobs: z.array(Job),
    media_ids: z.array(z.string()),
    /** The posts of a thread, the first among them; absent where there is one. */
    parts: z.optional(z.array(Part)),
    /** In their order; absent where there are none. */
    steps: z.optional(z.array(AfterStep)),
    /** Absent until it is asked for. */
    deletion: z.optional(Deletion),
    /** For a story: its last figures are to be read before they are gone. */
    figures: z.optional(
      z.object({
        state: z.enum(['open', 'kept', 'given_up']),
        /** When they are due; absent until the story is out. */
        at: z.optional(z.number()),
        tries: z.number(),
      }),
    ),
    attempt: z.optional(Attempt),
    /** How long it has been held up by limits in all, and since when. */
    held_since: z.optional(z.number()),
    media_id: z.optional(z.string()),
    permalink: z.optional(z.string()),
    /** `open` it is still being looked for. */
    permalink_state: z.enum(['none', 'open', 'found', 'unavailable']),
    permalink_tries: z.number(),
    failure: z.optional(Failure),
    /** Differences from what was asked for. */
    notes: z.optional(z.array(z.enum(Object.keys(NOTES) as [NoteCode]))),
    /** The last problem on the way, while it is still being tried. */
    last_problem: z.optional(PlatformProblem),
    /** The latest events, oldest first. */
    events: z.optional(z.array(PublicationEvent)),
    created_at: z.number(),
    started_at: z.optional(z.number()),
    ended_at: z.optional(z.number()),
  }),
)
export type Publication = z.infer<typeof Publication>

/** Adds a note, once. */
export const withNote = (publication: Publication, note: NoteCode): Publication =>
  publication.notes?.includes(note) ? publication : { ...publication, notes: [...(publication.notes ?? []), note] }

const ENDS: readonly Publication['state'][] = ['published', 'partially_published', 'failed', 'cancelled', 'deleted']

export const hasEnded = ({ state }: Pick<Publication, 'state'>): boolean => ENDS.includes(state)

/** Whether a worker has begun with it: its time can no longer change. */
export const hasBegun = (publication: Publication): boolean => publication.started_at !== undefined

/** Whether it waits for the other accounts of its post, or has not seen yet that all of them are ready. */
export const isAtGate = ({ ready_at, gate_open }: Publication): boolean => ready_at !== undefined && !gate_open

/**
 * Whether it can still be called back: it has not begun, or it waits (for a limit to be lifted, for another try, for the other accounts
 * of its post) and no call that publishes has been made, so that nobody can see anything of it. A worker that makes one at this
 * moment has recorded it before, with a condition on the version.
 * @param opened whether the gate of its post is open: what waits at it goes out, because others may be out already.
 */
export function canBeCancelled(publication: Publication, opened: boolean): boolean {
  if (hasEnded(publication)) return false
  if (!hasBegun(publication)) return true
  const { jobs, last_problem } = publication
  const waits = isAtGate(publication) ? !opened : last_problem !== undefined
  return waits && jobs.every(({ type, started_at }) => type !== 'publish_content' || started_at === undefined)
}

/** Another worker or request wrote the publication first: it is theirs now. */
export class VersionConflict extends Error {
  constructor() {
    super('the publication was written by another worker or request since it was read')
    this.name = 'VersionConflict'
  }
}
