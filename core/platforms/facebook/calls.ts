// Calls to a Page's part of the Graph API.
import * as z from 'zod/mini'
import type { Credentials, Result } from '../connector.ts'
import { addressesOf } from '../meta/addresses.ts'
import { type GraphCall, graphCall, Id, text } from '../meta/graph.ts'
import { optional } from '../meta/lenient.ts'
import { FACEBOOK_ERRORS } from './errors.ts'
import { facebook as FACTS } from './facts.ts'

export const addresses = () => addressesOf('facebook', FACTS.api)

type Rest = Omit<GraphCall, 'url' | 'token'>

export const call = <T>(token: string, path: string, rest: Rest, schema: z.ZodMiniType<T>): Promise<Result<T>> =>
  graphCall({ ...rest, url: `${addresses().api}/${path}`, token }, schema, FACEBOOK_ERRORS)

/** A call about the Page itself. */
export const onPage = <T>(
  { external_id, token }: Credentials,
  edge: string,
  rest: Rest,
  schema: z.ZodMiniType<T>,
): Promise<Result<T>> => call(token, `${external_id}/${edge}`, rest, schema)

/** The calls, and mostly their outcomes. */
export const Done = z.lazy(() => z.object({ success: z.literal(true), post_id: optional(Id) }))

/** Where a list goes on. */
export const Paging = z.lazy(() => optional(z.object({ cursors: optional(z.object({ after: text })), next: text })))
export const nextOf = (paging: z.infer<typeof Paging>): string | undefined =>
  paging?.next === undefined ? undefined : paging.cursors?.after

/** Posts are named by their Page and their number; some answers give only the number. */
export const postIdOf = ({ external_id }: Credentials, id: string): string =>
  id.includes('_') ? id : `${external_id}_${id}`

/** Addresses of videos come without their host. */
export const permalinkOf = (value: string | undefined): string | null => {
  if (value === undefined) return null
  if (value.startsWith('/')) return `${FACTS.api.authorize}${value}`
  return /^https?:\/\//.test(value) ? value : null
}
