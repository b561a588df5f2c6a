// Reports of platforms: figures of a post on each of its accounts, and of an account; collaborators of a post.
import * as z from 'zod/mini'
import { Uuid } from '../../core/ids.ts'
import { accountDays, accountInsights, postInsights } from '../../core/insights/read-insights.ts'
import { postCollaborators } from '../../core/posts/read-collaborators.ts'
import { byRoute } from '../by-route.ts'
import { endpoint } from '../endpoint.ts'
import { TimeParameter } from '../paging.ts'

/** Answers with what the platforms report about a post, account by account. @param read takes the owner's id, the post's id and the time. */
const ofPost = (read: (ownerId: string, postId: string, now: number) => Promise<readonly object[]>) =>
  endpoint({
    params: z.object({ id: Uuid }),
    run: async ({ caller, params: { id }, now }) => ({
      status: 200,
      body: { success: true, data: { post_id: id, accounts: await read(caller.owner_id, id, now) } },
    }),
  })

const ofAccount = endpoint({
  params: z.object({ id: Uuid }),
  query: z.strictObject({
    from: z.optional(TimeParameter),
    to: z.optional(TimeParameter),
    by: z.optional(z.enum(['day'])),
  }),
  run: async ({ caller, params, query: { by, ...span }, now }) => {
    const figures = by === 'day' ? accountDays : accountInsights
    return { status: 200, body: { success: true, data: await figures(caller.owner_id, params.id, span, now) } }
  },
})

export const handler = byRoute({
  'GET /v1/posts/{id}/insights': ofPost(postInsights),
  'GET /v1/posts/{id}/collaborators': ofPost(postCollaborators),
  'GET /v1/accounts/social/{id}/insights': ofAccount,
})
