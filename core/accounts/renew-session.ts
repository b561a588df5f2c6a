// Renews a session by a refresh token that is good once. One worker at a time, recorded before the token is used, and what came
// of it stored before anything is done with it: a token that is used twice ends the session on many platforms.
import { setTimeout as sleep } from 'node:timers/promises'
import { encryptToken } from '../aws/secrets.ts'
import { ConditionFailed, transact, update } from '../aws/table.ts'
import { METRICS } from '../contract.ts'
import { log } from '../log.ts'
import { measure } from '../metrics.ts'
import type { Credentials } from '../platforms/connector.ts'
import { platformOf } from '../platforms/connectors.ts'
import type { PlatformId } from '../platforms/facts.ts'
import type { PlatformError, Result } from '../platforms/outcome.ts'
import type { TokenGrant } from '../platforms/sign-in.ts'
import { accountKey } from '../table-keys.ts'
import type { WebhookEvent } from '../webhooks/rules/webhooks.ts'
import { markAccount } from './account-state-store.ts'
import { getAccount } from './account-store.ts'
import type { Account } from './rules/account.ts'
import { isBeingRenewed, sessionOf } from './rules/account-rules.ts'
import { boundedGrant, fits } from './rules/bounded-answers.ts'

/** Somebody else is renewing: looked at this often, for so long. */
const LOOK_EVERY_MS = 300
const LOOKS = 10
const WRITES = 4
const WRITE_AGAIN_MS = 400

const refusal = (error: PlatformError): { ok: false; error: PlatformError } => ({ ok: false, error })

const busy = refusal({
  class: 'retry',
  message: 'The session is being renewed by another worker.',
  ours: true,
  unsent: true,
})

const LOST =
  'The answer to renewing the session was lost, and the platform does not renew it twice: connect the account again.'

/**
 * Takes the renewal, if nobody else has it and the session is still the same. A transaction, because the SDK repeats a write whose
 * answer got lost: the repeat of an update would find the renewal begun, and nobody would renew it.
 * @returns whether it is ours.
 */
async function begin({ id, token_ciphertext, renewal_begun_at }: Account, now: number): Promise<boolean> {
  const seen =
    renewal_begun_at === null
      ? '(attribute_not_exists(renewal_begun_at) OR renewal_begun_at = :seen)'
      : 'renewal_begun_at = :seen'
  try {
    await transact([
      {
        Update: {
          Key: accountKey(id),
          UpdateExpression: 'SET renewal_begun_at = :now',
          ConditionExpression: `token_ciphertext = :token AND ${seen}`,
          ExpressionAttributeValues: { ':now': now, ':token': token_ciphertext, ':seen': renewal_begun_at },
        },
      },
    ])
    return true
  } catch (error) {
    if (error instanceof ConditionFailed) return false
    throw error
  }
}

/** Does what fails again: what it holds exists nowhere else. A condition that does not hold is an answer. */
async function again<T>(act: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await act()
    } catch (error) {
      if (error instanceof ConditionFailed || tries >= WRITES) throw error
      await sleep(WRITE_AGAIN_MS * tries)
    }
  }
}

/** Stores the outcome, whatever else was written of the account meanwhile. @throws when it cannot be stored. */
async function store(account: Account, given: TokenGrant, now: number): Promise<Account | undefined> {
  const grant = boundedGrant(given, now)
  const changes = {
    token_ciphertext: await again(() => encryptToken(account.id, grant.token)),
    token_expires_at: grant.expires_at,
    token_refreshed_at: now,
    renew_at: grant.renew_at ?? null,
    renewal_begun_at: null,
    refresh_tried_at: null,
    refresh_problem: null,
  }
  const names = Object.keys(changes) as (keyof typeof changes)[]
  try {
    await again(() =>
      update(accountKey(account.id), {
        UpdateExpression: `SET ${names.map((name) => `${name} = :${name}`).join(', ')}`,
        ConditionExpression: 'token_ciphertext = :before',
        ExpressionAttributeValues: {
          ':before': account.token_ciphertext,
          ...Object.fromEntries(names.map((name) => [`:${name}`, changes[name]])),
        },
      }),
    )
    return { ...account, ...changes }
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error
    // If the write's answer was lost, the session is stored; else the account was connected again, and this session is no longer used.
    const current = await getAccount(account.id)
    return current?.token_ciphertext === undefined ? undefined : current
  }
}

/**
 * The token was surely not used up: the renewal is free again. Left as begun, it would count as one whose answer was lost.
 * @param begun as it was recorded, if it was: another one's stays.
 */
const letGo = ({ id, token_ciphertext }: Account, begun: number): Promise<unknown> =>
  again(() =>
    update(accountKey(id), {
      UpdateExpression: 'SET renewal_begun_at = :none',
      ConditionExpression: 'token_ciphertext = :token AND renewal_begun_at = :begun',
      ExpressionAttributeValues: { ':none': null, ':token': token_ciphertext, ':begun': begun },
    }),
  ).catch((error: unknown) => {
    if (!(error instanceof ConditionFailed)) throw error
  })

/** Has the event handed on at once; without it the sweeper does so within two minutes. */
type Tell = (event: WebhookEvent) => Promise<void>

/** The session is no good any more. */
async function ended(account: Account, error: PlatformError, now: number, tell?: Tell) {
  // The event for webhooks is stored with it.
  const event = await markAccount(account.id, 'reconnect_required', error.message, now, account.token_ciphertext)
  if (event) await tell?.(event)
  return refusal({ ...error, class: 'reconnect' })
}

/** Waits for the worker that is renewing it. */
async function awaitOther(account: Account): Promise<Result<Account>> {
  for (let looks = 0; looks < LOOKS; looks += 1) {
    await sleep(LOOK_EVERY_MS)
    const current = await getAccount(account.id)
    if (!current || current.status === 'disconnected' || current.token_ciphertext === undefined)
      return refusal({ class: 'reconnect', message: 'The account is not connected.' })
    if (current.token_ciphertext !== account.token_ciphertext) return { ok: true, value: current }
    if (current.status === 'reconnect_required')
      return refusal({ class: 'reconnect', message: current.status_reason ?? LOST })
  }
  return busy
}

/**
 * Renews the session of the account.
 * @param credentials with the session that has run out. @returns the account with its new session, or what kept it from that.
 */
export async function renewSession(account: Account, credentials: Credentials, tell?: Tell): Promise<Result<Account>> {
  const now = Date.now()
  const { renewed } = sessionOf(account)
  if (renewed === 'never') return refusal({ class: 'reconnect', message: 'The session has ended.' })
  if (isBeingRenewed(account, now)) return awaitOther(account)
  const { provider } = account
  const platform = await platformOf(provider as PlatformId)
  const endsIfLost = renewed === 'single_use' && !platform.survivesLostAnswer?.(credentials.token)
  // The worker that began it died, before the call or with its answer: which of them is not known.
  if (account.renewal_begun_at !== null && endsIfLost)
    return ended(account, { class: 'reconnect', message: LOST }, now, tell)
  const ours = await begin(account, now).catch(async (error: unknown) => {
    // It may have been recorded all the same.
    await letGo(account, now).catch(() => undefined)
    throw error
  })
  if (!ours) return awaitOther(account)
  const answer = await platform.refresh(credentials.token)
  if (answer.ok && !fits(answer.value))
    return ended(
      account,
      { class: 'reconnect', message: 'The new session is too long to be stored.' },
      Date.now(),
      tell,
    )
  if (answer.ok) {
    const stored = await store(account, answer.value, Date.now())
    if (stored) return { ok: true, value: stored }
    // The account was disconnected meanwhile. That ended the session before this one; the new one would stay valid at the platform.
    await platform.revoke?.(answer.value.token).catch(() => undefined)
    return refusal({ class: 'reconnect', message: 'The account is not connected.' })
  }
  const { error } = answer
  log.warn('a session was not renewed', { account_id: account.id, platform: provider, problem: error })
  const refused = error.class === 'reconnect' || error.class === 'permanent' || error.class === 'renew'
  const lost = error.class === 'ambiguous' && endsIfLost
  // A server that is away for a while is asked again with each call: no operator is needed for that.
  if (refused || lost || error.class === 'owner_action')
    measure({ [METRICS.refreshFailures]: 1 }, { context: { platform: provider, account_id: account.id } })
  if (refused) return ended(account, error, Date.now(), tell)
  if (lost) return ended(account, { ...error, message: LOST }, Date.now(), tell)
  await letGo(account, now)
  return refusal({ ...error, class: error.class === 'owner_action' || error.class === 'wait' ? error.class : 'retry' })
}
