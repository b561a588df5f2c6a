// Writes of one item while transactions are under way on it.
import { BatchGetCommand, DynamoDBDocumentClient, PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { batchGet, ConditionFailed, Contended, put, remove, transact, update } from '../../core/aws/table.ts'
import { ENV } from '../../core/contract.ts'

const table = mockClient(DynamoDBDocumentClient)
process.env[ENV.table] = 'test-table'

const KEY = { pk: 'a', sk: 'b' }
const named = (name: string) => Object.assign(new Error('as DynamoDB says it'), { name })
const conflict = () => named('TransactionConflictException')

beforeEach(() => {
  table.reset()
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Lets every pause of it pass. */
async function passing<T>(work: Promise<T>): Promise<T> {
  work.catch(() => undefined)
  await vi.runAllTimersAsync()
  return work
}

describe('a write of one item that a transaction is in the way of', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['put', () => put(KEY)],
    ['update', () => update(KEY, { UpdateExpression: 'SET a = :a' })],
    ['remove', () => remove(KEY)],
  ])('%s is tried again until the way is free', async (_name, write) => {
    table.onAnyCommand().rejectsOnce(conflict()).rejectsOnce(conflict()).resolves({})
    await passing(write())
    expect(table.calls()).toHaveLength(3)
  })

  it('times out after seconds, not hours', async () => {
    table.on(PutCommand).rejects(conflict())
    // By the clock of the test, which passes no faster on a busy machine.
    const began = vi.getMockedSystemTime()!.getTime()
    await expect(passing(put(KEY))).rejects.toThrow('as DynamoDB says it')
    expect(table.commandCalls(PutCommand)).toHaveLength(7)
    const tookMs = vi.getMockedSystemTime()!.getTime() - began
    expect(tookMs).toBeGreaterThan(1000)
    expect(tookMs).toBeLessThan(4000)
  })

  it('is not tried again for anything else', async () => {
    table.on(PutCommand).rejectsOnce(named('ConditionalCheckFailedException')).rejectsOnce(named('ValidationException'))
    await expect(passing(put(KEY))).rejects.toBeInstanceOf(ConditionFailed)
    await expect(passing(put(KEY))).rejects.toThrow('as DynamoDB says it')
    expect(table.commandCalls(PutCommand)).toHaveLength(2)
  })
})

describe('a transaction', () => {
  const cancelled = (...codes: string[]) =>
    Object.assign(named('TransactionCanceledException'), { CancellationReasons: codes.map((Code) => ({ Code })) })

  // As the API reference of TransactWriteItems lists them.
  it.each(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'])(
    'is tried again after %s, each time as a new one',
    async (code) => {
      table.on(TransactWriteCommand).rejectsOnce(cancelled('None', code)).resolves({})
      await passing(transact([{ Put: { Item: KEY } }]))
      const tokens = table.commandCalls(TransactWriteCommand).map(({ args }) => args[0].input.ClientRequestToken)
      expect(new Set(tokens).size).toBe(2)
      table.on(TransactWriteCommand).rejects(cancelled(code))
      await expect(passing(transact([{ Put: { Item: KEY } }]))).rejects.toBeInstanceOf(Contended)
    },
  )

  it.each(['ValidationError', 'ItemCollectionSizeLimitExceeded'])('is not tried again after %s', async (code) => {
    table.on(TransactWriteCommand).rejects(cancelled(code))
    await expect(passing(transact([{ Put: { Item: KEY } }]))).rejects.toThrow('as DynamoDB says it')
    expect(table.commandCalls(TransactWriteCommand)).toHaveLength(1)
  })
})

describe('reading many items', () => {
  it('asks for an item once that is named twice, as a row that moved between two lists is', async () => {
    table.on(BatchGetCommand).resolves({ Responses: { 'test-table': [KEY] } })
    expect(await batchGet([KEY, { pk: 'a', sk: 'c' }, { ...KEY }])).toEqual([KEY])
    const [call] = table.commandCalls(BatchGetCommand)
    expect(call!.args[0].input.RequestItems?.['test-table']?.Keys).toEqual([KEY, { pk: 'a', sk: 'c' }])
  })
})
