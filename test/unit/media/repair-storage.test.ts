// Repairing the bucket while the service runs: what got its row since the check stays.
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { addAccount } from '../../../core/accounts/account-store.ts'
import { put } from '../../../core/aws/table.ts'
import { removeOrphan } from '../../../core/media/repair-storage.ts'
import { mediaKey, uploadKey } from '../../../core/table-keys.ts'
import { accountOf, mediaOf } from '../../support/domain.ts'
import { startTable, type TableEngine } from '../../support/table-engine.ts'

const removed = vi.hoisted(() => [] as string[])
vi.mock('../../../core/aws/bucket.ts', async (original) => ({
  ...(await original<object>()),
  removeObject: async (key: string) => void removed.push(key),
}))

let engine: TableEngine
beforeAll(async () => {
  engine = await startTable()
})
afterAll(() => engine.stop())
beforeEach(() => {
  removed.length = 0
})

const id = () => crypto.randomUUID()

it('removes objects that no row knows', async () => {
  const keys = [`${id()}.jpg`, `v/${id()}/thumbnail.webp`, `uploads/${id()}.jpg`, `profile/${id()}/abc.jpg`]
  for (const key of keys) expect(await removeOrphan(key), key).toBe(true)
  expect(removed).toEqual(keys)
})

it('leaves objects that got their row since they were found', async () => {
  const media = mediaOf({ id: id(), owner_id: id() })
  await put({ ...mediaKey(media.id), ...media })
  const upload = id()
  await put({ ...uploadKey(upload), id: upload })
  const account = accountOf({ id: id(), owner_id: id(), external_account_id: '77' })
  const picture = `profile/${account.id}/abc.jpg`
  await addAccount({ ...account, picture_key: picture }, Date.now())
  for (const key of [media.object_key, `v/${media.id}/thumbnail.webp`, `uploads/${upload}.jpg`, picture])
    expect(await removeOrphan(key), key).toBe(false)
  expect(removed).toEqual([])
  // Another picture of the account, and another file of the medium, are nobody's.
  expect(await removeOrphan(`profile/${account.id}/def.jpg`)).toBe(true)
  expect(await removeOrphan(`${media.id}.other`)).toBe(true)
})

it('removes what a deleted medium left', async () => {
  const media = mediaOf({ id: id(), owner_id: id(), status: 'deleted' })
  await put({ ...mediaKey(media.id), ...media })
  expect(await removeOrphan(media.object_key)).toBe(true)
})

it('never removes what the service did not make', async () => {
  expect(await removeOrphan('reports/2026.csv')).toBe(false)
  expect(removed).toEqual([])
})
