// Threads of several posts: each part once, in order, and what is live stays live when the rest fails.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Account } from '../../../core/accounts/rules/account.ts'
import { ConditionFailed, put, remove } from '../../../core/aws/table.ts'
import { newId } from '../../../core/ids.ts'
import { getMediaMany, markDeleted } from '../../../core/media/media-store.ts'
import type { Media } from '../../../core/media/rules/media.ts'
import { jobsOf } from '../../../core/posts/post-items.ts'
import { lockAccount } from '../../../core/posts/publishing/publish-lock.ts'
import { CALL_WINDOW_MS } from '../../../core/posts/rules/pace.ts'
import { accountKey, mediaKey, publishLockKey } from '../../../core/table-keys.ts'
import { handler as feed } from '../../../functions/api/posts/feed.ts'
import { handler as get } from '../../../functions/api/posts/get.ts'
import { handler as retry } from '../../../functions/api/posts/retry.ts'
import { handler as text } from '../../../functions/api/posts/text.ts'
import { mediaOf } from '../../support/domain.ts'
import { callApi } from './api-call.ts'
import { LOST, says, startWorld, type World } from './worker-world.ts'

let world: World
let owner: string
let account: Account
beforeAll(async () => {
  world = await startWorld()
})
beforeEach(async () => {
  world.reset()
  owner = newId()
  account = await world.account({ owner_id: owner, token_expires_at: Date.now() + 60 * 86_400_000 })
})
afterAll(() => world.stop())

const posted = (thread: object[] = [{ content: 'Two' }, { content: 'Three' }]) => postedWith({ thread, topic_tag: 'x' })
async function postedWith(threads: object) {
  const reply = await callApi(text, {
    method: 'POST',
    resource: '/v1/posts/text',
    body: { content: 'One', accounts: [account.id], options: { threads } },
    ownerId: owner,
    rateLimit: 10_000,
  })
  expect(reply.status, JSON.stringify(reply.json)).toBe(202)
  return { post_id: String(reply.headers.Location).split('/').at(-1)!, account_id: account.id }
}
const putMedia = (media: Media) => put({ ...mediaKey(media.id), ...media })
const ask = (
  endpoint: Parameters<typeof callApi>[0],
  { post_id: id }: { post_id: string },
  path = '',
  method = 'GET',
) => callApi(endpoint, { method, resource: `/v1/posts/{id}${path}`, path: { id }, ownerId: owner, rateLimit: 10_000 })
const view = async (ids: { post_id: string }) => (await ask(get, ids)).json.data
const retried = (ids: { post_id: string }) => ask(retry, ids, '/retry', 'POST')
const sentTexts = () => world.calls('create').map(({ body }) => [body.text, body.reply_to_id])
async function finished(ids: { post_id: string; account_id: string }) {
  for (let turns = 0; turns < 60; turns += 1) {
    await world.turn(ids)
    const { publications } = await view(ids)
    const [one] = publications
    if (one.terminal && one.parts.every((part: { live: boolean; permalink: unknown }) => !part.live || part.permalink))
      return view(ids)
  }
  return view(ids)
}

describe('a thread', () => {
  it('is published part by part, each an answer to the one before', async () => {
    const found = await finished(await posted())
    expect(sentTexts()).toEqual([
      ['One', undefined],
      ['Two', 'm1'],
      ['Three', 'm2'],
    ])
    expect(world.calls('create').map(({ body }) => body.topic_tag)).toEqual(['x', undefined, undefined])
    const [publication] = found.publications
    expect([found.status, publication.state, publication.platform_media_id]).toEqual(['published', 'published', 'm1'])
    expect(publication.parts.map((part: object) => (part as { platform_media_id: string }).platform_media_id)).toEqual([
      'm1',
      'm2',
      'm3',
    ])
    expect(found.progress).toEqual({ total: 1, published: 1, failed: 0, cancelled: 0 })
  })

  it('is in the same countries, and open to the same people, in every part', async () => {
    const ids = await postedWith({
      thread: [{ content: 'Two' }],
      allowed_countries: ['KR'],
      reply_control: 'followers_only',
    })
    await finished(ids)
    const sent = world
      .calls('create')
      .map(({ body }) => [body.text, body.allowlisted_country_codes, body.reply_control])
    expect(sent).toEqual([
      ['One', 'KR', 'followers_only'],
      ['Two', 'KR', 'followers_only'],
    ])
  })

  it('does not wait for a limit on posts where it answers one: answers have a limit of their own', async () => {
    const full = { body: { data: [{ quota_usage: 250, config: { quota_total: 250, quota_duration: 86_400 } }] } }
    world.answer('quota', full)
    const ids = await postedWith({ reply_to_id: '18030000000000001' })
    for (let turns = 0; turns < 3; turns += 1) await world.turn(ids)
    expect([world.posts(), world.calls('quota').length]).toEqual([1, 0])
  })

  it('is not published by a call that decrypting the token has made late', async () => {
    const ids = await posted([{ content: 'Two' }])
    while (world.calls('create').length < 2) await world.turn(ids)
    // Another post of the account is being published: so the next pass begins with the call, without the token.
    await lockAccount({ ...(await world.publication(ids)), post_id: newId() })
    await world.turn(ids)
    await remove(publishLockKey(account.id))
    world.slowDecrypt(CALL_WINDOW_MS + 1)
    await world.turn(ids)
    // It was not sent, so nothing about it is in doubt.
    expect((await world.publication(ids)).attempt).toBeUndefined()
    expect(world.calls('publish')).toHaveLength(1)
    expect([(await finished(ids)).status, world.posts()]).toEqual(['published', 2])
  })

  it('that breaks off says what is live, and retry goes on at that part', async () => {
    const ids = await posted()
    // The second part is refused for a while.
    let calls = 0
    for (; calls < 1; calls += 1) await world.turn(ids)
    world.answer('create', says({ code: 190, message: 'expired' }))
    let found = await finished(ids)
    for (let turns = 0; turns < 20 && !found.publications[0].terminal; turns += 1) {
      await world.turn(ids)
      found = await view(ids)
    }
    const [publication] = found.publications
    expect([found.status, publication.state, publication.error.code, publication.retryable]).toEqual([
      'partially_failed',
      'partially_published',
      'reconnect_required',
      true,
    ])
    const live = publication.parts.filter((part: { live: boolean }) => part.live).length
    expect(live).toBeGreaterThan(0)
    expect(live).toBeLessThan(3)
    expect(found.progress).toEqual({ total: 1, published: 0, failed: 1, cancelled: 0, partial: 1 })
    const before = world.posts()
    // The account was marked; its owner connects it again.
    await world.account({ ...account, status: 'active' }).catch(() => undefined)
    await put({ ...accountKey(account.id), ...account })
    const again = await retried(ids)
    expect(again.status, JSON.stringify(again.json)).toBe(202)
    const after = await finished(ids)
    expect(after.publications[0].state).toBe('published')
    expect(world.posts()).toBe(3)
    expect(before).toBe(live)
    expect(after.progress).toEqual({ total: 1, published: 1, failed: 0, cancelled: 0 })
    // The jobs of the parts that were live already stay with it, and are not counted a second time.
    const ended = await world.publication(ids)
    const partsOf = (jobs: readonly { part?: number | undefined }[]) => [...new Set(jobs.map(({ part = 0 }) => part))]
    expect(partsOf(ended.jobs)).toEqual([0, 1, 2])
    const recorded = jobsOf(ended).flatMap(({ jobs }) => (jobs as unknown[] | undefined) ?? [])
    expect(recorded).toHaveLength(ended.jobs.filter(({ part = 0 }) => part >= live).length)
  })

  it('that disconnecting its account broke off goes on once the account is connected again', async () => {
    const ids = await posted()
    while (world.posts() === 0) await world.turn(ids)
    await put({ ...accountKey(account.id), ...account, status: 'disconnected' })
    let [publication] = (await finished(ids)).publications
    expect([publication.state, publication.error.code]).toEqual(['partially_published', 'account_disconnected'])
    expect((await retried(ids)).json.errors[0].code).toBe('account_disconnected')
    await put({ ...accountKey(account.id), ...account })
    const { status, json } = await retried(ids)
    expect([status, publication.retryable], JSON.stringify(json)).toEqual([202, true])
    ;[publication] = (await finished(ids)).publications
    expect([publication.state, world.posts()]).toEqual(['published', 3])
  })

  it('goes on without the media of its live parts, which may have been deleted since', async () => {
    const [kept, ofFirst, ofSecond, ofThird] = [1, 2, 3, 4].map(() => mediaOf({ id: newId(), owner_id: owner }))
    const clip = { ...ofSecond!, content_type: 'video/mp4', object_key: `${ofSecond!.id}.mp4` }
    const last = { ...ofThird!, content_type: 'video/mp4', object_key: `${ofThird!.id}.mp4` }
    for (const medium of [kept!, ofFirst!, clip, last]) await putMedia(medium)
    const thread = [clip, last].map(({ id }, at) => ({ content: `Part ${at + 2}`, media: { media_asset_ids: [id] } }))
    const reply = await callApi(feed, {
      method: 'POST',
      resource: '/v1/posts/feed',
      body: {
        ...{ title: 'Pictures', content: 'One', accounts: [account.id], options: { threads: { thread } } },
        media: { media_asset_ids: [kept!.id, ofFirst!.id] },
      },
      ownerId: owner,
      rateLimit: 10_000,
    })
    expect(reply.status, JSON.stringify(reply.json)).toBe(202)
    const ids = { post_id: String(reply.headers.Location).split('/').at(-1)!, account_id: account.id }
    while (world.posts() < 2) await world.turn(ids)
    await put({ ...accountKey(account.id), ...account, status: 'disconnected' })
    expect((await finished(ids)).publications[0].state).toBe('partially_published')
    await put({ ...accountKey(account.id), ...account })
    for (const medium of [ofFirst!, clip]) await markDeleted(medium, Date.now(), Date.now())

    const { status, json } = await retried(ids)
    expect(status, JSON.stringify(json)).toBe(202)
    // The media of parts that are still to be published are held: none of them can be deleted.
    await expect(markDeleted(last, Date.now(), Date.now())).rejects.toThrow(ConditionFailed)
    expect([(await finished(ids)).publications[0].state, world.posts()]).toEqual(['published', 3])
    const uses = await getMediaMany([kept!.id, last.id])
    expect([...uses.values()].map(({ pending_uses }) => pending_uses)).toEqual([0, 0])
  })

  it('whose next part has lost its media says so, and is not published without them', async () => {
    const clip = mediaOf({ id: newId(), owner_id: owner, content_type: 'video/mp4' })
    await putMedia(clip)
    const ids = await posted([
      { content: 'Two' },
      { content: 'Three', media: { media_asset_ids: [clip.id] } } as object,
    ])
    while (world.posts() < 2) await world.turn(ids)
    await put({ ...accountKey(account.id), ...account, status: 'disconnected' })
    expect((await finished(ids)).publications[0].state).toBe('partially_published')
    await put({ ...accountKey(account.id), ...account })
    await markDeleted(clip, Date.now(), Date.now())
    const { status, json } = await retried(ids)
    expect([status, json.errors[0].code, world.posts()]).toEqual([400, 'unknown_media', 2])
  })

  it('whose part was published without an answer finds it, and goes on with its id', async () => {
    const ids = await posted([{ content: 'Two' }])
    world.answer('publish', LOST, { after: true })
    const now = Date.now()
    world.answer('list', {
      body: {
        data: [
          {
            id: 'm1',
            text: 'One',
            timestamp: new Date(now).toISOString(),
            media_type: 'TEXT_POST',
            permalink: 'https://www.threads.net/@tester/post/1',
          },
        ],
      },
    })
    const found = await finished(ids)
    expect([found.publications[0].state, world.posts()]).toEqual(['published', 2])
    expect(sentTexts()).toEqual([
      ['One', undefined],
      ['Two', 'm1'],
    ])
  })

  it('whose later part was published without an answer is looked for among the answers to the part before', async () => {
    const ids = await posted([{ content: 'Two' }, { content: 'Three' }])
    while (world.posts() < 1) await world.turn(ids)
    world.answer('publish', LOST, { after: true })
    const timestamp = new Date().toISOString()
    const answer = { id: 'm2', text: 'Two', timestamp, media_type: 'TEXT_POST' }
    world.answer('list', {
      body: {
        data: [
          { ...answer, id: 'm9' },
          { ...answer, replied_to: { id: 'm1' } },
        ],
      },
    })
    expect((await finished(ids)).publications[0].state).toBe('published')
    expect(sentTexts()).toEqual([
      ['One', undefined],
      ['Two', 'm1'],
      ['Three', 'm2'],
    ])
    expect(world.calls('list').map(({ path }) => path)).toEqual([expect.stringMatching(/\/me\/replies$/)])
  })

  it('whose part cannot be found again breaks off, and tells why', async () => {
    const ids = await posted([{ content: 'Two' }])
    world.answer('publish', LOST, { after: true })
    let publication = await world.publication(ids)
    for (let turns = 0; turns < 30 && publication.failure === undefined; turns += 1) {
      await world.turn(ids)
      publication = await world.publication(ids)
    }
    expect([publication.state, publication.failure?.code]).toEqual(['partially_published', 'part_not_found'])
    expect(world.posts()).toBe(1)
  })
})
