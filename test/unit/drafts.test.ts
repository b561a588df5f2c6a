// Drafts and templates: shared in a team, with the member who saved them, and nobody's words are replaced unnoticed.
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { bytesInAnswer } from '../../core/answer-size.ts'
import { EDITING_MS, LARGEST_DRAFT, MOST_DRAFTS } from '../../core/drafts/draft.ts'
import { addDraft } from '../../core/drafts/draft-store.ts'
import { newId } from '../../core/ids.ts'
import { handler } from '../../functions/api/planned-posts.ts'
import { startTable, type TableEngine } from '../support/table-engine.ts'
import { call, newOwner, type Someone, someone } from './people/world.ts'

let engine: TableEngine
beforeAll(async () => {
  engine = await startTable()
})
afterAll(() => engine.stop())
afterEach(() => vi.useRealTimers())

let owner: string
let mina: Someone
let jonas: Someone
let stranger: Someone
let turn = 0
beforeEach(async () => {
  turn += 1
  owner = await newOwner()
  mina = await someone(`mina-${turn}`, owner, 'author')
  jonas = await someone(`jonas-${turn}`, owner, 'editor')
  stranger = await someone(`stranger-${turn}`, await newOwner())
})

const post = (content = 'Our autumn menu') => ({ content, accounts: ['not checked'], unknown: [1, { deep: true }] })
const create = (who: Someone, body: object = { type: 'text', post: post() }) =>
  call(handler, 'POST /v1/drafts', who, { body })
const save = (who: Someone, id: string, version: number, content: string) =>
  call(handler, 'PUT /v1/drafts/{id}', who, { path: { id }, body: { version, type: 'feed', post: post(content) } })
const look = (who: Someone, id: string) => call(handler, 'GET /v1/drafts/{id}', who, { path: { id } })
const list = async (who: Someone) => (await call(handler, 'GET /v1/drafts', who)).data
const remove = (who: Someone, id: string) => call(handler, 'DELETE /v1/drafts/{id}', who, { path: { id } })

describe('a draft', () => {
  it('is saved once where the request is repeated with its Idempotency-Key', async () => {
    const given = { body: { type: 'text', post: post() }, headers: { 'Idempotency-Key': `draft-${turn}` } }
    const first = await call(handler, 'POST /v1/drafts', mina, given)
    const again = await call(handler, 'POST /v1/drafts', mina, given)
    expect([again.status, again.headers?.['Idempotency-Replayed'], again.data]).toEqual([200, 'true', first.data])
    expect(await list(mina)).toHaveLength(1)
  })

  it('is refused where its values are too deep in each other to be written again', async () => {
    const deep = JSON.parse(`${'['.repeat(2000)}${']'.repeat(2000)}`)
    const { status, errors } = await create(mina, { type: 'text', post: { deep } })
    expect([status, errors[0].code]).toEqual([400, 'invalid_format'])
    expect(await list(mina)).toEqual([])
  })

  it('is what was saved, unchecked, for everybody in the team, with who saved it last', async () => {
    const { status, data } = await create(mina)
    expect(status).toBe(200)
    expect(data).toMatchObject({ type: 'text', post: post(), version: 1, created_by: { id: mina.id } })
    const changed = await save(jonas, data.id, 1, 'Our winter menu')
    expect([changed.status, changed.data]).toMatchObject([
      200,
      { version: 2, type: 'feed', created_by: { id: mina.id }, updated_by: { id: jonas.id } },
    ])
    expect((await look(mina, data.id)).data).toEqual(changed.data)
    const other = await create(jonas)
    await save(mina, data.id, 2, 'Once more')
    expect((await list(mina)).map(({ id }: { id: string }) => id)).toEqual([data.id, other.data.id])
  })

  it('is not replaced by a save that began from an earlier version, even with many at once', async () => {
    const { data } = await create(mina)
    await save(jonas, data.id, 1, 'By Jonas')
    const late = await save(mina, data.id, 1, 'By Mina')
    expect([late.status, late.code]).toEqual([409, 'draft_changed'])
    expect((await look(mina, data.id)).data.post.content).toBe('By Jonas')
    const many = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((words) => save(mina, data.id, 2, words)))
    expect(many.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    expect((await look(mina, data.id)).data.version).toBe(3)
  })

  it('is gone for all once it is deleted', async () => {
    const { data } = await create(mina)
    expect((await remove(jonas, data.id)).status).toBe(200)
    expect((await remove(jonas, data.id)).status).toBe(404)
    expect((await look(mina, data.id)).status).toBe(404)
    expect((await save(mina, data.id, 1, 'Still here?')).status).toBe(404)
    expect(await list(mina)).toEqual([])
  })

  it('is saved, replaced and deleted although the table loses the answer to that', async () => {
    const send = DynamoDBDocumentClient.prototype.send as (this: unknown, ...given: unknown[]) => Promise<unknown>
    /** Sends every write of a draft twice, as the SDK does where the first answer got lost. */
    const spy = vi.spyOn(DynamoDBDocumentClient.prototype, 'send').mockImplementation(async function (
      this: DynamoDBDocumentClient,
      ...given: unknown[]
    ) {
      const command = given[0] as { input: object }
      const writes = /^(Put|Update|Delete|TransactWrite)Command$/.test(command.constructor.name)
      if (writes && JSON.stringify(command.input).includes('DRAFTS#')) await send.apply(this, given)
      return send.apply(this, given) as never
    })
    try {
      const made = await create(mina)
      expect([made.status, await list(mina)]).toMatchObject([200, [{ id: made.data.id, version: 1 }]])
      const saved = await save(jonas, made.data.id, 1, 'Our winter menu')
      expect([saved.status, saved.data.version, saved.data.post.content]).toEqual([200, 2, 'Our winter menu'])
      expect((await save(mina, made.data.id, 1, 'Our spring menu')).status).toBe(409)
      expect((await look(mina, made.data.id)).data).toEqual(saved.data)
      expect((await remove(jonas, made.data.id)).status).toBe(200)
      expect((await remove(jonas, made.data.id)).status).toBe(404)
      expect(await list(mina)).toEqual([])
    } finally {
      spy.mockRestore()
    }
  })

  it('is nobody else’s', async () => {
    const { data } = await create(mina)
    expect((await look(stranger, data.id)).status).toBe(404)
    expect((await save(stranger, data.id, 1, 'Mine now')).status).toBe(404)
    expect((await remove(stranger, data.id)).status).toBe(404)
    expect(await list(stranger)).toEqual([])
    expect((await look(mina, data.id)).data.version).toBe(1)
  })

  it('is read by a viewer, and changed by none', async () => {
    const viewer = await someone(`viewer-${turn}`, owner, 'viewer')
    const { data } = await create(mina)
    expect((await look(viewer, data.id)).status).toBe(200)
    for (const { status } of [await create(viewer), await save(viewer, data.id, 1, 'x'), await remove(viewer, data.id)])
      expect(status).toBe(403)
  })

  it.each([
    [{ type: 'text' }, 'post'],
    [{ type: 'poem', post: {} }, 'type'],
    [{ type: 'text', post: 'words' }, 'post'],
    [{ type: 'text', post: {}, version: 1 }, 'version'],
    [{ type: 'text', post: { content: 'x'.repeat(LARGEST_DRAFT) } }, 'post'],
    // In an answer each sign of these takes four bytes.
    [{ type: 'text', post: { content: '"'.repeat(LARGEST_DRAFT / 3) } }, 'post'],
  ])('%# is refused by name', async (body, path) => {
    const answer = await create(mina, body)
    expect([answer.status, answer.errors[0].path]).toEqual([400, path])
  })

  it('names who is editing it until they save, stop or say nothing more, and keeps nobody from saving', async () => {
    const { data } = await create(mina)
    expect(data.editing).toEqual([])
    const edit = (who: Someone | 'key', editing = true, id = data.id) =>
      call(handler, 'PATCH /v1/drafts/{id}', who, { path: { id }, body: { editing } })
    const names = async () => (await look(jonas, data.id)).data.editing.map(({ id }: { id: string }) => id).sort()
    // Both at once: each is noted.
    const both = await Promise.all([edit(mina), edit(jonas)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(await names()).toEqual([mina.id, jonas.id].sort())
    expect((await look(mina, data.id)).data).toMatchObject({ version: 1, updated_at: data.updated_at })
    expect((await list(mina))[0].editing).toHaveLength(2)
    expect((await save(mina, data.id, 1, 'By Mina')).data.editing).toMatchObject([{ id: jonas.id }])
    expect((await save(jonas, data.id, 1, 'By Jonas')).code).toBe('draft_changed')
    await edit(jonas, false)
    expect(await names()).toEqual([])
    await edit(mina)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + EDITING_MS - 5_000 })
    expect(await names()).toEqual([mina.id])
    await edit(jonas)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_000 })
    expect(await names()).toEqual([jonas.id])
    const viewer = await someone(`watcher-${turn}`, owner, 'viewer')
    const refused = [await edit(viewer), await edit('key'), await edit(stranger), await edit(mina, true, newId())]
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 404, 404])
    await remove(mina, data.id)
    expect((await edit(mina)).status).toBe(404)
    expect(await list(mina)).toEqual([])
  })

  it('is one of a bounded number', async () => {
    const by = { created_by: null, updated_by: null, created_at: 1, updated_at: 1 }
    for (let at = 0; at < MOST_DRAFTS; at += 1)
      await addDraft({ id: newId(), owner_id: owner, name: null, type: 'text', post: '{}', version: 1, ...by })
    expect(await create(mina)).toMatchObject({ status: 409, code: 'conflict' })
    expect((await create(stranger)).status).toBe(200)
  })

  it('is listed with as many others as an answer can hold, the last changed first', { tags: 'deep' }, async () => {
    const ids = Array.from({ length: MOST_DRAFTS + 60 }, newId)
    const large = JSON.stringify({ content: 'x'.repeat(LARGEST_DRAFT - 100) })
    const by = { created_by: null, updated_by: null, created_at: 1 }
    // As many as requests at the same moment may come to.
    for (const [at, id] of ids.entries())
      await addDraft({ id, owner_id: owner, name: null, type: 'text', post: large, version: 1, updated_at: at, ...by })
    const listed = (await list(mina)).map(({ id }: { id: string }) => id)
    expect(listed.length).toBeGreaterThanOrEqual(MOST_DRAFTS)
    expect(bytesInAnswer(JSON.stringify(await list(mina)))).toBeLessThan(5_400_000)
    expect(listed).toEqual(ids.reverse().slice(0, listed.length))
  })
})

describe('a template', () => {
  const templates = async (who: Someone) =>
    (await call(handler, 'GET /v1/drafts', who, { query: { kind: 'template' } })).data
  const words = {
    type: 'text',
    name: ' Opening hours ',
    post: { content: 'We are open until 6.', hashtags: ['coffee'] },
  }

  it('is a draft with a name, and listed apart from drafts', async () => {
    const plain = await create(mina)
    const { data } = await create(mina, words)
    expect(data).toMatchObject({ name: 'Opening hours', post: words.post, version: 1 })
    expect(plain.data.name).toBeNull()
    expect(await list(jonas)).toEqual([plain.data])
    expect(await templates(jonas)).toEqual([data])
    expect(await templates(stranger)).toEqual([])
    const path = { id: data.id }
    const body = { version: 1, type: 'text', name: 'Hours', post: { content: 'Until 7.' } }
    expect((await call(handler, 'PUT /v1/drafts/{id}', jonas, { path, body })).data).toMatchObject({ name: 'Hours' })
    expect((await call(handler, 'PUT /v1/drafts/{id}', mina, { path, body })).code).toBe('draft_changed')
  })

  it.each([
    [{ ...words, name: ' ' }, 'name'],
    [{ ...words, name: 'x'.repeat(101) }, 'name'],
  ])('%# is refused by name', async (body, path) => {
    const answer = await create(mina, body)
    expect([answer.status, answer.errors[0].path]).toEqual([400, path])
  })

  it('is one of a bounded number, whatever the number of drafts', async () => {
    const by = { created_by: null, updated_by: null, created_at: 1, updated_at: 1 }
    for (let at = 0; at < MOST_DRAFTS; at += 1)
      await addDraft({ id: newId(), owner_id: owner, name: `T${at}`, type: 'text', post: '{}', version: 1, ...by })
    expect(await create(mina, words)).toMatchObject({ status: 409, code: 'conflict' })
    expect((await create(mina)).status).toBe(200)
  })
})
