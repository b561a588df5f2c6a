// All that the table has of an owner, record by record, as a customer takes it along: without secrets, and without what only the
// service needs to find its way.
import { unpacked } from '../aws/packed-item.ts'
import { batchGet, type Item, queryPages } from '../aws/table.ts'
import { TABLE } from '../contract.ts'
import { getPeople } from '../people/person-store.ts'
import {
  accountKey,
  activityOf,
  apiKeysOf,
  approvalsOf,
  deliveriesOf,
  draftsOf,
  type Key,
  mediaOf,
  memberKey,
  memberSort,
  noticesOf,
  ownerKey,
  PARTITION,
  postsOf,
  revokedKeysOf,
  slotsOf,
  summaryPartition,
  webhooksOf,
} from '../table-keys.ts'

/** Each is a file of its own. */
export const EXPORTED = [
  'owner',
  'keys',
  'accounts',
  'slots',
  'members',
  'team',
  'webhooks',
  'deliveries',
  'media',
  'posts',
  'approvals',
  'drafts',
  'insights',
  'notices',
  'usage',
  'activity',
] as const
export type ExportKind = (typeof EXPORTED)[number]

export interface Exported {
  kind: ExportKind
  record: Item
}

/** Places in the table and its indexes, and what only a writer needs. */
const OF_THE_TABLE = /^(pk|sk|owner_pk|owner_sk|due_pk|due_sk|expires_at|writer|search)$/
/** Nothing secret is exported, not even as a hash. */
const SECRET = /(ciphertext|secret|hash|gateway_key_id)/

/** The record as it is written: plain JSON. */
function shown(item: Item): Item {
  const plain = unpacked(item)
  return Object.fromEntries(
    Object.entries(plain)
      .filter(([name]) => !OF_THE_TABLE.test(name) && !SECRET.test(name))
      .map(([name, value]) => [
        name,
        value instanceof Uint8Array
          ? { base64: Buffer.from(value).toString('base64') }
          : value instanceof Set
            ? [...value]
            : value,
      ]),
  )
}

const partition = (pk: string) =>
  queryPages({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': pk },
    ConsistentRead: true,
  })

/** The items that a list of the index names, a page at a time. */
async function* listed(list: string): AsyncGenerator<Item[]> {
  for await (const rows of queryPages({
    IndexName: TABLE.byOwner.name,
    KeyConditionExpression: `${TABLE.byOwner.partitionKey} = :list`,
    ExpressionAttributeValues: { ':list': list },
  }))
    yield batchGet(rows.map(({ pk, sk }) => ({ pk, sk }) as Key))
}

async function* each(kind: ExportKind, pages: AsyncIterable<Item[]>): AsyncGenerator<Exported> {
  for await (const items of pages) for (const item of items) yield { kind, record: shown(item) }
}

/** The accounts, those that were disconnected among them, with their slots and figures. */
async function* accounts(ownerId: string): AsyncGenerator<Exported> {
  for await (const rows of partition(PARTITION.external(ownerId))) {
    for (const account of await batchGet(rows.map(({ account_id }) => accountKey(String(account_id))))) {
      yield { kind: 'accounts', record: shown(account) }
      const id = String(account.id)
      for await (const items of partition(slotsOf(id)))
        for (const item of items) yield { kind: 'slots', record: { account_id: id, at: item.sk, ...shown(item) } }
      for await (const items of partition(PARTITION.insights(id)))
        for (const item of items) yield { kind: 'insights', record: { account_id: id, of: item.sk, ...shown(item) } }
    }
  }
}

/** Posts, each with its publications, and their figures. */
async function* posts(ownerId: string): AsyncGenerator<Exported> {
  for await (const found of listed(postsOf(ownerId))) {
    for (const { id } of found) {
      const items = (await Array.fromAsync(partition(PARTITION.post(String(id))))).flat().map(shown)
      const post = items.find((item) => item.account_id === undefined)
      if (post)
        yield {
          kind: 'posts',
          record: { ...post, publications: items.filter((item) => item.account_id !== undefined) },
        }
      for await (const figures of partition(PARTITION.insights(String(id))))
        for (const item of figures) yield { kind: 'insights', record: { post_id: id, of: item.sk, ...shown(item) } }
    }
  }
}

async function* webhooks(ownerId: string): AsyncGenerator<Exported> {
  for await (const items of partition(webhooksOf(ownerId))) {
    for (const item of items) {
      yield { kind: 'webhooks', record: shown(item) }
      yield* each('deliveries', partition(deliveriesOf(String(item.id))))
    }
  }
}

/** Members with their names, and what else a team has. */
async function* team(ownerId: string): AsyncGenerator<Exported> {
  for await (const items of partition(memberKey(ownerId, '').pk)) {
    const isMember = ({ sk }: Item) => String(sk).startsWith(memberSort.prefix)
    const people = await getPeople(items.filter(isMember).map(({ person_id }) => String(person_id)))
    for (const item of items) {
      const person = people.get(String(item.person_id))
      if (isMember(item))
        yield { kind: 'members', record: { ...shown(item), name: person?.name, email: person?.email } }
      else yield { kind: 'team', record: { what: item.sk, ...shown(item) } }
    }
  }
}

/** Everything, in the order of `EXPORTED` as far as it comes together. */
export async function* exportOwner(ownerId: string): AsyncGenerator<Exported> {
  yield* each('owner', partition(ownerKey(ownerId).pk))
  yield* each('keys', listed(apiKeysOf(ownerId)))
  yield* each('keys', listed(revokedKeysOf(ownerId)))
  yield* accounts(ownerId)
  yield* team(ownerId)
  yield* webhooks(ownerId)
  yield* each('media', listed(mediaOf(ownerId)))
  yield* posts(ownerId)
  for await (const found of listed(approvalsOf(ownerId)))
    for (const { id } of found) yield* each('approvals', partition(PARTITION.approval(String(id))))
  yield* each('drafts', partition(draftsOf(ownerId)))
  yield* each('notices', partition(noticesOf(ownerId)))
  for await (const items of partition(summaryPartition(ownerId)))
    for (const item of items) yield { kind: 'usage', record: { of: item.sk, ...shown(item) } }
  yield* each('activity', partition(activityOf(ownerId)))
}
