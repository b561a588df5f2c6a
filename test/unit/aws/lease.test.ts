// A lease is its holder's although the answer to taking it got lost.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freeLease, takeLease } from '../../../core/aws/lease.ts'
import { startMemoryTable, type TableEngine } from '../../support/table-engine.ts'
import { repeatTable } from '../people/world.ts'

let engine: TableEngine
beforeAll(async () => {
  engine = await startMemoryTable()
})
afterAll(() => engine.stop())

it('is taken once by whoever has it taken twice, as the SDK does where the first answer got lost', async () => {
  const key = { pk: 'OWNER#lease', sk: 'CONNECTING#0' }
  const undo = repeatTable('PutCommand')
  const lease = await takeLease(key, 60_000, Date.now())
  expect(await takeLease(key, 60_000, Date.now())).toBeUndefined()
  undo()
  await freeLease(lease!)
  expect(await takeLease(key, 60_000, Date.now())).toBeDefined()
})
