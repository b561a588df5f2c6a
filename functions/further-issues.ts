// What else is wrong with a post that does not fit its schema as a whole: a caller is told everything at once.
import { AppError, type Issue } from '../core/errors.ts'
import { Uuid } from '../core/ids.ts'
import type { PostType } from '../core/platforms/enumerations.ts'
import { MAX_ACCOUNTS, POST_TYPES } from '../core/platforms/post-types.ts'
import { examinePost, type Given } from '../core/posts/examine-post.ts'
import { NEXT_SLOT, type PostRequest, postRequest, saysOptions } from '../core/posts/rules/post-request.ts'

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
export async function furtherIssues(given: Omit<Given, 'request'>, raw: unknown): Promise<Issue[]> {
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
