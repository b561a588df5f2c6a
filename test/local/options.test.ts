// The platforms' own options on the real local run: what is asked for, what the simulators received, the outcome.
import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../support/local.ts'
import { accountOn, busyKey, ended, type Json, picture, post, readPost, upload } from '../support/posting.ts'
import { type SharedLocal, sharedLocal } from '../support/shared-local.ts'

const HOUR = 3_600_000

let local: SharedLocal
let key: string

beforeAll(async () => {
  local = await sharedLocal()
  key = await busyKey(local)
})

const api = (method: string, path: string, json?: unknown) =>
  local.api(method, `/api/v1${path}`, { key, ...(json === undefined ? {} : { json }) })

type PlatformName = 'instagram' | 'threads'
const PUBLISHING: Record<PlatformName, readonly string[]> = {
  instagram: ['instagram_business_basic', 'instagram_business_content_publish'],
  threads: ['threads_basic', 'threads_content_publish'],
}

/** An account of the owner whose token was granted more than publishing; we are not told what. */
async function account(platform: PlatformName, username: string, ...more: string[]) {
  const scopes = [...PUBLISHING[platform], ...more]
  const { external_id, token } = await local.control<Json>(platform, 'POST', '/accounts', { username, scopes })
  const { id } = await local.admin<Json>(
    ...['account', 'connect', '--owner', local.owner, '--platform', platform, `--access-token=${token}`],
  )
  return { id: String(id), external_id: String(external_id) }
}
const held = async (platform: PlatformName, accountId: string): Promise<Json[]> =>
  (await local.control<Json>(platform, 'GET', '/state?requests=0')).posts.filter(
    (one: Json) => one.account === accountId,
  )

/** The same by the consent page, which asks for what the setting says: what was granted is known. */
async function consenting(platform: PlatformName, username: string, ...more: string[]) {
  const scopes = [...PUBLISHING[platform], ...more]
  const { external_id } = await local.control<Json>(platform, 'POST', '/accounts', { username, scopes })
  const { url } = await local.admin<Json>('account', 'authorize', '--owner', local.owner, '--platform', platform)
  const consent = await local.fetch(`${url}&account=${external_id}`, { redirect: 'manual' })
  const { id } = await local.admin<Json>(
    ...['account', 'finish-authorization', '--owner', local.owner, '--redirected-to', consent.headers.get('location')!],
  )
  return { id: String(id), external_id: String(external_id), asked: new URL(url).searchParams.get('scope')!.split(',') }
}

describe('permissions', () => {
  it('are asked for by the setting, stored as granted, and shown with what they allow', async () => {
    const { id, asked } = await consenting('threads', 'granting', 'threads_delete')
    expect(asked).toEqual([
      ...PUBLISHING.threads,
      'threads_manage_replies',
      'threads_read_replies',
      'threads_manage_insights',
      'threads_delete',
    ])
    const { data } = (await api('GET', `/accounts/social/${id}/capabilities`)).json<Json>()
    expect(data).toMatchObject({
      permissions: [...PUBLISHING.threads, 'threads_delete'],
      deletion: { available: true, permission: 'threads_delete' },
      insights: { available: false, permission: 'threads_manage_insights' },
      limits: { caption: { max: 500, counts: 'graphemes' }, daily_posts: 250, daily_deletions: 100 },
      quota: { used: 0, total: 250 },
    })
    const option = (name: string) => data.options.find(({ option }: Json) => option === name)
    expect(option('thread')).toMatchObject({ available: false, permission: 'threads_manage_replies' })
    expect(option('poll')).toEqual({
      option: 'poll',
      goes_with: ['text'],
      available: true,
      permission: null,
      needs_facebook_login: false,
    })
    const token = await account('instagram', 'granting.token')
    const unknown = (await api('GET', `/accounts/social/${token.id}/capabilities`)).json<Json>().data
    expect(unknown).toMatchObject({ permissions: null, insights: { available: null }, deletion: { available: false } })
    const comment = unknown.options.find(({ option }: Json) => option === 'first_comment')
    expect(comment).toMatchObject({ available: null, goes_with: ['image', 'reel', 'carousel'] })
    expect(unknown.options.find(({ option }: Json) => option === 'audio')).toMatchObject({
      available: false,
      needs_facebook_login: true,
    })
  })
})

describe('deleting what is live', () => {
  const remove = (id: string, accountId: string) => api('DELETE', `/posts/${id}/publications/${accountId}`)
  const settled = (id: string) =>
    eventually(
      async () => {
        const [publication] = (await readPost(local, id, key)).publications
        return publication.deletion.state !== 'pending' && publication
      },
      { what: `an end of the deletion of ${id}`, everyMs: 100 },
    )

  it('takes a thread off Threads, part by part, also where an answer is lost', async () => {
    const { id, external_id } = await account('threads', 'delete.thread', 'threads_manage_replies', 'threads_delete')
    const thread = { content: 'One', accounts: [id], options: { threads: { thread: [{ content: 'Two' }] } } }
    const postId = await post(local, 'text', thread, key)
    await ended(local, postId, key)
    const match = { operation: 'delete', account: external_id }
    await local.control('threads', 'POST', '/faults', { match, fault: { kind: 'drop_after' } })
    const reply = await remove(postId, id)
    expect([reply.status, reply.headers.get('location')]).toEqual([202, `/api/v1/posts/${postId}`])
    expect(await settled(postId)).toMatchObject({ state: 'deleted', deletion: { state: 'completed' } })
    expect((await held('threads', external_id)).map(({ deleted_at }: Json) => typeof deleted_at)).toEqual([
      'number',
      'number',
    ])
    const again = await remove(postId, id)
    expect([again.status, again.json<Json>().message]).toEqual([200, 'The post is deleted on the account.'])
  })

  it('is not done without the permission, or on Instagram; the post stays', async () => {
    const { id, external_id } = await account('threads', 'delete.refused')
    const postId = await post(local, 'text', { content: 'Stays', accounts: [id] }, key)
    await ended(local, postId, key)
    expect((await remove(postId, id)).status).toBe(202)
    expect(await settled(postId)).toMatchObject({
      state: 'published',
      deletion: { state: 'failed', error: { platform: { code: 10 } } },
    })
    expect(await held('threads', external_id)).toMatchObject([{ text: 'Stays' }])
    const asset = await upload(local, await picture(), 'p.jpg', 'image/jpeg', { key })
    const instagram = accountOn(local, 'instagram')
    const other = await post(
      local,
      'feed',
      { title: 'T', media: { media_asset_ids: [asset] }, accounts: [instagram] },
      key,
    )
    await ended(local, other, key)
    const refused = await remove(other, instagram)
    expect([refused.status, refused.json<Json>().errors[0].code]).toEqual([409, 'not_possible_on_platform'])
  })
})

describe('all accounts or none, and not too late', () => {
  it('publishes nowhere where one account cannot be prepared, and everywhere where all can', async () => {
    const [one, two] = [await account('instagram', 'together.one'), await account('threads', 'together.two')]
    const files = [await picture(), await picture()].map((bytes) =>
      upload(local, bytes, 'p.jpg', 'image/jpeg', { key }),
    )
    const media = { media_asset_ids: await Promise.all(files) }
    const body = { title: 'T', media, accounts: [one.id, two.id], on_failure: 'stop' }
    const match = { operation: 'carousel', account: two.external_id }
    const fault = { kind: 'container_error', error_message: 'INVALID_ASPECT_RATIO' }
    await local.control('threads', 'POST', '/faults', { match, fault })
    const stopped = await ended(local, await post(local, 'feed', body, key), key)
    expect(stopped.publications.map(({ error }: Json) => error?.code)).toEqual(['stopped', 'rejected'])
    expect([await held('instagram', one.external_id), await held('threads', two.external_id)]).toEqual([[], []])
    const view = await ended(local, await post(local, 'feed', body, key), key)
    expect(view).toMatchObject({ status: 'published', on_failure: 'stop' })
    const [first, second] = [await held('instagram', one.external_id), await held('threads', two.external_id)]
    expect([first.length, second.length]).toEqual([1, 1])
    const readyAt = (publication: Json): number =>
      publication.timeline.find(({ event }: Json) => event === 'waiting_for_others').at
    const published = Math.min(first[0].published_at, second[0].published_at)
    expect(Math.max(...view.publications.map(readyAt))).toBeLessThanOrEqual(published)
  })

  it('does not publish what a limit held up until it was too late', { tags: 'deep' }, async () => {
    const late = await account('threads', 'too.late')
    await local.control('threads', 'POST', '/settings', { quota_total: 0 })
    const not_after = Date.now() + 4000
    const id = await post(local, 'text', { content: 'Late', accounts: [late.id], not_after }, key)
    const { publications } = await ended(local, id, key)
    await local.control('threads', 'POST', '/settings', { quota_total: null })
    expect(publications).toMatchObject([{ state: 'failed', retryable: false, error: { code: 'too_late' } }])
    expect(publications[0].ended_at).toBeGreaterThan(not_after)
    expect(await held('threads', late.external_id)).toEqual([])
  })
})

describe('figures', () => {
  it('of posts and accounts are what the platforms tell, to those who granted it', { tags: 'deep' }, async () => {
    const one = await consenting('instagram', 'figures.one', 'instagram_business_manage_insights')
    const two = await consenting('threads', 'figures.two', 'threads_manage_insights')
    const three = await consenting('threads', 'figures.three')
    const files = [await picture(), await picture()].map((bytes) =>
      upload(local, bytes, 'p.jpg', 'image/jpeg', { key }),
    )
    const media = { media_asset_ids: await Promise.all(files) }
    const id = await post(local, 'feed', { title: 'T', media, accounts: [one.id, two.id, three.id] }, key)
    await ended(local, id, key)
    const { data } = (await api('GET', `/posts/${id}/insights`)).json<Json>()
    const [instagram, threads, refused] = data.accounts
    expect(Object.keys(instagram.figures).sort()).toEqual(
      'comments follows likes profile_activity profile_visits reach reposts saved shares total_interactions views'.split(
        ' ',
      ),
    )
    expect(Object.keys(threads.figures).sort()).toEqual('likes quotes replies reposts shares views'.split(' '))
    expect([instagram.problem, threads.problem]).toEqual([null, null])
    expect(refused).toMatchObject({ figures: null, problem: { code: 'permission_not_granted' } })
    for (const { id: accountId } of [one, two]) {
      const reply = await api('GET', `/accounts/social/${accountId}/insights`)
      expect(reply.status, reply.text).toBe(200)
      expect(reply.json<Json>().data).toMatchObject({ figures: { views: expect.any(Number) }, problem: null })
    }
    expect((await api('GET', `/accounts/social/${three.id}/insights`)).status).toBe(409)
  })
})

describe('the queue', () => {
  it('gives posts that come at once a slot each', async () => {
    const { id } = await account('threads', 'queue.one')
    // No clock is changed there, so that a week later is the same time of the day at any time of the year.
    const time_zone = 'Asia/Seoul'
    const seoul = (at: number) =>
      new Intl.DateTimeFormat('en-GB', {
        timeZone: time_zone,
        weekday: 'long',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      })
        .format(at)
        .toLowerCase()
        .split(' ')
    // Three whole hours on the wall of Seoul, the first far enough away that none begins meanwhile.
    const hour = Math.ceil((Date.now() + HOUR) / HOUR) * HOUR
    const times = [0, 1, 2].map((count) => hour + count * HOUR)
    const slots = times.map((at) => ({ weekday: seoul(at)[0]!.replace(',', ''), time: seoul(at).at(-1) }))
    const set = await api('PUT', `/accounts/social/${id}/slots`, { time_zone, slots })
    expect(set.status, set.text).toBe(200)
    expect(set.json<Json>().data.next_free.slice(0, 3)).toEqual(times)
    const body = { content: 'Queued', accounts: [id], scheduled_at: 'next_slot' }
    const ids = await Promise.all([0, 1, 2, 3].map(() => post(local, 'text', body, key)))
    const views = await Promise.all(ids.map((one) => readPost(local, one, key)))
    const taken = views.map(({ scheduled_at }) => scheduled_at).sort((one, other) => one - other)
    expect(taken).toEqual([...times, times[0]! + 7 * 86_400_000])
  })
})
