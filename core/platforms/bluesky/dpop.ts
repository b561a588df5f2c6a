// Proof of possession (RFC 9449): tokens of OAuth are bound to a key, and each call carries a proof of it.
import type * as OAuthLibrary from 'oauth4webapi'
import { askHost, type HostCall, type HostExchange } from '../../outbound/ask-host.ts'
import type { OAuthSession, PrivateKey } from './session.ts'

/** Loaded where an account was connected by OAuth: app passwords need none of it. */
export const oauthLibrary = (): Promise<typeof OAuthLibrary> => import('oauth4webapi')

const CURVE = { name: 'ECDSA', namedCurve: 'P-256' } as const

/** Makes a key of our own, as it is kept. */
export async function newKey(): Promise<PrivateKey> {
  const { privateKey } = await crypto.subtle.generateKey(CURVE, true, ['sign', 'verify'])
  const { x, y, d } = await crypto.subtle.exportKey('jwk', privateKey)
  return { kty: 'EC', crv: 'P-256', x: x!, y: y!, d: d! }
}

/** The half of a key that everybody may see. */
export const publicPart = ({ kty, crv, x, y }: PrivateKey): Omit<PrivateKey, 'd'> => ({ kty, crv, x, y })

type SigningKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>

export const signingKey = (key: PrivateKey): Promise<SigningKey> =>
  crypto.subtle.importKey('jwk', { ...key }, CURVE, false, ['sign'])

/** The maker of proofs for each key. It knows the nonces that servers gave: without them each call takes two. */
const provers = new Map<string, OAuthLibrary.DPoPHandle>()
const MOST_PROVERS = 500

export async function proverOf(key: PrivateKey): Promise<OAuthLibrary.DPoPHandle> {
  const known = provers.get(key.x)
  if (known) return known
  const { DPoP } = await oauthLibrary()
  const publicKey = await crypto.subtle.importKey('jwk', { ...publicPart(key) }, CURVE, true, ['verify'])
  const prover = DPoP({}, { privateKey: await signingKey(key), publicKey })
  if (provers.size >= MOST_PROVERS) provers.clear()
  provers.set(key.x, prover)
  return prover
}

/** The parts of an answer that the library reads beside its body. */
const HEADERS = ['content-type', 'dpop-nonce', 'www-authenticate', 'cache-control', 'date']

/** A call that was not answered, on its way through the library. */
export class Unanswered extends Error {
  readonly exchange: Extract<HostExchange, { fault: string }>

  constructor(exchange: Extract<HostExchange, { fault: string }>) {
    super(exchange.fault)
    this.exchange = exchange
  }
}

/** An answer as the library reads one. @throws {Unanswered} */
export function responseOf(exchange: HostExchange, withBody: boolean): Response {
  if ('fault' in exchange) throw new Unanswered(exchange)
  const { status, header, text } = exchange.reply
  const headers = HEADERS.flatMap((name): [string, string][] => {
    const value = header(name)
    return value === undefined ? [] : [[name, value]]
  })
  const body = withBody && status !== 204 && status !== 304 ? text : null
  return new Response(body, { status: Math.max(200, status), headers })
}

/** Which host the accounts of a session are on decides whether it is asked in the clear: `askHost` lets that through or not. */
const PLAIN = (library: typeof OAuthLibrary) => ({ [library.allowInsecureRequests]: true })

/** A call with the session's token and a proof, made again once where the server wants its nonce in it. */
export async function askWithProof(
  { access, oauth: { dpop } }: OAuthSession,
  url: string,
  call: HostCall,
): Promise<HostExchange> {
  const library = await oauthLibrary()
  const DPoP = await proverOf(dpop)
  let exchange: HostExchange | undefined
  const options = {
    DPoP,
    ...PLAIN(library),
    [library.customFetch]: async (_url: string, { headers }: { headers: Record<string, string> }) => {
      exchange = await askHost(url, { ...call, headers })
      return responseOf(exchange, false)
    },
  }
  for (let round = 0; ; round += 1) {
    try {
      await library.protectedResourceRequest(
        access,
        call.method ?? 'GET',
        new URL(url),
        new Headers(call.headers),
        null,
        options,
      )
    } catch (error) {
      if (!exchange) throw error
      if (round === 0 && library.isDPoPNonceError(error)) continue
    }
    return exchange!
  }
}
