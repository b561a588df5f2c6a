// Bluesky from request to record, by the functions as they are, on the simulated network: every option with what was sent of it,
// a storm of faults, and sessions that many find run out at once.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DecryptCommand, EncryptCommand } from '@aws-sdk/client-kms'
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda'
import { mockClient } from 'aws-sdk-client-mock'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { getAccount } from '../../../core/accounts/account-store.ts'
import { renewSession } from '../../../core/accounts/renew-session.ts'
import type { Account } from '../../../core/accounts/rules/account.ts'
import { makeReviewLink } from '../../../core/approvals/review-links.ts'
import { put } from '../../../core/aws/table.ts'
import { ENV } from '../../../core/contract.ts'
import { newId } from '../../../core/ids.ts'
import type { Media } from '../../../core/media/rules/media.ts'
import { addOwner } from '../../../core/owners/owner-store.ts'
import { bluesky as platform } from '../../../core/platforms/bluesky/connector.ts'
import { BLUESKY_OPTIONS } from '../../../core/platforms/bluesky/options.ts'
import type { Shape } from '../../../core/platforms/options.ts'
import { ACCEPT_WAIT_MS } from '../../../core/posts/missing-mentions.ts'
import { accountKey, accountsOf, mediaKey, memberKey } from '../../../core/table-keys.ts'
import { handler as byLink } from '../../../functions/api/connect-links.ts'
import { handler as plannedPosts } from '../../../functions/api/planned-posts.ts'
import { handler as takeBack } from '../../../functions/api/posts/cancel.ts'
import { handler as feed } from '../../../functions/api/posts/feed.ts'
import { handler as text } from '../../../functions/api/posts/text.ts'
import { handler as askQuota } from '../../../functions/workers/ask-quota.ts'
import { type Json, type SimulatedNetwork, startNetwork } from '../../support/bluesky-network.ts'
import { mediaOf } from '../../support/domain.ts'
import { randomFrom } from '../../support/random.ts'
import { callApi } from '../posts/api-call.ts'
import { startWorld, type World } from '../posts/worker-world.ts'

const HOUR = 3_600_000

let world: World
let network: SimulatedNetwork
let jpeg: Buffer
let mp4: Buffer
let owner: string
const lambda = mockClient(LambdaClient)
const cdn = createServer((request, response) => {
  const file = request.url!.includes('.mp4') || request.url!.includes('/video') ? mp4 : jpeg
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
  const body = range ? file.subarray(Number(range[1]), Number(range[2]) + 1) : file
  const type = file === mp4 ? 'video/mp4' : 'image/jpeg'
  response.writeHead(range ? 206 : 200, { 'content-type': type, 'content-length': body.length }).end(body)
})

beforeAll(async () => {
  world = await startWorld()
  network = await startNetwork()
  jpeg = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer()
  mp4 = readFileSync(join(import.meta.dirname, '..', '..', 'samples', 'video.mp4'))
  await new Promise<void>((resolve) => cdn.listen(0, '127.0.0.1', resolve))
  process.env[ENV.cdnUrl] = `http://127.0.0.1:${(cdn.address() as AddressInfo).port}`
  process.env[ENV.quotaFunction] = 'ask-quota'
  process.env[ENV.dashboardUrl] = 'https://dashboard.example'
})
afterAll(async () => {
  cdn.closeAllConnections()
  cdn.close()
  await network.close()
  await world.stop()
})
beforeEach(async () => {
  world.reset()
  world.kms.on(EncryptCommand).callsFake(({ Plaintext }) => ({ CiphertextBlob: Plaintext }))
  world.kms.on(DecryptCommand).callsFake(({ CiphertextBlob }) => ({ Plaintext: CiphertextBlob }))
  lambda.reset()
  lambda.on(InvokeCommand).callsFake(async ({ Payload }) => ({
    Payload: Buffer.from(JSON.stringify(await askQuota(JSON.parse(Buffer.from(Payload).toString())))),
  }))
  await network.control('DELETE', '/faults')
  owner = newId()
})

const sealed = (session: string): string => Buffer.from(session).toString('base64')

async function connected(given: Partial<Account> = {}): Promise<Account & { did: string }> {
  const { external_id, token } = await network.account()
  const account = await world.account({
    owner_id: owner,
    provider: 'bluesky',
    external_account_id: external_id,
    token_ciphertext: sealed(token),
    token_expires_at: Date.now() + 90 * 24 * HOUR,
    renew_at: Date.now() + 2 * HOUR,
    permissions: ['atproto', 'transition:generic'],
    ...given,
  })
  return { ...account, did: external_id }
}

const stored = async (given: Partial<Media> = {}): Promise<Media> => {
  const asset = mediaOf({ id: newId(), owner_id: owner, alt_text: '', ...given })
  await put({ ...mediaKey(asset.id), ...asset })
  return asset
}
const film = () =>
  stored({ object_key: `${newId()}.mp4`, content_type: 'video/mp4', duration_ms: 4000, width: 64, height: 36 })

const dayIn = (days: number) => new Date(Date.now() + days * 24 * HOUR).toISOString().slice(0, 10)

const send = (type: 'feed' | 'text', body: object, query: Record<string, string> = {}) =>
  callApi(type === 'feed' ? feed : text, {
    method: 'POST',
    resource: `/v1/posts/${type}`,
    ownerId: owner,
    rateLimit: 100_000,
    body,
    query,
  })

const recordsOf = async (did: string, collection = 'app.bsky.feed.post'): Promise<Json[]> =>
  (await network.control('GET', `/state?requests=0&account=${did}`)).records
    .filter((one: Json) => one.did === did && one.collection === collection)
    .sort((one: Json, other: Json) => (one.rkey < other.rkey ? -1 : 1))

async function requestOf(shape: Shape): Promise<{ type: 'feed' | 'text'; body: Json }> {
  if (shape === 'text') return { type: 'text', body: { content: 'Hello' } }
  const assets =
    shape === 'video' ? [await film()] : [await stored(), ...(shape === 'carousel' ? [await stored()] : [])]
  return {
    type: 'feed',
    body: { title: 'A', content: 'Hello', media: { media_asset_ids: assets.map(({ id }) => id) } },
  }
}

describe('an option', () => {
  interface Case {
    value: (account: { did: string }) => Json
    /** The parts of the record that it makes, to the byte; of other collections by their names. */
    sent: (account: { did: string }) => Json
    collection?: string
    wrong?: [Json, string][]
  }
  const post = (did: string, rkey: string) => `at://${did}/app.bsky.feed.post/${rkey}`
  let before: { uri: string; cid: string }
  const CASES: Record<Exclude<keyof typeof BLUESKY_OPTIONS, 'thread'>, Case> = {
    allow_replies: {
      value: () => ['mentioned', 'following', 'followers'],
      collection: 'app.bsky.feed.threadgate',
      sent: () => ({
        allow: ['mentionRule', 'followingRule', 'followerRule'].map((rule) => ({
          $type: `app.bsky.feed.threadgate#${rule}`,
        })),
      }),
      wrong: [
        [['friends'], 'invalid_value'],
        [['nobody', 'followers'], 'option_conflict'],
        [[], 'too_short'],
        [['followers', 'followers'], 'duplicate'],
      ],
    },
    allow_quotes: {
      value: () => 'nobody',
      collection: 'app.bsky.feed.postgate',
      sent: () => ({ embeddingRules: [{ $type: 'app.bsky.feed.postgate#disableRule' }] }),
      wrong: [['followers', 'invalid_value']],
    },
    langs: {
      // Servers take the first part in small letters only.
      value: () => ['KO', 'pt-BR', 'zh-Hant-TW'],
      sent: () => ({ langs: ['ko', 'pt-BR', 'zh-Hant-TW'] }),
      wrong: [
        [['english'], 'invalid_format'],
        [['en-US-GB'], 'invalid_format'],
        [['en-a'], 'invalid_format'],
        [['en', 'ko', 'de', 'fr'], 'too_long'],
      ],
    },
    labels: {
      value: () => ['nudity', 'graphic-media'],
      sent: () => ({
        labels: {
          $type: 'com.atproto.label.defs#selfLabels',
          values: [{ val: 'nudity' }, { val: 'graphic-media' }],
        },
      }),
      wrong: [[['spoiler'], 'invalid_value']],
    },
    tags: {
      value: () => ['#coffee', 'tea time'.replace(' ', '_')],
      sent: () => ({ tags: ['coffee', 'tea_time'] }),
      wrong: [
        [['two words'], 'invalid_format'],
        [['a\0b'], 'invalid_format'],
        [['x'.repeat(65)], 'too_long'],
        [Array.from({ length: 9 }, (_, at) => `t${at}`), 'too_long'],
      ],
    },
    link_card: {
      value: () => 'https://shop.invalid/menu',
      sent: () => ({
        embed: {
          $type: 'app.bsky.embed.external',
          external: { uri: 'https://shop.invalid/menu', title: 'shop.invalid', description: '' },
        },
      }),
      wrong: [
        ['ftp://shop.example', 'invalid_format'],
        ['https://user:pw@shop.example', 'invalid_format'],
        ['https:///shop.example', 'invalid_format'],
        ['https://shop.example/a\0b', 'invalid_format'],
      ],
    },
    quote_post_id: {
      value: () => before.uri,
      sent: () => ({ embed: expect.anything() }),
      wrong: [
        ['12345', 'invalid_format'],
        ['https://example.com/profile/a/post/b', 'invalid_format'],
      ],
    },
    reply_to_id: {
      value: () => before.uri,
      sent: () => ({ reply: { root: before, parent: before } }),
      wrong: [['at://did:plc:x/app.bsky.actor.profile/self', 'invalid_format']],
    },
    video_as_gif: {
      value: () => true,
      sent: () => ({ embed: expect.objectContaining({ presentation: 'gif' }) }),
      wrong: [['yes', 'invalid_type']],
    },
    video_captions: {
      value: () => [{ lang: 'en', content: 'WEBVTT\n' }],
      sent: () => ({
        embed: expect.objectContaining({
          captions: [{ lang: 'en', file: expect.objectContaining({ mimeType: 'text/vtt', size: 7 }) }],
        }),
      }),
      wrong: [
        [[{ lang: 'en', content: 'no captions' }], 'invalid_format'],
        [
          [
            { lang: 'en', content: 'WEBVTT\n' },
            { lang: 'EN', content: 'WEBVTT\n' },
          ],
          'duplicate',
        ],
      ],
    },
  }
  const SHAPES = ['text', 'image', 'video', 'carousel'] as const
  const table = Object.entries(CASES).flatMap(([option, one]) =>
    SHAPES.map((shape) => ({ option: option as keyof typeof CASES, one, shape })),
  )
  it.each(table)('$option with $shape', { timeout: 30_000 }, async ({ option, one, shape }) => {
    const account = await connected()
    const other = await network.account()
    const key = platform.newKey!(Date.now())
    const first = { handles: ['{"is":"text","named":{}}'], kind: 'text' as const, text: 'Before', options: {}, key }
    const made = await platform.publish(other, first)
    if (!made.ok) throw new Error(made.error.message)
    before = { uri: made.value.media_id, cid: (await recordsOf(other.external_id))[0].cid }
    const { type, body } = await requestOf(shape)
    const options = { bluesky: { [option]: one.value(account) } }
    const reply = await send(type, { ...body, accounts: [account.id], options })
    if (!(BLUESKY_OPTIONS[option].shapes as readonly string[]).includes(shape)) {
      expect([reply.status, reply.json.errors?.[0].code]).toEqual([400, 'option_not_supported'])
      return
    }
    expect(reply.status, JSON.stringify(reply.json)).toBe(202)
    const post_id = reply.headers.Location!.split('/').at(-1)!
    expect((await world.drive({ post_id, account_id: account.id })).state).toBe('published')
    const [record] = await recordsOf(account.did)
    const { $type, text: said, createdAt, embed, ...more } = record.value
    expect([$type, said]).toEqual(['app.bsky.feed.post', 'Hello'])
    const kept = shape === 'text' || embed === undefined ? { ...more, ...(embed ? { embed } : {}) } : more
    const sent = one.sent(account)
    if (one.collection === undefined) expect({ ...kept, ...('embed' in sent ? { embed } : {}) }).toEqual(sent)
    else {
      const [gate] = await recordsOf(account.did, one.collection)
      expect(gate.value).toEqual({
        $type: one.collection,
        post: post(account.did, record.rkey),
        createdAt,
        ...sent,
      })
    }
    if (option === 'quote_post_id') {
      const quote = { $type: 'app.bsky.embed.record', record: before }
      expect(shape === 'text' ? embed : embed.record).toEqual(quote)
    }
  })

  it.each(
    Object.entries(CASES).flatMap(([option, { wrong = [] }]) => wrong.map(([value, code]) => [option, value, code])),
  )('%s: %j is refused (%s)', async (option, value, code) => {
    const account = await connected()
    const { type, body } = await requestOf(String(option).startsWith('video') ? 'video' : 'text')
    const reply = await send(type, {
      ...body,
      accounts: [account.id],
      options: { bluesky: { [String(option)]: value } },
    })
    expect([reply.status, reply.json.errors?.[0].code]).toEqual([400, code])
  })

  it('of a thread goes with every part where it is of the text', { timeout: 30_000 }, async () => {
    const account = await connected()
    const picture = await stored({ alt_text: 'Stored' })
    const thread = [
      { content: 'Second @nobody.invalid' },
      { media: { items: [{ media_asset_id: picture.id, alt_text: 'Own' }] } },
    ]
    const rules = { allow_replies: ['nobody'], allow_quotes: 'nobody' }
    const options = { bluesky: { thread, langs: ['en'], ...rules, tags: ['one'] } }
    const reply = await send('text', { content: 'First', accounts: [account.id], options })
    expect(reply.status, JSON.stringify(reply.json)).toBe(202)
    const post_id = reply.headers.Location!.split('/').at(-1)!
    expect((await world.drive({ post_id, account_id: account.id }, 80)).state).toBe('published')
    const found = await recordsOf(account.did)
    // They are made within one moment of the test's clock: their keys have no order.
    const records = ['First', 'Second @nobody.invalid', ''].map((said) =>
      found.find(({ value }) => value.text === said),
    )
    const uris = records.map(({ rkey }) => post(account.did, rkey))
    expect(
      records.map(({ value }) => [value.text, value.reply?.root.uri, value.reply?.parent.uri, value.langs, value.tags]),
    ).toEqual([
      ['First', undefined, undefined, ['en'], ['one']],
      ['Second @nobody.invalid', uris[0], uris[0], ['en'], undefined],
      ['', uris[0], uris[1], ['en'], undefined],
    ])
    expect(records[2]!.value.embed.images[0].alt).toBe('Own')
    expect(await recordsOf(account.did, 'app.bsky.feed.threadgate')).toHaveLength(1)
    const unquotable = await recordsOf(account.did, 'app.bsky.feed.postgate')
    expect(unquotable.map(({ value }) => value.post).sort()).toEqual(uris.toSorted())
  })

  it('is previewed as the record that would be put', async () => {
    const account = await connected()
    const options = { bluesky: { langs: ['ko'] } }
    const body = { content: 'Hi #tag https://a.example', accounts: [account.id], options }
    const { status, json } = await send('text', body, { validate_only: 'true' })
    expect(status, JSON.stringify(json)).toBe(200)
    const [shown] = json.data.accounts
    expect(shown).toMatchObject({ platform: 'bluesky', valid: true })
    expect(shown.parameters.containers[0]).toMatchObject({
      collection: 'app.bsky.feed.post',
      record: {
        text: 'Hi #tag https://a.example',
        langs: ['ko'],
        facets: [{ index: { byteStart: 3, byteEnd: 7 } }, { index: { byteStart: 8, byteEnd: 25 } }],
      },
    })
  })
})

describe('a mention is looked up when the post is accepted', () => {
  const plain = (handle: string) => `@${handle} is published as plain text: nobody is found by this name on Bluesky.`
  const lookUps = async (): Promise<number> => (await network.state()).totals.calls.handle ?? 0

  it('and a name that nobody has is told with the account, once asked for some minutes', async () => {
    const [account, other, friend] = [await connected(), await connected(), await network.account()]
    const content = `@${friend.handle} and @nobody.invalid, me@home.example`
    const body = { content, accounts: [account.id, other.id] }
    const before = await lookUps()
    const reply = await send('text', body)
    expect(reply.status, JSON.stringify(reply.json)).toBe(202)
    for (const { id } of [account, other]) expect(reply.json.message).toContain(`(${id}): ${plain('nobody.invalid')}`)
    expect(reply.json.message).not.toContain(friend.handle)
    const checked = await send('text', body, { validate_only: 'true' })
    expect(checked.json.data.accounts.map(({ valid, warnings }: Json) => [valid, warnings])).toEqual(
      [account, other].map(() => [
        true,
        [{ code: 'mention_not_found', media_asset_id: null, message: plain('nobody.invalid') }],
      ]),
    )
    expect((await lookUps()) - before).toBe(2)
    const ids = { post_id: reply.headers.Location!.split('/').at(-1)!, account_id: account.id }
    expect((await world.drive(ids)).state).toBe('published')
    const [{ value }] = await recordsOf(account.did)
    expect([value.text, value.facets.map(({ features }: Json) => features[0].did)]).toEqual([
      content,
      [friend.external_id],
    ])
  })

  it('in the further posts of a thread too, and of so many names at most', async () => {
    const account = await connected()
    const names = Array.from({ length: 15 }, (_, at) => `n${at}.invalid`)
    const thread = [{ content: names.map((name) => `@${name}`).join(' ') }]
    const before = await lookUps()
    const reply = await send('text', { content: 'One', accounts: [account.id], options: { bluesky: { thread } } })
    expect(reply.status, JSON.stringify(reply.json)).toBe(202)
    expect(reply.json.message.match(/plain text/g)).toHaveLength(10)
    expect((await lookUps()) - before).toBe(10)
  })

  const planned = (resource: string, body: Json, path: Json = {}) =>
    callApi(plannedPosts, { method: 'POST', resource, path, body, ownerId: owner, rateLimit: 10_000 })
  const historyOf = async (id: string): Promise<Json[]> => {
    const call = { method: 'GET', resource: '/v1/approvals/{id}', path: { id }, ownerId: owner, rateLimit: 10_000 }
    return (await callApi(plannedPosts, call)).json.data.history
  }

  const approvedIn = (history: Json[]): Json[] => history.filter(({ kind }) => kind === 'approved')

  it('and when an editor approves it', async () => {
    const account = await connected()
    const friend = await network.account()
    const sent = await planned('/v1/approvals', {
      type: 'text',
      post: { content: `@${friend.handle} and @nobody.invalid`, accounts: [account.id] },
    })
    expect(sent.status, JSON.stringify(sent.json)).toBe(200)
    const { id } = sent.json.data
    const { status, json } = await planned('/v1/approvals/{id}/approve', { version: 1 }, { id })
    expect(status, JSON.stringify(json)).toBe(200)
    expect(json.message).toContain(`(${account.id}): ${plain('nobody.invalid')}`)
    expect(json.message).not.toContain(friend.handle)
    expect(approvedIn(await historyOf(id))).toMatchObject([{ text: plain('nobody.invalid') }])
  })

  it('and when somebody without a user approves it by a link: they and the team read it in the history', async () => {
    const account = await connected()
    const friend = await network.account()
    const sent = await planned('/v1/approvals', {
      type: 'text',
      post: { content: `@${friend.handle} and @nobody.invalid`, accounts: [account.id] },
    })
    const { id } = sent.json.data
    const editor = newId()
    await put({ ...memberKey(owner, editor), owner_id: owner, person_id: editor, role: 'editor', joined_at: 1 })
    await addOwner({ id: owner, name: `owner-${owner}`, created_at: Date.now(), rate_limit_max: 60 })
    const actor = { ownerId: owner, person: { id: editor, role: 'editor' as const } }
    const made = await makeReviewLink(actor, id, Date.now())
    const link = new URL(made.url).hash.slice(1)
    const decision = { action: 'approve', name: 'Jun Park', version: 1 }
    const { status, json } = await callApi(byLink, {
      method: 'POST',
      resource: '/v1/reviews',
      body: { link, decision },
    })
    expect(status, JSON.stringify(json)).toBe(200)
    expect(json.data).toMatchObject({ state: 'approved' })
    expect(approvedIn(json.data.history)).toMatchObject([{ name: 'Jun Park', text: plain('nobody.invalid') }])
    expect(JSON.stringify(json)).not.toContain(account.id)
    // It asks by itself.
    expect(lambda.calls()).toHaveLength(0)
    expect(approvedIn(await historyOf(id))).toMatchObject([{ reviewer: 'Jun Park', text: plain('nobody.invalid') }])
  })

  /** An account that lists have, as rows of plans are looked up in them. */
  const planning = async () => {
    const account = await connected()
    await put({ ...accountKey(account.id), ...account, owner_pk: accountsOf(owner), owner_sk: account.id })
    return account
  }

  it('and for each row of a plan, when it is checked, imported, and sent for approval', async () => {
    const account = await planning()
    const friend = await network.account()
    const csv = (head: string) =>
      [
        'id,type,content,accounts,scheduled_at,repeat,repeat_until',
        `${head}1,text,@${friend.handle} and @nobody.invalid,${account.id},${dayIn(2)} 10:00,daily,${dayIn(4)}`,
        `${head}2,text,@${friend.handle} alone,${account.id},${dayIn(2)} 11:00,,`,
        `${head}3,text,,${account.id},${dayIn(2)} 12:00,,`,
      ].join('\n')
    const told = [...Array(3).fill([plain('nobody.invalid')]), [], []]
    const before = await lookUps()
    for (const [resource, more] of [
      ['/v1/imports/check', {}],
      ['/v1/imports', {}],
      ['/v1/imports', { for_approval: true }],
    ] as const) {
      const body = { csv: csv('for_approval' in more ? 'b' : 'a'), time_zone: 'UTC', ...more }
      const { status, json } = await planned(resource, body)
      expect(status, JSON.stringify(json)).toBe(200)
      expect(json.data.rows.map(({ notes }: Json) => notes)).toEqual(told)
    }
    // Each name once, however many rows say it.
    expect((await lookUps()) - before).toBe(2)
    expect(lambda.calls()).toHaveLength(3)
  })

  it('and a plan is imported, and nothing said, where the platform cannot be asked', async () => {
    const account = await planning()
    lambda.on(InvokeCommand).rejects(new Error('no such function'))
    const csv = `type,content,accounts,scheduled_at\ntext,@nobody.invalid,${account.id},${dayIn(2)} 10:00`
    const { json } = await planned('/v1/imports', { csv, time_zone: 'UTC' })
    expect(json.data.rows).toMatchObject([{ state: 'imported', notes: [] }])
  })

  it('and nothing is said of one that could not be looked up', async () => {
    const account = await connected()
    await network.faults({ match: { operation: ['handle'] }, fault: { kind: 'error_before', http_status: 502 } })
    const reply = await send('text', { content: '@nobody.invalid', accounts: [account.id] })
    expect([reply.status, reply.json.message]).toEqual([202, expect.not.stringContaining('nobody.invalid')])
  })

  it('and accepting does not wait for a platform that does not answer', { tags: 'deep' }, async () => {
    const account = await connected()
    lambda.on(InvokeCommand).callsFake(
      () =>
        new Promise((_, reject) => {
          const [, given] = lambda.calls().at(-1)!.args as unknown as [unknown, { abortSignal: AbortSignal }]
          const { abortSignal } = given
          abortSignal.addEventListener('abort', () => reject(abortSignal.reason))
        }),
    )
    const waits = vi.spyOn(AbortSignal, 'timeout')
    const reply = await send('text', { content: '@nobody.invalid', accounts: [account.id] })
    expect([reply.status, reply.json.message]).toEqual([202, expect.not.stringContaining('nobody.invalid')])
    // The call was aborted by the one signal that it was given, and that one ends so soon.
    expect(lambda.calls()).toHaveLength(1)
    expect(waits.mock.calls).toEqual([[ACCEPT_WAIT_MS]])
    waits.mockRestore()
  })

  it('and nobody is asked for a text that names nobody', async () => {
    const account = await connected()
    await send('text', { content: 'Nobody here', accounts: [account.id] })
    expect(lambda.calls()).toHaveLength(0)
  })
})

it('takes a post back with what says who may reply', async () => {
  const account = await connected()
  const options = { bluesky: { allow_replies: ['nobody'] } }
  const reply = await send('text', { content: 'Oops', accounts: [account.id], options })
  const ids = { post_id: reply.headers.Location!.split('/').at(-1)!, account_id: account.id }
  await world.drive(ids)
  const resource = '/v1/posts/{id}/publications/{account_id}'
  const path = { id: ids.post_id, account_id: ids.account_id }
  const answer = await callApi(takeBack, { method: 'DELETE', resource, ownerId: owner, rateLimit: 100, path })
  expect(answer.status, JSON.stringify(answer.json)).toBe(202)
  for (let turns = 0; turns < 10 && (await world.publication(ids)).state !== 'deleted'; turns += 1)
    await world.turn(ids)
  expect((await world.publication(ids)).state).toBe('deleted')
  expect(await recordsOf(account.did)).toEqual([])
  expect(await recordsOf(account.did, 'app.bsky.feed.threadgate')).toEqual([])
})

const STORM = [
  [
    ['create', 'status', 'service_auth', 'handle', 'quota'],
    [
      { kind: 'drop_before' },
      { kind: 'drop_after' },
      { kind: 'html_502', when: 'before' },
      { kind: 'malformed_json', when: 'after' },
      { kind: 'error_before', http_status: 500 },
      { kind: 'retry_after', seconds: 2 },
    ],
  ],
  [
    ['publish'],
    [
      { kind: 'drop_before' },
      { kind: 'drop_after' },
      { kind: 'html_502', when: 'before' },
      { kind: 'html_502', when: 'after' },
      { kind: 'malformed_json', when: 'after' },
      { kind: 'raw_reply', when: 'after', http_status: 200, body: '{}' },
      { kind: 'error_before', http_status: 500 },
      { kind: 'error_after', http_status: 500 },
      { kind: 'error_after', http_status: 503, error: 'NotEnoughResources' },
      { kind: 'error_after', http_status: 429, error: 'RateLimitExceeded', retry_after: 1 },
      { kind: 'error_before', http_status: 400, error: 'BlobNotFound' },
      { kind: 'error_after', http_status: 400, error: 'InvalidRequest' },
      { kind: 'token_ended' },
      { kind: 'retry_after', seconds: 2 },
    ],
  ],
] as const

it.each([1, 2, 3])(
  'publishes each once in a storm of faults and dying workers (%i)',
  { tags: 'deep', timeout: 240_000 },
  async (seed) => {
    // The clock stands still otherwise: a wait of a second that the worker sits out would never be over on it.
    using _waits = world.sitsOut()
    const POSTS = 200
    const random = randomFrom(seed)
    const accounts = await Promise.all(Array.from({ length: 3 }, () => connected()))
    const pictures = await Promise.all(Array.from({ length: 4 }, () => stored()))
    for (const [operation, faults] of STORM)
      for (const fault of faults)
        await network.faults({ match: { operation: [...operation], probability: 0.2 / faults.length }, fault })
    await network.control('POST', '/seed', { seed })
    const posts = []
    for (let at = 0; at < POSTS; at += 1) {
      const account = accounts[at % accounts.length]!
      const content = `storm ${seed} ${at} https://a.example/${at}`
      const parts = at % 5 === 0 ? [`storm ${seed} ${at} part 1`, `storm ${seed} ${at} part 2`] : []
      const options = {
        bluesky: {
          ...(parts.length > 0 ? { thread: parts.map((one) => ({ content: one })) } : {}),
          ...(at % 4 === 0 ? { allow_replies: ['followers'] } : {}),
        },
      }
      const count = at % 3
      const media = { media_asset_ids: pictures.slice(0, count * 2).map(({ id }) => id) }
      const reply = await send(count > 0 ? 'feed' : 'text', {
        content,
        accounts: [account.id],
        options,
        ...(count > 0 ? { title: 'T', media } : {}),
      })
      expect(reply.status, JSON.stringify(reply.json)).toBe(202)
      posts.push({ post_id: reply.headers.Location!.split('/').at(-1)!, account, texts: [content, ...parts] })
    }
    for (const { post_id, account } of posts) {
      const ids = { post_id, account_id: account.id }
      for (let turns = 0; turns < 120; turns += 1) {
        // A worker that dies in the middle: what it would have written is not there.
        if (random() < 0.05) world.failTable('UpdateCommand', () => true)
        if (random() < 0.05) world.failTable('PutCommand', () => true)
        await world.turn(ids).catch(() => undefined)
        world.mend()
        const { state, permalink_state } = await world.publication(ids)
        if (['published', 'failed', 'partially_published'].includes(state) && permalink_state !== 'open') break
        if (state === 'failed') break
      }
    }
    const lies: string[] = []
    const ends: Record<string, number> = {}
    // Looked at when all have ended: what comes out of one later, while another is published, counts as well.
    const records = await Promise.all(accounts.map(({ did }) => recordsOf(did)))
    for (const { post_id, account, texts } of posts) {
      const ended = await world.publication({ post_id, account_id: account.id })
      const end = ended.failure?.code ?? ended.state
      ends[end] = (ends[end] ?? 0) + 1
      const live = records[accounts.indexOf(account)]!.filter(({ value }) => texts.includes(value.text))
      const saidLive = ended.parts
        ? ended.parts.filter((part) => part.live_at !== undefined).length
        : ended.state === 'published'
          ? 1
          : 0
      const unknown = ended.failure?.code === 'outcome_unknown'
      if (new Set(live.map(({ value }) => value.text)).size !== live.length) lies.push(`${texts[0]} is there twice`)
      if (live.length !== saidLive && !unknown) lies.push(`${texts[0]}: ${live.length} live, ${saidLive} said (${end})`)
      if (!['published', 'partially_published', 'failed'].includes(ended.state))
        lies.push(`${texts[0]} is ${ended.state}`)
    }
    expect(lies).toEqual([])
    expect(ends.published, JSON.stringify(ends)).toBeGreaterThan(POSTS / 2)
  },
)

describe('a session that has run out', () => {
  /** By OAuth, where a refresh token is good once. */
  async function byOAuth() {
    const redirect_uri = 'http://127.0.0.1:9/back'
    const scopes = ['atproto', 'transition:generic']
    const { username, external_id } = await network.control('POST', '/accounts', {})
    const { begin, finish, registerApp } = platform.signIn as Required<typeof platform.signIn>
    const given = <T>(result: { ok: true; value: T } | { ok: false; error: { message: string } }): T => {
      if (!result.ok) throw new Error(result.error.message)
      return result.value
    }
    const app = given(await registerApp({ redirect_uri, scopes, document_url: 'https://x.example/y' }))
    const { url, keep } = given(await begin({ ...app, redirect_uri, state: 's', scopes, handle: username }))
    const page = await fetch(url, { redirect: 'manual' })
    const { code, iss } = Object.fromEntries(new URL(page.headers.get('location')!).searchParams)
    const [grant] = given(await finish({ ...app, redirect_uri, code: code!, iss: iss!, keep: keep! }))
    const account = await world.account({
      owner_id: owner,
      provider: 'bluesky',
      external_account_id: external_id,
      token_ciphertext: sealed(grant!.token),
      token_expires_at: grant!.expires_at,
      renew_at: grant!.renew_at!,
      permissions: scopes,
    })
    return { account, credentials: { external_id, token: grant!.token } }
  }
  const refreshes = async () => ((await network.state()).totals.calls.refresh ?? 0) as number

  it('is renewed once, however many workers and keepers find it so', { tags: 'deep' }, async () => {
    const { account, credentials } = await byOAuth()
    vi.setSystemTime(Date.now() + 2 * HOUR)
    const before = await refreshes()
    const renewed = await Promise.all(Array.from({ length: 20 }, () => renewSession(account, credentials)))
    expect(renewed.filter(({ ok }) => ok)).toHaveLength(20)
    // One more than one where the server wanted its nonce first.
    expect((await refreshes()) - before).toBeLessThanOrEqual(2)
    const { sessions } = await network.state()
    const own = sessions.filter((one: Json) => one.did === credentials.external_id)
    expect(own.map((one: Json) => [one.generation, one.ended])).toEqual([[2, false]])
    const session = Buffer.from((await getAccount(account.id))!.token_ciphertext!, 'base64').toString()
    expect(await platform.quota({ ...credentials, token: session })).toEqual({ ok: true, value: null })
  })

  it('asks to be connected again at once where the answer is lost, and nothing else is lost', async () => {
    const { account } = await byOAuth()
    const reply = await send('text', { content: 'Waits', accounts: [account.id] })
    const ids = { post_id: reply.headers.Location!.split('/').at(-1)!, account_id: account.id }
    vi.setSystemTime(Date.now() + 2 * HOUR)
    await network.faults({ match: { operation: 'refresh' }, fault: { kind: 'drop_after' } })
    const ended = await world.drive(ids)
    expect(ended).toMatchObject({ state: 'failed', failure: { code: 'reconnect_required' } })
    expect(await getAccount(account.id)).toMatchObject({ status: 'reconnect_required' })
    const { sessions } = await network.state()
    // The token was used once: the session itself was not ended by us.
    expect(sessions.find((one: Json) => one.did === account.external_account_id).ended).toBe(false)
    expect(await recordsOf(account.external_account_id)).toEqual([])
  })

  it.each(['before it was asked for', 'with the answer'])(
    'of an app password survives a worker that died while it renewed it: %s',
    async (when) => {
      const begun = Date.now() + 2 * HOUR
      const account = await connected({ renewal_begun_at: begun })
      const reply = await send('text', { content: 'Again', accounts: [account.id] })
      const ids = { post_id: reply.headers.Location!.split('/').at(-1)!, account_id: account.id }
      vi.setSystemTime(begun)
      const session = Buffer.from(account.token_ciphertext!, 'base64').toString()
      if (when === 'with the answer') expect(await platform.refresh(session)).toMatchObject({ ok: true })
      vi.setSystemTime(begun + 3 * 60_000)
      expect((await world.drive(ids)).state).toBe('published')
      expect(await getAccount(account.id)).toMatchObject({ status: 'active', renewal_begun_at: null })
    },
  )

  it('by OAuth asks to be connected again where the worker died while it renewed it', async () => {
    const { account, credentials } = await byOAuth()
    const before = await refreshes()
    const abandoned = { ...account, renewal_begun_at: Date.now() - HOUR }
    expect(await renewSession(abandoned, credentials)).toMatchObject({ ok: false, error: { class: 'reconnect' } })
    expect(await refreshes()).toBe(before)
  })

  it('of an app password survives a lost answer', async () => {
    const account = await connected()
    const reply = await send('text', { content: 'Late', accounts: [account.id] })
    const ids = { post_id: reply.headers.Location!.split('/').at(-1)!, account_id: account.id }
    vi.setSystemTime(Date.now() + 3 * HOUR)
    await network.faults({ match: { operation: 'refresh' }, fault: { kind: 'drop_after' } })
    expect((await world.drive(ids)).state).toBe('published')
    expect(await recordsOf(account.did)).toHaveLength(1)
  })
})
