// A link by which somebody without a user connects accounts for an owner, as stored.
import * as z from 'zod/mini'

export const ConnectLink = z.lazy(() =>
  z.object({
    id: z.string(),
    owner_id: z.string(),
    /** Its purpose in the admin's words; the client sees it. */
    label: z.string(),
    platforms: z.array(z.string()),
    max_accounts: z.number(),
    secret_hash: z.string(),
    /** The admin who made it: it is good while that person is one. */
    created_by: z.string(),
    /** Connected by it, in this order; each account once. */
    account_ids: z.array(z.string()),
    connected: z.array(z.object({ platform: z.string(), username: z.string(), at: z.number() })),
    created_at: z.number(),
    until: z.number(),
    revoked_at: z.nullable(z.number()),
  }),
)
export type ConnectLink = z.infer<typeof ConnectLink>

/** How long a link can be used. */
export const CONNECT_LINK_MS = 7 * 24 * 3_600_000
/** How long it stays in the list afterwards. */
const KEPT_MS = 30 * 24 * 3_600_000
export const keptUntil = ({ until }: Pick<ConnectLink, 'until'>): number => until + KEPT_MS

/** Accounts that one link can connect. */
export const MOST_LINKED_ACCOUNTS = 20
/** Links of one owner that can be used at a time. */
export const MOST_CONNECT_LINKS = 50
export const LONGEST_LINK_LABEL = 100

export type ConnectLinkState = 'open' | 'used' | 'expired' | 'revoked'

export function stateOf(link: ConnectLink, now: number): ConnectLinkState {
  if (link.revoked_at !== null) return 'revoked'
  if (link.account_ids.length >= link.max_accounts) return 'used'
  return link.until <= now ? 'expired' : 'open'
}
