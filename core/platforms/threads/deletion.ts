// Deleting a post on Threads (platform-options, table B): 100 a day, for accounts that granted `threads_delete`.
import * as z from 'zod/mini'
import type { Deletion } from '../connector.ts'
import { Id, mapped } from '../meta/graph.ts'
import type { PlatformError } from '../outcome.ts'
import { call } from './calls.ts'

const Deleted = z.lazy(() => z.object({ success: z.literal(true) }))
const Found = z.lazy(() => z.object({ id: Id }))

/** How the platform says that it has no such post, or shows none yet. */
const isMissing = ({ code, subcode }: PlatformError): boolean =>
  (code === 24 && subcode === 4_279_009) || (code === 100 && subcode === 33)

export const deletion: Deletion = {
  async deletePost({ token }, mediaId) {
    // Saying it again changes nothing: so it is no `publish`.
    const reply = await call(token, mediaId, { operation: 'create', method: 'DELETE' }, Deleted)
    return mapped(reply, () => ({}))
  },

  async postExists({ token }, mediaId) {
    const query = { fields: 'id' }
    const reply = await call(token, mediaId, { operation: 'read', method: 'GET', query }, Found)
    if (reply.ok) return mapped(reply, () => true)
    return isMissing(reply.error) ? { ok: true, value: false } : reply
  },
}
