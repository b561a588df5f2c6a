// The longest requests that a megabyte holds: refused for their count, before anything is read for them, in a short answer.
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { beforeEach, describe, expect, it } from 'vitest'
import { ENV } from '../../../core/contract.ts'
import { accountKey, mediaKey } from '../../../core/table-keys.ts'
import { handler as feed } from '../../../functions/api/posts/feed.ts'
import { handler as text } from '../../../functions/api/posts/text.ts'
import { accountOf, mediaOf, uuid } from '../../support/domain.ts'
import { callApi } from './api-call.ts'

const table = mockClient(DynamoDBDocumentClient)
Object.assign(process.env, { [ENV.table]: 'test-table', [ENV.publishQueue]: 'https://queue.test/publish' })

const accounts = Array.from({ length: 50 }, (_, at) =>
  accountOf({ id: uuid(10_000 + at), provider: at % 2 === 0 ? 'threads' : 'instagram', permissions: null }),
)
const pictures = [1, 2].map((at) => mediaOf({ id: uuid(at) }))
const threads = accounts[0]!.id

beforeEach(() => {
  table.reset()
  table.on(UpdateCommand).resolves({ Attributes: { hits: 1 } })
  table.on(PutCommand).resolves({})
  table.on(QueryCommand).resolves({ Items: [] })
  table.on(BatchGetCommand).callsFake((input) => {
    const keys: { pk: string }[] = input.RequestItems['test-table'].Keys
    const items = [
      ...accounts.map((account) => ({ ...accountKey(account.id), ...account })),
      ...pictures.map((asset) => ({ ...mediaKey(asset.id), ...asset })),
    ]
    return { Responses: { 'test-table': items.filter((item) => keys.some(({ pk }) => pk === item.pk)) } }
  })
})

const send = async (handler: unknown, body: unknown) => {
  const reply = await callApi(handler, { method: 'POST', resource: '/v1/posts/text', body, rateLimit: 100_000 })
  const read = table.commandCalls(BatchGetCommand).flatMap(({ args: [{ input }] }) => {
    return input.RequestItems?.['test-table']?.Keys ?? []
  })
  return { ...reply, read: read.length, codes: reply.json.errors?.map(({ code }: { code: string }) => code) ?? [] }
}

const byId = <T>(count: number, value: (at: number) => T): Record<string, T> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [uuid(500_000 + at), value(at)]))

const expectShort = ({ status, json, read }: Awaited<ReturnType<typeof send>>) => {
  expect(status).toBe(400)
  expect(json.errors.length).toBeLessThanOrEqual(50)
  expect(JSON.stringify(json).length).toBeLessThan(50_000)
  expect(read).toBeLessThan(200)
  expect(table.commandCalls(TransactWriteCommand)).toEqual([])
}

describe('a request', () => {
  it('with a text of their own for 20,000 accounts that it is not for', async () => {
    const reply = await send(text, { content: 'Hello', accounts: [threads], per_account: byId(20_000, () => ({})) })
    expectShort(reply)
    expect(reply.codes).toContain('too_long')
  })

  it('with texts for as many other accounts as a post may have says so of each, and no more than that', async () => {
    const reply = await send(text, { content: 'Hello', accounts: [threads], per_account: byId(50, () => ({})) })
    expectShort(reply)
    expect(new Set(reply.codes)).toEqual(new Set(['unknown_account']))
  })

  it('with a cover of its own for each of its accounts', async () => {
    const own = Object.fromEntries(
      accounts.map(({ id }, at) => [id, { options: { instagram: { cover_media_id: uuid(600_000 + at) } } }]),
    )
    const reply = await send(text, { content: 'Hello', accounts: accounts.map(({ id }) => id), per_account: own })
    expectShort(reply)
    expect(reply.codes).toContain('media_count')
  })

  it('with threads of 20 posts of 20 media, each medium another', async () => {
    let next = 700_000
    const part = () => ({ media: { media_asset_ids: Array.from({ length: 20 }, () => uuid(next++)) } })
    const own = Object.fromEntries(
      accounts.map(({ id }) => [id, { options: { threads: { thread: Array.from({ length: 20 }, part) } } }]),
    )
    const reply = await send(text, { content: 'Hello', accounts: accounts.map(({ id }) => id), per_account: own })
    expectShort(reply)
    expect(reply.codes).toContain('media_count')
  })

  it('with 20,000 people in its pictures', async () => {
    const user_tags = Array.from({ length: 20_000 }, (_, at) => ({ username: `u${at}` }))
    const reply = await send(feed, {
      title: 'T',
      accounts: accounts.map(({ id }) => id),
      media: { media_asset_ids: pictures.map(({ id }) => id) },
      options: { instagram: { user_tags } },
    })
    expectShort(reply)
    expect(reply.codes).toContain('too_long')
  })
})
