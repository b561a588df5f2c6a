// The pieces that a publication is stored with: jobs, the publish call, parts of a thread, steps, deletion, the timeline.
import * as z from 'zod/mini'
import { AFTER_STEPS, CONTAINER_TYPES } from '../../platforms/enumerations.ts'
import { JOB_TYPES } from './enumerations.ts'
import { FAILURES, type FailureCode } from './failures.ts'

/** The platform's own words, without anything secret. */
export const PlatformProblem = z.lazy(() =>
  z.object({
    message: z.string(),
    code: z.optional(z.number()),
    subcode: z.optional(z.number()),
    type: z.optional(z.string()),
    trace_id: z.optional(z.string()),
    http_status: z.optional(z.number()),
  }),
)
export type PlatformProblem = z.infer<typeof PlatformProblem>

/** One post of a thread. */
export const Part = z.lazy(() =>
  z.object({
    /** When it was known to be live. */
    live_at: z.optional(z.number()),
    media_id: z.optional(z.string()),
    /** Null where the platform gives none. */
    permalink: z.optional(z.nullable(z.string())),
    /** Searches for its id or link that found nothing. */
    lookups: z.number(),
    deleted_at: z.optional(z.number()),
  }),
)
export type Part = z.infer<typeof Part>

/** A step after the post is live. Whatever the outcome, the post stays published. */
export const AfterStep = z.lazy(() =>
  z.object({
    type: z.enum(AFTER_STEPS),
    state: z.enum(['pending', 'completed', 'failed']),
    /** Calls that were made. */
    tries: z.number(),
    /** The call in flight or ambiguous; stored before it is made, where making it twice would show. */
    attempt: z.optional(
      z.object({
        at: z.number(),
        /** The answer: none yet, no clear one, or a clear refusal of this class. */
        verdict: z.string(),
        /** When its result was first looked for without success. */
        missing_seen_at: z.optional(z.number()),
        unclear_ms: z.optional(z.number()),
        reads: z.number(),
      }),
    ),
    /** The id of what it made: the comment. */
    platform_id: z.optional(z.string()),
    /** Why it failed, or what went wrong last. */
    message: z.optional(z.string()),
    problem: z.optional(PlatformProblem),
    created_at: z.number(),
    completed_at: z.optional(z.number()),
  }),
)
export type AfterStep = z.infer<typeof AfterStep>

/** Its owner wants it off the platform again. */
export const Deletion = z.lazy(() =>
  z.object({
    state: z.enum(['pending', 'completed', 'failed']),
    requested_at: z.number(),
    /** Calls for the post that it is at. */
    tries: z.number(),
    /** The last call's answer, while nobody has looked whether the post is still there. */
    verdict: z.optional(z.string()),
    /** When the post was first looked for without success. */
    missing_seen_at: z.optional(z.number()),
    reads: z.number(),
    /** Searches for an id that found nothing. */
    lookups: z.number(),
    held_since: z.optional(z.number()),
    /** Why it failed, or what went wrong last. */
    message: z.optional(z.string()),
    problem: z.optional(PlatformProblem),
    completed_at: z.optional(z.number()),
  }),
)
export type Deletion = z.infer<typeof Deletion>

export const Failure = z.lazy(() =>
  z.object({
    code: z.enum(Object.keys(FAILURES) as [FailureCode]),
    message: z.string(),
    platform: z.optional(PlatformProblem),
  }),
)
export type Failure = z.infer<typeof Failure>

export const Job = z.lazy(() =>
  z.object({
    id: z.string(),
    type: z.enum(JOB_TYPES),
    state: z.enum(['pending', 'completed', 'failed']),
    container_type: z.optional(z.enum(CONTAINER_TYPES)),
    media_id: z.optional(z.string()),
    /**
     * The container it made, and when; gone again when the container has to be made again. Empty where its platform has no
     * name for it that says anything to people.
     */
    container_id: z.optional(z.string()),
    container_at: z.optional(z.number()),
    /** The handle for its platform's connector, where it is not the container's id. */
    handle: z.optional(z.string()),
    /** From `container_at`, where it is not a day. */
    lives_ms: z.optional(z.number()),
    /** The next look makes more of it: the next part of an upload. */
    goes_on: z.optional(z.boolean()),
    /**
     * For the publishing job: the key by which the platform tells repeats of the call; the job's id where the platform has no
     * form of its own.
     */
    key: z.optional(z.string()),
    /** For the publishing job: where the account's posts ended before the first call, as the connector wrote it. */
    mark: z.optional(z.string()),
    /** Tries that failed since the last that went well: what back-off grows with. */
    tries: z.number(),
    /** The part of a thread that it is for; absent for the first. */
    part: z.optional(z.number()),
    /** Its record was written when the publication ended before. */
    counted: z.optional(z.boolean()),
    /** Containers of it that the platform could not process. */
    remakes: z.number(),
    created_at: z.number(),
    started_at: z.optional(z.number()),
    completed_at: z.optional(z.number()),
    problem: z.optional(PlatformProblem),
  }),
)
export type Job = z.infer<typeof Job>

/** Differences from what was asked for, while the post itself is fine. */
export const NOTES = {
  link_in_text: "The platform could not build the link's card: the link is published in the text.",
  story_not_shared: 'The post is live; the platform did not share it as a story.',
} as const
export type NoteCode = keyof typeof NOTES

/** The publish call in flight or ambiguous. Stored before the call is made. */
export const Attempt = z.lazy(() =>
  z.object({
    container_id: z.string(),
    at: z.number(),
    /** The key of the call, and until when it may be repeated with it: of platforms on which that shows nothing new. */
    key: z.optional(z.string()),
    repeat_until: z.optional(z.number()),
    /** How often publish was called on this container. */
    calls: z.number(),
    /** The last call's answer: none yet, no clear one, that it is under way, or a clear refusal of this class. */
    verdict: z.enum([
      'unanswered',
      'unclear',
      'taken',
      'same_container',
      'new_container',
      'wait',
      'reconnect',
      'owner_action',
      'permanent',
      'permission',
      'without_card',
    ]),
    /** Whether any call on this container had no clear answer. */
    doubtful: z.boolean(),
    /** The id that the platform gave the post when it took it, while it is not out yet. */
    media_id: z.optional(z.string()),
    /** Posts that were taken for this one, and are other publications' (`rules/confirm-outcomes.ts`, `ofAnother`). */
    others: z.optional(z.array(z.string())),
    /** When the container was last read as FINISHED after the last call. */
    finished_seen_at: z.optional(z.number()),
    /** How long the last call went without a clear answer. */
    unclear_ms: z.optional(z.number()),
    reads: z.number(),
    problem: z.optional(PlatformProblem),
    /** Advice to the owner about the refusal. */
    advice: z.optional(z.string()),
  }),
)
export type Attempt = z.infer<typeof Attempt>

export const PUBLICATION_EVENTS = [
  'started',
  'container_created',
  'container_ready',
  'waiting_for_others',
  'publish_called',
  'publish_answered',
  'problem',
  'published',
  'permalink_found',
  'failed',
  'part_published',
  'partially_published',
  'step_completed',
  'step_failed',
  'cancelled',
  'rescheduled',
  'retried',
  'deletion_requested',
  'part_deleted',
  'deleted',
  'deletion_failed',
] as const

/** A line of the timeline: what happened, and what the platform said. */
export const PublicationEvent = z.lazy(() =>
  z.object({
    at: z.number(),
    event: z.enum(PUBLICATION_EVENTS),
    job_id: z.optional(z.string()),
    container_id: z.optional(z.string()),
    platform_media_id: z.optional(z.string()),
    permalink: z.optional(z.string()),
    scheduled_at: z.optional(z.number()),
    /** The part of a thread, from 0. */
    part: z.optional(z.number()),
    step: z.optional(z.enum(AFTER_STEPS)),
    /** The outcome of a publish call, as far as its answer told. */
    verdict: z.optional(z.string()),
    code: z.optional(z.string()),
    message: z.optional(z.string()),
    platform: z.optional(PlatformProblem),
    /** The same again and again is one line: how often in all, and when last. */
    times: z.optional(z.number()),
    last_at: z.optional(z.number()),
  }),
)
export type PublicationEvent = z.infer<typeof PublicationEvent>
