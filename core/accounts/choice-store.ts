// The accounts that one sign-in gave, while somebody chooses from them: sealed with an id that only that person's session has.
import { get, put, remove } from '../aws/table.ts'
import { refuse } from '../errors.ts'
import { log } from '../log.ts'
import { PLATFORM_IDS, type PlatformId } from '../platforms/facts.ts'
import type { TokenGrant } from '../platforms/sign-in.ts'
import { choiceKey } from '../table-keys.ts'
import type { Finisher } from './authorization.ts'
import { hashOf, newSecret, sealed, unsealed } from './sealed-by.ts'

/** The time that somebody has for choosing. */
export const CHOOSING_MS = 15 * 60_000

/** Most accounts that one sign-in can offer, and most that can be connected by one request. */
export const MOST_OFFERED = 200
export const MOST_CHOSEN = 50

/** An item of the table has 400 KB; sealed, text takes a third more. */
const MOST_BYTES = 260_000

const PURPOSE = 'the accounts that can be chosen'

/** An account that can be connected, or why it cannot be. */
export interface Offered {
  id: string
  platform: string
  username: string
  name: string
  picture_url: string
  /** Why it cannot be chosen; null where it can. */
  problem: string | null
}

export interface Choice {
  id: string
  expires_at: number
  accounts: Offered[]
}

export interface OpenChoice {
  platform: PlatformId
  grants: TokenGrant[]
}

const offered = (platform: PlatformId, { of }: TokenGrant): Offered => ({
  id: of?.id ?? '',
  platform: of?.platform ?? platform,
  username: of?.username ?? '',
  name: of?.name ?? '',
  picture_url: of?.picture_url ?? '',
  problem: of?.problem ?? null,
})

/** Keeps what was granted until it is chosen from. */
export async function offerChoice(
  { ownerId, sessionId }: Finisher,
  platform: PlatformId,
  grants: readonly TokenGrant[],
  now: number,
): Promise<Choice> {
  const named = grants.filter(({ of }) => of !== undefined).slice(0, MOST_OFFERED)
  let text = JSON.stringify(named)
  while (Buffer.byteLength(text) > MOST_BYTES && named.length > 1) {
    named.pop()
    text = JSON.stringify(named)
  }
  if (named.length < grants.length)
    log.warn('a sign-in gave more accounts than can be offered', {
      platform,
      given: grants.length,
      offered: named.length,
    })
  const id = newSecret()
  const until = now + CHOOSING_MS
  await put({
    ...choiceKey(hashOf(id)),
    owner_id: ownerId,
    session_id: sessionId ?? null,
    platform,
    grants: sealed(text, id, PURPOSE),
    until,
    expires_at: Math.ceil(until / 1000),
  })
  return { id, expires_at: until, accounts: named.map((grant) => offered(platform, grant)) }
}

const gone = (reason: string) => refuse('invalid_state', `Nothing can be chosen any more: ${reason}. Begin again.`)

/** The accounts to choose from. @throws {AppError} `invalid_state` for a choice that is unknown, too old or another's. */
export async function openChoice(id: string, { ownerId, sessionId }: Finisher, now: number): Promise<OpenChoice> {
  const item = await get(choiceKey(hashOf(id)))
  const platform = PLATFORM_IDS.find((known) => known === item?.platform)
  if (!platform || item?.owner_id !== ownerId || (item.session_id ?? undefined) !== sessionId) {
    throw gone('it was not begun here for this owner, or has been finished already')
  }
  if (now >= Number(item.until)) throw gone('it was begun too long ago')
  return { platform, grants: JSON.parse(unsealed(String(item.grants), id, PURPOSE)) as TokenGrant[] }
}

/** Everything that was chosen is connected. */
export const closeChoice = (id: string): Promise<unknown> => remove(choiceKey(hashOf(id)))
