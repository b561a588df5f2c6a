// Calls as tests on the embedded table make them, each against the same one made by the SDK alone.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ENV } from '../../../core/contract.ts'
import { sendSigned } from '../../support/document-calls.ts'
import { startTable, type TableEngine } from '../../support/table-engine.ts'

let engine: TableEngine
let client: DynamoDBDocumentClient
beforeAll(async () => {
  engine = await startTable()
  client = DynamoDBDocumentClient.from(new DynamoDBClient({}), { marshallOptions: { removeUndefinedValues: true } })
})
afterAll(() => engine.stop())

type Settled = { answer?: object; error?: object }

/** The outcome, apart from details of the SDK's own way. */
async function settled(sending: Promise<object>): Promise<Settled> {
  try {
    const { $metadata: _, ...answer } = (await sending) as { $metadata?: object }
    return { answer }
  } catch (error) {
    const { name, message, $metadata, $response: _, ...fields } = error as Error & Record<string, unknown>
    const { httpStatusCode } = $metadata as { httpStatusCode: number }
    return { error: { class: (error as Error).constructor.name, name, message, httpStatusCode, ...fields } }
  }
}

/** Makes a call both ways on items of their own. @returns the outcome, the same both times. */
async function both(commandFor: (pk: string, table: string) => { input: object }): Promise<Settled> {
  const table = process.env[ENV.table]!
  const plain = await settled(client.send(commandFor('PLAIN', table) as GetCommand))
  const signed = await settled(sendSigned.call(client, commandFor('SIGNED', table)))
  expect(JSON.parse(JSON.stringify(plain).replaceAll('PLAIN', 'SIGNED'))).toEqual(JSON.parse(JSON.stringify(signed)))
  return plain
}

const FIELDS = {
  text: 'täxt\u0000',
  empty: '',
  whole: 9_007_199_254_740_991,
  small: -0.000_001,
  yes: true,
  nothing: null,
  list: [1, ['two', {}], { three: [] }],
  map: { Item: { Key: 'a', Items: [1] }, Keys: [{ S: 'x' }] },
  bytes: new Uint8Array([0, 255, 7]),
  words: new Set(['a', 'b']),
  numbers: new Set([1, 2.5]),
}

it('writes and reads every kind of value', async () => {
  await both((pk, TableName) => new PutCommand({ TableName, Item: { pk, sk: 'A', ...FIELDS, left: undefined } }))
  const { answer } = await both((pk, TableName) => new GetCommand({ TableName, Key: { pk, sk: 'A' } }))
  expect(answer).toEqual({ Item: { pk: 'PLAIN', sk: 'A', ...FIELDS } })
  expect((await both((pk, TableName) => new GetCommand({ TableName, Key: { pk, sk: 'none' } }))).answer).toEqual({})
})

it('updates, deletes and hands back what it is asked for', async () => {
  await both(
    (pk, TableName) =>
      new UpdateCommand({
        TableName,
        Key: { pk, sk: 'B' },
        UpdateExpression: 'SET #n = if_not_exists(#n, :none) + :one, listed = :listed',
        ExpressionAttributeNames: { '#n': 'count' },
        ExpressionAttributeValues: { ':none': 0, ':one': 1, ':listed': [{ at: 1 }] },
        ReturnValues: 'ALL_NEW',
      }),
  )
  const { answer } = await both(
    (pk, TableName) => new DeleteCommand({ TableName, Key: { pk, sk: 'B' }, ReturnValues: 'ALL_OLD' }),
  )
  expect(answer).toEqual({ Attributes: { pk: 'PLAIN', sk: 'B', count: 1, listed: [{ at: 1 }] } })
})

it('reads pages, and goes on where one ended', async () => {
  for (const sk of ['P1', 'P2', 'P3']) await both((pk, TableName) => new PutCommand({ TableName, Item: { pk, sk } }))
  const page = (from?: string) =>
    both(
      (pk, TableName) =>
        new QueryCommand({
          TableName,
          KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
          ExpressionAttributeValues: { ':pk': pk, ':sk': 'P' },
          Limit: 2,
          ExclusiveStartKey: from === undefined ? undefined : { pk, sk: from },
        }),
    )
  expect((await page()).answer).toMatchObject({ Count: 2, LastEvaluatedKey: { pk: 'PLAIN', sk: 'P2' } })
  expect((await page('P2')).answer).toMatchObject({ Items: [{ pk: 'PLAIN', sk: 'P3' }] })
})

it('reads and writes in batches', async () => {
  await both(
    (pk, table) =>
      new BatchWriteCommand({
        RequestItems: {
          [table]: [
            { PutRequest: { Item: { pk, sk: 'C', ...FIELDS } } },
            { DeleteRequest: { Key: { pk, sk: 'gone' } } },
          ],
        },
      }),
  )
  const { answer } = await both(
    (pk, table) =>
      new BatchGetCommand({ RequestItems: { [table]: { Keys: [{ pk, sk: 'C' }], ConsistentRead: true } } }),
  )
  expect(answer).toMatchObject({ Responses: { [process.env[ENV.table]!]: [{ pk: 'PLAIN', sk: 'C', ...FIELDS }] } })
})

it('fails in the same words where a condition does not hold, alone and in a transaction', async () => {
  const Item = (pk: string) => ({ pk, sk: 'D', n: 1 })
  await both((pk, TableName) => new PutCommand({ TableName, Item: Item(pk) }))
  const condition = {
    ConditionExpression: 'attribute_not_exists(pk)',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
  }
  const alone = await both((pk, TableName) => new PutCommand({ TableName, Item: Item(pk), ...condition }))
  expect(alone.error).toMatchObject({ class: 'ConditionalCheckFailedException', Item: { n: { N: '1' } } })
  const together = await both(
    (pk, TableName) =>
      new TransactWriteCommand({
        TransactItems: [
          { Put: { TableName, Item: { pk, sk: 'E' } } },
          {
            Update: {
              TableName,
              Key: { pk, sk: 'D' },
              UpdateExpression: 'SET n = :n',
              ...condition,
              ExpressionAttributeValues: { ':n': 2 },
            },
          },
        ],
      }),
  )
  expect(together.error).toMatchObject({
    class: 'TransactionCanceledException',
    CancellationReasons: [{ Code: 'None' }, { Code: 'ConditionalCheckFailed', Item: { n: { N: '1' } } }],
  })
})

it('fails in the same words where a call makes no sense', async () => {
  const { error } = await both((pk, TableName) => new GetCommand({ TableName, Key: { pk } }))
  expect(error).toMatchObject({ name: 'ValidationException', httpStatusCode: 400 })
  for (const value of [Number.NaN, 2 ** 60, new Date(0), Symbol('s')]) {
    const put = new PutCommand({ TableName: process.env[ENV.table], Item: { pk: 'X', sk: 'X', value } })
    await expect(client.send(put)).rejects.toThrow()
    await expect(sendSigned.call(client, put)).rejects.toThrow()
  }
})
