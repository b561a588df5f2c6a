// Signing in, there and back: a state that only the browser it was made for can bring back, once, and not for long.
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { hashOf, isWellFormed } from '../api-keys/secret.ts'
import { ConditionFailed, put, remove } from '../aws/table.ts'
import { optionalSetting } from '../config.ts'
import { ENV, METRICS } from '../contract.ts'
import { log } from '../log.ts'
import { measure } from '../metrics.ts'
import { signInKey } from '../table-keys.ts'
import { getPerson, personIdOf, seePerson } from './person-store.ts'
import { authorizationUrl, ProviderUnavailable, redeem, type Begun as Secrets } from './provider.ts'
import { SESSION_PREFIX } from './resolve-session.ts'
import { sameAddress } from './rules/mail-address.ts'
import { returnPath } from './rules/return-path.ts'
import { findSession } from './session-store.ts'
import { beginSession } from './sessions.ts'
import { callbackUrl } from './sign-in-urls.ts'

/** After this long the person has left the sign-in page. */
export const SIGN_IN_MS = 15 * 60_000
const LONGEST_NAME = 200

const random = (): string => randomBytes(32).toString('base64url')
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The state of a sign-in until the browser comes back. */
interface Begun extends Secrets {
  return_to: string
  /** Whether the provider was told to ask for the password. */
  again: boolean
  /** The hash of the session that the browser had: it ends when the new one begins. */
  former?: string
}

/**
 * Only the browser's own secret opens what is stored of its sign-in: the address that it goes back to may hold the token of an
 * invitation, and the code verifier is a secret as well.
 */
const keyOf = (secret: string, state: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, state, 'sign-in', 32))

function seal(begun: Begun, secret: string, state: string): Uint8Array {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret, state), iv)
  return Buffer.concat([iv, cipher.update(JSON.stringify(begun)), cipher.final(), cipher.getAuthTag()])
}

function unseal(sealed: Uint8Array, secret: string, state: string): Begun {
  const cipher = createDecipheriv('aes-256-gcm', keyOf(secret, state), sealed.subarray(0, 12))
  cipher.setAuthTag(sealed.subarray(-16))
  return JSON.parse(Buffer.concat([cipher.update(sealed.subarray(12, -16)), cipher.final()]).toString())
}

interface Beginning {
  returnTo: string
  again: boolean
  former?: string
  now: number
}

async function begin({ returnTo, again, former, now }: Beginning): Promise<{ url: string; secret: string }> {
  const state = random()
  const secret = random()
  const secrets = { nonce: random(), code_verifier: random() }
  // Nothing is stored for a provider that cannot be reached.
  const url = await authorizationUrl(state, secrets, callbackUrl(), again)
  const until = now + SIGN_IN_MS
  const begun: Begun = { ...secrets, return_to: returnTo, again, ...(former ? { former } : {}) }
  // Without a condition: where an answer got lost the SDK repeats the write, which would then meet itself.
  await put({
    ...signInKey(sha256(state)),
    sealed: seal(begun, secret, state),
    browser: sha256(secret),
    until,
    expires_at: Math.ceil(until / 1000),
  })
  return { url, secret }
}

/**
 * Begins a sign-in.
 * @param given.session the cookie of the session that the browser has, if any: the new one takes its place. One that was ended
 * elsewhere has the provider ask for the password.
 * @param given.again whether the provider is to ask for it anyway.
 * @returns where the browser goes, and the secret that its login cookie keeps.
 */
export async function beginSignIn(given: {
  returnTo: string | undefined
  session?: string
  again?: boolean
  now: number
}): Promise<{ url: string; secret: string }> {
  const { returnTo, session, again = false, now } = given
  const former = session !== undefined && isWellFormed(session, SESSION_PREFIX) ? hashOf(session) : undefined
  const ended = former !== undefined && (await findSession(former)) === undefined
  return begin({ returnTo: returnPath(returnTo), again: again || ended, former, now })
}

/** Why nobody is signed in, for the page that says it. `no_access`: the provider has no verified address of the person. */
export type SignInProblem = 'denied' | 'expired' | 'no_access' | 'not_asked' | 'failed'

export type SignedIn =
  | { secret: string; returnTo: string }
  | { problem: SignInProblem }
  /** The provider did not ask for the password, and has to: where the browser goes, and its new secret. */
  | { again: { url: string; secret: string } }

/** Figures of both: an alarm on their ratio has no value in a period in which one of the two has none (aws-facts, section 15). */
export const measureSignIn = (succeeded: boolean): void =>
  measure({ [METRICS.signIns]: succeeded ? 1 : 0, [METRICS.signInFailures]: succeeded ? 0 : 1 })

/** Takes what was started in this browser. It is used up by this, whatever the outcome. */
async function take(state: string, browser: string, now: number) {
  const begun = await remove(signInKey(sha256(state)), {
    ConditionExpression: 'browser = :browser',
    ExpressionAttributeValues: { ':browser': sha256(browser) },
    ReturnValues: 'ALL_OLD',
  }).catch((error: unknown) => {
    if (error instanceof ConditionFailed) return undefined
    throw error
  })
  if (!begun || Number(begun.until) <= now || !(begun.sealed instanceof Uint8Array)) return undefined
  return unseal(begun.sealed, browser, state)
}

/**
 * Whether the provider asked for the password after sessions of the person were ended elsewhere. It says when to the second, so
 * what happened in the same second counts as after. A browser that still has the cookie of its ended session is told apart
 * before it gets here: `beginSignIn` has it asked.
 */
const askedSince = (revokedAt: number | undefined, authenticatedAt: number | undefined): boolean =>
  revokedAt === undefined || (authenticatedAt !== undefined && authenticatedAt >= Math.floor(revokedAt / 1000) * 1000)

/** One line of whole characters: the table takes no half of one, and who has such a name could not sign in. */
const nameOf = (given: string): string =>
  [...given.toWellFormed().replace(/\p{Cc}/gu, ' ')].slice(0, LONGEST_NAME).join('').trim()

/**
 * Finishes a sign-in with what the provider sent back in the address.
 * @param browser the secret in the login cookie. @returns the new session's secret, or why there is none.
 */
export async function finishSignIn(given: {
  callback: URLSearchParams
  browser: string | undefined
  userAgent: string
  now: number
}): Promise<SignedIn> {
  const { callback, browser, userAgent, now } = given
  const state = callback.get('state')
  // Stolen, replayed, from another browser, or too late: callers are not told which.
  const begun = state && browser ? await take(state, browser, now) : undefined
  if (!state || !begun) return { problem: 'expired' }
  if (callback.has('error')) {
    log.info('sign-in refused by the provider', { reason: String(callback.get('error')).slice(0, 100) })
    return { problem: callback.get('error') === 'access_denied' ? 'denied' : 'failed' }
  }
  let identity: Awaited<ReturnType<typeof redeem>>
  try {
    identity = await redeem(callback, state, begun, callbackUrl())
  } catch (error) {
    if (error instanceof ProviderUnavailable) {
      measureSignIn(false)
      log.error('sign-in failed', { error })
    } else {
      // Only the words: the cause is what the provider sent, with the person's claims and tokens.
      log.warn('sign-in failed', { reason: (error as Error).message })
    }
    return { problem: 'failed' }
  }
  const { issuer, subject, email, name, authenticated_at } = identity
  const id = personIdOf(optionalSetting(ENV.userPool) ?? issuer, subject)
  if (email === undefined) {
    log.info('sign-in without a verified address', { person_id: id })
    return { problem: 'no_access' }
  }
  const revokedAt = (await getPerson(id))?.revoked_at
  if (!askedSince(revokedAt, authenticated_at)) {
    log.info('sign-in without the password after sessions were ended', { person_id: id, asked: begun.again })
    if (begun.again) return { problem: 'not_asked' }
    try {
      return { again: await begin({ returnTo: begun.return_to, again: true, former: begun.former, now }) }
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error
      return { problem: 'failed' }
    }
  }
  const address = sameAddress(email)
  const person = await seePerson(
    {
      id,
      email: address,
      name: nameOf(name ?? '') || nameOf(address.split('@')[0]!),
    },
    now,
  )
  const secret = await beginSession(person, userAgent, now, begun.former)
  measureSignIn(true)
  return { secret, returnTo: begun.return_to }
}
