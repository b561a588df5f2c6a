// Connecting by the platforms' consent pages, over HTTP: every shape of reply, every way it can go wrong.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { AUTHORIZATION_MS, beginAuthorization, type Callback } from '../../../core/accounts/authorization.ts'
import { connectWithCode } from '../../../core/accounts/connect-account.ts'
import { credentialsOf } from '../../../core/accounts/credentials.ts'
import { listAccountViews } from '../../../core/accounts/list-accounts.ts'
import { newId } from '../../../core/ids.ts'
import type { PlatformId } from '../../../core/platforms/facts.ts'
import { disconnectAccount } from '../../../core/posts/disconnect-account.ts'
import { failTable, repeatTable } from '../people/world.ts'
import { startWorld, type World } from './world.ts'

const app = { client_id: '1234567890', client_secret: 'a-secret-of-the-app-0123456789abcdef' }
const operatorsApp = async () => app
const redirectUri = 'https://dashboard.test/connected'

let world: World
beforeAll(async () => {
  world = await startWorld()
  for (const simulator of Object.values(world.simulators)) await simulator.control('POST', '/settings', app)
})
afterAll(() => world.stop())
afterEach(async () => {
  const usual = { exchange_shape: 'wrapped', profile_shape: 'flat', clock_offset_ms: 0 }
  for (const simulator of Object.values(world.simulators)) {
    await simulator.control('POST', '/settings', usual)
    await simulator.control('DELETE', '/faults')
  }
})

const begin = (platform: keyof World['simulators'], ownerId: string) =>
  beginAuthorization({ ownerId, platform, app, redirectUri })

/** Goes where a browser would, as the owner of that account; comes back with what the address holds. */
async function consent(url: string, choice: Record<string, string>): Promise<Callback> {
  const address = new URL(url)
  for (const [name, value] of Object.entries(choice)) address.searchParams.set(name, value)
  const reply = await fetch(address, { redirect: 'manual' })
  const back = new URL(reply.headers.get('location')!)
  expect(back.origin + back.pathname).toBe(redirectUri)
  // As a program that takes the address apart by hand would hand it on: with the fragment.
  const last = [...back.searchParams.keys()].at(-1)!
  return Object.fromEntries(
    [...back.searchParams].map(([name, value]) => [name, name === last ? value + back.hash : value]),
  )
}

const accountAt = (platform: keyof World['simulators'], given: Record<string, unknown> = {}) =>
  world.simulators[platform].control('POST', '/accounts', given) as Promise<{ external_id: string }>

/** The whole way. */
async function connect(platform: keyof World['simulators'], choice: Record<string, string>, ownerId = newId()) {
  const { url } = await begin(platform, ownerId)
  return connectWithCode({ ownerId, operatorsApp, callback: await consent(url, choice) })
}

describe('the consent page', () => {
  it.each([
    ['instagram', 'instagram_business_basic,instagram_business_content_publish'],
    ['threads', 'threads_basic,threads_content_publish'],
  ] as const)('of %s is asked for what publishing needs, and nothing more', async (platform, scope) => {
    const { url } = await begin(platform, newId())
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
      client_id: app.client_id,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope,
      state: expect.stringMatching(/^[\w-]{43}$/),
    })
  })
})

describe('a connection', () => {
  it('begins although the SDK repeats the write', async () => {
    const undo = repeatTable('PutCommand')
    expect((await begin('threads', newId()).finally(undo)).url).toContain('state=')
  })
})

describe('the permissions that are asked for', () => {
  afterEach(() => {
    delete process.env.CONNECT_PERMISSIONS
  })
  const asked = async (platform: keyof World['simulators']) =>
    new URL((await begin(platform, newId())).url).searchParams.get('scope')!.split(',').slice(2)

  it.each([
    ['publish', [], []],
    ['comments', ['instagram_business_manage_comments'], ['threads_manage_replies', 'threads_read_replies']],
    ['insights, delete', ['instagram_business_manage_insights'], ['threads_manage_insights', 'threads_delete']],
    ['location,stories', [], ['threads_location_tagging', 'threads_share_to_instagram']],
  ])('are those of the setting %s', async (setting, instagram, threads) => {
    process.env.CONNECT_PERMISSIONS = setting
    expect([await asked('instagram'), await asked('threads')]).toEqual([instagram, threads])
  })

  it('are stored as far as they were granted; an owner who grants less is connected all the same', async () => {
    process.env.CONNECT_PERMISSIONS = 'comments,insights,delete'
    const publishing = ['threads_basic', 'threads_content_publish']
    const { external_id } = await accountAt('threads', { scopes: [...publishing, 'threads_delete'] })
    expect((await connect('threads', { account: external_id })).permissions).toEqual([...publishing, 'threads_delete'])
  })
})

describe('connecting by consent', () => {
  const shapes = (['wrapped', 'flat', 'flat_array'] as const).flatMap((exchange) =>
    (['wrapped', 'flat'] as const).map((profile) => [exchange, profile] as const),
  )
  it.each(shapes)('takes Instagram’s code reply %s and its profile %s', async (exchange_shape, profile_shape) => {
    await world.simulators.instagram.control('POST', '/settings', { exchange_shape, profile_shape })
    const { external_id } = await accountAt('instagram', { biography: 'Hello.' })
    const account = await connect('instagram', { account: external_id })
    expect(account).toMatchObject({
      external_account_id: external_id,
      permissions: ['instagram_business_basic', 'instagram_business_content_publish'],
      status: 'active',
    })
    expect(account.token_expires_at! - Date.now()).toBeGreaterThan(59 * 24 * 3_600_000)
    const { token } = (await credentialsOf(account))!
    const me = await world.simulators.instagram.call('GET', '/v26.0/me', { fields: 'user_id' }, { token })
    expect(me.status).toBe(200)
  })

  it('takes the id from the profile, where Threads sends a number that no JavaScript holds', async () => {
    const { external_id } = await accountAt('threads')
    const account = await connect('threads', { account: external_id })
    expect(account.external_account_id).toBe(external_id)
    expect(String(Number(external_id))).not.toBe(external_id)
    expect(account.token_expires_at! - Date.now()).toBeGreaterThan(59 * 24 * 3_600_000)
  })

  it('keeps the id of an account that is connected again', async () => {
    const ownerId = newId()
    const { external_id } = await accountAt('instagram')
    const first = await connect('instagram', { account: external_id }, ownerId)
    const again = await connect('instagram', { account: external_id }, ownerId)
    expect(again.id).toBe(first.id)
    expect(await listAccountViews(ownerId)).toHaveLength(1)
  })

  it('survives a reply that is lost after the code was used up', async () => {
    const { external_id } = await accountAt('instagram')
    await world.simulators.instagram.faults({
      match: { operation: 'exchange', nth: 2 },
      fault: { kind: 'drop_before' },
    })
    expect(await connect('instagram', { account: external_id })).toMatchObject({ external_account_id: external_id })
  })
})

describe('refused connections', () => {
  it('says so when the owner does not agree, and the state is used up', async () => {
    const ownerId = newId()
    const { url } = await begin('instagram', ownerId)
    const callback = await consent(url, { deny: '1' })
    await expect(connectWithCode({ ownerId, operatorsApp, callback })).rejects.toMatchObject({
      code: 'connection_refused',
      message: 'Instagram did not grant the connection: The user denied your request.',
    })
    await expect(connectWithCode({ ownerId, operatorsApp, callback })).rejects.toMatchObject({ code: 'invalid_state' })
  })

  it('believes a refusal that does not bring the state back, and uses nothing up', async () => {
    const ownerId = newId()
    const { external_id } = await accountAt('threads')
    const { url } = await begin('threads', ownerId)
    const callback = { error: 'access_denied', error_description: 'The+user+denied+your+request.' }
    await expect(connectWithCode({ ownerId, operatorsApp, callback })).rejects.toMatchObject({
      code: 'connection_refused',
      message: 'The platform did not grant it: The user denied your request.',
    })
    expect(
      await connectWithCode({ ownerId, operatorsApp, callback: await consent(url, { account: external_id }) }),
    ).toMatchObject({ external_account_id: external_id })
  })

  it('can be finished with the same answer when the app could not be read the first time', async () => {
    const ownerId = newId()
    const { external_id } = await accountAt('instagram')
    const callback = await consent((await begin('instagram', ownerId)).url, { account: external_id })
    const asked: PlatformId[] = []
    const unreadable = async (platform: PlatformId) => {
      asked.push(platform)
      throw new Error('not today')
    }
    await expect(connectWithCode({ ownerId, operatorsApp: unreadable, callback })).rejects.toThrow('not today')
    expect(asked).toEqual(['instagram'])
    expect(await connectWithCode({ ownerId, operatorsApp, callback })).toMatchObject({
      external_account_id: external_id,
    })
  })

  it('does not read the secret for an answer that nobody waits for', async () => {
    const never = async () => {
      throw new Error('was read')
    }
    const callback = { state: 'made-up', code: 'AQcode' }
    await expect(connectWithCode({ ownerId: newId(), operatorsApp: never, callback })).rejects.toMatchObject({
      code: 'invalid_state',
    })
  })

  it.each([
    ['instagram', 'instagram_business_basic', 'instagram_business_content_publish'],
    ['threads', 'threads_basic', 'threads_content_publish'],
  ] as const)('names what %s was not granted', async (platform, grant, missing) => {
    const { external_id } = await accountAt(platform)
    const ownerId = newId()
    await expect(connect(platform, { account: external_id, grant }, ownerId)).rejects.toMatchObject({
      code: 'missing_permissions',
      message: expect.stringContaining(missing),
    })
    expect(await listAccountViews(ownerId)).toEqual([])
  })

  it('refuses a personal account', async () => {
    const { external_id } = await accountAt('instagram', { account_type: 'Personal' })
    await expect(connect('instagram', { account: external_id })).rejects.toMatchObject({ code: 'personal_account' })
  })

  it('takes a state once, from its owner, within the hour', async () => {
    const ownerId = newId()
    const { external_id } = await accountAt('threads')
    const callback = await consent((await begin('threads', ownerId)).url, { account: external_id })
    const invalid = { code: 'invalid_state' }
    const tried = (given: Partial<Parameters<typeof connectWithCode>[0]>) =>
      connectWithCode({ ownerId, operatorsApp, callback, ...given })
    await expect(tried({ callback: { ...callback, state: 'made-up' } })).rejects.toMatchObject(invalid)
    await expect(tried({ callback: { code: callback.code } })).rejects.toMatchObject(invalid)
    await expect(tried({ ownerId: newId() })).rejects.toMatchObject(invalid)
    expect(await tried({})).toMatchObject({ external_account_id: external_id })
    await expect(tried({})).rejects.toMatchObject(invalid)

    const late = await consent((await begin('threads', ownerId)).url, { account: external_id })
    const now = Date.now() + AUTHORIZATION_MS
    await expect(tried({ callback: late, now })).rejects.toMatchObject({
      ...invalid,
      message: expect.stringContaining('too long ago'),
    })
  })

  it('refuses a code that was used, is too old or was never given out', async () => {
    const ownerId = newId()
    const { external_id } = await accountAt('instagram')
    const stateOf = async () => new URL((await begin('instagram', ownerId)).url).searchParams.get('state')!
    const invalid = { code: 'invalid_code', message: expect.stringContaining('was not found or was already used') }
    const first = await consent((await begin('instagram', ownerId)).url, { account: external_id })
    await connectWithCode({ ownerId, operatorsApp, callback: first })
    for (const code of [first.code!, 'AQneverGivenOut']) {
      const callback = { code, state: await stateOf() }
      await expect(connectWithCode({ ownerId, operatorsApp, callback })).rejects.toMatchObject(invalid)
    }
    const old = await consent((await begin('instagram', ownerId)).url, { account: external_id })
    await world.simulators.instagram.ahead(2 * 3_600_000)
    await expect(connectWithCode({ ownerId, operatorsApp, callback: old })).rejects.toMatchObject(invalid)
  })

  it('tells a platform that is down from one that refuses', async () => {
    const { external_id } = await accountAt('threads')
    await world.simulators.threads.faults({ match: { operation: 'exchange' }, fault: { kind: 'html_502' } })
    await expect(connect('threads', { account: external_id })).rejects.toMatchObject({ code: 'platform_unavailable' })
  })
})

describe('secrets', () => {
  it('are in no item, no log line and no error', async () => {
    const { external_id } = await accountAt('instagram')
    const ownerId = newId()
    const { url } = await begin('instagram', ownerId)
    const waiting = await world.items()
    const state = new URL(url).searchParams.get('state')!
    expect(waiting.includes(state)).toBe(false)
    const callback = await consent(url, { account: external_id })
    const wrong = { ...app, client_secret: 'another-secret-of-the-app-9876543210' }
    const error = await connectWithCode({ ownerId, operatorsApp: async () => wrong, callback }).catch(
      (thrown: Error) => thrown,
    )
    expect(error).toMatchObject({ code: 'invalid_code' })
    const written = (await world.items()) + world.logged() + JSON.stringify(error) + String((error as Error).stack)
    for (const secret of [state, callback.code!, app.client_secret, wrong.client_secret]) {
      expect(written.includes(secret)).toBe(false)
    }
    expect(/\b(?:IG|TH)Q[\w-]{40,}/.exec(written)).toBeNull()
  })
})

describe('an account that was disconnected', () => {
  it('is free for another owner, also where the rest of disconnecting failed', async () => {
    const { external_id } = await accountAt('threads')
    const [one, other, sessionId] = [newId(), newId(), newId()]
    const inSession = async (ownerId: string) => {
      const { url } = await beginAuthorization({ ownerId, sessionId, platform: 'threads', app, redirectUri })
      const callback = await consent(url, { account: external_id })
      return connectWithCode({ ownerId, sessionId, operatorsApp, callback })
    }
    const { id } = await inSession(one)
    await expect(inSession(other)).rejects.toMatchObject({ code: 'account_of_another_owner' })
    const undo = failTable('DeleteCommand', 'QueryCommand')
    await expect(disconnectAccount({ accountId: id, ownerId: one }).finally(undo)).rejects.toThrow('secret detail')
    expect((await inSession(other)).owner_id).toBe(other)
  })
})

describe('an account that the operator connected to two owners', () => {
  it('is connected again by the people of either, and by no others', async () => {
    const { external_id } = await accountAt('threads')
    const [one, other, third, sessionId] = [newId(), newId(), newId(), newId()]
    const inSession = async (ownerId: string) => {
      const { url } = await beginAuthorization({ ownerId, sessionId, platform: 'threads', app, redirectUri })
      return connectWithCode({
        ownerId,
        sessionId,
        operatorsApp,
        callback: await consent(url, { account: external_id }),
      })
    }
    const first = await connect('threads', { account: external_id }, one)
    const second = await connect('threads', { account: external_id }, other)
    expect((await inSession(one)).id).toBe(first.id)
    expect((await inSession(other)).id).toBe(second.id)
    const pictures = [...world.objects.keys()]
    await expect(inSession(third)).rejects.toMatchObject({ code: 'account_of_another_owner' })
    // No account would ever lead to a copy of it.
    expect([...world.objects.keys()]).toEqual(pictures)
    // Given up by one, it is the other's alone.
    await disconnectAccount({ accountId: first.id, ownerId: one })
    const kept = [...world.objects.keys()]
    await expect(inSession(one)).rejects.toMatchObject({ code: 'account_of_another_owner' })
    expect([...world.objects.keys()]).toEqual(kept)
  })
})
