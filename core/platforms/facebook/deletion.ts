// Taking a post of a Page off again.
import * as z from 'zod/mini'
import type { Deletion } from '../connector.ts'
import { Id, mapped } from '../meta/graph.ts'
import { call, Done } from './calls.ts'

const Found = z.lazy(() => z.object({ id: Id }))

export const deletion: Deletion = {
  async deletePost({ token }, postId) {
    // Saying it again changes nothing: so it is no `publish`.
    return mapped(await call(token, postId, { operation: 'create', method: 'DELETE' }, Done), () => ({}))
  },

  async postExists({ token }, postId) {
    const reply = await call(token, postId, { operation: 'read', method: 'GET', query: { fields: 'id' } }, Found)
    if (reply.ok) return mapped(reply, () => true)
    const { code, subcode } = reply.error
    return code === 100 && subcode === 33 ? { ok: true, value: false } : reply
  },
}
