// Look-ups with an account of Facebook Login, by the real functions on the simulated platform: places, hashtags
// within what Instagram lets an account search for, and who shares a post.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DecryptCommand } from '@aws-sdk/client-kms'
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Account } from '../../../core/accounts/rules/account.ts'
import { takeHashtag } from '../../../core/accounts/searched-hashtags.ts'
import { put } from '../../../core/aws/table.ts'
import { ENV, METRICS } from '../../../core/contract.ts'
import { newId } from '../../../core/ids.ts'
import { pageSession } from '../../../core/platforms/meta/page-session.ts'
import { mediaKey } from '../../../core/table-keys.ts'
import { handler as connections } from '../../../functions/api/accounts/connections.ts'
import { handler as insights } from '../../../functions/api/insights.ts'
import { handler as feed } from '../../../functions/api/posts/feed.ts'
import { handler as asking } from '../../../functions/workers/ask-quota.ts'
import { mediaOf } from '../../support/domain.ts'
import { type Json, picture, type Running, start } from '../fake-platforms/support.ts'
import { callApi } from '../posts/api-call.ts'
import { startWorld, type World } from '../posts/worker-world.ts'

const DAY = 86_400_000
const SCOPES = ['instagram_basic', 'instagram_content_publish', 'pages_show_list']

let world: World
let facebook: Running
let owner: string
/** Every address of the CDN is a picture. */
let jpeg: Buffer
const cdn = createServer((_, response) =>
  response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': jpeg.length }).end(jpeg),
)
const lambda = mockClient(LambdaClient)

beforeAll(async () => {
  world = await startWorld()
  facebook = await start('facebook')
  process.env.FACEBOOK_GRAPH_URL = facebook.url
  process.env[ENV.quotaFunction] = 'ask-quota'
  jpeg = Buffer.from(await picture(600, 600))
  await new Promise<void>((resolve) => cdn.listen(0, '127.0.0.1', resolve))
  process.env[ENV.cdnUrl] = `http://127.0.0.1:${(cdn.address() as AddressInfo).port}`
})
afterAll(async () => {
  delete process.env.FACEBOOK_GRAPH_URL
  cdn.closeAllConnections()
  cdn.close()
  await facebook.close()
  await world.stop()
})
beforeEach(async () => {
  world.reset()
  world.kms.on(DecryptCommand).callsFake(({ CiphertextBlob }) => ({ Plaintext: CiphertextBlob }))
  lambda.reset()
  lambda.on(InvokeCommand).callsFake(async ({ Payload }) => ({
    Payload: Buffer.from(JSON.stringify(await asking(JSON.parse(Buffer.from(Payload).toString())))),
  }))
  await facebook.control('DELETE', '/faults')
  owner = newId()
})

/** An Instagram account that came with a Page. */
async function connected(scopes: readonly string[] = SCOPES, given: Partial<Account> = {}): Promise<Account> {
  const { external_id: instagram }: Json = await facebook.control('POST', '/accounts', {
    username: `harbor.${newId().slice(0, 8)}`,
  })
  const { token }: Json = await facebook.control('POST', '/accounts', { scopes, instagram })
  return world.account({
    ...{ owner_id: owner, provider: 'instagram', external_account_id: instagram, connected_via: 'facebook' },
    token_ciphertext: Buffer.from(pageSession({ id: instagram, token })).toString('base64'),
    token_expires_at: null,
    permissions: [...scopes],
    ...given,
  })
}

const lookUp = (what: 'places' | 'hashtags', id: string, q: string, ownerId = owner) =>
  callApi(connections, {
    method: 'GET',
    resource: `/v1/accounts/social/{id}/${what}`,
    path: { id },
    query: { q },
    ownerId,
    rateLimit: 10_000,
  })
const codeOf = ({ status, json }: { status: number; json: Json }) => [status, json.errors?.[0]?.code]
const asked = async (): Promise<number> => (await facebook.state()).totals.calls.look_up ?? 0

describe('places', () => {
  it('are those that Instagram takes as a location, asked for once an hour', async () => {
    const { id } = await connected()
    const before = await asked()
    const reply = await lookUp('places', id, ' harbor ')
    expect([reply.status, reply.json.data]).toEqual([
      200,
      {
        account_id: id,
        places: [
          {
            ...{ id: '106377336067638', name: 'Harbor Bakery', address: 'Am Hafen 1, Hamburg, Germany' },
            ...{ latitude: 53.5439, longitude: 9.9665 },
          },
          {
            ...{ id: '110843418940484', name: 'Harbor Lighthouse', address: 'Am Deich 7, Bremerhaven, Germany' },
            ...{ latitude: 53.5396, longitude: 8.5809 },
          },
        ],
      },
    ])
    expect((await lookUp('places', id, 'harbor')).json).toEqual(reply.json)
    expect((await asked()) - before).toBe(1)
    expect((await lookUp('places', id, 'nowhere')).json.data.places).toEqual([])
  })

  it('are for nobody else, and for no account of another login or platform', async () => {
    const { id } = await connected()
    const plain = await world.account({ owner_id: owner, provider: 'instagram', token_expires_at: Date.now() + DAY })
    const threads = await world.account({ owner_id: owner, token_expires_at: Date.now() + DAY })
    const before = await asked()
    expect(codeOf(await lookUp('places', id, 'harbor', newId()))).toEqual([404, 'not_found'])
    for (const what of ['places', 'hashtags'] as const) {
      expect(codeOf(await lookUp(what, plain.id, 'harbor'))).toEqual([400, 'option_needs_facebook_login'])
      expect(codeOf(await lookUp(what, threads.id, 'harbor'))).toEqual([409, 'not_possible_on_platform'])
    }
    expect(await asked()).toBe(before)
    expect(lambda.calls()).toHaveLength(0)
  })

  it.each([
    ['places', '', 'too_short'],
    ['places', '  ', 'invalid_format'],
    ['places', 'a'.repeat(101), 'too_long'],
    ['places', 'a\u0000b', 'invalid_format'],
    ['hashtags', '', 'invalid_format'],
    ['hashtags', '#two words', 'invalid_format'],
    ['hashtags', '#☕', 'invalid_format'],
    ['hashtags', `#${'a'.repeat(100)}`, 'too_long'],
  ] as const)('%s of %j are refused (%s)', async (what, q, code) => {
    const { id } = await connected()
    const reply = await lookUp(what, id, q)
    expect(codeOf(reply)).toEqual([400, code])
    expect(reply.json.errors[0].path).toBe('q')
  })
})

describe('a hashtag', () => {
  it('is told with its most popular posts and what is left, and counts once', async () => {
    const { id } = await connected()
    const reply = await lookUp('hashtags', id, '#Coffee')
    expect([reply.status, reply.json.data]).toEqual([
      200,
      {
        ...{ account_id: id, hashtag: 'coffee', found: true },
        posts: [
          expect.objectContaining({ caption: 'By the sea #coffee', media_type: 'image', likes: 412, comments: 9 }),
          expect.objectContaining({ caption: '#coffee', media_type: 'carousel_album', likes: null, comments: 2 }),
        ],
        searches: { used: 1, limit: 30, period_ms: 7 * DAY },
      },
    ])
    const none = await lookUp('hashtags', id, 'nobody_ever')
    expect(none.json.data).toMatchObject({ found: false, posts: [], searches: { used: 2 } })
    vi.setSystemTime(Date.now() + 2 * 3_600_000)
    expect((await lookUp('hashtags', id, 'COFFEE')).json.data.searches.used).toBe(2)
  })

  it('is refused beyond thirty different ones in seven days, and the platform is not asked', async () => {
    const { id } = await connected()
    const limit = { most: 30, within_ms: 7 * DAY }
    for (let at = 0; at < 29; at += 1) await takeHashtag(id, `tag${at}`, limit, Date.now() - 3 * DAY)
    expect((await lookUp('hashtags', id, 'coffee')).json.data.searches.used).toBe(30)
    const before = await asked()
    const reply = await lookUp('hashtags', id, 'harbor')
    expect(codeOf(reply)).toEqual([409, 'search_limit_reached'])
    expect(reply.json.errors[0].message).toContain('30 different hashtags within 7 days')
    expect(await asked()).toBe(before)
    // Those of before can be searched for, and four days later there is room again.
    expect((await lookUp('hashtags', id, 'tag3')).json.data.searches.used).toBe(30)
    vi.setSystemTime(Date.now() + 4 * DAY + 1)
    expect((await lookUp('hashtags', id, 'harbor')).json.data.searches.used).toBe(2)
  })

  it('takes one of the places that are left, however many are searched for at once', async () => {
    const { id } = await connected()
    const limit = { most: 3, within_ms: 7 * DAY }
    const taken = await Promise.all(
      Array.from({ length: 6 }, (_, at) => takeHashtag(id, `tag${at}`, limit, Date.now())),
    )
    expect(taken.filter(Boolean)).toHaveLength(3)
  })

  it('is refused as the platform does where the limit was used up elsewhere', async () => {
    const account = await connected()
    const searched_hashtags = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`tag${at}`, Date.now()]))
    await facebook.control('POST', '/accounts', { external_id: account.external_account_id, searched_hashtags })
    expect(codeOf(await lookUp('hashtags', account.id, 'coffee'))).toEqual([409, 'search_limit_reached'])
  })
})

describe('a platform that refuses', () => {
  it('names the permission, and leaves the account as it is', async () => {
    const { id } = await connected(['pages_show_list'], { permissions: null })
    const reply = await lookUp('hashtags', id, 'coffee')
    expect(codeOf(reply)).toEqual([409, 'permission_not_granted'])
    expect(reply.json.errors[0].message).toContain('instagram_basic')
  })

  it('or does not answer is tried again later', async () => {
    const { id } = await connected()
    await facebook.faults({ match: { operation: 'look_up' }, fault: { kind: 'html_502', when: 'before' } })
    // Its status is that of our own faults, but the alarm for those is to know better.
    vi.stubEnv(ENV.metricsNamespace, 'Shop')
    const lines: string[] = []
    const write = vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
    const reply = await lookUp('places', id, 'harbor')
    write.mockRestore()
    vi.stubEnv(ENV.metricsNamespace, undefined)
    expect(codeOf(reply)).toEqual([503, 'platform_unavailable'])
    expect(lines.filter((line) => line.includes(`"${METRICS.notAnswering}":1`))).toHaveLength(1)
    await facebook.control('DELETE', '/faults')
    vi.setSystemTime(Date.now() + 61_000)
    expect((await lookUp('places', id, 'harbor')).status).toBe(200)
  })

  it('is asked within the budget of the account, so that publishing has its share', async () => {
    const { id } = await connected()
    const before = await asked()
    const replies: Json[] = []
    for (let at = 0; at < 62; at += 1) replies.push(await lookUp('places', id, `place ${at}`))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(60)
    expect(codeOf(replies.at(-1))).toEqual([503, 'platform_unavailable'])
    expect((await asked()) - before).toBe(60)
  })
})

describe('who shares a post', () => {
  const read = (id: string, ownerId = owner) =>
    callApi(insights, {
      method: 'GET',
      resource: '/v1/posts/{id}/collaborators',
      path: { id },
      ownerId,
      rateLimit: 10_000,
    })

  it('is told for each account, with why where it is not', async () => {
    const account = await connected()
    const plain = await world.account({
      ...{ owner_id: owner, provider: 'instagram', token_expires_at: Date.now() + 60 * DAY },
    })
    const asset = mediaOf({ id: newId(), owner_id: owner, alt_text: '' })
    await put({ ...mediaKey(asset.id), ...asset })
    const reply = await callApi(feed, {
      ...{ method: 'POST', resource: '/v1/posts/feed', ownerId: owner, rateLimit: 10_000 },
      body: {
        ...{ title: 'A', content: 'Together', accounts: [account.id, plain.id] },
        media: { media_asset_ids: [asset.id] },
        options: { instagram: { collaborators: ['quay.books', 'old.lighthouse'] } },
      },
    })
    expect(reply.status, JSON.stringify(reply.json)).toBe(202)
    const post_id = reply.headers.Location!.split('/').at(-1)!
    const early = await read(post_id)
    expect(early.json.data.accounts.map(({ problem }: Json) => problem.code)).toEqual([
      'not_published',
      'option_needs_facebook_login',
    ])
    expect((await world.drive({ post_id, account_id: account.id })).state).toBe('published')
    const shown = await read(post_id)
    expect([shown.status, shown.json.data.accounts]).toEqual([
      200,
      [
        {
          ...{ account_id: account.id, platform: 'instagram', problem: null },
          collaborators: [
            { username: 'quay.books', state: 'accepted' },
            { username: 'old.lighthouse', state: 'pending' },
          ],
        },
        {
          ...{ account_id: plain.id, platform: 'instagram', collaborators: null },
          problem: { code: 'option_needs_facebook_login', message: expect.stringContaining('Facebook Login') },
        },
      ],
    ])
    expect((await read(post_id, newId())).status).toBe(404)
  })
})
