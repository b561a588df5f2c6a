// The posting endpoints on mocked AWS: what is written in which transaction, what is sent, and every failure of both.
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { CreateScheduleCommand, SchedulerClient } from '@aws-sdk/client-scheduler'
import { SendMessageBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Account } from '../../../core/accounts/rules/account.ts'
import { unpacked } from '../../../core/aws/packed-item.ts'
import { ENV } from '../../../core/contract.ts'
import type { Media } from '../../../core/media/rules/media.ts'
import { accountKey, mediaKey } from '../../../core/table-keys.ts'
import { handler as feed } from '../../../functions/api/posts/feed.ts'
import { handler as stories } from '../../../functions/api/posts/stories.ts'
import { handler as text } from '../../../functions/api/posts/text.ts'
import { apiEvent, lambdaContext } from '../../support/api-event.ts'
import { accountOf, mediaOf, OWNER, uuid } from '../../support/domain.ts'

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

const instagram = accountOf({ id: uuid(901), provider: 'instagram', external_username: 'shop' })
const threads = accountOf({ id: uuid(902), provider: 'threads', external_username: 'shop' })
const pictures = [1, 2].map((at) => mediaOf({ id: uuid(at) }))
let accounts: Account[]
let media: Media[]

beforeEach(() => {
  for (const client of [table, queue, scheduler]) client.reset()
  accounts = [instagram, threads]
  media = pictures
  table.on(UpdateCommand).resolves({ Attributes: { hits: 1 } })
  table.on(PutCommand).resolves({})
  table.on(TransactWriteCommand).resolves({})
  table.on(GetCommand).resolves({})
  table.on(BatchGetCommand).callsFake((input) => {
    const keys: { pk: string }[] = input.RequestItems['test-table'].Keys
    const items = [
      ...accounts.map((account) => ({ ...accountKey(account.id), ...account })),
      ...media.map((asset) => ({ ...mediaKey(asset.id), ...asset })),
    ]
    return { Responses: { 'test-table': items.filter((item) => keys.some(({ pk }) => pk === item.pk)) } }
  })
  queue.on(SendMessageCommand).resolves({})
  queue.on(SendMessageBatchCommand).resolves({})
  scheduler.on(CreateScheduleCommand).resolves({})
})

const call = async (handler: unknown, body: unknown, headers: Record<string, string> = {}) => {
  const event = apiEvent({ method: 'POST', resource: '/v1/posts/feed', body, headers })
  const answer = await (
    handler as (
      event: unknown,
      context: unknown,
    ) => Promise<{ statusCode: number; headers: Record<string, string>; body: string }>
  )(event, lambdaContext())
  return { ...answer, json: JSON.parse(answer.body) }
}
const carousel = () => ({
  title: 'Two',
  content: 'Hello',
  hashtags: ['a'],
  media: { media_asset_ids: pictures.map(({ id }) => id) },
  accounts: [instagram.id, threads.id],
})
const written = () => table.commandCalls(TransactWriteCommand).flatMap(({ args }) => args[0].input.TransactItems ?? [])
const put = (kind: string) =>
  written().flatMap(({ Put }) => (Put && String(Put.Item?.sk).startsWith(kind) ? [unpacked(Put.Item!)] : []))

describe('accepting a post', () => {
  it('answers 202 with success, message and Location, nothing else', async () => {
    const { statusCode, headers, json } = await call(feed, carousel())
    expect(statusCode).toBe(202)
    expect(json).toEqual({ success: true, message: 'The feed post was accepted for publishing to 2 accounts.' })
    expect(headers.Location).toBe(`/api/v1/posts/${put('POST')[0]!.id}`)
  })

  it('stores post, publications and the claim on the media in one transaction, conditioned on the media being active', async () => {
    await call(feed, carousel())
    expect(table.commandCalls(TransactWriteCommand)).toHaveLength(1)
    expect(put('POST')).toEqual([
      expect.objectContaining({ owner_id: OWNER, caption: 'Hello\n\n#a', title: 'Two', kind: 'feed' }),
    ])
    const publications = put('PUBLICATION#')
    expect(
      publications.map(({ platform, jobs }) => [platform, (jobs as { type: string }[]).map(({ type }) => type)]),
    ).toEqual([
      ['instagram', ['container_create', 'container_create', 'carousel_upload', 'publish_content']],
      ['threads', ['container_create', 'container_create', 'carousel_upload', 'publish_content']],
    ])
    const claims = written().flatMap(({ Update }) => (Update ? [Update] : []))
    expect(
      claims.map(({ Key, ExpressionAttributeValues }) => [Key!.pk, ExpressionAttributeValues![':change']]),
    ).toEqual(pictures.map(({ id }) => [`MEDIA#${id}`, 1]))
    expect(claims[0]!.ConditionExpression).toContain('#status = :active')
  })

  it('refuses a post for accounts alone that are only listed, of platforms that take it as of others', async () => {
    const page = accountOf({
      id: uuid(903),
      provider: 'facebook',
      external_username: 'page',
      token_ciphertext: undefined,
    })
    const channel = accountOf({ id: uuid(904), provider: 'x', external_username: 'x', token_ciphertext: undefined })
    accounts = [page, channel]
    const { statusCode, json } = await call(text, { content: 'Hi', accounts: [page.id, channel.id] })
    expect([statusCode, json.errors]).toMatchObject([400, [{ code: 'no_supported_account', path: 'accounts' }]])
    expect(json.message).toMatch(/; Facebook @page \(listed only, not connected\), X @x are not\.$/)
    expect(written()).toEqual([])
  })

  it('sends one message a publication, grouped by owner', async () => {
    await call(feed, carousel())
    const entries = queue.commandCalls(SendMessageBatchCommand)[0]!.args[0].input.Entries!
    expect(entries.map(({ MessageGroupId, DelaySeconds }) => [MessageGroupId, DelaySeconds])).toEqual([
      [OWNER, 0],
      [OWNER, 0],
    ])
    expect(entries.map(({ MessageBody }) => JSON.parse(MessageBody!).account_id)).toEqual([instagram.id, threads.id])
  })

  it('is accepted all the same when the queue does not answer: the sweeper sends it', async () => {
    queue.on(SendMessageBatchCommand).rejects(new Error('away'))
    expect((await call(feed, carousel())).statusCode).toBe(202)
  })

  it('gives what is due within 15 minutes to the queue with its delay, and sets a schedule a minute early for what is later', async () => {
    const soon = Date.now() + 600_000
    await call(feed, { ...carousel(), accounts: [instagram.id], scheduled_at: soon })
    expect(queue.commandCalls(SendMessageCommand)[0]!.args[0].input.DelaySeconds).toBeGreaterThan(590)
    expect(scheduler.commandCalls(CreateScheduleCommand)).toHaveLength(0)

    queue.resetHistory()
    const later = Math.ceil(Date.now() / 60_000) * 60_000 + 3_600_000
    await call(feed, { ...carousel(), scheduled_at: new Date(later).toISOString() })
    expect(queue.calls()).toHaveLength(0)
    const { input } = scheduler.commandCalls(CreateScheduleCommand)[0]!.args[0]
    const post = put('POST').at(-1)!
    expect(input).toMatchObject({
      Name: `post-${post.id}-${later}`,
      ScheduleExpression: `at(${new Date(later - 60_000).toISOString().slice(0, 19)})`,
      ActionAfterCompletion: 'DELETE',
      Target: { Input: JSON.stringify({ post_id: post.id }) },
    })
    expect(post.scheduled_at).toBe(later)
    expect(put('PUBLICATION#').at(-1)!.not_before).toBe(later)
  })

  it('is accepted all the same when the schedule cannot be set', async () => {
    scheduler.on(CreateScheduleCommand).rejects(new Error('throttled'))
    expect((await call(feed, { ...carousel(), scheduled_at: Date.now() + 3_600_000 })).statusCode).toBe(202)
  })

  it('names skipped accounts, and warns of captions that a platform will not take', async () => {
    const skipped = await call(text, { content: 'Hi', accounts: [instagram.id, threads.id] })
    expect(skipped.json.message).toBe(
      `The text post was accepted for publishing to 1 account. Skipped, because the platform does not take text posts: Instagram @shop (${instagram.id}).`,
    )
    const page = accountOf({
      id: uuid(903),
      provider: 'facebook',
      external_username: 'page',
      token_ciphertext: undefined,
    })
    accounts = [instagram, threads, page]
    const listed = await call(text, { content: 'Hi', accounts: [instagram.id, threads.id, page.id] })
    expect(listed.json.message).toBe(
      `${skipped.json.message} Skipped, because they are listed only, not connected: Facebook @page (${page.id}).`,
    )
    expect(put('POST').at(-1)!.skipped_accounts).toEqual([instagram.id, page.id])
    const warned = await call(feed, { ...carousel(), content: 'x'.repeat(600) })
    expect(warned.statusCode).toBe(202)
    expect(warned.json.message).toBe(
      `The feed post was accepted for publishing to 1 account. Warning: it will not be published to Threads @shop (${threads.id}): The caption with its hashtags counts 604 characters on Threads; at most 500 are allowed.`,
    )
    // A time at which nothing will happen is not named.
    const late = { content: 'x'.repeat(501), accounts: [threads.id], scheduled_at: Date.now() + 3_600_000 }
    expect((await call(text, late)).json.message).toBe(
      `The text post was accepted, but none of its accounts can take its text: it will not be published. Warning: it will not be published to Threads @shop (${threads.id}): The caption with its hashtags counts 501 characters on Threads; at most 500 are allowed.`,
    )
  })

  it('keeps smart_transform and container_id with the post', async () => {
    const ids = pictures.map(({ id }) => id)
    await call(feed, {
      ...carousel(),
      media: { media_asset_ids: ids, container_id: uuid(7), smart_transform: { enabled: true, aspect_ratio: '4:5' } },
    })
    expect(put('POST')[0]).toMatchObject({ container_id: uuid(7), aspect_ratio: '4:5' })
  })
})

describe('refusing a post leaves no trace', () => {
  const none = () => {
    expect(table.commandCalls(TransactWriteCommand)).toHaveLength(0)
    expect(queue.calls()).toHaveLength(0)
    expect(scheduler.calls()).toHaveLength(0)
  }

  it('reports the issues of schema, accounts and media together', async () => {
    const { statusCode, json } = await call(feed, {
      content: 'x'.repeat(2001),
      media: { media_asset_ids: [uuid(88)] },
      accounts: [uuid(77)],
    })
    expect(statusCode).toBe(400)
    expect(json.errors.map(({ code, path }: { code: string; path: string }) => `${code} ${path}`)).toEqual([
      'required title',
      'too_long content',
      'unknown_media media.media_asset_ids[0]',
      'unknown_account accounts[0]',
    ])
    none()
  })

  it.each<[string, object, string[]]>([
    [
      'beside a field that is missing',
      { accounts: [threads.id], scheduled_at: 1, not_after: 5 },
      ['required content', 'invalid_schedule scheduled_at'],
    ],
    [
      'beside accounts that are no ids',
      { content: 'a', accounts: ['x'], scheduled_at: 1 },
      ['invalid_format accounts[0]', 'invalid_schedule scheduled_at'],
    ],
    [
      'and a deadline, beside a time that is none',
      { content: 'a', accounts: [threads.id], scheduled_at: 'soon', not_after: 5 },
      ['invalid_schedule scheduled_at', 'invalid_schedule not_after'],
    ],
  ])('reports a time in the past %s', async (_label, body, issues) => {
    const { json } = await call(text, body)
    expect(json.errors.map(({ code, path }: { code: string; path: string }) => `${code} ${path}`)).toEqual(issues)
    none()
  })

  it('reports unknown media beside accounts that are no ids', async () => {
    const { json } = await call(feed, { ...carousel(), media: { media_asset_ids: [uuid(88)] }, accounts: [] })
    expect(json.errors.map(({ code, path }: { code: string; path: string }) => `${code} ${path}`)).toEqual([
      'too_short accounts',
      'unknown_media media.media_asset_ids[0]',
    ])
  })

  it.each([
    [
      'an account of another owner',
      () => (accounts = [{ ...instagram, owner_id: uuid(5) }, threads]),
      'unknown_account',
    ],
    [
      'a disconnected account',
      () => (accounts = [{ ...instagram, status: 'disconnected' }, threads]),
      'unknown_account|account_disconnected',
    ],
    [
      'an account to be reconnected',
      () => (accounts = [{ ...instagram, status: 'reconnect_required' }, threads]),
      'account_reconnect_required',
    ],
    [
      'an account whose owner must act',
      () => (accounts = [{ ...instagram, status: 'action_required' }, threads]),
      'account_action_required',
    ],
    ['media of another owner', () => (media = [{ ...pictures[0]!, owner_id: uuid(5) }, pictures[1]!]), 'unknown_media'],
    ['deleted media', () => (media = [{ ...pictures[0]!, status: 'deleted' }, pictures[1]!]), 'unknown_media'],
  ])('%s', async (_label, arrange, code) => {
    arrange()
    const { statusCode, json } = await call(feed, carousel())
    expect(statusCode).toBe(400)
    expect(json.errors[0].code).toMatch(new RegExp(`^(${code})$`))
    none()
  })

  it('media that was deleted while the post was being accepted', async () => {
    table.on(TransactWriteCommand).rejects(
      new TransactionCanceledException({
        message: '',
        $metadata: {},
        CancellationReasons: [{ Code: 'ConditionalCheckFailed' }, ...Array(4).fill({ Code: 'None' })],
      }),
    )
    const { statusCode, json } = await call(feed, carousel())
    expect([statusCode, json.errors[0]]).toEqual([
      400,
      expect.objectContaining({ code: 'unknown_media', path: 'media.media_asset_ids[0]' }),
    ])
    expect(queue.calls()).toHaveLength(0)
  })

  it.each(['BatchGet', 'TransactWrite'])('a table that fails at %s is a fault of ours', async (name) => {
    if (name === 'BatchGet') table.on(BatchGetCommand).rejects(new Error('throttled'))
    else table.on(TransactWriteCommand).rejects(new Error('throttled'))
    const { statusCode, json } = await call(feed, carousel())
    expect([statusCode, json.errors[0].code]).toEqual([500, 'internal_error'])
    expect(queue.calls()).toHaveLength(0)
  })

  it('tries again when another transaction is in the way', async () => {
    const conflict = new TransactionCanceledException({
      message: '',
      $metadata: {},
      CancellationReasons: [{ Code: 'TransactionConflict' }],
    })
    table.on(TransactWriteCommand).rejectsOnce(conflict).resolves({})
    expect((await call(feed, carousel())).statusCode).toBe(202)
  })

  it('media on a text post, as one field too many', async () => {
    const body = { content: 'Words', media: { media_asset_ids: [pictures[0]!.id] }, accounts: [threads.id] }
    expect((await call(text, body)).json.errors).toEqual([
      expect.objectContaining({ code: 'unknown_field', path: 'media' }),
    ])
    none()
  })

  it('scheduled_at on a story', async () => {
    const body = {
      media: { media_asset_ids: [pictures[0]!.id] },
      accounts: [instagram.id],
      scheduled_at: Date.now() + 60_000,
    }
    expect((await call(stories, body)).json.errors).toEqual([
      expect.objectContaining({ code: 'unknown_field', path: 'scheduled_at' }),
    ])
    none()
  })
})

describe('Idempotency-Key', () => {
  const stored = () => put('posts/feed#')[0]!
  const taken = () =>
    new TransactionCanceledException({
      message: '',
      $metadata: {},
      CancellationReasons: [{ Code: 'ConditionalCheckFailed' }, ...Array(5).fill({ Code: 'None' })],
    })

  it('is recorded in the transaction that accepts the post', async () => {
    const { headers } = await call(feed, carousel(), { 'Idempotency-Key': 'k1' })
    expect(stored()).toMatchObject({ pk: `IDEMPOTENCY#${OWNER}`, post_id: put('POST')[0]!.id })
    expect(JSON.stringify(stored())).not.toContain('k1')
    expect(headers['Idempotency-Replayed']).toBeUndefined()
  })

  it('repeats the first answer to the same request', async () => {
    const first = await call(feed, carousel(), { 'Idempotency-Key': 'k1' })
    const record = stored()
    table.on(TransactWriteCommand).rejects(taken())
    table.on(GetCommand).resolves({ Item: record })
    queue.resetHistory()
    const again = await call(feed, carousel(), { 'Idempotency-Key': 'k1' })
    expect(again).toMatchObject({ statusCode: 202, json: first.json })
    expect(again.headers).toMatchObject({ Location: first.headers.Location, 'Idempotency-Replayed': 'true' })
    expect(queue.calls()).toHaveLength(0)
  })

  it('refuses another request under the same key', async () => {
    await call(feed, carousel(), { 'Idempotency-Key': 'k1' })
    const record = stored()
    table.on(TransactWriteCommand).rejects(taken())
    table.on(GetCommand).resolves({ Item: record })
    const { statusCode, json } = await call(feed, { ...carousel(), content: 'Other' }, { 'Idempotency-Key': 'k1' })
    expect([statusCode, json.errors[0].code]).toEqual([422, 'idempotency_mismatch'])
  })

  it.each([
    ['', 'none'],
    ['x'.repeat(256), '256'],
  ])('must have 1 to 255 characters', async (key, count) => {
    const { statusCode, json } = await call(feed, carousel(), { 'Idempotency-Key': key })
    expect([statusCode, json.errors[0].path]).toEqual([400, 'Idempotency-Key'])
    expect(json.message).toContain(count)
  })
})
