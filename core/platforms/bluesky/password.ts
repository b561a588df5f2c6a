// Connecting an account with an app password, and renewing what that gave.
import * as z from 'zod/mini'
import type { Result } from '../outcome.ts'
import type { TokenGrant } from '../sign-in.ts'
import { bluesky as FACTS } from './facts.ts'
import { identify, identityOf } from './identity.ts'
import type { Session } from './session.ts'
import { mapped, ofHost, refused } from './xrpc.ts'

const Did = z.lazy(() => z.string().check(z.startsWith('did:')))
const Tokens = z.lazy(() => z.object({ did: Did, accessJwt: z.string(), refreshJwt: z.string() }))
type Tokens = z.infer<typeof Tokens>

/** The access token is valid for two hours if it does not say otherwise. */
const ACCESS_MS = 2 * 3_600_000

/** When a token ends by its own words, which only the server can check. */
function endOf(jwt: string): number | undefined {
  try {
    const { exp } = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()) as { exp?: unknown }
    return typeof exp === 'number' && Number.isFinite(exp) ? exp * 1000 : undefined
  } catch {
    return undefined
  }
}

function grantOf(pds: string, { did, accessJwt: access, refreshJwt: refresh }: Tokens): TokenGrant {
  const now = Date.now()
  const session: Session = { did, pds, access, refresh }
  return {
    token: JSON.stringify(session),
    expires_at: endOf(refresh) ?? now + FACTS.session.life_ms,
    renew_at: endOf(access) ?? now + ACCESS_MS,
    // An app password may do what its account may do with posts.
    scopes: [...FACTS.scopes],
  }
}

const createSession = (pds: string, identifier: string, password: string): Promise<Result<Tokens>> =>
  ofHost(pds, { name: 'com.atproto.server.createSession', operation: 'auth', json: { identifier, password } }, Tokens, {
    secrets: [password],
  })

/** @param given.host the server, where it is named; else it is found from the handle. The password is sent only there. */
export async function signInWithPassword(given: {
  identifier: string
  password: string
  host?: string
}): Promise<Result<readonly TokenGrant[]>> {
  const { password, host } = given
  const identifier = given.identifier.trim().replace(/^@/, '')
  const known = host === undefined ? await identify(identifier) : undefined
  if (known && !known.ok) return known
  const signedIn = await createSession(host ?? known!.value.pds, known?.value.did ?? identifier, password)
  if (!signedIn.ok) {
    const { advice, message } = signedIn.error
    return advice === undefined ? signedIn : refused(`${message} ${advice}`)
  }
  const { did } = signedIn.value
  if (known) {
    if (did !== known.value.did) return refused('The server signed in another account than the one that was named.')
    return { ok: true, value: [grantOf(known.value.pds, signedIn.value)] }
  }
  // A server can say that it has any account: the account must say that it lives there. Its profile is read there next.
  const identity = await identityOf(did)
  return identity.ok ? { ok: true, value: [grantOf(identity.value.pds, signedIn.value)] } : identity
}

/** Ends a session: neither of its tokens is good any more. */
export const endPassword = async ({ pds, refresh }: Session): Promise<Result<Record<string, never>>> =>
  mapped(
    await ofHost(
      pds,
      { name: 'com.atproto.server.deleteSession', operation: 'auth', post: true },
      z.lazy(() => z.unknown()),
      { token: refresh },
    ),
    () => ({}),
  )

/** Renews a session. Servers take the token before once more for a while: an answer that was lost loses nothing. */
export async function refreshPassword({ pds, did, refresh }: Session): Promise<Result<TokenGrant>> {
  const given = await ofHost(
    pds,
    { name: 'com.atproto.server.refreshSession', operation: 'auth', post: true },
    Tokens,
    {
      token: refresh,
    },
  )
  if (!given.ok) {
    const ended = given.error.class === 'renew' || given.error.class === 'permanent'
    return ended ? { ok: false, error: { ...given.error, class: 'reconnect' } } : given
  }
  if (given.value.did !== did)
    return refused('The server renewed the session of another account.', { class: 'reconnect' })
  return mapped(given, (tokens) => grantOf(pds, tokens))
}
