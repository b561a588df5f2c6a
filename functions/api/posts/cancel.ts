// Cancelling posts that have not started, and deleting live ones.
import * as z from 'zod/mini'
import { checkRoleNow } from '../../../core/api-keys/actor.ts'
import { API_STAGE } from '../../../core/contract.ts'
import { Uuid } from '../../../core/ids.ts'
import { cancelPost } from '../../../core/posts/cancel-post.ts'
import { deletePublication } from '../../../core/posts/delete-publication.ts'
import { byRoute } from '../../by-route.ts'
import { endpoint } from '../../endpoint.ts'

const cancel = endpoint({
  checkRole: checkRoleNow,
  params: z.object({ id: Uuid }),
  run: async ({ caller, params, now }) => {
    const { cancelled, left } = await cancelPost(caller.owner_id, params.id, now)
    const rest = left === 0 ? '' : ` On ${left} publishing had begun or ended: those are not changed.`
    const message = `The post was cancelled on ${cancelled} account${cancelled === 1 ? '' : 's'}.${rest}`
    return { status: 200, body: { success: true, message } }
  },
})

const deleteOnAccount = endpoint({
  checkRole: checkRoleNow,
  params: z.object({ id: Uuid, account_id: Uuid }),
  run: async ({ caller, params, now, afterwards }) => {
    const { deleted, dispatch } = await deletePublication(caller.owner_id, params.id, params.account_id, now)
    if (deleted) return { status: 200, body: { success: true, message: 'The post is deleted on the account.' } }
    if (dispatch) afterwards(dispatch)
    return {
      status: 202,
      headers: { Location: `/${API_STAGE}/v1/posts/${params.id}` },
      body: { success: true, message: 'The post is being deleted on the account; its state shows when that is done.' },
    }
  },
})

export const handler = byRoute({
  'DELETE /v1/posts/{id}': cancel,
  'DELETE /v1/posts/{id}/publications/{account_id}': deleteOnAccount,
})
