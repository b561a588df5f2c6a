// The gateway's and a session window's copy of a role may be a minute old: a person who lost theirs meanwhile
// changes nothing, by any endpoint that a role is needed for.
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { callerContext } from '../../../core/api-keys/caller.ts'
import { ENV } from '../../../core/contract.ts'
import { lookUpSession } from '../../../core/people/resolve-session.ts'
import { changeRole, getMember, removeMember } from '../../../core/people/team-store.ts'
import { memberKey } from '../../../core/table-keys.ts'
import { roleNeeded } from '../../../functions/chain/access.ts'
import { isAuthorized, ROUTES, type Route } from '../../../lib/routes.ts'
import { takesOf } from '../../../openapi/endpoints.ts'
import { apiEvent, lambdaContext } from '../../support/api-event.ts'
import { uuid } from '../../support/domain.ts'
import { startMemoryTable, type TableEngine } from '../../support/table-engine.ts'
import { newOwner, type Someone, someone } from './world.ts'

Object.assign(globalThis, {
  awslambda: {
    streamifyResponse: <Handler>(handler: Handler) => handler,
    HttpResponseStream: { from: (stream: PassThrough, metadata: object) => Object.assign(stream, { metadata }) },
  },
})

const SLOTS = { time_zone: 'UTC', slots: [{ weekday: 'monday', time: '09:00' }] }
const MOVE = { scheduled_at: Date.now() + 3_600_000 }
const POST = { title: 'T', content: 'C', accounts: [uuid(7)], media: { media_asset_ids: [uuid(8)] } }

/** Bodies that their endpoints accept, for those that take one. */
const BODIES: Record<string, unknown> = {
  'POST /v1/media': { url: 'https://example.com/a.jpg' },
  'POST /v1/media/uploads': { file_name: 'a.jpg', content_type: 'image/jpeg', size_bytes: 5 },
  'PATCH /v1/media/{id}': { title: 'A name' },
  'POST /v1/posts/feed': POST,
  'POST /v1/posts/reels': POST,
  'POST /v1/posts/stories': POST,
  'POST /v1/posts/text': { content: 'C', accounts: [uuid(7)] },
  'PATCH /v1/posts/{id}': MOVE,
  'POST /v1/drafts': { type: 'text', post: {} },
  'PUT /v1/drafts/{id}': { version: 1, type: 'text', post: {} },
  'POST /v1/webhooks': { url: 'https://shop.example.com/hooks' },
  'PATCH /v1/webhooks/{id}': { enabled: false },
  'PUT /v1/accounts/social/{id}/slots': SLOTS,
  'POST /v1/accounts/social/authorizations': { platform: 'instagram' },
  'POST /v1/accounts/social/authorizations/finish': { state: 'state', code: 'code' },
  'POST /v1/keys': { name: 'mine' },
  'POST /v1/keys/{id}/rotate': { keep_old_hours: 0 },
  'POST /v1/team/invitations': { email: 'new@example.com', role: 'viewer' },
  'PATCH /v1/team/members/{id}': { role: 'viewer' },
}

const nameOf = ({ method, path }: Route) => `${method} ${path}`

/** The endpoints for sessions that need more of a member than to look. */
/** A query that is good, of those that need one. */
const QUERIES: Record<string, Record<string, string>> = {
  'GET /v1/accounts/social/{id}/places': { q: 'harbor' },
  'GET /v1/accounts/social/{id}/hashtags': { q: 'coffee' },
}

const held = (
  await Promise.all(
    ROUTES.filter(isAuthorized).map(async (route) => {
      const { needs } = await takesOf(route)
      const role = roleNeeded(needs, { httpMethod: route.method, resource: route.path })
      return { route, role }
    }),
  )
).filter(({ role }) => role !== undefined && role !== 'viewer')

type Handler = (event: unknown, ...more: unknown[]) => Promise<{ statusCode: number; body: string }>

async function callAs(remembered: Record<string, unknown>, route: Route) {
  const { handler } = (await import(join('..', '..', '..', 'functions', 'api', `${route.file}.ts`))) as {
    handler: Handler
  }
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const event = apiEvent({
    method: route.method,
    resource: route.path,
    path: Object.fromEntries(names.map((name) => [name, uuid(9)])),
    body: BODIES[nameOf(route)],
    query: QUERIES[nameOf(route)],
  })
  event.requestContext.authorizer = remembered
  if (!route.streaming) {
    const { statusCode, body } = await handler(event, lambdaContext())
    return { status: statusCode, code: JSON.parse(body).errors?.[0]?.code }
  }
  const stream = new PassThrough() as PassThrough & { metadata: { statusCode: number } }
  const [arrived] = await Promise.all([buffer(stream), handler(event, stream, lambdaContext())])
  return { status: stream.metadata.statusCode, code: JSON.parse(arrived.toString()).errors?.[0]?.code }
}

let engine: TableEngine
beforeAll(async () => {
  engine = await startMemoryTable()
  Object.assign(process.env, { [ENV.tokenKey]: 'key', [ENV.cdnUrl]: 'https://cdn.example' })
})
afterAll(() => engine.stop())
afterEach(() => {
  vi.restoreAllMocks()
})

let owner: string
let admin: Someone
let other: Someone
let turn = 0
beforeEach(async () => {
  turn += 1
  owner = await newOwner()
  admin = await someone(`admin-who-stays-${turn}`, owner)
  other = await someone(`other-who-goes-${turn}`, owner)
})

interface Sent {
  name: string
  input: { Key?: { pk: string }; Item?: { pk: string } }
}

/** Commands that reach the table from now on. */
function record(): Sent[] {
  const seen: Sent[] = []
  const send = DynamoDBDocumentClient.prototype.send as (command: object, ...more: unknown[]) => Promise<unknown>
  vi.spyOn(DynamoDBDocumentClient.prototype, 'send').mockImplementation(function (
    this: DynamoDBDocumentClient,
    command: { input: Sent['input'] },
    ...more: unknown[]
  ) {
    seen.push({ name: command.constructor.name, input: command.input })
    return send.call(this, command, ...more) as never
  } as never)
  return seen
}

/** Writes of a refused request in any case: windows of sessions and people, and the record of it. */
const OF_THE_CHAIN = /^(RATE|USAGE|SUMMARY)#/

describe('somebody whose role ended a moment ago', () => {
  it.each(held)('changes nothing by $route.method $route.path', async ({ route, role }) => {
    const remembered = callerContext((await lookUpSession(other.secret))!)
    expect(remembered.role).toBe('admin')
    const member = (await getMember(owner, other.id))!
    if (role === 'admin') await changeRole(member, 'editor', admin.id)
    else await removeMember(member, admin.id)
    // The windows that tell of it are written a moment after the row.
    const seen = record()
    expect(await callAs(remembered, route)).toEqual({ status: 403, code: 'role_required' })
    const written = seen
      .filter(({ name }) => /^(Put|Update|Delete|Transact)/.test(name))
      .filter(({ input }) => !OF_THE_CHAIN.test(String(input.Key?.pk ?? input.Item?.pk)))
      // A transaction that was refused wrote nothing.
      .filter(({ name }) => name !== 'TransactWriteCommand')
    expect(written).toEqual([])
  })

  it('is looked up in one read, and not at all where looking is enough or an API key calls', async () => {
    const remembered = callerContext((await lookUpSession(other.secret))!)
    const reads = (seen: Sent[]) =>
      seen.filter(({ name, input }) => name === 'GetCommand' && input.Key?.pk === memberKey(owner, other.id).pk)
    const seen = record()
    const cancel = held.find(({ route }) => nameOf(route) === 'DELETE /v1/posts/{id}')!.route
    expect(await callAs(remembered, cancel)).toMatchObject({ status: 404 })
    expect(reads(seen)).toHaveLength(1)
    const { role: _role, person_id: _person, ...key } = remembered as Record<string, unknown>
    expect(await callAs({ ...key, session: undefined }, cancel)).toMatchObject({ status: 404 })
    const list = ROUTES.find((route) => nameOf(route) === 'GET /v1/posts')!
    expect(await callAs(remembered, list)).toMatchObject({ status: 200 })
    expect(reads(seen)).toHaveLength(1)
  })
})
