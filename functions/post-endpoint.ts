// Shared by the four posting endpoints, which differ only in the type of post.

import * as z from 'zod/mini'
import { checkRoleNow } from '../core/api-keys/actor.ts'
import { API_STAGE } from '../core/contract.ts'
import { refuse } from '../core/errors.ts'
import { routeOfKey } from '../core/idempotency/rules/draft-key.ts'
import type { PostType } from '../core/platforms/enumerations.ts'
import { acceptPost, type Idempotency } from '../core/posts/accept-post.ts'
import { examinePost } from '../core/posts/examine-post.ts'
import { type PostRequest, postRequest, saysOptions } from '../core/posts/rules/post-request.ts'
import { endpoint } from './endpoint.ts'
import { furtherIssues } from './further-issues.ts'
import { idempotencyKeyOf } from './idempotent.ts'
import { notesOnMentions } from './notes-on-mentions.ts'

const idempotencyOf = (header: string | undefined, type: PostType, body: unknown): Idempotency | undefined => {
  const key = idempotencyKeyOf(header)
  if (key === undefined) return undefined
  const own = `posts/${type}`
  const route = routeOfKey(key, own)
  return { key, route, body: route === own ? body : { type, body } }
}

export const postEndpoint = (type: PostType) =>
  endpoint({
    // An author checks a post as an editor does, and sends it for approval.
    needs: 'author',
    // Strict: a misspelt `validate_only` must not publish.
    query: z.strictObject({ validate_only: z.optional(z.enum(['true', 'false'])) }),
    idempotent: 'itself',
    body: postRequest(type),
    fullBody: {
      isNeeded: saysOptions,
      load: async () => (await import('../core/posts/read-options.ts')).optionsRequest(type),
    },
    prepare: ({ caller, body, now }) =>
      examinePost({ type, ownerId: caller.owner_id, request: body as PostRequest, now }),
    examine: ({ caller, raw, now }) => furtherIssues({ type, ownerId: caller.owner_id, now }, raw),
    run: async ({ caller, query, body, prepared, header, now, afterwards }) => {
      const request = body as PostRequest
      if (query.validate_only === 'true') {
        // The platforms' connectors come with it: posting does without.
        const { previewPost } = await import('../core/posts/preview-post.ts')
        const data = await previewPost({ type, request, now }, prepared)
        const message = `The ${type} post was checked; nothing was stored or published.`
        return { status: 200, body: { success: true, message, data } }
      }
      // An assistant is held to what the person gave it.
      const person = caller.session ?? caller.assistant
      if (person?.role === 'author') {
        throw refuse(
          'approval_required',
          'An author does not publish: send the post for approval (`POST /v1/approvals`), and an editor approves it.',
        )
      }
      if (person) await checkRoleNow(caller.owner_id, person.person_id, 'editor')
      const idempotency = idempotencyOf(header('idempotency-key'), type, request)
      const notes = await notesOnMentions(prepared, request)
      const { accepted, dispatch } = await acceptPost(
        { type, ownerId: caller.owner_id, request, now },
        prepared,
        idempotency,
        notes ? { notes } : {},
      )
      if (dispatch) afterwards(dispatch)
      return {
        status: 202,
        headers: {
          Location: `/${API_STAGE}/v1/posts/${accepted.post_id}`,
          ...(accepted.replayed ? { 'Idempotency-Replayed': 'true' } : {}),
        },
        body: { success: true, message: accepted.message },
      }
    },
  })
