// One account that a platform granted: read, checked, and stored with its session.

import { NotAdmin, refuseNotAdmin } from '../api-keys/actor.ts'
import { removeObject } from '../aws/bucket.ts'
import { encryptToken } from '../aws/secrets.ts'
import { ConditionFailed, type TransactItem } from '../aws/table.ts'
import { AppError, refuse } from '../errors.ts'
import { newId } from '../ids.ts'
import { log } from '../log.ts'
import { boundedLimits } from '../platforms/account-limits.ts'
import type { PlatformError } from '../platforms/connector.ts'
import { platformOf } from '../platforms/connectors.ts'
import { factsOf, PLATFORM_IDS, type PlatformId } from '../platforms/facts.ts'
import { accessOf } from '../platforms/platform-facts.ts'
import type { Profile, TokenGrant } from '../platforms/sign-in.ts'
import { inParallel } from '../run-bounded.ts'
import { addAccount, findAccountId, getAccount, NoPermit, OfAnotherOwner, replaceAccount } from './account-store.ts'
import { copyPicture, type Picture } from './copy-picture.ts'
import { notAnswering } from './not-answering.ts'
import type { Account } from './rules/account.ts'
import { typeProblem } from './rules/account-rules.ts'
import { boundedGrant, boundedProfile, fits, LONGEST_SESSION } from './rules/bounded-answers.ts'

/** When a session ends that was given without saying so; null for one without end. */
function endOf(platform: PlatformId, via: PlatformId | undefined, now: number): number | null {
  const { life_ms } = factsOf(via ?? platform).session
  return life_ms === null ? null : now + life_ms
}

export const nameOf = (platform: PlatformId): string => factsOf(platform).display_name

const missing = (platform: PlatformId, scopes: readonly string[]): AppError =>
  refuse(
    'missing_permissions',
    `${nameOf(platform)} was not granted ${scopes.join(' and ')}: connect the account again and grant all that is asked.`,
  )

/** A platform's refusal as ours. Its words were freed of anything secret by the connector. */
export function refusalOf(
  platform: PlatformId,
  error: PlatformError,
  otherwise: 'invalid_token' | 'invalid_code',
): AppError {
  const who = nameOf(platform)
  if (error.permission) return missing(platform, factsOf(platform).scopes.slice(0, 1))
  if (error.class === 'owner_action') {
    return refuse(
      'account_action_required',
      `${who} wants the account's owner to act in the app first: ${error.message}`,
    )
  }
  if (error.class === 'reconnect' || error.class === 'permanent') {
    if (otherwise === 'invalid_token') return refuse(otherwise, `${who} does not accept the token: ${error.message}`)
    const said = error.message.replace(/\.$/, '')
    return refuse(
      otherwise,
      `${who} does not accept the code: ${said}. A code works once, within an hour, with the secret of the app it was given to. Begin again.`,
    )
  }
  return notAnswering(`${who} cannot be asked now: ${error.message}`)
}

interface Grant {
  token: string
  /** Null where the platform did not say. */
  expires_at: number | null
  renew_at?: number
  scopes: string[] | null
}

/** Only a platform that is known to the service can be connected. */
export function platformIn(platform: PlatformId, { of }: Pick<TokenGrant, 'of'>): PlatformId {
  const named = of?.platform ?? platform
  const known = PLATFORM_IDS.find((id) => id === named)
  if (!known) throw new Error(`a grant is for ${named}, which is no platform`)
  return known
}

/** The permissions of the account, as far as they are known: those of the grant, else found by a read that only publishing allows. */
async function checkPermissions({ platform, via }: Given, grant: Grant, profile: Profile): Promise<void> {
  const { scopes } = accessOf(factsOf(platform), via)
  if (grant.scopes) {
    const lacking = scopes.filter((scope) => !grant.scopes!.includes(scope))
    if (lacking.length > 0) throw missing(platform, lacking)
    return
  }
  const answer = await (await platformOf(platform)).quota({ external_id: profile.external_id, token: grant.token })
  if (!answer.ok && answer.error.permission) throw missing(platform, scopes.slice(1))
}

async function readProfile(platform: PlatformId, token: string): Promise<Profile> {
  const answer = await (await platformOf(platform)).profile(token)
  if (!answer.ok) throw refusalOf(platform, answer.error, 'invalid_token')
  const problem = typeProblem(platform, answer.value)
  if (problem !== undefined) throw refuse('personal_account', problem)
  return boundedProfile(answer.value)
}

export interface Given {
  ownerId: string
  platform: PlatformId
  /** The platform that was signed in to, where the account is of another. */
  via?: PlatformId
  /** Refuse an account that is connected to another owner. */
  alone?: boolean
  /** The admin who connects it; undefined for the operator. */
  by?: string
  permit?: Permit
  /** Whether the owner may have one more, where that is asked: for the accounts of a link there was room when it was made. */
  checkRoom?(ownerId: string): Promise<void>
  now?: number
}

/** The connect link by which an account is connected, if not by an admin: each account uses up one of its places, in the transaction that stores it. */
export interface Permit {
  use(account: Account): TransactItem
  /** The refusal where it does not allow the account, or no more. */
  refusal(account: Account): Promise<AppError>
}

/** Whether the table surely has nothing of it. */
const wasRefused = (error: unknown): boolean =>
  [ConditionFailed, OfAnotherOwner, NoPermit, NotAdmin].some((refusal) => error instanceof refusal)

async function dropCopy({ picture_key }: Picture): Promise<void> {
  if (picture_key === null) return
  await removeObject(picture_key).catch((error: unknown) =>
    log.warn('the picture of an account that was not connected was not removed', { error: error as Error }),
  )
}

/** How often a write is tried again when the same account is being connected twice at once. */
const TRIES = 5

async function store(given: Given, grant: Grant, profile: Profile): Promise<Account> {
  const { ownerId, platform, via, alone, by, permit, checkRoom, now = Date.now() } = given
  for (let round = 1; ; round += 1) {
    const known = await findAccountId(ownerId, platform, profile.external_id)
    const before = known === undefined ? undefined : await getAccount(known)
    if (before === undefined || before.status === 'disconnected') await checkRoom?.(ownerId)
    const id = known ?? newId()
    // Before the picture: nothing would ever find the copy of one whose session cannot be sealed.
    const token_ciphertext = await encryptToken(id, grant.token)
    const picture = await copyPicture(
      { id, external_profile_url: '', picture_key: null, picture_version: null, ...before },
      platform,
      profile.picture_url,
    )
    const account: Account = {
      id,
      owner_id: ownerId,
      provider: platform,
      external_account_id: profile.external_id,
      external_username: (profile.username_unsure && before?.external_username) || profile.username,
      external_name: profile.name,
      external_bio: profile.biography,
      ...picture,
      account_type: profile.account_type,
      limits: boundedLimits(profile.limits),
      connected_via: via ?? null,
      permissions: grant.scopes,
      status: 'active',
      status_reason: null,
      token_ciphertext,
      token_expires_at: grant.expires_at ?? endOf(platform, via, now),
      token_refreshed_at: grant.expires_at === null ? null : now,
      renew_at: grant.renew_at ?? null,
      renewal_begun_at: null,
      refresh_tried_at: null,
      refresh_problem: null,
      profile_synced_at: now,
      keep_failures: 0,
      figures_day: null,
      created_by: by ?? null,
      connected_at: now,
      created_at: before?.created_at ?? now,
      updated_at: now,
    }
    try {
      // Connecting an account again takes it from no other owner: the operator may have given it to both.
      const terms = { by, permit: permit?.use(account) }
      const ended = before?.status === 'disconnected'
      if (before) await replaceAccount(account, before.updated_at, now, { ...terms, alone: alone && ended })
      else await addAccount(account, now, { ...terms, alone })
      log.info('account connected', { account_id: id, owner_id: ownerId, platform, again: before !== undefined })
      return account
    } catch (error) {
      // Below an id that is new with this round nothing would ever find the copy; and of a disconnected account none is kept, unless
      // it was connected at the same moment.
      const isKept = known !== undefined && (before?.status !== 'disconnected' || error instanceof ConditionFailed)
      if (!isKept && wasRefused(error)) await dropCopy(picture)
      if (error instanceof OfAnotherOwner) {
        throw refuse(
          'account_of_another_owner',
          `@${profile.username} on ${nameOf(platform)} is connected to another team already. Have it disconnected there first, or choose another account.`,
        )
      }
      if (permit && error instanceof NoPermit) throw await permit.refusal(account)
      if (!(error instanceof ConditionFailed) || round >= TRIES) return refuseNotAdmin(error)
    }
  }
}

/** @throws {AppError} for what cannot be connected. */
export async function connectOne(given: Given, { of, scopes, ...rest }: TokenGrant): Promise<Account> {
  const platform = platformIn(given.platform, { of })
  const via = platform === given.platform ? {} : { via: given.platform }
  if (of?.problem) throw refuse('missing_permissions', `${of.name || of.username}: ${of.problem}`)
  if (!fits(rest))
    throw refuse(
      'invalid_token',
      `The session that ${nameOf(platform)} gave has more than ${LONGEST_SESSION} bytes, which is too long to be stored.`,
    )
  const grant: Grant = { ...boundedGrant(rest, given.now ?? Date.now()), scopes: scopes ?? null }
  const profile = await readProfile(platform, grant.token)
  if (of && profile.external_id !== of.id)
    throw refuse('invalid_token', `${nameOf(platform)} answered for another account.`)
  const connecting = { ...given, platform, ...via }
  await checkPermissions(connecting, grant, profile)
  return store(connecting, grant, profile)
}

/** The result of each grant, in the order of the grants. */
export type Tried = { account: Account } | { refusal: AppError }

/** Connects each that can be: one that cannot does not keep the others from it. */
export async function connectEach(given: Given, grants: readonly TokenGrant[], atOnce: number): Promise<Tried[]> {
  const tried: Tried[] = []
  await inParallel([...grants.entries()], atOnce, async ([at, grant]) => {
    try {
      tried[at] = { account: await connectOne(given, grant) }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      tried[at] = { refusal: error }
    }
  })
  return tried
}
