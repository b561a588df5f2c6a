// Look-ups that only accounts of Facebook Login have (platform-options, sections 0 and A): places, hashtags, and the state of
// invitations to share a post.
import * as z from 'zod/mini'
import type { Collaborator, Credentials, LookUps, Place, Result } from '../connector.ts'
import { type GraphCall, Id, mapped, refused, text } from '../meta/graph.ts'
import { optional } from '../meta/lenient.ts'
import { call } from './calls.ts'
import { sessionOf } from './session.ts'

/** As many as somebody looks through. */
const MOST_PLACES = 25
const MOST_POSTS = 12

const NO_SUCH_HASHTAG = 2207024

const count = z.lazy(() => optional(z.number()))

const Places = z.lazy(() => {
  const Where = z.object({
    latitude: z.number(),
    longitude: z.number(),
    street: text,
    zip: text,
    city: text,
    country: text,
  })
  return z.object({ data: z.array(z.object({ id: Id, name: text, location: optional(Where) })) })
})
const Ids = z.lazy(() => z.object({ data: z.array(z.object({ id: Id })) }))
const Posts = z.lazy(() =>
  z.object({
    data: z.array(
      z.object({ permalink: text, caption: text, media_type: text, like_count: count, comments_count: count }),
    ),
  }),
)
const Invited = z.lazy(() => z.object({ data: z.array(z.object({ username: text, invite_status: text })) }))

function read<T>(
  account: Credentials,
  path: string,
  query: GraphCall['query'],
  schema: z.ZodMiniType<T>,
  timeoutMs: number,
): Promise<Result<T>> {
  if (sessionOf(account.token).by_page === undefined)
    return Promise.resolve(refused('Only an account that is connected with Facebook Login can look this up.'))
  return call(account, path, { operation: 'read', method: 'GET', query, timeoutMs }, schema)
}

/** Without coordinates a Page is refused as a location. */
function placeOf({ id, name = id, location }: z.infer<typeof Places>['data'][number]): Place[] {
  if (!location) return []
  const { latitude, longitude, street, zip, city, country } = location
  const parts = [street, [zip, city].filter((one) => one).join(' '), country].filter((one) => one)
  return [{ id, name, address: parts.length > 0 ? parts.join(', ') : null, latitude, longitude }]
}

/** Meta's documents spell one of them `Accpeted`. */
const STATES: Readonly<Record<string, Collaborator['state']>> = {
  accepted: 'accepted',
  accpeted: 'accepted',
  pending: 'pending',
}

export const lookUps: LookUps = {
  async places(account, q, timeoutMs) {
    const found = await read(account, 'pages/search', { q, fields: 'id,name,location' }, Places, timeoutMs)
    return mapped(found, ({ data }) => data.flatMap(placeOf).slice(0, MOST_PLACES))
  },

  async hashtag(account, name, timeoutMs) {
    const user_id = account.external_id
    const until = Date.now() + timeoutMs
    const found = await read(account, 'ig_hashtag_search', { user_id, q: name }, Ids, timeoutMs / 2)
    if (!found.ok) return found.error.subcode === NO_SUCH_HASHTAG ? { ok: true, value: null } : found
    const [hashtag] = found.value.data
    if (!hashtag) return { ok: true, value: null }
    const fields = 'permalink,caption,media_type,like_count,comments_count'
    const left = Math.max(1, until - Date.now())
    const posts = await read(
      account,
      `${hashtag.id}/top_media`,
      { user_id, fields, limit: `${MOST_POSTS}` },
      Posts,
      left,
    )
    return mapped(posts, ({ data }) =>
      data.slice(0, MOST_POSTS).flatMap(({ permalink, caption = '', media_type = '', like_count, comments_count }) =>
        permalink === undefined
          ? []
          : [
              {
                ...{ permalink, caption, media_type: media_type.toLowerCase() },
                ...{ likes: like_count ?? null, comments: comments_count ?? null },
              },
            ],
      ),
    )
  },

  async collaborators(account, mediaId, timeoutMs) {
    const found = await read(account, `${mediaId}/collaborators`, {}, Invited, timeoutMs)
    return mapped(found, ({ data }) =>
      data.flatMap(({ username, invite_status = '' }) =>
        username === undefined ? [] : [{ username, state: STATES[invite_status.toLowerCase()] ?? 'other' }],
      ),
    )
  },
}
