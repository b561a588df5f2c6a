// Links by which clients connect accounts without a user: the whole way over HTTP to the simulators, and every attack on it.
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { listConnections } from '../../../core/accounts/connections.ts'
import { hashOf } from '../../../core/api-keys/secret.ts'
import { connectLinksOf } from '../../../core/people/connect-link-store.ts'
import { removeFromTeam, setRole } from '../../../core/people/team.ts'
import { handler as connect } from '../../../functions/api/connect.ts'
import { handler as byLink } from '../../../functions/api/connect-links.ts'
import { call, newOwner, type Someone, someone } from '../people/world.ts'
import { startWorld, type World } from './world.ts'

const app = { client_id: '1234567890', client_secret: 'a-secret-of-the-app-0123456789abcdef' }
const VISIT = 'a-visit-of-the-first-browser'
const OTHER_VISIT = 'a-visit-of-another-browser-1'
const DAY = 24 * 3_600_000

let world: World
const ssm = mockClient(SSMClient)
beforeAll(async () => {
  world = await startWorld()
  for (const simulator of Object.values(world.simulators)) await simulator.control('POST', '/settings', app)
  for (const name of ['INSTAGRAM', 'THREADS', 'FACEBOOK'])
    Object.assign(process.env, {
      [`${name}_APP_ID`]: app.client_id,
      [`${name}_APP_SECRET_ARN`]: 'arn:aws:ssm:eu-central-1:123456789012:parameter/app',
    })
  ssm.on(GetParameterCommand).resolves({ Parameter: { Value: app.client_secret, Type: 'SecureString' } })
})
afterAll(() => world.stop())

let owner: string
let admin: Someone
let turn = 0
beforeEach(async () => {
  turn += 1
  owner = await newOwner()
  admin = await someone(`linker-${turn}`, owner)
})
afterEach(() => vi.useRealTimers())

const later = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })

const make = (body: object = {}, who = admin) =>
  call(connect, 'POST /v1/accounts/connect-links', who, {
    body: { platforms: ['instagram'], max_accounts: 1, label: 'Harbor Coffee', ...body },
  })
const newLink = async (body: object = {}): Promise<{ id: string; secret: string }> => {
  const { status, data } = await make(body)
  expect(status).toBe(200)
  return { id: data.id, secret: new URL(data.url).hash.slice(1) }
}
const open = (link: string) => call(byLink, 'POST /v1/connect-links', undefined, { body: { link } })
const begin = (link: string, platform = 'instagram', visit = VISIT) =>
  call(byLink, 'POST /v1/connect-links', undefined, { body: { link, visit, platform } })
const finish = (link: string, callback: object, visit = VISIT) =>
  call(byLink, 'POST /v1/connect-links', undefined, { body: { link, visit, ...callback } })
const revoke = (id: string) => call(connect, 'DELETE /v1/accounts/connect-links/{id}', admin, { path: { id } })

const accountAt = (platform: 'instagram' | 'threads', given: object = {}) =>
  world.simulators[platform].control('POST', '/accounts', given) as Promise<{ external_id: string; username: string }>

/** Agrees on the platform's page, as the owner of that account. */
async function agree(url: string, account: string): Promise<Record<string, string>> {
  const address = new URL(url)
  address.searchParams.set('account', account)
  const reply = await fetch(address, { redirect: 'manual' })
  return Object.fromEntries(new URL(reply.headers.get('location')!).searchParams)
}

async function agreed(link: string, platform: 'instagram' | 'threads' = 'instagram', account?: string) {
  const { status, data } = await begin(link, platform)
  expect(status).toBe(200)
  return agree(data.url, account ?? (await accountAt(platform)).external_id)
}

const usernames = async () => (await listConnections(owner, Date.now())).map(({ username }) => username)

describe('a connect link', () => {
  it('lets a client without a user connect an account, who is told what was granted; the admin sees it', async () => {
    const { secret } = await newLink()
    const opened = await open(secret)
    expect(opened.status).toBe(200)
    expect(opened.data).toMatchObject({ label: 'Harbor Coffee', accounts_left: 1, brand: { name: null } })
    expect(opened.data.owner.name).toMatch(/^owner-/)
    const account = await accountAt('instagram')
    const { data } = await finish(secret, await agreed(secret, 'instagram', account.external_id))
    expect(data).toMatchObject({
      accounts_left: 0,
      connected: [{ platform: { display_name: 'Instagram' }, username: account.username, granted: ['publish'] }],
    })
    const { data: listed } = await call(connect, 'GET /v1/accounts/connect-links', admin)
    expect(listed).toMatchObject([
      { state: 'used', connected: [{ username: account.username }], created_by: { id: admin.id } },
    ])
    const connections = await call(
      (await import('../../../functions/api/accounts/connections.ts')).handler,
      'GET /v1/accounts/connections',
      admin,
    )
    expect(connections.data).toMatchObject([{ username: account.username, created_by: { id: admin.id } }])
  })

  it('connects as many accounts as it says, each once, and then none', async () => {
    const { secret } = await newLink({ platforms: ['instagram', 'threads'], max_accounts: 2 })
    const first = await accountAt('instagram')
    expect((await finish(secret, await agreed(secret, 'instagram', first.external_id))).status).toBe(200)
    // A client who is still signed in at the platform as the first account is told so: the link is still open.
    const same = await finish(secret, await agreed(secret, 'instagram', first.external_id))
    expect([same.status, same.code]).toEqual([409, 'conflict'])
    expect(same.message).toContain(`@${first.username} on Instagram was connected by this link already`)
    expect((await open(secret)).data.accounts_left).toBe(1)
    expect((await finish(secret, await agreed(secret, 'threads'))).status).toBe(200)
    expect((await begin(secret)).code).toBe('not_found')
    expect(await usernames()).toHaveLength(2)
    // The page still says what was connected.
    expect((await open(secret)).data).toMatchObject({ accounts_left: 0, connected: [{}, {}] })
  })

  it('connects with the secret that the app has now, minutes after the operator set another', async () => {
    const { secret } = await newLink({ max_accounts: 2 })
    expect((await finish(secret, await agreed(secret))).status).toBe(200)
    const use = async (client_secret: string) => {
      ssm.on(GetParameterCommand).resolves({ Parameter: { Value: client_secret, Type: 'SecureString' } })
      await world.simulators.instagram.control('POST', '/settings', { ...app, client_secret })
    }
    await use('another-secret-of-the-app-0123456789abcde')
    later(5 * 60_000)
    expect((await finish(secret, await agreed(secret))).status).toBe(200)
    await use(app.client_secret)
    later(5 * 60_000)
    const { secret: next } = await newLink()
    expect((await finish(next, await agreed(next))).status).toBe(200)
  })

  it('connects one account where two clients finish at the same moment', async () => {
    const { secret } = await newLink()
    const both = [await agreed(secret), await agreed(secret)]
    const statuses = await Promise.all(both.map((callback) => finish(secret, callback)))
    expect(statuses.map(({ status }) => status).sort()).toEqual([200, 404])
    expect(await usernames()).toHaveLength(1)
  })

  it('is made, listed and revoked by admins alone, and never by a key', async () => {
    const editor = await someone(`editor-${turn}`, owner, 'editor')
    expect((await make({}, editor)).code).toBe('role_required')
    expect((await call(connect, 'GET /v1/accounts/connect-links', editor)).code).toBe('role_required')
    const { id } = await newLink()
    expect((await call(connect, 'DELETE /v1/accounts/connect-links/{id}', editor, { path: { id } })).code).toBe(
      'role_required',
    )
    const stranger = await someone(`stranger-${turn}`, await newOwner())
    expect((await call(connect, 'DELETE /v1/accounts/connect-links/{id}', stranger, { path: { id } })).code).toBe(
      'not_found',
    )
  })

  it('is made with a label that has half of a character', async () => {
    const { status, data } = await make({ label: 'Harbor \ud83d Coffee' })
    expect([status, data.label]).toEqual([200, 'Harbor \ufffd Coffee'])
  })

  it.each([
    [{ platforms: [] }, 'platforms'],
    [{ platforms: ['instagram', 'instagram'] }, 'platforms'],
    [{ platforms: ['myspace'] }, 'platforms[0]'],
    [{ max_accounts: 0 }, 'max_accounts'],
    [{ max_accounts: 21 }, 'max_accounts'],
    [{ label: 'x'.repeat(101) }, 'label'],
  ])('is refused as %j', async (body, path) => {
    const { status, errors } = await make(body)
    expect([status, errors[0].path]).toEqual([400, path])
  })
})

describe('an attack on a connect link', () => {
  it('by guessing finds nothing, and reads nothing for what cannot be one', async () => {
    const { secret } = await newLink()
    const wrong = secret.slice(0, -1) + (secret.endsWith('0') ? '1' : '0')
    for (const guess of ['', 'scl_', wrong, 'scl_'.padEnd(53, '0'), secret.replace('scl_', 'spi_')])
      expect((await open(guess)).code).toBe('not_found')
  })

  it('keeps its secret out of the table and the log', async () => {
    const { secret } = await newLink()
    await finish(secret, await agreed(secret))
    expect(await world.items()).not.toContain(secret)
    expect(await world.items()).toContain(hashOf(secret))
    expect(world.logged()).not.toContain(secret)
  })

  it('after its end, its revocation or its maker’s demotion gets nowhere, not even with what was begun before', async () => {
    for (const end of ['expiry', 'revocation', 'demotion', 'removal'] as const) {
      const other = await someone(`other-${turn}-${end}`, owner)
      const { id, secret } = await newLink()
      const callback = await agreed(secret)
      if (end === 'expiry') later(7 * DAY + 1000)
      if (end === 'revocation') expect((await revoke(id)).status).toBe(200)
      if (end === 'demotion')
        await setRole({ ownerId: owner, personId: admin.id, role: 'editor', by: other.id, now: Date.now() })
      if (end === 'removal') await removeFromTeam(owner, admin.id, Date.now(), other.id)
      expect([end, (await open(secret)).code]).toEqual([end, 'not_found'])
      expect([end, (await begin(secret)).code]).toEqual([end, 'not_found'])
      expect([end, (await finish(secret, callback)).code]).toEqual([end, 'not_found'])
      expect(await usernames()).toEqual([])
      vi.useRealTimers()
      // Raised again, the maker's links of before stay ended.
      if (end === 'demotion') {
        await setRole({ ownerId: owner, personId: admin.id, role: 'admin', by: other.id, now: Date.now() })
        expect((await open(secret)).code).toBe('not_found')
      }
    }
  })

  it('connects nothing where the link is revoked while the platform is asked', async () => {
    const { id, secret } = await newLink()
    const callback = await agreed(secret)
    const [finished] = await Promise.all([finish(secret, callback), revoke(id)])
    const [link] = await connectLinksOf(owner, Date.now())
    // In either order an account is there exactly if the link says so.
    expect(await usernames()).toHaveLength(link!.account_ids.length)
    expect(finished.status).toBe(link!.account_ids.length === 1 ? 200 : 404)
  })

  it('with the state of one link at another, or in another browser, is refused, and the state stays good', async () => {
    const [first, second] = [await newLink(), await newLink()]
    const callback = await agreed(first.secret)
    expect((await finish(second.secret, callback)).code).toBe('invalid_state')
    expect((await finish(first.secret, callback, OTHER_VISIT)).code).toBe('invalid_state')
    const asAdmin = await call(connect, 'POST /v1/accounts/social/authorizations/finish', admin, { body: callback })
    expect(asAdmin.code).toBe('invalid_state')
    expect((await finish(first.secret, callback)).status).toBe(200)
    expect((await finish(first.secret, callback)).code).toBe('not_found')
  })

  it('with what an admin began in a session is refused', async () => {
    const { secret } = await newLink()
    const { data } = await call(connect, 'POST /v1/accounts/social/authorizations', admin, {
      body: { platform: 'instagram' },
    })
    const callback = await agree(data.url, (await accountAt('instagram')).external_id)
    expect((await finish(secret, callback)).code).toBe('invalid_state')
  })

  it('for a platform that it is not for is refused', async () => {
    const { secret } = await newLink()
    const { status, errors } = await begin(secret, 'threads')
    expect([status, errors[0].path]).toEqual([400, 'platform'])
  })

  it('cannot take an account that another team has connected', async () => {
    const account = await accountAt('instagram')
    const first = await newLink()
    await finish(first.secret, await agreed(first.secret, 'instagram', account.external_id))
    owner = await newOwner()
    admin = await someone(`thief-${turn}`, owner)
    const second = await newLink()
    const { code } = await finish(second.secret, await agreed(second.secret, 'instagram', account.external_id))
    expect(code).toBe('account_of_another_owner')
    // And the link was not used up by it.
    expect((await open(second.secret)).data.accounts_left).toBe(1)
  })

  it('by opening it again and again is stopped for a minute', async () => {
    const { secret } = await newLink()
    const replies = await Promise.all(Array.from({ length: 40 }, () => open(secret)))
    const refused = replies.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThanOrEqual(10)
    expect(Number(refused[0]!.headers!['Retry-After'])).toBeGreaterThan(0)
  })
})
