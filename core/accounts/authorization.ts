// The way to a platform's consent page and back: a state that only its owner can bring back, once, and not for long.
import { ConditionFailed, get, type Item, put, remove } from '../aws/table.ts'
import { type AppError, refuse } from '../errors.ts'
import type { PlatformError } from '../platforms/connector.ts'
import { platformOf } from '../platforms/connectors.ts'
import { factsOf, PLATFORM_IDS, type PlatformId } from '../platforms/facts.ts'
import type { PlatformApp } from '../platforms/sign-in.ts'
import { oauthKey } from '../table-keys.ts'
import { askedScopes } from './asked-scopes.ts'
import { notAnswering } from './not-answering.ts'
import { hashOf, newSecret, sealed, unsealed } from './sealed-by.ts'

/** The code that comes back is valid for an hour; people who take longer have left. */
export const AUTHORIZATION_MS = 60 * 60_000

/** The parameters that a platform appends to the redirect address. */
export interface Callback {
  state?: string
  code?: string
  /** The issuer, which some platforms name beside the code. */
  iss?: string
  error?: string
  error_reason?: string
  error_description?: string
}

/** Platforms append `#_` or `#_=_` to the address; it is not part of the last parameter. */
const bare = (state: string): string => state.replace(/#(?:_(?:=_)?)?$/, '')

const PURPOSE = 'what finishing a connection needs'

/** A connection as it is started. */
export interface Beginning {
  ownerId: string
  /** When given, only this session can finish it. */
  sessionId?: string
  /** Begins the state: what the page that platforms send people back to tells connections apart by. */
  mark?: string
  platform: PlatformId
  app: PlatformApp
  redirectUri: string
  /** The origin of the server that the account lives on, where its owner names it. */
  host?: string
  /** The handle that the account's owner typed, on platforms where it leads to the host. */
  handle?: string
  /** Registers the app again, where the host does not know it any more. */
  renewApp?: () => Promise<PlatformApp>
  now?: number
}

/** Why it could not be started. A wrong name is the caller's to correct; the rest passes. */
function notBegun(platform: PlatformId, { class: kind, message }: PlatformError): AppError {
  const { display_name, sign_in } = factsOf(platform)
  if (sign_in.asks && (kind === 'permanent' || kind === 'owner_action')) {
    return refuse('invalid_value', `${sign_in.asks}: ${message}`, sign_in.asks)
  }
  return notAnswering(`${display_name} cannot be asked now: ${message}`)
}

/** Begins a connection. @returns where to send the account's owner. */
export async function beginAuthorization(given: Beginning): Promise<{ url: string; expires_at: number }> {
  const { ownerId, sessionId, mark = '', platform, app, redirectUri, host, handle, renewApp, now = Date.now() } = given
  const state = `${mark}${newSecret()}`
  const until = now + AUTHORIZATION_MS
  const { signIn } = await platformOf(platform)
  const { begin } = signIn
  if (!begin) throw new Error(`${platform} has no consent page`)
  const scopes = askedScopes(platform)
  const named = { ...(host === undefined ? {} : { host }), ...(handle === undefined ? {} : { handle }) }
  const ask = (by: PlatformApp) => begin.call(signIn, { ...by, redirect_uri: redirectUri, state, scopes, ...named })
  let begun = await ask(app)
  if (!begun.ok && begun.error.app_gone && renewApp) begun = await ask(await renewApp())
  if (!begun.ok) throw notBegun(platform, begun.error)
  const { url, keep } = begun.value
  // Without a condition: where an answer got lost the SDK repeats the write, which would then meet itself.
  await put({
    ...oauthKey(hashOf(state)),
    owner_id: ownerId,
    session_id: sessionId ?? null,
    platform,
    redirect_uri: redirectUri,
    ...named,
    ...(keep === undefined ? {} : { keep: sealed(keep, state, PURPOSE) }),
    until,
    expires_at: Math.ceil(until / 1000),
  })
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

/** The caller who finishes a connection: the owner, and the session in which it was started, if there was one. */
export interface Finisher {
  ownerId: string
  sessionId?: string
}

/** The connection that was started, if the caller may finish it. */
function checked(begun: Item | undefined, { ownerId, sessionId }: Finisher, now: number) {
  const platform = PLATFORM_IDS.find((id) => id === begun?.platform)
  if (!platform || begun?.owner_id !== ownerId || (begun.session_id ?? undefined) !== sessionId) {
    throw invalid('it was not begun here for this owner, or has been finished already')
  }
  if (now >= Number(begun.until)) throw invalid('it was begun too long ago')
  const { host, handle, keep } = begun
  return {
    platform,
    redirect_uri: String(begun.redirect_uri),
    ...(typeof host === 'string' ? { host } : {}),
    ...(typeof handle === 'string' ? { handle } : {}),
    ...(typeof keep === 'string' ? { keep } : {}),
  }
}

/**
 * The connection that a platform's answer belongs to. Looking uses nothing up. @throws {AppError} `invalid_state` as
 * `takeAuthorization`.
 */
export async function findAuthorization(finisher: Finisher, callback: Callback, now: number) {
  return checked(await get(keyOf(callback)), finisher, now)
}

/**
 * Redeems the platform's answer. The state is used up by this, whatever the outcome is.
 * @throws {AppError} `invalid_state` for one that is unknown, used, too old or another owner's; `connection_refused`.
 */
export async function takeAuthorization(finisher: Finisher, callback: Callback, now: number) {
  const { ownerId, sessionId } = finisher
  const begun = await remove(keyOf(callback), {
    // The state of another session stays as it is: bringing a stolen state does not use it up.
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
  const kept = keep === undefined ? {} : { keep: unsealed(keep, bare(callback.state!), PURPOSE) }
  const issuer = callback.iss === undefined ? {} : { iss: callback.iss }
  return { platform, ...found, ...kept, ...issuer, code: callback.code }
}
