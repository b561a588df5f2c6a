import { describe, expect, it } from 'vitest'
import { DAY, HOUR, type Json, type Reply, type Running, start } from './support.ts'

const SCOPES = {
  instagram: 'instagram_business_basic,instagram_business_content_publish',
  threads: 'threads_basic,threads_content_publish',
}
const APP = { client_id: 'app-1', redirect_uri: 'https://app.example/back?x=1' }

const authorize = (sim: Running, more: Record<string, string> = {}, accept = '*/*'): Promise<Response> => {
  const platform = sim.demoToken.startsWith('IGQ') ? 'instagram' : 'threads'
  const query = new URLSearchParams({ ...APP, response_type: 'code', scope: SCOPES[platform], state: 's t', ...more })
  return fetch(`${sim.url}/oauth/authorize?${query}`, { redirect: 'manual', headers: { accept } })
}
const codeOf = async (sim: Running, more: Record<string, string> = {}): Promise<string> =>
  new URL((await authorize(sim, more)).headers.get('location')!).searchParams.get('code')!
const exchange = (sim: Running, code: string, more: Record<string, unknown> = {}): Promise<Reply> =>
  sim.call(
    'POST',
    '/oauth/access_token',
    { ...APP, client_secret: 'app-secret', grant_type: 'authorization_code', code, ...more },
    { token: null },
  )
const long = (sim: Running, token: string, prefix: string): Promise<Reply> =>
  sim.call(
    'GET',
    '/access_token',
    { grant_type: `${prefix}_exchange_token`, client_secret: 'app-secret' },
    { token, tokenIn: 'query' },
  )
const refresh = (sim: Running, token: string, prefix: string, tokenIn: 'query' | 'header' = 'query'): Promise<Reply> =>
  sim.call('GET', '/refresh_access_token', { grant_type: `${prefix}_refresh_token` }, { token, tokenIn })

describe.each([
  ['instagram', 'ig', '/v26.0/me'],
  ['threads', 'th', '/v1.0/me'],
] as const)('the code flow of %s', (platform, prefix, me) => {
  it('goes from consent to a long-lived token that publishes', async () => {
    const sim = await start(platform)
    const back = new URL((await authorize(sim)).headers.get('location')!)
    expect([back.origin, back.searchParams.get('x'), back.searchParams.get('state'), back.hash]).toEqual([
      'https://app.example',
      '1',
      's t',
      '#_',
    ])
    const short = await exchange(sim, back.searchParams.get('code')!)
    const token = short.json.data?.[0].access_token ?? short.json.access_token
    const reply = await long(sim, token, prefix)
    expect(reply.json).toEqual({ access_token: expect.any(String), token_type: 'bearer', expires_in: 60 * 86_400 })
    expect((await sim.call('GET', me, {}, { token: reply.json.access_token })).status).toBe(200)
    expect((await long(sim, reply.json.access_token, prefix)).json.error.code).toBe(100)
  })

  it('refuses a code that was used, has expired, keeps its fragment, or belongs elsewhere', async () => {
    const sim = await start(platform)
    const notFound = {
      error_type: 'OAuthException',
      code: 400,
      error_message: 'Matching code was not found or was already used',
    }
    const code = await codeOf(sim)
    expect((await exchange(sim, `${code}#_`)).json).toEqual(notFound)
    expect((await exchange(sim, code, { redirect_uri: 'https://other.example' })).json.code).toBe(400)
    expect((await exchange(sim, code, { client_id: 'app-2' })).json.code).toBe(400)
    expect((await exchange(sim, code, { grant_type: 'code' })).json.code).toBe(400)
    expect((await exchange(sim, code)).status).toBe(200)
    const replay = await exchange(sim, code)
    expect([replay.status, replay.json]).toEqual([400, notFound])
    const late = await codeOf(sim)
    await sim.ahead(HOUR + 1000)
    expect((await exchange(sim, late)).json).toEqual(notFound)
  })

  it('can be refused, narrowed, or done by another account', async () => {
    const sim = await start(platform)
    const denied = new URL((await authorize(sim, { deny: '1' })).headers.get('location')!)
    expect(Object.fromEntries(denied.searchParams)).toMatchObject({
      error: 'access_denied',
      error_reason: 'user_denied',
      error_description: expect.any(String),
      state: 's t',
    })
    const basic = SCOPES[platform].split(',')[0]!
    await sim.control('POST', '/accounts', { username: 'narrow', scopes: [basic] })
    const { json } = await exchange(sim, await codeOf(sim, { account: 'narrow' }))
    if (platform === 'instagram') expect(json.data[0].permissions).toBe(basic)
    const token = json.data?.[0].access_token ?? json.access_token
    expect((await sim.call('GET', me, { fields: 'username' }, { token })).json.username).toBe('narrow')
  })

  it('asks a browser, and says what is wrong with a request', async () => {
    const sim = await start(platform)
    await sim.control('POST', '/accounts', { username: 'second' })
    const page = await authorize(sim, {}, 'text/html')
    const html = await page.text()
    expect(page.status).toBe(200)
    expect(html).toContain('@demo.studio')
    const second = /<input type="radio" name="account" value="(\d+)"> @second</.exec(html)![1]!
    expect(html).toMatch(/<button>Allow<\/button> <button name="deny" value="1">Cancel<\/button>/)
    const hidden = [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)]
    const query = new URLSearchParams(
      hidden.map(([, name, value]): [string, string] => [name!, value!.replaceAll('&amp;', '&')]),
    )
    query.set('account', second)
    const form = `${sim.url}/oauth/authorize?${query}`
    const answer = await fetch(form, { redirect: 'manual', headers: { accept: 'text/html' } })
    expect(answer.headers.get('location')).toContain('code=AQ')
    const refused = await fetch(`${form}&deny=1`, { redirect: 'manual', headers: { accept: 'text/html' } })
    expect(refused.headers.get('location')).toContain('error=access_denied')
    const wrong: Record<string, string>[] = [
      { scope: 'everything' },
      { response_type: 'token' },
      { redirect_uri: 'javascript:1' },
      { client_id: '' },
    ]
    for (const more of wrong) expect((await authorize(sim, more)).status).toBe(400)
  })

  it('exchanges a short token only while it lives', async () => {
    const sim = await start(platform)
    const { token } = await sim.control('POST', '/tokens', { account: 'demo.studio', kind: 'short', age_ms: HOUR })
    expect((await long(sim, token, prefix)).json.error).toMatchObject({ code: 190, error_subcode: 463 })
  })

  it('refreshes a long token from the first day to the sixtieth', async () => {
    const sim = await start(platform)
    expect((await refresh(sim, sim.demoToken, prefix)).json.error.code).toBe(100)
    await sim.ahead(DAY + 1000)
    expect((await refresh(sim, sim.demoToken, prefix, 'header')).json.error.code).toBe(190)
    const { json } = await refresh(sim, sim.demoToken, prefix)
    expect(json).toEqual({ access_token: expect.any(String), token_type: 'bearer', expires_in: 60 * 86_400 })
    expect(json.access_token).not.toBe(sim.demoToken)
    await sim.ahead(60 * DAY + 1000)
    expect((await refresh(sim, sim.demoToken, prefix)).json.error).toMatchObject({ code: 190, error_subcode: 463 })
    expect((await refresh(sim, json.access_token, prefix)).status).toBe(200)
    await sim.control('POST', '/tokens/revoke', { account: 'demo.studio' })
    expect((await refresh(sim, json.access_token, prefix)).json.error).toMatchObject({ code: 190, error_subcode: 458 })
  })
})

describe('reply shapes of a code', () => {
  it.each([
    ['wrapped', (json: Json) => json.data[0].permissions, SCOPES.instagram],
    ['flat', (json: Json) => json.permissions, SCOPES.instagram],
    ['flat_array', (json: Json) => json.permissions, SCOPES.instagram.split(',')],
  ])('of Instagram: %s', async (exchange_shape, read, expected) => {
    const sim = await start('instagram', { exchange_shape })
    const { code } = await sim.control('POST', '/codes', {})
    expect(read((await exchange(sim, code)).json)).toEqual(expected)
  })

  it('of Threads: a number that JSON.parse corrupts', async () => {
    const sim = await start('threads')
    const { code } = await sim.control('POST', '/codes', { account: 'demo.studio' })
    const { text, json } = await exchange(sim, code)
    const { external_id } = (await sim.state()).accounts[0]
    expect(text).toContain(`"user_id":${external_id}}`)
    expect(String(json.user_id)).not.toBe(external_id)
  })

  it('depend on the app, where one is set', async () => {
    const sim = await start('instagram', { client_id: 'app-1', client_secret: 'app-secret' })
    const { code } = await sim.control('POST', '/codes', {})
    expect((await exchange(sim, code, { client_secret: 'wrong' })).json.error_message).toBe('Invalid client_secret')
    expect((await exchange(sim, code)).status).toBe(200)
    expect((await authorize(sim, { client_id: 'other' })).status).toBe(400)
  })
})
