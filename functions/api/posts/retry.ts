// POST /v1/posts/{id}/retry: publishes again on accounts where it failed for a temporary reason.
import * as z from 'zod/mini'
import { checkRoleNow } from '../../../core/api-keys/actor.ts'
import { API_STAGE } from '../../../core/contract.ts'
import { Uuid } from '../../../core/ids.ts'
import { retryPost } from '../../../core/posts/retry-post.ts'
import { endpoint } from '../../endpoint.ts'
import { once } from '../../idempotent.ts'

export const handler = endpoint({
  checkRole: checkRoleNow,
  params: z.object({ id: Uuid }),
  idempotent: once({ route: 'posts/retry', leaseSeconds: 30 }),
  run: async ({ caller, params, now, attempt, afterwards }) => {
    const { post, retried, left, dispatch } = await retryPost(caller.owner_id, params.id, now, attempt)
    afterwards(dispatch)
    const rest = left.map(({ message }) => ` Left out: ${message}`).join('')
    const message = `The post is published again to ${retried.length} account${retried.length === 1 ? '' : 's'}.${rest}`
    return {
      status: 202,
      headers: { Location: `/${API_STAGE}/v1/posts/${post.id}` },
      body: { success: true, message, data: { accounts: retried, left_out: left } },
    }
  },
})
