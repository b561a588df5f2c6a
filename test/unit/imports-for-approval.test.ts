// An author's plan of posts: each row waits for an editor, once, and nothing of it goes out unapproved.
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { addAccount } from '../../core/accounts/account-store.ts'
import type { Account } from '../../core/accounts/rules/account.ts'
import { type Caller, callerContext } from '../../core/api-keys/caller.ts'
import type { Role } from '../../core/api-keys/rules/roles.ts'
import { MOST_WAITING } from '../../core/approvals/approval.ts'
import { addApproval } from '../../core/approvals/approval-store.ts'
import { newId } from '../../core/ids.ts'
import { removeFromTeam, setRole } from '../../core/people/team.ts'
import { postRows } from '../../core/posts/post-rows.ts'
import { getPost } from '../../core/posts/post-store.ts'
import { handler as planned } from '../../functions/api/planned-posts.ts'
import { apiEvent, lambdaContext } from '../support/api-event.ts'
import { startWorld, type World } from './accounts/world.ts'
import { call, failTable, newOwner, type Someone, someone } from './people/world.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

let owner: string
let editor: Someone
let author: Someone
let account: string
let turn = 0
beforeEach(async () => {
  turn += 1
  owner = await newOwner()
  editor = await someone(`reader-${turn}`, owner, 'editor')
  author = await someone(`planner-${turn}`, owner, 'author')
  account = newId()
  const now = Date.now()
  await addAccount(
    {
      id: account,
      owner_id: owner,
      provider: 'threads',
      external_account_id: `1784${turn}${now}`,
      external_username: 'harbor',
      external_name: 'Harbor Coffee',
      external_bio: '',
      external_profile_url: '',
      picture_key: null,
      account_type: null,
      permissions: null,
      status: 'active',
      status_reason: null,
      token_ciphertext: 'AA==',
      token_expires_at: now + 60 * DAY,
      token_refreshed_at: null,
      renew_at: null,
      renewal_begun_at: null,
      refresh_tried_at: null,
      refresh_problem: null,
      profile_synced_at: now,
      keep_failures: 0,
      created_by: null,
      connected_at: now,
      created_at: now,
      updated_at: now,
    } as Account,
    now,
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const later = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
const soon = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString()
const dayIn = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10)

const HEAD = 'id,type,content,accounts,scheduled_at,not_after,repeat,repeat_until'
const file = (...rows: string[]) => [HEAD, ...rows].join('\r\n')
const row = (id: string, text: string, at = soon(60), notAfter = '') =>
  `${id},text,${text},threads:harbor,${at},${notAfter},,`
const run = (csv: string, who: Someone = author, more: object = { for_approval: true }) =>
  call(planned, 'POST /v1/imports', who, { body: { csv, time_zone: 'Europe/Berlin', ...more } })
/** As the gateway remembers a caller; without one, a key of this owner. */
async function asKnown(body: { csv: string; for_approval?: boolean }, caller?: Caller) {
  const event = apiEvent({
    ...{ method: 'POST', resource: '/v1/imports', ownerId: owner },
    body: { ...body, time_zone: 'Europe/Berlin' },
  })
  if (caller) event.requestContext.authorizer = callerContext(caller)
  const handler = planned as never as (...given: unknown[]) => Promise<{ statusCode: number; body: string }>
  const { statusCode, body: text } = await handler(event, lambdaContext())
  const json = JSON.parse(text)
  return { status: statusCode, ...json, code: json.errors?.[0]?.code }
}
const check = (csv: string, who: Someone = author) =>
  call(planned, 'POST /v1/imports/check', who, { body: { csv, time_zone: 'Europe/Berlin' } })
const list = async (): Promise<Row[]> =>
  (await call(planned, 'GET /v1/approvals', author, { query: { limit: '100' } })).data
const look = async (id: string) => (await call(planned, 'GET /v1/approvals/{id}', author, { path: { id } })).data
const approve = (id: string, version = 1, who: Someone = editor) =>
  call(planned, 'POST /v1/approvals/{id}/approve', who, { path: { id }, body: { version } })
const change = (id: string, version: number, post: object) =>
  call(planned, 'PUT /v1/approvals/{id}', author, { path: { id }, body: { version, type: 'text', post } })
const withdraw = (id: string) => call(planned, 'DELETE /v1/approvals/{id}', author, { path: { id } })

interface Row {
  id: string
  state: string
  post_id: string | null
  approval: { id: string; state: string } | null
  issues: { code: string; path?: string; message: string }[]
}
const rowsOf = ({ data }: { data: { rows: Row[] } }): Row[] => data.rows
const statesOf = (reply: { data: { rows: Row[] } }) => rowsOf(reply).map(({ state }) => state)
const idsOf = (reply: { data: { rows: Row[] } }) => rowsOf(reply).map(({ approval }) => approval!.id)

async function postsOfOwner(): Promise<string[]> {
  const ids: string[] = []
  for await (const { rows } of postRows(owner)) ids.push(...rows.map(({ id }) => id))
  return ids
}

describe('a plan that is sent for approval', () => {
  it('is checked by its author, and becomes a post that waits of each row that can be', async () => {
    const csv = file(row('a', 'One'), row('b', ''), row('c', 'Three'))
    expect((await check(csv)).data.totals).toEqual({ ready: 2, imported: 0, problem: 1, left_out: 0 })
    expect(await list()).toEqual([])
    const reply = await run(csv, author, {
      for_approval: true,
      leave_out: [3],
      comment: 'The week of the harbor fair.',
    })
    expect([reply.status, statesOf(reply)]).toEqual([200, ['imported', 'problem', 'left_out']])
    const [{ approval, post_id }] = rowsOf(reply) as [Row]
    expect([approval?.state, post_id]).toEqual(['waiting', null])
    expect(await look(approval!.id)).toMatchObject({
      state: 'waiting',
      post: { content: 'One', accounts: [account] },
      created_by: { id: author.id },
      history: [{ kind: 'sent', text: 'The week of the harbor fair.', by: { id: author.id } }],
    })
    expect(await postsOfOwner()).toEqual([])
    const { data } = await approve(approval!.id)
    expect(await getPost(data.post_id)).toMatchObject({ content: 'One', accounts: [account], owner_id: owner })
    expect(await postsOfOwner()).toEqual([data.post_id])
  })

  it('waits for each time of a repetition by itself', async () => {
    const csv = file(`t,text,Tuesday,threads:harbor,${dayIn(2)} 09:30,,weekly,${dayIn(17)}`)
    const reply = await run(csv)
    expect(statesOf(reply)).toEqual(['imported', 'imported', 'imported'])
    const ids = idsOf(reply)
    expect(new Set(ids).size).toBe(3)
    await withdraw(ids[1]!)
    for (const id of [ids[0]!, ids[2]!]) expect((await approve(id)).status).toBe(200)
    expect((await approve(ids[1]!)).code).toBe('approval_changed')
    expect(await postsOfOwner()).toHaveLength(2)
  })

  it('asks once for each row, however often and at whatever moment it is sent', async () => {
    const csv = file(row('a', 'One'), row('', 'Unnamed'))
    const together = await Promise.all([run(csv), run(csv), run(csv)])
    const first = idsOf(together[0]!)
    for (const one of [...together, await run(csv)])
      expect([statesOf(one), idsOf(one)]).toEqual([['imported', 'imported'], first])
    expect((await list()).map(({ id }) => id).sort()).toEqual([...first].sort())
  })

  it('goes on where it broke off', async () => {
    const csv = file(row('a', 'One'), row('b', 'Two'))
    failTable('TransactWriteCommand')
    const failed = await run(csv)
    expect([failed.status, failed.code, failed.text]).toEqual([
      500,
      'internal_error',
      expect.not.stringContaining('secret detail'),
    ])
    vi.restoreAllMocks()
    expect(statesOf(await run(csv))).toEqual(['imported', 'imported'])
    expect(await list()).toHaveLength(2)
  })

  it.each(['QueryCommand', 'BatchGetCommand'])('leaves nothing where %s fails', async (command) => {
    failTable(command)
    const { status, code } = await run(file(row('a', 'One')))
    expect([status, code]).toEqual([500, 'internal_error'])
    vi.restoreAllMocks()
    expect(await list()).toEqual([])
  })

  it('tells later what became of each row, and makes nothing again', async () => {
    const csv = file(row('a', 'One'), row('b', 'Two'), row('c', 'Three'))
    const [one, two, three] = idsOf(await run(csv)) as [string, string, string]
    const { data } = await approve(one)
    await withdraw(two)
    const told = rowsOf(await run(csv))
    expect(told.map(({ state, post_id, approval }) => [state, post_id, approval])).toEqual([
      ['imported', data.post_id, { id: one, state: 'approved' }],
      ['imported', null, { id: two, state: 'withdrawn' }],
      ['imported', null, { id: three, state: 'waiting' }],
    ])
    expect(rowsOf(await check(csv)).map(({ approval }) => approval?.state)).toEqual([
      'approved',
      'withdrawn',
      'waiting',
    ])
    expect(await list()).toHaveLength(3)
  })

  it('takes no more than may wait at a time, says so of the rest, and sends that once there is room', {
    tags: 'deep',
  }, async () => {
    const now = Date.now()
    const waiting = Array.from({ length: MOST_WAITING - 1 }, (_, at) => ({
      id: newId(),
      owner_id: owner,
      type: 'text' as const,
      request: JSON.stringify({ content: `${at}`, accounts: [account] }),
      state: 'waiting' as const,
      version: 1,
      created_by: author.id,
      created_at: now,
      updated_at: now,
      post_id: null,
      review: null,
    }))
    for (const one of waiting)
      await addApproval(one, { kind: 'sent', text: '', version: 1, by: author.id, reviewer: null, at: now })
    const csv = file(row('a', 'One'), row('b', 'Two'), row('c', 'Three'))
    const reply = await run(csv)
    expect(statesOf(reply)).toEqual(['imported', 'problem', 'problem'])
    for (const { issues } of rowsOf(reply).slice(1))
      expect(issues).toEqual([{ code: 'conflict', message: expect.stringContaining(`${MOST_WAITING} posts wait`) }])
    await withdraw(waiting[0]!.id)
    expect(statesOf(await run(csv))).toEqual(['imported', 'imported', 'problem'])
  })

  it('with a time that passes while it waits goes out at once where its latest time allows that', async () => {
    const csv = file(row('a', 'One', soon(5), soon(90)), row('b', 'Two', soon(5)), row('c', 'Three', soon(5), soon(6)))
    const [one, two, three] = idsOf(await run(csv)) as [string, string, string]
    later(10 * MINUTE)
    expect((await approve(one)).message).toContain('Its time had passed, so it goes out now.')
    expect((await approve(two)).code).toBe('approval_late')
    expect(await look(three)).toMatchObject({ late: true, too_late: true })
    expect((await approve(three)).code).toBe('approval_late')
    expect(await postsOfOwner()).toHaveLength(1)
  })

  it('may be sent by editors and keys as well', async () => {
    expect(statesOf(await run(file(row('a', 'One')), editor))).toEqual(['imported'])
    const byKey = await asKnown({ csv: file(row('b', 'Two')), for_approval: true })
    expect([byKey.status, statesOf(byKey)]).toEqual([200, ['imported']])
    expect((await list()).map(({ state }) => state)).toEqual(['waiting', 'waiting'])
    expect(await postsOfOwner()).toEqual([])
  })

  it.each([
    [{ for_approval: 'yes' }, 'for_approval'],
    [{ for_approval: true, comment: 'x'.repeat(2001) }, 'comment'],
    [{ for_approval: true, leave_out: [0] }, 'leave_out[0]'],
    [{ for_approval: true, approved: true }, 'approved'],
  ])('refuses %j', async (more, path) => {
    const { status, errors } = await run(file(row('a', 'One')), author, more)
    expect([status, errors[0].path]).toEqual([400, path])
  })

  it('has a comment only where it is sent for approval', async () => {
    const { status, errors } = await run(file(row('a', 'One')), editor, { comment: 'Look.' })
    expect([status, errors[0].path]).toEqual([400, 'comment'])
    expect(await postsOfOwner()).toEqual([])
  })
})

describe('a way around the approval of a plan', () => {
  it('by leaving out that it is for approval is closed to an author', async () => {
    for (const more of [{}, { for_approval: false }]) {
      const { status, code } = await run(file(row('a', 'One')), author, more)
      expect([status, code]).toEqual([403, 'approval_required'])
    }
    expect([await postsOfOwner(), await list()]).toEqual([[], []])
  })

  it('is closed to a viewer', async () => {
    const viewer = await someone(`onlooker-${turn}`, owner, 'viewer')
    expect((await run(file(row('a', 'One')), viewer)).code).toBe('role_required')
    expect(await postsOfOwner()).toEqual([])
  })

  it('by an assistant is closed: of an author, and of a person who is no editor any more', async () => {
    const csv = file(row('a', 'One'))
    const as = (who: Someone, role: Role) =>
      ({
        owner_id: owner,
        key_id: newId(),
        rate_limit: 60,
        generation: 1,
        assistant: { person_id: who.id, role },
      }) as const
    for (const [caller, code] of [
      [as(editor, 'author'), 'approval_required'],
      // It was given more while the person was an editor.
      [as(author, 'editor'), 'role_required'],
      [as(editor, 'viewer'), 'role_required'],
    ] as const) {
      const refused = await asKnown({ csv }, caller)
      expect([refused.status, refused.code]).toEqual([403, code])
    }
    const sent = await asKnown({ csv, for_approval: true }, as(editor, 'author'))
    expect(statesOf(sent)).toEqual(['imported'])
    expect(await look(idsOf(sent)[0]!)).toMatchObject({ created_by: { id: editor.id } })
    expect(await postsOfOwner()).toEqual([])
  })

  it('is closed in the middle of an import to a person who is removed, or made less, by then', async () => {
    const send = DynamoDBDocumentClient.prototype.send as (command: object, ...more: unknown[]) => Promise<unknown>
    // Ten rows at a time: when the first of them are written, the last three are not begun.
    const csv = (name: string) => file(...Array.from({ length: 13 }, (_, at) => row(`${name}${at}`, `Day ${at}`)))
    const remove = (who: Someone) => removeFromTeam(owner, who.id, Date.now())
    const demote = (who: Someone) => setRole({ ownerId: owner, personId: who.id, role: 'author', now: Date.now() })
    for (const [name, who, more, end] of [
      ['a', author, { for_approval: true }, remove],
      ['b', editor, {}, demote],
    ] as const) {
      let ended: Promise<unknown> | undefined
      vi.spyOn(DynamoDBDocumentClient.prototype, 'send').mockImplementation(async function (
        this: DynamoDBDocumentClient,
        command: object,
        ...others: unknown[]
      ) {
        if (JSON.stringify(command).includes('row_key')) {
          ended ??= end(who)
          await ended
        }
        return send.call(this, command, ...others)
      } as never)
      const rows = rowsOf(await run(csv(name), who, more))
      vi.restoreAllMocks()
      expect(rows.map(({ state }) => state)).toEqual([...Array(10).fill('imported'), ...Array(3).fill('problem')])
      for (const refused of rows.slice(10)) expect(refused).toMatchObject({ issues: [{ code: 'role_required' }] })
    }
    expect(await postsOfOwner()).toHaveLength(10)
  })

  it('by sending the file again with other words changes nothing, before and after the approval', async () => {
    const at = soon(60)
    const [id] = idsOf(await run(file(row('a', 'Harmless', at)))) as [string]
    const replaced = file(row('a', 'Something else', at))
    const refused = { state: 'problem', issues: [{ code: 'duplicate', path: 'id' }] }
    expect(rowsOf(await run(replaced))[0]).toMatchObject({ ...refused, approval: { id, state: 'waiting' } })
    const { data } = await approve(id)
    expect(rowsOf(await run(replaced))[0]).toMatchObject({ ...refused, approval: { id, state: 'approved' } })
    expect((await change(id, 1, { content: 'Something else', accounts: [account] })).code).toBe('approval_changed')
    expect(await getPost(data.post_id)).toMatchObject({ content: 'Harmless' })
    expect(await postsOfOwner()).toHaveLength(1)
  })

  it('by changing one post of a series after the editor looked asks again for that one alone', async () => {
    const csv = file(`t,text,Tuesday,threads:harbor,${dayIn(2)} 09:30,,weekly,${dayIn(10)}`)
    const [one, two] = idsOf(await run(csv)) as [string, string]
    await change(two, 1, { content: 'Something else', accounts: [account] })
    expect((await approve(one)).status).toBe(200)
    expect((await approve(two)).code).toBe('approval_changed')
    const posts = await Promise.all((await postsOfOwner()).map(getPost))
    expect(posts.map((post) => post!.content)).toEqual(['Tuesday'])
  })

  it('by an editor’s import of the same file makes no second post, whichever comes first', async () => {
    const csv = file(row('a', 'One'))
    const [id] = idsOf(await run(csv)) as [string]
    const direct = rowsOf(await run(csv, editor, {}))[0]
    expect(direct).toMatchObject({ state: 'imported', post_id: null, approval: { id, state: 'waiting' } })
    await approve(id)
    await run(csv, editor, {})
    expect(await postsOfOwner()).toHaveLength(1)

    const other = file(row('b', 'Two'))
    const [made] = rowsOf(await run(other, editor, {})) as [Row]
    expect(rowsOf(await run(other))[0]).toMatchObject({ state: 'imported', post_id: made.post_id, approval: null })
    expect(await postsOfOwner()).toHaveLength(2)

    const race = file(row('c', 'Three'))
    const replies = await Promise.all([run(race), run(race, editor, {}), run(race)])
    for (const one of replies) expect(statesOf(one)).toEqual(['imported'])
    const asked = (await list()).filter(({ state }) => state === 'waiting').length
    expect((await postsOfOwner()).length + asked).toBe(3)
  })

  it('from another team finds none of it', async () => {
    const csv = file(row('a', 'One'))
    const [id] = idsOf(await run(csv)) as [string]
    const stranger = await someone(`foreigner-${turn}`, await newOwner(), 'author')
    expect(rowsOf(await check(csv, stranger))[0]).toMatchObject({ state: 'problem', approval: null, post_id: null })
    expect(rowsOf(await check(file(row(id, 'One')), stranger))[0]).toMatchObject({ approval: null, post_id: null })
  })
})
