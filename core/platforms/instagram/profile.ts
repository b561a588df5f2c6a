// The account that an Instagram token belongs to (platform-apis, section 10).
import * as z from 'zod/mini'
import type { Result } from '../connector.ts'
import { graphCall, Id, mapped, text } from '../meta/graph.ts'
import type { Profile } from '../sign-in.ts'
import { INSTAGRAM_ERRORS } from './errors.ts'
import type { Session } from './session.ts'

/** `id`, which comes too, is app-scoped: `user_id` is the one that publishing takes. */
const Me = z.lazy(() =>
  z.object({
    user_id: Id,
    username: z.string().check(z.minLength(1)),
    name: text,
    profile_picture_url: text,
    account_type: text,
  }),
)
/** Documented wrapped, mostly seen flat. */
const MeReply = z.lazy(() =>
  z.union([
    Me,
    z.pipe(
      z.object({ data: z.tuple([Me], Me) }),
      z.transform(({ data }) => data[0]),
    ),
  ]),
)

const Biography = z.lazy(() => z.object({ biography: text }))

const FIELDS = 'user_id,username,name,account_type,profile_picture_url'
const BAD_PARAMETER = 100

/** The node of an account that came with a Page: its token is the Page's, so there is no `/me` of it. */
const ByPage = z.lazy(() =>
  z.object({
    id: Id,
    username: z.string().check(z.minLength(1)),
    name: text,
    biography: text,
    profile_picture_url: text,
  }),
)

async function readByPage({ api, token }: Session, id: string): Promise<Result<Profile>> {
  const query = { fields: 'id,username,name,biography,profile_picture_url' }
  const asked = { operation: 'read', method: 'GET', url: `${api}/${id}`, query, token } as const
  return mapped(await graphCall(asked, ByPage, INSTAGRAM_ERRORS), (node) => ({
    external_id: node.id,
    username: node.username,
    name: node.name ?? '',
    biography: node.biography ?? '',
    picture_url: node.profile_picture_url ?? '',
    // Only professional accounts belong to a Page.
    account_type: null,
  }))
}

export async function readProfile(session: Session): Promise<Result<Profile>> {
  const { api, token, by_page } = session
  if (by_page !== undefined) return readByPage(session, by_page)
  const read = <T>(node: string, fields: string, schema: z.ZodMiniType<T>) =>
    graphCall(
      { operation: 'read', method: 'GET', url: `${api}/${node}`, query: { fields }, token },
      schema,
      INSTAGRAM_ERRORS,
    )
  const me = await read('me', FIELDS, MeReply)
  if (!me.ok) return me
  // A field of the account's own node, not of `/me`; not every account may read it.
  const about = await read(me.value.user_id, 'biography', Biography)
  if (!about.ok && about.error.code !== BAD_PARAMETER) return about
  const biography = about.ok ? about.value.biography : undefined
  return mapped(me, ({ user_id, username, name, profile_picture_url, account_type }) => ({
    external_id: user_id,
    username,
    name: name ?? '',
    biography: biography ?? '',
    picture_url: profile_picture_url ?? '',
    account_type: account_type?.toLowerCase() ?? null,
  }))
}
