// The platforms' own options on the real local run: what is asked for, what the simulators received, what came of it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, type Local, startLocal } from '../support/local.ts'
import { accountOn, busyKey, ended, type Json, picture, post, readPost, upload } from '../support/posting.ts'

let local: Local
let key: string

beforeAll(async () => {
  local = await startLocal({ env: { PUBLISH_POLL_MS: '100' } })
  key = await busyKey(local)
})
afterAll(() => local?.end())

const api = (method: string, path: string, json?: unknown) =>
  local.api(method, `/api/v1${path}`, { key, ...(json === undefined ? {} : { json }) })

type PlatformName = 'instagram' | 'threads'
const PUBLISHING: Record<PlatformName, readonly string[]> = {
  instagram: ['instagram_business_basic', 'instagram_business_content_publish'],
  threads: ['threads_basic', 'threads_content_publish'],
}

/** An account of the demo owner whose token was granted more than publishing; we are not told what. */
async function account(platform: PlatformName, username: string, ...more: string[]) {
  const scopes = [...PUBLISHING[platform], ...more]
  const { external_id, token } = await local.control<Json>(platform, 'POST', '/accounts', { username, scopes })
  const { id } = await local.admin<Json>(
    ...['account', 'connect', '--owner', 'demo', '--platform', platform, '--access-token', token],
  )
  return { id: String(id), external_id: String(external_id) }
}
const held = async (platform: PlatformName, accountId: string): Promise<Json[]> =>
  (await local.control<Json>(platform, 'GET', '/state?requests=0')).posts.filter(
    (one: Json) => one.account === accountId,
  )

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
