// The session of an account: the sealed result of its owner's sign-in.
import * as z from 'zod/mini'

/** A private key as JSON (RFC 7517), of P-256. */
export const PrivateKey = z.lazy(() =>
  z.object({ kty: z.literal('EC'), crv: z.literal('P-256'), x: z.string(), y: z.string(), d: z.string() }),
)
export type PrivateKey = z.infer<typeof PrivateKey>

const OAuth = z.lazy(() =>
  z.object({
    /** The authorization server, and where it gives tokens. */
    issuer: z.string(),
    token: z.string(),
    client: z.string(),
    /** The client's key; absent for a client that has none. */
    key: z.optional(PrivateKey),
    /** The key that the tokens are bound to. */
    dpop: PrivateKey,
    /** When the session ends whatever is done, Unix ms. */
    until: z.optional(z.number()),
  }),
)

const Session = z.lazy(() =>
  z.object({
    did: z.string(),
    /** Origin of the server that has the account's data. */
    pds: z.string(),
    access: z.string(),
    refresh: z.string(),
    /** Present for a sign-in on the server's own page; absent for one with an app password. */
    oauth: z.optional(OAuth),
  }),
)
export type Session = z.infer<typeof Session>
export type OAuthSession = Session & { oauth: NonNullable<Session['oauth']> }

export const isOAuth = (session: Session): session is OAuthSession => session.oauth !== undefined

/** @returns undefined for anything else than a session of Bluesky, such as a bare token. */
export function sessionIn(token: string): Session | undefined {
  let value: unknown
  try {
    value = JSON.parse(token)
  } catch {
    return undefined
  }
  const read = Session.safeParse(value)
  return read.success ? read.data : undefined
}
