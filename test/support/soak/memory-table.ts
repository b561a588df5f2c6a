// The table in memory: DynamoDB's answers to the document client, without a process or a connection, for runs of millions of calls.
// `test/unit/support/memory-table.test.ts` compares it with the embedded DynamoDB.
import {
  type AttributeValue,
  ConditionalCheckFailedException,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { TABLE } from '../../../core/contract.ts'
import { kindOf } from '../../../scripts/row-kind.ts'
import { conditionOf, type Given, type Item, keyRangeOf, projectionOf, updateOf } from './expressions.ts'

interface Row {
  item: Item
  pk: string
  sk: string
  bytes: number
  /** What an index has of it, and the bytes of that, since it was first read there. */
  indexed?: Map<Index, { seen: Item; bytes: number }>
}

interface Entry {
  sort: string
  row: Row
}

interface Index {
  name: string
  partitionKey: string
  sortKey: string
  /** Attributes of an entry beside the keys; undefined: all. */
  include?: readonly string[]
  partitions: Map<string, Entry[]>
}

/** The units that AWS would charge, and the bytes that are stored. */
export interface Figures {
  rows: number
  bytes: number
  readUnits: number
  writeUnits: number
  calls: number
  expired: number
  /** Write units by the kind of the row. */
  written: Record<string, number>
  /** Write units of deletions, which are among the others. */
  deleteUnits: number
  /** Bytes of rows that were deleted, without those that expired. */
  deletedBytes: number
}

/** A page of a query or scan ends here, as DynamoDB's does. */
const PAGE_BYTES = 1024 * 1024
const KB = 1024

function copyOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value
  if (Array.isArray(value)) return value.map(copyOf)
  if (value instanceof Set) return new Set(value)
  const copy: Item = {}
  for (const name in value) {
    const inner = (value as Item)[name]
    if (inner !== undefined) copy[name] = copyOf(inner)
  }
  return copy
}

/** As DynamoDB counts it, but for numbers, of which most take fewer bytes than their digits. */
function bytesOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value)
  if (typeof value === 'number') return Math.ceil(String(value).length / 2) + 1
  if (typeof value !== 'object' || value === null) return 1
  if (value instanceof Uint8Array) return value.length
  let total = 3
  if (Array.isArray(value) || value instanceof Set) for (const one of value) total += 1 + bytesOf(one)
  else for (const name in value) total += name.length + 1 + bytesOf((value as Item)[name])
  return total
}

function itemBytes(item: Item): number {
  let total = 0
  for (const name in item) total += name.length + bytesOf(item[name])
  return total
}

/** The place of a sort key among sorted ones, or where it would be. */
function place(entries: readonly Entry[], isBefore: (sort: string) => boolean): number {
  let low = 0
  let high = entries.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBefore(entries[middle]!.sort)) low = middle + 1
    else high = middle
  }
  return low
}

const marshalled = (value: unknown): AttributeValue => {
  if (typeof value === 'string') return { S: value }
  if (typeof value === 'number') return { N: String(value) }
  if (typeof value === 'boolean') return { BOOL: value }
  if (value === null) return { NULL: true }
  if (value instanceof Uint8Array) return { B: value }
  if (Array.isArray(value)) return { L: value.map(marshalled) }
  if (value instanceof Set) {
    const all = [...value]
    return typeof all[0] === 'number' ? { NS: all.map(String) } : { SS: all.map(String) }
  }
  return { M: marshalledItem(value as Item) }
}
const marshalledItem = (item: Item): Record<string, AttributeValue> =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [name, marshalled(value)]))

function indexedOf(row: Row, index: Index): { seen: Item; bytes: number } {
  row.indexed ??= new Map()
  let found = row.indexed.get(index)
  if (!found) {
    const seen = pick(row.item, ['pk', 'sk', index.partitionKey, index.sortKey, ...(index.include ?? [])])
    found = { seen, bytes: itemBytes(seen) }
    row.indexed.set(index, found)
  }
  return found
}

interface Asked {
  Key: { pk: string; sk: string }
  Item: Item
  ConditionExpression?: string
  UpdateExpression: string
  ExpressionAttributeNames?: Record<string, string>
  ExpressionAttributeValues?: Record<string, unknown>
  ReturnValues?: string
  ReturnValuesOnConditionCheckFailure?: string
  ConsistentRead?: boolean
  IndexName?: string
  KeyConditionExpression: string
  FilterExpression?: string
  ProjectionExpression?: string
  ExclusiveStartKey?: Item
  ScanIndexForward?: boolean
  Limit?: number
  Select?: string
}

interface Command {
  constructor: { name: string }
  input: unknown
}

const givenOf = ({ ExpressionAttributeNames = {}, ExpressionAttributeValues = {} }: Partial<Asked>): Given => ({
  names: ExpressionAttributeNames,
  values: ExpressionAttributeValues,
})

/** A write's result, before it is done. */
interface Planned {
  key: { pk: string; sk: string }
  before: Row | undefined
  /** Undefined for a deletion; `before.item` for a check alone. */
  next: Item | undefined
  holds: boolean
  onlyChecks: boolean
  /** The attributes that an update names. */
  changed?: Set<string>
}

export class MemoryTable {
  readonly figures: Figures = {
    rows: 0,
    bytes: 0,
    readUnits: 0,
    writeUnits: 0,
    calls: 0,
    expired: 0,
    written: {},
    deleteUnits: 0,
    deletedBytes: 0,
  }
  readonly #partitions = new Map<string, Entry[]>()
  readonly #indexes: Index[] = [
    { ...TABLE.byOwner, include: TABLE.byOwner.include, partitions: new Map() },
    { ...TABLE.byDue, include: [], partitions: new Map() },
  ]
  /** Rows by the hour in which they expire. */
  readonly #expiring = new Map<number, Set<Row>>()
  /** Unix hours before this one have been taken away. */
  #expiredTo = 0

  /** From now on document clients of this process ask this table. */
  install(): void {
    const answer = (command: Command) => this.answer(command)
    DynamoDBDocumentClient.prototype.send = (async (command: never) =>
      answer(command)) as unknown as DynamoDBDocumentClient['send']
  }

  /** Every row, in no order. For checks alone: it is not charged. */
  *rows(): Generator<Item> {
    for (const entries of this.#partitions.values()) for (const { row } of entries) yield row.item
  }

  /** Entries of the index of due work, all or those before a sort key: partition, sort key, and the item's key. */
  *due(before?: string): Generator<{ partition: string; sort: string; pk: string; sk: string }> {
    for (const [partition, entries] of this.#indexes[1]!.partitions)
      for (const { sort, row } of entries) {
        if (before !== undefined && sort >= before) break
        yield { partition, sort, pk: row.pk, sk: row.sk }
      }
  }

  /** As it stands, without a charge. */
  peek(pk: string, sk: string): Item | undefined {
    return this.#find(pk, sk)?.item
  }

  /** How many rows a partition of the owners' index has. */
  listed(partition: string): number {
    return this.#indexes[0]!.partitions.get(partition)?.length ?? 0
  }

  /** Whether anything is due before this, Unix ms: else the sweeper finds nothing. */
  isDue(prefixes: readonly string[], before: string): boolean {
    for (const [partition, entries] of this.#indexes[1]!.partitions)
      if (entries.length > 0 && entries[0]!.sort < before && prefixes.some((prefix) => partition.startsWith(prefix)))
        return true
    return false
  }

  /** Takes away what expired in hours before this one (Unix hours), as DynamoDB does some time later. */
  expire(hour: number): void {
    if (this.#expiredTo === 0) this.#expiredTo = Math.min(hour, ...this.#expiring.keys())
    for (; this.#expiredTo < hour; this.#expiredTo += 1) {
      const rows = this.#expiring.get(this.#expiredTo) ?? []
      this.#expiring.delete(this.#expiredTo)
      for (const row of rows) {
        this.#put(row, undefined)
        this.figures.expired += 1
      }
    }
  }

  #find(pk: string, sk: string): Row | undefined {
    const entries = this.#partitions.get(pk)
    if (!entries) return undefined
    const entry = entries[place(entries, (sort) => sort < sk)]
    return entry?.sort === sk ? entry.row : undefined
  }

  #at(entries: readonly Entry[], sort: string, row: Row): number {
    let at = place(entries, (one) => one < sort)
    while (entries[at]!.row !== row) at += 1
    return at
  }

  #drop(partitions: Map<string, Entry[]>, partition: string, sort: string, row: Row): void {
    const entries = partitions.get(partition)!
    entries.splice(this.#at(entries, sort, row), 1)
    if (entries.length === 0) partitions.delete(partition)
  }

  /** Replaces a row that keeps its place. */
  #exchange(partitions: Map<string, Entry[]>, partition: string, sort: string, before: Row, next: Row): void {
    const entries = partitions.get(partition)!
    entries[this.#at(entries, sort, before)]!.row = next
  }

  /** The hour in which a row expires, if it does. */
  #expiryOf({ item }: Row): number | undefined {
    const expires = item[TABLE.timeToLive]
    return typeof expires === 'number' ? Math.max(Math.floor(expires / 3600), this.#expiredTo) : undefined
  }

  #insert(partitions: Map<string, Entry[]>, partition: string, sort: string, row: Row): void {
    const entries = partitions.get(partition)
    if (!entries) {
      partitions.set(partition, [{ sort, row }])
      return
    }
    const last = entries[entries.length - 1]!
    if (last.sort < sort) entries.push({ sort, row })
    else
      entries.splice(
        place(entries, (one) => one <= sort),
        0,
        { sort, row },
      )
  }

  /** Replaces a row, its entries of indexes with it. @returns write units, those of indexes among them. */
  #put(before: Row | undefined, next: Row | undefined): number {
    let units = Math.max(1, Math.ceil(Math.max(before?.bytes ?? 0, next?.bytes ?? 0) / KB))
    if (before && next) this.#exchange(this.#partitions, next.pk, next.sk, before, next)
    else if (before) this.#drop(this.#partitions, before.pk, before.sk, before)
    else if (next) this.#insert(this.#partitions, next.pk, next.sk, next)
    this.figures.rows += (next ? 1 : 0) - (before ? 1 : 0)
    this.figures.bytes += (next?.bytes ?? 0) - (before?.bytes ?? 0)
    const [ended, ends] = [before && this.#expiryOf(before), next && this.#expiryOf(next)]
    if (ended !== undefined) this.#expiring.get(ended)?.delete(before!)
    if (ends !== undefined) {
      const rows = this.#expiring.get(ends)
      if (rows) rows.add(next!)
      else this.#expiring.set(ends, new Set([next!]))
    }
    for (const { partitionKey, sortKey, include = [], partitions } of this.#indexes) {
      const [was, wasSort] = [before?.item[partitionKey], before?.item[sortKey]] as (string | undefined)[]
      const [is, isSort] = [next?.item[partitionKey], next?.item[sortKey]] as (string | undefined)[]
      const stays = was === is && wasSort === isSort
      if (was !== undefined && wasSort !== undefined) {
        if (stays) this.#exchange(partitions, was, wasSort, before!, next!)
        else this.#drop(partitions, was, wasSort, before!)
      }
      if (!stays && is !== undefined && isSort !== undefined) this.#insert(partitions, is, isSort, next!)
      if (!stays) units += (was === undefined ? 0 : 1) + (is === undefined ? 0 : 1)
      else if (is !== undefined && include.some((name) => before!.item[name] !== next!.item[name])) units += 1
    }
    return units
  }

  #plan(kind: string, asked: Asked): Planned {
    const key = kind === 'Put' ? { pk: String(asked.Item.pk), sk: String(asked.Item.sk) } : asked.Key
    const before = this.#find(key.pk, key.sk)
    const given = givenOf(asked)
    const holds =
      asked.ConditionExpression === undefined || conditionOf(asked.ConditionExpression)(before?.item ?? {}, given)
    const onlyChecks = kind === 'ConditionCheck'
    let next: Item | undefined = before?.item
    let changed: Set<string> | undefined
    if (holds && kind === 'Put') next = copyOf(asked.Item) as Item
    if (holds && kind === 'Delete') next = undefined
    if (holds && kind === 'Update') {
      next = { ...(before?.item ?? { pk: key.pk, sk: key.sk }) }
      const own = { ...given, values: copyOf(given.values) as Given['values'] }
      changed = updateOf(asked.UpdateExpression)(next, before?.item ?? {}, own)
    }
    return { key, before, next, holds, onlyChecks, ...(changed ? { changed } : {}) }
  }

  #charge({ pk, sk }: { pk: string; sk: string }, units: number, deletes = false): void {
    const kind = kindOf({ pk, sk })
    this.figures.writeUnits += units
    this.figures.written[kind] = (this.figures.written[kind] ?? 0) + units
    if (deletes) this.figures.deleteUnits += units
  }

  /** @returns write units. */
  #carryOut({ key, before, next, onlyChecks }: Planned): number {
    if (onlyChecks || (before === undefined && next === undefined)) return 1
    if (before && next === undefined) this.figures.deletedBytes += before.bytes
    return this.#put(before, next && { item: next, ...key, bytes: itemBytes(next) })
  }

  #write(kind: string, asked: Asked): object {
    const planned = this.#plan(kind, asked)
    const { key, before, next, holds, changed } = planned
    if (!holds) {
      this.#charge(key, Math.max(1, Math.ceil((before?.bytes ?? 0) / KB)))
      throw new ConditionalCheckFailedException({
        message: 'The conditional request failed',
        $metadata: { httpStatusCode: 400 },
        ...(before && asked.ReturnValuesOnConditionCheckFailure === 'ALL_OLD'
          ? { Item: marshalledItem(before.item) }
          : {}),
      })
    }
    this.#charge(key, this.#carryOut(planned), next === undefined)
    if (asked.ReturnValues === 'ALL_NEW' && next) return { Attributes: copyOf(next) }
    if (asked.ReturnValues === 'UPDATED_NEW' && next) return { Attributes: copyOf(pick(next, [...changed!])) }
    if (asked.ReturnValues === 'ALL_OLD' && before) return { Attributes: copyOf(before.item) }
    return {}
  }

  #transact(items: readonly Record<string, Asked>[]): object {
    const planned = items.map((one) => {
      const [[kind, asked] = []] = Object.entries(one)
      return { asked: asked!, ...this.#plan(kind!, asked!) }
    })
    const keys = new Set(planned.map(({ key }) => `${key.pk}\n${key.sk}`))
    if (keys.size < planned.length) throw new Error('a transaction names an item twice')
    if (planned.length > 100) throw new Error('a transaction of more than 100 items')
    if (planned.every(({ holds }) => holds)) {
      for (const one of planned) this.#charge(one.key, 2 * this.#carryOut(one), one.next === undefined)
      return {}
    }
    for (const { key, before } of planned) this.#charge(key, 2 * Math.max(1, Math.ceil((before?.bytes ?? 0) / KB)))
    throw new TransactionCanceledException({
      message: 'Transaction cancelled',
      $metadata: { httpStatusCode: 400 },
      CancellationReasons: planned.map(({ holds, before, asked }) =>
        holds
          ? { Code: 'None' }
          : {
              Code: 'ConditionalCheckFailed',
              ...(before && asked.ReturnValuesOnConditionCheckFailure === 'ALL_OLD'
                ? { Item: marshalledItem(before.item) }
                : {}),
            },
      ),
    })
  }

  #read(bytes: number, consistent = false): void {
    this.figures.readUnits += Math.max(1, Math.ceil(bytes / (4 * KB))) * (consistent ? 1 : 0.5)
  }

  #get({ Key, ConsistentRead }: Asked): object {
    const row = this.#find(Key.pk, Key.sk)
    this.#read(row?.bytes ?? 0, ConsistentRead)
    return row ? { Item: copyOf(row.item) } : {}
  }

  #batchGet(tables: Record<string, { Keys: { pk: string; sk: string }[]; ConsistentRead?: boolean }>): object {
    const found = Object.entries(tables).map(([table, { Keys, ConsistentRead }]) => {
      if (Keys.length > 100) throw new Error('a batch of more than 100 keys')
      const rows = Keys.flatMap(({ pk, sk }) => {
        const row = this.#find(pk, sk)
        this.#read(row?.bytes ?? 0, ConsistentRead)
        return row ?? []
      })
      return [table, rows.map(({ item }) => copyOf(item))]
    })
    return { Responses: Object.fromEntries(found), UnprocessedKeys: {} }
  }

  #query(asked: Asked): object {
    const index = this.#indexes.find(({ name }) => name === asked.IndexName)
    if (asked.IndexName !== undefined && !index) throw new Error(`there is no index ${asked.IndexName}`)
    if (index && asked.ConsistentRead) throw new Error('an index cannot be read consistently')
    const given = givenOf(asked)
    const range = keyRangeOf(asked.KeyConditionExpression)(given)
    const entries = (index?.partitions ?? this.#partitions).get(range.partition) ?? []
    let first = place(entries, range.before)
    let end = place(entries, (sort) => !range.behind(sort))
    const backwards = asked.ScanIndexForward === false
    const from = asked.ExclusiveStartKey
    if (from) {
      const sort = String(from[index?.sortKey ?? 'sk'])
      const isOfKey = ({ row }: Entry) => row.pk === from.pk && row.sk === from.sk
      const same = place(entries, (one) => one < sort)
      let at = same
      while (at < entries.length && entries[at]!.sort === sort && !isOfKey(entries[at]!)) at += 1
      const there = at < entries.length && entries[at]!.sort === sort
      if (backwards) end = Math.min(end, there ? at : same)
      else first = Math.max(first, there ? at + 1 : at)
    }
    const filter = asked.FilterExpression === undefined ? undefined : conditionOf(asked.FilterExpression)
    const names = asked.ProjectionExpression && projectionOf(asked.ProjectionExpression)(given)
    const items: Item[] = []
    let bytes = 0
    let looked = 0
    let last: Row | undefined
    let more = false
    for (let step = 0; first + step < end; step += 1) {
      if (looked >= (asked.Limit ?? Number.POSITIVE_INFINITY) || bytes > PAGE_BYTES) {
        more = true
        break
      }
      const { row } = entries[backwards ? end - 1 - step : first + step]!
      const { seen, bytes: size } = index ? indexedOf(row, index) : { seen: row.item, bytes: row.bytes }
      looked += 1
      bytes += size
      last = row
      if (!filter || filter(seen, given)) items.push(copyOf(names ? pick(seen, names) : seen) as Item)
    }
    // A page that is full ends with a key, also where nothing follows.
    if (looked > 0 && looked === asked.Limit) more = true
    this.#read(bytes, asked.ConsistentRead)
    const keys = ['pk', 'sk', ...(index ? [index.partitionKey, index.sortKey] : [])]
    return {
      ...(asked.Select === 'COUNT' ? {} : { Items: items }),
      Count: items.length,
      ScannedCount: looked,
      ...(more && last ? { LastEvaluatedKey: pick(last.item, keys) } : {}),
    }
  }

  /** As the document client would. @throws the client's errors. */
  answer({ constructor: { name }, input }: Command): unknown {
    const asked = input as Asked
    this.figures.calls += 1
    switch (name) {
      case 'GetCommand':
        return this.#get(asked)
      case 'BatchGetCommand':
        return this.#batchGet((asked as unknown as { RequestItems: never }).RequestItems)
      case 'PutCommand':
        return this.#write('Put', asked)
      case 'UpdateCommand':
        return this.#write('Update', asked)
      case 'DeleteCommand':
        return this.#write('Delete', asked)
      case 'TransactWriteCommand':
        return this.#transact((asked as unknown as { TransactItems: Record<string, Asked>[] }).TransactItems)
      case 'QueryCommand':
        return this.#query(asked)
      default:
        throw new Error(`the table in memory knows no ${name}`)
    }
  }
}

const pick = (item: Item, names: readonly string[]): Item => {
  const some: Item = {}
  for (const name of names) if (item[name] !== undefined) some[name] = item[name]
  return some
}
