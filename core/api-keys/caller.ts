// Who calls, and how that travels from the gateway's authorizer to the functions behind it.
import type { KeySecret } from './api-key.ts'

export interface Caller {
  owner_id: string
  key_id: string
  rate_limit: number
  /** Which of the key's secrets was shown, counted from 1: each rotation makes the next. */
  generation: number
  /** Unix ms from which on the secret is refused: it was rotated and lives on until then. */
  ends_at?: number
}

export const callerOf = ({ owner_id, key_id, rate_limit, generation, ends_at }: KeySecret): Caller => ({
  owner_id,
  key_id,
  rate_limit,
  generation,
  ...(ends_at === null ? {} : { ends_at }),
})

/** The caller as the authorizer's context, which holds text only. */
export const callerContext = ({
  owner_id,
  key_id,
  rate_limit,
  generation,
  ends_at,
}: Caller): Record<string, string> => ({
  owner_id,
  key_id,
  rate_limit: String(rate_limit),
  generation: String(generation),
  ...(ends_at === undefined ? {} : { ends_at: String(ends_at) }),
})

/** The caller of a request that the gateway let through; undefined where its authorizer was not asked. */
export function callerFrom(context: Record<string, string> | null | undefined): Caller | undefined {
  if (!context?.owner_id || !context.key_id) return undefined
  const { owner_id, key_id, rate_limit, generation, ends_at } = context
  return {
    owner_id,
    key_id,
    rate_limit: Number(rate_limit),
    // An answer that was cached before there were generations.
    generation: Number(generation ?? 1),
    ...(ends_at === undefined ? {} : { ends_at: Number(ends_at) }),
  }
}
