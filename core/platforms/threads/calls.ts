// Calls for an account, with its token.
import type * as z from 'zod/mini'
import type { Result } from '../connector.ts'
import { type GraphCall, graphCall } from '../meta/graph.ts'
import { THREADS_ERRORS } from './errors.ts'
import { addresses } from './oauth.ts'

export const call = <T>(
  token: string,
  path: string,
  rest: Omit<GraphCall, 'url' | 'token'>,
  schema: z.ZodMiniType<T>,
): Promise<Result<T>> => graphCall({ ...rest, url: `${addresses().api}/${path}`, token }, schema, THREADS_ERRORS)
