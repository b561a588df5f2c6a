// GET /v1/media/users and /v1/media/tags: a page of the caller's media, newest first, and the tags that they have.
import * as z from 'zod/mini'
import { listMedia, listTags } from '../../../core/media/list-media.ts'
import { TagInput } from '../../../core/media/rules/tags.ts'
import { byRoute } from '../../by-route.ts'
import { endpoint } from '../../endpoint.ts'
import { LimitParameter, PageParameter } from '../../paging.ts'

const list = endpoint({
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
    tag: z.optional(TagInput),
  }),
  run: async ({ caller, query }) => ({
    status: 200,
    body: { success: true, data: await listMedia({ ownerId: caller.owner_id, ...query }) },
  }),
})

const tags = endpoint({
  run: async ({ caller }) => ({
    status: 200,
    body: { success: true, data: await listTags(caller.owner_id) },
  }),
})

export const handler = byRoute({ 'GET /v1/media/users': list, 'GET /v1/media/tags': tags })
