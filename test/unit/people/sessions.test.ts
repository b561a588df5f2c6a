// Many sessions of one person: how many there may be, one rate for all of them, and all of them ended.
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { admit } from '../../../core/api-keys/limiter.ts'
import { hashOf, newSecret } from '../../../core/api-keys/secret.ts'
import { getPerson } from '../../../core/people/person-store.ts'
import { lookUpSession, SESSION_PREFIX } from '../../../core/people/resolve-session.ts'
import { MOST_SESSIONS, SESSION_IDLE_MS, SESSION_RATE_LIMIT } from '../../../core/people/rules/session-life.ts'
import { sessionsOf } from '../../../core/people/session-store.ts'
import { beginSession } from '../../../core/people/sessions.ts'
import { removeFromTeam, setRole } from '../../../core/people/team.ts'
import { personSessionKey, rateWindowKey, sessionKey } from '../../../core/table-keys.ts'
import { handler as session } from '../../../functions/api/session.ts'
import { asItStands } from '../../../functions/chain/access.ts'
import { putMany, startTable, type TableEngine } from '../../support/table-engine.ts'
import { call, newOwner, type Someone, someone } from './world.ts'

let engine: TableEngine
beforeAll(async () => {
  engine = await startTable()
})
afterAll(() => engine.stop())

let who: Someone
let turn = 0
beforeEach(async () => {
  turn += 1
  who = await someone(`person-${turn}`, await newOwner())
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Rates count by the minutes of the clock, and an end is told to those in which an older answer may be used: none begins meanwhile. */
const stopTheClock = (): number => {
  const now = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now })
  return now
}

/** Sessions of the person, without the ends that each further sign-in brings. @returns their secrets. */
async function putSessions(length: number, now: number): Promise<string[]> {
  const secrets = Array.from({ length }, () => newSecret(SESSION_PREFIX))
  await putMany(
    secrets.flatMap((secret, at) => {
      const id = crypto.randomUUID()
      const hash = hashOf(secret)
      const times = { created_at: now - at, last_used_at: now }
      const item = { id, person_id: who.id, owner_id: null, generation: 1, user_agent: '', ...times }
      return [
        { ...sessionKey(hash), ...item },
        { ...personSessionKey(who.id, id), hash },
      ]
    }),
  )
  return secrets
}

const begin = async (now: number, former?: string) => beginSession((await getPerson(who.id))!, 'a browser', now, former)
const lives = async (secret: string) => (await lookUpSession(secret)) !== undefined

describe('the sessions of a person', () => {
  it('are 20 at most: the oldest ends when another begins', async () => {
    const now = Date.now()
    const secrets = [who.secret]
    for (let at = 1; at <= MOST_SESSIONS; at += 1) secrets.push(await begin(now + at))
    const living = await Promise.all(secrets.map(lives))
    expect(living).toEqual([false, ...Array(MOST_SESSIONS).fill(true)])
  })

  it('are 20 at most also when 60 sign in at once', { tags: 'deep' }, async () => {
    const now = Date.now()
    await Promise.all(Array.from({ length: 60 }, (_, at) => begin(now + at)))
    expect(await sessionsOf(who.id)).toHaveLength(MOST_SESSIONS)
  })

  it('end with a new sign-in in the same browser', async () => {
    const secret = await begin(Date.now(), hashOf(who.secret))
    expect([await lives(who.secret), await lives(secret)]).toEqual([false, true])
    await expect(admit((await callerOf(secret))!, Date.now())).resolves.toMatchObject({ allowed: true })
  })

  it('go on for the owner that the browser worked for, if it was the same person and still belongs there', async () => {
    const second = await newOwner()
    const name = `person-${turn}`
    who = await someone(name, second, 'editor')
    const ownerOf = async (secret: string) => (await callerOf(secret))?.owner_id
    const first = await ownerOf(who.secret)
    expect(first).not.toBe(second)
    await call(session, 'PATCH /v1/session', who, { body: { owner_id: second } })
    // Also where it has run out: its time is over, and the browser still has its cookie.
    const late = Date.now() + SESSION_IDLE_MS
    const again = await begin(late, hashOf(who.secret))
    expect(await ownerOf(again)).toBe(second)
    // The browser of somebody else says nothing about this person.
    const other = await someone(`other-${turn}`, second)
    expect(await ownerOf(await begin(Date.now(), hashOf(other.secret)))).toBe(first)
    const last = await begin(Date.now())
    await call(session, 'PATCH /v1/session', { id: who.id, secret: last }, { body: { owner_id: second } })
    await removeFromTeam(second, who.id, Date.now())
    expect(await ownerOf(await begin(Date.now(), hashOf(last)))).toBe(first)
  })

  it('have the role of this moment, also where the gateway remembers another one', async () => {
    const now = stopTheClock()
    const remembered = (await callerOf(who.secret))!
    const roleNow = async () => asItStands(remembered, (await admit(remembered, now)).window).session?.role
    await someone(`admin-${turn}`, remembered.owner_id)
    expect(await roleNow()).toBe('admin')
    await setRole({ ownerId: remembered.owner_id, personId: who.id, role: 'viewer', now })
    expect(await roleNow()).toBe('viewer')
    await removeFromTeam(remembered.owner_id, who.id, now)
    expect(await roleNow()).toBeNull()
  })

  it('have one rate together', async () => {
    const now = Date.now()
    const callers = [await callerOf(who.secret), await callerOf(await begin(now + 1))]
    const minute = Math.floor(now / 60_000)
    await putMany([{ ...rateWindowKey(who.id, minute), hits: SESSION_RATE_LIMIT - 10 }])
    const verdicts = []
    for (let at = 0; at < 20; at += 1) verdicts.push(await admit(callers[at % 2]!, now))
    expect(verdicts.map(({ allowed }) => allowed)).toEqual([...Array(10).fill(true), ...Array(10).fill(false)])
    expect(verdicts.at(-1)!.message).toContain(`${SESSION_RATE_LIMIT} requests a minute`)
  })

  it('do not use up the rate of the others after they have ended', async () => {
    const now = stopTheClock()
    const stolen = (await callerOf(await begin(now + 1)))!
    await call(session, 'DELETE /v1/sessions/{id}', who, { path: { id: stolen.key_id } })
    for (let at = 0; at < 5; at += 1) await expect(admit(stolen, now)).rejects.toMatchObject({ code: 'session' })
    expect((await admit((await callerOf(who.secret))!, now)).remaining).toBeGreaterThan(SESSION_RATE_LIMIT - 5)
  })

  it('all end, 1,385 of them, and none is left that the gateway remembers', {
    tags: 'deep',
    timeout: 120_000,
  }, async () => {
    const now = stopTheClock()
    const secrets = await putSessions(1384, now)
    const remembered = await Promise.all([0, 700, 1383].map((at) => callerOf(secrets[at]!)))
    const reply = await call(session, 'DELETE /v1/sessions', who)
    expect(reply.status).toBe(200)
    expect(await sessionsOf(who.id)).toEqual([])
    expect(await Promise.all([who.secret, ...secrets.slice(0, 50)].map(lives))).toEqual(Array(51).fill(false))
    for (const caller of remembered) await expect(admit(caller!, now)).rejects.toMatchObject({ code: 'session' })
  })

  it('of which only some could be ended have ended for the gateway, too, and the one that asks can ask again', async () => {
    const now = stopTheClock()
    const secrets = await putSessions(120, now)
    const remembered = await Promise.all(secrets.map(callerOf))
    const send = DynamoDBDocumentClient.prototype.send as (command: object, ...more: unknown[]) => Promise<unknown>
    let removals = 0
    vi.spyOn(DynamoDBDocumentClient.prototype, 'send').mockImplementation(function (
      this: DynamoDBDocumentClient,
      command: object,
      ...more: unknown[]
    ) {
      if (command.constructor.name === 'TransactWriteCommand') removals += 1
      return (removals === 2 ? Promise.reject(new Error('away')) : send.call(this, command, ...more)) as never
    })
    expect((await call(session, 'DELETE /v1/sessions', who)).status).toBe(500)
    vi.restoreAllMocks()
    const living = await Promise.all([who.secret, ...secrets].map(lives))
    expect([living[0], living.filter(Boolean).length]).toEqual([true, 71])
    for (const [at, secret] of secrets.entries())
      if (!(await lives(secret))) await expect(admit(remembered[at]!, now)).rejects.toMatchObject({ code: 'session' })
    expect((await call(session, 'DELETE /v1/sessions', who)).status).toBe(200)
    expect(await sessionsOf(who.id)).toEqual([])
  })
})

const callerOf = (secret: string) => lookUpSession(secret)
