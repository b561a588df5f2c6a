// The endpoints for people who are signed in: sessions, teams and invitations; what is refused, and a table that fails.
import {
  AdminCreateUserCommand,
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  UnsupportedUserStateException,
  UserNotFoundException,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { callerContext } from '../../../core/api-keys/caller.ts'
import { hashOf } from '../../../core/api-keys/secret.ts'
import { ENV } from '../../../core/contract.ts'
import { INVITATION_MS } from '../../../core/people/people.ts'
import { lookUpSession } from '../../../core/people/resolve-session.ts'
import { SESSION_IDLE_MS, SESSION_LONGEST_MS } from '../../../core/people/rules/session-life.ts'
import { beginSession } from '../../../core/people/sessions.ts'
import { removeFromTeam } from '../../../core/people/team.ts'
import { handler as keys } from '../../../functions/api/keys.ts'
import { handler as uploads } from '../../../functions/api/media/uploads/complete.ts'
import { handler as session } from '../../../functions/api/session.ts'
import { handler as team } from '../../../functions/api/team.ts'
import { apiEvent, lambdaContext } from '../../support/api-event.ts'
import { startMemoryTable, type TableEngine } from '../../support/table-engine.ts'
import { addressOf, call, failTable, failWhere, newOwner, type Someone, someone, UNKNOWN } from './world.ts'

let engine: TableEngine
beforeAll(async () => {
  engine = await startMemoryTable()
})
afterAll(() => engine.stop())

let owner: string
let admin: Someone
let viewer: Someone
let turn = 0
const named = (name: string) => `${name}-${turn}`
beforeEach(async () => {
  turn += 1
  owner = await newOwner()
  admin = await someone(named('admin'), owner)
  viewer = await someone(named('viewer'), owner, 'viewer')
})
afterEach(() => {
  vi.restoreAllMocks()
  delete process.env[ENV.userPool]
})

const lives = async ({ secret }: Someone) => (await lookUpSession(secret)) !== undefined

describe('all records of an owner', () => {
  const exported = (who: Someone | 'key', query?: Record<string, string>) =>
    call(keys, 'GET /v1/exports/records', who, query === undefined ? {} : { query })

  it('are for admins alone, and never for a key', async () => {
    expect(await exported(viewer)).toMatchObject({ status: 403, code: 'role_required' })
    expect(await exported('key')).toMatchObject({ status: 403, code: 'session_required' })
    const { status, data } = await exported(admin)
    expect(status).toBe(200)
    expect(data.next).toBeNull()
    expect(data.records).toContainEqual({ kind: 'owner', record: expect.objectContaining({ id: owner }) })
  })

  it('are recorded as taken along before the first page is read', async () => {
    const taken = async () =>
      (await call(team, 'GET /v1/activity', admin)).data.result.filter(
        ({ action }: { action: string }) => action === 'owner.exported',
      )
    const { data } = await exported(admin)
    expect(data.records.map(({ record }: { record: { action?: string } }) => record.action)).toContain('owner.exported')
    expect(await taken()).toMatchObject([{ actor: { kind: 'person', id: admin.id } }])
  })

  it('go on from a place that they gave, and from no other text', async () => {
    const madeUp = Buffer.from(JSON.stringify([1, 'a', 0, ''])).toString('base64url')
    for (const after of ['nothing', madeUp])
      expect(await exported(admin, { after })).toMatchObject({ status: 400, code: 'invalid_value' })
    const { data } = await call(team, 'GET /v1/activity', admin)
    expect(data.result.map(({ action }: { action: string }) => action)).not.toContain('owner.exported')
  })
})

describe('a session', () => {
  it('says who is signed in, for which owner, as what', async () => {
    const { status, data } = await call(session, 'GET /v1/session', viewer)
    expect(status).toBe(200)
    expect(data).toMatchObject({
      person: { id: viewer.id, email: addressOf(named('viewer')) },
      owner: { id: owner, role: 'viewer' },
      owners: [{ id: owner, role: 'viewer' }],
    })
    expect(JSON.stringify(data)).not.toContain(viewer.secret)
  })

  it('is refused to a key, and to one who shows nothing', async () => {
    expect(await call(session, 'GET /v1/session', 'key')).toMatchObject({ status: 403, code: 'session_required' })
    expect((await call(session, 'GET /v1/session', undefined)).status).toBe(500)
  })

  it('works for another of the person’s owners, and for none that is not theirs', async () => {
    const other = await newOwner()
    const again = await someone(named('viewer'), other, 'editor')
    const changed = await call(session, 'PATCH /v1/session', again, { body: { owner_id: other } })
    expect(changed.data.owner).toMatchObject({ id: other, role: 'editor' })
    const foreign = await newOwner()
    expect(await call(session, 'PATCH /v1/session', again, { body: { owner_id: foreign } })).toMatchObject({
      status: 404,
      code: 'not_found',
    })
    expect((await call(session, 'PATCH /v1/session', again, { body: { owner_id: 'none' } })).status).toBe(400)
  })

  it('ends: by itself, from the list, and all of them at once', async () => {
    const second = await someone(named('viewer'))
    const { data: rows } = await call(session, 'GET /v1/sessions', viewer)
    expect(rows).toHaveLength(2)
    expect(rows.filter(({ current }: { current: boolean }) => current)).toHaveLength(1)
    const other = rows.find(({ current }: { current: boolean }) => !current).id
    expect((await call(session, 'DELETE /v1/sessions/{id}', viewer, { path: { id: other } })).status).toBe(200)
    expect(await lives(second)).toBe(false)

    const third = await someone(named('viewer'))
    const out = await call(session, 'DELETE /v1/session', viewer)
    expect(out.cookies.join()).toContain('Max-Age=0')
    expect(await lives(viewer)).toBe(false)
    expect(await lives(third)).toBe(true)
    expect((await call(session, 'DELETE /v1/sessions', third)).status).toBe(200)
    expect(await lives(third)).toBe(false)
  })

  it('stays where another could not be ended: whoever wants all of them ended can ask again', async () => {
    const other = await someone(named('viewer'))
    const { data: rows } = await call(session, 'GET /v1/sessions', viewer)
    const otherId = rows.find(({ current }: { current: boolean }) => !current).id
    const send = DynamoDBDocumentClient.prototype.send as (command: object, ...more: unknown[]) => Promise<unknown>
    vi.spyOn(DynamoDBDocumentClient.prototype, 'send').mockImplementation(function (
      this: DynamoDBDocumentClient,
      command: object,
      ...more: unknown[]
    ) {
      const ends = command.constructor.name === 'TransactWriteCommand' && JSON.stringify(command).includes(otherId)
      return (ends ? Promise.reject(new Error('away')) : send.call(this, command, ...more)) as never
    })
    expect((await call(session, 'DELETE /v1/sessions', viewer)).status).toBe(500)
    expect([await lives(viewer), await lives(other)]).toEqual([true, true])
    vi.restoreAllMocks()
    expect((await call(session, 'DELETE /v1/sessions', viewer)).status).toBe(200)
    expect([await lives(viewer), await lives(other)]).toEqual([false, false])
  })

  it('of somebody else is not found', async () => {
    const { data } = await call(session, 'GET /v1/session', admin)
    expect(await call(session, 'DELETE /v1/sessions/{id}', viewer, { path: { id: data.session.id } })).toMatchObject({
      status: 404,
      code: 'not_found',
    })
    expect(await lives(admin)).toBe(true)
  })

  it('runs out when nobody uses it, and after a week whatever is done', async () => {
    const now = Date.now()
    const person = { id: viewer.id, email: '', name: '', created_at: now, last_seen_at: now }
    const secret = await beginSession(person, 'a browser', now)
    expect(await lookUpSession(secret, now + SESSION_IDLE_MS - 1000)).toBeDefined()
    // That was a use: from there it is idle again.
    expect(await lookUpSession(secret, now + 2 * SESSION_IDLE_MS - 3000)).toBeDefined()
    expect(await lookUpSession(secret, now + 4 * SESSION_IDLE_MS)).toBeUndefined()
    expect(await lookUpSession(secret, now + SESSION_LONGEST_MS)).toBeUndefined()
  })
})

describe('a team', () => {
  const invite = (role = 'editor', who = admin, email = addressOf(named('guest'))) =>
    call(team, 'POST /v1/team/invitations', who, { body: { email, role } })
  const tokenOf = (url: string) => url.split('/').at(-1)!
  const accept = (token: string, who: Someone) =>
    call(team, 'POST /v1/invitations/{token}/accept', who, { path: { token } })

  it('is seen by its members, and changed by its admins alone', async () => {
    const { data } = await call(team, 'GET /v1/team', viewer)
    expect(data.members.map(({ role }: { role: string }) => role).sort()).toEqual(['admin', 'viewer'])
    const forbidden = [
      ['POST /v1/team/invitations', { body: { email: 'x@example.com', role: 'viewer' } }],
      ['DELETE /v1/team/invitations/{id}', { path: { id: UNKNOWN } }],
      ['PATCH /v1/team/members/{id}', { path: { id: viewer.id }, body: { role: 'admin' } }],
      ['DELETE /v1/team/members/{id}', { path: { id: admin.id } }],
    ] as const
    for (const [route, given] of forbidden)
      expect(await call(team, route, viewer, given), route).toMatchObject({ status: 403, code: 'role_required' })
  })

  it('grows by an invitation, which is good for one person, and for its address', async () => {
    const { data } = await invite()
    const token = tokenOf(data.url)
    const guest = await someone(named('guest'))
    const stranger = await someone(named('stranger'))
    expect((await call(team, 'GET /v1/invitations/{token}', guest, { path: { token } })).data).toMatchObject({
      role: 'editor',
    })
    expect(await accept(token, stranger)).toMatchObject({ status: 403, code: 'invitation_of_another_address' })
    expect((await accept(token, guest)).data.owner).toMatchObject({ id: owner, role: 'editor' })
    expect(await accept(token, stranger)).toMatchObject({ status: 404, code: 'not_found' })
    expect(await invite()).toMatchObject({ status: 409, code: 'conflict' })
  })

  it('takes the same person again whose answer was lost, and nobody who was removed since', async () => {
    const token = tokenOf((await invite()).data.url)
    const guest = await someone(named('guest'))
    // The person is in by then, and the session does not work for the team yet.
    const restore = failWhere(
      (command) => command.constructor.name === 'UpdateCommand' && /SET owner_id/.test(JSON.stringify(command)),
    )
    expect((await accept(token, guest)).status).toBe(500)
    restore()
    const lookAt = (who: Someone) => call(team, 'GET /v1/invitations/{token}', who, { path: { token } })
    for (const _ of [1, 2]) {
      // The page of the link is loaded again, and leads on.
      expect((await lookAt(guest)).data).toMatchObject({ role: 'editor', email: addressOf(named('guest')) })
      const { status, data } = await accept(token, guest)
      expect([status, data?.owner]).toMatchObject([200, { id: owner, role: 'editor' }])
    }
    const members = (await call(team, 'GET /v1/team', admin)).data.members.map(({ id }: { id: string }) => id)
    expect(members.filter((id: string) => id === guest.id)).toHaveLength(1)
    expect(await lookAt(viewer)).toMatchObject({ status: 404, code: 'not_found' })
    await call(team, 'DELETE /v1/team/members/{id}', admin, { path: { id: guest.id } })
    expect(await accept(token, guest)).toMatchObject({ status: 404, code: 'not_found' })
  })

  it('exports who joined it, and no hash of the link by which they did', async () => {
    const token = tokenOf((await invite()).data.url)
    const guest = await someone(named('guest'))
    expect((await accept(token, guest)).status).toBe(200)
    const { records } = (await call(keys, 'GET /v1/exports/records', admin)).data
    const joined = records.filter(({ record }: { record: { person_id?: string } }) => record.person_id === guest.id)
    expect(joined).toMatchObject([{ kind: 'members', record: { role: 'editor' } }])
    expect(JSON.stringify(records)).not.toContain(hashOf(token))
  })

  it('ends an invitation that is withdrawn, sent again, or a week old', async () => {
    const guest = await someone(named('guest'))
    const first = (await invite()).data
    const second = (await invite()).data
    expect((await accept(tokenOf(first.url), guest)).status).toBe(404)
    await call(team, 'DELETE /v1/team/invitations/{id}', admin, { path: { id: second.id } })
    expect((await accept(tokenOf(second.url), guest)).status).toBe(404)
    expect((await call(team, 'DELETE /v1/team/invitations/{id}', admin, { path: { id: second.id } })).status).toBe(404)
    const third = (await invite()).data
    const later = Date.now() + INVITATION_MS
    vi.useFakeTimers({ now: later, toFake: ['Date'] })
    try {
      const late = await someone(named('guest'))
      expect((await accept(tokenOf(third.url), late)).status).toBe(404)
    } finally {
      vi.useRealTimers()
    }
  })

  it('never loses its last admin', async () => {
    const demote = call(team, 'PATCH /v1/team/members/{id}', admin, {
      path: { id: admin.id },
      body: { role: 'viewer' },
    })
    expect(await demote).toMatchObject({ status: 409, code: 'last_admin' })
    const leave = call(team, 'DELETE /v1/team/members/{id}', admin, { path: { id: admin.id } })
    expect(await leave).toMatchObject({ status: 409, code: 'last_admin' })
    expect((await call(team, 'DELETE /v1/team/members/{id}', viewer, { path: { id: viewer.id } })).status).toBe(200)
    expect((await call(session, 'GET /v1/session', viewer)).data.owner).toBeNull()
  })

  it('takes a role from a session that is open', async () => {
    const changed = { path: { id: viewer.id }, body: { role: 'editor' } }
    expect((await call(team, 'PATCH /v1/team/members/{id}', admin, changed)).status).toBe(200)
    expect((await call(session, 'GET /v1/session', viewer)).data.owner.role).toBe('editor')
    expect((await call(team, 'PATCH /v1/team/members/{id}', admin, { ...changed, path: { id: UNKNOWN } })).status).toBe(
      404,
    )
  })

  it('is not opened by a session that turns to it while its person is removed', async () => {
    const other = await newOwner()
    await someone(named('chief'), other)
    const leaver = await someone(named('leaver'), owner, 'viewer')
    await someone(named('leaver'), other, 'admin')
    // As the gateway remembers it for a minute.
    const remembered = callerContext((await lookUpSession(leaver.secret))!)
    const send = DynamoDBDocumentClient.prototype.send as (command: object, ...more: unknown[]) => Promise<unknown>
    let removed: Promise<unknown> | undefined
    vi.spyOn(DynamoDBDocumentClient.prototype, 'send').mockImplementation(async function (
      this: DynamoDBDocumentClient,
      command: object,
      ...more: unknown[]
    ) {
      if (!removed && JSON.stringify(command).includes('ADD generation')) {
        removed = removeFromTeam(other, leaver.id, Date.now())
        await removed
      }
      return send.call(this, command, ...more) as never
    })
    await call(session, 'PATCH /v1/session', leaver, { body: { owner_id: other } })
    expect(removed).toBeDefined()
    const event = apiEvent({ method: 'GET', resource: '/v1/keys' })
    event.requestContext.authorizer = remembered
    const { statusCode, body } = (await keys(event, lambdaContext())) as { statusCode: number; body: string }
    expect([statusCode, JSON.parse(body).errors?.[0].code]).toEqual([403, 'no_owner'])
  })

  it('says which field of an invitation is wrong', async () => {
    expect(await invite('king')).toMatchObject({ status: 400, errors: [{ path: 'role' }] })
    expect(await invite('viewer', admin, 'no address')).toMatchObject({ status: 400, errors: [{ path: 'email' }] })
  })

  it.each([
    ['never signed in gets a first password again: the one before is good for a week', undefined],
    ['has a password keeps it', new UnsupportedUserStateException({ message: 'User is confirmed', $metadata: {} })],
  ])('invites again who %s', async (_what, refusal) => {
    process.env[ENV.userPool] = 'pool'
    const pool = mockClient(CognitoIdentityProviderClient)
    try {
      pool.on(AdminGetUserCommand).resolves({ UserStatus: 'FORCE_CHANGE_PASSWORD' })
      pool
        .on(AdminCreateUserCommand)
        .rejects(new UsernameExistsException({ message: 'User account already exists', $metadata: {} }))
      const resent = pool.on(AdminCreateUserCommand, { MessageAction: 'RESEND' })
      if (refusal) resent.rejects(refusal)
      else resent.resolves({})
      expect((await invite()).status).toBe(200)
      const asked = pool.commandCalls(AdminCreateUserCommand).map(({ args }) => args[0].input)
      expect(asked).toMatchObject([{ Username: expect.any(String) }, { MessageAction: 'RESEND' }])
      expect(asked[1]!.Username).toBe(asked[0]!.Username)
    } finally {
      pool.restore()
    }
  })

  it('makes no invitation where the user pool makes no user', async () => {
    process.env[ENV.userPool] = 'pool'
    const pool = mockClient(CognitoIdentityProviderClient)
    try {
      pool.on(AdminGetUserCommand).rejects(new UserNotFoundException({ message: 'no user', $metadata: {} }))
      pool.on(AdminCreateUserCommand).rejects(new Error('pool is down'))
      const failed = await invite()
      expect(failed.status).toBe(500)
      expect(failed.text).not.toContain('pool is down')
      expect((await call(team, 'GET /v1/team', admin)).data.invitations).toEqual([])
      pool.on(AdminCreateUserCommand).resolves({})
      expect((await invite()).status).toBe(200)
      expect(pool.commandCalls(AdminCreateUserCommand)).toHaveLength(2)
    } finally {
      pool.restore()
    }
  })
})

describe('a table that fails', () => {
  const calls = (): [unknown, string, Parameters<typeof call>[3], string][] => [
    [session, 'GET /v1/session', {}, 'QueryCommand'],
    [session, 'PATCH /v1/session', { body: { owner_id: owner } }, 'QueryCommand'],
    [session, 'DELETE /v1/session', {}, 'TransactWriteCommand'],
    [session, 'GET /v1/sessions', {}, 'QueryCommand'],
    [session, 'DELETE /v1/sessions', {}, 'TransactWriteCommand'],
    [team, 'GET /v1/team', {}, 'QueryCommand'],
    [team, 'POST /v1/team/invitations', { body: { email: 'a@example.com', role: 'viewer' } }, 'TransactWriteCommand'],
    [
      team,
      'PATCH /v1/team/members/{id}',
      { path: { id: viewer.id }, body: { role: 'editor' } },
      'TransactWriteCommand',
    ],
    [team, 'DELETE /v1/team/members/{id}', { path: { id: viewer.id } }, 'TransactWriteCommand'],
    [keys, 'GET /v1/keys', {}, 'QueryCommand'],
    [keys, 'POST /v1/keys', { body: { name: 'Shop' } }, 'TransactWriteCommand'],
  ]

  it('is a fault of ours: a request id, nothing internal, and nothing changed', async () => {
    for (const [handler, route, given, kind] of calls()) {
      failTable(kind)
      const reply = await call(handler, route, admin, given)
      vi.restoreAllMocks()
      expect(reply, route).toMatchObject({ status: 500, code: 'internal_error' })
      expect(reply.text, route).toContain('request-1')
      expect(reply.text, route).not.toContain('secret detail')
    }
    expect(await lives(admin)).toBe(true)
    const { data } = await call(team, 'GET /v1/team', admin)
    expect(data.invitations).toEqual([])
    expect(data.members.map(({ role }: { role: string }) => role).sort()).toEqual(['admin', 'viewer'])
    expect((await call(keys, 'GET /v1/keys', admin)).data).toEqual([])
  })
})

describe('an upload in parts', () => {
  const route = 'GET /v1/media/uploads/{id}'

  it('is not shown to who only reads: its addresses let anybody send the file', async () => {
    const path = { id: UNKNOWN }
    expect(await call(uploads, route, viewer, { path })).toMatchObject({ status: 403, code: 'role_required' })
    expect(await call(uploads, route, admin, { path })).toMatchObject({ status: 404, code: 'not_found' })
  })
})
