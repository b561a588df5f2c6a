// Comments under a post on Instagram: the first one, and whether followers may write any (platform-options, table A).
import * as z from 'zod/mini'
import { nfc } from '../../nfc.ts'
import type { Comments, Credentials, Result } from '../connector.ts'
import { Id, Made, mapped, PAGES_MS, text } from '../meta/graph.ts'
import { optional } from '../meta/lenient.ts'
import { call } from './calls.ts'
import { readProfile } from './profile.ts'
import { sessionOf } from './session.ts'

const Comment = z.lazy(() => z.object({ id: Id, text, username: text }))
type Comment = z.infer<typeof Comment>

const Listed = z.lazy(() =>
  z.object({
    data: z.array(Comment),
    paging: optional(z.object({ cursors: z.optional(z.object({ after: text })), next: text })),
  }),
)

const Done = z.lazy(() => z.object({ success: z.literal(true) }))

/** Newest first, 50 a page: a comment of minutes ago is among these unless very many arrive at once. */
const MAX_PAGES = 10

/** Outer white space and line ends are the platform's to change. */
const canonical = (comment: string): string => nfc(comment).replaceAll('\r\n', '\n').trim()

/**
 * The account's own among comments of the same words. Somebody else may have copied them; but the account may have another name by
 * now than the one that is known of it, so before they are taken for others' it is asked for its name.
 */
async function ownOf(
  account: Credentials,
  same: readonly Comment[],
  username: string,
): Promise<Result<Comment | undefined>> {
  const by = (name: string) =>
    same.find((one) => one.username === undefined || one.username.toLowerCase() === name.toLowerCase())
  const known = by(username)
  if (known || same.length === 0) return { ok: true, value: known }
  return mapped(await readProfile(sessionOf(account.token)), (profile) => by(profile.username))
}

export const comments: Comments = {
  async write(account, mediaId, message) {
    return call(account, `${mediaId}/comments`, { operation: 'publish', method: 'POST', json: { message } }, Made)
  },

  async find(account, mediaId, wanted) {
    const fields = 'id,text,username'
    const until = Date.now() + PAGES_MS
    let after: string | undefined
    for (let page = 0; page < MAX_PAGES && Date.now() <= until; page += 1) {
      const query = { fields, limit: '50', ...(after === undefined ? {} : { after }) }
      const reply = await call(account, `${mediaId}/comments`, { operation: 'read', method: 'GET', query }, Listed)
      if (!reply.ok) return reply
      const { data, paging } = reply.value
      const found = await ownOf(
        account,
        data.filter((one) => canonical(one.text ?? '') === canonical(wanted.text)),
        wanted.username,
      )
      if (!found.ok) return found
      if (found.value) return { ok: true, value: { id: found.value.id } }
      after = paging?.next === undefined ? undefined : paging.cursors?.after
      if (after === undefined) return { ok: true, value: null }
    }
    return {
      ok: false,
      error: { class: 'retry', message: 'The post has too many comments to find the first one among them in time.' },
    }
  },

  async setEnabled(account, mediaId, enabled) {
    const query = { comment_enabled: String(enabled) }
    // Saying it again changes nothing: so it is no `publish`.
    const reply = await call(account, mediaId, { operation: 'create', method: 'POST', query }, Done)
    return mapped(reply, () => ({}))
  },
}
