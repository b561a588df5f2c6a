// Comments under a Page's own posts: the first one.
import * as z from 'zod/mini'
import { nfc } from '../../nfc.ts'
import type { Comments } from '../connector.ts'
import { Id, Made, PAGES_MS, refused, text } from '../meta/graph.ts'
import { optional } from '../meta/lenient.ts'
import { call, nextOf, Paging } from './calls.ts'

const Listed = z.lazy(() => {
  const From = optional(z.object({ id: Id }))
  return z.object({ data: z.array(z.object({ id: Id, message: text, from: From })), paging: Paging })
})

/** Oldest first, 50 a page: the first comment is among these. */
const MAX_PAGES = 10

/** Outer white space and line ends are Facebook's to change. */
const canonical = (comment: string): string => nfc(comment).replaceAll('\r\n', '\n').trim()

export const comments: Comments = {
  write: ({ token }, postId, message) =>
    call(token, `${postId}/comments`, { operation: 'publish', method: 'POST', json: { message } }, Made),

  async find({ token, external_id }, postId, wanted) {
    const until = Date.now() + PAGES_MS
    let after: string | undefined
    for (let page = 0; page < MAX_PAGES && Date.now() <= until; page += 1) {
      const query = { fields: 'id,message,from', limit: '50', ...(after === undefined ? {} : { after }) }
      const reply = await call(token, `${postId}/comments`, { operation: 'read', method: 'GET', query }, Listed)
      if (!reply.ok) return reply
      const found = reply.value.data.find(
        ({ message, from }) =>
          canonical(message ?? '') === canonical(wanted.text) && (from === undefined || from.id === external_id),
      )
      if (found) return { ok: true, value: { id: found.id } }
      after = nextOf(reply.value.paging)
      if (after === undefined) return { ok: true, value: null }
    }
    return {
      ok: false,
      error: { class: 'retry', message: 'The post has too many comments to find the first one among them in time.' },
    }
  },

  setEnabled: async () => refused("Facebook's API cannot switch comments off."),
}
