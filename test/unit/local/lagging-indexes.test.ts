// Indexes that lag, against the engine that has no lag.
import {
  type AttributeValue,
  DeleteItemCommand,
  DynamoDBClient,
  PutItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ENV, TABLE } from '../../../core/contract.ts'
import { createTableFront } from '../../../local/engines/table.ts'
import { startTable, type TableEngine } from '../../support/table-engine.ts'
import { serve } from './mini-assembly.ts'

const LAG_MS = 5000
let now = 0

let engine: TableEngine
let front: Awaited<ReturnType<typeof serve>>
let fn: DynamoDBClient
let operator: DynamoDBClient
let number = 0
let list = ''
const clientOf = (accessKeyId: string) =>
  new DynamoDBClient({ endpoint: front.origin, credentials: { accessKeyId, secretAccessKey: 'test' } })
beforeAll(async () => {
  engine = await startTable()
  const table = createTableFront(process.env.AWS_ENDPOINT_URL_DYNAMODB!, (key) => key === 'operator')
  table.lag(LAG_MS, () => now)
  front = await serve(table.serve)
  fn = clientOf('function')
  operator = clientOf('operator')
})
afterAll(async () => {
  for (const client of [fn, operator]) client.destroy()
  await front.close()
  await engine.stop()
})
beforeEach(() => {
  number += 1
  list = `LIST#${number}`
})

const table = () => process.env[ENV.table]
const texts = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).map(([name, S]) => [name, { S }]))
const plain = (values: Record<string, AttributeValue>) =>
  Object.fromEntries(Object.entries(values).map(([name, { S }]) => [name, S]))
const key = (name: string) => texts({ pk: `ITEM#${number}`, sk: name })
const item = (name: string, owner_sk = name) => ({
  ...key(name),
  ...texts({ owner_pk: list, owner_sk, kind: 'feed', hidden: 'x' }),
})
const put = (...given: Parameters<typeof item>) =>
  fn.send(new PutItemCommand({ TableName: table(), Item: item(...given) }))
const query = async (more: object = {}, client = fn) => {
  const { Items = [], LastEvaluatedKey } = await client.send(
    new QueryCommand({
      TableName: table(),
      IndexName: TABLE.byOwner.name,
      KeyConditionExpression: 'owner_pk = :list',
      ExpressionAttributeValues: texts({ ':list': list }),
      ...more,
    }),
  )
  return { items: Items.map(plain), next: LastEvaluatedKey }
}
const shown = async (more: object = {}) => (await query(more)).items.map(({ owner_sk }) => owner_sk)
const lag = () => {
  now += LAG_MS + 1
}

it('shows what is new after the lag, with what the index has of it', async () => {
  await put('a')
  expect(await shown()).toEqual([])
  lag()
  const { items } = await query()
  expect(items).toEqual([{ ...plain(key('a')), owner_pk: list, owner_sk: 'a', kind: 'feed' }])
})

it('shows what was changed, moved or removed as it was', async () => {
  await Promise.all([put('a'), put('b'), put('c')])
  lag()
  await fn.send(
    new UpdateItemCommand({
      TableName: table(),
      Key: key('a'),
      UpdateExpression: 'SET owner_sk = :sk, kind = :kind',
      ExpressionAttributeValues: texts({ ':sk': 'z', ':kind': 'text' }),
    }),
  )
  await fn.send(new DeleteItemCommand({ TableName: table(), Key: key('b') }))
  await fn.send(
    new TransactWriteItemsCommand({ TransactItems: [{ Put: { TableName: table(), Item: item('c', 'y') } }] }),
  )
  expect(await shown()).toEqual(['a', 'b', 'c'])
  expect(await shown({ ScanIndexForward: false })).toEqual(['c', 'b', 'a'])
  expect((await query()).items[0]!.kind).toBe('feed')
  lag()
  expect(await shown()).toEqual(['y', 'z'])
})

it('holds to conditions, pages, counts and what is asked for', async () => {
  await Promise.all(['a1', 'a2', 'b1', 'b2', 'c1'].map((name) => put(name)))
  lag()
  for (const name of ['a1', 'b1', 'c1']) await fn.send(new DeleteItemCommand({ TableName: table(), Key: key(name) }))
  const values = (more: Record<string, string>) => ({ ExpressionAttributeValues: texts({ ':list': list, ...more }) })
  const where = (condition: string, more: Record<string, string>) =>
    shown({ KeyConditionExpression: `owner_pk = :list AND ${condition}`, ...values(more) })
  expect(await where('begins_with(owner_sk, :b)', { ':b': 'b' })).toEqual(['b1', 'b2'])
  expect(await where('owner_sk < :b', { ':b': 'b1' })).toEqual(['a1', 'a2'])
  expect(await where('owner_sk BETWEEN :a AND :b', { ':a': 'a2', ':b': 'b1' })).toEqual(['a2', 'b1'])
  const pages: unknown[][] = []
  let from: Record<string, AttributeValue> | undefined
  do {
    const page = await query({ Limit: 2, ExclusiveStartKey: from })
    pages.push(page.items.map(({ owner_sk }) => owner_sk))
    from = page.next
  } while (from)
  expect(pages.flat()).toEqual(['a1', 'a2', 'b1', 'b2', 'c1'])
  expect(Math.max(...pages.map(({ length }) => length))).toBeLessThanOrEqual(2)
  expect((await query({ ProjectionExpression: 'owner_sk' })).items[0]).toEqual({ owner_sk: 'a1' })
  const named = { ProjectionExpression: 'owner_sk, #kind', ExpressionAttributeNames: { '#kind': 'kind' } }
  expect((await query(named)).items[0]).toEqual({ owner_sk: 'a1', kind: 'feed' })
})

it('lags for functions alone, and not for the table itself', async () => {
  await put('a')
  const own = {
    IndexName: undefined,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': key('a').pk! },
  }
  expect((await query(own)).items).toHaveLength(1)
  expect((await query({}, operator)).items).toHaveLength(1)
  expect((await query()).items).toEqual([])
})

it('writes nothing that the engine refuses, and says what it said', async () => {
  await put('a')
  lag()
  const refused = fn.send(
    new PutItemCommand({ TableName: table(), Item: item('a', 'z'), ConditionExpression: 'attribute_not_exists(pk)' }),
  )
  await expect(refused).rejects.toThrow('The conditional request failed')
  expect(await shown()).toEqual(['a'])
})
