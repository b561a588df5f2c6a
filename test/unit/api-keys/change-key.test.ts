import {
  APIGatewayClient,
  CreateApiKeyCommand,
  CreateUsagePlanCommand,
  CreateUsagePlanKeyCommand,
  DeleteApiKeyCommand,
  GetUsagePlansCommand,
  LimitExceededException,
  NotFoundException,
} from '@aws-sdk/client-api-gateway'
import { DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { APIGatewayRequestAuthorizerEvent } from 'aws-lambda'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { callerOf } from '../../../core/api-keys/caller.ts'
import { dropRevokedMirrors, revokeKey, rotateKey } from '../../../core/api-keys/change-key.ts'
import { issueKey } from '../../../core/api-keys/issue-key.ts'
import { listKeys } from '../../../core/api-keys/key-store.ts'
import { admit } from '../../../core/api-keys/limiter.ts'
import { lookUpKey, resolveKey } from '../../../core/api-keys/resolve-key.ts'
import { newSecret } from '../../../core/api-keys/secret.ts'
import { get } from '../../../core/aws/table.ts'
import { log } from '../../../core/log.ts'
import { createOwner, requireOwner } from '../../../core/owners/owners.ts'
import { apiKeyKey } from '../../../core/table-keys.ts'
import { handler } from '../../../functions/authorizer.ts'
import { startTable, type TableEngine } from '../../support/table-engine.ts'

const GATEWAY = { stackName: 'Test', apiId: 'api1' }
const NOW = Date.UTC(2026, 0, 5, 12)
const MINUTE = 60_000
const HOUR = 60 * MINUTE

let engine: TableEngine
const gateway = mockClient(APIGatewayClient)

beforeAll(async () => {
  engine = await startTable()
})
afterAll(() => engine.stop())

beforeEach(() => {
  gateway.reset()
  gateway.on(GetUsagePlansCommand).resolves({ items: [{ id: 'plan60', name: 'Test-rate-60' }] })
  gateway.on(CreateApiKeyCommand).resolves({ id: 'mirror1' })
  gateway.on(CreateUsagePlanKeyCommand).resolves({})
  gateway.on(CreateUsagePlanCommand).resolves({ id: 'planNew' })
  gateway.on(DeleteApiKeyCommand).resolves({})
})

const newOwnerId = async (): Promise<string> => (await createOwner({ name: crypto.randomUUID(), now: NOW })).id
const issue = async (more: { rateLimit?: number; label?: string; ownerId?: string } = {}) =>
  issueKey({ ownerId: more.ownerId ?? (await newOwnerId()), gateway: GATEWAY, now: NOW, ...more })

const full = () => new LimitExceededException({ message: 'API Keys', $metadata: {} })

describe('owners', () => {
  it('are found by their name, which is taken once', async () => {
    const owner = await createOwner({ name: '  Café  ', now: NOW })
    expect(owner.name).toBe('Café')
    expect(await requireOwner('Cafe\u0301')).toEqual(owner)
    await expect(createOwner({ name: 'Café' })).rejects.toThrow('There is an owner named Café already.')
  })

  it.each(['', '  ', 'a\nb', 'x'.repeat(101)])('are not named %j', async (name) => {
    await expect(createOwner({ name })).rejects.toMatchObject({ code: 'invalid_value' })
  })

  it('that do not exist are not found', async () => {
    await expect(requireOwner('nobody')).rejects.toThrow('There is no owner named nobody.')
  })
})

describe('issuing a key', () => {
  it('mirrors it by its id into the plan of its rate and resolves its secret', async () => {
    const { key, secret } = await issue({ label: 'web' })
    expect(await lookUpKey(secret)).toMatchObject({
      key_id: key.key_id,
      owner_id: key.owner_id,
      rate_limit: 60,
      mirrored: true,
    })
    expect(gateway.commandCalls(CreateApiKeyCommand)[0]?.args[0].input).toEqual({
      name: `Test-${key.key_id}`,
      value: key.key_id,
      enabled: true,
    })
    expect(gateway.commandCalls(CreateUsagePlanKeyCommand)[0]?.args[0].input).toMatchObject({
      usagePlanId: 'plan60',
      keyId: 'mirror1',
    })
    expect(gateway.commandCalls(CreateUsagePlanCommand)).toHaveLength(0)
  })

  it('stores nothing from which the secret could be computed', async () => {
    const { key, secret } = await issue()
    const stored = JSON.stringify(await get(apiKeyKey(key.key_id)))
    expect(stored).not.toContain(secret)
    expect(stored).not.toContain(secret.slice(4, 30))
  })

  it('makes the plan of a new rate, on whichever page the others are listed', async () => {
    gateway
      .on(GetUsagePlansCommand)
      .resolvesOnce({ items: [{ id: 'a', name: 'Test-rate-6' }], position: 'p2' })
      .resolves({ items: [] })
    await issue({ rateLimit: 600 })
    expect(gateway.commandCalls(GetUsagePlansCommand).map(({ args }) => args[0].input.position)).toEqual([
      undefined,
      'p2',
    ])
    expect(gateway.commandCalls(CreateUsagePlanCommand)[0]?.args[0].input).toEqual({
      name: 'Test-rate-600',
      throttle: { rateLimit: 10, burstLimit: 1200 },
      apiStages: [{ apiId: 'api1', stage: 'api' }],
    })
  })

  it('leaves small rates to the exact limit: what that refuses would empty a bucket as small', async () => {
    gateway.on(GetUsagePlansCommand).resolves({ items: [] })
    await issue({ rateLimit: 2 })
    expect(gateway.commandCalls(CreateUsagePlanCommand)[0]?.args[0].input).toMatchObject({
      name: 'Test-rate-2',
      throttle: { rateLimit: 1, burstLimit: 120 },
    })
  })

  it.each([
    ['keys', () => gateway.on(CreateApiKeyCommand).rejects(full())],
    [
      'plans',
      () =>
        gateway.on(GetUsagePlansCommand).resolves({ items: [] }) && gateway.on(CreateUsagePlanCommand).rejects(full()),
    ],
  ])('goes by the shared key when the gateway takes no more %s', async (_what, arrange) => {
    arrange()
    const { key, secret } = await issue()
    expect(key.gateway_key_id).toBeUndefined()
    expect(await lookUpKey(secret)).toMatchObject({ mirrored: false })
  })

  it('leaves nothing behind in the gateway when it fails half way', async () => {
    gateway.on(CreateUsagePlanKeyCommand).rejects(new Error('no plan'))
    await expect(issue()).rejects.toThrow('no plan')
    expect(gateway.commandCalls(DeleteApiKeyCommand)[0]?.args[0].input).toEqual({ apiKey: 'mirror1' })

    gateway.on(CreateUsagePlanKeyCommand).resolves({})
    const ownerId = await newOwnerId()
    const send = vi
      .spyOn(DynamoDBDocumentClient.prototype, 'send')
      .mockRejectedValueOnce(new Error('no table') as never)
    await expect(issue({ ownerId })).rejects.toThrow('no table')
    send.mockRestore()
    expect(gateway.commandCalls(DeleteApiKeyCommand)).toHaveLength(2)
    expect(await listKeys(ownerId)).toEqual([])
  })

  it.each([0, -1, 1.5, Number.NaN, 100_001])('refuses a rate of %d', async (rateLimit) => {
    await expect(issue({ rateLimit })).rejects.toMatchObject({ code: 'invalid_value' })
    expect(gateway.calls()).toHaveLength(0)
  })

  it.each(['', 'a\tb', 'x'.repeat(101)])('refuses the label %j', async (label) => {
    await expect(issue({ label })).rejects.toMatchObject({ code: 'invalid_value' })
  })
})

describe('resolving a secret', () => {
  it('costs no read when it is mistyped, one otherwise', async () => {
    const { secret } = await issue()
    const send = vi.spyOn(DynamoDBDocumentClient.prototype, 'send')
    const wrong = secret.slice(0, -1) + (secret.endsWith('0') ? '1' : '0')
    for (const text of ['', 'nonsense', wrong]) expect(await lookUpKey(text)).toBeUndefined()
    expect(send).not.toHaveBeenCalled()
    expect(await lookUpKey(newSecret())).toBeUndefined()
    expect(send.mock.calls.map(([command]) => command.constructor)).toEqual([GetCommand])
    send.mockRestore()
  })

  it('remembers a good one for half a minute, and only a good one', async () => {
    const { key, secret } = await issue()
    vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
    try {
      expect(await resolveKey(secret)).toEqual({
        owner_id: key.owner_id,
        key_id: key.key_id,
        rate_limit: 60,
        generation: 1,
      })
      await revokeKey(key.key_id)
      vi.setSystemTime(NOW + 29_999)
      expect(await resolveKey(secret)).toMatchObject({ key_id: key.key_id })
      vi.setSystemTime(NOW + 30_000)
      expect(await resolveKey(secret)).toBeUndefined()
    } finally {
      vi.useRealTimers()
    }
  })

  it('notes the last use, at most once in five minutes', async () => {
    const { key, secret } = await issue()
    const send = vi.spyOn(DynamoDBDocumentClient.prototype, 'send')
    for (const after of [0, 1, 4 * MINUTE, 5 * MINUTE, 6 * MINUTE]) await lookUpKey(secret, NOW + after)
    expect(send.mock.calls.filter(([command]) => command instanceof UpdateCommand)).toHaveLength(2)
    send.mockRestore()
    expect((await listKeys(key.owner_id))[0]?.last_used_at).toBe(NOW + 5 * MINUTE)
  })

  it('lets a caller in when the last use cannot be noted', async () => {
    const secret = newSecret()
    const given = { key_id: 'key', owner_id: 'owner', rate_limit: 60, mirrored: true, last_used_at: null }
    const found = { ...given, mirrored_at: 0, generation: 1, ends_at: null }
    const table = mockClient(DynamoDBDocumentClient)
    table.on(GetCommand).resolves({ Item: found }).on(UpdateCommand).rejects(new Error('throttled'))
    const warn = vi.spyOn(log, 'warn').mockReturnValue(undefined)
    expect(await lookUpKey(secret)).toEqual(found)
    expect(warn).toHaveBeenCalledOnce()
    expect(JSON.stringify(warn.mock.calls)).not.toContain(secret)
    warn.mockRestore()
    table.restore()
  })
})

describe('rotating and revoking', () => {
  it('swaps the secret and keeps all else', async () => {
    const { key, secret } = await issue({ label: 'job', rateLimit: 60 })
    await lookUpKey(secret, NOW + MINUTE)
    const rotated = await rotateKey(key.key_id, { now: NOW + 2 * MINUTE })
    expect(rotated.secret).not.toBe(secret)
    expect(await lookUpKey(secret)).toBeUndefined()
    expect(await listKeys(key.owner_id)).toMatchObject([
      {
        key_id: key.key_id,
        label: 'job',
        status: 'active',
        created_at: NOW,
        last_used_at: NOW + MINUTE,
        rotated_at: NOW + 2 * MINUTE,
      },
    ])
    expect(await lookUpKey(rotated.secret, NOW + MINUTE)).toMatchObject({ key_id: key.key_id, mirrored: true })
  })

  it('stops a revoked key for good and no other', async () => {
    const ownerId = await newOwnerId()
    const { key, secret } = await issue({ ownerId })
    const other = await issue({ ownerId })
    await lookUpKey(secret, NOW + MINUTE)
    await revokeKey(key.key_id, NOW + 2 * MINUTE)
    expect(await lookUpKey(secret)).toBeUndefined()
    expect(await lookUpKey(other.secret)).toMatchObject({ key_id: other.key.key_id })
    const keys = await listKeys(ownerId)
    expect(keys.find(({ key_id }) => key_id === key.key_id)).toMatchObject({
      status: 'revoked',
      last_used_at: NOW + MINUTE,
    })
    expect((await get(apiKeyKey(key.key_id)))?.secret_hash).toBeUndefined()
    await expect(revokeKey(key.key_id)).rejects.toMatchObject({ code: 'conflict' })
    await expect(rotateKey(key.key_id)).rejects.toMatchObject({ code: 'conflict' })
    await expect(rotateKey('no-such-key')).rejects.toMatchObject({ code: 'not_found' })
  })

  it('lets the old secret live on for as long as was said, and no secret before that one', async () => {
    const { key, secret } = await issue()
    const second = await rotateKey(key.key_id, { keepOldHours: 24, now: NOW })
    expect(second.oldStopsAt).toBe(NOW + 24 * HOUR)
    const [first] = [await lookUpKey(secret, NOW + 24 * HOUR - 1)]
    expect(first).toMatchObject({ key_id: key.key_id, generation: 1, ends_at: NOW + 24 * HOUR })
    expect(await lookUpKey(secret, NOW + 24 * HOUR)).toBeUndefined()
    expect(await lookUpKey(second.secret, NOW)).toMatchObject({ generation: 2, ends_at: null })
    expect(await admit(callerOf(first!), NOW)).toMatchObject({ allowed: true })
    expect((await listKeys(key.owner_id))[0]?.last_used_at).toBe(NOW + 24 * HOUR - 1)

    const third = await rotateKey(key.key_id, { keepOldHours: 1, now: NOW + MINUTE })
    expect(await lookUpKey(secret, NOW + MINUTE)).toBeUndefined()
    await expect(admit(callerOf(first!), NOW + MINUTE)).rejects.toMatchObject({ code: 'invalid_key' })
    const kept = await lookUpKey(second.secret, NOW + MINUTE)
    expect(kept).toMatchObject({ generation: 2, ends_at: NOW + MINUTE + HOUR })
    expect(await admit(callerOf(kept!), NOW + MINUTE)).toMatchObject({ allowed: true })

    await revokeKey(key.key_id, NOW + 2 * MINUTE)
    for (const one of [secret, second.secret, third.secret]) expect(await lookUpKey(one)).toBeUndefined()
    await expect(admit(callerOf(kept!), NOW + 2 * MINUTE)).rejects.toMatchObject({ code: 'invalid_key' })
    expect(await get(apiKeyKey(key.key_id))).not.toHaveProperty('old_secret_hash')
  })

  it('refuses what is remembered of an ended secret, in the endpoints that look keys up themselves as well', async () => {
    const { key, secret } = await issue()
    const remembered = (await resolveKey(secret))!
    expect(await admit(remembered, Date.now())).toMatchObject({ allowed: true })
    const { secret: fresh, oldStopsAt } = await rotateKey(key.key_id)
    expect(oldStopsAt).toBeLessThanOrEqual(Date.now())
    expect(await resolveKey(secret)).toEqual(remembered)
    await expect(admit(remembered, Date.now())).rejects.toMatchObject({ code: 'invalid_key' })
    const next = (await resolveKey(fresh))!
    expect(await admit(next, Date.now())).toMatchObject({ allowed: true })
    await revokeKey(key.key_id)
    await expect(admit(next, Date.now())).rejects.toMatchObject({ code: 'invalid_key' })
  })

  it('rotates and revokes all the same when it cannot be done at once, and says by when', async () => {
    const { key, secret } = await issue()
    const { send } = DynamoDBDocumentClient.prototype
    const failing = vi.spyOn(DynamoDBDocumentClient.prototype, 'send').mockImplementation(function (
      this: DynamoDBDocumentClient,
      command: GetCommand,
    ) {
      if (JSON.stringify(command.input).includes('ended_generation')) return Promise.reject(new Error('throttled'))
      return Reflect.apply(send, this, [command])
    } as never)
    const warn = vi.spyOn(log, 'warn').mockReturnValue(undefined)
    const { oldStopsAt, secret: fresh } = await rotateKey(key.key_id, { now: NOW })
    expect(oldStopsAt).toBe(NOW + MINUTE)
    expect(await lookUpKey(secret)).toBeUndefined()
    expect(await lookUpKey(fresh)).toMatchObject({ key_id: key.key_id })
    expect((await revokeKey(key.key_id, NOW)).stopsAt).toBe(NOW + MINUTE)
    expect(warn).toHaveBeenCalledTimes(2)
    failing.mockRestore()
    warn.mockRestore()
  })

  it('gives one of two rotations at once the key, never two secrets', async () => {
    const { key } = await issue()
    const outcomes = await Promise.allSettled([rotateKey(key.key_id), rotateKey(key.key_id)])
    const won = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
    const working = (await Promise.all(won.map(({ secret }) => lookUpKey(secret)))).filter(Boolean)
    expect(working).toHaveLength(1)
  })

  it("deletes the gateway's copy of a revoked key only when no cached answer can need it", async () => {
    const { key } = await issue()
    await revokeKey(key.key_id, NOW)
    await dropRevokedMirrors(key.owner_id, NOW + MINUTE)
    expect(gateway.commandCalls(DeleteApiKeyCommand)).toHaveLength(0)
    gateway.on(DeleteApiKeyCommand).rejects(new NotFoundException({ message: 'gone', $metadata: {} }))
    await dropRevokedMirrors(key.owner_id, NOW + 3 * MINUTE)
    await dropRevokedMirrors(key.owner_id, NOW + 4 * MINUTE)
    expect(gateway.commandCalls(DeleteApiKeyCommand).map(({ args }) => args[0].input)).toEqual([{ apiKey: 'mirror1' }])
  })
})

describe('the authorizer', () => {
  const ask = (headers: Record<string, string>) =>
    handler({
      methodArn: 'arn:aws:execute-api:eu-west-1:1:api1/api/GET/v1/media/users',
      headers,
    } as unknown as APIGatewayRequestAuthorizerEvent)

  it('says whose the key is, for every method and path, with text values only', async () => {
    const { key, secret } = await issue({ rateLimit: 60 })
    expect(await ask({ 'x-secret-token': secret })).toEqual({
      principalId: key.owner_id,
      policyDocument: {
        Version: '2012-10-17',
        Statement: [
          { Action: 'execute-api:Invoke', Effect: 'Allow', Resource: 'arn:aws:execute-api:eu-west-1:1:api1/api/*' },
        ],
      },
      context: { owner_id: key.owner_id, key_id: key.key_id, rate_limit: '60', generation: '1' },
      usageIdentifierKey: key.key_id,
    })
  })

  it('names the shared key for a key that the gateway does not hold', async () => {
    gateway.on(CreateApiKeyCommand).rejects(full())
    Object.assign(process.env, { SHARED_USAGE_KEY: 'shared-0123456789abcdef', SHARED_USAGE_KEYS: '1' })
    const { secret } = await issue()
    expect(await ask({ 'X-Secret-Token': secret })).toMatchObject({ usageIdentifierKey: 'shared-0123456789abcdef' })
  })

  it('names the shared key for a new key, until the gateway’s copy of it has had time to take effect', async () => {
    Object.assign(process.env, { SHARED_USAGE_KEY: 'shared-0123456789abcdef', SHARED_USAGE_KEYS: '1' })
    const now = Date.now()
    const { key, secret } = await issueKey({ ownerId: await newOwnerId(), gateway: GATEWAY, now })
    const named = async (after: number) => {
      vi.useFakeTimers({ toFake: ['Date'], now: now + after })
      return (await ask({ 'X-Secret-Token': secret }).finally(() => vi.useRealTimers())).usageIdentifierKey
    }
    for (const after of [0, 20 * MINUTE, HOUR - 1]) expect(await named(after)).toBe('shared-0123456789abcdef')
    expect(await named(HOUR)).toBe(key.key_id)
  })

  it('goes on naming a key’s own copy after the key was rotated: the copy is the same', async () => {
    const { key } = await issue()
    const { secret } = await rotateKey(key.key_id, { now: Date.now() })
    expect(await ask({ 'X-Secret-Token': secret })).toMatchObject({ usageIdentifierKey: key.key_id })
  })

  it.each([{}, { 'X-Secret-Token': '' }, { 'X-Secret-Token': newSecret() }, { 'X-Secret-Token': 'nonsense' }])(
    'denies %j everything, and fails at nothing',
    async (headers) => {
      expect(await ask(headers as Record<string, string>)).toEqual({
        principalId: 'nobody',
        policyDocument: {
          Version: '2012-10-17',
          Statement: [
            { Action: 'execute-api:Invoke', Effect: 'Deny', Resource: 'arn:aws:execute-api:eu-west-1:1:api1/api/*' },
          ],
        },
      })
    },
  )
})
