// Stored drafts and templates of a team.
import * as z from 'zod/mini'

/** A post that is not finished: what it says so far, unchecked. */
export const Draft = z.lazy(() =>
  z.object({
    id: z.string(),
    owner_id: z.string(),
    /** Set for a template: posts begin with its words, again and again. */
    name: z.nullable(z.string()),
    type: z.enum(['feed', 'reels', 'stories', 'text']),
    /** JSON: the body of `POST /v1/posts/<type>` as far as it is written. */
    post: z.string(),
    /** Goes up with every change. */
    version: z.number(),
    created_by: z.nullable(z.string()),
    updated_by: z.nullable(z.string()),
    created_at: z.number(),
    updated_at: z.number(),
    /** Ids of the people who are editing it, each with the time (Unix ms) at which that ends. */
    editing: z.optional(z.record(z.string(), z.number())),
  }),
)
export type Draft = z.infer<typeof Draft>

/** A draft becomes one post; a template stays. */
export const DRAFT_KINDS = ['draft', 'template'] as const
export type DraftKind = (typeof DRAFT_KINDS)[number]

export const kindOf = ({ name }: Pick<Draft, 'name'>): DraftKind => (name === null ? 'draft' : 'template')

/** The most of each kind, for one owner. */
export const MOST_DRAFTS = 100
/** Bytes that a draft takes of an answer: all of an owner's fit into one. */
export const LARGEST_DRAFT = 40_000
/** How long a person counts as editing a draft after a note; the composer sends one each minute while the person types. */
export const EDITING_MS = 90_000
/** Characters of a template's name. */
export const LONGEST_NAME = 100
