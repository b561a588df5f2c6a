// GET /v1/media/users: a page of the caller's media, newest first.
import { z } from 'zod'
import { listMedia } from '../../../core/media/list-media.ts'
import { endpoint } from '../../endpoint.ts'
import { LimitParameter, PageParameter } from '../../paging.ts'

export const handler = endpoint({
  query: z.strictObject({
    page: PageParameter,
    limit: LimitParameter,
    type: z.enum(['image', 'video', 'audio']).optional(),
    search: z
      .string()
      .max(255)
      .transform((value) => value.trim() || undefined)
      .optional(),
  }),
  run: async ({ caller, query }) => ({
    status: 200,
    body: { success: true, data: await listMedia({ ownerId: caller.owner_id, ...query }) },
  }),
})
