// All that is wrong with a request in one answer, what was asked for read again, and the further parts of a thread previewed.
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getAccount } from '../../../core/accounts/account-store.ts'
import type { Account } from '../../../core/accounts/rules/account.ts'
import { put } from '../../../core/aws/table.ts'
import { ENV } from '../../../core/contract.ts'
import { newId } from '../../../core/ids.ts'
import type { Media } from '../../../core/media/rules/media.ts'
import { accountKey, mediaKey } from '../../../core/table-keys.ts'
import { handler as feed } from '../../../functions/api/posts/feed.ts'
import { handler as get } from '../../../functions/api/posts/get.ts'
import { handler as retry } from '../../../functions/api/posts/retry.ts'
import { handler as text } from '../../../functions/api/posts/text.ts'
import { mediaOf } from '../../support/domain.ts'
import { callApi } from './api-call.ts'
import { says, startWorld, type World } from './worker-world.ts'

type Json = ReturnType<typeof JSON.parse>

const lambda = mockClient(LambdaClient)
let world: World
let owner: string
let threads: Account
let instagram: Account
let pictures: Media[]
beforeAll(async () => {
  world = await startWorld()
  process.env[ENV.quotaFunction] = 'quotas'
})
beforeEach(async () => {
  world.reset()
  lambda.reset()
  owner = newId()
  const given = { owner_id: owner, token_expires_at: Date.now() + 60 * 86_400_000 }
  threads = await world.account({ ...given, permissions: ['threads_manage_replies'] })
  instagram = await world.account({ ...given, provider: 'instagram', permissions: [] })
  pictures = [1, 2].map(() => mediaOf({ id: newId(), owner_id: owner, alt_text: '' }))
  for (const asset of pictures) await put({ ...mediaKey(asset.id), ...asset })
})
afterAll(() => world.stop())

const call = (handler: unknown, body: object, query: Record<string, string> = {}) =>
  callApi(handler, { method: 'POST', resource: '/v1/posts/text', body, query, ownerId: owner, rateLimit: 10_000 })
const told = ({ json }: { json: Json }): string[] =>
  (json.errors ?? []).map(({ code, path }: Json) => `${code} ${path}`).sort()
const idOf = (reply: { headers: Json }) => String(reply.headers.Location).split('/').at(-1)!
const view = async (post_id: string): Promise<Json> =>
  (await callApi(get, { method: 'GET', resource: '/v1/posts/{id}', path: { id: post_id }, ownerId: owner })).json.data

const links = (count: number) => Array.from({ length: count }, (_, at) => `https://a.example/${at}`).join(' ')

describe('one answer', () => {
  it('tells values, conflicts, permissions, Facebook Login and accounts', async () => {
    const stranger = newId()
    const reply = await call(feed, {
      title: 'A',
      media: { items: [{ media_asset_id: pictures[0]!.id }, { media_asset_id: newId(), alt_text: 'x'.repeat(2000) }] },
      accounts: [threads.id, instagram.id],
      options: {
        threads: { topic_tag: 'a.b', location_id: '1', ghost_post: true, reply_approvals: true },
        instagram: { audio: { audio_id: '1' }, first_comment: 'Hi' },
      },
      per_account: { anna: {}, [stranger]: {} },
    })
    expect(reply.status).toBe(400)
    expect(told(reply)).toEqual([
      'invalid_format options.threads.topic_tag',
      'invalid_format per_account.anna',
      'option_conflict options.threads.ghost_post',
      'option_needs_facebook_login options.instagram.audio',
      'option_needs_permission options.instagram.first_comment',
      'option_needs_permission options.threads.location_id',
      'too_long media.items[1].alt_text',
      `unknown_account per_account.${stranger}`,
      'unknown_media media.items[1].media_asset_id',
    ])
    const key = reply.json.errors.find(({ path }: Json) => path === 'per_account.anna')
    expect(key.message).toBe('per_account.anna: its name must be a UUID.')
  })

  it('names media of items by their place there', async () => {
    const clip = mediaOf({ id: newId(), owner_id: owner, content_type: 'video/webm' })
    await put({ ...mediaKey(clip.id), ...clip })
    const items = [{ media_asset_id: pictures[0]!.id }, { media_asset_id: clip.id }]
    const reply = await call(feed, { title: 'A', media: { items }, accounts: [instagram.id] })
    expect(told(reply)).toEqual(['media_format media.items[1].media_asset_id'])
  })

  it('names the accounts where there are more media than a type takes', async () => {
    const media_asset_ids = Array.from({ length: 21 }, () => newId())
    const stranger = newId()
    const reply = await call(feed, { title: 'A', media: { media_asset_ids }, accounts: [stranger] })
    expect(told(reply)).toEqual(['media_count media.media_asset_ids', 'unknown_account accounts[0]'])
    const none = await call(text, { content: 'Hi', media: { media_asset_ids }, accounts: [stranger] })
    expect(told(none)).toEqual(['unknown_account accounts[0]', 'unknown_field media'])
  })

  it('says nothing of an id where there is nothing that could have one', async () => {
    const media = { items: [5, { media_asset_id: newId() }] }
    const reply = await call(feed, { title: 'A', media, accounts: [newId()] })
    expect(told(reply)).toEqual([
      'invalid_type media.items[0]',
      'unknown_account accounts[0]',
      'unknown_media media.items[1].media_asset_id',
    ])
  })

  it.each([
    ['', 'too_short', 'must have at least one character that can be seen besides #.'],
    ['# ', 'invalid_format', 'must have at least one character that can be seen besides #.'],
    ['x'.repeat(51), 'invalid_format', 'has 51 characters; at most 50 are allowed.'],
    ['x'.repeat(52), 'too_long', 'has 52 characters; at most 50 are allowed.'],
    ['a\0b', 'invalid_format', 'must not contain the character U+0000.'],
    ['R&D', 'invalid_format', 'must not contain . or & or line breaks, nor a # inside.'],
  ])('says once what is wrong with the topic %j', async (topic_tag, code, rule) => {
    const reply = await call(text, { content: 'Hi', accounts: [threads.id], options: { threads: { topic_tag } } })
    const path = 'options.threads.topic_tag'
    expect(reply.json.errors).toEqual([{ code, path, message: `${path} ${rule}` }])
  })

  it('says nothing of ranges in a text that does not fit', async () => {
    const spoiler_text = [{ offset: 0, length: 5 }]
    const reply = await call(text, { content: 5, accounts: [threads.id], options: { threads: { spoiler_text } } })
    expect(told(reply)).toEqual(['invalid_type content'])
  })
})

describe('a caption', () => {
  it.each<[string, () => Json, string]>([
    ['of six links', () => ({ content: links(6) }), 'content'],
    [
      'of six links on one account',
      () => ({ content: 'Hi', per_account: { [threads.id]: { content: links(6) } } }),
      'per_account.ID.content',
    ],
    [
      'of a part with six links',
      () => ({ content: 'Hi', options: { threads: { thread: [{ content: links(6) }] } } }),
      'options.threads.thread[0].content',
    ],
    [
      'of one account that is too long',
      () => ({ content: 'Hi', per_account: { [threads.id]: { content: 'x'.repeat(501) } } }),
      'per_account.ID.content',
    ],
  ])('%s is refused', async (_what, body, path) => {
    const reply = await call(text, { accounts: [threads.id], ...body() })
    expect([reply.status, told(reply)]).toEqual([400, [`too_long ${path.replace('ID', threads.id)}`]])
    expect(reply.json.errors[0].message).toMatch(/6 links|501/)
  })

  it('of five links is taken', async () => {
    expect((await call(text, { accounts: [threads.id], content: links(5) })).status).toBe(202)
  })

  const media = () => ({ media_asset_ids: [pictures[0]!.id] })
  const many = (sign: string, count: number) => Array.from({ length: count }, (_, at) => `${sign}a${at}`).join(' ')

  it.each([
    ['21 people', () => many('@', 21)],
    ['31 hashtags', () => many('#', 31)],
  ])('of %s is refused on Instagram', async (_what, content) => {
    const reply = await call(feed, { title: 'A', content: content(), media: media(), accounts: [instagram.id] })
    expect(told(reply)).toEqual(['too_long content'])
  })

  it.each([
    [6, 1],
    [5, 0],
  ])('of %s hashtags has %s warnings', async (count, warnings) => {
    lambda.on(InvokeCommand).resolves({ Payload: Buffer.from('{}') as never })
    const body = { title: 'A', content: many('#', count), media: media(), accounts: [instagram.id] }
    const { json } = await call(feed, body, { validate_only: 'true' })
    const said = json.data.accounts[0].warnings.filter(({ message }: Json) => message.includes('hashtags'))
    expect(said).toHaveLength(warnings)
  })
})

describe('a thread', () => {
  const thread = () => [
    { content: 'Two' },
    { media: { items: [{ media_asset_id: pictures[0]!.id, alt_text: 'A cup' }, { media_asset_id: pictures[1]!.id }] } },
  ]
  const body = () => ({ content: 'One', accounts: [threads.id], options: { threads: { thread: thread() } } })

  it('is previewed part by part', async () => {
    lambda.on(InvokeCommand).resolves({ Payload: Buffer.from('{}') as never })
    const { json } = await call(text, body(), { validate_only: 'true' })
    const [{ parts }] = json.data.accounts
    expect(parts.map(({ caption, carousel }: Json) => [caption, carousel])).toEqual([
      ['Two', false],
      ['', true],
    ])
    expect(parts[0].parameters.containers).toEqual([{ media_type: 'TEXT', text: 'Two', reply_to_id: '<post 1>' }])
    expect(parts[1].parameters.containers[0]).toMatchObject({ alt_text: 'A cup' })
  })

  it('sends the alternative texts of its parts, and can be read again', async () => {
    const post_id = idOf(await call(text, body()))
    await world.drive({ post_id, account_id: threads.id })
    const created = world.calls('create').map(({ body: sent }) => sent)
    expect(created.map(({ alt_text }) => alt_text).filter(Boolean)).toEqual(['A cup'])
    const shown = await view(post_id)
    expect(shown.options.threads.thread[0]).toEqual({ content: 'Two' })
    expect(
      shown.publications[0].parts.map(({ content, media_asset_ids, live }: Json) => [
        content,
        media_asset_ids.length,
        live,
      ]),
    ).toEqual([
      ['One', 0, true],
      ['Two', 0, true],
      ['', 2, true],
    ])
  })

  it('that was deleted is not live', async () => {
    const post_id = idOf(await call(text, { ...body(), options: { threads: { thread: [{ content: 'Two' }] } } }))
    const ids = { post_id, account_id: threads.id }
    await world.drive(ids)
    const { publicationItem } = await import('../../../core/posts/post-items.ts')
    const publication = await world.publication(ids)
    const parts = publication.parts!.map((part) => ({ ...part, deleted_at: Date.now() }))
    await put(publicationItem({ ...publication, parts }))
    const shown = await view(post_id)
    expect(shown.publications[0].parts.map(({ live }: Json) => live)).toEqual([false, false])
  })
})

describe('what was asked for', () => {
  it('is shown with the post', async () => {
    const per_account = { [threads.id]: { content: 'Own', options: { threads: { topic_tag: 'x' } } } }
    const items = [
      { media_asset_id: pictures[0]!.id, alt_text: 'A cup', user_tags: [{ username: 'anna', x: 0.5, y: 0.5 }] },
      { media_asset_id: pictures[1]!.id },
    ]
    const options = { instagram: { is_ai_generated: true } }
    const accounts = [threads.id, instagram.id]
    const reply = await call(feed, { title: 'A', media: { items }, accounts, options, per_account })
    expect(await view(idOf(reply))).toMatchObject({ options, per_account, media_items: items })
    const plain = await call(text, { content: 'Hi', accounts: [threads.id] })
    const shown = await view(idOf(plain))
    expect(['options', 'per_account', 'media_items'].filter((name) => name in shown)).toEqual([])
  })

  it('comments_enabled: true on one account undoes false for all', async () => {
    await put({ ...accountKey(instagram.id), ...instagram, permissions: null })
    const own = { [instagram.id]: { options: { instagram: { comments_enabled: true } } } }
    const body = { title: 'A', media: { media_asset_ids: [pictures[0]!.id] }, accounts: [instagram.id] }
    const off = { ...body, options: { instagram: { comments_enabled: false } } }
    const steps = async (request: object) => (await view(idOf(await call(feed, request)))).publications[0].steps?.length
    expect([await steps(off), await steps({ ...off, per_account: own })]).toEqual([1, undefined])
  })
})

describe('retrying', () => {
  const again = (id: string) =>
    callApi(retry, { method: 'POST', resource: '/v1/posts/{id}/retry', path: { id }, ownerId: owner })

  it('is not offered where one account keeps the others shut', async () => {
    const other = await world.account({ owner_id: owner })
    const body = { content: 'Hi', accounts: [threads.id, other.id], on_failure: 'stop' }
    const post_id = idOf(await call(text, body))
    world.answer('create', says({ code: 100, message: 'no' }))
    await world.drive({ post_id, account_id: threads.id })
    await world.drive({ post_id, account_id: other.id })
    const { publications } = await view(post_id)
    expect(publications.map(({ error, retryable }: Json) => [error.code, retryable])).toEqual([
      ['rejected', false],
      ['stopped', false],
    ])
    expect((await again(post_id)).json.errors[0].code).toBe('not_retryable')
  })

  it('says which account keeps the others shut, and why, where somebody can put it right', async () => {
    const other = await world.account({ owner_id: owner })
    const post_id = idOf(await call(text, { content: 'Hi', accounts: [threads.id, other.id], on_failure: 'stop' }))
    world.answer('create', says({ code: 190, error_subcode: 463, message: 'Session has expired' }))
    await world.drive({ post_id, account_id: threads.id })
    await world.drive({ post_id, account_id: other.id })
    const { json } = await again(post_id)
    expect(json.errors).toMatchObject([{ code: 'not_retryable' }])
    expect(json.message).toMatch(
      /on all of its accounts or on none.* Threads @\S+ must be connected again\. Session has/,
    )
  })

  const marked = async () => {
    const post_id = idOf(await call(text, { content: 'Hi', accounts: [threads.id] }))
    world.answer('create', says({ code: 25, error_subcode: 4279013, message: 'restricted' }))
    await world.drive({ post_id, account_id: threads.id })
    expect((await getAccount(threads.id))!.status).toBe('action_required')
    return post_id
  }
  const answers = (answer: object) =>
    lambda.on(InvokeCommand).resolves({ Payload: Buffer.from(JSON.stringify({ answers: [answer] })) as never })

  it('looks at once whether the owner did what the platform wanted', async () => {
    const post_id = await marked()
    answers({ ok: true, value: { used: 0, total: 250, window_seconds: 86_400 } })
    expect((await again(post_id)).status).toBe(202)
    expect((await getAccount(threads.id))!.status).toBe('active')
    expect((await world.drive({ post_id, account_id: threads.id })).state).toBe('published')
  })

  it('is not needed for the next post, which is taken and published once the owner has acted', async () => {
    await marked()
    answers({ ok: true, value: { used: 0, total: 250, window_seconds: 86_400 } })
    const post_id = idOf(await call(text, { content: 'Another', accounts: [threads.id] }))
    expect((await world.drive({ post_id, account_id: threads.id })).state).toBe('published')
    expect((await getAccount(threads.id))!.status).toBe('active')
  })

  it('has the type of an account looked at whose type was the reason', async () => {
    await put({ ...accountKey(instagram.id), ...instagram, status: 'action_required', account_type: 'personal' })
    answers({ ok: false, error: { class: 'owner_action', message: 'personal' } })
    const body = { title: 'A', media: { media_asset_ids: [pictures[0]!.id] }, accounts: [instagram.id] }
    expect((await call(feed, body)).json.errors[0].code).toBe('account_action_required')
    const [asked] = lambda.commandCalls(InvokeCommand)
    const { Payload } = asked!.args[0].input
    expect(JSON.parse(Buffer.from(Payload as Uint8Array).toString()).accounts).toMatchObject([{ wrong_type: true }])
  })

  it('leaves the account marked where the platform still says so, and refuses new posts', async () => {
    const post_id = await marked()
    answers({ ok: false, error: { class: 'owner_action', message: 'restricted' } })
    const refused = await call(text, { content: 'Another', accounts: [threads.id] })
    expect([refused.status, refused.json.errors[0].code]).toEqual([400, 'account_action_required'])
    expect((await again(post_id)).json.errors[0].code).toBe('account_action_required')
    expect((await getAccount(threads.id))!.status).toBe('action_required')
  })
})
