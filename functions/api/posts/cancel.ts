// DELETE /v1/posts/{id}: cancels what has not begun.
import * as z from 'zod/mini'
import { Uuid } from '../../../core/ids.ts'
import { cancelPost } from '../../../core/posts/cancel-post.ts'
import { endpoint } from '../../endpoint.ts'

export const handler = endpoint({
  params: z.object({ id: Uuid }),
  run: async ({ caller, params, now }) => {
    const { cancelled, left } = await cancelPost(caller.owner_id, params.id, now)
    const rest = left === 0 ? '' : ` On ${left} publishing had begun or ended: those are not changed.`
    const message = `The post was cancelled on ${cancelled} account${cancelled === 1 ? '' : 's'}.${rest}`
    return { status: 200, body: { success: true, message } }
  },
})
