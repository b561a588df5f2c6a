// Posts that wait for an editor: who may do what, what goes out, and every way around it.
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { addAccount } from '../../core/accounts/account-store.ts'
import { MOST_OF_REVIEWERS } from '../../core/approvals/approval.ts'
import { entryItem, writeApproval } from '../../core/approvals/approval-store.ts'
import { putApproval } from '../../core/approvals/send-for-approval.ts'
import { newId } from '../../core/ids.ts'
import { putMedia } from '../../core/media/media-store.ts'
import { setRole } from '../../core/people/team.ts'
import { postRows } from '../../core/posts/post-rows.ts'
import { getPost } from '../../core/posts/post-store.ts'
import { handler as byLink } from '../../functions/api/connect-links.ts'
import { handler as approvals } from '../../functions/api/planned-posts.ts'
import { handler as feedPost } from '../../functions/api/posts/feed.ts'
import { handler as reschedule } from '../../functions/api/posts/reschedule.ts'
import { handler as textPost } from '../../functions/api/posts/text.ts'
import { handler as activity } from '../../functions/api/team.ts'
import { accountOf, mediaOf } from '../support/domain.ts'
import { startWorld, type World } from './accounts/world.ts'
import { call, newOwner, type Someone, someone } from './people/world.ts'

const MINUTE = 60_000

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

let owner: string
let admin: Someone
let editor: Someone
let author: Someone
let account: string
let turn = 0
beforeEach(async () => {
  turn += 1
  owner = await newOwner()
  admin = await someone(`boss-${turn}`, owner)
  editor = await someone(`approver-${turn}`, owner, 'editor')
  author = await someone(`writer-${turn}`, owner, 'author')
  account = newId()
  const now = Date.now()
  await addAccount(
    accountOf({
      id: account,
      owner_id: owner,
      provider: 'threads',
      external_account_id: `1784${turn}${now}`,
      external_username: 'harborcoffee',
      external_name: 'Harbor Coffee',
      token_expires_at: now + 60 * 24 * 60 * MINUTE,
      profile_synced_at: now,
      connected_at: now,
      created_at: now,
      updated_at: now,
    }),
    now,
  )
})
afterEach(() => vi.useRealTimers())

const later = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })

const draft = (more: object = {}) => ({ content: 'Our autumn menu is here.', accounts: [account], ...more })
const send = (who: Someone = author, post: object = draft(), headers: Record<string, string> = {}) =>
  call(approvals, 'POST /v1/approvals', who, { headers, body: { type: 'text', post, comment: 'Is the date right?' } })
const sent = async (post: object = draft()): Promise<string> => {
  const { status, data } = await send(author, post)
  expect(status).toBe(200)
  return data.id
}
const act = (who: Someone, what: string, id: string, body: object) =>
  call(approvals, `POST /v1/approvals/{id}/${what}`, who, { path: { id }, body })
const approve = (who: Someone, id: string, version = 1, more: object = {}) =>
  act(who, 'approve', id, { version, ...more })
const change = (who: Someone, id: string, version: number, post: object) =>
  call(approvals, 'PUT /v1/approvals/{id}', who, { path: { id }, body: { version, type: 'text', post } })
const look = async (id: string, who: Someone = author) =>
  (await call(approvals, 'GET /v1/approvals/{id}', who, { path: { id } })).data

async function postsOfOwner(): Promise<string[]> {
  const ids: string[] = []
  for await (const { rows } of postRows(owner)) ids.push(...rows.map(({ id }) => id))
  return ids
}

describe('a post for approval', () => {
  it('keeps a bounded history, and is decided also when that is full', async () => {
    const id = await sent()
    const comment = () =>
      entryItem(id, { kind: 'comment', text: 'Hm.', version: 1, at: Date.now(), by: author.id, reviewer: null })
    for (let at = 0; at < 500; at += 100) await writeApproval(Array.from({ length: 100 }, comment))
    for (const refused of [
      await act(editor, 'comments', id, { comment: 'More.' }),
      await change(author, id, 1, draft()),
    ])
      expect([refused.status, refused.code]).toEqual([409, 'conflict'])
    expect((await look(id)).history).toHaveLength(501)
    expect((await approve(editor, id)).status).toBe(200)
    expect((await look(id)).history.at(-1)).toMatchObject({ kind: 'approved' })
  })

  it.each([
    ['control characters', '\u0001'],
    ['halves of characters', '\ud800'],
    ['quotes', '"'],
  ])('can be read with a full history of comments of %s', async (_what, character) => {
    const id = await sent()
    const comment = `From${character.repeat(1990)}\nhere`
    expect((await act(author, 'comments', id, { comment })).status).toBe(200)
    const { text } = (await look(id)).history.at(-1)
    expect(text).toHaveLength(comment.length)
    expect(text.split('\n')[1]).toBe('here')
    const entry = () =>
      entryItem(id, { kind: 'comment', text, version: 1, at: Date.now(), by: author.id, reviewer: null })
    for (let at = 0; at < 500; at += 100) await writeApproval(Array.from({ length: 100 }, entry))
    // Lambda carries the body as a string in JSON.
    const shown = await look(id)
    expect(shown.history).toHaveLength(502)
    expect(Buffer.byteLength(JSON.stringify(JSON.stringify(shown)))).toBeLessThan(6_000_000)
  })

  it('is sent, discussed, changed, and goes out exactly as it was approved', async () => {
    const id = await sent()
    expect((await act(editor, 'changes', id, { version: 1, comment: 'Please name the street.' })).status).toBe(200)
    expect(await look(id)).toMatchObject({ state: 'changes_asked', version: 1 })
    // Nobody changed it meanwhile: looking again, as that error says, would lead to the same refusal for ever.
    for (const refused of [
      await approve(editor, id, 1),
      await act(admin, 'changes', id, { version: 1, comment: 'Soon.' }),
    ]) {
      expect([refused.status, refused.code]).toEqual([409, 'approval_changed'])
      expect(refused.errors[0]).toMatchObject({ message: expect.stringContaining('asked for changes') })
      expect(refused.errors[0].path).toBeUndefined()
    }
    expect((await approve(editor, id, 2)).errors[0].path).toBe('version')
    expect((await act(author, 'comments', id, { comment: 'Which one?' })).status).toBe(200)
    const next = draft({ content: 'Our autumn menu is here, 5 Quay Street.' })
    expect((await change(author, id, 1, next)).data).toMatchObject({ state: 'waiting', version: 2 })
    expect(await postsOfOwner()).toEqual([])
    const { status, data, headers } = await approve(editor, id, 2)
    expect([status, headers!.Location]).toEqual([200, `/api/v1/posts/${data.post_id}`])
    expect(await getPost(data.post_id)).toMatchObject({ content: next.content, accounts: [account], owner_id: owner })
    const seen = await look(id)
    expect(seen).toMatchObject({ state: 'approved', post_id: data.post_id })
    expect(seen.history.map(({ kind, by }: { kind: string; by: { id: string } }) => [kind, by.id])).toEqual([
      ['sent', author.id],
      ['changes_asked', editor.id],
      ['comment', author.id],
      ['changed', author.id],
      ['approved', editor.id],
    ])
    expect(world.sent().filter(({ post_id }) => post_id === data.post_id)).toHaveLength(1)
  })

  it('is checked as a post is, naming its fields', async () => {
    const { status, errors } = await send(author, { accounts: [], scheduled_at: 'soon', nonsense: 1 })
    expect(status).toBe(400)
    expect(errors.map(({ path }: { path: string }) => path)).toEqual(
      expect.arrayContaining(['post.content', 'post.accounts', 'post.scheduled_at', 'post.nonsense']),
    )
    const other = await send(author, draft({ accounts: [newId()] }))
    expect([other.status, other.errors[0].path]).toEqual([400, 'post.accounts[0]'])
    // All at once, whatever kind of fault it is.
    const both = await send(author, { ...draft(), content: '', accounts: [newId()] })
    expect(both.errors.map(({ path }: { path: string }) => path)).toEqual(['post.content', 'post.accounts[0]'])
  })

  it('becomes one post where two editors approve it at once, and again', async () => {
    const id = await sent()
    const replies = await Promise.all([approve(editor, id), approve(admin, id), approve(editor, id)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect((await approve(editor, id)).code).toBe('approval_changed')
    expect(await postsOfOwner()).toHaveLength(1)
  })

  it('is one post where another person publishes the same version of a draft at the same moment, as whatever', async () => {
    const pictures = [newId(), newId()]
    for (const id of pictures) await putMedia(mediaOf({ id, owner_id: owner }))
    const feed = { ...draft(), title: 'Menu', media: { media_asset_ids: pictures } }
    const publish = (key: string) => ({
      approval: () => send(author, draft(), { 'Idempotency-Key': key }),
      text: () => call(textPost, 'POST /v1/posts/text', editor, { body: draft(), headers: { 'Idempotency-Key': key } }),
      feed: () => call(feedPost, 'POST /v1/posts/feed', admin, { body: feed, headers: { 'Idempotency-Key': key } }),
    })
    // The key of the version, and that of a further post of its series.
    const further = publish(`draft-${newId()}-3-12`)
    const either = await Promise.all([further.text(), further.feed(), further.approval()])
    expect(either.filter(({ status }) => status < 300)).toHaveLength(1)
    const { approval, text, feed: asFeed } = publish(`draft-${newId()}-3`)
    const answers = await Promise.all([approval(), text(), asFeed()])
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
    expect(new Set(answers.flatMap(({ code }) => code ?? []))).toEqual(new Set(['idempotency_mismatch']))
    // Each of them is answered again as before; any other key counts for each endpoint by itself.
    const again = await Promise.all([approval(), text(), asFeed()])
    expect(again.map(({ status }) => status)).toEqual(answers.map(({ status }) => status))
    // As the first versions of the dashboard named the posts of a series: what they left unanswered is found again.
    const earlier = publish(`draft-${newId()}-3-1900000000000`)
    expect([(await earlier.text()).status, (await earlier.feed()).status]).toEqual([202, 202])
    const other = publish(`menu-${turn}`)
    expect([(await other.text()).status, (await other.feed()).status, (await other.approval()).status]).toEqual([
      202, 202, 200,
    ])
  })

  it('is sent, discussed and approved once where each request is repeated with its Idempotency-Key', async () => {
    const repeated = async (path: string, who: Someone, body: object, place: Record<string, string> = {}) => {
      const given = { body, path: place, headers: { 'Idempotency-Key': `${turn}-${path}` } }
      const first = await call(approvals, `POST ${path}`, who, given)
      const again = await call(approvals, `POST ${path}`, who, given)
      expect([again.status, again.headers?.['Idempotency-Replayed'], again.data]).toEqual([200, 'true', first.data])
      return first.data
    }
    const { id } = await repeated('/v1/approvals', author, { type: 'text', post: draft() })
    const { data } = await call(approvals, 'GET /v1/approvals', author)
    expect(data.map((one: { id: string }) => one.id)).toEqual([id])
    await repeated('/v1/approvals/{id}/comments', editor, { comment: 'Which street?' }, { id })
    await repeated('/v1/approvals/{id}/changes', editor, { version: 1, comment: 'Name the street.' }, { id })
    await change(author, id, 1, draft())
    const { post_id } = await repeated('/v1/approvals/{id}/approve', editor, { version: 2 }, { id })
    expect(await postsOfOwner()).toEqual([post_id])
    expect((await look(id)).history).toHaveLength(5)
  })

  it('is listed by its state', async () => {
    const [first, second] = [await sent(), await sent()]
    await approve(editor, first)
    const list = async (state: string) =>
      (await call(approvals, 'GET /v1/approvals', author, { query: { state } })).data.map(
        ({ id }: { id: string }) => id,
      )
    await expect.poll(() => list('waiting')).toEqual([second])
    await expect.poll(() => list('approved')).toEqual([first])
  })

  it('is listed page by page, each once', async () => {
    const ids = [await sent(), await sent(), await sent()]
    const page = async (number: number) =>
      (await call(approvals, 'GET /v1/approvals', author, { query: { page: String(number), limit: '2' } })).data.map(
        ({ id }: { id: string }) => id,
      )
    await expect.poll(async () => [...(await page(1)), ...(await page(2))].sort()).toEqual([...ids].sort())
    expect([(await page(1)).length, await page(3)]).toEqual([2, []])
    const wrong = await call(approvals, 'GET /v1/approvals', author, { query: { page: '0' } })
    expect([wrong.status, wrong.errors[0].path]).toEqual([400, 'page'])
  })

  /** The index answers with two rows at a time, as it does with a megabyte of them. */
  const smallPages = () => {
    const real = DynamoDBDocumentClient.prototype.send as (command: object, ...more: unknown[]) => Promise<unknown>
    return vi.spyOn(DynamoDBDocumentClient.prototype, 'send').mockImplementation(function (
      this: DynamoDBDocumentClient,
      command: object,
      ...more: unknown[]
    ) {
      const input = (command as { input: { IndexName?: string; Limit?: number } }).input
      if (input.IndexName) input.Limit = Math.min(input.Limit ?? 2, 2)
      return real.call(this, command, ...more) as never
    })
  }

  it('is found behind any number of later ones', async () => {
    const ids: string[] = []
    for (let at = 0; at < 7; at += 1) ids.push(await sent())
    for (const id of ids.slice(1)) await approve(editor, id)
    const spy = smallPages()
    const page = async (query: Record<string, string>) => {
      const { data, next_before } = await call(approvals, 'GET /v1/approvals', author, { query })
      return { ids: data.map(({ id }: { id: string }) => id) as string[], next: next_before as string | null }
    }
    await expect.poll(() => page({ state: 'waiting' })).toEqual({ ids: [ids[0]], next: null })
    expect((await page({ limit: '5', page: '2' })).ids).toHaveLength(2)
    const all: string[] = []
    for (let next: string | null | undefined; next !== null; ) {
      const one = await page({ limit: '3', ...(next === undefined ? {} : { before: next }) })
      expect(one.ids.length).toBeGreaterThan(0)
      all.push(...one.ids)
      next = one.next
    }
    expect([all.length, [...all].sort()]).toEqual([7, [...ids].sort()])
    expect((await call(approvals, 'GET /v1/approvals', author, { query: { before: 'x' } })).errors[0].path).toBe(
      'before',
    )
    spy.mockRestore()
  })

  it('is listed in answers that a function can give, however large the posts are', { tags: 'deep' }, async () => {
    const text = JSON.stringify({ ...draft(), options: { note: '"'.repeat(90_000) } })
    const actor = { ownerId: owner, person: { id: author.id, role: 'author' as const } }
    for (let at = 0; at < 40; at += 1)
      await putApproval(actor, { type: 'text', text, comment: '' }, Date.now() + (at % 3))
    const all: string[] = []
    let pages = 0
    for (let next: string | null | undefined; next !== null; pages += 1) {
      const query = { limit: '100', ...(next === undefined ? {} : { before: next }) }
      const { data, next_before } = await call(approvals, 'GET /v1/approvals', author, { query })
      // Lambda carries the body as a string in JSON.
      expect(Buffer.byteLength(JSON.stringify(JSON.stringify({ data, next_before })))).toBeLessThan(6_000_000)
      all.push(...data.map(({ id }: { id: string }) => id))
      next = next_before
    }
    expect([all.length, new Set(all).size]).toEqual([40, 40])
    expect(pages).toBeLessThan(8)
  })

  it('names where to go on where one request would read too far', async () => {
    const ids: string[] = []
    for (let at = 0; at < 23; at += 1) ids.push(await sent())
    for (const id of ids.slice(1)) await act(editor, 'approve', id, { version: 1 })
    await expect
      .poll(
        async () => (await call(approvals, 'GET /v1/approvals', author, { query: { state: 'waiting' } })).data.length,
      )
      .toBe(1)
    const spy = smallPages()
    const ask = (before: object) =>
      call(approvals, 'GET /v1/approvals', author, { query: { state: 'waiting', ...before } })
    const first = await ask({})
    expect([first.data, first.next_before]).toEqual([[], expect.any(String)])
    const second = await ask({ before: first.next_before })
    expect([second.data.map(({ id }: { id: string }) => id), second.next_before]).toEqual([[ids[0]], null])
    spy.mockRestore()
  })

  it('waits once, and is answered for, where only the reply to the write was lost', async () => {
    const transact = DynamoDBDocumentClient.prototype.send as (command: object, ...more: unknown[]) => Promise<unknown>
    const spy = vi.spyOn(DynamoDBDocumentClient.prototype, 'send').mockImplementation(async function (
      this: DynamoDBDocumentClient,
      command: object,
      ...more: unknown[]
    ) {
      const reply = await transact.call(this, command, ...more)
      if (command.constructor.name === 'TransactWriteCommand') throw new Error('socket hang up')
      return reply as never
    })
    const { status, data } = await send()
    spy.mockRestore()
    expect(status).toBe(200)
    expect(await look(data.id)).toMatchObject({ state: 'waiting', history: [{ kind: 'sent' }] })
  })

  it('is withdrawn by its author, and never goes out', async () => {
    const id = await sent()
    expect((await call(approvals, 'DELETE /v1/approvals/{id}', author, { path: { id } })).status).toBe(200)
    expect((await approve(editor, id)).code).toBe('approval_changed')
    expect(await postsOfOwner()).toEqual([])
  })
})

describe('a way around an approval', () => {
  it('by posting, moving or approving is closed to an author', async () => {
    const posted = await call(textPost, 'POST /v1/posts/text', author, { body: draft() })
    expect([posted.status, posted.code]).toEqual([403, 'approval_required'])
    const id = await sent(draft({ scheduled_at: Date.now() + 10 * MINUTE }))
    expect((await approve(author, id)).code).toBe('role_required')
    expect((await act(author, 'changes', id, { version: 1, comment: 'x' })).code).toBe('role_required')
    const { data } = await approve(editor, id)
    const moved = await call(reschedule, 'PATCH /v1/posts/{id}', author, {
      path: { id: data.post_id },
      body: { scheduled_at: Date.now() + 12 * MINUTE },
    })
    expect(moved.code).toBe('role_required')
    expect(await postsOfOwner()).toHaveLength(1)
  })

  it('by checking a post is none: nothing is stored', async () => {
    const { status } = await call(textPost, 'POST /v1/posts/text', author, {
      query: { validate_only: 'true' },
      body: draft(),
    })
    expect(status).not.toBe(403)
    expect(await postsOfOwner()).toEqual([])
  })

  it('by changing it after the editor looked asks again', async () => {
    const id = await sent()
    await change(author, id, 1, draft({ content: 'Something else.' }))
    expect((await approve(editor, id, 1)).code).toBe('approval_changed')
    expect(await postsOfOwner()).toEqual([])
    // And at the same moment, whichever comes first: never the text that was not seen.
    const race = await sent()
    await Promise.all([approve(editor, race), change(author, race, 1, draft({ content: 'Something else.' }))])
    const { post_id } = await look(race)
    if (post_id) expect((await getPost(post_id))!.content).toBe('Our autumn menu is here.')
  })

  it('by changing it once it is approved is refused', async () => {
    const id = await sent()
    await approve(editor, id)
    expect((await change(author, id, 1, draft({ content: 'Something else.' }))).code).toBe('approval_changed')
  })

  it('by somebody else’s post is closed to an author', async () => {
    const other = await someone(`colleague-${turn}`, owner, 'author')
    const id = await sent()
    expect((await change(other, id, 1, draft({ content: 'Mine.' }))).code).toBe('role_required')
    expect((await call(approvals, 'DELETE /v1/approvals/{id}', other, { path: { id } })).code).toBe('role_required')
  })

  it('by an editor who is none any more fails, whatever the gateway remembers', async () => {
    const id = await sent()
    const { asked } = await import('../../core/approvals/approvals.ts').then(({ approve: asked }) => ({ asked }))
    await setRole({ ownerId: owner, personId: editor.id, role: 'author', by: admin.id, now: Date.now() })
    await expect(
      asked({ ownerId: owner, person: { id: editor.id, role: 'editor' } }, id, { version: 1 }, Date.now()),
    ).rejects.toMatchObject({ code: 'role_required' })
    expect(await postsOfOwner()).toEqual([])
  })

  it('from another team finds nothing', async () => {
    const id = await sent()
    const stranger = await someone(`outsider-${turn}`, await newOwner())
    expect((await approve(stranger, id)).code).toBe('not_found')
    expect((await call(approvals, 'GET /v1/approvals/{id}', stranger, { path: { id } })).code).toBe('not_found')
  })

  it.each([
    ['', 'comment has 0 characters; at least 1 is needed.'],
    ['\u0004', 'comment has 0 characters that can be seen; at least 1 is needed.'],
    ['  \n ', 'comment has 0 characters that can be seen; at least 1 is needed.'],
  ])('takes no comment %j, and says why', async (comment, message) => {
    const id = await sent()
    const { status, errors } = await act(author, 'comments', id, { comment })
    expect([status, errors]).toEqual([400, [{ code: 'too_short', path: 'comment', message }]])
  })

  it('is closed to a viewer altogether', async () => {
    const viewer = await someone(`reader-${turn}`, owner, 'viewer')
    expect((await send(viewer)).code).toBe('role_required')
    const id = await sent()
    expect((await act(viewer, 'comments', id, { comment: 'Nice' })).code).toBe('role_required')
    expect((await look(id, viewer)).state).toBe('waiting')
  })
})

describe('a time that passes while a post waits', () => {
  it('lets it go out at once where its latest time allows that, and says so', async () => {
    const now = Date.now()
    const id = await sent(draft({ scheduled_at: now + 5 * MINUTE, not_after: now + 60 * MINUTE }))
    later(10 * MINUTE)
    expect(await look(id)).toMatchObject({ late: true, too_late: false })
    const { status, message, data } = await approve(editor, id)
    expect([status, message]).toEqual([200, expect.stringContaining('Its time had passed, so it goes out now.')])
    expect(await getPost(data.post_id)).toMatchObject({ scheduled_at: null, not_after: now + 60 * MINUTE })
  })

  it('asks the editor for a time if it has no latest time', async () => {
    const id = await sent(draft({ scheduled_at: Date.now() + 5 * MINUTE }))
    later(10 * MINUTE)
    const refused = await approve(editor, id)
    expect([refused.status, refused.code, refused.errors[0].path]).toEqual([409, 'approval_late', 'publish_at'])
    const past = await approve(editor, id, 1, { publish_at: Date.now() - MINUTE })
    expect([past.status, past.errors]).toMatchObject([400, [{ code: 'invalid_schedule', path: 'publish_at' }]])
    expect(past.errors[0].message).toMatch(/^publish_at is .* not later than now\.$/)
    const { data } = await approve(editor, id, 1, { publish_at: 'now' })
    expect((await getPost(data.post_id))!.scheduled_at).toBeNull()
  })

  it('after the latest one has it changed first', async () => {
    const now = Date.now()
    const id = await sent(draft({ scheduled_at: now + 5 * MINUTE, not_after: now + 6 * MINUTE }))
    later(10 * MINUTE)
    expect(await look(id)).toMatchObject({ too_late: true })
    expect((await approve(editor, id, 1, { publish_at: 'now' })).code).toBe('approval_late')
    await change(author, id, 1, draft())
    expect((await approve(editor, id, 2)).status).toBe(200)
  })
})

describe('a link to review', () => {
  const DAYS = 24 * 60 * MINUTE
  const makeLink = (id: string, who: Someone = editor, wanted = true) =>
    call(approvals, 'PATCH /v1/approvals/{id}', who, { path: { id }, body: { review_link: wanted } })
  const linkTo = async (id: string, who: Someone = editor): Promise<string> => {
    const { status, data } = await makeLink(id, who)
    expect(status).toBe(200)
    return new URL(data.review_link.url).hash.slice(1)
  }
  const review = (link: string, decision?: object) =>
    call(byLink, 'POST /v1/reviews', undefined, { body: { link, ...(decision ? { decision } : {}) } })
  const decide = (link: string, action: string, more: object = {}) =>
    review(link, { action, name: 'Jun Park', version: 1, ...more })

  it('shows one post to somebody without a user, who asks, comments and approves; what goes out is what was approved', async () => {
    const id = await sent()
    const link = await linkTo(id)
    const { data, status } = await review(link)
    expect(status).toBe(200)
    expect(data).toMatchObject({
      post: { content: 'Our autumn menu is here.' },
      accounts: [{ username: 'harborcoffee', platform: { display_name: 'Threads' } }],
      state: 'waiting',
      version: 1,
      history: [{ kind: 'sent', text: 'Is the date right?', reviewer: false }],
    })
    // Neither ids of accounts, nor addresses of members, nor the secret's hash.
    expect(JSON.stringify(data)).not.toContain(account)
    expect(JSON.stringify(data)).not.toMatch(/@example|secret_hash/)
    const cut = await decide(link, 'comment', { comment: 'Looks nice.', name: 'Jun Park \ud83d' })
    expect(cut.data.history.at(-1).name).toBe('Jun Park \ufffd')
    expect((await decide(link, 'changes', { comment: 'Name the street.' })).data).toMatchObject({
      state: 'changes_asked',
      history: [{}, { kind: 'comment' }, { kind: 'changes_asked', name: 'Jun Park', reviewer: true }],
    })
    const next = draft({ content: 'Our autumn menu is here, 5 Quay Street.' })
    await change(author, id, 1, next)
    // The reviewer saw another version than the present one.
    expect((await decide(link, 'approve')).code).toBe('approval_changed')
    expect(await postsOfOwner()).toEqual([])
    expect((await decide(link, 'approve', { version: 2 })).data).toMatchObject({ state: 'approved' })
    const [post] = await postsOfOwner()
    expect(await getPost(post!)).toMatchObject({ content: next.content, owner_id: owner })
    const seen = await look(id)
    expect(seen).toMatchObject({ state: 'approved', post_id: post, review_until: null })
    expect(seen.history.at(-1)).toMatchObject({ kind: 'approved', reviewer: 'Jun Park', by: { id: editor.id } })
    expect((await decide(link, 'approve', { version: 2 })).code).toBe('approval_changed')
    expect(await postsOfOwner()).toHaveLength(1)
  })

  it('keeps the words that come with an approval, for the team and the reviewer', async () => {
    const id = await sent()
    const link = await linkTo(id)
    const { data } = await decide(link, 'approve', { comment: 'Fine. Next time with a picture, please.' })
    const said = { text: 'Fine. Next time with a picture, please.', name: 'Jun Park', reviewer: true, version: 1 }
    expect(data).toMatchObject({ state: 'approved' })
    expect(data.history).toHaveLength(3)
    expect(data.history).toContainEqual(expect.objectContaining({ kind: 'comment', ...said }))
    const { history } = await look(id)
    expect(history).toContainEqual(expect.objectContaining({ kind: 'comment', text: said.text, reviewer: 'Jun Park' }))
  })

  it('becomes one post where a reviewer and an editor approve it at once', async () => {
    const id = await sent()
    const link = await linkTo(id)
    const replies = await Promise.all([decide(link, 'approve'), approve(editor, id), decide(link, 'approve')])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await postsOfOwner()).toHaveLength(1)
  })

  it('is made and ended by editors alone, in a session, for a post of theirs that waits', async () => {
    const id = await sent()
    expect((await makeLink(id, author)).code).toBe('role_required')
    expect((await makeLink(id, await someone(`elsewhere-${turn}`, await newOwner()))).status).toBe(404)
    await call(approvals, 'DELETE /v1/approvals/{id}', author, { path: { id } })
    expect((await makeLink(id)).code).toBe('approval_changed')
  })

  it('that is guessed, or of another post, finds nothing', async () => {
    const [one, other] = [await sent(), await sent()]
    const [link, second] = [await linkTo(one), await linkTo(other)]
    const [, secret] = link.split('.')
    for (const wrong of [
      '',
      secret!,
      `${one}.`,
      `${other}.${secret}`,
      `${newId()}.${secret}`,
      `${one}.${second.split('.')[1]}`,
      `${link}x`,
      `${one}.srl_${'a'.repeat(43)}`,
      `../${one}.${secret}`,
    ])
      expect(await review(wrong), wrong).toMatchObject({ status: 404, code: 'not_found' })
    expect((await review('x'.repeat(301))).status).toBe(400)
    expect(await world.items()).not.toContain(secret)
    expect(world.logged()).not.toContain(secret)
  })

  it('after it was revoked, replaced, is over, or its maker is no editor any more, gets nowhere', async () => {
    const id = await sent()
    const first = await linkTo(id)
    const link = await linkTo(id)
    expect((await decide(first, 'approve')).status).toBe(404)
    expect((await makeLink(id, editor, false)).data.review_link).toBeNull()
    for (const action of ['approve', 'changes', 'comment'])
      expect((await decide(link, action, { comment: 'x' })).status, action).toBe(404)
    const third = await linkTo(id)
    later(7 * DAYS + MINUTE)
    expect((await review(third)).status).toBe(404)
    vi.useRealTimers()
    expect((await review(third)).status).toBe(200)
    const told = async () => {
      const { data } = await call(approvals, 'GET /v1/approvals', author)
      const changed = await change(author, id, (await look(id)).version, draft())
      return [(await look(id)).review_until, data[0].review_until, changed.data.review_until]
    }
    expect(await told()).toEqual(Array(3).fill(expect.any(Number)))
    await setRole({ ownerId: owner, personId: editor.id, role: 'author', by: admin.id, now: Date.now() })
    expect(await told()).toEqual([null, null, null])
    expect((await decide(third, 'approve')).status).toBe(404)
    expect(await postsOfOwner()).toEqual([])
  })

  it('can be revoked also after the post was approved or withdrawn, and shows nothing more then', async () => {
    for (const end of ['approve', 'withdraw']) {
      const id = await sent()
      const link = await linkTo(id)
      if (end === 'approve') await approve(editor, id)
      else await call(approvals, 'DELETE /v1/approvals/{id}', author, { path: { id } })
      expect((await review(link)).status, end).toBe(200)
      // No decision is made by it any more; who looks at the post learns that it is there to be revoked.
      expect(await look(id), end).toMatchObject({ review_until: null, review_shown_until: expect.any(Number) })
      // A second time there is none to revoke.
      for (const _ of [1, 2]) expect((await makeLink(id, editor, false)).status, end).toBe(200)
      expect((await look(id)).review_shown_until, end).toBeNull()
      expect(await review(link), end).toMatchObject({ status: 404, code: 'not_found' })
      expect((await decide(link, 'comment', { comment: 'Too late?' })).status, end).toBe(404)
      // A link to it is made no more.
      expect((await makeLink(id)).code, end).toBe('approval_changed')
      const { data } = await call(activity, 'GET /v1/activity', admin)
      const done = data.result.filter(({ target }: { target: { id: string } }) => target.id === id)
      const actions = done.map(({ action }: { action: string }) => action)
      expect(actions, end).toEqual(['review_link.revoked', 'review_link.created'])
    }
  })

  it('that is revoked at the same moment approves or does not, and never both', async () => {
    const id = await sent()
    const link = await linkTo(id)
    const [decided, ended] = await Promise.all([decide(link, 'approve'), makeLink(id, editor, false)])
    expect(await postsOfOwner()).toHaveLength(decided.status === 200 ? 1 : 0)
    expect([200, 409]).toContain(ended.status)
  })

  it('leaves in the trail of changes who made and revoked it, and what was decided by it', async () => {
    const id = await sent()
    // Nothing is revoked where there is none.
    await makeLink(id, editor, false)
    await linkTo(id)
    await makeLink(id, editor, false)
    const link = await linkTo(id)
    await decide(link, 'comment', { comment: 'Looks nice.' })
    await decide(link, 'changes', { comment: 'Name the street.' })
    await change(author, id, 1, draft({ content: 'Our autumn menu, 5 Quay Street.' }))
    await decide(link, 'approve')
    await decide(link, 'approve', { version: 2, name: 'Mina Lee' })
    const { data } = await call(activity, 'GET /v1/activity', admin)
    const seen = data.result.filter(({ target }: { target: { id: string } }) => target.id === id).reverse()
    expect(
      seen.map(
        ({ action, actor, details }: { action: string; actor: { kind: string; id: string }; details: object }) => [
          action,
          actor.kind,
          actor.id,
          details,
        ],
      ),
    ).toEqual([
      ['review_link.created', 'person', editor.id, { until: expect.any(Number) }],
      ['review_link.revoked', 'person', editor.id, {}],
      ['review_link.created', 'person', editor.id, { until: expect.any(Number) }],
      ['review_link.used', 'visitor', null, { decision: 'changes', name: 'Jun Park' }],
      ['review_link.used', 'visitor', null, { decision: 'approve', name: 'Mina Lee' }],
    ])
    expect(seen.at(-1).target.name).toBe('Our autumn menu, 5 Quay Street.')
  })

  it('leaves room in the history for the team, however much is said by it', async () => {
    const id = await sent()
    const link = await linkTo(id)
    const said = {
      kind: 'comment',
      text: 'x',
      version: 1,
      at: Date.now(),
      by: editor.id,
      reviewer: 'Jun Park',
    } as const
    for (let at = 0; at < MOST_OF_REVIEWERS; at += 100)
      await writeApproval(Array.from({ length: 100 }, () => entryItem(id, said)))
    expect(await decide(link, 'comment', { comment: 'One more.' })).toMatchObject({ status: 409, code: 'conflict' })
    const answer = { path: { id }, body: { comment: 'We have read it all.' } }
    expect((await call(approvals, 'POST /v1/approvals/{id}/comments', author, answer)).status).toBe(200)
    expect((await change(author, id, 1, draft())).status).toBe(200)
    expect((await decide(link, 'approve', { version: 2 })).data).toMatchObject({ state: 'approved' })
  })

  it('takes a name and, but for approving, words, within bounds', async () => {
    const link = await linkTo(await sent())
    expect((await decide(link, 'approve', { name: ' ' })).errors).toMatchObject([{ path: 'decision.name' }])
    expect((await decide(link, 'approve', { name: 'x'.repeat(81) })).errors).toMatchObject([{ path: 'decision.name' }])
    expect((await decide(link, 'changes')).errors).toMatchObject([{ code: 'required', path: 'decision.comment' }])
    expect((await decide(link, 'comment', { comment: 'x'.repeat(2001) })).status).toBe(400)
    expect((await decide(link, 'publish')).status).toBe(400)
  })

  it('that is used again and again is stopped for a minute', async () => {
    const link = await linkTo(await sent())
    // No minute begins meanwhile, with what it allows.
    later(0)
    const replies = await Promise.all(Array.from({ length: 40 }, () => review(link)))
    const refused = replies.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThanOrEqual(10)
    expect(Number(refused[0]!.headers!['Retry-After'])).toBeGreaterThan(0)
  })
})
