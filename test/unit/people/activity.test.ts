// The record of changes: who made them, when and from where, in the transaction of each; only admins read it.
import { EncryptCommand, KMSClient } from '@aws-sdk/client-kms'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { addAccount } from '../../../core/accounts/account-store.ts'
import { createConnectLink, revokeConnectLink } from '../../../core/accounts/connect-links.ts'
import { entryOf, listActivities } from '../../../core/activity/activity-store.ts'
import { askedBy } from '../../../core/activity/asking.ts'
import { ACTIVITY_DAYS, type Activity, originOf } from '../../../core/activity/rules/activity.ts'
import { issueKey } from '../../../core/api-keys/issue-key.ts'
import { put, queryAll } from '../../../core/aws/table.ts'
import { ENV } from '../../../core/contract.ts'
import { deleteMedia } from '../../../core/media/delete-media.ts'
import { changeRole, getMember } from '../../../core/people/team-store.ts'
import { disconnectAccount } from '../../../core/posts/disconnect-account.ts'
import { activityOf, mediaKey } from '../../../core/table-keys.ts'
import { handler as connections } from '../../../functions/api/accounts/connections.ts'
import { handler as keys } from '../../../functions/api/keys.ts'
import { handler as team } from '../../../functions/api/team.ts'
import { handler as changeWebhook } from '../../../functions/api/webhooks/change.ts'
import { handler as makeWebhook } from '../../../functions/api/webhooks/create.ts'
import { handler as rotateWebhook } from '../../../functions/api/webhooks/rotate.ts'
import { accountOf, mediaOf } from '../../support/domain.ts'
import { startTable, type TableEngine } from '../../support/table-engine.ts'
import { addressOf, call, newOwner, type Someone, someone } from './world.ts'

vi.mock('../../../core/aws/bucket.ts', async (original) => ({
  ...(await original<object>()),
  removeObject: async () => undefined,
  removeObjects: async () => undefined,
}))

let engine: TableEngine
const kms = mockClient(KMSClient)
beforeAll(async () => {
  engine = await startTable()
  Object.assign(process.env, { [ENV.tokenKey]: 'key', [ENV.cdnUrl]: 'https://cdn.example' })
  kms.on(EncryptCommand).resolves({ CiphertextBlob: Buffer.from('sealed') })
})
afterAll(() => engine.stop())
afterEach(() => {
  vi.restoreAllMocks()
})

let owner: string
let admin: Someone
let turn = 0
const named = (name: string) => `${name}-of-activity-${turn}`
beforeEach(async () => {
  turn += 1
  owner = await newOwner()
  admin = await someone(named('admin'), owner)
})

const remembered = async (): Promise<Activity[]> =>
  (await listActivities(owner, { limit: 100, now: Date.now() })).activities.reverse()
const actions = async () => (await remembered()).map(({ action }) => action)

describe('a change', () => {
  it('of a key, a webhook, slots, the team is remembered, with the person and the address that it came from', async () => {
    const before = (await actions()).length
    const headers = { 'X-Forwarded-For': '198.51.100.9, 203.0.113.7, 130.176.1.2' }
    const as = (handler: unknown, route: string, given: object = {}) =>
      call(handler, route, admin, { headers, ...given })
    const { data: key } = await as(keys, 'POST /v1/keys', { body: { name: 'Shop' } })
    await as(keys, 'POST /v1/keys/{id}/rotate', { path: { id: key.id }, body: { keep_old_hours: 0 } })
    await as(keys, 'DELETE /v1/keys/{id}', { path: { id: key.id } })
    const { data: hook } = await as(makeWebhook, 'POST /v1/webhooks', {
      body: { url: 'https://shop.example.com/hooks?token=hidden' },
    })
    const path = { id: hook.id }
    await as(rotateWebhook, 'POST /v1/webhooks/{id}/rotate', { path })
    const off = await as(changeWebhook, 'PATCH /v1/webhooks/{id}', { path, body: { enabled: false } })
    expect(off.data).toMatchObject({ enabled: false, disabled_reason: 'owner' })
    const on = await as(changeWebhook, 'PATCH /v1/webhooks/{id}', { path, body: { enabled: true } })
    expect(on.data).toMatchObject({ enabled: true, disabled_at: null, failing_since: null })
    await as(changeWebhook, 'DELETE /v1/webhooks/{id}', { path })
    const account = accountOf({ id: crypto.randomUUID(), owner_id: owner, external_account_id: `77${turn}` })
    await addAccount(account, Date.now())
    const slots = { time_zone: 'UTC', slots: [{ weekday: 'monday', time: '09:00' }] }
    await as(connections, 'PUT /v1/accounts/social/{id}/slots', { path: { id: account.id }, body: slots })
    await disconnectAccount({ accountId: account.id })
    // Once more changes nothing.
    await disconnectAccount({ accountId: account.id })
    const { data: invitation } = await as(team, 'POST /v1/team/invitations', {
      body: { email: addressOf(named('guest')), role: 'viewer' },
    })
    await as(team, 'DELETE /v1/team/invitations/{id}', { path: { id: invitation.id } })

    const after = (await remembered()).slice(before)
    expect(after.map(({ action }) => action)).toEqual([
      'key.created',
      'key.rotated',
      'key.revoked',
      'webhook.created',
      'webhook.rotated',
      'webhook.switched_off',
      'webhook.switched_on',
      'webhook.deleted',
      'account.connected',
      'account.slots_changed',
      'account.disconnected',
      'invitation.created',
      'invitation.withdrawn',
    ])
    expect(after[0]).toMatchObject({
      owner_id: owner,
      target_id: key.id,
      target_name: 'Shop',
      actor: { kind: 'person', id: admin.id, from: '203.0.113.7' },
    })
    expect(after[3]).toMatchObject({ target_name: 'shop.example.com' })
    expect(after[8]!.actor).toEqual({ kind: 'service', id: null, from: null })
    // No secret of any of it.
    expect(JSON.stringify(after)).not.toMatch(/hidden|spk_|whsec_|sealed/)
  })

  it('by the operator names their user and machine; by an API key, the key', async () => {
    await askedBy({ kind: 'operator', id: 'anna', from: 'laptop' }, () =>
      issueKey({ ownerId: owner, label: 'By command' }),
    )
    const media = mediaOf({ id: crypto.randomUUID(), owner_id: owner })
    await put({ ...mediaKey(media.id), ...media })
    await askedBy({ kind: 'key', id: 'k1', from: '192.0.2.1' }, () => deleteMedia(media.id, owner, Date.now()))
    expect((await remembered()).slice(-2)).toMatchObject([
      { action: 'key.created', actor: { kind: 'operator', id: 'anna', from: 'laptop' } },
      { action: 'media.deleted', target_id: media.id, actor: { kind: 'key', id: 'k1', from: '192.0.2.1' } },
    ])
  })

  it('that is refused leaves nothing', async () => {
    const other = await someone(named('other'), owner)
    const { key } = await issueKey({ ownerId: owner })
    await changeRole((await getMember(owner, other.id))!, 'editor', admin.id)
    const before = await actions()
    await call(keys, 'DELETE /v1/keys/{id}', other, { path: { id: key.key_id } })
    await call(team, 'PATCH /v1/team/members/{id}', admin, { path: { id: admin.id }, body: { role: 'viewer' } })
    expect(await actions()).toEqual(before)
  })

  it('that two ask for at the same moment is remembered once, and one that changes nothing is not', async () => {
    const account = accountOf({ id: crypto.randomUUID(), owner_id: owner, external_account_id: `88${turn}` })
    await addAccount(account, Date.now())
    const before = (await actions()).length
    await Promise.all([1, 2, 3, 4].map(() => disconnectAccount({ accountId: account.id })))
    expect((await actions()).slice(before)).toEqual(['account.disconnected'])
    const editor = await someone(named('editor'), owner, 'editor')
    const joined = (await actions()).length
    for (const role of ['editor', 'viewer', 'viewer'])
      await call(team, 'PATCH /v1/team/members/{id}', admin, { path: { id: editor.id }, body: { role } })
    expect((await remembered()).slice(joined)).toMatchObject([
      { action: 'member.role_changed', details: { before: 'editor', role: 'viewer' } },
    ])
  })

  it('of a connect link names it by its label, also where it ends with the right to make it', async () => {
    const made = async (label: string) => {
      const { id } = await createConnectLink({
        ownerId: owner,
        by: admin.id,
        label,
        platforms: ['threads'],
        maxAccounts: 1,
        now: Date.now(),
      })
      return id
    }
    const [spring] = [await made('Spring'), await made('Autumn')]
    await revokeConnectLink(owner, spring, admin.id, Date.now())
    const nameless = await made('')
    await call(team, 'PATCH /v1/team/members/{id}', await someone(named('second'), owner), {
      path: { id: admin.id },
      body: { role: 'editor' },
    })
    const links = (await remembered()).filter(({ action }) => action.startsWith('connect_link.'))
    expect(links.slice(0, 4).map(({ action, target_name }) => [action, target_name])).toEqual([
      ['connect_link.created', 'Spring'],
      ['connect_link.created', 'Autumn'],
      ['connect_link.revoked', 'Spring'],
      ['connect_link.created', null],
    ])
    expect(links.slice(4).map(({ action, target_name }) => [action, target_name])).toEqual(
      expect.arrayContaining([
        ['connect_link.revoked', 'Autumn'],
        ['connect_link.revoked', null],
      ]),
    )
    expect(links.filter(({ target_id }) => target_id === nameless)).toHaveLength(2)
  })

  it('is not made where it cannot be remembered', async () => {
    const send = DynamoDBDocumentClient.prototype.send as (command: object, ...more: unknown[]) => Promise<unknown>
    vi.spyOn(DynamoDBDocumentClient.prototype, 'send').mockImplementation(function (
      this: DynamoDBDocumentClient,
      command: { input: object },
      ...more: unknown[]
    ) {
      // As a write of the entry by itself would fail.
      const single = 'Item' in command.input && JSON.stringify(command.input).includes('ACTIVITY#')
      return (single ? Promise.reject(new Error('written apart')) : send.call(this, command, ...more)) as never
    } as never)
    await issueKey({ ownerId: owner, label: 'together' })
    expect((await remembered()).at(-1)).toMatchObject({ action: 'key.created', target_name: 'together' })
  })

  it('is kept for a year, and then no more shown', async () => {
    const at = Date.now() - ACTIVITY_DAYS * 86_400_000 - 1000
    const { Item } = entryOf(owner, { action: 'key.revoked', target_id: 'old' }, at)
    expect(Number(Item!.expires_at)).toBe(Math.ceil(at / 1000) + ACTIVITY_DAYS * 86_400)
    await put(Item!)
    expect((await remembered()).map(({ target_id }) => target_id)).not.toContain('old')
    const stored = await queryAll({
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': activityOf(owner) },
    })
    for (const { expires_at } of stored) expect(expires_at).toBeGreaterThan(0)
  })
})

describe('what was changed', () => {
  const page = (who: Someone, query: Record<string, string> = {}) => call(team, 'GET /v1/activity', who, { query })

  it('is read page by page, the latest first, with the names of people', async () => {
    for (let at = 0; at < 7; at += 1) await issueKey({ ownerId: owner, label: `key ${at}` })
    await call(keys, 'POST /v1/keys', admin, { body: { name: 'mine' } })
    const all: string[] = []
    let before: string | null | undefined
    do {
      const { status, data } = await page(admin, { limit: '3', ...(before ? { before } : {}) })
      expect(status).toBe(200)
      expect(data.result.length).toBeLessThanOrEqual(3)
      all.push(...data.result.map(({ id }: { id: string }) => id))
      before = data.next_before
    } while (before)
    expect(all).toEqual((await remembered()).reverse().map(({ id }) => id))
    const [latest] = (await page(admin)).data.result
    expect(latest).toMatchObject({
      action: 'key.created',
      target: { name: 'mine' },
      actor: { kind: 'person', id: admin.id, name: named('admin'), email: addressOf(named('admin')) },
    })
  })

  it('is named by its id where its name is empty', async () => {
    await put(entryOf(owner, { action: 'review_link.created', target_id: 'nameless', target_name: '' }).Item!)
    expect((await page(admin)).data.result[0].target).toEqual({ id: 'nameless', name: null })
  })

  it('is read by admins alone, of their owner alone', async () => {
    const editor = await someone(named('editor'), owner, 'editor')
    expect(await page(editor)).toMatchObject({ status: 403, code: 'role_required' })
    expect((await call(team, 'GET /v1/activity', 'key')).status).toBe(403)
    const others = await someone(named('elsewhere'), await newOwner())
    const { data } = await page(others)
    expect(JSON.stringify(data)).not.toContain(owner)
    expect((await page(admin, { before: 'x' })).status).toBe(400)
    expect((await page(admin, { before: `${'9'.repeat(15)}#${crypto.randomUUID()}` })).status).toBe(200)
    // A page may end with an entry that is older than a year when the next one is asked for.
    const over = String(Date.now() - ACTIVITY_DAYS * 86_400_000 - 1).padStart(15, '0')
    const later = await page(admin, { before: `${over}#${crypto.randomUUID()}` })
    expect([later.status, later.data]).toEqual([200, { result: [], next_before: null }])
    const none = { activities: [], next_before: null }
    expect(await listActivities(owner, { since: Date.now() + 86_400_000, limit: 10, now: Date.now() })).toEqual(none)
  })
})

describe('where a request came from', () => {
  it.each([
    ['directly', '203.0.113.7', '203.0.113.7', { from: '203.0.113.7' }],
    [
      'with what the caller made up',
      '203.0.113.7',
      'made up, 203.0.113.7',
      { from: 'made up', through: '203.0.113.7' },
    ],
    [
      'through the CDN',
      '130.176.1.2',
      '1.1.1.1, 203.0.113.7, 130.176.1.2',
      { from: '203.0.113.7', through: '130.176.1.2' },
    ],
    ['from nowhere', undefined, undefined, { from: null }],
  ])('%s', (_name, peer, list, origin) => {
    expect(originOf(peer, list)).toEqual(origin)
  })

  it('is as long as an address, whatever was sent', () => {
    expect(originOf('203.0.113.7', `${'x'.repeat(5000)}, 203.0.113.7`).from!.length).toBeLessThanOrEqual(200)
  })
})
