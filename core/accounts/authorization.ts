// The way to a platform's consent page and back: a state that only its owner can bring back, once, and not for long.
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { ConditionFailed, get, type Item, put, remove } from '../aws/table.ts'
import { refuse } from '../errors.ts'
import { platformOf } from '../platforms/connectors.ts'
import { factsOf, PLATFORM_IDS, type PlatformId } from '../platforms/facts.ts'
import { oauthKey } from '../table-keys.ts'
import { askedScopes } from './asked-scopes.ts'

/** The code that comes back is good for an hour; who needs longer than this to agree has gone away. */
export const AUTHORIZATION_MS = 60 * 60_000

/** What a platform appends to the redirect address. */
export interface Callback {
  state?: string
  code?: string
  error?: string
  error_reason?: string
  error_description?: string
}

/** Platforms append `#_` to the address; it is not part of whatever comes last. */
const bare = (state: string): string => state.replace(/#_?$/, '')

/** The key that only whoever has the state can make: the table has no more than its hash. */
const keyFrom = (state: string): Buffer =>
  Buffer.from(hkdfSync('sha256', state, '', 'what finishing a connection needs', 32))

const NONCE_BYTES = 12
const TAG_BYTES = 16

function sealed(text: string, state: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyFrom(state), nonce)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64')
}

function unsealed(text: string, state: string): string {
  const bytes = Buffer.from(text, 'base64')
  const body = NONCE_BYTES + TAG_BYTES
  const decipher = createDecipheriv('aes-256-gcm', keyFrom(state), bytes.subarray(0, NONCE_BYTES))
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, body))
  return Buffer.concat([decipher.update(bytes.subarray(body)), decipher.final()]).toString('utf8')
}

const hashOf = (state: string): string => createHash('sha256').update(state).digest('hex')

/** Begins a connection. @returns where to send the account's owner. */
export async function beginAuthorization(given: {
  ownerId: string
  /** When given, only this session can finish it. */
  sessionId?: string
  platform: PlatformId
  clientId: string
  redirectUri: string
  /** Where the account lives, on platforms whose accounts have hosts of their own. */
  host?: string
  now?: number
}): Promise<{ url: string; expires_at: number }> {
  const { ownerId, sessionId, platform, clientId, redirectUri, host, now = Date.now() } = given
  const state = randomBytes(32).toString('base64url')
  const until = now + AUTHORIZATION_MS
  const { signIn } = platformOf(platform)
  const { display_name } = factsOf(platform)
  if (!signIn.begin) throw new Error(`${platform} has no page of consent`)
  const scopes = askedScopes(factsOf(platform))
  const begun = await signIn.begin({
    ...{ client_id: clientId, redirect_uri: redirectUri, state, scopes },
    ...(host === undefined ? {} : { host }),
  })
  if (!begun.ok) throw refuse('platform_unavailable', `${display_name} cannot be asked now: ${begun.error.message}`)
  const { url, keep } = begun.value
  await put(
    {
      ...oauthKey(hashOf(state)),
      owner_id: ownerId,
      session_id: sessionId ?? null,
      platform,
      redirect_uri: redirectUri,
      ...(host === undefined ? {} : { host }),
      ...(keep === undefined ? {} : { keep: sealed(keep, state) }),
      until,
      expires_at: Math.ceil(until / 1000),
    },
    { ConditionExpression: 'attribute_not_exists(pk)' },
  )
  return { url, expires_at: until }
}

const text = (value: string, longest = 200): string => value.replace(/[^\x20-\x7e]/g, ' ').slice(0, longest)

/** The reason that a platform gives in the address; it ends without a full stop. */
function reasonIn({ error, error_reason, error_description }: Callback): string {
  const words = error_description ?? error_reason ?? error
  return words ? text(words.replaceAll('+', ' ')).replace(/\.$/, '') : 'no code was sent'
}

const invalid = (reason: string) =>
  refuse('invalid_state', `The connection cannot be finished: ${reason}. Begin again.`)

function keyOf(callback: Callback) {
  if (!callback.state) {
    // Not every refusal brings the state back.
    if (callback.error) throw refuse('connection_refused', `The platform did not grant it: ${reasonIn(callback)}.`)
    throw invalid('the state is missing')
  }
  return oauthKey(hashOf(bare(callback.state)))
}

/** Who brings an answer of a platform: the owner, and the session it was begun in, if it was in one. */
export interface Finisher {
  ownerId: string
  sessionId?: string
}

/** What was begun, if it may be finished. */
function checked(begun: Item | undefined, { ownerId, sessionId }: Finisher, now: number) {
  const platform = PLATFORM_IDS.find((id) => id === begun?.platform)
  if (!platform || begun?.owner_id !== ownerId || (begun.session_id ?? undefined) !== sessionId) {
    throw invalid('it was not begun here for this owner, or has been finished already')
  }
  if (now >= Number(begun.until)) throw invalid('it was begun too long ago')
  const { host, keep } = begun
  return {
    platform,
    redirect_uri: String(begun.redirect_uri),
    ...(typeof host === 'string' ? { host } : {}),
    ...(typeof keep === 'string' ? { keep } : {}),
  }
}

/**
 * Which connection an answer of a platform belongs to. Nothing is used up by looking.
 * @throws {AppError} `invalid_state` as `takeAuthorization`.
 */
export async function findAuthorization(finisher: Finisher, callback: Callback, now: number) {
  return checked(await get(keyOf(callback)), finisher, now)
}

/**
 * Redeems what came back. The state is used up by this, whatever comes of it.
 * @throws {AppError} `invalid_state` for one that is unknown, used, too old or another owner's; `connection_refused`.
 */
export async function takeAuthorization(finisher: Finisher, callback: Callback, now: number) {
  const { ownerId, sessionId } = finisher
  const begun = await remove(keyOf(callback), {
    // Of another session it stays as it is: whoever brings a stolen state does not use it up.
    ConditionExpression: 'owner_id = :owner AND (session_id = :session OR attribute_not_exists(session_id))',
    ExpressionAttributeValues: { ':owner': ownerId, ':session': sessionId ?? null },
    ReturnValues: 'ALL_OLD',
  }).catch((error: unknown) => {
    if (error instanceof ConditionFailed) return undefined
    throw error
  })
  const { platform, keep, ...found } = checked(begun, finisher, now)
  if (callback.error || !callback.code) {
    const { display_name } = factsOf(platform)
    throw refuse('connection_refused', `${display_name} did not grant the connection: ${reasonIn(callback)}.`)
  }
  const kept = keep === undefined ? {} : { keep: unsealed(keep, bare(callback.state!)) }
  return { platform, ...found, ...kept, code: callback.code }
}
