// Deletes an owner with everything that belongs to it. First what acts for it is stopped, then the rows and files go, and last the
// owner itself: called again after it broke off, it goes on. Only the operator's command calls it.
//
// Posts, files and approvals are found by the index, which may be seconds behind, and a request that was under way when its key ended
// may still store something: the last round begins when both are over.
//
// The rest stays for a while and ends by itself: the record of changes (nobody can delete that), rows of media that were deleted
// before, uploads that were started, and backups (docs/restoring.md says how long each).

import { setTimeout as sleep } from 'node:timers/promises'
import { canBeRevoked, revokeSession } from '../accounts/revoke-session.ts'
import { Account } from '../accounts/rules/account.ts'
import { entryOf } from '../activity/activity-store.ts'
import { revokeKey } from '../api-keys/change-key.ts'
import { unmirrorKey } from '../api-keys/gateway-keys.ts'
import { getKey, listKeys } from '../api-keys/key-store.ts'
import { removeObject, removeObjects } from '../aws/bucket.ts'
import { batchGet, get, type Item, queryPages, remove, transact } from '../aws/table.ts'
import { PICTURE_PREFIX, TABLE, VARIANT_PREFIX } from '../contract.ts'
import { log } from '../log.ts'
import { deletePerson } from '../people/delete-person.ts'
import { leaveOwner } from '../people/leave-owner.ts'
import { membershipsOf, membersOf } from '../people/team-store.ts'
import { disconnectAccount } from '../posts/disconnect-account.ts'
import { dropSchedule } from '../posts/dispatch.ts'
import { inParallel } from '../run-bounded.ts'
import {
  accountKey,
  apiKeysOf,
  approvalsOf,
  connectLinkBySecretKey,
  deliveriesOf,
  deliverySort,
  draftsOf,
  eventKey,
  invitationByLinkKey,
  jobsPartition,
  type Key,
  mediaOf,
  noticeSort,
  noticesOf,
  ownerKey,
  ownerNameKey,
  PARTITION,
  postsOf,
  revokedKeysOf,
  slotsOf,
  summaryPartition,
  teamKey,
  usagePartition,
  webhooksOf,
} from '../table-keys.ts'
import { listWebhooks, removeWebhook } from '../webhooks/webhook-store.ts'
import type { Owner } from './owner.ts'

const HOUR = 3_600_000
/** From the end of keys and sessions to the last round: longer than a request takes, and than the index is behind. */
const SETTLE_MS = 35_000
/** Calls side by side. */
const AT_ONCE = 16
const POSTS_AT_ONCE = 4

export interface OwnerDeletion {
  /** The things that were stopped. */
  webhooks: number
  keys: number
  members: number
  /** Members of nothing else, who are deleted with it. */
  people: number
  accounts: number
  /** Sessions that the platform itself ended. */
  revoked_at_platform: number
  /**
   * Accounts, those that were disconnected before among them, whose platform has no way to end a session, or did not: its owner can, in
   * the platform's settings.
   */
  not_revoked: { platform: string; username: string }[]
  files: number
  rows: number
}

const partition = (pk: string) =>
  queryPages({ KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk }, ConsistentRead: true })

const listed = (list: string) =>
  queryPages({
    IndexName: TABLE.byOwner.name,
    KeyConditionExpression: `${TABLE.byOwner.partitionKey} = :list`,
    ExpressionAttributeValues: { ':list': list },
  })

const keyOf = ({ pk, sk }: Item): Key => ({ pk: String(pk), sk: String(sk) })

/** Removes rows side by side. */
class Eraser {
  rows = 0

  async items(items: readonly Item[]): Promise<void> {
    await inParallel(items, AT_ONCE, async (item) => {
      await remove(keyOf(item))
      this.rows += 1
    })
  }

  /** A whole partition. */
  async partition(pk: string): Promise<void> {
    for await (const items of partition(pk)) await this.items(items)
  }

  /** The partition of a row that a list has. That row goes last: without it nothing would find the others again. */
  async listed(row: Item): Promise<void> {
    const { pk, sk } = keyOf(row)
    for await (const items of partition(pk)) await this.items(items.filter((item) => item.sk !== sk))
    await this.items([row])
  }
}

/** The accounts, those that were disconnected among them. */
async function accountsOf(ownerId: string): Promise<Account[]> {
  const rows = (await Array.fromAsync(partition(PARTITION.external(ownerId)))).flat()
  const items = await batchGet(rows.map(({ account_id }) => accountKey(String(account_id))))
  return items.map((item) => Account.parse(item))
}

const nameOf = ({ provider, external_username }: Account) => ({ platform: provider, username: external_username })

async function endAccount(account: Account, now: number, done: OwnerDeletion): Promise<void> {
  if (await revokeSession(account)) done.revoked_at_platform += 1
  else done.not_revoked.push(nameOf(account))
  await disconnectAccount({ accountId: account.id, now })
  done.accounts += 1
}

/** Nothing acts for the owner any more, and no notices are sent about the following steps. */
async function stop(owner: Owner, now: number, done: OwnerDeletion): Promise<void> {
  for (const { id } of await listWebhooks(owner.id)) {
    // If this breaks off, deliveries are found as long as their webhook exists.
    await eraseEvents(owner.id, [id], new Eraser())
    await removeWebhook(owner.id, id)
    done.webhooks += 1
  }
  for (const key of await listKeys(owner.id)) {
    if (key.status === 'active') {
      await revokeKey(key.key_id, now)
      done.keys += 1
    }
    if (key.gateway_key_id !== undefined) await unmirrorKey(key.gateway_key_id)
  }
  for (const { person_id } of await membersOf(owner.id)) {
    // Before the membership ends: if this breaks off, the person is found as a member.
    if ((await membershipsOf(person_id)).every(({ owner_id }) => owner_id === owner.id)) {
      await deletePerson(person_id)
      done.people += 1
    }
    await leaveOwner(owner.id, person_id, now)
    done.members += 1
  }
  for (const account of await accountsOf(owner.id)) {
    if (account.status !== 'disconnected') await endAccount(account, now, done)
    // Perhaps by a deletion that broke off, which told nobody.
    else if (!(await canBeRevoked(account))) done.not_revoked.push(nameOf(account))
  }
}

async function eraseMedia(ownerId: string, eraser: Eraser, done: OwnerDeletion): Promise<void> {
  for await (const rows of listed(mediaOf(ownerId))) {
    const items = await batchGet(rows.map(keyOf))
    await inParallel(items, AT_ONCE, async ({ id, object_key }) => {
      await removeObject(String(object_key))
      await removeObjects(`${VARIANT_PREFIX}/${id}/`)
      done.files += 1
    })
    for (const { id } of items) await eraser.partition(PARTITION.variants(String(id)))
    await eraser.items(items)
  }
}

async function erasePosts(ownerId: string, now: number, eraser: Eraser): Promise<void> {
  for await (const rows of listed(postsOf(ownerId))) {
    const posts = await batchGet(rows.map(keyOf))
    await inParallel(posts, AT_ONCE, async ({ id, scheduled_at }) => {
      if (typeof scheduled_at === 'number' && scheduled_at > now) await dropSchedule(String(id), scheduled_at)
    })
    await inParallel(posts, POSTS_AT_ONCE, async (post) => {
      await eraser.partition(PARTITION.insights(String(post.id)))
      await eraser.listed(post)
    })
  }
}

async function eraseAccounts(ownerId: string, now: number, eraser: Eraser, done: OwnerDeletion): Promise<void> {
  for (const account of await accountsOf(ownerId)) {
    const { id } = account
    // It was connected while the others were being disconnected. Its claim would keep it from every other owner.
    if (account.status !== 'disconnected') await endAccount(account, now, done)
    for (const pk of [slotsOf(id), PARTITION.insights(id), PARTITION.asked(id), PARTITION.account(id)])
      await eraser.partition(pk)
    await removeObjects(`${PICTURE_PREFIX}/${id}/`)
  }
  await eraser.partition(PARTITION.external(ownerId))
}

/** Events that notices and deliveries tell of. */
async function eraseEvents(ownerId: string, hooks: readonly string[], eraser: Eraser): Promise<void> {
  for (const [pk, sort] of [
    [noticesOf(ownerId), noticeSort],
    ...hooks.map((id) => [deliveriesOf(id), deliverySort] as const),
  ] as const) {
    for await (const items of partition(pk)) {
      const ids = items.flatMap(({ sk }) => (String(sk).startsWith(sort.prefix) ? sort.read(String(sk)) : []))
      await eraser.items(ids.map((id) => ({ ...eventKey(String(id)) })))
      await eraser.items(items)
    }
  }
}

async function eraseTeam(ownerId: string, eraser: Eraser): Promise<void> {
  for await (const items of partition(teamKey(ownerId).pk)) {
    const byHash = items.flatMap(({ token_hash, secret_hash }) => [
      ...(token_hash ? [{ ...invitationByLinkKey(String(token_hash)) }] : []),
      ...(secret_hash ? [{ ...connectLinkBySecretKey(String(secret_hash)) }] : []),
    ])
    await eraser.items(byHash)
    await eraser.items(items)
  }
}

/**
 * The rate windows of a key. Those that say that its secret has ended stay until they expire: the gateway remembers the key for
 * a minute, and without them it would still make things for an owner that is gone.
 */
async function eraseWindows(keyId: string, eraser: Eraser): Promise<void> {
  for await (const items of partition(PARTITION.rate(keyId)))
    await eraser.items(items.filter(({ ended_generation }) => ended_generation === undefined))
}

async function eraseKeys(ownerId: string, now: number, eraser: Eraser): Promise<void> {
  for (const list of [apiKeysOf(ownerId), revokedKeysOf(ownerId)])
    for await (const rows of listed(list)) {
      for (const { pk } of rows) {
        const keyId = PARTITION.apiKey.read(String(pk))[0]
        // It was made while the others were being revoked. Without its row nobody could end its secret.
        if ((await getKey(keyId))?.status === 'active') await revokeKey(keyId, now)
        await eraseWindows(keyId, eraser)
      }
      await eraser.items(rows)
    }
}

async function eraseUsage({ id, created_at }: Owner, now: number, eraser: Eraser): Promise<void> {
  const first = Math.floor(created_at / HOUR)
  const hours = Array.from({ length: Math.floor(now / HOUR) - first + 1 }, (_, at) => first + at)
  await inParallel(hours, AT_ONCE, async (hour) => {
    await eraser.partition(usagePartition(id, hour))
    await eraser.partition(jobsPartition(id, hour))
  })
  await eraser.partition(summaryPartition(id))
}

/** @param hooks webhooks that there were: their deliveries stand under them. */
async function erase(owner: Owner, now: number, hooks: readonly string[], done: OwnerDeletion): Promise<void> {
  const { id } = owner
  const eraser = new Eraser()
  await erasePosts(id, now, eraser)
  await eraseMedia(id, eraser, done)
  await eraseAccounts(id, now, eraser, done)
  await eraseEvents(id, hooks, eraser)
  await eraseTeam(id, eraser)
  await eraseKeys(id, now, eraser)
  for await (const rows of listed(approvalsOf(id))) for (const row of rows) await eraser.listed(row)
  for (const pk of [draftsOf(id), PARTITION.imported(id), PARTITION.idempotency(id), webhooksOf(id)])
    await eraser.partition(pk)
  await eraseUsage(owner, now, eraser)
  done.rows += eraser.rows
}

/**
 * Removes the owner and all that is its own, files too.
 * @param pause waits before the last round.
 * @throws what kept it from being done as a whole: it goes on where it was when it is called again.
 */
export async function deleteOwner(
  owner: Owner,
  now: number,
  pause: (ms: number) => Promise<unknown> = sleep,
): Promise<OwnerDeletion> {
  const done: OwnerDeletion = {
    ...{ webhooks: 0, keys: 0, members: 0, people: 0, accounts: 0, revoked_at_platform: 0 },
    ...{ not_revoked: [], files: 0, rows: 0 },
  }
  const hooks = (await listWebhooks(owner.id)).map(({ id }) => id)
  await stop(owner, now, done)
  const settledAt = Date.now() + SETTLE_MS
  await erase(owner, now, hooks, done)
  await pause(Math.max(0, settledAt - Date.now()))
  const again = { ...done, rows: 0 }
  await erase(owner, now, hooks, again)
  done.rows += again.rows
  for await (const items of partition(ownerKey(owner.id).pk))
    for (const item of items) if (item.sk !== ownerKey(owner.id).sk) await remove(keyOf(item))
  // Where two delete it at once, the first one has freed its name, and a new owner may have it.
  const named = await get(ownerNameKey(owner.name))
  const isOwn = { ConditionExpression: 'owner_id = :id', ExpressionAttributeValues: { ':id': owner.id } }
  await transact([
    ...(named?.owner_id === owner.id ? [{ Delete: { Key: ownerNameKey(owner.name), ...isOwn } }] : []),
    { Delete: { Key: ownerKey(owner.id) } },
    { Put: entryOf(owner.id, { action: 'owner.deleted', target_id: owner.id, target_name: owner.name }, now) },
  ])
  log.info('owner deleted', { owner_id: owner.id, rows: done.rows, files: done.files })
  return done
}
