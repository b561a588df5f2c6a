// Connecting and listing accounts: the real code on a real table, against the simulators over HTTP.
import { readFile } from 'node:fs/promises'
import { KMSClient } from '@aws-sdk/client-kms'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { markAccount } from '../../../core/accounts/account-state-store.ts'
import { addAccount, eraseConnection, getAccount, getAccountsOf } from '../../../core/accounts/account-store.ts'
import { accountView } from '../../../core/accounts/account-view.ts'
import { addListed } from '../../../core/accounts/add-listed.ts'
import { connectWithToken } from '../../../core/accounts/connect-account.ts'
import { credentialsOf } from '../../../core/accounts/credentials.ts'
import { listAccountViews } from '../../../core/accounts/list-accounts.ts'
import { newId } from '../../../core/ids.ts'
import { handler as list } from '../../../functions/api/accounts/list.ts'
import { apiEvent, lambdaContext } from '../../support/api-event.ts'
import { accountOf, OWNER } from '../../support/domain.ts'
import { picture } from '../fake-platforms/support.ts'
import { startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

/** A new account of the platform, and what its owner's token is. */
const accountAt = (platform: keyof World['simulators'], given: Record<string, unknown> = {}) =>
  world.simulators[platform].control('POST', '/accounts', given) as Promise<{ external_id: string; token: string }>

const profileOf = (platform: keyof World['simulators'], external_id: string, given: Record<string, unknown>) =>
  world.simulators[platform].control('POST', '/accounts', { external_id, ...given })

describe('connecting with a token', () => {
  it.each(['instagram', 'threads'] as const)('stores what %s says of the account', async (platform) => {
    const ownerId = newId()
    const { external_id, token } = await accountAt(platform, {
      username: `shop.${platform}`,
      name: 'The Shop ✿',
      biography: 'We sell things.',
    })
    const account = await connectWithToken({ ownerId, platform, token })
    expect(account).toMatchObject({
      owner_id: ownerId,
      provider: platform,
      external_account_id: external_id,
      external_username: `shop.${platform}`,
      external_name: 'The Shop ✿',
      external_bio: 'We sell things.',
      status: 'active',
    })
    expect(Number(external_id)).toBeGreaterThan(Number.MAX_SAFE_INTEGER)
    expect(await getAccount(account.id)).toEqual(account)
    expect(await credentialsOf(account)).toEqual({ external_id, token })
    await expect(credentialsOf({ ...account, id: newId() })).resolves.not.toMatchObject({ token })
  })

  it('copies the picture into the bucket and shows it from the CDN', async () => {
    const bytes = await picture(64, 64)
    const { token } = await accountAt('instagram', { picture: bytes.toString('base64') })
    const account = await connectWithToken({ ownerId: newId(), platform: 'instagram', token })
    const { external_profile_url } = accountView(account)
    expect(external_profile_url).toMatch(new RegExp(`^https://cdn\\.test/profile/${account.id}/[0-9a-f]{32}\\.jpg$`))
    const stored = world.objects.get(new URL(external_profile_url).pathname.slice(1))
    expect(stored).toEqual({ bytes, type: 'image/jpeg' })
  })

  it('leaves no picture of an account whose session could not be sealed', async () => {
    const bytes = await picture(48, 48)
    const { token } = await accountAt('instagram', { picture: bytes.toString('base64') })
    const before = [...world.objects.keys()]
    vi.spyOn(KMSClient.prototype, 'send').mockRejectedValueOnce(new Error('no key') as never)
    await expect(connectWithToken({ ownerId: newId(), platform: 'instagram', token })).rejects.toThrow('no key')
    expect([...world.objects.keys()]).toEqual(before)
  })

  it('updates a connection that is there and keeps its id', async () => {
    const ownerId = newId()
    const { external_id, token } = await accountAt('threads', { username: 'before' })
    const first = await connectWithToken({ ownerId, platform: 'threads', token, now: 1_800_000_000_000 })
    await markAccount(first.id, 'reconnect_required', 'Gone.', 1_800_000_000_001)
    await profileOf('threads', external_id, { username: 'after' })
    const again = await connectWithToken({ ownerId, platform: 'threads', token, now: 1_800_000_000_002 })
    expect(again).toMatchObject({
      id: first.id,
      created_at: first.created_at,
      external_username: 'after',
      status: 'active',
      status_reason: null,
    })
    expect(await listAccountViews(ownerId)).toHaveLength(1)
    const elsewhere = await connectWithToken({ ownerId: newId(), platform: 'threads', token })
    expect(elsewhere.id).not.toBe(first.id)
  })

  it('makes one account of two connections at the same moment', async () => {
    const ownerId = newId()
    const { token } = await accountAt('instagram')
    const both = await Promise.all([1, 2, 3].map(() => connectWithToken({ ownerId, platform: 'instagram', token })))
    expect(new Set(both.map(({ id }) => id)).size).toBe(1)
    expect(await listAccountViews(ownerId)).toHaveLength(1)
  })

  const refused = async (platform: keyof World['simulators'], token: string) => {
    const ownerId = newId()
    const error = await connectWithToken({ ownerId, platform, token }).catch((thrown: unknown) => thrown)
    expect(await listAccountViews(ownerId)).toEqual([])
    expect(JSON.stringify(error) + String((error as Error).message)).not.toContain(token)
    return error
  }

  it('refuses a personal account with the reason', async () => {
    const { token } = await accountAt('instagram', { username: 'just.me', account_type: 'Personal' })
    expect(await refused('instagram', token)).toMatchObject({
      code: 'personal_account',
      message: '@just.me is a personal account: Instagram lets only business and creator accounts be published to.',
    })
  })

  it.each([
    ['instagram', 'instagram_business_basic', 'instagram_business_content_publish'],
    ['threads', 'threads_basic', 'threads_content_publish'],
  ] as const)('names the permission that %s was not granted', async (platform, basic, publish) => {
    const onlyReading = await accountAt(platform, { scopes: [basic] })
    expect(await refused(platform, onlyReading.token)).toMatchObject({
      code: 'missing_permissions',
      message: expect.stringContaining(publish),
    })
    const nothing = await accountAt(platform, { scopes: [publish] })
    expect(await refused(platform, nothing.token)).toMatchObject({
      code: 'missing_permissions',
      message: expect.stringContaining(basic),
    })
  })

  it('refuses a token that the platform does not know, or that is over', async () => {
    expect(await refused('instagram', 'IGQtokenThatNobodyEverIssuedToAnyone')).toMatchObject({ code: 'invalid_token' })
    const { token } = await accountAt('threads')
    await world.simulators.threads.control('POST', '/tokens/expire', { token })
    expect(await refused('threads', token)).toMatchObject({ code: 'invalid_token' })
    await expect(connectWithToken({ ownerId: OWNER, platform: 'threads', token: '  ' })).rejects.toMatchObject({
      code: 'invalid_token',
    })
  })

  it('says that the platform is unavailable, and that its owner must act', async () => {
    const { external_id, token } = await accountAt('instagram')
    const fault = (rule: Record<string, unknown>) =>
      world.simulators.instagram.faults({ match: { operation: 'profile', account: external_id }, fault: rule })
    await fault({ kind: 'html_502' })
    expect(await refused('instagram', token)).toMatchObject({ code: 'platform_unavailable', kind: 'unavailable' })
    await fault({ kind: 'error_before', code: 190, subcode: 459, message: 'Checkpoint' })
    expect(await refused('instagram', token)).toMatchObject({ code: 'account_action_required' })
  })
})

describe('listing', () => {
  it('shows accounts of all five platforms as the specification says, in the order of connecting', async () => {
    const ownerId = newId()
    const at = Date.now()
    const instagram = await accountAt('instagram', { username: 'one' })
    const threads = await accountAt('threads', { username: 'two' })
    await connectWithToken({ ownerId, platform: 'threads', token: threads.token, now: at + 1 })
    await connectWithToken({ ownerId, platform: 'instagram', token: instagram.token, now: at })
    for (const [index, platform] of ['facebook', 'x', 'youtube'].entries()) {
      await addListed({ ownerId, platform, username: `@User${index}`, now: at + 2 + index })
    }
    const answer = await list(apiEvent({ resource: '/v1/accounts/social', ownerId }), lambdaContext())
    expect(answer.statusCode).toBe(200)
    const { success, data } = JSON.parse(String(answer.body))
    expect(success).toBe(true)
    expect(data.map((account: { social_provider: unknown }) => account.social_provider)).toEqual([
      provider(1, 'instagram', 'Instagram', '인스타그램', '{"post_types":["feed","reels","stories"]}'),
      provider(2, 'threads', 'Threads', '스레드', '{"post_types":["feed","text"]}'),
      provider(3, 'facebook', 'Facebook', '페이스북', null),
      provider(4, 'x', 'X', '엑스', null),
      provider(5, 'youtube', 'YouTube', '유튜브', null),
    ])
    expect(data.map((account: { created_at: number }) => account.created_at)).toEqual(
      [0, 1, 2, 3, 4].map((n) => at + n),
    )
    for (const account of data) {
      expect(Object.keys(account)).toEqual([
        'id',
        'created_at',
        'external_account_id',
        'external_username',
        'external_name',
        'external_bio',
        'external_profile_url',
        'metadata',
        'social_provider',
      ])
      expect(JSON.parse(account.metadata)).toMatchObject({ status: 'active', reason: null, token_expiry_known: false })
    }
    expect(data.map(({ metadata }: { metadata: string }) => JSON.parse(metadata).token_expires_at)).toEqual([
      at + 60 * 86_400_000,
      at + 1 + 60 * 86_400_000,
      null,
      null,
      null,
    ])
    expect(data[0].external_account_id).toBe(instagram.external_id)
    expect(data[2]).toMatchObject({ external_account_id: 'user0', external_username: 'User0' })
  })

  it('shows nobody the accounts of another', async () => {
    const ownerId = newId()
    const { token } = await accountAt('threads')
    const { id } = await connectWithToken({ ownerId, platform: 'threads', token })
    expect(await listAccountViews(newId())).toEqual([])
    expect((await getAccountsOf(ownerId, [id, id, newId()])).map((account) => account.id)).toEqual([id])
    expect(await getAccountsOf(newId(), [id])).toEqual([])
  })

  it('lists no account that is connected: its token stays', async () => {
    const ownerId = newId()
    const now = Date.now()
    const page = accountOf({ id: newId(), owner_id: ownerId, provider: 'facebook', external_account_id: '6155' })
    await addAccount(page, now)
    const listing = { ownerId, platform: 'facebook', username: '6155' }
    await expect(addListed(listing)).rejects.toMatchObject({ code: 'conflict' })
    expect(await getAccount(page.id)).toMatchObject({ token_ciphertext: page.token_ciphertext })
    await eraseConnection(page, 'The account was disconnected.', now)
    expect(await addListed(listing)).toMatchObject({ id: page.id, status: 'active' })
    expect((await getAccount(page.id))?.token_ciphertext).toBeUndefined()
  })

  it('records the same listed account once, and takes no other platform', async () => {
    const ownerId = newId()
    const first = await addListed({ ownerId, platform: 'x', username: 'Somebody' })
    const again = await addListed({ ownerId, platform: 'x', username: 'somebody', name: 'Some Body' })
    expect(again.id).toBe(first.id)
    expect((await listAccountViews(ownerId)).map(({ external_name }) => external_name)).toEqual(['Some Body'])
    for (const [platform, username] of [
      ['instagram', 'x'],
      ['myspace', 'x'],
      ['x', 'two words'],
      ['x', ''],
    ] as const) {
      await expect(addListed({ ownerId, platform, username })).rejects.toMatchObject({ code: 'invalid_value' })
    }
  })
})

const provider = (id: number, name: string, display_name: string, kr_name: string, config: string | null) => ({
  id,
  name,
  display_name,
  kr_name,
  config,
  icon_url: null,
})

describe('tokens', () => {
  it('are in no item and no log line, and in an address only where the platforms document nothing else', async () => {
    const { token } = await accountAt('instagram')
    await connectWithToken({ ownerId: newId(), platform: 'instagram', token })
    const written = (await world.items()) + world.logged()
    // Not `expect` on the whole: a failure would print all of it.
    expect(written.includes('account connected')).toBe(true)
    expect(/\b(?:IG|TH)Q[\w-]{40,}/.exec(written)).toBeNull()
    for (const simulator of Object.values(world.simulators)) {
      const { requests } = await simulator.state()
      const inQuery = requests.filter((request: { token_in: string }) => request.token_in === 'query')
      expect(inQuery.every((request: { path: string }) => /^\/(refresh_)?access_token$/.test(request.path))).toBe(true)
    }
    const journal = await readFile(`${world.simulators.instagram.dataDir}/instagram.jsonl`, 'utf8')
    expect(journal).not.toContain(token)
  })
})
