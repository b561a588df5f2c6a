// Everything of an owner, a page at a time: each record once wherever a page ends, and never a record of another owner.
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { put } from '../../../core/aws/table.ts'
import { type Exported, exportOwner, exportPage } from '../../../core/owners/export-owner.ts'
import { createOwner } from '../../../core/owners/owners.ts'
import {
  accountKey,
  dayFiguresKey,
  deliveryKey,
  externalAccountKey,
  mediaKey,
  mediaOf,
  timed,
  webhookKey,
} from '../../../core/table-keys.ts'
import { accountOf, mediaOf as mediaSample } from '../../support/domain.ts'
import { startTable, type TableEngine } from '../../support/table-engine.ts'

let engine: TableEngine
let owner: string
let other: string
beforeAll(async () => {
  engine = await startTable()
  ;[owner, other] = (await Promise.all(['leaving', 'staying'].map(filled))) as [string, string]
}, 60_000)
afterAll(() => engine.stop())

const FILES = 230
const FIGURES = 20
const DELIVERIES = 150

async function filled(name: string): Promise<string> {
  const { id } = await createOwner({ name })
  for (let at = 0; at < FILES; at += 1) {
    const one = mediaSample({ id: crypto.randomUUID(), owner_id: id, created_at: 1000 + Math.floor(at / 2) })
    await put({ ...mediaKey(one.id), ...one, owner_pk: mediaOf(id), owner_sk: timed(one.created_at, one.id) })
  }
  for (const external of ['1', '2']) {
    const account = accountOf({ id: crypto.randomUUID(), owner_id: id, external_account_id: external })
    await put({ ...accountKey(account.id), ...account })
    await put({ ...externalAccountKey(id, account.provider, external), account_id: account.id })
    for (let at = 0; at < FIGURES; at += 1)
      await put({ ...dayFiguresKey(account.id, at, 'WITHIN'), of_owner: id, figures: { reach: at } })
  }
  for (const hook of ['a', 'b']) {
    const webhook = `${hook}-of-${id}`
    await put({ ...webhookKey(id, webhook), id: webhook, owner_id: id })
    for (let at = 0; at < DELIVERIES; at += 1)
      await put({ ...deliveryKey(webhook, `event-${at}`), of_owner: id, webhook_id: webhook })
  }
  return id
}

/** The same text for the same record, whatever the order of its attributes. */
const textOf = (one: Exported): string =>
  JSON.stringify(one, (_name, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort())
      : value,
  )
const texts = (records: readonly Exported[]) => records.map(textOf).sort()

/** All pages, with where each began. */
async function pages(ownerId: string, endAfter?: number) {
  const found: Exported[][] = []
  const places: (string | undefined)[] = []
  let after: string | undefined
  do {
    places.push(after)
    const clock = endAfter === undefined ? undefined : pageOf(endAfter)
    const { records, next } = await exportPage(ownerId, after)
    clock?.mockRestore()
    found.push(records)
    after = next ?? undefined
  } while (after !== undefined)
  return { found, places }
}

/** A clock by which a page's time is over after so many records. */
function pageOf(records: number) {
  let asked = 0
  const from = Date.now()
  return vi.spyOn(Date, 'now').mockImplementation(() => from + (asked++ > records - 1 ? 60_000 : 0))
}

it('gives in pages what it gives in one go, each record once', async () => {
  const all = await Array.fromAsync(exportOwner(owner))
  expect(all.length).toBeGreaterThan(FILES + 2 * FIGURES + 2 * DELIVERIES)
  const { found } = await pages(owner)
  expect(found.length).toBeGreaterThan(1)
  expect(texts(found.flat())).toEqual(texts(all))
})

it.each([7, 101])(
  'wherever pages end: after %i records',
  async (size) => {
    const { found } = await pages(owner, size)
    expect(Math.max(...found.map(({ length }) => length))).toBeLessThanOrEqual(size)
    expect(texts(found.flat())).toEqual(texts(await Array.fromAsync(exportOwner(owner))))
  },
  60_000,
)

it('shows nothing of another owner, whatever place is named', async () => {
  const { places } = await pages(other, 37)
  for (const place of places.filter((one) => one !== undefined)) {
    const { records } = await exportPage(owner, place)
    expect(JSON.stringify(records)).not.toContain(other)
  }
})

it.each([
  '',
  'x',
  'e30',
  Buffer.from('[1,2]').toString('base64url'),
  ...[
    [99, 'a', 0, ''],
    [-1, 'a', 0, ''],
    [1.5, 'a', 0, ''],
    [0, '', 0, ''],
    [0, 'a'.repeat(1025), 0, ''],
    [0, 'a', -1, ''],
    [0, 'a', 0, {}],
  ].map((parts) => Buffer.from(JSON.stringify(parts)).toString('base64url')),
])('refuses the place %j', async (place) => {
  await expect(exportPage(owner, place)).rejects.toMatchObject({ code: 'invalid_value' })
})
