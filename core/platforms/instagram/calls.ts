// Calls for an account, on the host and with the token of its session.
import type * as z from 'zod/mini'
import type { Credentials, Result } from '../connector.ts'
import { type GraphCall, graphCall } from '../meta/graph.ts'
import { INSTAGRAM_ERRORS } from './errors.ts'
import { sessionOf } from './session.ts'

export const call = <T>(
  { token: session }: Pick<Credentials, 'token'>,
  path: string,
  rest: Omit<GraphCall, 'url' | 'token'>,
  schema: z.ZodMiniType<T>,
): Promise<Result<T>> => {
  const { api, token } = sessionOf(session)
  return graphCall({ ...rest, url: `${api}/${path}`, token }, schema, INSTAGRAM_ERRORS)
}
