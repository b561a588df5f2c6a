// Drafts and templates: shared in a team, told of its members, and nobody's words are replaced unseen.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LARGEST_DRAFT, MOST_DRAFTS, MOST_TEMPLATES } from '../../core/drafts/draft.ts'
import { addDraft, putTemplate } from '../../core/drafts/draft-store.ts'
import { newId } from '../../core/ids.ts'
import { handler } from '../../functions/api/planned-posts.ts'
import { startTable, type TableEngine } from '../support/table-engine.ts'
import { call, newOwner, type Someone, someone } from './people/world.ts'

let engine: TableEngine
beforeAll(async () => {
  engine = await startTable()
})
afterAll(() => engine.stop())

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

  it('is not replaced by whoever began from an earlier version, one of many at once least of all', async () => {
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
    [{ type: 'text', post: {}, name: 'x' }, 'name'],
    [{ type: 'text', post: { content: 'x'.repeat(LARGEST_DRAFT) } }, 'post'],
  ])('%# is refused by name', async (body, path) => {
    const answer = await create(mina, body)
    expect([answer.status, answer.errors[0].path]).toEqual([400, path])
  })

  it('is one of a bounded number', async () => {
    const by = { created_by: null, updated_by: null, created_at: 1, updated_at: 1 }
    for (let at = 0; at < MOST_DRAFTS; at += 1)
      await addDraft({ id: newId(), owner_id: owner, type: 'text', post: '{}', version: 1, ...by })
    expect(await create(mina)).toMatchObject({ status: 409, code: 'conflict' })
    expect((await create(stranger)).status).toBe(200)
  })
})

describe('a template', () => {
  const make = (who: Someone, body: object) => call(handler, 'POST /v1/templates', who, { body })
  const all = async (who: Someone) => (await call(handler, 'GET /v1/templates', who)).data
  const change = (who: Someone, id: string, body: object) =>
    call(handler, 'PUT /v1/templates/{id}', who, { path: { id }, body })
  const drop = (who: Someone, id: string) => call(handler, 'DELETE /v1/templates/{id}', who, { path: { id } })

  it('is shared by name, replaced and deleted', async () => {
    const hours = await make(mina, { name: ' Opening hours ', content: 'We are open until 6.', hashtags: ['coffee'] })
    expect(hours.data).toMatchObject({ name: 'Opening hours', hashtags: ['coffee'], updated_by: { id: mina.id } })
    const group = await make(jonas, { name: 'City', hashtags: ['seoul', '서울'] })
    expect(group.data).toMatchObject({ content: '', hashtags: ['seoul', '서울'] })
    expect((await all(mina)).map(({ name }: { name: string }) => name)).toEqual(['City', 'Opening hours'])
    const changed = await change(jonas, hours.data.id, { name: 'Hours', content: 'Until 7.' })
    expect(changed.data).toMatchObject({ name: 'Hours', hashtags: [], updated_by: { id: jonas.id } })
    expect((await drop(mina, group.data.id)).status).toBe(200)
    expect((await drop(mina, group.data.id)).status).toBe(404)
    expect((await change(mina, group.data.id, { name: 'City', hashtags: ['x'] })).status).toBe(404)
    expect(await all(jonas)).toEqual([changed.data])
  })

  it('is nobody else’s', async () => {
    const { data } = await make(mina, { name: 'Hours', content: 'Until 7.' })
    expect(await all(stranger)).toEqual([])
    expect((await change(stranger, data.id, { name: 'Mine', content: 'Mine' })).status).toBe(404)
    expect((await drop(stranger, data.id)).status).toBe(404)
    expect(await all(mina)).toEqual([data])
  })

  it.each([
    [{ name: ' ', content: 'x' }, 'name'],
    [{ name: 'Nothing' }, 'content'],
    [{ name: 'N', content: 'x'.repeat(10_001) }, 'content'],
    [{ name: 'N', hashtags: Array.from({ length: 61 }, (_, at) => `t${at}`) }, 'hashtags'],
    [{ name: 'N', hashtags: ['ok', ''] }, 'hashtags[1]'],
  ])('%# is refused by name', async (body, path) => {
    const answer = await make(mina, body)
    expect([answer.status, answer.errors[0].path]).toEqual([400, path])
  })

  it('is one of a bounded number', async () => {
    const by = { created_by: null, updated_by: null, created_at: 1, updated_at: 1 }
    for (let at = 0; at < MOST_TEMPLATES; at += 1)
      await putTemplate(
        { id: newId(), owner_id: owner, name: `T${at}`, content: 'x', hashtags: [], ...by },
        { replaced: false },
      )
    expect(await make(mina, { name: 'One more', content: 'x' })).toMatchObject({ status: 409, code: 'conflict' })
  })
})
