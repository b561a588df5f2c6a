// Who an Instagram token belongs to (platform-apis, section 10).
import { z } from 'zod'
import { graphCall, Id, mapped } from '../graph.ts'
import type { Profile, Result } from '../platform.ts'
import { INSTAGRAM_ERRORS } from './errors.ts'

const text = z.string().optional().catch(undefined)

/** `id`, which comes too, is app-scoped: `user_id` is the one that publishing takes. */
const Me = z.object({
  user_id: Id,
  username: z.string().min(1),
  name: text,
  biography: text,
  profile_picture_url: text,
  account_type: text,
})
/** Documented wrapped, mostly seen flat. */
const MeReply = z.union([Me, z.object({ data: z.tuple([Me], Me) }).transform(({ data }) => data[0])])

const FIELDS = 'user_id,username,name,account_type,profile_picture_url'
const BAD_PARAMETER = 100

const read = (api: string, token: string, fields: string) =>
  graphCall({ operation: 'read', method: 'GET', url: `${api}/me`, query: { fields }, token }, MeReply, INSTAGRAM_ERRORS)

export async function readProfile(api: string, token: string): Promise<Result<Profile>> {
  let reply = await read(api, token, `${FIELDS},biography`)
  // The field is documented on another node only.
  if (!reply.ok && reply.error.code === BAD_PARAMETER) reply = await read(api, token, FIELDS)
  return mapped(reply, ({ user_id, username, name, biography, profile_picture_url, account_type }) => ({
    external_id: user_id,
    username,
    name: name ?? '',
    biography: biography ?? '',
    picture_url: profile_picture_url ?? '',
    account_type: account_type?.toLowerCase() ?? null,
  }))
}
