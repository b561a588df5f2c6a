// Deleting a post on Instagram (platform-options, table C): for accounts that were connected with Facebook Login and granted
// `instagram_manage_contents`. The other login has no way.
import * as z from 'zod/mini'
import type { Deletion } from '../connector.ts'
import { Id, mapped, refused } from '../meta/graph.ts'
import { call } from './calls.ts'
import { sessionOf } from './session.ts'

const Done = z.lazy(() => z.object({ success: z.literal(true) }))
const Found = z.lazy(() => z.object({ id: Id }))

export const deletion: Deletion = {
  async deletePost(account, mediaId) {
    if (sessionOf(account.token).by_page === undefined)
      return refused('Instagram deletes posts only of accounts that are connected with Facebook Login.')
    // Saying it again changes nothing: so it is no `publish`.
    return mapped(await call(account, mediaId, { operation: 'create', method: 'DELETE' }, Done), () => ({}))
  },

  async postExists(account, mediaId) {
    const query = { fields: 'id' }
    const reply = await call(account, mediaId, { operation: 'read', method: 'GET', query }, Found)
    if (reply.ok) return mapped(reply, () => true)
    const { code, subcode } = reply.error
    return code === 100 && subcode === 33 ? { ok: true, value: false } : reply
  },
}
