// The limit of webhooks of an owner, on the embedded DynamoDB: exact, however many are made and deleted at once.
import { EncryptCommand, KMSClient } from '@aws-sdk/client-kms'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { put } from '../../../core/aws/table.ts'
import { ENV } from '../../../core/contract.ts'
import { AppError } from '../../../core/errors.ts'
import { webhookKey } from '../../../core/table-keys.ts'
import { createWebhook } from '../../../core/webhooks/create-webhook.ts'
import { MAX_WEBHOOKS } from '../../../core/webhooks/rules/webhooks.ts'
import { listWebhooks, removeWebhook } from '../../../core/webhooks/webhook-store.ts'
import { startTable, type TableEngine } from '../../support/table-engine.ts'

const T0 = Date.UTC(2026, 10, 21, 12)

let engine: TableEngine
const kms = mockClient(KMSClient)

beforeAll(async () => {
  engine = await startTable()
  process.env[ENV.tokenKey] = 'key'
  kms.on(EncryptCommand).resolves({ CiphertextBlob: Buffer.from('sealed') })
})
afterAll(() => engine.stop())

const create = (ownerId: string) => createWebhook(ownerId, { url: 'https://example.com/', events: ['media.ready'] }, T0)

/** So many at once. @returns the ids of those that were made; all others were refused for the limit. */
async function createAtOnce(ownerId: string, count: number): Promise<string[]> {
  const outcomes = await Promise.allSettled(Array.from({ length: count }, () => create(ownerId)))
  for (const outcome of outcomes) {
    if (outcome.status === 'fulfilled') continue
    expect(outcome.reason).toBeInstanceOf(AppError)
    expect(outcome.reason).toMatchObject({ code: 'too_many_webhooks' })
  }
  return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.webhook.id] : []))
}

/** As they were stored before they had a version. */
async function storeOld(ownerId: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => crypto.randomUUID())
  for (const id of ids) {
    const row = { id, owner_id: ownerId, url: 'https://example.com/', events: [], secret_ciphertext: 'x' }
    await put({ ...webhookKey(ownerId, id), ...row, created_at: T0, updated_at: T0 })
  }
  return ids
}

const stored = async (ownerId: string) => (await listWebhooks(ownerId)).length

describe('the limit of webhooks', () => {
  it('holds when 60 are made at once', { tags: 'deep' }, async () => {
    const ownerId = crypto.randomUUID()
    expect(await createAtOnce(ownerId, 60)).toHaveLength(MAX_WEBHOOKS)
    expect(await stored(ownerId)).toBe(MAX_WEBHOOKS)
  })

  it('holds for an owner whose webhooks had no version yet', async () => {
    const ownerId = crypto.randomUUID()
    await storeOld(ownerId, 15)
    expect(await createAtOnce(ownerId, 60)).toHaveLength(MAX_WEBHOOKS - 15)
    expect(await stored(ownerId)).toBe(MAX_WEBHOOKS)
  })

  it('is no lower than it says: what is deleted makes room', async () => {
    const ownerId = crypto.randomUUID()
    const ids = await storeOld(ownerId, MAX_WEBHOOKS)
    await expect(create(ownerId)).rejects.toMatchObject({ code: 'too_many_webhooks' })
    expect(await removeWebhook(ownerId, ids[0]!)).toBe(true)
    expect(await removeWebhook(ownerId, ids[0]!)).toBe(false)
    await create(ownerId)
    await expect(create(ownerId)).rejects.toMatchObject({ code: 'too_many_webhooks' })
  })

  it('holds after any mixture of making and deleting at once, and all the room is there', async () => {
    const ownerId = crypto.randomUUID()
    const ids = await storeOld(ownerId, 12)
    const [made, removed] = await Promise.all([
      createAtOnce(ownerId, 30),
      // Each twice: of two deletions of the same one, one finds it.
      Promise.all([...ids, ...ids].map((id) => removeWebhook(ownerId, id))),
    ])
    expect(removed.filter(Boolean)).toHaveLength(12)
    expect(await stored(ownerId)).toBe(made.length)
    expect(await createAtOnce(ownerId, 30)).toHaveLength(MAX_WEBHOOKS - made.length)
  })
})
