// GET /v1/posts: the caller's posts, newest first.
import * as z from 'zod/mini'
import { Uuid } from '../../../core/ids.ts'
import { listPosts } from '../../../core/posts/list-posts.ts'
import { postSummary } from '../../../core/posts/post-view.ts'
import { POST_STATUSES } from '../../../core/posts/rules/post.ts'
import { endpoint } from '../../endpoint.ts'
import { inOrder, LimitParameter, PageParameter, TimeParameter } from '../../paging.ts'

export const handler = endpoint({
  query: z
    .strictObject({
      page: PageParameter,
      limit: LimitParameter,
      status: z.optional(z.enum(POST_STATUSES)),
      type: z.optional(z.enum(['feed', 'reels', 'stories', 'text'])),
      account: z.optional(Uuid),
      media: z.optional(Uuid),
      from: z.optional(TimeParameter),
      to: z.optional(TimeParameter),
      publish_from: z.optional(TimeParameter),
      publish_to: z.optional(TimeParameter),
    })
    .check(inOrder('from', 'to'), inOrder('publish_from', 'publish_to')),
  run: async ({ caller, query, now }) => {
    const { posts, total_count, searched } = await listPosts(caller.owner_id, query, now)
    const { page, limit, ...filters } = query
    const result = posts.map((post) => postSummary(post, now))
    const result_info = { count: result.length, page, limit, total_count, total_pages: Math.ceil(total_count / limit) }
    return {
      status: 200,
      body: { success: true, data: { result, result_info, filters, ...(searched ? { searched } : {}) } },
    }
  },
})
