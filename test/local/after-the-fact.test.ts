// Posts after the fact on the real local run: retried exactly once, moved to fire only at the new time, filtered, told.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AttributeValue, DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import type { AccountView } from '../../core/accounts/account-view.ts'
import { readAssembly } from '../../local/template.ts'
import { eventually } from '../support/local.ts'
import { accountOn, busyKey, connect, ended, type Json, picture, post, readPost, upload } from '../support/posting.ts'
import { type SharedLocal, sharedLocal } from '../support/shared-local.ts'

let local: SharedLocal
let key: string
let threads: string

beforeAll(async () => {
  local = await sharedLocal()
  key = await busyKey(local)
  threads = accountOn(local, 'threads')
})

const retry = (id: string, headers: Record<string, string> = {}) =>
  local.api('POST', `/api/v1/posts/${id}/retry`, { key, headers })
const move = (id: string, scheduled_at: unknown) =>
  local.api('PATCH', `/api/v1/posts/${id}`, { key, json: { scheduled_at } })
const postsOf = async (account: string): Promise<Json[]> =>
  (await local.control<Json>('threads', 'GET', '/state?requests=0')).posts.filter(
    (one: Json) => one.account === account,
  )

/** An account whose token the platform has ended, with a post that failed for it. */
async function failedPost(username: string, body: Json = {}) {
  const account = await connect(local, 'threads', username)
  await local.control('threads', 'POST', '/tokens/revoke', { account: account.external_id })
  const id = await post(local, body.media ? 'feed' : 'text', { content: 'Again', accounts: [account.id], ...body }, key)
  const view = await ended(local, id, key)
  expect(view).toMatchObject({ status: 'failed', publications: [{ retryable: true }] })
  return { account, id }
}

async function connectAgain({ external_id, id }: { external_id: string; id: string }): Promise<void> {
  const { token } = await local.control<Json>('threads', 'POST', '/tokens', { account: external_id })
  const again = await local.admin<Json>(
    'account',
    'connect',
    '--owner',
    local.owner,
    '--platform',
    'threads',
    `--access-token=${token}`,
  )
  expect(again.id).toBe(id)
}

describe('publishing again', () => {
  it('publishes exactly once, however many ask at the same time, and holds the media while it does', async () => {
    const media = [await picture(), await picture()].map((bytes) =>
      upload(local, bytes, 'p.jpg', 'image/jpeg', { key }),
    )
    const { account, id } = await failedPost('retry.once', {
      title: 'T',
      media: { media_asset_ids: await Promise.all(media) },
    })
    const early = await retry(id)
    expect([early.status, early.json<Json>().errors[0].code]).toEqual([400, 'account_reconnect_required'])

    await connectAgain(account)
    const replies = await Promise.all(Array.from({ length: 8 }, () => retry(id)))
    expect(replies.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409, 409, 409, 409, 409])
    const accepted = replies.find(({ status }) => status === 202)!
    expect(accepted.headers.get('location')).toBe(`/api/v1/posts/${id}`)
    expect(accepted.json()).toEqual({
      success: true,
      message: 'The post is published again to 1 account.',
      data: { accounts: [account.id], left_out: [] },
    })
    const view = await ended(local, id, key)
    expect(view).toMatchObject({
      status: 'published',
      progress: { total: 1, published: 1, failed: 0 },
      publications: [{ state: 'published', error: null }],
    })
    expect(await postsOf(account.external_id)).toHaveLength(1)
    // On a machine that is very busy a platform may take longer than it is waited for: that is told, and nothing else differs.
    const tooLong = ({ event, platform }: Json) => event === 'problem' && /^No answer within/.test(platform.message)
    const timeline = view.publications[0].timeline.filter((line: Json) => !tooLong(line))
    expect(timeline.map(({ event }: Json) => event)).toEqual([
      'accepted',
      'started',
      'failed',
      'retried',
      'started',
      'container_created',
      'container_created',
      'container_ready',
      'container_ready',
      'container_created',
      'container_ready',
      'publish_called',
      'published',
      'permalink_found',
    ])
    expect(timeline[2]).toMatchObject({ code: 'reconnect_required', platform: { code: 190 } })
    // Its claims on the media are given back: they can be deleted.
    for (const asset of view.media_asset_ids)
      expect((await local.api('DELETE', `/api/v1/media/${asset}`, { key })).status).toBe(200)
    const late = await retry(id)
    expect([late.status, late.json<Json>().errors[0].code]).toEqual([409, 'not_retryable'])
  })

  it('refuses what was deleted meanwhile, and posts of others', async () => {
    const media = await upload(local, await picture(), 'p.jpg', 'image/jpeg', { key })
    const more = await upload(local, await picture(), 'q.jpg', 'image/jpeg', { key })
    const { account, id } = await failedPost('retry.gone', { title: 'T', media: { media_asset_ids: [media, more] } })
    await connectAgain(account)
    expect((await local.api('DELETE', `/api/v1/media/${media}`, { key })).status).toBe(200)
    const reply = await retry(id)
    expect([reply.status, reply.json<Json>().errors]).toEqual([
      400,
      [{ code: 'unknown_media', message: expect.stringContaining(media) }],
    ])
    expect((await retry(crypto.randomUUID())).status).toBe(404)
    expect((await readPost(local, id, key)).status).toBe('failed')
  })
})

describe('moving a post', () => {
  it('fires at its new time and not at the old one, moved earlier or later', { tags: 'deep' }, async () => {
    const began = Date.now()
    const far = await post(
      local,
      'text',
      { content: 'Brought forward', accounts: [threads], scheduled_at: began + 7_200_000 },
      key,
    )
    expect((await move(far, began + 10_800_000)).status).toBe(200)
    // Far enough for this machine to move it before, however busy it is: the same took it so long just now.
    const soon = Date.now() + 9000 + 2 * (Date.now() - began)
    const later = await post(local, 'text', { content: 'Put off', accounts: [threads], scheduled_at: soon }, key)
    const time = soon + 2000
    const moved = await move(later, time)
    expect(moved.status).toBe(200)
    expect(moved.json<Json>()).toMatchObject({
      success: true,
      message: `The post was moved to ${new Date(time).toISOString()}.`,
      data: { status: 'scheduled', scheduled_at: time, publications: [{ next_attempt_at: time }] },
    })
    expect((await move(far, new Date(time).toISOString())).status).toBe(200)
    expect(await readPost(local, far, key)).toMatchObject({ status: 'scheduled', scheduled_at: time })
    await Promise.all([ended(local, later, key), ended(local, far, key)])
    const { posts, requests } = await local.control<Json>('threads', 'GET', '/state')
    for (const content of ['Put off', 'Brought forward'])
      expect(posts.filter(({ text }: Json) => text === content)).toHaveLength(1)
    const { account } = posts.find(({ text }: Json) => text === 'Put off')
    const created = requests.filter((one: Json) => one.operation === 'create' && one.account === account).slice(-2)
    expect(created).toHaveLength(2)
    // How soon after it is judged where nothing else runs (test/local/on-time.test.ts).
    for (const { at } of created) expect(at).toBeGreaterThanOrEqual(time)
    const view = await readPost(local, later, key)
    expect(view.publications[0].timeline[1]).toEqual({
      at: expect.any(Number),
      event: 'rescheduled',
      scheduled_at: time,
    })
  })

  it('leaves no schedule of the old time behind', async () => {
    const schedules = async (): Promise<string[]> =>
      (await local.fetch(`${local.endpoints.env.AWS_ENDPOINT_URL_SCHEDULER}/schedules`))
        .json<Json>()
        .Schedules.map(({ Name }: Json) => Name)
    const at = Date.now() + 3_600_000
    const id = await post(local, 'text', { content: 'Later', accounts: [threads], scheduled_at: at }, key)
    await eventually(async () => (await schedules()).includes(`post-${id}-${at}`), { what: 'the first schedule' })
    expect((await move(id, at + 60_000)).status).toBe(200)
    await eventually(
      async () => {
        const names: string[] = (await schedules()).filter((name: string) => name.includes(id))
        return names.length === 1 && names[0] === `post-${id}-${at + 60_000}`
      },
      { what: 'one schedule, of the new time' },
    )
    expect((await local.api('DELETE', `/api/v1/posts/${id}`, { key })).status).toBe(200)
    expect((await schedules()).filter((name: string) => name.includes(id))).toEqual([])
    const gone = await move(id, at)
    expect([gone.status, gone.json<Json>().errors[0].code]).toEqual([409, 'not_scheduled'])
  })

  it('refuses times that are none, posts that were not scheduled, and what has begun', { tags: 'deep' }, async () => {
    const at = Date.now() + 3_600_000
    const id = await post(local, 'text', { content: 'Later', accounts: [threads], scheduled_at: at }, key)
    const errors = async (reply: ReturnType<typeof move>) => {
      const { status, json } = await reply
      return [status, json<Json>().errors.map(({ code, path }: Json) => `${code} ${path ?? ''}`.trim())]
    }
    expect(await errors(move(id, 1000))).toEqual([400, ['invalid_schedule scheduled_at']])
    expect(await errors(move(id, 'tomorrow'))).toEqual([400, ['invalid_schedule scheduled_at']])
    expect(await errors(move(id, undefined))).toEqual([400, ['required scheduled_at']])
    expect(await errors(move(crypto.randomUUID(), at))).toEqual([404, ['not_found']])
    const out = await post(local, 'text', { content: 'Out', accounts: [threads] }, key)
    await ended(local, out, key)
    expect(await errors(move(out, at))).toEqual([409, ['not_scheduled']])
    const begun = await post(
      local,
      'text',
      { content: 'Begun', accounts: [threads], scheduled_at: Date.now() + 3000 },
      key,
    )
    await ended(local, begun, key)
    expect(await errors(move(begun, at))).toEqual([409, ['already_started']])
    await local.api('DELETE', `/api/v1/posts/${id}`, { key })
  })
})

describe('the list', () => {
  it('is filtered by account and by the time of accepting', async () => {
    const account = await connect(local, 'threads', 'list.filters')
    const list = async (query: string) =>
      (await local.api('GET', `/api/v1/posts?${query}`, { key })).json<Json>().data.result.map(({ id }: Json) => id)
    const first = await post(local, 'text', { content: 'One', accounts: [account.id, threads] }, key)
    const second = await post(local, 'text', { content: 'Two', accounts: [account.id] }, key)
    await post(local, 'text', { content: 'Three', accounts: [threads] }, key)
    await eventually(async () => (await list(`account=${account.id}`)).length === 2, { what: 'two posts in the list' })
    expect(await list(`account=${account.id}`)).toEqual([second, first])
    expect(await list(`account=${crypto.randomUUID()}`)).toEqual([])
    // What comes after it looks at all that is stored and asked.
    for (const id of [first, second]) await ended(local, id, key)
    const { created_at } = await readPost(local, second, key)
    expect(await list(`account=${account.id}&from=${created_at}`)).toEqual([second])
    expect(await list(`account=${account.id}&to=${created_at - 1}`)).toEqual([first])
    expect(await list(`from=${created_at}&to=${created_at}&account=${account.id}`)).toEqual([second])
    const refused = await local.api('GET', `/api/v1/posts?from=2&to=1&account=me`, { key })
    expect(refused.json<Json>().errors.map(({ code, path }: Json) => `${code} ${path}`)).toEqual([
      'invalid_format account',
    ])
    expect((await local.api('GET', '/api/v1/posts?from=2&to=1', { key })).status).toBe(400)
  })
})

describe('validate_only', () => {
  const listed = async () =>
    (await local.api('GET', '/api/v1/accounts/social', { key })).json<{ data: AccountView[] }>().data
  const check = async (type: string, json: Json) => {
    const reply = await local.api('POST', `/api/v1/posts/${type}?validate_only=true`, { key, json })
    return { status: reply.status, ...reply.json<Json>() }
  }

  /** Keys of all items of this file's owner but those that each request leaves, posting or not. */
  const storedKeys = async (): Promise<string[]> => {
    const { env, region } = local.endpoints
    const credentials = { accessKeyId: env.AWS_ACCESS_KEY_ID!, secretAccessKey: env.AWS_SECRET_ACCESS_KEY! }
    const table = new DynamoDBClient({ region, credentials, endpoint: env.AWS_ENDPOINT_URL_DYNAMODB! })
    const TableName = readAssembly(inject('assembly')).resources('AWS::DynamoDB::Table')[0]!.ref
    const items: Record<string, AttributeValue>[] = []
    for await (const { Items = [] } of paginateScan({ client: table }, { TableName })) items.push(...Items)
    table.destroy()
    const { owner_id, accounts } = local.session
    const ours = [owner_id, ...accounts.map(({ id }) => id)]
    return (
      items
        .filter((item) => ours.some((id) => JSON.stringify(item).includes(id)))
        .map(({ pk, sk }) => `${pk!.S} ${sk!.S}`)
        // The CDN's notes on a picture that it makes exist no matter who looks at it first. A platform's
        // answer is remembered for a minute, so that looking again asks nothing.
        .filter((one) => !/^(USAGE|RATE|SUMMARY|VARIANTS|ASKED)#/.test(one))
        .sort()
    )
  }

  it('answers what would be sent to each account, and stores and sends nothing', async () => {
    const calls = () =>
      Promise.all(
        (['instagram', 'threads'] as const).map(async (name) => {
          const { requests } = await local.control<Json>(name, 'GET', '/state')
          const own = (await listed()).find(({ id }) => id === accountOn(local, name))!.external_account_id
          return requests
            .filter(({ account }: Json) => account === own)
            .map(({ operation }: Json) => operation) as string[]
        }),
      )
    const instagram = accountOn(local, 'instagram')
    const description = 'Noise'
    const media = await upload(local, await picture(1600, 900), 'p.jpg', 'image/jpeg', { key, description })
    // 48 x 64, 2 seconds: a carousel takes neither the shape nor the length.
    const short = readFileSync(join(import.meta.dirname, '..', 'samples', 'turned.mp4'))
    const film = await upload(local, short, 'clip.mp4', 'video/mp4', { key })
    await eventually(
      async () =>
        (await local.api('GET', '/api/v1/media/users?limit=2', { key }))
          .json<Json>()
          .data.result.every(({ width }: Json) => width !== null),
      { what: 'both media inspected' },
    )
    const before = await storedKeys()
    const callsBefore = await calls()
    const reply = await check('feed', {
      title: 'T',
      content: 'Hello',
      hashtags: ['a'],
      media: { media_asset_ids: [media, film], smart_transform: { enabled: true, aspect_ratio: '4:5' } },
      accounts: [instagram],
    })
    expect([reply.status, reply.data.valid, reply.data.skipped_accounts]).toEqual([200, false, []])
    const [account] = reply.data.accounts
    expect(account).toMatchObject({
      account_id: instagram,
      platform: 'instagram',
      valid: false,
      problems: [
        { code: 'media_dimensions', media_asset_id: film, message: expect.stringContaining('48 x 64') },
        { code: 'media_duration', media_asset_id: film, message: expect.stringContaining('2 s') },
      ],
      caption: 'Hello\n\n#a',
      caption_length: 9,
      caption_limit: 2200,
      carousel: true,
      warnings: [
        { code: 'media_layout', media_asset_id: film, message: expect.stringContaining('moov') },
        { code: 'media_layout', media_asset_id: film, message: expect.stringContaining('edit lists') },
      ],
      token: { status: 'active', ends_at: null, works: true, reason: null },
      quota: { posts: 50, hours: 24, used: 0, remaining: 50, reason: null },
      containers: [
        { container_type: 'image', media_asset_id: media, alt_text: 'Noise', picture: { max_width: 1440 } },
        { container_type: 'video', media_asset_id: film, alt_text: null, picture: null },
      ],
    })
    expect(account.containers[0].source).toMatchObject({ width: 1600, height: 900 })
    expect(account.containers[1].source.properties).toMatchObject({
      format: 'MPEG-4',
      moov_first: false,
      video: { codec: 'AVC', chroma: '4:2:0', scan: 'Progressive', frame_rate: 25 },
      audio: { codec: 'AAC', channels: 1, sample_rate: 44_100 },
    })
    // Its addresses are those that a platform would fetch.
    const variant = await local.fetch(account.containers[0].url)
    expect([variant.status, variant.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect(account.containers[0].sent).toEqual({
      content_type: 'image/jpeg',
      size_bytes: variant.bytes.length,
      width: 720,
      height: 900,
      reason: null,
    })
    expect((await local.fetch(account.containers[1].url)).bytes).toEqual(short)
    expect(account.containers[1].sent).toEqual({
      content_type: 'video/mp4',
      size_bytes: short.length,
      width: 48,
      height: 64,
      reason: null,
    })

    const long = await check('text', { content: 'x'.repeat(501), accounts: [threads, instagram] })
    expect(long.data).toMatchObject({
      valid: false,
      skipped_accounts: [instagram],
      accounts: [{ valid: false, caption_length: 501, caption_limit: 500, problems: [{ code: 'caption_too_long' }] }],
    })
    const made = (await calls()).map((all, at) => all.slice(callsBefore[at]!.length))
    expect(made).toEqual([['quota'], ['quota']])
    expect(await storedKeys()).toEqual(before)
  })

  it('says what a platform says of the account, and marks nothing', async () => {
    const refused = await connect(local, 'threads', 'checked.revoked')
    await local.control('threads', 'POST', '/tokens/revoke', { account: refused.external_id })
    const one = await check('text', { content: 'Hello', accounts: [refused.id, threads] })
    expect(one.data).toMatchObject({
      valid: false,
      accounts: [
        {
          valid: false,
          problems: [{ code: 'account_reconnect_required' }],
          token: { status: 'active', works: false },
          quota: { posts: 250, used: null, remaining: null },
        },
        { valid: true, problems: [], token: { works: true } },
      ],
    })
    const shown = (await local.api('GET', '/api/v1/accounts/social', { key })).json<Json>()
    expect(JSON.stringify(shown)).toContain(refused.id)

    // An account that nobody looked at within the last minute.
    const other = await connect(local, 'threads', 'checked.full')
    await local.control('threads', 'POST', '/settings', { quota_total: 0 })
    try {
      const full = await check('text', { content: 'Hello', accounts: [other.id] })
      expect(full.data.accounts[0]).toMatchObject({
        valid: true,
        warnings: [{ code: 'quota_used_up' }],
        quota: { posts: 0, remaining: 0 },
      })
    } finally {
      await local.control('threads', 'POST', '/settings', { quota_total: null })
    }
  })

  it('refuses what posting refuses, and misspelt parameters', async () => {
    const bad = await check('text', { content: '', accounts: [crypto.randomUUID()] })
    expect([bad.status, bad.errors.map(({ code }: Json) => code)]).toEqual([400, ['too_short', 'unknown_account']])
    for (const query of ['validate_only=yes', 'validateonly=true']) {
      const json = { content: 'Hello', accounts: [threads] }
      expect((await local.api('POST', `/api/v1/posts/text?${query}`, { key, json })).status).toBe(400)
    }
  })
})
