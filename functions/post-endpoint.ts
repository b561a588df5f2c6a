// Shared by the four posting endpoints, which differ only in the type of post.

import * as z from 'zod/mini'
import { checkRoleNow } from '../core/api-keys/actor.ts'
import { API_STAGE } from '../core/contract.ts'
import { AppError, type Issue, refuse } from '../core/errors.ts'
import { Uuid } from '../core/ids.ts'
import type { PostType } from '../core/platforms/enumerations.ts'
import { MAX_ACCOUNTS, POST_TYPES } from '../core/platforms/post-types.ts'
import { acceptPost, type Idempotency } from '../core/posts/accept-post.ts'
import { examinePost, type Given } from '../core/posts/examine-post.ts'
import { NEXT_SLOT, type PostRequest, postRequest, saysOptions } from '../core/posts/rules/post-request.ts'
import { endpoint } from './endpoint.ts'
import { idempotencyKeyOf } from './idempotent.ts'
import { notesOnMentions } from './notes-on-mentions.ts'

const idempotencyOf = (header: string | undefined, type: PostType, body: unknown): Idempotency | undefined => {
  const key = idempotencyKeyOf(header)
  return key === undefined ? undefined : { key, route: `posts/${type}`, body }
}

/** Names nothing: in place of an invalid id, so that the others keep their places. */
const NO_ID = '00000000-0000-0000-0000-000000000000'

const ids = (value: unknown): string[] =>
  Array.isArray(value) ? value.map((id) => Uuid.safeParse(id)).map(({ success, data }) => (success ? data : NO_ID)) : []

/** The times of an invalid body, as far as they can be read. */
function timesIn(type: PostType, { scheduled_at, not_after }: Record<string, unknown>): Partial<PostRequest> {
  const { shape } = postRequest(type)
  const at = shape.scheduled_at?.safeParse(scheduled_at).data
  const until = shape.not_after.safeParse(not_after).data
  return { ...(at === undefined ? {} : { scheduled_at: at }), ...(until === undefined ? {} : { not_after: until }) }
}

/** The fields of an invalid body that can still be checked: those that are valid on their own. */
async function partOf(type: PostType, body: unknown): Promise<{ part: PostRequest; misread: boolean }> {
  const given = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const media = (typeof given.media === 'object' && given.media !== null ? given.media : {}) as Record<string, unknown>
  const items: unknown[] = Array.isArray(media.items) ? media.items : []
  const short = ids(media.media_asset_ids)
  const named = media.media_asset_ids === undefined
  const all = named ? ids(items.map((item) => (item as Record<string, unknown> | null)?.media_asset_id)) : short
  // More than the type takes are not looked up: the schema has said so.
  const mediaIds = all.length > POST_TYPES[type].media.max ? [] : all
  const accounts = ids(given.accounts)
  const times = timesIn(type, given)
  const known = accounts.length > 0 && !accounts.includes(NO_ID) && accounts.length <= MAX_ACCOUNTS
  const part: PostRequest = { accounts: known ? accounts : [], media: { media_asset_ids: mediaIds }, ...times }
  // Slots and options of accounts cannot be checked without the accounts.
  if (!known && times.scheduled_at === NEXT_SLOT) delete part.scheduled_at
  if (!known || !saysOptions(body)) return { part, misread: false }
  const { soundContent, isMisread } = await import('../core/posts/read-options.ts')
  const { media: details, ...sound } = soundContent(body, type, mediaIds.length)
  const long =
    named && details?.items
      ? { items: details.items.map((one, at) => ({ ...one, media_asset_id: mediaIds[at]! })) }
      : {}
  return { part: { ...part, ...sound, media: { ...part.media!, ...long } }, misread: isMisread(body, sound) }
}

/** The problems of the other fields of an invalid body. */
async function furtherIssues(given: Omit<Given, 'request'>, raw: unknown): Promise<Issue[]> {
  const { part, misread } = await partOf(given.type, raw)
  try {
    const { issues } = await examinePost({ ...given, request: part })
    // Checks that depend on an unknown text would report wrong problems.
    return misread ? issues.filter(({ code }) => code !== 'too_big' && code !== 'too_long') : issues
  } catch (error) {
    if (error instanceof AppError) return error.issues
    throw error
  }
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
