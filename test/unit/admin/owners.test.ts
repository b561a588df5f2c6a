// Limits that the operator sets for an owner.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WrongCall } from '../../../bin/admin/command.ts'
import { set } from '../../../bin/admin/owners.ts'
import { listActivities } from '../../../core/activity/activity-store.ts'
import { checkQuota, getStorage } from '../../../core/media/storage-store.ts'
import { getOwner } from '../../../core/owners/owner-store.ts'
import { createOwner } from '../../../core/owners/owners.ts'
import { startTable, type TableEngine } from '../../support/table-engine.ts'

const GB = 1024 ** 3

let engine: TableEngine
beforeAll(async () => {
  engine = await startTable()
})
afterAll(() => engine.stop())

const setOf = (name: string, options: Record<string, string>) =>
  set({ words: { name }, options } as unknown as Parameters<typeof set>[0])

it('is the room for its files, and the highest rate of its keys', async () => {
  const { id } = await createOwner({ name: 'roomy' })
  expect((await setOf('roomy', { 'storage-gb': '80' })).json).toEqual({ owner_id: id, name: 'roomy', storage_gb: 80 })
  const storage = await getStorage(id)
  expect(storage.quota_bytes).toBe(80 * GB)
  checkQuota({ ...storage, bytes: 80 * GB - 1 }, 1)
  expect(() => checkQuota({ ...storage, bytes: 80 * GB }, 1)).toThrow(/in use/)
  await setOf('roomy', { 'storage-gb': '60', 'rate-limit-max': '300' })
  expect([(await getStorage(id)).quota_bytes, (await getOwner(id))?.rate_limit_max]).toEqual([60 * GB, 300])
})

it('is in the trail of changes', async () => {
  const { id } = await createOwner({ name: 'trailed' })
  await setOf('trailed', { 'storage-gb': '70' })
  const changed = (await listActivities(id, { limit: 10, now: Date.now() })).activities.filter(
    ({ action }) => action === 'owner.changed',
  )
  expect(changed).toMatchObject([{ target_name: 'trailed', details: { storage_gb: 70 } }])
})

it('is refused where it says nothing, or no size', async () => {
  await createOwner({ name: 'plain' })
  await expect(setOf('plain', {})).rejects.toThrow(WrongCall)
  await expect(setOf('plain', { 'storage-gb': '0' })).rejects.toThrow('The storage must be a whole number of GB')
  await expect(setOf('plain', { 'storage-gb': '1.5' })).rejects.toThrow(WrongCall)
  await expect(setOf('nobody', { 'storage-gb': '1' })).rejects.toThrow('There is no owner named nobody.')
})
