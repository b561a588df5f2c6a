// The way to a platform's consent page and back: a state that only its owner can bring back, once, and not for long.
import { createHash, randomBytes } from 'node:crypto'
import { ConditionFailed, put, remove } from '../aws/table.ts'
import { type PlatformId, PUBLISHING_PLATFORMS } from '../contract.ts'
import { refuse } from '../domain/errors.ts'
import { oauthKey } from '../keys.ts'
import { platformOf } from '../platforms/index.ts'

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

const hashOf = (state: string): string => createHash('sha256').update(state).digest('hex')

/** Begins a connection. @returns where to send the account's owner. */
export async function beginAuthorization(given: {
  ownerId: string
  platform: PlatformId
  clientId: string
  redirectUri: string
  now?: number
}): Promise<{ url: string; expires_at: number }> {
  const { ownerId, platform, clientId, redirectUri, now = Date.now() } = given
  const state = randomBytes(32).toString('base64url')
  const until = now + AUTHORIZATION_MS
  await put(
    {
      ...oauthKey(hashOf(state)),
      owner_id: ownerId,
      platform,
      redirect_uri: redirectUri,
      until,
      expires_at: Math.ceil(until / 1000),
    },
    { ConditionExpression: 'attribute_not_exists(pk)' },
  )
  const url = platformOf(platform).authorizeUrl({ client_id: clientId, redirect_uri: redirectUri, state })
  return { url, expires_at: until }
}

const text = (value: string, longest = 200): string => value.replace(/[^\x20-\x7e]/g, ' ').slice(0, longest)

/**
 * Redeems what came back. The state is used up by this, whatever comes of it.
 * @throws {AppError} `invalid_state` for one that is unknown, used, too old or another owner's; `connection_refused`.
 */
export async function takeAuthorization(ownerId: string, callback: Callback, now: number) {
  const invalid = (reason: string) =>
    refuse('invalid_state', `The connection cannot be finished: ${reason}. Begin again.`)
  if (!callback.state) throw invalid('the state is missing')
  // Platforms append `#_` to the address; it is not part of whatever comes last.
  const state = callback.state.replace(/#_?$/, '')
  const begun = await remove(oauthKey(hashOf(state)), {
    ConditionExpression: 'owner_id = :owner',
    ExpressionAttributeValues: { ':owner': ownerId },
    ReturnValues: 'ALL_OLD',
  }).catch((error: unknown) => {
    if (error instanceof ConditionFailed) return undefined
    throw error
  })
  const platform = PUBLISHING_PLATFORMS.find((id) => id === begun?.platform)
  if (!begun || !platform) throw invalid('it was not begun here, or has been finished already')
  if (now >= Number(begun.until)) throw invalid('it was begun too long ago')
  if (callback.error || !callback.code) {
    const words = callback.error_description ?? callback.error_reason ?? callback.error
    const reason = words ? text(words.replaceAll('+', ' ')) : 'no code was sent'
    throw refuse('connection_refused', `${platformOf(platform).display_name} did not grant the connection: ${reason}.`)
  }
  return { platform, redirect_uri: String(begun.redirect_uri), code: callback.code }
}
