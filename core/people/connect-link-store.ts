// Connect links in the table: under their owner's team, and by the hash of their secret.
import { timingSafeEqual } from 'node:crypto'
import { entryItem } from '../activity/activity-store.ts'
import type { Deed } from '../activity/rules/activity.ts'
import { transactAsAdmin } from '../api-keys/actor.ts'
import { ConditionFailed, get, queryAll, type TransactItem, transact } from '../aws/table.ts'
import { connectLinkBySecretKey, connectLinkKey, connectLinkSort } from '../table-keys.ts'
import { ConnectLink, keptUntil } from './connect-link.ts'

/** A link without a label has no name. */
const named = ({ id, label }: Pick<ConnectLink, 'id' | 'label'>): Pick<Deed, 'target_id' | 'target_name'> => ({
  target_id: id,
  target_name: label || null,
})

const revokedDeed = (link: Pick<ConnectLink, 'id' | 'label'>): Deed => ({
  action: 'connect_link.revoked',
  ...named(link),
})

/** @throws {NotAdmin} where the person who made it is no admin. */
export async function addConnectLink(link: ConnectLink): Promise<void> {
  const { owner_id, id, secret_hash, created_by, until } = link
  const seconds = (ms: number) => Math.ceil(ms / 1000)
  await transactAsAdmin(
    owner_id,
    created_by,
    [
      {
        Put: {
          Item: { ...connectLinkKey(owner_id, id), ...link, expires_at: seconds(keptUntil(link)) },
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      },
      { Put: { Item: { ...connectLinkBySecretKey(secret_hash), owner_id, id, expires_at: seconds(until) } } },
    ],
    {
      action: 'connect_link.created',
      ...named(link),
      details: { max_accounts: link.max_accounts, until },
    },
  )
}

/** The links of an owner that are still kept, the newest first. */
export async function connectLinksOf(ownerId: string, now: number): Promise<ConnectLink[]> {
  const items = await queryAll({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': connectLinkKey(ownerId, '').pk, ':prefix': connectLinkSort.prefix },
    ConsistentRead: true,
  })
  return items
    .map((item) => ConnectLink.parse(item))
    .filter((link) => keptUntil(link) > now)
    .sort((a, b) => b.created_at - a.created_at || a.id.localeCompare(b.id))
}

const same = (a: string, b: string): boolean => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

export async function getConnectLink(given: Pick<ConnectLink, 'owner_id' | 'id'>): Promise<ConnectLink | undefined> {
  const item = await get(connectLinkKey(given.owner_id, given.id))
  return item && ConnectLink.parse(item)
}

export async function findConnectLink(secretHash: string): Promise<ConnectLink | undefined> {
  const pointer = await get(connectLinkBySecretKey(secretHash))
  const link = pointer && (await getConnectLink({ owner_id: String(pointer.owner_id), id: String(pointer.id) }))
  return link && same(link.secret_hash, secretHash) ? link : undefined
}

/** The write that ends a link: it stays in the list, and its secret stops working. */
const ending = ({ owner_id, id }: Pick<ConnectLink, 'owner_id' | 'id'>, now: number) => ({
  Key: connectLinkKey(owner_id, id),
  UpdateExpression: 'SET revoked_at = :now',
  ConditionExpression: 'attribute_exists(pk) AND revoked_at = :none',
  ExpressionAttributeValues: { ':now': now, ':none': null },
})

/** @param by the admin who asks. @throws {NotAdmin} @throws {ConditionFailed} for one that is unknown or revoked already. */
export async function endConnectLink(ownerId: string, id: string, by: string, now: number): Promise<void> {
  const link = { owner_id: ownerId, id }
  const label = (await getConnectLink(link))?.label ?? ''
  await transactAsAdmin(ownerId, by, [{ Update: ending(link, now) }], revokedDeed({ id, label }))
}

/** Ends the links that the person made: the right to make them has ended. @returns how many. */
export async function voidConnectLinksBy(ownerId: string, personId: string, now: number): Promise<number> {
  const open = (await connectLinksOf(ownerId, now)).filter(
    ({ created_by, revoked_at, until }) => created_by === personId && revoked_at === null && until > now,
  )
  for (const link of open) {
    await transact([{ Update: ending(link, now) }, entryItem(ownerId, revokedDeed(link))]).catch((error: unknown) => {
      // Revoked at the same moment.
      if (!(error instanceof ConditionFailed)) throw error
    })
  }
  return open.length
}

/** Uses the link for one account, in the transaction that stores the account: never past its number, end or revocation. */
export const useOfConnectLink = (
  { owner_id, id }: Pick<ConnectLink, 'owner_id' | 'id'>,
  account: { id: string; platform: string; username: string },
  now: number,
): TransactItem => ({
  Update: {
    Key: connectLinkKey(owner_id, id),
    UpdateExpression: 'SET account_ids = list_append(account_ids, :id), connected = list_append(connected, :account)',
    ConditionExpression:
      'revoked_at = :none AND #until > :now AND size(account_ids) < max_accounts AND NOT contains(account_ids, :account_id)',
    ExpressionAttributeNames: { '#until': 'until' },
    ExpressionAttributeValues: {
      ':none': null,
      ':now': now,
      ':id': [account.id],
      ':account_id': account.id,
      ':account': [{ platform: account.platform, username: account.username, at: now }],
    },
  },
})
