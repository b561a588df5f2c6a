// The DynamoDB table: thin functions over the document client. What a failed condition means is the caller's to say.
import { DynamoDBClient, TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import {
  BatchGetCommand,
  DeleteCommand,
  type DeleteCommandInput,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  type PutCommandInput,
  QueryCommand,
  type QueryCommandInput,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb'
import { setting } from '../config.ts'
import { ENV } from '../contract.ts'
import type { Key } from '../table-keys.ts'
import { CALL_LIMITS } from './call-limits.ts'
import { endsWithRequest } from './given-up.ts'

export type Item = Record<string, unknown>
type NoTable<T> = Omit<T, 'TableName'>
export type TransactItem = {
  Put?: NoTable<NonNullable<NonNullable<TransactWriteCommandInput['TransactItems']>[number]['Put']>>
  Update?: NoTable<NonNullable<NonNullable<TransactWriteCommandInput['TransactItems']>[number]['Update']>>
  Delete?: NoTable<NonNullable<NonNullable<TransactWriteCommandInput['TransactItems']>[number]['Delete']>>
  ConditionCheck?: NoTable<
    NonNullable<NonNullable<TransactWriteCommandInput['TransactItems']>[number]['ConditionCheck']>
  >
}

let documents: DynamoDBDocumentClient | undefined

/** One client for the life of the function: its connections are reused. */
export const client = (): DynamoDBDocumentClient => {
  documents ??= endsWithRequest(
    DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts: 4, ...CALL_LIMITS }), {
      marshallOptions: { removeUndefinedValues: true },
    }),
  )
  return documents
}

/** A condition of a write did not hold. `item` is what stood there, where the write asked for it. */
export class ConditionFailed extends Error {
  readonly item?: Item
  /** For a transaction: which of its items failed, by position. */
  readonly failed: readonly number[]
  readonly items: readonly (Item | undefined)[]

  constructor(failed: readonly number[] = [0], items: readonly (Item | undefined)[] = [], cause?: unknown) {
    super('a condition of the write did not hold', { cause })
    this.name = 'ConditionFailed'
    this.failed = failed
    this.items = items
    this.item = items[failed[0] ?? 0]
  }
}

/** Other transactions were in the way, or the table was busy, for as long as was waited: nothing was written. */
export class Contended extends Error {
  constructor(cause: unknown) {
    super('other transactions on the same items, or a busy table, were in the way of a transaction', { cause })
    this.name = 'Contended'
  }
}

/**
 * Reasons for which DynamoDB cancels a transaction that it may take a moment later. Throttling of a busy key has either name.
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html
 */
const PASSING_REASONS: readonly (string | undefined)[] = [
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
]

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Further tries of a write that a transaction was in the way of: some seconds altogether. */
const CONTENDED_TRIES = 6

/** Grows from round to round, with chance in it, so that those who met do not meet again. */
const backOff = (round: number) => sleep((20 + Math.random() * 30) * 2 ** round)

const isNamed = (error: unknown, name: string): error is Error => error instanceof Error && error.name === name

function translate(error: unknown): never {
  if (isNamed(error, 'ConditionalCheckFailedException')) {
    throw new ConditionFailed([0], [(error as { Item?: Item }).Item], error)
  }
  throw error
}

/**
 * Sends a write of one item. It is tried again while a transaction on the same item is under way, which DynamoDB says at
 * once and the SDK does not take for worth repeating; what was refused for that has not been written.
 */
async function write<T>(send: () => Promise<T>): Promise<T> {
  for (let round = 0; ; round += 1) {
    try {
      return await send()
    } catch (error) {
      if (!isNamed(error, 'TransactionConflictException') || round >= CONTENDED_TRIES) return translate(error)
      await backOff(round)
    }
  }
}

/** Reads one item; strongly consistent unless said otherwise. */
export async function get(key: Key, options: { consistent?: boolean } = {}): Promise<Item | undefined> {
  const reply = await client().send(
    new GetCommand({ TableName: setting(ENV.table), Key: key, ConsistentRead: options.consistent ?? true }),
  )
  return reply.Item
}

/**
 * Reads any number of items, 100 a call, in no particular order; keys the service left over are asked for again. A key that is
 * named twice, as by two lists between which an item moves, counts once: DynamoDB refuses such a call.
 */
export async function batchGet(keys: readonly Key[], options: { consistent?: boolean } = {}): Promise<Item[]> {
  const table = setting(ENV.table)
  const distinct = [...new Map(keys.map(({ pk, sk }) => [JSON.stringify([pk, sk]), { pk, sk }])).values()]
  const found: Item[] = []
  for (let at = 0; at < distinct.length; at += 100) {
    let wanted: Item[] | undefined = distinct.slice(at, at + 100)
    for (let round = 0; wanted && wanted.length > 0; round += 1) {
      if (round > 8) throw new Error('the table did not return all items of a batch')
      if (round > 0) await new Promise((resolve) => setTimeout(resolve, 25 * 2 ** round))
      const reply: { Responses?: Record<string, Item[]>; UnprocessedKeys?: Record<string, { Keys?: Item[] }> } =
        await client().send(
          new BatchGetCommand({
            RequestItems: { [table]: { Keys: wanted, ConsistentRead: options.consistent ?? true } },
          }),
        )
      found.push(...(reply.Responses?.[table] ?? []))
      wanted = reply.UnprocessedKeys?.[table]?.Keys
    }
  }
  return found
}

/** @throws {ConditionFailed} when the write's condition does not hold. */
export async function put(item: Item, options: NoTable<Partial<PutCommandInput>> = {}): Promise<void> {
  await write(() => client().send(new PutCommand({ ...options, TableName: setting(ENV.table), Item: item })))
}

/** @returns the attributes that `ReturnValues` asks for. @throws {ConditionFailed} */
export async function update(key: Key, options: NoTable<Omit<UpdateCommandInput, 'Key'>>): Promise<Item | undefined> {
  const reply = await write(() =>
    client().send(new UpdateCommand({ ...options, TableName: setting(ENV.table), Key: key })),
  )
  return reply.Attributes
}

/** @throws {ConditionFailed} */
export async function remove(key: Key, options: NoTable<Partial<DeleteCommandInput>> = {}): Promise<Item | undefined> {
  const reply = await write(() =>
    client().send(new DeleteCommand({ ...options, TableName: setting(ENV.table), Key: key })),
  )
  return reply.Attributes
}

export interface Page {
  items: Item[]
  /** How many items there are, also where only that was asked for. */
  count: number
  /** Where the next page begins; absent on the last. */
  next?: Item
}

/** The largest `Limit` that DynamoDB can read: it has 32 bits. A page of an index ends long before it. */
export const MOST_ROWS = 2 ** 31 - 1

/** One page of a query (at most 1 MB). */
export async function queryPage(options: NoTable<QueryCommandInput>): Promise<Page> {
  const reply = await client().send(new QueryCommand({ ...options, TableName: setting(ENV.table) }))
  return { items: reply.Items ?? [], count: reply.Count ?? 0, next: reply.LastEvaluatedKey }
}

/** Every page of a query, one after another. */
export async function* queryPages(options: NoTable<QueryCommandInput>): AsyncGenerator<Item[]> {
  let from = options.ExclusiveStartKey
  do {
    const page = await queryPage({ ...options, ExclusiveStartKey: from })
    yield page.items
    from = page.next
  } while (from)
}

/** Every item of a query. For lists that are known to be short. */
export async function queryAll(options: NoTable<QueryCommandInput>): Promise<Item[]> {
  const all: Item[] = []
  for await (const items of queryPages(options)) all.push(...items)
  return all
}

/**
 * All of it or nothing, at most 100 items. Tried again when another transaction was in the way.
 * @param token makes a repeated call within 10 minutes have one effect.
 * @throws {ConditionFailed} with the positions of the items whose conditions did not hold. @throws {Contended}
 */
export async function transact(items: readonly TransactItem[], token: string = crypto.randomUUID()): Promise<void> {
  const table = setting(ENV.table)
  const TransactItems = items.map((item) =>
    Object.fromEntries(Object.entries(item).map(([kind, input]) => [kind, { ...input, TableName: table }])),
  ) as NonNullable<TransactWriteCommandInput['TransactItems']>
  for (let round = 0; ; round += 1) {
    try {
      await client().send(new TransactWriteCommand({ TransactItems, ClientRequestToken: token }))
      return
    } catch (error) {
      if (!(error instanceof TransactionCanceledException) && !isNamed(error, 'TransactionCanceledException'))
        throw error
      const reasons = (error as TransactionCanceledException).CancellationReasons ?? []
      const failed = reasons.flatMap((reason, at) => (reason.Code === 'ConditionalCheckFailed' ? [at] : []))
      if (failed.length > 0) {
        throw new ConditionFailed(
          failed,
          reasons.map((reason) => reason.Item as Item | undefined),
          error,
        )
      }
      if (!reasons.some(({ Code }) => PASSING_REASONS.includes(Code))) throw error
      if (round >= CONTENDED_TRIES) throw new Contended(error)
      await backOff(round)
      // A cancelled transaction's token is bound to its failure: the next try is a new transaction.
      token = crypto.randomUUID()
    }
  }
}
