// Keys and both rate guards on the running service, with the operator's command.
import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { newSecret } from '../../core/api-keys/secret.ts'
import { PLATFORM_IDS } from '../../core/platforms/facts.ts'
import type { Reply } from '../support/local.ts'
import { type SharedLocal, sharedLocal } from '../support/shared-local.ts'

let local: SharedLocal
beforeAll(async () => {
  local = await sharedLocal()
})

interface NewKey {
  key_id: string
  api_key: string
  owner_id: string
  rate_limit: number
}

interface Listed {
  keys: {
    key_id: string
    label: string | null
    rate_limit: number
    created_at: number
    last_used_at: number | null
    status: string
  }[]
}

const createKey = (...words: string[]) => local.admin<NewKey>('key', 'create', '--owner', local.owner, ...words)
const accounts = (key: string | null) => local.api('GET', '/api/v1/accounts/social', { key })

const rateOf = ({ headers }: Reply) => ({
  limit: Number(headers.get('X-RateLimit-Limit')),
  remaining: Number(headers.get('X-RateLimit-Remaining')),
  reset: Number(headers.get('X-RateLimit-Reset')),
})

describe('the operator', () => {
  it('makes an owner once', async () => {
    const owner = await local.command('owner', 'create', 'Ünïcode & Co')
    expect(owner).toEqual({ owner_id: expect.stringMatching(/^[0-9a-f-]{36}$/), name: 'Ünïcode & Co' })
    await expect(local.command('owner', 'create', 'Ünïcode & Co')).rejects.toThrow(
      'There is an owner named Ünïcode & Co already.',
    )
  })

  it('issues a key that works at once, and whose secret is kept nowhere', async () => {
    const key = await local.command<NewKey>(
      'key',
      'create',
      '--owner',
      local.owner,
      '--label',
      'from a test',
      '--rate-limit',
      '90',
    )
    expect(key).toEqual({
      key_id: expect.any(String),
      api_key: expect.stringMatching(/^spk_[0-9A-Za-z]{49}$/),
      owner_id: local.session.owner_id,
      rate_limit: 90,
    })
    const before = Date.now()
    const answer = await accounts(key.api_key)
    expect(answer.status).toBe(200)
    expect(rateOf(answer)).toMatchObject({ limit: 90, remaining: 89 })

    const { keys } = await local.command<Listed>('key', 'list', '--owner', local.owner)
    const listed = keys.find(({ key_id }) => key_id === key.key_id)
    expect(listed).toEqual({
      key_id: key.key_id,
      label: 'from a test',
      rate_limit: 90,
      created_at: expect.any(Number),
      last_used_at: expect.any(Number),
      status: 'active',
    })
    expect(listed?.last_used_at).toBeGreaterThanOrEqual(before)
    for (const hidden of [key.api_key, createHash('sha256').update(key.api_key).digest('hex')]) {
      expect(JSON.stringify(keys)).not.toContain(hidden)
    }
  })

  it('rotates a key: the new secret works, the old one stops', async () => {
    const key = await createKey()
    const rotated = await local.command<NewKey>('key', 'rotate', key.key_id)
    expect(rotated).toEqual({ key_id: key.key_id, api_key: expect.any(String) })
    expect((await accounts(rotated.api_key)).status).toBe(200)
    const refused = await accounts(key.api_key)
    expect(refused.status).toBe(401)
    expect(refused.json()).toMatchObject({ success: false, errors: [{ code: 'invalid_key' }] })
  })

  it('rotates a key whose old secret lives on for a while', async () => {
    const key = await createKey()
    const before = Date.now()
    const rotated = await local.command<NewKey>('key', 'rotate', key.key_id, '--keep-old-hours', '24')
    expect(rotated).toEqual({ key_id: key.key_id, api_key: expect.any(String), old_secret_until: expect.any(Number) })
    expect((rotated as NewKey & { old_secret_until: number }).old_secret_until).toBeGreaterThanOrEqual(
      before + 86_400_000,
    )
    for (const secret of [key.api_key, rotated.api_key]) expect((await accounts(secret)).status).toBe(200)
    await expect(local.command('key', 'rotate', key.key_id, '--keep-old-hours', '2')).rejects.toThrow(
      '--keep-old-hours must be one of 0, 1, 24, not 2.',
    )
  })

  it('revokes a key for good', { tags: 'deep' }, async () => {
    const [key, other] = [await createKey(), await createKey()]
    expect(await local.command('key', 'revoke', key.key_id)).toEqual({ key_id: key.key_id, status: 'revoked' })
    expect((await accounts(key.api_key)).status).toBe(401)
    expect((await local.api('GET', '/api/v1/nothing', { key: key.api_key })).status).toBe(401)
    expect((await accounts(other.api_key)).status).toBe(200)
    await expect(local.command('key', 'rotate', key.key_id)).rejects.toThrow(
      `The API key ${key.key_id} is revoked already.`,
    )
    const { keys } = await local.admin<Listed>('key', 'list', '--owner', local.owner)
    expect(keys.find(({ key_id }) => key_id === key.key_id)?.status).toBe('revoked')
  })

  it.each(['rotate', 'revoke'])(
    '%ss a key that is in use: it is refused within a second, everywhere',
    async (change) => {
      const key = await createKey('--rate-limit', '6000')
      const open = () => local.api('GET', '/api/v1/nothing', { key: key.api_key })
      // The gateway remembers it from here on, and so does a function that looks keys up itself.
      expect((await accounts(key.api_key)).status).toBe(200)
      expect((await open()).status).toBe(404)
      const changed = await local.admin<NewKey>('key', change, key.key_id)
      const until = Date.now() + 1000
      for (const call of [() => accounts(key.api_key), open]) {
        // One that was begun after that second is refused, however long this machine takes for those before.
        let [began, answer] = [Date.now(), await call()]
        while (answer.status !== 401 && began < until) [began, answer] = [Date.now(), await call()]
        expect(answer.status).toBe(401)
        expect(answer.json()).toMatchObject({ success: false, errors: [{ code: 'invalid_key' }] })
        expect(answer.headers.has('X-RateLimit-Limit')).toBe(false)
      }
      if (change === 'rotate') expect((await accounts(changed.api_key)).status).toBe(200)
    },
  )

  it('is told in one line what went wrong', async () => {
    await expect(local.command('key', 'create', '--owner', 'nobody')).rejects.toThrow(
      /^There is no owner named nobody\.$/,
    )
    await expect(createKey('--rate-limit', '0')).rejects.toThrow(/^The rate limit must be .*\.$/)
    await expect(
      local.command('account', 'connect', '--owner', local.owner, '--platform', 'x', '--access-token', 't'),
    ).rejects.toThrow(`--platform must be one of ${PLATFORM_IDS.join(', ')}, not x.`)
  })
})

describe('without a good key', () => {
  it.each([null, '', 'wrong', `spk_${'0'.repeat(49)}`])(
    '%j is 401 in the envelope, without rate fields',
    async (key) => {
      const answer = await accounts(key)
      expect(answer.status).toBe(401)
      expect(answer.json()).toEqual({
        success: false,
        message: expect.any(String),
        errors: [{ code: 'invalid_key', message: expect.any(String) }],
        request_id: expect.any(String),
      })
      expect(answer.headers.has('X-RateLimit-Limit')).toBe(false)
    },
  )

  it('no function fails, so that no alarm is raised', async () => {
    const before = local.process.stderr().length
    for (const key of [newSecret(), newSecret(), 'mistyped']) expect((await accounts(key)).status).toBe(401)
    expect(local.process.stderr().slice(before)).toBe('')
  })
})

describe('what there is no endpoint for', () => {
  it.each([
    ['GET', '/v1/nothing', 404, 'not_found'],
    ['GET', '/v1/posts/x/nothing', 404, 'not_found'],
    ['PUT', '/v1/posts', 401, 'invalid_key'],
    // Paths of the dashboard, and one that only leads to others.
    ['PUT', '/v1/team', 401, 'invalid_key'],
    ['DELETE', '/v1/notices', 401, 'invalid_key'],
    ['GET', '/v1', 401, 'invalid_key'],
    ['GET', '/v1/session/sign-in/further', 404, 'not_found'],
    ['GET', '/', 401, 'invalid_key'],
    ['POST', '/v1/nothing', 401, 'invalid_key'],
  ])(
    '%s %s is answered in one way, with the rate of the key; a stranger gets %i',
    async (method, path, status, code) => {
      const key = local.session.api_key
      const call = (headers: Record<string, string>) =>
        local.fetch(`${local.session.base_url}/api${path}`, { method, headers })
      const [known, stranger] = [await call({ 'X-Secret-Token': key }), await call({})]
      expect(known.status).toBe(404)
      expect(known.json()).toMatchObject({ success: false, errors: [{ code: 'not_found' }] })
      expect(stranger.status).toBe(status)
      expect(stranger.json()).toMatchObject({ success: false, errors: [{ code }] })
      expect(rateOf(known).limit).toBeGreaterThan(0)
      expect(known.headers.get('RateLimit-Policy')).toBeTruthy()
      expect(stranger.headers.has('X-RateLimit-Limit')).toBe(false)
    },
  )

  it('is throttled for all callers together, and nothing else is by that', async () => {
    const unknown = () => local.fetch(`${local.session.base_url}/api/v1/nothing`)
    const held = async () =>
      (await Promise.all(Array.from({ length: 200 }, unknown))).find(({ status }) => status === 429)
    // The bucket fills again while requests come in: a slow machine takes more than one round to empty it.
    const refused = (await held()) ?? (await held()) ?? (await held())
    expect(refused!.headers.get('Retry-After')).toBe('1')
    expect(refused!.json()).toEqual({
      error: { type: 'rate_limit_exceeded', message: expect.any(String), retry_after: 1 },
    })
    expect((await local.api('GET', '/api/v1/openapi.json', { key: null })).status).toBe(200)
  })
})

describe('200 requests at once with one key', () => {
  it('let exactly 60 pass in a window; every answer says so', async () => {
    const { api_key } = await createKey()
    const answers = await Promise.all(Array.from({ length: 200 }, () => accounts(api_key)))
    for (const answer of answers) {
      expect([200, 429]).toContain(answer.status)
      expect(rateOf(answer).limit).toBe(60)
      expect(rateOf(answer).reset).toBeGreaterThan(0)
      if (answer.status === 200) continue
      const seconds = Number(answer.headers.get('Retry-After'))
      expect(seconds).toBeGreaterThanOrEqual(1)
      expect(seconds).toBeLessThanOrEqual(60)
      expect(rateOf(answer).remaining).toBe(0)
      expect(answer.json()).toEqual({
        error: { type: 'rate_limit_exceeded', message: expect.any(String), retry_after: seconds },
      })
    }
    // Those that the gateway's bucket held back have no window. A clock minute may have passed in between.
    const windows = Map.groupBy(
      answers.filter(({ headers }) => headers.has('RateLimit-Policy')),
      (answer) => rateOf(answer).reset,
    )
    expect([...windows.values()].flat().length).toBeGreaterThanOrEqual(120)
    for (const [reset, inWindow] of windows) {
      expect(reset % 60_000).toBe(0)
      const passed = inWindow.filter(({ status }) => status === 200)
      expect(passed).toHaveLength(Math.min(60, inWindow.length))
      const remaining = passed.map((answer) => rateOf(answer).remaining).sort((a, b) => b - a)
      expect(remaining).toEqual(Array.from({ length: passed.length }, (_, at) => 59 - at))
    }
  })
})
