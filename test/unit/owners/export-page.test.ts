// Everything of an owner, a page at a time: each record once wherever a page ends, and never a record of another owner.
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { listActivities } from '../../../core/activity/activity-store.ts'
import { askedBy } from '../../../core/activity/asking.ts'
import { put } from '../../../core/aws/table.ts'
import { type Exported, exportOwner } from '../../../core/owners/export-owner.ts'
import { firstPage, nextPage } from '../../../core/owners/export-pages.ts'
import { createOwner, requireOwnerById } from '../../../core/owners/owners.ts'
import { postItem, publicationItem } from '../../../core/posts/post-items.ts'
import type { Post } from '../../../core/posts/rules/post.ts'
import {
  accountKey,
  approvalEntryKey,
  approvalKey,
  approvalsOf,
  dayFiguresKey,
  deliveryKey,
  externalAccountKey,
  mediaKey,
  mediaOf,
  timed,
  webhookKey,
} from '../../../core/table-keys.ts'
import { accountOf, mediaOf as mediaSample } from '../../support/domain.ts'
import { untouched } from '../../support/publications.ts'
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

const exportPage = async (ownerId: string, after?: string) =>
  after === undefined ? firstPage(await requireOwnerById(ownerId)) : nextPage(ownerId, after)

/** The exports that the record of changes has. */
const recorded = async (ownerId: string) =>
  (await listActivities(ownerId, { limit: 1000, now: Date.now() + 60_000 })).activities.filter(
    ({ action }) => action === 'owner.exported',
  )

/** The records of both without those of exports, of which each run adds one. */
const withoutExports = (all: readonly Exported[]) => all.filter(({ record }) => record.action !== 'owner.exported')

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
  expect(texts(withoutExports(found.flat()))).toEqual(texts(withoutExports(all)))
})

it.each([7, 101])('wherever pages end: after %i records', { tags: 'deep', timeout: 60_000 }, async (size) => {
  const { found } = await pages(owner, size)
  expect(Math.max(...found.map(({ length }) => length))).toBeLessThanOrEqual(size)
  const all = await Array.fromAsync(exportOwner(owner))
  expect(texts(withoutExports(found.flat()))).toEqual(texts(withoutExports(all)))
})

const refusal = { code: 'invalid_value', message: expect.stringContaining('after: must be the `next`') }
const day = 24 * 3_600_000

/** The first page of an export of so many records a page, as this person asks for it. */
async function begun(ownerId: string, personId = 'p1', records = 37) {
  const asks = <T>(run: () => Promise<T>) =>
    askedBy({ kind: 'person', id: personId, from: null }, async () => {
      const clock = pageOf(records)
      return run().finally(() => clock.mockRestore())
    })
  const { next } = await asks(() => exportPage(ownerId))
  return { next: next!, asks }
}

it('records an export once, before its first page', async () => {
  const before = await recorded(owner)
  const { next, asks } = await begun(owner)
  await asks(() => exportPage(owner, next))
  const after = await recorded(owner)
  expect(after.length - before.length).toBe(1)
  expect(after[0]).toMatchObject({ action: 'owner.exported', actor: { kind: 'person', id: 'p1' } })
})

it('refuses the place of an export of another owner', async () => {
  const { places } = await pages(other, 37)
  const others = places.filter((one) => one !== undefined)
  expect(others.length).toBeGreaterThan(5)
  for (const place of others) await expect(exportPage(owner, place)).rejects.toMatchObject(refusal)
})

it('refuses the place of an export that somebody else began', async () => {
  const { next, asks } = await begun(owner, 'p1')
  await expect(askedBy({ kind: 'person', id: 'p2', from: null }, () => exportPage(owner, next))).rejects.toMatchObject(
    refusal,
  )
  expect((await asks(() => exportPage(owner, next))).records.length).toBeGreaterThan(0)
})

it('refuses a place after 30 days', async () => {
  const { next, asks } = await begun(owner)
  const from = Date.now()
  const asked = (ms: number) => {
    vi.spyOn(Date, 'now').mockReturnValue(from + ms)
    return askedBy({ kind: 'person', id: 'p1', from: null }, () => exportPage(owner, next)).finally(() =>
      vi.mocked(Date.now).mockRestore(),
    )
  }
  await expect(asked(30 * day + 60_000)).rejects.toMatchObject(refusal)
  expect((await asked(30 * day - 60_000)).records.length).toBeGreaterThan(0)
  expect((await asks(() => exportPage(owner, next))).records.length).toBeGreaterThan(0)
})

it('shows the secret of places to nobody', async () => {
  const { next } = await begun(owner)
  const all = JSON.stringify([...(await Array.fromAsync(exportOwner(owner))), ...(await recorded(owner))])
  expect(all).toContain('owner.exported')
  expect(all).not.toContain('place_secret')
  const payload = Buffer.from(next.split('.')[0]!, 'base64url').toString()
  expect(payload).not.toContain('secret')
})

it('has a post with its hashtags and with what became of it on each account', async () => {
  const publication = {
    ...untouched(),
    owner_id: other,
    state: 'published',
    permalink: 'https://ig.example/p/1',
  } as const
  const post: Post = {
    ...{ id: publication.post_id, owner_id: other, type: 'feed', title: null, content: 'Autumn', caption: 'Autumn' },
    ...{ hashtags: ['#coffee'], media_ids: [], container_id: null, aspect_ratio: null, holds_media: false },
    ...{ accounts: [publication.account_id], skipped_accounts: [], scheduled_at: null },
    ...{ progress: { total: 1, published: 1, failed: 0, cancelled: 0 }, created_at: 1, updated_at: 1 },
  }
  await put(postItem(post))
  await put(publicationItem(publication))
  const all = await Array.fromAsync(exportOwner(other))
  const { post_id: _id, account_id, state, permalink } = publication
  expect(all.find(({ kind }) => kind === 'posts')!.record).toMatchObject({
    ...post,
    publications: [{ account_id, state, permalink }],
  })
})

it('has what was said of a post that waits for approval, and no hash of the link by which it is reviewed', async () => {
  const id = crypto.randomUUID()
  const review = { id: 'r1', secret_hash: 'of-the-link', created_by: 'p1', until: 1 }
  const lists = { owner_pk: approvalsOf(other), owner_sk: timed(1, id) }
  await put({ ...approvalKey(id), ...lists, id, owner_id: other, request: '{"title":"secret"}', review })
  await put({ ...approvalEntryKey(id, 2, 'e1'), id: 'e1', text: 'Is the date right?' })
  const all = await Array.fromAsync(exportOwner(other))
  expect(all.filter(({ kind }) => kind === 'approvals').map(({ record }) => record)).toEqual([
    { id, owner_id: other, request: '{"title":"secret"}', review: { id: 'r1', created_by: 'p1', until: 1 } },
    { approval_id: id, id: 'e1', text: 'Is the date right?' },
  ])
})

it('refuses a place that was changed anywhere, also one that names the record of an export', async () => {
  const { next, asks } = await begun(owner)
  const [payload, mac] = next.split('.') as [string, string]
  const parts = JSON.parse(Buffer.from(payload, 'base64url').toString()) as unknown[]
  const packedAs = (other: unknown) => Buffer.from(JSON.stringify(other)).toString('base64url')
  const changed = [
    ...parts.map((part, at) => packedAs(parts.with(at, typeof part === 'number' ? part + 1 : `${String(part)}a`))),
    packedAs(parts.with(2, 0).with(3, ' ')),
  ].map((one) => `${one}.${mac}`)
  const cut = [
    payload,
    `${payload}.`,
    `${payload}.${mac}.`,
    `${payload}.${mac.slice(1)}`,
    `.${mac}`,
    `${payload}.${'\u00e9'.repeat(43)}`,
  ]
  const wrongMac = mac.startsWith('A') ? `B${mac.slice(1)}` : `A${mac.slice(1)}`
  for (const place of [...changed, ...cut, `${payload}.${wrongMac}`])
    await expect(
      asks(() => exportPage(owner, place)),
      place,
    ).rejects.toMatchObject(refusal)
})

it.each([
  'x',
  'e30',
  '.',
  ...[
    [1, 2],
    // A place as one can think it up, of the record of no export.
    [crypto.randomUUID(), Date.now(), 0, 'a', 0, ''],
    ['x', Date.now(), 0, 'a', 0, ''],
    [crypto.randomUUID(), -1, 0, 'a', 0, ''],
    [crypto.randomUUID(), 1e300, 0, 'a', 0, ''],
    [crypto.randomUUID(), Date.now(), {}, 'a', 0, ''],
    [1, 'a', 0, ''],
  ].map((parts) => `${Buffer.from(JSON.stringify(parts)).toString('base64url')}.${'A'.repeat(43)}`),
])('refuses the place %j', async (place) => {
  await expect(exportPage(owner, place)).rejects.toMatchObject(refusal)
})

it('goes by no record of another change, although it is there', async () => {
  const [made] = (await listActivities(owner, { limit: 1000, now: Date.now() })).activities.filter(
    ({ action }) => action === 'owner.created',
  )
  const parts = [made!.id, made!.at, 0, 'a', 0, '']
  const place = `${Buffer.from(JSON.stringify(parts)).toString('base64url')}.${'A'.repeat(43)}`
  await expect(exportPage(owner, place)).rejects.toMatchObject(refusal)
})
