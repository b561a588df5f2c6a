// GET /v1/media/users: a page of the caller's media, newest first.
import * as z from 'zod/mini'
import { listMedia } from '../../../core/media/list-media.ts'
import { endpoint } from '../../endpoint.ts'
import { LimitParameter, PageParameter } from '../../paging.ts'

export const handler = endpoint({
  query: z.strictObject({
    page: PageParameter,
    limit: LimitParameter,
    type: z.optional(z.enum(['image', 'video', 'audio'])),
    search: z.optional(
      z.pipe(
        z.string().check(z.maxLength(255)),
        z.transform((value) => value.trim() || undefined),
      ),
    ),
  }),
  run: async ({ caller, query }) => ({
    status: 200,
    body: { success: true, data: await listMedia({ ownerId: caller.owner_id, ...query }) },
  }),
})
