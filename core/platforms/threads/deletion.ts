// Deleting a post on Threads (platform-options, table B): 100 a day, for accounts that granted `threads_delete`.
import * as z from 'zod/mini'
import type { Credentials, Deletion } from '../connector.ts'
import { type GraphCall, graphCall, Id, mapped } from '../meta/graph.ts'
import type { PlatformError } from '../outcome.ts'
import { THREADS_ERRORS } from './errors.ts'
import { addresses } from './oauth.ts'

const Deleted = z.lazy(() => z.object({ success: z.literal(true) }))
const Found = z.lazy(() => z.object({ id: Id }))

const call = <T>({ token }: Credentials, mediaId: string, rest: Omit<GraphCall, 'url'>, schema: z.ZodMiniType<T>) =>
  graphCall({ ...rest, url: `${addresses().api}/${mediaId}`, token }, schema, THREADS_ERRORS)

/** How the platform says that it has no such post, or shows none yet. */
const isMissing = ({ code, subcode }: PlatformError): boolean =>
  (code === 24 && subcode === 4_279_009) || (code === 100 && subcode === 33)

export const deletion: Deletion = {
  async deletePost(account, mediaId) {
    // Saying it again changes nothing: so it is no `publish`.
    const reply = await call(account, mediaId, { operation: 'create', method: 'DELETE' }, Deleted)
    return mapped(reply, () => ({}))
  },

  async postExists(account, mediaId) {
    const query = { fields: 'id' }
    const reply = await call(account, mediaId, { operation: 'read', method: 'GET', query }, Found)
    if (reply.ok) return mapped(reply, () => true)
    return isMissing(reply.error) ? { ok: true, value: false } : reply
  },
}
