// Signing in with a provider: there and back, and everything that can go wrong on the way.
import { inspect } from 'node:util'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { newSecret } from '../../../core/api-keys/secret.ts'
import { ENV, LOGIN_COOKIE, SESSION_COOKIE } from '../../../core/contract.ts'
import { log } from '../../../core/log.ts'
import * as metrics from '../../../core/metrics.ts'
import { getPerson } from '../../../core/people/person-store.ts'
import { lookUpSession } from '../../../core/people/resolve-session.ts'
import { SIGN_IN_MS } from '../../../core/people/sign-in.ts'
import { handler as session } from '../../../functions/api/session.ts'
import { handler } from '../../../functions/api/sign-in.ts'
import { startTable, type TableEngine } from '../../support/table-engine.ts'
import { serve } from '../local/mini-assembly.ts'
import { call, DASHBOARD, failTable, repeatTable } from './world.ts'

let clientSecret = 'client secret'
vi.mock('../../../core/aws/app-secrets.ts', () => ({ readAppSecret: async () => clientSecret }))

/** A provider that says what a test has it say. */
let provider: Awaited<ReturnType<typeof serve>>
let claims: Record<string, unknown>
let broken: boolean
let asked: URLSearchParams[]
/** How the service last said who it is. */
let authorization: string | undefined
let refusal: string | undefined
/** Its answer about the person at the userinfo endpoint; undefined where that fails. */
let said: Record<string, unknown> | undefined
let challenge: string | undefined

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

let engine: TableEngine
beforeAll(async () => {
  engine = await startTable()
  provider = await serve(async (request, response) => {
    const { origin } = provider
    response.setHeader('Content-Type', 'application/json')
    if (broken) {
      response.statusCode = 503
      response.end('{}')
    } else if (request.url === '/.well-known/openid-configuration') {
      const endpoints = { authorization_endpoint: `${origin}/authorize`, token_endpoint: `${origin}/token` }
      response.end(JSON.stringify({ issuer: origin, ...endpoints, userinfo_endpoint: `${origin}/userinfo` }))
    } else if (request.url === '/userinfo') {
      response.statusCode = said === undefined ? 503 : 200
      response.end(JSON.stringify(said ?? {}))
    } else {
      authorization = request.headers.authorization
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      asked.push(new URLSearchParams(Buffer.concat(chunks).toString()))
      if (refusal) {
        response.statusCode = refusal === 'invalid_client' ? 401 : 400
        if (challenge) response.setHeader('WWW-Authenticate', challenge)
        response.end(JSON.stringify({ error: refusal }))
        return
      }
      const id_token = `${base64url({ alg: 'RS256' })}.${base64url(claims)}.c2lnbmF0dXJl`
      const tokens = { access_token: 'access-token', token_type: 'Bearer' }
      response.end(JSON.stringify(claims.sub === undefined ? tokens : { ...tokens, id_token }))
    }
  })
  process.env[ENV.signInIssuer] = provider.origin
  process.env[ENV.signInClientSecretArn] = 'arn:aws:ssm:us-east-1:123456789012:parameter/x'
})
afterAll(async () => {
  await provider.close()
  await engine.stop()
})
beforeEach(() => {
  broken = false
  refusal = undefined
  challenge = undefined
  vi.spyOn(metrics, 'measure')
  asked = []
})
afterEach(() => vi.restoreAllMocks())

/** Goes to the provider. @returns what the browser takes along. */
async function begin(return_to?: string, session?: string, prompt?: string) {
  const reply = await call(handler, 'GET /v1/session/sign-in', undefined, {
    query: { ...(return_to ? { return_to } : {}), ...(prompt ? { prompt } : {}) },
    headers: session ? { Cookie: `${SESSION_COOKIE}=${session}` } : {},
  })
  return taken(reply)
}

/** The parameters that the browser takes along to the provider. */
function taken(reply: Awaited<ReturnType<typeof call>>) {
  const to = new URL(reply.headers!.Location!, DASHBOARD)
  const cookie = reply.cookies.find((each: string) => each.startsWith(LOGIN_COOKIE))?.split(';')[0] ?? ''
  const seconds = Math.floor(Date.now() / 1000)
  claims = {
    iss: provider.origin,
    aud: 'client',
    sub: 'subject',
    iat: seconds,
    exp: seconds + 300,
    nonce: to.searchParams.get('nonce'),
    email: 'Person@Example.com',
    email_verified: true,
    name: 'A person',
  }
  return { status: reply.status, to, cookie, state: to.searchParams.get('state') ?? '' }
}

const back = (state: string, cookie: string, more: Record<string, string> = { code: 'code' }) =>
  call(handler, 'GET /v1/session/callback', undefined, {
    query: { state, ...more },
    headers: { Cookie: cookie, 'User-Agent': 'a browser' },
  })

const problem = (reply: Awaited<ReturnType<typeof back>>) =>
  new URL(reply.headers!.Location!, DASHBOARD).searchParams.get('problem')

describe('signing in', () => {
  it('goes to the provider with PKCE, and comes back with a session', async () => {
    const { to, cookie, state } = await begin('/posts?page=2')
    expect(to.origin).toBe(provider.origin)
    expect(Object.fromEntries(to.searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${DASHBOARD}/api/v1/session/callback`,
    })
    const reply = await back(state, cookie)
    expect(reply.status).toBe(302)
    expect(reply.headers?.Location).toBe('/posts?page=2')
    const made = reply.cookies.find((each: string) => each.startsWith(SESSION_COOKIE))!
    expect(made).toMatch(/; Secure; HttpOnly; SameSite=Strict/)
    const caller = await lookUpSession(made.split(';')[0]!.split('=')[1]!)
    expect(caller?.session?.role).toBeNull()
    expect(asked[0]?.get('code_verifier')).toMatch(/^[\w-]{43}$/)
  })

  it('knows a person again by what the provider calls them, whatever their address', async () => {
    const ids = []
    for (const email of ['one@example.com', 'two@example.com']) {
      const { cookie, state } = await begin()
      claims.email = email
      const reply = await back(state, cookie)
      const secret = reply.cookies
        .find((each: string) => each.startsWith(SESSION_COOKIE))!
        .split(';')[0]!
        .split('=')[1]!
      ids.push((await lookUpSession(secret))?.session?.person_id)
    }
    expect(ids[0]).toBe(ids[1])
  })

  it('is good once, for the browser it was begun in, and for a quarter of an hour', async () => {
    const first = await begin()
    const other = await begin()
    expect(problem(await back(first.state, other.cookie))).toBe('expired')
    expect(problem(await back(first.state, ''))).toBe('expired')
    expect(problem(await back('unknown', first.cookie))).toBe('expired')
    const { cookie, state } = await begin()
    expect((await back(state, cookie)).headers?.Location).toBe('/')
    expect(problem(await back(state, cookie))).toBe('expired')
    const late = await begin()
    vi.useFakeTimers({ now: Date.now() + SIGN_IN_MS, toFake: ['Date'] })
    try {
      expect(problem(await back(late.state, late.cookie))).toBe('expired')
    } finally {
      vi.useRealTimers()
    }
    expect(asked).toHaveLength(1)
  })

  it('in two tabs at once fails in the first, and goes on in the other, whose it is', async () => {
    const first = await begin()
    const second = await begin('/posts')
    const failed = await back(first.state, second.cookie)
    expect(problem(failed)).toBe('expired')
    expect(failed.cookies).toEqual([])
    expect((await back(second.state, second.cookie)).headers?.Location).toBe('/posts')
  })

  it.each([
    ['who says no', { error: 'access_denied' }, 'denied'],
    ['a provider that fails', { error: 'server_error' }, 'failed'],
  ])('%s is said on a page', async (_, more, expected) => {
    const { cookie, state } = await begin()
    const reply = await back(state, cookie, more)
    expect(problem(reply)).toBe(expected)
    expect(reply.cookies.join()).not.toContain(`${SESSION_COOKIE}=sps_`)
  })

  it.each([
    ['another nonce', () => ({ nonce: 'other' }), 'failed'],
    ['another issuer', () => ({ iss: 'https://evil.example' }), 'failed'],
    ['another client', () => ({ aud: 'other' }), 'failed'],
    ['an old token', () => ({ exp: Math.floor(Date.now() / 1000) - 3600 }), 'failed'],
    ['an address that is not verified', () => ({ email_verified: false }), 'no_access'],
    ['no address', () => ({ email: '' }), 'no_access'],
  ])('%s makes no session', async (_, wrong, expected) => {
    const { cookie, state } = await begin()
    Object.assign(claims, wrong())
    const reply = await back(state, cookie)
    expect(problem(reply)).toBe(expected)
    expect(reply.cookies.join()).not.toContain(`${SESSION_COOKIE}=sps_`)
  })

  it.each([
    ['is cut between characters', { name: `${'a'.repeat(199)}😀😀` }, `${'a'.repeat(199)}😀`],
    ['has halves of characters', { name: 'A\ud83d person' }, 'A\ufffd person'],
    ['says nothing', { name: '\u0000' }, 'person'],
  ])('keeps nobody out whose name %s', async (_, given, name) => {
    const { cookie, state } = await begin()
    Object.assign(claims, given)
    const reply = await back(state, cookie)
    const secret = reply.cookies.find((each: string) => each.startsWith(SESSION_COOKIE))!.split(/[=;]/)[1]!
    const { person_id } = (await lookUpSession(secret))!.session!
    expect((await getPerson(person_id))!.name).toBe(name)
  })

  it('is by no address that is no text', async () => {
    const { cookie, state } = await begin()
    Object.assign(claims, { email: 'a\ud83d@example.com' })
    expect(problem(await back(state, cookie))).toBe('no_access')
  })

  it('asks for the address where the token has none, or not whether it is verified, and counts it where the provider cannot say', async () => {
    said = { sub: 'subject', email: 'person@example.com', email_verified: true }
    for (const [missing, answered] of [
      ['email', true],
      ['email_verified', true],
      ['email', false],
    ] as const) {
      const { cookie, state } = await begin()
      delete claims[missing]
      if (!answered) said = undefined
      expect(problem(await back(state, cookie))).toBe(answered ? null : 'failed')
      expect(metrics.measure).toHaveBeenLastCalledWith({ SignIns: Number(answered), SignInFailures: Number(!answered) })
    }
  })

  it('is counted, and so is a provider that does not answer or refuses this service', async () => {
    const first = await begin()
    await back(first.state, first.cookie)
    expect(metrics.measure).toHaveBeenLastCalledWith({ SignIns: 1, SignInFailures: 0 })
    const second = await begin()
    broken = true
    expect(problem(await back(second.state, second.cookie))).toBe('failed')
    expect(metrics.measure).toHaveBeenLastCalledWith({ SignIns: 0, SignInFailures: 1 })
    broken = false
    const third = await begin()
    refusal = 'invalid_client'
    expect(problem(await back(third.state, third.cookie))).toBe('failed')
    expect(metrics.measure).toHaveBeenCalledTimes(3)
  })

  it.each([
    ['Cognito says it', undefined],
    ['RFC 6749 has it said', 'Basic realm="provider"'],
  ])('reads the secret of its client again where the provider refuses it, as %s, and counts that', async (_, how) => {
    const first = await begin()
    refusal = 'invalid_client'
    challenge = how
    clientSecret = `another-${how?.length ?? 0}`
    expect(problem(await back(first.state, first.cookie))).toBe('failed')
    expect(metrics.measure).toHaveBeenLastCalledWith({ SignIns: 0, SignInFailures: 1 })
    refusal = undefined
    const second = await begin()
    expect((await back(second.state, second.cookie)).headers?.Location).toBe('/')
    expect(decodeURIComponent(Buffer.from(authorization!.split(' ')[1]!, 'base64').toString())).toBe(
      `client:${clientSecret}`,
    )
  })

  it('raises no alarm for a code that somebody made up', async () => {
    const { cookie, state } = await begin()
    refusal = 'invalid_grant'
    expect(problem(await back(state, cookie))).toBe('failed')
    expect(metrics.measure).not.toHaveBeenCalled()
  })

  it('writes no token or claim into the log where the provider’s answer is not a good one', async () => {
    const warned = vi.spyOn(log, 'warn')
    for (const wrong of [{ sub: undefined }, { nonce: 'another' }]) {
      const { cookie, state } = await begin()
      claims = { ...claims, ...wrong }
      expect(problem(await back(state, cookie))).toBe('failed')
    }
    expect(warned).toHaveBeenCalledTimes(2)
    const logged = inspect(warned.mock.calls, { depth: null })
    expect(logged).toMatch(/id_token.*nonce/s)
    for (const secret of ['access-token', 'erson@', 'A person']) expect(logged).not.toContain(secret)
  })

  it('begins although the SDK repeats the write', async () => {
    const undo = repeatTable('PutCommand')
    const { state, cookie } = await begin().finally(undo)
    expect((await back(state, cookie)).headers?.Location).toBe('/')
  })

  it('begins nothing where the table fails', async () => {
    failTable('PutCommand')
    const { to, cookie } = await begin()
    expect(to.searchParams.get('problem')).toBe('failed')
    expect(cookie.split('=')[1]).toBe('')
  })

  it('is a fault of ours where the table fails at the end, and can be begun again', async () => {
    const { cookie, state } = await begin()
    failTable('TransactWriteCommand')
    const reply = await back(state, cookie)
    expect(reply).toMatchObject({ status: 500, code: 'internal_error' })
    expect(reply.text).not.toContain('secret detail')
    vi.restoreAllMocks()
    const again = await begin()
    expect((await back(again.state, again.cookie)).headers?.Location).toBe('/')
  })
})

describe('what is stored of a sign-in that was begun', () => {
  it('has no token in the clear: not the invitation that it leads to, nor nonce or code verifier', async () => {
    const invitation = newSecret('spi_')
    const put = vi.spyOn(DynamoDBDocumentClient.prototype, 'send')
    const { to, cookie, state } = await begin(`/invitations/${invitation}`)
    const items = put.mock.calls.map(([command]) => command.input as { Item?: Record<string, unknown> })
    const item = items.find(({ Item }) => String(Item?.pk).startsWith('SIGNIN#'))!.Item!
    const stored = JSON.stringify(item, (_name, value) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
    )
    const secrets = [invitation, state, to.searchParams.get('nonce')!, cookie.split('=')[1]!]
    for (const secret of secrets) expect(stored).not.toContain(secret)
    expect((await back(state, cookie)).headers?.Location).toBe(`/invitations/${invitation}`)
    expect(stored).not.toContain(asked[0]!.get('code_verifier')!)
  })
})

describe('signing in after sessions were ended elsewhere', () => {
  let subject: string
  beforeEach(() => {
    subject = crypto.randomUUID()
  })
  const secretOf = (reply: Awaited<ReturnType<typeof back>>) =>
    reply.cookies.find((each: string) => each.startsWith(SESSION_COOKIE))?.split(/[=;]/)[1]
  const signedIn = async () => {
    const { cookie, state } = await begin()
    claims.sub = subject
    claims.auth_time = Math.floor(Date.now() / 1000)
    const secret = secretOf(await back(state, cookie))!
    const caller = (await lookUpSession(secret))!
    return { secret, who: { id: caller.session!.person_id, secret }, sessionId: caller.key_id }
  }
  const comeBack = (from: Awaited<ReturnType<typeof begin>>, authTime: number | undefined) => {
    claims.sub = subject
    claims.auth_time = authTime
    return back(from.state, from.cookie)
  }

  it('takes the password: what the provider knows from before is not enough', async () => {
    const before = Math.floor(Date.now() / 1000) - 60
    const mine = await signedIn()
    const theirs = await signedIn()
    const ended = await call(session, 'DELETE /v1/sessions/{id}', mine.who, { path: { id: theirs.sessionId } })
    expect(ended.status).toBe(200)
    // Without the cookie of the session that ended, as another person at the browser may have it.
    const silent = await comeBack(await begin('/posts'), before)
    expect(secretOf(silent)).toBeUndefined()
    const again = taken(silent)
    expect(again.to.origin).toBe(provider.origin)
    expect(again.to.searchParams.get('prompt')).toBe('login')
    expect(again.to.searchParams.get('max_age')).toBe('0')
    // The browser drops `prompt`: the provider answers as before, and that is the end of it.
    const dropped = await comeBack(again, before)
    expect([problem(dropped), secretOf(dropped)]).toEqual(['not_asked', undefined])
    const asked = taken(await comeBack(await begin('/posts'), undefined))
    const done = await comeBack(asked, Math.floor(Date.now() / 1000))
    expect(done.headers?.Location).toBe('/posts')
    expect(await lookUpSession(secretOf(done)!)).toBeDefined()
  })

  it('is asked for at once where the browser still has the cookie, and after signing out everywhere', async () => {
    const mine = await signedIn()
    const theirs = await signedIn()
    expect((await begin('/', theirs.secret)).to.searchParams.get('prompt')).toBeNull()
    await call(session, 'DELETE /v1/sessions', mine.who)
    for (const { secret } of [mine, theirs]) {
      const to = (await begin('/', secret)).to
      expect(to.searchParams.get('prompt')).toBe('login')
    }
    const silent = await comeBack(await begin('/'), Math.floor(Date.now() / 1000) - 60)
    expect(taken(silent).to.searchParams.get('prompt')).toBe('login')
    expect((await begin('/', undefined, 'login')).to.searchParams.get('prompt')).toBe('login')
  })

  it('goes on by itself where a session has merely run out, or was signed out in its own browser', async () => {
    const before = Math.floor(Date.now() / 1000) - 60
    const first = await begin()
    claims.sub = subject
    const secret = secretOf(await back(first.state, first.cookie))!
    const id = (await lookUpSession(secret))!.session!.person_id
    await call(session, 'DELETE /v1/session', { id, secret })
    const next = await begin()
    claims.sub = subject
    claims.auth_time = before
    expect((await back(next.state, next.cookie)).headers?.Location).toBe('/')
  })

  it('ends the session that the browser had', async () => {
    const first = await signedIn()
    const next = await begin('/', first.secret)
    const done = await comeBack(next, Math.floor(Date.now() / 1000) + 1)
    expect(await lookUpSession(first.secret)).toBeUndefined()
    expect(await lookUpSession(secretOf(done)!)).toBeDefined()
  })
})
