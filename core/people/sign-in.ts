// Signing in, there and back: a state that only the browser it was made for can bring back, once, and not for long.
import { createHash, randomBytes } from 'node:crypto'
import { ConditionFailed, put, remove } from '../aws/table.ts'
import { optionalSetting } from '../config.ts'
import { ENV, METRICS } from '../contract.ts'
import { log } from '../log.ts'
import { measure } from '../metrics.ts'
import { signInKey } from '../table-keys.ts'
import { personIdOf, seePerson } from './person-store.ts'
import { authorizationUrl, ProviderUnavailable, redeem } from './provider.ts'
import { sameAddress } from './rules/mail-address.ts'
import { returnPath } from './rules/return-path.ts'
import { beginSession } from './sessions.ts'
import { callbackUrl } from './sign-in-urls.ts'

/** Who needs longer for a password has gone away. */
export const SIGN_IN_MS = 15 * 60_000
const LONGEST_NAME = 200

const random = (): string => randomBytes(32).toString('base64url')
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Begins a sign-in. @returns where the browser goes, and the secret that its login cookie keeps. */
export async function beginSignIn(wanted: string | undefined, now: number): Promise<{ url: string; secret: string }> {
  const state = random()
  const secret = random()
  const begun = { nonce: random(), code_verifier: random() }
  // Nothing is stored for a provider that cannot be reached.
  const url = await authorizationUrl(state, begun, callbackUrl())
  const until = now + SIGN_IN_MS
  await put(
    {
      ...signInKey(sha256(state)),
      ...begun,
      return_to: returnPath(wanted),
      browser: sha256(secret),
      until,
      expires_at: Math.ceil(until / 1000),
    },
    { ConditionExpression: 'attribute_not_exists(pk)' },
  )
  return { url, secret }
}

/** Why nobody is signed in, for the page that says it. */
export type SignInProblem = 'denied' | 'expired' | 'no_access' | 'failed'

export type SignedIn = { secret: string; returnTo: string } | { problem: SignInProblem }

/** Takes what was begun in this browser. It is used up by this, whatever comes of it. */
async function take(state: string, browser: string, now: number) {
  const begun = await remove(signInKey(sha256(state)), {
    ConditionExpression: 'browser = :browser',
    ExpressionAttributeValues: { ':browser': sha256(browser) },
    ReturnValues: 'ALL_OLD',
  }).catch((error: unknown) => {
    if (error instanceof ConditionFailed) return undefined
    throw error
  })
  return begun && Number(begun.until) > now ? begun : undefined
}

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
  // Stolen, replayed, of another browser, or simply too late: none of them is told apart to whoever asks.
  const begun = state && browser ? await take(state, browser, now) : undefined
  if (!state || !begun) return { problem: 'expired' }
  if (callback.has('error')) {
    log.info('sign-in refused by the provider', { reason: String(callback.get('error')).slice(0, 100) })
    return { problem: callback.get('error') === 'access_denied' ? 'denied' : 'failed' }
  }
  let identity: Awaited<ReturnType<typeof redeem>>
  try {
    const secrets = { nonce: String(begun.nonce), code_verifier: String(begun.code_verifier) }
    identity = await redeem(callback, state, secrets, callbackUrl())
  } catch (error) {
    const ours = error instanceof ProviderUnavailable
    if (ours) measure({ [METRICS.signInFailures]: 1 })
    log[ours ? 'error' : 'warn']('sign-in failed', { error: error as Error })
    return { problem: 'failed' }
  }
  const { issuer, subject, email, name } = identity
  const id = personIdOf(optionalSetting(ENV.userPool) ?? issuer, subject)
  if (email === undefined) {
    log.info('sign-in without a verified address', { person_id: id })
    return { problem: 'no_access' }
  }
  const address = sameAddress(email)
  const person = await seePerson(
    {
      id,
      email: address,
      name: (name ?? address.split('@')[0]!).replace(/\p{Cc}/gu, ' ').slice(0, LONGEST_NAME),
    },
    now,
  )
  const secret = await beginSession(person, userAgent, now)
  measure({ [METRICS.signIns]: 1 })
  return { secret, returnTo: String(begun.return_to) }
}
