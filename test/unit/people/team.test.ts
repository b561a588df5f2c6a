// A team under attack: admins who change each other at once, invitations of who is gone, and mails at somebody's will.
import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  CodeDeliveryFailureException,
  CognitoIdentityProviderClient,
  InvalidEmailRoleAccessPolicyException,
  InvalidParameterException,
  LimitExceededException,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider'
import { type AwsClientStub, mockClient } from 'aws-sdk-client-mock'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { callerContext } from '../../../core/api-keys/caller.ts'
import { ENV } from '../../../core/contract.ts'
import { INVITATION_MS } from '../../../core/people/people.ts'
import { lookUpSession } from '../../../core/people/resolve-session.ts'
import { FIRST_PASSWORD_MAILS_A_DAY, FIRST_PASSWORD_WAIT_MS } from '../../../core/people/rules/invitation-mails.ts'
import { invite as inviteTo, MOST_INVITATIONS, removeFromTeam } from '../../../core/people/team.ts'
import { getMember, invitationsOf } from '../../../core/people/team-store.ts'
import { handler as session } from '../../../functions/api/session.ts'
import { handler as team } from '../../../functions/api/team.ts'
import { apiEvent, lambdaContext } from '../../support/api-event.ts'
import { startMemoryTable, type TableEngine } from '../../support/table-engine.ts'
import { addressOf, call, failWhere, newOwner, type Someone, someone } from './world.ts'

let engine: TableEngine
beforeAll(async () => {
  engine = await startMemoryTable()
})
afterAll(() => engine.stop())

let owner: string
let turn = 0
const named = (name: string) => `${name}-of-team-${turn}`
beforeEach(async () => {
  turn += 1
  owner = await newOwner()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  delete process.env[ENV.userPool]
})

const setRole = (who: Someone, id: string, role: string) =>
  call(team, 'PATCH /v1/team/members/{id}', who, { path: { id }, body: { role } })
const invite = (who: Someone, email: string, role = 'editor') =>
  call(team, 'POST /v1/team/invitations', who, { body: { email, role } })
const tokenOf = (url: string) => url.split('/').at(-1)!
const accept = (url: string, who: Someone) =>
  call(team, 'POST /v1/invitations/{token}/accept', who, { path: { token: tokenOf(url) } })
const roleOf = async (id: string) => (await getMember(owner, id))?.role

/** A call with what the gateway remembers of the caller, whatever has changed since. */
async function callAs(remembered: Record<string, string>, route: string, given: Parameters<typeof apiEvent>[0]) {
  const [method, resource] = route.split(' ') as [string, string]
  const event = apiEvent({ ...given, method, resource })
  event.requestContext.authorizer = remembered
  const reply = (await (team as never as (...a: unknown[]) => Promise<{ statusCode: number; body: string }>)(
    event,
    lambdaContext(),
  ))!
  return { status: reply.statusCode, code: JSON.parse(reply.body).errors?.[0]?.code }
}

describe('a demoted admin', () => {
  it('is what was stored, and stays it, in 100 rounds of two admins who act at once', {
    timeout: 120_000,
  }, async () => {
    const first = await someone(named('first'), owner)
    const second = await someone(named('second'), owner)
    const rounds = []
    for (let round = 0; round < 100; round += 1) {
      const remembered = callerContext((await lookUpSession(second.secret))!)
      const raise = { path: { id: second.id }, body: { role: 'admin' } }
      const [demoted, raised] = await Promise.all([
        setRole(first, second.id, 'viewer'),
        callAs(remembered, 'PATCH /v1/team/members/{id}', raise),
      ])
      // Again, with what the gateway still remembers and with what the session is by now.
      const again = await callAs(remembered, 'PATCH /v1/team/members/{id}', raise)
      const { data } = await call(session, 'GET /v1/session', second)
      rounds.push([demoted.status, [200, 403, 409].includes(raised.status), again.status, data.owner.role])
      expect(await roleOf(second.id)).toBe('viewer')
      expect((await setRole(first, second.id, 'admin')).status).toBe(200)
    }
    expect(rounds).toEqual(Array(100).fill([200, true, 403, 'viewer']))
  })

  it('of two who demote each other at once is one, and the other stays admin', async () => {
    for (let round = 0; round < 10; round += 1) {
      owner = await newOwner()
      const [one, two] = [await someone(named(`one-${round}`), owner), await someone(named(`two-${round}`), owner)]
      const replies = await Promise.all([setRole(one, two.id, 'viewer'), setRole(two, one.id, 'viewer')])
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 403])
      expect([await roleOf(one.id), await roleOf(two.id)].sort()).toEqual(['admin', 'viewer'])
    }
  })

  it('invites, withdraws, removes and promotes nobody with what the gateway remembers', async () => {
    const first = await someone(named('first'), owner)
    const second = await someone(named('second'), owner)
    const third = await someone(named('third'), owner, 'viewer')
    const { data: invitation } = await invite(first, addressOf(named('guest')))
    const store = await import('../../../core/people/team-store.ts')
    const remembered = callerContext((await lookUpSession(second.secret))!)
    // Demoted in the table, and told to no session yet.
    await store.changeRole((await getMember(owner, second.id))!, 'editor')
    const tries: [string, Parameters<typeof apiEvent>[0]][] = [
      ['POST /v1/team/invitations', { body: { email: addressOf(named('friend')), role: 'admin' } }],
      ['DELETE /v1/team/invitations/{id}', { path: { id: invitation.id } }],
      ['PATCH /v1/team/members/{id}', { path: { id: third.id }, body: { role: 'admin' } }],
      ['PATCH /v1/team/members/{id}', { path: { id: second.id }, body: { role: 'admin' } }],
      ['DELETE /v1/team/members/{id}', { path: { id: third.id } }],
    ]
    for (const [route, given] of tries)
      expect(await callAs(remembered, route, given), route).toEqual({ status: 403, code: 'role_required' })
    expect(await roleOf(third.id)).toBe('viewer')
    expect(await roleOf(second.id)).toBe('editor')
    expect(await invitationsOf(owner, Date.now())).toHaveLength(1)
  })
})

describe('invitations of a person who is no admin any more', () => {
  it.each([
    ['removed', (admin: Someone, id: string) => call(team, 'DELETE /v1/team/members/{id}', admin, { path: { id } })],
    ['demoted', (admin: Someone, id: string) => setRole(admin, id, 'viewer')],
  ])('end when the person is %s', async (_how, end) => {
    const first = await someone(named('first'), owner)
    const second = await someone(named('second'), owner)
    const back = await someone(named('back'))
    const { data: theirs } = await invite(second, addressOf(named('back')), 'admin')
    const { data: kept } = await invite(first, addressOf(named('kept')))
    expect((await end(first, second.id)).status).toBe(200)
    expect(await accept(theirs.url, back)).toMatchObject({ status: 404, code: 'not_found' })
    const { data } = await call(team, 'GET /v1/team', first)
    expect(data.invitations.map(({ id }: { id: string }) => id)).toEqual([kept.id])
    expect(data.invitations[0].created_by).toBe(first.id)
    // Not even when the person is an admin again.
    if (_how === 'demoted') {
      await setRole(first, second.id, 'admin')
      expect((await accept(theirs.url, back)).status).toBe(404)
    }
  })

  it('open nothing in the moment before they are ended', async () => {
    const store = await import('../../../core/people/team-store.ts')
    await someone(named('first'), owner)
    const second = await someone(named('second'), owner)
    const { data } = await invite(second, addressOf(named('back')), 'admin')
    await store.removeMember((await getMember(owner, second.id))!)
    const back = await someone(named('back'))
    expect(await accept(data.url, back)).toMatchObject({ status: 404, code: 'not_found' })
    expect(await roleOf(back.id)).toBeUndefined()
  })

  it('bring back nobody who was invited twice at once, has joined by one of them and was removed', async () => {
    const first = await someone(named('first'), owner)
    const twice = await Promise.all([
      invite(first, addressOf(named('twice'))),
      invite(first, addressOf(named('twice'))),
    ])
    const twin = await someone(named('twice'))
    const [one, other] = twice.map(({ data }) => data.url)
    expect(await accept(one, twin)).toMatchObject({ status: 200 })
    const { data } = await call(team, 'DELETE /v1/team/members/{id}', first, { path: { id: twin.id } })
    expect(data).toMatchObject({ id: twin.id, invitations_ended: 0 })
    expect(await accept(other, twin)).toMatchObject({ status: 404, code: 'not_found' })
    expect(await roleOf(twin.id)).toBeUndefined()
  })

  it('are counted in the answer to a removal', async () => {
    const first = await someone(named('first'), owner)
    const second = await someone(named('second'), owner)
    await invite(second, addressOf(named('one')))
    await invite(second, addressOf(named('two')))
    const { data } = await call(team, 'DELETE /v1/team/members/{id}', first, { path: { id: second.id } })
    expect(data).toMatchObject({ id: second.id, invitations_ended: 2 })
  })
})

describe('the limit of open invitations', () => {
  it('holds when 60 come at once', { timeout: 60_000 }, async () => {
    const admin = await someone(named('admin'), owner)
    const store = await import('../../../core/people/team-store.ts')
    const now = Date.now()
    const open = MOST_INVITATIONS - 10
    await Promise.all(
      Array.from({ length: open }, (_, place) =>
        store.addInvitation({
          id: crypto.randomUUID(),
          owner_id: owner,
          email: addressOf(named(`open-${place}`)),
          role: 'viewer',
          invited_by: null,
          created_by: null,
          token_hash: crypto.randomUUID(),
          created_at: now,
          until: now + INVITATION_MS,
          place,
        }),
      ),
    )
    // Below the chain, which breaks a request off where a busy machine is too slow for it.
    const replies = await Promise.allSettled(
      Array.from({ length: 60 }, (_, at) =>
        inviteTo({
          ownerId: owner,
          email: addressOf(named(`more-${at}`)),
          role: 'editor',
          invitedBy: admin.id,
          now,
        }),
      ),
    )
    const made = replies.flatMap((reply) => (reply.status === 'fulfilled' ? [reply.value] : []))
    expect(made).toHaveLength(10)
    expect(new Set(replies.flatMap((reply) => (reply.status === 'rejected' ? [reply.reason.code] : [])))).toEqual(
      new Set(['conflict']),
    )
    expect(await invitationsOf(owner, now)).toHaveLength(MOST_INVITATIONS)
    // A place that is given back is free for the next.
    await call(team, 'DELETE /v1/team/invitations/{id}', admin, { path: { id: made[0]!.id } })
    expect((await invite(admin, addressOf(named('next')))).status).toBe(200)
    expect((await invite(admin, addressOf(named('no more')).replace(' ', '-'))).code).toBe('conflict')
  })
})

describe('first passwords', () => {
  let pool: AwsClientStub<CognitoIdentityProviderClient>
  let admin: Someone
  beforeEach(async () => {
    admin = await someone(named('admin'), owner)
    process.env[ENV.userPool] = 'pool'
    pool = mockClient(CognitoIdentityProviderClient)
    pool.on(AdminGetUserCommand).rejects(new UserNotFoundException({ message: 'no user', $metadata: {} }))
    pool.on(AdminCreateUserCommand).resolves({})
    pool.on(AdminDeleteUserCommand).resolves({})
  })
  afterEach(() => pool.restore())
  const mails = () => pool.commandCalls(AdminCreateUserCommand).length

  it.each([
    ['the pool sends no more today', new LimitExceededException({ message: 'x', $metadata: {} }), 'service_limit'],
    ['the pool cannot send it', new CodeDeliveryFailureException({ message: 'x', $metadata: {} }), 'failed'],
    [
      'the pool may no longer send from its address',
      new InvalidEmailRoleAccessPolicyException({ message: 'x', $metadata: {} }),
      'failed',
    ],
  ])('are told of when %s, and the link is handed over', async (_what, fault, said) => {
    pool.on(AdminCreateUserCommand).rejects(fault)
    const guest = addressOf(named('guest'))
    const { status, data } = await invite(admin, guest)
    expect([status, data.password_mail]).toEqual([200, said])
    expect((await accept(data.url, await someone(named('guest')))).status).toBe(200)
    // A mail that was not sent holds up no later try.
    pool.on(AdminCreateUserCommand).resolves({})
    expect((await invite(admin, addressOf(named('other')))).data.password_mail).toBe('sent')
  })

  it.each([
    // It takes 128 characters.
    ['AdminGetUser', AdminGetUserCommand],
    // "Invalid email address format."
    ['AdminCreateUser', AdminCreateUserCommand],
  ])(
    'are not for an address that the pool does not take (%s): it is refused, and nobody invited',
    async (_what, kind) => {
      pool
        .on(kind as typeof AdminGetUserCommand)
        .rejects(new InvalidParameterException({ message: 'x', $metadata: {} }))
      const guest = addressOf(named('guest'))
      const { status, code, errors } = (await invite(admin, guest)) as Awaited<ReturnType<typeof call>> & {
        errors: { path: string }[]
      }
      expect([status, code, errors[0]?.path]).toEqual([400, 'invalid_value', 'email'])
      expect(await invitationsOf(owner, Date.now())).toEqual([])
      // Nor is the address held.
      pool.on(AdminGetUserCommand).rejects(new UserNotFoundException({ message: 'no user', $metadata: {} }))
      pool.on(AdminCreateUserCommand).resolves({})
      expect((await invite(admin, guest)).data.password_mail).toBe('sent')
    },
  )

  it('are mailed to an address once in a while, by whomever it is invited', async () => {
    const other = await newOwner()
    const chief = await someone(named('chief'), other)
    const guest = addressOf(named('guest'))
    const said = await Promise.all(Array.from({ length: 8 }, (_, at) => invite(at % 2 ? admin : chief, guest)))
    expect(said.map(({ data }) => data.password_mail).sort()).toEqual(['sent', ...Array(7).fill('waiting')])
    expect(mails()).toBe(1)
    vi.useFakeTimers({ now: Date.now() + FIRST_PASSWORD_WAIT_MS, toFake: ['Date'] })
    try {
      expect((await invite(admin, guest)).data.password_mail).toBe('sent')
    } finally {
      vi.useRealTimers()
    }
  })

  it('are mailed for an owner as often as a day allows, also when all are asked for at once', async () => {
    const many = FIRST_PASSWORD_MAILS_A_DAY + 15
    // No day begins meanwhile.
    vi.useFakeTimers({ toFake: ['Date'] })
    const said = await Promise.all(Array.from({ length: many }, (_, at) => invite(admin, addressOf(named(`g-${at}`)))))
    expect(said.map(({ status }) => status)).toEqual(Array(many).fill(200))
    expect(said.filter(({ data }) => data.password_mail === 'team_limit')).toHaveLength(15)
    expect(mails()).toBe(FIRST_PASSWORD_MAILS_A_DAY)
    pool.on(AdminGetUserCommand).resolves({ UserStatus: 'CONFIRMED' })
    expect((await invite(admin, addressOf(named('known')))).data.password_mail).toBe('not_needed')
  })

  it('replace the user whom somebody signed up with an address that is not shown to be theirs', async () => {
    pool.on(AdminGetUserCommand).resolves({ UserStatus: 'UNCONFIRMED' })
    const guest = addressOf(named('guest'))
    expect((await invite(admin, guest)).data.password_mail).toBe('sent')
    expect(pool.commandCalls(AdminDeleteUserCommand).map(({ args }) => args[0].input.Username)).toEqual([guest])
    expect(pool.commandCalls(AdminCreateUserCommand)[0]!.args[0].input).toMatchObject({ Username: guest })
    expect(pool.commandCalls(AdminCreateUserCommand)[0]!.args[0].input.MessageAction).toBeUndefined()
  })
})

it('a removal ends what the member made although their sessions could not be told', async () => {
  const [first, leaver] = [await someone(named('first'), owner), await someone(named('leaver'), owner)]
  expect((await invite(leaver, addressOf(named('friend')))).status).toBe(200)
  const undo = failWhere(
    (command) => command.constructor.name === 'UpdateCommand' && /SESSION#/.test(JSON.stringify(command)),
  )
  await expect(removeFromTeam(owner, leaver.id, Date.now(), first.id)).rejects.toThrow()
  undo()
  expect(await roleOf(leaver.id)).toBeUndefined()
  expect(await invitationsOf(owner, Date.now())).toEqual([])
})

it('a removal that broke off is finished when it is asked for again', async () => {
  const first = await someone(named('first'), owner)
  const [one, other] = await Promise.all([1, 2].map(() => invite(first, addressOf(named('twin')))))
  const twin = await someone(named('twin'))
  expect(await accept(one!.data.url, twin)).toMatchObject({ status: 200 })
  const { generation } = (await lookUpSession(twin.secret))!
  let removed = false
  const undo = failWhere((command) => {
    if (removed) return true
    removed = command.constructor.name === 'TransactWriteCommand'
    return false
  })
  await expect(removeFromTeam(owner, twin.id, Date.now(), first.id)).rejects.toThrow()
  undo()
  const again = await call(team, 'DELETE /v1/team/members/{id}', first, { path: { id: twin.id } })
  expect([again.status, again.code]).toEqual([404, 'not_found'])
  expect((await lookUpSession(twin.secret))?.generation).toBeGreaterThan(generation)
  expect(await accept(other!.data.url, twin)).toMatchObject({ status: 404, code: 'not_found' })
})
