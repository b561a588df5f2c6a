// A page of posts as answers show it.
import { z } from 'zod'
import { ResultInfo } from '../answer-schema.ts'
import { PostSummaryShown } from './post-schema.ts'

export const PostListShown = z.object({
  result: z.array(PostSummaryShown),
  result_info: ResultInfo,
  filters: z.object({
    status: PostSummaryShown.shape.status.optional(),
    type: PostSummaryShown.shape.type.optional(),
    account: z.uuid().optional(),
    media: z.uuid().optional(),
    from: z.int().optional(),
    to: z.int().optional(),
    publish_from: z.int().optional(),
    publish_to: z.int().optional(),
  }),
  searched: z
    .object({
      count: z.int().describe('How many posts were searched.'),
      complete: z.boolean().describe('False if older posts were not.'),
    })
    .optional()
    .describe('Only with `media`.'),
})
