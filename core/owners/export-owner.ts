// Exports all that the table has of an owner, record by record, without secrets and without items that only the service needs to
// find others. Each record has its place, so that an export that broke off can continue from there.
import { unpacked } from '../aws/packed-item.ts'
import { batchGet, type Item, queryAll, queryPage } from '../aws/table.ts'
import { TABLE } from '../contract.ts'
import { getPeople } from '../people/person-store.ts'
import {
  accountKey,
  activityOf,
  apiKeysOf,
  approvalEntrySort,
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
  postKey,
  postsOf,
  publicationSort,
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
/** Nothing secret is exported, not even as a hash. Hashtags are no hashes. */
const SECRET = /(ciphertext|secret|hash(?!tag)|gateway_key_id)/

/** Plain JSON, without what is secret in it. */
function plain(value: unknown): unknown {
  if (value instanceof Uint8Array) return { base64: Buffer.from(value).toString('base64') }
  if (value instanceof Set) return [...value]
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => (SECRET.test(name) ? [] : [[name, plain(inner)]])),
  )
}

/** The record as it is written. */
const shown = (item: Item): Item =>
  plain(Object.fromEntries(Object.entries(unpacked(item)).filter(([name]) => !OF_THE_TABLE.test(name)))) as Item

/** A partition of the table, or a list of the index. */
type Source = { pk: string } | { list: string }

const sortOf = (source: Source, row: Item) => String('pk' in source ? row.sk : row.owner_sk)

const query = (source: Source, sort?: { is: '=' | '>'; of: string }) => {
  const [names, value] =
    'pk' in source
      ? [{ pk: 'pk', sk: 'sk' }, source.pk]
      : [{ pk: TABLE.byOwner.partitionKey, sk: TABLE.byOwner.sortKey }, source.list]
  return {
    ...('pk' in source ? { ConsistentRead: true } : { IndexName: TABLE.byOwner.name }),
    KeyConditionExpression: `${names.pk} = :pk${sort ? ` AND ${names.sk} ${sort.is} :sort` : ''}`,
    ExpressionAttributeValues: { ':pk': value, ...(sort ? { ':sort': sort.of } : {}) },
  }
}

/** Rows behind a place, a page at a time. */
async function* rowsAfter(source: Source, after?: string): AsyncGenerator<Item[]> {
  let from = after
  do {
    const { items, next } = await queryPage({
      ...query(source, from === undefined ? undefined : { is: '>', of: from }),
      Limit: 100,
    })
    yield items
    from = next && sortOf(source, next)
  } while (from !== undefined)
}

/** The items of the index's rows, in their order; rows whose items are gone are left out. */
async function itemsOf(rows: readonly Item[]): Promise<Map<Item, Item>> {
  const items = new Map(
    (await batchGet(rows as readonly unknown[] as Key[])).map((item) => [`${item.pk} ${item.sk}`, item]),
  )
  return new Map(
    rows.flatMap((row) => {
      const item = items.get(`${row.pk} ${row.sk}`)
      return item ? [[row, item] as const] : []
    }),
  )
}

/** Rows of an owner, the records that each stands for, and what else belongs to it. */
interface Section {
  source(ownerId: string): Source
  /** The records of rows that were read together; some rows have none. */
  records(rows: readonly Item[]): Promise<Map<Item, Exported>>
  /** Partitions of the thing that a row stands for, and the record of each of their items. */
  within?: readonly { kind: ExportKind; pk(row: Item): string; record(row: Item, item: Item): Item }[]
}

const each = (rows: readonly Item[], exported: (row: Item) => Exported): Map<Item, Exported> =>
  new Map(rows.map((row) => [row, exported(row)]))

const inPartition = (kind: ExportKind, pk: (ownerId: string) => string): Section => ({
  source: (ownerId) => ({ pk: pk(ownerId) }),
  records: async (rows) => each(rows, (row) => ({ kind, record: shown(row) })),
})

const inList = (kind: ExportKind, list: (ownerId: string) => string): Section => ({
  source: (ownerId) => ({ list: list(ownerId) }),
  records: async (rows) =>
    new Map([...(await itemsOf(rows))].map(([row, item]) => [row, { kind, record: shown(item) }])),
})

const accountOf = ({ account_id }: Item) => String(account_id)
/** The id at the end of a row's own key, as rows of the index have no other. */
const postOf = ({ pk }: Item) => PARTITION.post.read(String(pk))[0]
const isMember = ({ sk }: Item) => String(sk).startsWith(memberSort.prefix)

/** A post with its publications. */
async function postRecord({ pk }: Item): Promise<Exported | undefined> {
  const items = await queryAll(query({ pk: String(pk) }))
  const post = items.find(({ sk }) => sk === postKey('').sk)
  // Only its own key says on which account a publication is.
  const publications = items.flatMap((item) =>
    String(item.sk).startsWith(publicationSort.prefix)
      ? [{ account_id: publicationSort.read(String(item.sk))[0], ...shown(item) }]
      : [],
  )
  return post && { kind: 'posts', record: { ...shown(post), publications } }
}

/** A post that waits for approval, or an entry of its history, which itself does not say of which. */
const approvalRecord = ({ pk }: Item, item: Item): Item =>
  String(item.sk).startsWith(approvalEntrySort.prefix)
    ? { approval_id: PARTITION.approval.read(String(pk))[0], ...shown(item) }
    : shown(item)

/** In the order of `EXPORTED`, as far as it comes together. */
const SECTIONS: readonly Section[] = [
  inPartition('owner', (ownerId) => ownerKey(ownerId).pk),
  inList('keys', apiKeysOf),
  inList('keys', revokedKeysOf),
  // The accounts, those that were disconnected among them, with their slots and figures.
  {
    source: (ownerId) => ({ pk: PARTITION.external(ownerId) }),
    records: async (rows) => {
      const accounts = await batchGet(rows.map((row) => accountKey(accountOf(row))))
      const byId = new Map(accounts.map((account) => [String(account.id), account]))
      return new Map(
        rows.flatMap((row) => {
          const account = byId.get(accountOf(row))
          return account ? [[row, { kind: 'accounts', record: shown(account) }] as const] : []
        }),
      )
    },
    within: [
      {
        kind: 'slots',
        pk: (row) => slotsOf(accountOf(row)),
        record: (row, item) => ({ account_id: accountOf(row), at: item.sk, ...shown(item) }),
      },
      {
        kind: 'insights',
        pk: (row) => PARTITION.insights(accountOf(row)),
        record: (row, item) => ({ account_id: accountOf(row), of: item.sk, ...shown(item) }),
      },
    ],
  },
  // Members with their names, and what else a team has.
  {
    source: (ownerId) => ({ pk: memberKey(ownerId, '').pk }),
    records: async (rows) => {
      const people = await getPeople(rows.filter(isMember).map(({ person_id }) => String(person_id)))
      return each(rows, (row) => {
        const person = people.get(String(row.person_id))
        return isMember(row)
          ? { kind: 'members', record: { ...shown(row), name: person?.name, email: person?.email } }
          : { kind: 'team', record: { what: row.sk, ...shown(row) } }
      })
    },
  },
  {
    ...inPartition('webhooks', webhooksOf),
    within: [{ kind: 'deliveries', pk: ({ id }) => deliveriesOf(String(id)), record: (_webhook, item) => shown(item) }],
  },
  inList('media', mediaOf),
  {
    source: (ownerId) => ({ list: postsOf(ownerId) }),
    records: async (rows) => {
      const found = new Map<Item, Exported>()
      for (const row of rows) {
        const post = await postRecord(row)
        if (post) found.set(row, post)
      }
      return found
    },
    within: [
      {
        kind: 'insights',
        pk: (row) => PARTITION.insights(postOf(row)),
        record: (row, item) => ({ post_id: postOf(row), of: item.sk, ...shown(item) }),
      },
    ],
  },
  {
    source: (ownerId) => ({ list: approvalsOf(ownerId) }),
    records: async () => new Map(),
    within: [{ kind: 'approvals', pk: ({ pk }) => String(pk), record: approvalRecord }],
  },
  inPartition('drafts', draftsOf),
  inPartition('notices', noticesOf),
  {
    source: (ownerId) => ({ pk: summaryPartition(ownerId) }),
    records: async (rows) => each(rows, (row) => ({ kind: 'usage', record: { of: row.sk, ...shown(row) } })),
  },
  inPartition('activity', activityOf),
]

/** How far an export is: all before it, and it itself, was given. */
export interface Place {
  /** The index of `SECTIONS`. */
  section: number
  /** Sort key of the row. */
  row: string
  /** The position among the items that belong to the row: the index of their partition, and the sort key of the last one. */
  within?: { step: number; after?: string }
}

type Placed = Exported & { place: Place }

/** Yields the items that belong to a row, beginning after a place. */
async function* belonging(section: number, source: Source, row: Item, from: Place['within']): AsyncGenerator<Placed> {
  const at = sortOf(source, row)
  for (const [step, { kind, pk, record }] of (SECTIONS[section]!.within ?? []).entries()) {
    if (step < (from?.step ?? 0)) continue
    const inner = { pk: pk(row) }
    for await (const items of rowsAfter(inner, step === from?.step ? from.after : undefined))
      for (const item of items) {
        const place = { section, row: at, within: { step, after: sortOf(inner, item) } }
        yield { kind, record: record(row, item), place }
      }
  }
}

/** Everything behind a place, or from the beginning. */
export async function* exportFrom(ownerId: string, from?: Place): AsyncGenerator<Placed> {
  for (let section = from?.section ?? 0; section < SECTIONS.length; section += 1) {
    const { source: sourceOf, records, within } = SECTIONS[section]!
    const source = sourceOf(ownerId)
    const begun = section === from?.section ? from : undefined
    if (begun && within) {
      const [row] = (await queryPage(query(source, { is: '=', of: begun.row }))).items
      if (row) yield* belonging(section, source, row, begun.within)
    }
    for await (const rows of rowsAfter(source, begun?.row)) {
      const found = await records(rows)
      for (const row of rows) {
        const own = found.get(row)
        if (own) yield { ...own, place: { section, row: sortOf(source, row) } }
        yield* belonging(section, source, row, undefined)
      }
    }
  }
}

/** Everything of an owner. */
export async function* exportOwner(ownerId: string): AsyncGenerator<Exported> {
  for await (const { kind, record } of exportFrom(ownerId)) yield { kind, record }
}
