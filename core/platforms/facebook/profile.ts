// Which Page a token belongs to.
import * as z from 'zod/mini'
import type { Result } from '../connector.ts'
import { Id, mapped, text } from '../meta/graph.ts'
import { optional } from '../meta/lenient.ts'
import type { Profile } from '../sign-in.ts'
import { call } from './calls.ts'

const Me = z.lazy(() => z.object({ id: Id, name: z.string().check(z.minLength(1)) }))

const About = z.lazy(() => {
  const Picture = optional(z.object({ data: optional(z.object({ url: text })) }))
  return z.object({ username: text, about: text, picture: Picture })
})

export async function profile(token: string): Promise<Result<Profile>> {
  const me = await call(token, 'me', { operation: 'read', method: 'GET', query: { fields: 'id,name' } }, Me)
  if (!me.ok) return me
  // A field that only Pages have: a person's token is told apart by it.
  const query = { fields: 'username,about,picture' }
  const about = await call(token, me.value.id, { operation: 'read', method: 'GET', query }, About)
  if (!about.ok && about.error.class !== 'permanent') return about
  const { username, about: biography = '', picture } = about.ok ? about.value : {}
  return mapped(me, ({ id, name }) => ({
    external_id: id,
    // Not every Page has chosen one.
    username: username || name,
    name,
    biography,
    picture_url: picture?.data?.url ?? '',
    account_type: null,
  }))
}
