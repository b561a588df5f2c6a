// The operator's commands on keys, where clearing up after them fails: the deed is done, and its answer must not be lost.
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { revoke, rotate } from '../../../bin/admin/keys.ts'
import { issueKey } from '../../../core/api-keys/issue-key.ts'
import { findSecret, getKey } from '../../../core/api-keys/key-store.ts'
import { hashOf } from '../../../core/api-keys/secret.ts'
import { createOwner } from '../../../core/owners/owners.ts'
import { startTable, type TableEngine } from '../../support/table-engine.ts'

const MINUTE = 60_000

const deleting = vi.hoisted(() => ({ fails: false }))
vi.mock('../../../core/aws/gateway.ts', async (original) => ({
  ...(await original<object>()),
  findUsagePlan: async () => 'plan',
  createGatewayKey: async () => 'mirror',
  deleteGatewayKey: async () => {
    if (deleting.fails) throw new Error('Too many requests')
  },
}))

let engine: TableEngine
beforeAll(async () => {
  engine = await startTable()
})
afterAll(() => engine.stop())

const call = (keyId: string) => ({ words: { 'key-id': keyId }, options: {}, stack: undefined as never })

it('shows the new secret, and says that a key is revoked, also where the gateway keeps the copy of an earlier key', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const owner = await createOwner({ name: 'acme' })
  const gateway = { stackName: 'Stack', apiId: 'api' }
  const made = async () => (await issueKey({ ownerId: owner.id, gateway })).key.key_id
  const [earlier, mine] = [await made(), await made()]
  await revoke(call(earlier))
  vi.setSystemTime(Date.now() + 10 * MINUTE)
  deleting.fails = true
  const { json } = await rotate(call(mine))
  expect(await findSecret(hashOf(String(json.api_key)))).toMatchObject({ key_id: mine })
  expect((await revoke(call(mine))).json).toMatchObject({ key_id: mine, status: 'revoked' })
  // What is left is cleared by the next call.
  expect(await getKey(earlier)).toHaveProperty('gateway_key_id')
  deleting.fails = false
  await rotate(call(await made()))
  expect(await getKey(earlier)).not.toHaveProperty('gateway_key_id')
})
