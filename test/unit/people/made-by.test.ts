// Creating things takes a role: nobody does it whose role has ended, whatever the gateway remembers of it; and what
// somebody made is known by their name when they are removed.
import { EncryptCommand, KMSClient } from '@aws-sdk/client-kms'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { addAccount, findAccountId, getAccount } from '../../../core/accounts/account-store.ts'
import { NotAdmin } from '../../../core/api-keys/actor.ts'
import { callerContext } from '../../../core/api-keys/caller.ts'
import { issueKey } from '../../../core/api-keys/issue-key.ts'
import { ENV } from '../../../core/contract.ts'
import { createOwnerKey, describeKeys, revokeOwnerKey, rotateOwnerKey } from '../../../core/owners/owner-keys.ts'
import { lookUpSession } from '../../../core/people/resolve-session.ts'
import { changeRole, getMember, removeMember } from '../../../core/people/team-store.ts'
import { createWebhook } from '../../../core/webhooks/create-webhook.ts'
import { WEBHOOK_EVENTS } from '../../../core/webhooks/rules/webhooks.ts'
import { getWebhook, listWebhooks } from '../../../core/webhooks/webhook-store.ts'
import { handler as connections } from '../../../functions/api/accounts/connections.ts'
import { handler as connect } from '../../../functions/api/connect.ts'
import { handler as keys } from '../../../functions/api/keys.ts'
import { handler as team } from '../../../functions/api/team.ts'
import { handler as changeWebhook } from '../../../functions/api/webhooks/change.ts'
import { handler as makeWebhook } from '../../../functions/api/webhooks/create.ts'
import { handler as rotateWebhook } from '../../../functions/api/webhooks/rotate.ts'
import { handler as sendWebhook } from '../../../functions/api/webhooks/send.ts'
import { apiEvent, lambdaContext } from '../../support/api-event.ts'
import { accountOf } from '../../support/domain.ts'
import { startTable, type TableEngine } from '../../support/table-engine.ts'
import { addressOf, call, newOwner, type Someone, someone } from './world.ts'

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

/** From now on lists by owner cannot be read; all else of the table can. */
function failIndex(): void {
  const send = DynamoDBDocumentClient.prototype.send as (command: object, ...more: unknown[]) => Promise<unknown>
  vi.spyOn(DynamoDBDocumentClient.prototype, 'send').mockImplementation(function (
    this: DynamoDBDocumentClient,
    command: { input: object },
    ...more: unknown[]
  ) {
    if ('IndexName' in command.input) return Promise.reject(new Error('secret detail of the index')) as never
    return send.call(this, command, ...more) as never
  } as never)
}

const NOW = Date.now()
const URL = 'https://shop.example.com/hooks'
let owner: string
let admin: Someone
let other: Someone
let turn = 0
const named = (name: string) => `${name}-who-makes-${turn}`
beforeEach(async () => {
  turn += 1
  owner = await newOwner()
  admin = await someone(named('admin'), owner)
  other = await someone(named('other'), owner)
})

const webhookOf = (by?: string) => createWebhook(owner, { url: URL, events: [...WEBHOOK_EVENTS] }, NOW, by)
const newAccount = (externalId: string, more: object = {}) =>
  accountOf({ id: crypto.randomUUID(), owner_id: owner, external_account_id: `${externalId}${turn}`, ...more })

describe('somebody who stopped being an admin', () => {
  const demote = async () => changeRole((await getMember(owner, other.id))!, 'editor', admin.id)
  const refused = { code: 'role_required' }

  it('makes, rotates and revokes no key, and makes no webhook, in the moment of the write itself', async () => {
    const { key } = await createOwnerKey({ ownerId: owner, name: 'before', by: other.id, now: NOW })
    await demote()
    await expect(createOwnerKey({ ownerId: owner, name: 'after', by: other.id, now: NOW })).rejects.toMatchObject(
      refused,
    )
    await expect(
      rotateOwnerKey({ ownerId: owner, keyId: key.key_id, keepOldHours: 0, by: other.id, now: NOW }),
    ).rejects.toMatchObject(refused)
    await expect(revokeOwnerKey(owner, key.key_id, NOW, other.id)).rejects.toMatchObject(refused)
    await expect(webhookOf(other.id)).rejects.toMatchObject(refused)
    expect((await describeKeys(owner, NOW)).keys).toMatchObject([
      { id: key.key_id, status: 'active', rotated_at: null },
    ])
    expect(await listWebhooks(owner)).toEqual([])
  })

  it('connects no account in the moment of the write itself', async () => {
    await demote()
    const account = newAccount('900')
    await expect(addAccount(account, NOW, { alone: true, by: other.id })).rejects.toBeInstanceOf(NotAdmin)
    expect(await findAccountId(owner, account.provider, account.external_account_id)).toBeUndefined()
    await addAccount(account, NOW, { alone: true, by: admin.id })
    expect(await getAccount(account.id)).toMatchObject({ status: 'active' })
  })

  it('changes nothing with what the gateway remembers, by any route that needs an admin', async () => {
    const { key } = await createOwnerKey({ ownerId: owner, name: 'shop', now: NOW })
    const { webhook } = await webhookOf()
    const account = newAccount('901')
    await addAccount(account, NOW)
    const remembered = callerContext((await lookUpSession(other.secret))!)
    expect(remembered.role).toBe('admin')
    await removeMember((await getMember(owner, other.id))!, admin.id)

    const slots = { time_zone: 'UTC', slots: [{ weekday: 'monday', time: '09:00' }] }
    const one = { id: webhook.id }
    const tried: [handler: unknown, route: string, given: object][] = [
      [keys, 'POST /v1/keys', { body: { name: 'mine' } }],
      [keys, 'POST /v1/keys/{id}/rotate', { path: { id: key.key_id }, body: { keep_old_hours: 0 } }],
      [keys, 'DELETE /v1/keys/{id}', { path: { id: key.key_id } }],
      [makeWebhook, 'POST /v1/webhooks', { body: { url: URL } }],
      [rotateWebhook, 'POST /v1/webhooks/{id}/rotate', { path: one }],
      [changeWebhook, 'PATCH /v1/webhooks/{id}', { path: one, body: { enabled: false } }],
      [changeWebhook, 'DELETE /v1/webhooks/{id}', { path: one }],
      [sendWebhook, 'POST /v1/webhooks/{id}/test', { path: one }],
      [connect, 'POST /v1/accounts/social/authorizations', { body: { platform: 'instagram' } }],
      [connect, 'POST /v1/accounts/social/authorizations/finish', { body: { state: 'state', code: 'code' } }],
      [connect, 'DELETE /v1/accounts/social/{id}', { path: { id: account.id } }],
      [connections, 'PUT /v1/accounts/social/{id}/slots', { path: { id: account.id }, body: slots }],
    ]
    for (const [handler, route, given] of tried) {
      const [method, resource] = route.split(' ') as [string, string]
      const event = apiEvent({ ...given, method, resource })
      event.requestContext.authorizer = remembered
      const run = handler as (...a: unknown[]) => Promise<{ statusCode: number; body: string }>
      const { statusCode, body } = await run(event, lambdaContext())
      expect([route, statusCode, JSON.parse(body).errors?.[0]?.code]).toEqual([route, 403, 'role_required'])
    }
    expect((await describeKeys(owner, NOW)).keys).toMatchObject([
      { id: key.key_id, status: 'active', rotated_at: null },
    ])
    expect(await listWebhooks(owner)).toEqual([await getWebhook(owner, webhook.id)])
    expect(await getWebhook(owner, webhook.id)).toEqual(webhook)
    expect(await getAccount(account.id)).toMatchObject({ status: 'active' })
  })
})

describe('what somebody made', () => {
  const maker = () => ({ id: other.id, name: named('other'), email: addressOf(named('other')) })

  it('says so to people, and to no API key; what the operator made names nobody', async () => {
    const made = await call(keys, 'POST /v1/keys', other, { body: { name: 'theirs' } })
    await issueKey({ ownerId: owner, label: 'by command', now: NOW - 1000 })
    const hook = await call(makeWebhook, 'POST /v1/webhooks', other, { body: { url: URL } })
    expect([made.status, hook.status]).toEqual([200, 201])
    await addAccount(newAccount('902', { created_by: other.id }), NOW)

    const list = await call(keys, 'GET /v1/keys', admin)
    expect(list.data).toMatchObject([
      { name: 'by command', created_by: null },
      { name: 'theirs', created_by: maker() },
    ])
    for (const [handler, route] of [
      [changeWebhook, 'GET /v1/webhooks'],
      [connections, 'GET /v1/accounts/connections'],
    ] as const) {
      expect((await call(handler, route, admin)).data).toMatchObject([{ created_by: maker() }])
      const event = apiEvent({ method: 'GET', resource: route.split(' ')[1]! })
      event.requestContext.authorizer = { owner_id: owner, key_id: made.data.id, rate_limit: '60', generation: '1' }
      const run = handler as unknown as (...a: unknown[]) => Promise<{ body: string }>
      const { data } = JSON.parse((await run(event, lambdaContext())).body)
      expect(data).toHaveLength(1)
      expect(data[0]).not.toHaveProperty('created_by')
    }
  })

  it('is listed when they are removed: what lives on, and nothing of anybody else', async () => {
    const { key } = await createOwnerKey({ ownerId: owner, name: 'lives on', by: other.id, now: NOW })
    const ended = await createOwnerKey({ ownerId: owner, name: 'revoked', by: other.id, now: NOW })
    await revokeOwnerKey(owner, ended.key.key_id, NOW, admin.id)
    await createOwnerKey({ ownerId: owner, name: 'of the admin', by: admin.id, now: NOW })
    const { webhook } = await webhookOf(other.id)
    await webhookOf(admin.id)
    const account = newAccount('903')
    await addAccount({ ...account, created_by: other.id }, NOW)

    const { status, data } = await call(team, 'DELETE /v1/team/members/{id}', admin, { path: { id: other.id } })
    expect(status).toBe(200)
    expect(data).toEqual({
      id: other.id,
      invitations_ended: 0,
      made: {
        keys: [{ id: key.key_id, name: 'lives on' }],
        webhooks: [{ id: webhook.id, url: URL }],
        connections: [{ id: account.id, platform: account.provider, username: account.external_username }],
      },
    })
  })

  it('hides no removal where it cannot be read', async () => {
    await createOwnerKey({ ownerId: owner, name: 'lives on', by: other.id, now: NOW })
    failIndex()
    const { status, data } = await call(team, 'DELETE /v1/team/members/{id}', admin, { path: { id: other.id } })
    expect([status, data]).toEqual([200, { id: other.id, invitations_ended: 0, made: null }])
    expect(await getMember(owner, other.id)).toBeUndefined()
  })
})
