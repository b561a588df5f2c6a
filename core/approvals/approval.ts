// A post that waits for an editor, as stored.
import * as z from 'zod/mini'
import type { PostType } from '../platforms/enumerations.ts'

/** `waiting` for an editor · `changes_asked` of its author · `approved` and accepted as a post · `withdrawn`. */
export const APPROVAL_STATES = ['waiting', 'changes_asked', 'approved', 'withdrawn'] as const
export type ApprovalState = (typeof APPROVAL_STATES)[number]

/** A link to review one post. Only a hash of its secret is kept. */
export const ReviewLink = z.object({
  id: z.string(),
  secret_hash: z.string(),
  /** The person who made it: it is good while that person is an editor. */
  created_by: z.string(),
  until: z.number(),
})
export type ReviewLink = z.infer<typeof ReviewLink>

/** How long a link to review can be used. */
export const REVIEW_MS = 7 * 24 * 3_600_000
export const LONGEST_REVIEWER = 80

export const Approval = z.lazy(() =>
  z.object({
    id: z.string(),
    owner_id: z.string(),
    type: z.enum(['feed', 'reels', 'stories', 'text']),
    /** The post as its author sent it, JSON: exactly this goes out. */
    request: z.string(),
    state: z.enum(APPROVAL_STATES),
    /** Goes up with every change of the post: what an editor approves is the version that they saw. */
    version: z.number(),
    created_by: z.nullable(z.string()),
    created_at: z.number(),
    updated_at: z.number(),
    post_id: z.nullable(z.string()),
    /** By which somebody without a user reviews it; the last that was made. */
    review: z._default(z.nullable(ReviewLink), null),
  }),
)
export type Approval = z.infer<typeof Approval> & { type: PostType }

/** Kinds of entries: their text is a comment, the changes that are asked for, a note on the approved post, or nothing. */
export const ENTRY_KINDS = ['sent', 'changed', 'comment', 'changes_asked', 'approved', 'withdrawn'] as const

export const ApprovalEntry = z.lazy(() =>
  z.object({
    id: z.string(),
    kind: z.enum(ENTRY_KINDS),
    text: z.string(),
    /** The version that it is about. */
    version: z.number(),
    by: z.nullable(z.string()),
    /** The name that a reviewer gave who used a link; `by` is then the editor who made the link. */
    reviewer: z._default(z.nullable(z.string()), null),
    at: z.number(),
  }),
)
export type ApprovalEntry = z.infer<typeof ApprovalEntry>

export const LONGEST_COMMENT = 2000
/** Entries of one approval: nobody discusses a post longer than this. */
export const MOST_ENTRIES = 500
/** The same of people without a user who review by a link: the rest is the team's, to answer and to change the post. */
export const MOST_OF_REVIEWERS = 200
/** Posts of one owner that wait at a time. */
export const MOST_WAITING = 500
/** Bytes of a post that waits. */
export const LARGEST_REQUEST = 200_000

export const isOpen = ({ state }: Pick<Approval, 'state'>): boolean => state === 'waiting' || state === 'changes_asked'
