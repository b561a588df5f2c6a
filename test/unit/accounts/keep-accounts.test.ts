// The keeper's rounds on a real table, against the simulators over HTTP.
import type { Context } from 'aws-lambda'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { markAccount } from '../../../core/accounts/account-state-store.ts'
import { getAccount } from '../../../core/accounts/account-store.ts'
import { accountView } from '../../../core/accounts/account-view.ts'
import { connectWithToken } from '../../../core/accounts/connect-account.ts'
import { credentialsOf } from '../../../core/accounts/credentials.ts'
import { keepAccounts } from '../../../core/accounts/keep-accounts.ts'
import { claimAccount, overdueAccounts } from '../../../core/accounts/keep-store.ts'
import { mayPublish } from '../../../core/accounts/may-publish.ts'
import * as secrets from '../../../core/aws/secrets.ts'
import { get, update } from '../../../core/aws/table.ts'
import { newId } from '../../../core/ids.ts'
import { disconnectAccount } from '../../../core/posts/disconnect-account.ts'
import { accountKey, dueAccounts, shardOf, sortable } from '../../../core/table-keys.ts'
import { handler as keeper } from '../../../functions/schedules/keep-accounts.ts'
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

/** Makes it the account's turn now. */
async function callUp(accountId: string): Promise<void> {
  await update(accountKey(accountId), {
    UpdateExpression: 'SET due_pk = :pk, due_sk = :sk, profile_synced_at = :long_ago',
    ExpressionAttributeValues: {
      ':pk': dueAccounts(shardOf(accountId)),
      ':sk': `${sortable(Date.now() - 1)}#${accountId}`,
      ':long_ago': 0,
    },
  })
}
const dueOf = async (accountId: string): Promise<string> => String((await get(accountKey(accountId)))?.due_sk)

const plentyOfTime = () => 600_000

/** The types of the events about the accounts, in their order. */
async function eventsOf(...accounts: readonly { id: string }[]): Promise<string[]> {
  const items = (
    JSON.parse(await world.items()) as Record<string, { S?: string; M?: Record<string, { S?: string }> }>[]
  ).filter(({ data }) => data?.M?.account_id !== undefined)
  return accounts.flatMap(({ id }) =>
    items.flatMap(({ data, type }) => (data!.M!.account_id!.S === id ? [String(type!.S)] : [])),
  )
}

describe('the keeper', () => {
  const connected = async (
    platform: keyof World['simulators'],
    given: Record<string, unknown> = {},
    age_ms = 0,
    ownerId = newId(),
  ) => {
    const { external_id, token: young } = await accountAt(platform, given)
    const { control } = world.simulators[platform]
    const token = age_ms === 0 ? young : (await control('POST', '/tokens', { account: external_id, age_ms })).token
    const account = await connectWithToken({ ownerId, platform, token })
    return { account, external_id, token }
  }

  it('reads the profile again, and the picture', async () => {
    const { account, external_id } = await connected('instagram', { username: 'old.name' })
    const bytes = await picture(80, 80, 'jpeg', 200)
    await profileOf('instagram', external_id, {
      username: 'new.name',
      name: 'New',
      biography: 'Now this.',
      picture: bytes.toString('base64'),
    })
    await callUp(account.id)
    expect(await keepAccounts(plentyOfTime)).toMatchObject({ kept: 1, failed: 0 })
    const kept = (await getAccount(account.id))!
    expect(kept).toMatchObject({ external_username: 'new.name', external_name: 'New', external_bio: 'Now this.' })
    expect(kept.picture_key).not.toBe(account.picture_key)
    const mine = [...world.objects.keys()].filter((key) => key.includes(account.id))
    expect(mine).toEqual([kept.picture_key])
    expect(world.objects.get(kept.picture_key!)?.bytes).toEqual(bytes)
    expect(await keepAccounts(plentyOfTime)).toMatchObject({ kept: 0, failed: 0 })
  })

  it('says of an account that became a personal one that nothing can be published to it, until it is professional again', async () => {
    const { account, external_id } = await connected('instagram', { username: 'turned.private' })
    const turn = async (account_type: string) => {
      await profileOf('instagram', external_id, { account_type })
      await callUp(account.id)
      await keepAccounts(plentyOfTime)
      return getAccount(account.id)
    }
    expect(await turn('Personal')).toMatchObject({
      status: 'action_required',
      status_reason:
        '@turned.private is a personal account: Instagram lets only business and creator accounts be published to.',
    })
    // Its quota can be read all the same: that it works again, only its profile shows.
    const asked = async () =>
      mayPublish('instagram', (await credentialsOf((await getAccount(account.id))!))!, { wrongType: true })
    expect(await asked()).toMatchObject({ ok: false, error: { class: 'owner_action' } })
    await profileOf('instagram', external_id, { account_type: 'Media_Creator' })
    expect(await asked()).toMatchObject({ ok: true })
    expect(await turn('Media_Creator')).toMatchObject({ status: 'active', status_reason: null })
  })

  it('refreshes a token when its time has come, and uses the new one', async () => {
    const { account, token } = await connected('threads', {}, 40 * 24 * 3_600_000)
    await update(accountKey(account.id), {
      UpdateExpression: 'SET connected_at = :then',
      ExpressionAttributeValues: { ':then': Date.now() - 3 * 24 * 3_600_000 },
    })
    await callUp(account.id)
    expect(await keepAccounts(plentyOfTime)).toMatchObject({ kept: 1, refreshed: 1, failed: 0 })
    const kept = (await getAccount(account.id))!
    expect(kept.token_expires_at! - Date.now()).toBeGreaterThan(59 * 24 * 3_600_000)
    const renewed = (await credentialsOf(kept))!.token
    expect(renewed).not.toBe(token)
    expect((await world.simulators.threads.call('GET', '/v1.0/me', { fields: 'id' }, { token: renewed })).status).toBe(
      200,
    )
  })

  it('marks a dead one, leaves the others alone, and sees it come back', async () => {
    const dead = await connected('instagram')
    const checkpoint = await connected('instagram')
    const fine = await connected('threads')
    await world.simulators.instagram.control('POST', '/tokens/revoke', { account: dead.external_id, subcode: 458 })
    await world.simulators.instagram.control('POST', '/tokens/revoke', {
      account: checkpoint.external_id,
      subcode: 459,
    })
    for (const { account } of [dead, checkpoint, fine]) await callUp(account.id)
    expect(await keepAccounts(plentyOfTime)).toMatchObject({ kept: 3, changed: 2 })
    const statusOf = async ({ account }: { account: { id: string } }) => (await getAccount(account.id))!.status
    expect(await Promise.all([dead, checkpoint, fine].map(statusOf))).toEqual([
      'reconnect_required',
      'action_required',
      'active',
    ])
    // Once: the owner knows.
    await callUp(checkpoint.account.id)
    await keepAccounts(plentyOfTime)
    const told = await eventsOf(dead.account, checkpoint.account, fine.account)
    expect(told).toEqual(['account.reconnect_required', 'account.action_required'])
    const { metadata } = accountView((await getAccount(dead.account.id))!)
    expect(JSON.parse(metadata!)).toMatchObject({
      status: 'reconnect_required',
      reason: expect.stringContaining('not authorized'),
    })
    const { token } = await world.simulators.instagram.control('POST', '/tokens', { account: dead.external_id })
    const ownerId = dead.account.owner_id
    expect(await connectWithToken({ ownerId, platform: 'instagram', token })).toMatchObject({
      id: dead.account.id,
      status: 'active',
    })
  })

  it('clears a mark only when the account may publish again', async () => {
    const { account, external_id } = await connected('threads')
    const deny = {
      match: { operation: 'quota', account: external_id },
      fault: { kind: 'error_before', code: 10, message: 'Application does not have permission' },
    }
    await markAccount(account.id, 'reconnect_required', 'No permission to publish.', Date.now())
    await world.simulators.threads.faults(deny)
    await callUp(account.id)
    await keepAccounts(plentyOfTime)
    expect(await getAccount(account.id)).toMatchObject({ status: 'reconnect_required' })
    await callUp(account.id)
    expect(await keepAccounts(plentyOfTime)).toMatchObject({ changed: 1 })
    expect(await getAccount(account.id)).toMatchObject({ status: 'active', status_reason: null })
  })

  it('has its turn at an account however often posts find it as it was marked', async () => {
    const { account } = await connected('threads')
    const now = Date.now()
    await markAccount(account.id, 'action_required', 'Restricted.', now)
    const due = await dueOf(account.id)
    await markAccount(account.id, 'action_required', 'Still restricted.', now + 5 * 3_600_000)
    expect(await dueOf(account.id)).toBe(due)
    expect((await getAccount(account.id))!.status_reason).toBe('Still restricted.')
  })

  it('fails as a whole where none of the accounts, or several, could be looked after for a fault of ours', async () => {
    const { account } = await connected('threads')
    const lambda = { getRemainingTimeInMillis: plentyOfTime } as Context
    const decrypt = vi.spyOn(secrets, 'decryptToken').mockRejectedValue(new Error('AccessDeniedException'))
    try {
      await callUp(account.id)
      await expect(keeper(undefined, lambda)).rejects.toThrow('1 account could not be looked after')
    } finally {
      decrypt.mockRestore()
    }
    await callUp(account.id)
    await keeper(undefined, lambda)
    expect(await getAccount(account.id)).toMatchObject({ status: 'active' })
  })

  it('is not held up by one that is broken, and gives every account to one round only', async () => {
    const broken = await connected('instagram')
    const fine = await connected('instagram')
    await update(accountKey(broken.account.id), {
      UpdateExpression: 'SET external_username = :number',
      ExpressionAttributeValues: { ':number': 7 },
    })
    for (const { account } of [broken, fine]) await callUp(account.id)
    const rounds = await Promise.all([keepAccounts(plentyOfTime), keepAccounts(plentyOfTime)])
    expect(rounds.reduce((sum, { kept }) => sum + kept, 0)).toBe(1)
    expect(rounds.reduce((sum, { failed }) => sum + failed, 0)).toBe(1)
  })

  it('begins nothing when its time is nearly over', async () => {
    const { account } = await connected('threads')
    await callUp(account.id)
    expect(await keepAccounts(() => 5000)).toEqual({ kept: 0, refreshed: 0, changed: 0, failed: 0, postponed: 0 })
    expect(await keepAccounts(plentyOfTime)).toMatchObject({ kept: 1 })
  })

  it('leaves a platform alone that throttles the app, not for what one account says', { tags: 'deep' }, async () => {
    const all = await Promise.all(Array.from({ length: 40 }, () => connected('instagram')))
    const other = await connected('threads')
    const throttle = (times: number) =>
      world.simulators.instagram.faults({
        match: { operation: 'profile' },
        fault: { kind: 'error_before', code: 4, message: 'Application request limit reached' },
        times,
      })
    const callAllUp = () => Promise.all([...all, other].map(({ account }) => callUp(account.id)))
    await throttle(1)
    await callAllUp()
    expect(await keepAccounts(plentyOfTime)).toMatchObject({ kept: 41, failed: 1, postponed: 0 })
    await world.simulators.instagram.control('DELETE', '/faults')

    await throttle(1000)
    await callAllUp()
    // One at a time in each shard: with more, most would be asked for before the first answer is in.
    const round = await keepAccounts(plentyOfTime, 1)
    expect(round.kept + round.postponed).toBe(41)
    expect(round.postponed).toBeGreaterThan(20)
    expect(round).toMatchObject({ failed: round.kept - 1 })
    await world.simulators.instagram.control('DELETE', '/faults')
    for (const { account } of all) {
      expect(Number((await dueOf(account.id)).slice(0, 15)) - Date.now()).toBeLessThan(31 * 60_000)
      expect((await getAccount(account.id))!.status).toBe('active')
    }
  })

  it('leaves an owner whose servers are slow to the next round, and nobody else', { tags: 'deep' }, async () => {
    const ownerId = newId()
    const all = await Promise.all(Array.from({ length: 40 }, () => connected('instagram', {}, 0, ownerId)))
    const others = await Promise.all(Array.from({ length: 10 }, () => connected('threads')))
    const fault = { kind: 'hang', ms: 300, when: 'before' }
    await world.simulators.instagram.faults({ match: { operation: 'profile' }, fault, times: 1000 })
    for (const { account } of [...all, ...others]) await callUp(account.id)
    // One at a time in each shard, as above.
    const round = await keepAccounts(plentyOfTime, 1, 200)
    await world.simulators.instagram.control('DELETE', '/faults')
    expect(round.kept + round.postponed).toBe(50)
    expect(round.postponed).toBeGreaterThan(20)
    for (const { account } of others) expect((await getAccount(account.id))!.profile_synced_at).toBeGreaterThan(0)
    const kept = await Promise.all(all.map(async ({ account }) => (await getAccount(account.id))!.profile_synced_at))
    expect(kept.filter((at) => at === 0)).toHaveLength(round.postponed)
    for (const { account } of all)
      expect(Number((await dueOf(account.id)).slice(0, 15)) - Date.now()).toBeLessThan(6.1 * 3_600_000)
  })

  it('does not overwrite what happened meanwhile', async () => {
    const { account, external_id, token } = await connected('instagram', { username: 'meanwhile' })
    await callUp(account.id)
    for await (const [due] of overdueAccounts(shardOf(account.id), Date.now())) {
      expect(due!.account_id).toBe(account.id)
      expect(await claimAccount(due!, Date.now() + 1000)).toMatchObject({ id: account.id })
      expect(await claimAccount(due!, Date.now() + 1000)).toBeUndefined()
    }
    await callUp(account.id)
    const newPicture = (await picture(80, 80, 'jpeg', 120)).toString('base64')
    await profileOf('instagram', external_id, { picture: newPicture })
    // The profile is asked for, and while the answer is on its way the account is disconnected.
    await world.simulators.instagram.faults({
      match: { operation: 'profile', account: external_id },
      fault: { kind: 'hang', ms: 300, when: 'before' },
    })
    const keeping = keepAccounts(plentyOfTime)
    await vi.waitFor(async () => expect(Number((await dueOf(account.id)).slice(0, 15))).toBeGreaterThan(Date.now()), {
      timeout: 20_000,
    })
    await disconnectAccount({ accountId: account.id })
    await keeping
    const after = (await getAccount(account.id))!
    expect(after.status).toBe('disconnected')
    expect(after.token_ciphertext).toBeUndefined()
    expect(await world.items()).not.toContain(token)
    // Nor is the new picture kept, which was copied after the disconnection had removed the old one.
    expect([...world.objects.keys()].filter((key) => key.includes(account.id))).toEqual([])
  })
})
