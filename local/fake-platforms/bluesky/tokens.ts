// Tokens: who a call is made as. Their text says what they are for and until when, sealed by the server.
import { createHash, createHmac, createPublicKey, type JsonWebKey, randomBytes, verify } from 'node:crypto'
import { TOKEN_MARK } from '../store.ts'
import { OAuthError, XrpcError } from './errors.ts'
import type { Person, SignedIn } from './model.ts'
import type { Asked, World } from './world.ts'

const DAY = 24 * 3_600_000
const REFRESH_MS = 90 * DAY
const OAUTH_REFRESH_MS = 14 * DAY
/** The refresh token before is taken this long, of sign-ins by password. */
const GRACE_MS = 2 * 3_600_000
const NONCE_MS = 3 * 60_000
const PROOF_MS = 5 * 60_000

interface Claims {
  sid: string
  use: 'access' | 'refresh' | 'service'
  generation: number
  sub: string
  scope: string
  iat: number
  exp: number
  aud?: string
  lxm?: string
  iss?: string
}

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const sealOf = ({ store }: World, text: string): string =>
  createHmac('sha256', store.meta.secret).update(text).digest('base64url')

const signatureOf = (world: World, text: string): string => `${TOKEN_MARK}${sealOf(world, text)}`

export function issue(world: World, claims: Claims): string {
  const text = `${encoded({ typ: `${claims.use}+jwt`, alg: 'HS256' })}.${encoded({ ...claims, jti: randomBytes(8).toString('hex') })}`
  return `${text}.${signatureOf(world, text)}`
}

/** A token's content; undefined for one that is not of this server. */
export function claimsOf(world: World, token: string): Claims | undefined {
  const at = token.lastIndexOf('.')
  if (at < 0 || signatureOf(world, token.slice(0, at)) !== token.slice(at + 1)) return undefined
  return JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Claims
}

const seconds = (ms: number): number => Math.floor(ms / 1000)

/** The tokens of a session's present generation. */
export function tokensOf(world: World, session: SignedIn): { access: string; refresh: string; expires_in: number } {
  const now = world.sim.now()
  const { access_ms, oauth_access_ms } = world.store.settings
  const isOAuth = session.kind === 'oauth'
  const lives = isOAuth ? oauth_access_ms : access_ms
  const { sid, did: sub, generation, scope } = session
  const claims = { sid, sub, generation, iat: now }
  const until = isOAuth ? OAUTH_REFRESH_MS : REFRESH_MS
  return {
    access: issue(world, { ...claims, use: 'access', scope, exp: seconds(now + lives) }),
    refresh: issue(world, { ...claims, use: 'refresh', scope: 'com.atproto.refresh', exp: seconds(now + until) }),
    expires_in: seconds(lives),
  }
}

export function begin(world: World, session: Pick<SignedIn, 'did' | 'kind' | 'scope'> & Partial<SignedIn>): SignedIn {
  const now = world.sim.now()
  const sid = randomBytes(12).toString('hex')
  const begun: SignedIn = { sid, generation: 1, renewed_at: now, access_after: 0, ended: false, ...session }
  world.network.put('session', begun)
  return begun
}

/** A nonce that proofs must carry: of the last minutes. */
export const nonceOf = (world: World, slot = Math.floor(world.sim.now() / NONCE_MS)): string =>
  sealOf(world, `nonce ${slot}`).slice(0, 32)

const wantsNonce = (resource: boolean) =>
  resource
    ? new XrpcError(401, 'use_dpop_nonce', 'Resource server requires nonce in DPoP proof', {
        'www-authenticate':
          'DPoP error="use_dpop_nonce", error_description="Resource server requires nonce in DPoP proof"',
      })
    : new OAuthError(400, 'use_dpop_nonce', 'Authorization server requires nonce in DPoP proof')

export const thumbprint = ({ kty, crv, x, y }: JsonWebKey): string =>
  createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url')

/** Header and claims of a JWT whose signature is that of the key. */
export function signed(jwt: string, key: JsonWebKey): Record<string, unknown> | undefined {
  const [head = '', body = '', signature = ''] = jwt.split('.')
  const publicKey = createPublicKey({ key, format: 'jwk' })
  const good = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  return good ? (JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>) : undefined
}

/** Checks the proof of a request. @returns the thumbprint of its key. @throws {XrpcError | OAuthError} */
export function checkProof(world: World, { method, path, headers }: Asked, access?: string): string {
  const resource = access !== undefined
  const refuse = (message: string) =>
    resource
      ? new XrpcError(401, 'invalid_dpop_proof', message, { 'www-authenticate': 'DPoP error="invalid_dpop_proof"' })
      : new OAuthError(400, 'invalid_dpop_proof', message)
  const proof = headers.dpop
  if (!proof) throw refuse('DPoP proof required')
  let key: JsonWebKey
  let claims: Record<string, unknown> | undefined
  try {
    const head = JSON.parse(Buffer.from(proof.split('.')[0]!, 'base64url').toString()) as Record<string, unknown>
    key = head.jwk as JsonWebKey
    if (head.typ !== 'dpop+jwt' || head.alg !== 'ES256' || 'd' in key) throw refuse('DPoP proof has a wrong header')
    claims = signed(proof, key)
  } catch (error) {
    if (error instanceof XrpcError || error instanceof OAuthError) throw error
    throw refuse('DPoP proof cannot be read')
  }
  if (!claims) throw refuse('DPoP proof has a wrong signature')
  const now = world.sim.now()
  const nonces = [0, -1].map((slot) => nonceOf(world, Math.floor(now / NONCE_MS) + slot))
  if (!nonces.includes(String(claims.nonce))) throw wantsNonce(resource)
  if (claims.htm !== method || claims.htu !== `${world.sim.url}${path}`)
    throw refuse('DPoP proof is of another request')
  const ath = access === undefined ? undefined : createHash('sha256').update(access).digest('base64url')
  if (claims.ath !== ath) throw refuse('DPoP proof is of another token')
  for (const [jti, until] of world.proofs) if (until < now) world.proofs.delete(jti)
  if (world.proofs.has(String(claims.jti))) throw refuse('DPoP proof was replayed')
  world.proofs.set(String(claims.jti), now + PROOF_MS)
  return thumbprint(key)
}

const expired = (oauth: boolean, message = 'Token has expired') =>
  oauth
    ? new XrpcError(401, 'InvalidToken', message, {
        'www-authenticate': 'DPoP error="invalid_token", error_description="exp claim timestamp check failed"',
      })
    : new XrpcError(400, 'ExpiredToken', message)

const standing = (person: Person): void => {
  if (person.suspended) throw new XrpcError(401, 'AccountTakedown', 'Account has been taken down')
}

/** The account of the token in the header, good or not: faults match by it. */
export function holderOf(world: World, { headers }: Asked): Person | undefined {
  const claims = claimsOf(world, /^(?:Bearer|DPoP) (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? '')
  return claims && world.network.people.get(claims.sub)
}

/** The account in whose name a call is made. @throws {XrpcError} */
export function authenticated(world: World, asked: Asked): { person: Person; session: SignedIn } {
  const [, scheme, token = ''] = /^(Bearer|DPoP) (\S+)$/.exec(asked.headers.authorization ?? '') ?? []
  if (!scheme) throw new XrpcError(401, 'AuthMissing', 'Authentication Required')
  const claims = claimsOf(world, token)
  const session = claims && world.network.sessions.get(claims.sid)
  const person = session && world.network.people.get(session.did)
  if (!session || !person || claims.use !== 'access')
    throw new XrpcError(400, 'InvalidToken', 'Token could not be verified')
  const oauth = session.kind === 'oauth'
  if (oauth !== (scheme === 'DPoP')) throw new XrpcError(400, 'InvalidToken', 'Malformed token')
  if (oauth && checkProof(world, asked, token) !== session.jkt)
    throw new XrpcError(401, 'invalid_dpop_proof', 'DPoP proof is of another key', {
      'www-authenticate': 'DPoP error="invalid_dpop_proof"',
    })
  if (session.ended) throw new XrpcError(oauth ? 401 : 400, 'InvalidToken', 'Token has been revoked')
  if (claims.exp * 1000 <= world.sim.now() || claims.iat < session.access_after) throw expired(oauth)
  standing(person)
  return { person, session }
}

/** Renews a session that was started with a password. @throws {XrpcError} */
export function refreshed(world: World, { headers }: Asked): { session: SignedIn; person: Person } {
  const token = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1]
  if (token === undefined) throw new XrpcError(401, 'AuthMissing', 'Authentication Required')
  const claims = claimsOf(world, token)
  const session = claims && world.network.sessions.get(claims.sid)
  const person = session && world.network.people.get(session.did)
  const now = world.sim.now()
  if (!session || !person || claims.use !== 'refresh' || session.kind !== 'password' || session.ended)
    throw new XrpcError(400, 'InvalidToken', 'Token could not be verified')
  const inGrace = claims.generation === session.generation - 1 && now - session.renewed_at < GRACE_MS
  if (claims.exp * 1000 <= now || (claims.generation !== session.generation && !inGrace))
    throw new XrpcError(400, 'ExpiredToken', 'Token has been revoked')
  standing(person)
  const next = inGrace ? session : { ...session, generation: session.generation + 1, renewed_at: now }
  world.network.put('session', next)
  return { session: next, person }
}

/** Renews a session of OAuth: a refresh token that is used twice ends it. @throws {OAuthError} */
export function rotated(world: World, token: string, clientId: string, jkt: string): SignedIn {
  const invalid = (message: string) => new OAuthError(400, 'invalid_grant', message)
  const claims = claimsOf(world, token)
  const session = claims && world.network.sessions.get(claims.sid)
  if (!session || claims.use !== 'refresh' || session.kind !== 'oauth') throw invalid('Invalid refresh token')
  if (session.client_id !== clientId) throw invalid('Refresh token was issued to another client')
  if (session.jkt !== jkt) throw invalid('DPoP proof is of another key')
  if (session.ended) throw invalid('Session was revoked')
  if (claims.generation !== session.generation) {
    world.network.put('session', { ...session, ended: true })
    throw invalid('Refresh token replayed')
  }
  if (claims.exp * 1000 <= world.sim.now()) throw invalid('Refresh token expired')
  const next = { ...session, generation: session.generation + 1, renewed_at: world.sim.now() }
  world.network.put('session', next)
  return next
}
