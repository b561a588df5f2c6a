// Retrying and moving on mocked AWS: what is written in the one transaction, who is left out, and every failure.
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { CreateScheduleCommand, DeleteScheduleCommand, SchedulerClient } from '@aws-sdk/client-scheduler'
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
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
import type { Account } from '../../../core/accounts/rules/account.ts'
import { ENV } from '../../../core/contract.ts'
import type { Media } from '../../../core/media/rules/media.ts'
import { publicationOf } from '../../../core/posts/post-items.ts'
import { failed } from '../../../core/posts/rules/changes.ts'
import { FAILURES, type FailureCode, RETRYABLE } from '../../../core/posts/rules/failures.ts'
import type { Post } from '../../../core/posts/rules/post.ts'
import type { Publication } from '../../../core/posts/rules/publication.ts'
import { accountKey, mediaKey, postKey, publicationKey } from '../../../core/table-keys.ts'
import { handler as reschedule } from '../../../functions/api/posts/reschedule.ts'
import { handler as retry } from '../../../functions/api/posts/retry.ts'
import { apiEvent, lambdaContext } from '../../support/api-event.ts'
import { accountOf, mediaOf, OWNER, uuid } from '../../support/domain.ts'
import { untouched } from '../../support/publications.ts'

const table = mockClient(DynamoDBDocumentClient)
const queue = mockClient(SQSClient)
const scheduler = mockClient(SchedulerClient)
Object.assign(process.env, {
  [ENV.table]: 'test-table',
  [ENV.publishQueue]: 'https://queue.test/publish',
  [ENV.publishQueueArn]: 'arn:aws:sqs:eu-west-1:1:publish',
  [ENV.scheduleGroup]: 'posts',
  [ENV.scheduleRoleArn]: 'arn:aws:iam::1:role/schedules',
})

const HOUR = 3_600_000
const POST = uuid(500)
const accounts = [1, 2].map((at) =>
  accountOf({ id: uuid(900 + at), provider: 'threads', external_username: `shop${at}`, token_expires_at: null }),
)
let known: Account[]
let media: Media[]
let publications: Publication[]
let post: Post

const published = (account: Account, given: Partial<Publication> = {}): Publication =>
  untouched(2, { post_id: POST, account_id: account.id, version: 7, ...given })
const failedWith = (account: Account, code: FailureCode): Publication =>
  failed(published(account, { started_at: 1 }), code, Date.now())

function stored(given: Partial<Post> = {}): Post {
  const count = (state: string) => publications.filter((publication) => publication.state === state).length
  return {
    id: POST,
    owner_id: OWNER,
    type: 'feed',
    title: 'T',
    content: '',
    hashtags: [],
    caption: '',
    media_ids: [uuid(1), uuid(2)],
    container_id: null,
    aspect_ratio: null,
    accounts: accounts.map(({ id }) => id),
    skipped_accounts: [],
    scheduled_at: null,
    progress: { total: 2, published: count('published'), failed: count('failed'), cancelled: count('cancelled') },
    created_at: 1000,
    updated_at: 1000,
    ...given,
  }
}

beforeEach(() => {
  for (const client of [table, queue, scheduler]) client.reset()
  known = accounts
  media = [1, 2].map((at) => mediaOf({ id: uuid(at) }))
  publications = [failedWith(accounts[0]!, 'platform_unavailable'), failedWith(accounts[1]!, 'outcome_unknown')]
  post = stored()
  table.on(UpdateCommand).resolves({ Attributes: { hits: 1 } })
  table.on(PutCommand).resolves({})
  table.on(TransactWriteCommand).resolves({})
  table.on(QueryCommand).callsFake(() => ({
    Items: [
      { ...postKey(POST), ...post },
      ...publications.map((one) => ({ ...publicationKey(POST, one.account_id), ...one })),
    ],
  }))
  table.on(BatchGetCommand).callsFake((input) => {
    const keys: { pk: string }[] = input.RequestItems['test-table'].Keys
    const items = [
      ...known.map((account) => ({ ...accountKey(account.id), ...account })),
      ...media.map((asset) => ({ ...mediaKey(asset.id), ...asset })),
    ]
    return { Responses: { 'test-table': items.filter((item) => keys.some(({ pk }) => pk === item.pk)) } }
  })
  queue.on(SendMessageCommand).resolves({})
  scheduler.on(CreateScheduleCommand).resolves({})
  scheduler.on(DeleteScheduleCommand).resolves({})
})

type Handler = (event: unknown, context: unknown) => Promise<{ statusCode: number; body: string }>
const call = async (handler: unknown, method: string, body?: unknown) => {
  const event = apiEvent({ method, resource: '/v1/posts/{id}', path: { id: POST }, body })
  const { statusCode, body: text } = await (handler as Handler)(event, lambdaContext())
  const json = JSON.parse(text)
  return { status: statusCode, json, codes: (json.errors ?? []).map(({ code }: { code: string }) => code) }
}
const transactions = () => table.commandCalls(TransactWriteCommand).map(({ args }) => args[0].input.TransactItems!)
const refusedAt = (index: number, count: number) =>
  new TransactionCanceledException({
    message: 'cancelled',
    $metadata: {},
    CancellationReasons: Array.from({ length: count }, (_, at) => ({
      Code: at === index ? 'ConditionalCheckFailed' : 'None',
    })),
  })

describe('POST /v1/posts/{id}/retry', () => {
  it('resets what can be retried in one transaction: claims, count, version; never what may be live', async () => {
    const { status, json } = await call(retry, 'POST')
    expect([status, json.data]).toEqual([202, { accounts: [accounts[0]!.id], left_out: [] }])
    const [items] = transactions()
    expect(transactions()).toHaveLength(1)
    expect(items).toHaveLength(4)
    expect(items!.slice(0, 2).map(({ Update }) => Update)).toEqual(
      media.map(({ id }) =>
        expect.objectContaining({
          Key: mediaKey(id),
          ConditionExpression: '#status = :active',
          ExpressionAttributeValues: { ':change': 1, ':active': 'active' },
        }),
      ),
    )
    expect(items![2]!.Update).toMatchObject({
      Key: postKey(POST),
      ConditionExpression: 'progress = :seen AND scheduled_at = :scheduled',
      ExpressionAttributeValues: {
        ':progress': { total: 2, published: 0, failed: 1, cancelled: 0 },
        ':seen': { total: 2, published: 0, failed: 2, cancelled: 0 },
      },
    })
    const { Item: stored, ConditionExpression, ExpressionAttributeValues } = items![3]!.Put!
    const Item = publicationOf(stored!)
    expect(ConditionExpression).toBe('version = :version')
    expect(ExpressionAttributeValues).toEqual({ ':version': 7 })
    expect(Item).toMatchObject({ account_id: accounts[0]!.id, state: 'waiting', version: 8, lease_until: 0 })
    for (const gone of ['started_at', 'ended_at', 'failure', 'attempt', 'last_problem', 'media_id'])
      expect(Item).not.toHaveProperty(gone)
    const old = publications[0]!.jobs.map(({ id }) => id)
    for (const job of Item.jobs) {
      expect(job).toMatchObject({ state: 'pending', tries: 0, remakes: 0 })
      expect(old).not.toContain(job.id)
      expect(job).not.toHaveProperty('container_id')
    }
    expect(stored!.owner_pk).toBe(`UNFINISHED#${OWNER}`)
    expect(queue.commandCalls(SendMessageCommand).map(({ args }) => JSON.parse(args[0].input.MessageBody!))).toEqual([
      { post_id: POST, account_id: accounts[0]!.id },
    ])
  })

  it.each(Object.keys(FAILURES) as FailureCode[])('after %s', async (code) => {
    publications = [failedWith(accounts[0]!, code)]
    post = stored()
    const { status } = await call(retry, 'POST')
    expect(status).toBe(RETRYABLE.includes(code) ? 202 : 409)
    expect(transactions()).toHaveLength(status === 202 ? 1 : 0)
  })

  it('leaves out an account that cannot be posted to now, and refuses where none is left', async () => {
    publications = accounts.map((account) => failedWith(account, 'reconnect_required'))
    post = stored()
    known = [accounts[0]!, { ...accounts[1]!, status: 'reconnect_required' }]
    const some = await call(retry, 'POST')
    expect(some.json.data).toEqual({
      accounts: [accounts[0]!.id],
      left_out: [
        { account_id: accounts[1]!.id, code: 'account_reconnect_required', message: expect.stringContaining('@shop2') },
      ],
    })
    known = []
    table.resetHistory()
    const none = await call(retry, 'POST')
    expect([none.status, none.codes]).toEqual([400, ['unknown_account', 'unknown_account']])
    expect(transactions()).toEqual([])
  })

  it('refuses deleted media, found before or by the transaction', async () => {
    media = [media[0]!, { ...media[1]!, status: 'deleted' }]
    expect((await call(retry, 'POST')).codes).toEqual(['unknown_media'])
    expect(transactions()).toEqual([])
    media = [1, 2].map((at) => mediaOf({ id: uuid(at) }))
    table.on(TransactWriteCommand).rejects(refusedAt(1, 4))
    const reply = await call(retry, 'POST')
    expect([reply.status, reply.codes]).toEqual([400, ['unknown_media']])
  })

  it('looks again when somebody else wrote it, and stops in the end', async () => {
    table.on(TransactWriteCommand).rejectsOnce(refusedAt(3, 4)).resolves({})
    expect((await call(retry, 'POST')).status).toBe(202)
    expect(transactions()).toHaveLength(2)
    table.on(TransactWriteCommand).rejects(refusedAt(2, 4))
    const reply = await call(retry, 'POST')
    expect([reply.status, reply.codes]).toEqual([409, ['conflict']])
  })

  it("is 404 for others' posts, 500 when the table fails, and 202 when the queue does", async () => {
    queue.on(SendMessageCommand).rejects(new Error('away'))
    expect((await call(retry, 'POST')).status).toBe(202)
    table.on(TransactWriteCommand).rejects(new Error('down'))
    expect((await call(retry, 'POST')).status).toBe(500)
    post = stored({ owner_id: uuid(77) })
    expect((await call(retry, 'POST')).status).toBe(404)
  })
})

describe('PATCH /v1/posts/{id}', () => {
  const time = Math.ceil(Date.now() / 60_000) * 60_000 + 2 * HOUR
  beforeEach(() => {
    publications = accounts.map((account) => published(account))
    post = stored({ scheduled_at: time - HOUR })
  })

  it('moves post and publications in one transaction and replaces the schedule', async () => {
    publications = [published(accounts[0]!), failedWith(accounts[1]!, 'caption_too_long')]
    post = stored({ scheduled_at: time - HOUR })
    const { status, json } = await call(reschedule, 'PATCH', { scheduled_at: time })
    expect([status, json.data.scheduled_at]).toEqual([200, time])
    expect(json.data.publications.map(({ state }: { state: string }) => state)).toEqual(['waiting', 'failed'])
    const [items] = transactions()
    expect(items).toHaveLength(2)
    expect(items![0]!.Update!.ExpressionAttributeValues).toMatchObject({
      ':scheduled': time - HOUR,
      ':time': time,
      ':search': expect.stringContaining(`/${time}/`),
    })
    const { Item, ConditionExpression } = items![1]!.Put!
    expect(publicationOf(Item!)).toMatchObject({ not_before: time, due_at: time, version: 8, state: 'waiting' })
    expect(ConditionExpression).toBe('version = :version')
    expect(scheduler.commandCalls(DeleteScheduleCommand)[0]!.args[0].input.Name).toBe(`post-${POST}-${time - HOUR}`)
    expect(scheduler.commandCalls(CreateScheduleCommand)[0]!.args[0].input.Name).toBe(`post-${POST}-${time}`)
  })

  it('sets the new schedule also when the old one could not be removed', async () => {
    scheduler.on(DeleteScheduleCommand).rejects(new Error('away'))
    expect((await call(reschedule, 'PATCH', { scheduled_at: time })).status).toBe(200)
    expect(scheduler.commandCalls(CreateScheduleCommand)).toHaveLength(1)
  })

  it('refuses a time that a token does not live to see', async () => {
    known = [{ ...accounts[0]!, token_expires_at: time - 1, refresh_problem: 'No.' }, accounts[1]!]
    const reply = await call(reschedule, 'PATCH', { scheduled_at: time })
    expect([reply.status, reply.json.errors[0].code, reply.json.errors[0].path]).toEqual([
      400,
      'token_expires_first',
      'scheduled_at',
    ])
    expect(transactions()).toEqual([])
  })

  it('sees that a worker was quicker', async () => {
    table.on(TransactWriteCommand).callsFakeOnce(() => {
      publications = [published(accounts[0]!, { started_at: 5, version: 8 }), published(accounts[1]!)]
      throw refusedAt(1, 3)
    })
    const reply = await call(reschedule, 'PATCH', { scheduled_at: time })
    expect([reply.status, reply.codes]).toEqual([409, ['already_started']])
  })

  it('refuses what does not wait for a time', async () => {
    publications = accounts.map((account) => published(account, { state: 'cancelled' }))
    expect((await call(reschedule, 'PATCH', { scheduled_at: time })).codes).toEqual(['not_scheduled'])
    for (const state of ['published', 'partially_published', 'deleted'] as const) {
      publications = [published(accounts[0]!, { state }), published(accounts[1]!)]
      expect((await call(reschedule, 'PATCH', { scheduled_at: time })).codes, state).toEqual(['already_started'])
    }
    post = stored()
    expect((await call(reschedule, 'PATCH', { scheduled_at: time })).codes).toEqual(['not_scheduled'])
    expect((await call(reschedule, 'PATCH', { scheduled_at: 5, extra: 1 })).codes).toEqual(['unknown_field'])
  })
})
