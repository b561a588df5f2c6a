// GET /v1/posts/{id}: the state of a post on each account.
import * as z from 'zod/mini'
import { refuse } from '../../../core/errors.ts'
import { Uuid } from '../../../core/ids.ts'
import { getPostWithPublications } from '../../../core/posts/post-store.ts'
import { postAnswer } from '../../../core/posts/post-view.ts'
import { endpoint } from '../../endpoint.ts'

export const handler = endpoint({
  params: z.object({ id: Uuid }),
  run: async ({ caller, params, now }) => {
    const found = await getPostWithPublications(params.id)
    if (!found || found.post.owner_id !== caller.owner_id) throw refuse('not_found', 'There is no post with this id.')
    return { status: 200, body: { success: true, data: postAnswer(found.post, found.publications, now) } }
  },
})
