// What a team keeps for posts to come, as stored: drafts, and templates for texts and hashtags.
import * as z from 'zod/mini'

/** A post that is not finished: what it says so far, unchecked. */
export const Draft = z.lazy(() =>
  z.object({
    id: z.string(),
    owner_id: z.string(),
    type: z.enum(['feed', 'reels', 'stories', 'text']),
    /** JSON: the body of `POST /v1/posts/<type>` as far as it is written. */
    post: z.string(),
    /** Goes up with every change. */
    version: z.number(),
    created_by: z.nullable(z.string()),
    updated_by: z.nullable(z.string()),
    created_at: z.number(),
    updated_at: z.number(),
  }),
)
export type Draft = z.infer<typeof Draft>

/** Drafts of one owner. */
export const MOST_DRAFTS = 100
/** Bytes of a draft: all of an owner's fit into one answer. */
export const LARGEST_DRAFT = 40_000

/** Words to begin a post with; one without a text is a group of hashtags. */
export const Template = z.lazy(() =>
  z.object({
    id: z.string(),
    owner_id: z.string(),
    name: z.string(),
    content: z.string(),
    hashtags: z.array(z.string()),
    created_by: z.nullable(z.string()),
    updated_by: z.nullable(z.string()),
    created_at: z.number(),
    updated_at: z.number(),
  }),
)
export type Template = z.infer<typeof Template>

/** Templates of one owner, groups of hashtags among them. */
export const MOST_TEMPLATES = 100
/** Code points. */
export const LONGEST_NAME = 100
export const LONGEST_CONTENT = 10_000
export const LONGEST_HASHTAG = 100
export const MOST_HASHTAGS = 60
