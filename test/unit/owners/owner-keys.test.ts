// Keys as the people of an owner manage them: limits that hold however many ask at once, lists that read a bounded number of
// items, and a secret that is shown again to who repeats the request it was shown to.
import { DecryptCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { REVOKED_SHOWN } from '../../../core/api-keys/api-key.ts'
import { countRequests } from '../../../core/api-keys/count-requests.ts'
import { windowExpiry } from '../../../core/api-keys/windows.ts'
import { get, remove } from '../../../core/aws/table.ts'
import { ENV } from '../../../core/contract.ts'
import { sha256 } from '../../../core/idempotency/fingerprint.ts'
import { createOwnerKey, describeKeys, revokeOwnerKey } from '../../../core/owners/owner-keys.ts'
import {
  activeKeysKey,
  apiKeyKey,
  apiKeysOf,
  idempotencyKey,
  rateWindowKey,
  sortable,
} from '../../../core/table-keys.ts'
import { handler as keys } from '../../../functions/api/keys.ts'
import { putMany, startTable, type TableEngine } from '../../support/table-engine.ts'
import { call, newOwner, type Someone, someone } from '../people/world.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NOW = Date.UTC(2026, 2, 5, 12, 30)

let engine: TableEngine
const kms = mockClient(KMSClient)
beforeAll(async () => {
  engine = await startTable()
  process.env[ENV.tokenKey] = 'key'
  kms.on(EncryptCommand).callsFake(async ({ Plaintext, EncryptionContext }) => ({
    CiphertextBlob: Buffer.from(JSON.stringify([EncryptionContext, Buffer.from(Plaintext).toString('base64')])),
  }))
  kms.on(DecryptCommand).callsFake(async ({ CiphertextBlob, EncryptionContext }) => {
    const [context, text] = JSON.parse(Buffer.from(CiphertextBlob).toString())
    expect(context).toEqual(EncryptionContext)
    return { Plaintext: Buffer.from(text, 'base64') }
  })
})
afterAll(() => engine.stop())

const storedKeys = (ownerId: string, count: number) =>
  putMany(
    Array.from({ length: count }, (_, at) => {
      const key_id = crypto.randomUUID()
      return {
        ...apiKeyKey(key_id),
        owner_pk: apiKeysOf(ownerId),
        owner_sk: `${sortable(at)}#${key_id}`,
        key_id,
        owner_id: ownerId,
        label: 'stored',
        rate_limit: 60,
        status: 'active',
        secret_hash: key_id,
        created_at: at,
      }
    }),
  )

const active = async (ownerId: string) =>
  (await describeKeys(ownerId, NOW)).keys.filter(({ status }) => status === 'active').length

/** Items that calls of the table returned meanwhile. */
async function itemsRead<T>(work: () => Promise<T>): Promise<{ read: number; value: T }> {
  const send = DynamoDBDocumentClient.prototype.send as (command: object, ...more: unknown[]) => Promise<object>
  let read = 0
  const spy = vi.spyOn(DynamoDBDocumentClient.prototype, 'send').mockImplementation(async function (
    this: DynamoDBDocumentClient,
    command: object,
    ...more: unknown[]
  ) {
    const reply = (await send.call(this, command, ...more)) as {
      Item?: unknown
      Items?: unknown[]
      Responses?: Record<string, unknown[]>
    }
    read += (reply.Item ? 1 : 0) + (reply.Items?.length ?? 0) + Object.values(reply.Responses ?? {}).flat().length
    return reply as never
  })
  const value = await work().finally(() => spy.mockRestore())
  return { read, value }
}

describe('the limit of keys', () => {
  it('holds for 60 that are made at once, and revoking makes room', { tags: 'deep' }, async () => {
    const ownerId = await newOwner()
    await storedKeys(ownerId, 95)
    const outcomes = await Promise.allSettled(
      Array.from({ length: 60 }, (_, at) => createOwnerKey({ ownerId, name: `k${at}`, now: NOW })),
    )
    const made = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.key] : []))
    expect(made).toHaveLength(5)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'conflict' })
    expect(await active(ownerId)).toBe(100)

    for (const { key_id } of made.slice(0, 2)) await revokeOwnerKey(ownerId, key_id, NOW)
    await createOwnerKey({ ownerId, name: 'one', now: NOW })
    await createOwnerKey({ ownerId, name: 'two', now: NOW })
    await expect(createOwnerKey({ ownerId, name: 'three', now: NOW })).rejects.toMatchObject({ code: 'conflict' })
    expect(await get(activeKeysKey(ownerId))).toMatchObject({ active: 100 })
  })
})

describe('the list of keys', () => {
  it('shows every active key, and the last of the revoked ones, of which it reads no more', {
    tags: 'deep',
  }, async () => {
    const ownerId = await newOwner()
    const { key } = await createOwnerKey({ ownerId, name: 'in use', now: NOW - 48 * HOUR })
    const revokedIds: string[] = []
    for (let at = 0; at < REVOKED_SHOWN + 20; at += 1) {
      const made = await createOwnerKey({ ownerId, name: `old ${at}`, now: NOW - 40 * HOUR + at })
      await revokeOwnerKey(ownerId, made.key.key_id, NOW - 30 * HOUR + at)
      revokedIds.push(made.key.key_id)
    }
    const { read, value } = await itemsRead(() => describeKeys(ownerId, NOW))
    const shown = value.keys.map(({ id }) => id)
    expect(shown).toContain(key.key_id)
    expect(shown.filter((id) => id !== key.key_id).sort()).toEqual(revokedIds.slice(20).sort())
    // The rows of the index, the keys, what was kept of their use, and the owner.
    expect(read).toBeLessThan(2.5 * (REVOKED_SHOWN + 1) + 5)
  })

  it('reads two hours of a key’s windows and not a day, after the first time', async () => {
    const ownerId = await newOwner()
    const { key } = await createOwnerKey({ ownerId, name: 'busy', now: NOW - 48 * HOUR })
    const minute = Math.floor(NOW / MINUTE)
    await putMany(
      Array.from({ length: 26 * 60 }, (_, ago) => ({
        ...rateWindowKey(key.key_id, minute - ago),
        hits: 3,
        expires_at: windowExpiry(minute - ago),
      })),
    )
    expect(await countRequests(key.key_id, NOW)).toBe(24 * 60 * 3)
    for (const later of [0, 20, 45, 90]) {
      const at = NOW + later * MINUTE
      const { read, value } = await itemsRead(() => countRequests(key.key_id, at))
      expect(value, `${later} minutes later`).toBe((24 * 60 - later) * 3)
      expect(read, `${later} minutes later`).toBeLessThanOrEqual(125)
    }
    // Days later nothing is left of it.
    expect(await countRequests(key.key_id, NOW + 60 * HOUR)).toBe(0)
  })
})

describe('a repeated request for a key', () => {
  const route = 'POST /v1/keys'
  const headers = { 'Idempotency-Key': 'attempt-1' }
  let owner: string
  let admin: Someone
  beforeAll(async () => {
    owner = await newOwner()
    admin = await someone('keys-admin', owner)
  })

  it('gets the same key with its secret, and no second one is made; the secret is not kept in the clear', async () => {
    const body = { name: 'Shop' }
    const first = await call(keys, route, admin, { headers, body })
    const again = await call(keys, route, admin, { headers, body })
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.data).toEqual(first.data)
    expect(again.headers).toMatchObject({ 'Idempotency-Replayed': 'true' })
    expect(await active(owner)).toBe(1)
    const kept = JSON.stringify(await get(idempotencyKey(owner, 'keys', sha256('attempt-1'))))
    expect(kept).toContain(first.data.id)
    expect(kept).not.toContain(first.data.api_key)
    expect(await call(keys, route, admin, { headers, body: { name: 'Other' } })).toMatchObject({ status: 422 })
  })

  it('is told that the secret has ended, where the key was rotated or revoked since', async () => {
    const body = { name: 'Short-lived' }
    const { data } = await call(keys, route, admin, { headers: { 'Idempotency-Key': 'attempt-2' }, body })
    const path = { id: data.id }
    const rotation = { path, body: { keep_old_hours: 24 }, headers: { 'Idempotency-Key': 'rotation' } }
    const rotated = await call(keys, 'POST /v1/keys/{id}/rotate', admin, rotation)
    expect((await call(keys, 'POST /v1/keys/{id}/rotate', admin, rotation)).data).toEqual(rotated.data)
    const repeated = () => call(keys, route, admin, { headers: { 'Idempotency-Key': 'attempt-2' }, body })
    expect(await repeated()).toMatchObject({ status: 409, message: expect.stringContaining('rotated since') })
    await call(keys, 'DELETE /v1/keys/{id}', admin, { path })
    expect(await repeated()).toMatchObject({ status: 409, message: expect.stringContaining('revoked since') })
    await remove(idempotencyKey(owner, 'keys', sha256('attempt-2')))
  })
})
