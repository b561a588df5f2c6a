// The table in memory answers as DynamoDB does: the same commands, drawn at random, go to it and to the embedded DynamoDB.

import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import {
  BatchGetCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENV, TABLE } from '../../../core/contract.ts'
import { randomFrom } from '../../support/random.ts'
import { MemoryTable } from '../../support/soak/memory-table.ts'
import { startTable, type TableEngine } from '../../support/table-engine.ts'

let engine: TableEngine
beforeAll(async () => {
  engine = await startTable()
})
afterAll(() => engine.stop())

type Command = { constructor: { name: string }; input: object }
type Send = (command: Command) => Promise<Record<string, unknown>>

const TableName = () => process.env[ENV.table] as string

/** The result, in a form that both have. */
async function outcomeOf(send: Send, command: Command): Promise<unknown> {
  try {
    const {
      $metadata: _meta,
      UnprocessedKeys: _none,
      ScannedCount: _looked,
      ConsumedCapacity: _units,
      ...rest
    } = await send(command)
    const found = (rest.Responses as Record<string, { sk: string; pk: string }[]> | undefined)?.[TableName()]
    // For an item that was not there, the engine returns the key as the old item; DynamoDB returns nothing.
    if (Object.keys((rest.Attributes as object) ?? {}).every((name) => name === 'pk' || name === 'sk'))
      delete rest.Attributes
    // A batch has no order.
    return found ? { Responses: found.map((item) => JSON.stringify(sorted(item))).sort() } : sorted(rest)
  } catch (error) {
    const { name, CancellationReasons, Item } = error as Error & {
      CancellationReasons?: { Code: string }[]
      Item?: unknown
    }
    // A command that is none tells nothing of either.
    if (name === 'ValidationException') throw error
    return { name, reasons: CancellationReasons?.map(({ Code }) => Code), item: sorted(Item) }
  }
}

/** Names in order, and sets as lists: what is the same reads the same. */
function sorted(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Set) return [...value].sort()
  if (Array.isArray(value)) return value.map(sorted)
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined)
  return Object.fromEntries(
    entries.sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, inner]) => [name, sorted(inner)]),
  )
}

function commandsFrom(seed: number) {
  const chance = randomFrom(seed)
  const pick = <T>(of: readonly T[]): T => of[Math.floor(chance() * of.length)]!
  const key = () => ({
    pk: pick(['A#1', 'A#2', 'B#1']),
    sk: pick(['ROW', 'ROW#1', 'ROW#2', 'X', 'Y#000000000000007#a']),
  })
  const attributes = () => ({
    n: Math.floor(chance() * 5),
    word: pick(['alpha', 'beta', 'alphabet']),
    parts: [1, { deep: pick(['x', 'y']) }],
    nothing: null,
    yes: chance() < 0.5,
    tags: new Set([pick(['a', 'b']), 'c']),
    bytes: Uint8Array.from([1, 2, Math.floor(chance() * 3)]),
    progress: { done: Math.floor(chance() * 3) },
    ...(chance() < 0.6
      ? {
          owner_pk: pick(['O#1', 'O#2']),
          owner_sk: `${Math.floor(chance() * 4)}#k`,
          kind: 'k',
          search: pick(['s', 't']),
        }
      : {}),
    ...(chance() < 0.6 ? { due_pk: 'D#1', due_sk: String(Math.floor(chance() * 9)) } : {}),
  })
  const condition = () =>
    pick([
      {},
      {},
      {},
      { ConditionExpression: 'attribute_not_exists(pk)' },
      { ConditionExpression: 'attribute_exists(pk) AND NOT (n > :two)', values: { ':two': 2 } },
      {
        ConditionExpression: '#n <= :two OR begins_with(word, :a)',
        names: { '#n': 'n' },
        values: { ':two': 2, ':a': 'alp' },
      },
      { ConditionExpression: 'n BETWEEN :one AND :three', values: { ':one': 1, ':three': 3 } },
      { ConditionExpression: 'word IN (:a, :b)', values: { ':a': 'alpha', ':b': 'nothing of it' } },
      { ConditionExpression: 'progress = :seen', values: { ':seen': { done: 1 } } },
      { ConditionExpression: 'progress.done <> :one', values: { ':one': 1 } },
      { ConditionExpression: 'contains(tags, :a) AND size(parts) < :three', values: { ':a': 'a', ':three': 3 } },
      { ConditionExpression: 'attribute_not_exists(gone) OR gone < :two', values: { ':two': 2 } },
      { ConditionExpression: 'nothing = :none', values: { ':none': null } },
    ] as { ConditionExpression?: string; names?: Record<string, string>; values?: Record<string, unknown> }[])
  const change = () =>
    pick([
      { UpdateExpression: 'SET word = :w REMOVE owner_pk, owner_sk', values: { ':w': 'gamma' } },
      { UpdateExpression: 'ADD n :one, tags :more', values: { ':one': 1, ':more': new Set(['z']) } },
      { UpdateExpression: 'SET n = if_not_exists(n, :zero) + :one', values: { ':zero': 0, ':one': 1 } },
      { UpdateExpression: 'DELETE tags :some', values: { ':some': new Set(['a', 'c']) } },
      { UpdateExpression: 'SET due_pk = :d, due_sk = :s REMOVE word', values: { ':d': 'D#1', ':s': '5' } },
      {
        UpdateExpression: 'ADD counted :one SET expires_at = if_not_exists(expires_at, :end)',
        values: { ':one': 1, ':end': 99 },
      },
    ] as { UpdateExpression: string; values: Record<string, unknown> }[])
  const expressions = (...parts: { names?: Record<string, string>; values?: Record<string, unknown> }[]) => {
    const names = Object.assign({}, ...parts.map((part) => part.names))
    const values = Object.assign({}, ...parts.map((part) => part.values))
    return {
      ...(Object.keys(names).length > 0 ? { ExpressionAttributeNames: names } : {}),
      ...(Object.keys(values).length > 0 ? { ExpressionAttributeValues: values } : {}),
    }
  }
  const put = () => {
    const { ConditionExpression, ...given } = condition()
    return { Item: { ...key(), ...attributes() }, ConditionExpression, ...expressions(given) }
  }
  const update = () => {
    const { ConditionExpression, ...given } = condition()
    const { UpdateExpression, ...changed } = change()
    return { Key: key(), UpdateExpression, ConditionExpression, ...expressions(given, changed) }
  }
  const remove = () => {
    const { ConditionExpression, ...given } = condition()
    return { Key: key(), ConditionExpression, ...expressions(given) }
  }
  const check = () => {
    const { ConditionExpression = 'attribute_exists(pk)', ...given } = condition()
    return { Key: key(), ConditionExpression, ...expressions(given) }
  }
  const query = () => {
    const index = pick([undefined, 'owner', 'due'] as const)
    const [pk, sk] = index ? [`${index}_pk`, `${index}_sk`] : ['pk', 'sk']
    const bound = pick([
      ['', {}],
      [` AND begins_with(${sk}, :from)`, { ':from': index ? '1' : 'ROW#' }],
      [` AND ${sk} BETWEEN :from AND :to`, { ':from': index ? '1' : 'ROW', ':to': index ? '3' : 'ROW#2' }],
      [` AND ${sk} < :to`, { ':to': index ? '3' : 'X' }],
      [` AND ${sk} >= :from`, { ':from': index ? '2' : 'ROW#1' }],
    ] as [string, Record<string, string>][])
    const partition = index === 'owner' ? pick(['O#1', 'O#2']) : index === 'due' ? 'D#1' : pick(['A#1', 'A#2', 'B#1'])
    return {
      ...(index ? { IndexName: index === 'owner' ? TABLE.byOwner.name : TABLE.byDue.name } : {}),
      KeyConditionExpression: `${pk} = :pk${bound[0]}`,
      ExpressionAttributeValues: { ':pk': partition, ...bound[1] },
      // Entries of an index that sort the same have no order that is promised.
      ...(index ? {} : { ScanIndexForward: chance() < 0.7, ...(chance() < 0.3 ? { Limit: 2 } : {}) }),
    }
  }
  const ofTable = <T extends object>(input: T) => ({ TableName: TableName(), ...input })
  return (): { command: Command; unordered: boolean } => {
    const kind = pick([
      'put',
      'put',
      'put',
      'update',
      'update',
      'delete',
      'get',
      'batch',
      'query',
      'query',
      'transact',
      'transact',
    ])
    const returned = pick([{}, { ReturnValues: 'ALL_OLD' as const }])
    const refused = pick([{}, { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const }])
    const ReturnValues = pick(['NONE', 'ALL_OLD', 'ALL_NEW', 'UPDATED_NEW'] as const)
    const asked = query()
    const commands: Record<string, () => Command> = {
      put: () => new PutCommand(ofTable({ ...put(), ...returned, ...refused })),
      update: () => new UpdateCommand(ofTable({ ...update(), ReturnValues, ...refused })),
      delete: () => new DeleteCommand(ofTable({ ...remove(), ...returned, ...refused })),
      get: () => new GetCommand(ofTable({ Key: key(), ConsistentRead: true })),
      batch: () =>
        new BatchGetCommand({
          RequestItems: {
            [TableName()]: {
              Keys: [
                { pk: 'A#1', sk: 'ROW' },
                { pk: 'B#1', sk: 'X' },
              ],
            },
          },
        }),
      query: () => new QueryCommand(ofTable(asked)),
      transact: () => {
        const items = [
          { Put: ofTable(put()) },
          { Update: ofTable(update()) },
          { Delete: ofTable(remove()) },
          { ConditionCheck: ofTable(check()) },
        ]
        const seen = new Set<string>()
        const distinct = items.filter((one) => {
          const [of] = Object.values(one) as [{ Key?: object; Item?: { pk: string; sk: string } }]
          const { pk, sk } = (of.Key ?? of.Item) as { pk: string; sk: string }
          const known = seen.has(`${pk} ${sk}`)
          seen.add(`${pk} ${sk}`)
          return !known
        })
        return new TransactWriteCommand({ TransactItems: distinct as never })
      },
    }
    return { command: commands[kind]!(), unordered: kind === 'query' && 'IndexName' in asked }
  }
}

describe('the table in memory', () => {
  it.each([1, 2, 3])('answers as the embedded DynamoDB does (seed %i)', { tags: 'deep' }, async (seed) => {
    const real = DynamoDBDocumentClient.from(new DynamoDBClient({}), {
      marshallOptions: { removeUndefinedValues: true },
    })
    const table = new MemoryTable()
    const next = commandsFrom(seed)
    const send = DynamoDBDocumentClient.prototype.send
    // Empty again for each seed.
    for (const pk of ['A#1', 'A#2', 'B#1'])
      for (const sk of ['ROW', 'ROW#1', 'ROW#2', 'X', 'Y#000000000000007#a'])
        await real.send(new DeleteCommand({ TableName: TableName(), Key: { pk, sk } }))
    const kinds = new Map<string, number>()
    for (let step = 0; step < 2000; step += 1) {
      const { command, unordered } = next()
      const said = await outcomeOf((one) => (send as unknown as Send).call(real, one), command)
      const ours = await outcomeOf(async (one) => table.answer(one) as Record<string, unknown>, command)
      const plain = (outcome: unknown) => {
        const { Items, ...rest } = outcome as { Items?: unknown[] }
        return unordered && Items ? { ...rest, Items: Items.map((item) => JSON.stringify(item)).sort() } : outcome
      }
      expect(plain(ours), `step ${step}: ${command.constructor.name} ${JSON.stringify(command.input)}`).toEqual(
        plain(said),
      )
      const name = (said as { name?: string }).name ?? command.constructor.name
      kinds.set(name, (kinds.get(name) ?? 0) + 1)
    }
    for (const name of [
      'ConditionalCheckFailedException',
      'TransactionCanceledException',
      'TransactWriteCommand',
      'QueryCommand',
    ])
      expect(kinds.get(name) ?? 0, name).toBeGreaterThan(20)
    real.destroy()
  })

  it('takes away what has expired, once its hour is over', () => {
    const table = new MemoryTable()
    const put = (sk: string, expires_at?: number) =>
      table.answer(new PutCommand({ TableName: 't', Item: { pk: 'P', sk, expires_at } }))
    put('stays')
    put('soon', 7200)
    put('later', 3600 * 9)
    put('prolonged', 7200)
    put('prolonged', 3600 * 9)
    table.expire(2)
    expect(table.figures).toMatchObject({ rows: 4, expired: 0 })
    table.expire(3)
    expect([...table.rows()].map(({ sk }) => sk)).toEqual(['later', 'prolonged', 'stays'])
    expect(table.figures).toMatchObject({ rows: 3, expired: 1 })
  })
})
