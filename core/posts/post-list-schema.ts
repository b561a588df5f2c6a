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
    from: z.int().optional(),
    to: z.int().optional(),
    publish_from: z.int().optional(),
    publish_to: z.int().optional(),
  }),
})
