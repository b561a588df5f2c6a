// What the four posting endpoints share: they differ only in the type of post.

import * as z from 'zod/mini'
import { API_STAGE } from '../core/contract.ts'
import { Uuid } from '../core/ids.ts'
import { acceptPost, type Idempotency } from '../core/posts/accept-post.ts'
import { examinePost } from '../core/posts/examine-post.ts'
import type { PostType } from '../core/posts/rules/enumerations.ts'
import { type PostRequest, postRequest, saysOptions } from '../core/posts/rules/post-request.ts'
import { endpoint } from './endpoint.ts'
import { idempotencyKeyOf } from './idempotent.ts'

const idempotencyOf = (header: string | undefined, type: PostType, body: unknown): Idempotency | undefined => {
  const key = idempotencyKeyOf(header)
  return key === undefined ? undefined : { key, route: `posts/${type}`, body }
}

const ids = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.map((id) => Uuid.safeParse(id)).flatMap((parsed) => (parsed.success ? [parsed.data] : []))
    : []

/** What can be told of a body that does not fit its schema: the accounts and media that it names well. */
const partOf = (body: unknown): PostRequest => {
  const given = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const media = (typeof given.media === 'object' && given.media !== null ? given.media : {}) as Record<string, unknown>
  const items: unknown[] = Array.isArray(media.items) ? media.items : []
  const named = media.media_asset_ids ?? items.map((item) => (item as Record<string, unknown> | null)?.media_asset_id)
  return { accounts: ids(given.accounts), media: { media_asset_ids: ids(named) } }
}

export const postEndpoint = (type: PostType) =>
  endpoint({
    // Strict: a misspelt `validate_only` must not publish.
    query: z.strictObject({ validate_only: z.optional(z.enum(['true', 'false'])) }),
    body: postRequest(type),
    fullBody: {
      isNeeded: saysOptions,
      load: async () => (await import('../core/posts/further-fields.ts')).optionsRequest(type),
    },
    prepare: ({ caller, body, now }) =>
      examinePost({ type, ownerId: caller.owner_id, request: body as PostRequest, now }),
    examine: async ({ caller, raw, now }) => {
      const part = partOf(raw)
      const wellFormed =
        Array.isArray((raw as Partial<PostRequest> | null)?.accounts) &&
        part.accounts.length === (raw as PostRequest).accounts.length
      if (!wellFormed) return []
      return (await examinePost({ type, ownerId: caller.owner_id, request: part, now })).issues
    },
    run: async ({ caller, query, body, prepared, header, now, afterwards }) => {
      const request = body as PostRequest
      if (query.validate_only === 'true') {
        // The platforms' connectors come with it: posting does without.
        const { previewPost } = await import('../core/posts/preview-post.ts')
        const data = await previewPost({ type, request, now }, prepared)
        const message = `The ${type} post was checked; nothing was stored or published.`
        return { status: 200, body: { success: true, message, data } }
      }
      const idempotency = idempotencyOf(header('idempotency-key'), type, request)
      const { accepted, dispatch } = await acceptPost(
        { type, ownerId: caller.owner_id, request, now },
        prepared,
        idempotency,
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
