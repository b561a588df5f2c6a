// The session of an Instagram account that was connected with Facebook Login: the token of the Page that it belongs to, and its id,
// for such a token is the Page's and names no Instagram account. A session of Instagram Login is the bare token.
import * as z from 'zod/mini'
import { Id } from './graph.ts'

const Stored = z.lazy(() => z.object({ login: z.literal('facebook'), id: Id, token: z.string().check(z.minLength(1)) }))

/** @param account.id of the Instagram account. @param account.token of the Page that it belongs to. */
export const pageSession = ({ id, token }: { id: string; token: string }): string =>
  JSON.stringify({ login: 'facebook', id, token })

/** The Instagram account and the token that calls it; undefined for a session of Instagram Login. */
export function readPageSession(session: string): { id: string; token: string } | undefined {
  if (!session.startsWith('{')) return undefined
  try {
    return Stored.safeParse(JSON.parse(session)).data
  } catch {
    return undefined
  }
}
