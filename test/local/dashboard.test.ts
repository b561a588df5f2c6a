// People at the dashboard's address, over HTTP with cookies as a browser sends them: signing in, what roles may do, and
// every way in that must be closed.
import { beforeAll, describe, expect, it } from 'vitest'
import type { AccountView } from '../../core/accounts/account-view.ts'
import { type Browser, joinTeam, openBrowser, signIn } from '../../local/demo-people.ts'
import { eventually } from '../support/local.ts'
import { type SharedLocal, sharedLocal } from '../support/shared-local.ts'

let local: SharedLocal
let url: string
let admin: Browser
let viewer: Browser

const json = (method: string, body?: unknown): RequestInit => ({
  method,
  ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
})

async function signedIn(who: { email: string; password: string }): Promise<Browser> {
  const browser = openBrowser(url)
  await signIn(browser, url, who)
  return browser
}

async function dataOf<T = Record<string, unknown>>(reply: Response): Promise<T> {
  const body = (await reply.json()) as { data: T }
  expect(body, JSON.stringify(body)).toMatchObject({ success: true })
  return body.data
}

async function refusal(reply: Response): Promise<[number, string | undefined]> {
  const body = (await reply.json()) as { errors?: { code: string }[] }
  return [reply.status, body.errors?.[0]?.code]
}

/** The session cookie of a fresh sign-in, for requests that no browser would make. */
async function sessionCookie(): Promise<string> {
  const begun = await fetch(`${url}/api/v1/session/sign-in?return_to=/posts`, { redirect: 'manual' })
  const [login = ''] = begun.headers.getSetCookie()
  const browser = openBrowser(url)
  const form = await browser.go(begun.headers.get('location')!)
  const { email, password } = local.session.sign_in!
  const back = await fetchToCallback(form.url.href, new URLSearchParams({ email, password }), browser)
  const done = await fetch(back, { redirect: 'manual', headers: { Cookie: login.split(';')[0]! } })
  expect([done.status, done.headers.get('location')]).toEqual([302, '/posts'])
  const cookie = done.headers.getSetCookie().find((line) => line.startsWith('__Host-session='))!
  expect(cookie).toMatch(/^__Host-session=sps_\w+; Path=\/; Secure; HttpOnly; SameSite=Strict; Max-Age=\d+$/)
  return cookie.split(';')[0]!
}

/** Fills in the form and follows the provider up to the dashboard's callback, which is not asked. */
async function fetchToCallback(form: string, body: URLSearchParams, browser: Browser): Promise<string> {
  let seen: string | undefined
  await browser.go(form, { method: 'POST', body }, (next) => {
    if (!next.href.startsWith(`${url}/api/v1/session/callback`)) return true
    seen = next.href
    return false
  })
  return seen!
}

beforeAll(async () => {
  local = await sharedLocal({ people: true })
  url = local.session.dashboard_url!
  ;[admin, viewer] = await Promise.all([signedIn(local.session.sign_in!), signedIn(local.session.sign_in!.viewer)])
})

describe('pages', () => {
  it('leads deep links to the one page, which nothing of elsewhere runs in', async () => {
    const page = await fetch(`${url}/accounts/some-id`)
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toContain('text/html')
    expect(page.headers.get('cache-control')).toBe('no-cache')
    expect(page.headers.get('cross-origin-opener-policy')).toBe('same-origin')
    const policy = page.headers.get('content-security-policy')!
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
    expect(policy).not.toMatch(/unsafe|\*|data:/)
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(await page.text())![1]!
    const asset = await fetch(url + script)
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  })

  it('has no file of its own for what is not there', async () => {
    expect((await fetch(`${url}/assets/none-00000000.js`)).status).toBe(403)
  })
})

describe('a session', () => {
  it('is of its person, for the owner', async () => {
    const session = await dataOf(await admin.ask('/api/v1/session'))
    expect(session).toMatchObject({
      person: { email: local.session.sign_in!.email },
      owner: { id: local.session.owner_id, name: local.owner, role: 'admin' },
      owners: [{ id: local.session.owner_id }],
    })
  })

  it('asks the API that everyone has, and is counted for the owner', async () => {
    const total = async () =>
      (await local.api('GET', '/api/v1/usage')).json<{ data: { api_usage: { total_requests: number } } }>().data
        .api_usage.total_requests
    const before = await total()
    for (let count = 0; count < 3; count += 1) expect((await admin.ask('/api/v1/posts')).status).toBe(200)
    // The first look at the figures is itself counted.
    expect((await total()) - before).toBe(4)
  })

  it('may make 600 requests a minute', async () => {
    const reply = await admin.ask('/api/v1/posts')
    expect(reply.headers.get('x-ratelimit-limit')).toBe('600')
  })

  it('ends with signing out, from the next request on', async () => {
    const cookie = await sessionCookie()
    const ask = (method = 'GET') =>
      fetch(`${url}/api/v1/session`, { method, headers: { Cookie: cookie, 'X-CSRF': '1' } })
    expect((await ask()).status).toBe(200)
    const out = await ask('DELETE')
    expect(out.headers.getSetCookie()[0]).toMatch(/^__Host-session=; .*Max-Age=0/)
    expect((await dataOf<{ sign_out_url: string }>(out)).sign_out_url).toContain('/logout?')
    // The gateway remembers the authorizer's answer for a minute.
    expect(await refusal(await ask())).toEqual([401, 'session'])
  })

  it('ends everywhere at once, of this person alone', async () => {
    const first = await signedIn(local.session.sign_in!.viewer)
    const second = await signedIn(local.session.sign_in!.viewer)
    for (const browser of [first, second]) expect((await browser.ask('/api/v1/session')).status).toBe(200)
    expect((await first.ask('/api/v1/sessions', { method: 'DELETE' })).status).toBe(200)
    expect(await refusal(await second.ask('/api/v1/session'))).toEqual([401, 'session'])
    expect((await admin.ask('/api/v1/session')).status).toBe(200)
    viewer = await signedIn(local.session.sign_in!.viewer)
  })
})

describe('what is not let in', () => {
  it('the API without the header that only our own page can send', async () => {
    const cookie = await sessionCookie()
    const reply = await fetch(`${url}/api/v1/session`, { headers: { Cookie: cookie } })
    expect(reply.status).toBe(401)
  })

  it.each([
    ['an Origin of elsewhere', { Origin: 'https://evil.example' }],
    ['an opaque Origin', { Origin: 'null' }],
    ['a page of another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['a page of a neighbouring host', { 'Sec-Fetch-Site': 'same-site' }],
  ])('the API from %s', async (_name, headers) => {
    const cookie = await sessionCookie()
    const ask = (more: Record<string, string>) =>
      fetch(`${url}/api/v1/session`, { headers: { Cookie: cookie, 'X-CSRF': '1', ...more } })
    expect((await ask({ 'Sec-Fetch-Site': 'same-origin', Origin: url })).status).toBe(200)
    expect((await ask(headers as Record<string, string>)).status).toBe(401)
  })

  it('a secret in the header of the API, once or twice', async () => {
    const once = await fetch(`${url}/api/v1/posts`, { headers: { 'X-Secret-Token': local.session.api_key } })
    expect(once.status).toBe(401)
    const twice = new Headers({ 'X-Secret-Token': local.session.api_key })
    twice.append('X-Secret-Token', local.session.api_key)
    expect((await fetch(`${url}/api/v1/posts`, { headers: twice })).status).toBe(401)
    // Beside a session it changes nothing: who asks is the person.
    const reply = await viewer.ask('/api/v1/session', { headers: { 'X-Secret-Token': local.session.api_key } })
    expect((await dataOf<{ person: { email: string } }>(reply)).person.email).toBe(local.session.sign_in!.viewer.email)
  })

  it('another method than the one that was sent', async () => {
    const reply = await viewer.ask('/api/v1/session', { headers: { 'X-HTTP-Method-Override': 'DELETE' } })
    expect(reply.status).toBe(200)
    expect((await viewer.ask('/api/v1/session')).status).toBe(200)
  })

  it('a sign-in that was begun in another browser, or is brought a second time', async () => {
    const begun = await fetch(`${url}/api/v1/session/sign-in`, { redirect: 'manual' })
    const login = begun.headers.getSetCookie()[0]!.split(';')[0]!
    expect(begun.headers.getSetCookie()[0]).toMatch(/Secure; HttpOnly; SameSite=Lax/)
    const browser = openBrowser(url)
    const form = await browser.go(begun.headers.get('location')!)
    const { email, password } = local.session.sign_in!
    const callback = await fetchToCallback(form.url.href, new URLSearchParams({ email, password }), browser)
    const bring = async (cookie?: string) => {
      const reply = await fetch(callback, { redirect: 'manual', headers: cookie ? { Cookie: cookie } : {} })
      const session = reply.headers.getSetCookie().some((line) => line.startsWith('__Host-session=sps_'))
      return [reply.headers.get('location'), session]
    }
    const closed = ['/signed-out?problem=expired', false]
    expect(await bring()).toEqual(closed)
    expect(await bring('__Host-login=of-another-browser')).toEqual(closed)
    // The victim's own way is not spoilt by that.
    expect(await bring(login)).toEqual(['/', true])
    expect(await bring(login)).toEqual(closed)
  })

  it('a session that somebody else chose', async () => {
    const chosen = '__Host-session=sps_0000000000000000000000000000000000000000000000000'
    const reply = await fetch(`${url}/api/v1/session`, { headers: { Cookie: chosen, 'X-CSRF': '1' } })
    expect(reply.status).toBe(401)
    const [one, other] = [await sessionCookie(), await sessionCookie()]
    expect(one).not.toBe(other)
  })

  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example/',
    '/\t/evil.example',
    '/api/v1/session/sign-in',
  ])('a way out of the dashboard by return_to=%j', async (target) => {
    const browser = openBrowser(url)
    const begin = `${url}/api/v1/session/sign-in?return_to=${encodeURIComponent(target)}`
    const form = await browser.go(begin)
    const { email, password } = local.session.sign_in!
    const end = await browser.go(form.url.href, { method: 'POST', body: new URLSearchParams({ email, password }) })
    expect(end.url.href).toBe(`${url}/`)
  })

  it('an API key where only a person may be', async () => {
    for (const path of ['/api/v1/session', '/api/v1/team', '/api/v1/keys']) {
      const reply = await local.api('GET', path)
      expect([reply.status, reply.json<{ errors: { code: string }[] }>().errors[0]!.code]).toEqual([
        403,
        'session_required',
      ])
    }
  })
})

describe('a viewer', () => {
  it('reads', async () => {
    for (const path of ['posts', 'media/users', 'accounts/social', 'accounts/connections', 'usage', 'team', 'keys']) {
      expect((await viewer.ask(`/api/v1/${path}`)).status, path).toBe(200)
    }
  })

  const id = '0f5a6c1e-52f4-4c2e-9a7b-2d1f0c9b7e11'
  it.each<[string, string, unknown?]>([
    ['POST', 'posts/text', { content: 'x', accounts: [id] }],
    ['DELETE', `posts/${id}`],
    ['DELETE', `media/${id}`],
    ['POST', 'webhooks', { url: 'https://example.com/' }],
    ['DELETE', `webhooks/${id}`],
    ['POST', 'keys', { name: 'x' }],
    ['POST', `keys/${id}/rotate`, { keep_old_hours: 0 }],
    ['DELETE', `keys/${id}`],
    ['POST', 'team/invitations', { email: 'a@example.com', role: 'admin' }],
    ['DELETE', `team/invitations/${id}`],
    ['PATCH', `team/members/${id}`, { role: 'admin' }],
    ['DELETE', `team/members/${id}`],
    ['POST', 'accounts/social/authorizations', { platform: 'instagram' }],
    ['POST', 'accounts/social/authorizations/finish', { state: 'x' }],
    ['DELETE', `accounts/social/${id}`],
  ])('may not %s %s', async (method, path, body) => {
    expect(await refusal(await viewer.ask(`/api/v1/${path}`, json(method, body)))).toEqual([403, 'role_required'])
  })

  it('is what an admin makes of them, from the next request on', async () => {
    const { members } = await dataOf<{ members: { id: string; email: string }[] }>(await admin.ask('/api/v1/team'))
    const { id: person } = members.find(({ email }) => email === local.session.sign_in!.viewer.email)!
    const ask = () => viewer.ask('/api/v1/keys', json('POST', { name: 'theirs' }))
    expect((await ask()).status).toBe(403)
    expect((await admin.ask(`/api/v1/team/members/${person}`, json('PATCH', { role: 'admin' }))).status).toBe(200)
    expect((await ask()).status).toBe(200)
    expect((await admin.ask(`/api/v1/team/members/${person}`, json('PATCH', { role: 'viewer' }))).status).toBe(200)
    expect((await ask()).status).toBe(403)
  })
})

describe('a team', () => {
  it('keeps an admin', async () => {
    const { members } = await dataOf<{ members: { id: string; you: boolean }[] }>(await admin.ask('/api/v1/team'))
    const me = members.find(({ you }) => you)!.id
    const last = [409, 'last_admin']
    expect(await refusal(await admin.ask(`/api/v1/team/members/${me}`, json('PATCH', { role: 'editor' })))).toEqual(
      last,
    )
    expect(await refusal(await admin.ask(`/api/v1/team/members/${me}`, { method: 'DELETE' }))).toEqual(last)
  })

  it('is joined with the address that was invited alone, and left at once', async () => {
    const invitation = json('POST', { email: 'Editor@Example.com', role: 'editor' })
    // Twice: the first password is sent once, as mails to one address wait for each other.
    const first = await dataOf(await admin.ask('/api/v1/team/invitations', invitation))
    const invited = await dataOf<{ url: string }>(await admin.ask('/api/v1/team/invitations', invitation))
    expect([first, invited]).toMatchObject([{ password_mail: 'sent' }, { password_mail: 'waiting' }])
    expect(invited.url).toMatch(new RegExp(`^${url}/invitations/spi_\\w+$`))
    const path = `/api/v1/invitations/${invited.url.split('/').at(-1)}`
    expect(await dataOf(await viewer.ask(path))).toMatchObject({
      owner: { name: local.owner },
      email: 'editor@example.com',
    })
    const taken = await viewer.ask(`${path}/accept`, { method: 'POST' })
    expect(await refusal(taken)).toEqual([403, 'invitation_of_another_address'])

    const told = () =>
      [...local.process.stderr().matchAll(/editor@example\.com: password (\S+)/g)].map(([, word]) => word!)
    // The service writes it before it answers; it comes another way.
    const password = await eventually(() => told()[0], { what: 'a password for the invited' })
    expect(told()).toEqual([password])
    const person = { email: 'editor@example.com', password }
    await joinTeam(url, invited.url, person)
    const editor = await signedIn(person)
    const session = await dataOf<{ person: { id: string }; owner: unknown }>(await editor.ask('/api/v1/session'))
    expect(session.owner).toMatchObject({ role: 'editor' })
    // The link is used up for anybody else; a member whose answer was lost may send the request again.
    expect((await viewer.ask(`${path}/accept`, { method: 'POST' })).status).toBe(404)
    expect((await editor.ask(`${path}/accept`, { method: 'POST' })).status).toBe(200)

    expect((await editor.ask('/api/v1/posts')).status).toBe(200)
    expect((await admin.ask(`/api/v1/team/members/${session.person.id}`, { method: 'DELETE' })).status).toBe(200)
    expect(await refusal(await editor.ask('/api/v1/posts'))).toEqual([403, 'no_owner'])
    expect((await editor.ask(`${path}/accept`, { method: 'POST' })).status).toBe(404)
  })

  it('is the operator’s to begin', async () => {
    await local.admin('owner', 'create', 'second', '--rate-limit-max', '120')
    const { url: link } = await local.admin<{ url: string }>(
      ...['member', 'invite', '--owner', 'second', '--email', local.session.sign_in!.email],
    )
    await joinTeam(url, link, local.session.sign_in!)
    const both = await dataOf<{ owners: { id: string; name: string }[] }>(await admin.ask('/api/v1/session'))
    expect(both.owners.map(({ name }) => name)).toEqual([local.owner, 'second'])
    const second = both.owners[1]!.id
    const switched = await admin.ask('/api/v1/session', json('PATCH', { owner_id: second }))
    expect(await dataOf(switched)).toMatchObject({ owner: { name: 'second' } })
    // From the next request on, whatever the gateway remembers.
    expect((await dataOf<unknown[]>(await admin.ask('/api/v1/accounts/social'))).length).toBe(0)
    const keys = (await (await admin.ask('/api/v1/keys')).json()) as { rate_limit_max: number }
    expect(keys.rate_limit_max).toBe(120)
    await admin.ask('/api/v1/session', json('PATCH', { owner_id: local.session.owner_id }))
    expect((await dataOf<unknown[]>(await admin.ask('/api/v1/accounts/social'))).length).toBe(
      local.session.accounts.length,
    )
  })
})

describe('keys', () => {
  it('are made, used, rotated and revoked', async () => {
    const made = await dataOf<{ id: string; api_key: string; rate_limit: number }>(
      await admin.ask('/api/v1/keys', json('POST', { name: 'Shop', rate_limit: 30 })),
    )
    const use = async (key: string) => (await local.api('GET', '/api/v1/posts', { key })).status
    expect(await use(made.api_key)).toBe(200)
    const rotate = (hours: number) =>
      admin.ask(`/api/v1/keys/${made.id}/rotate`, json('POST', { keep_old_hours: hours }))
    const second = await dataOf<{ api_key: string; old_secret_until: number | null }>(await rotate(1))
    expect(second.old_secret_until! - Date.now()).toBeGreaterThan(3_500_000)
    expect([await use(made.api_key), await use(second.api_key)]).toEqual([200, 200])
    const third = await dataOf<{ api_key: string; old_secret_until: number | null }>(await rotate(0))
    expect(third.old_secret_until).toBeNull()
    expect([await use(second.api_key), await use(third.api_key)]).toEqual([401, 200])
    const listed = await dataOf<{ id: string; requests_last_day: number }[]>(await admin.ask('/api/v1/keys'))
    expect(listed.find(({ id }) => id === made.id)).toMatchObject({
      name: 'Shop',
      status: 'active',
      requests_last_day: 4,
    })
    expect((await admin.ask(`/api/v1/keys/${made.id}`, { method: 'DELETE' })).status).toBe(200)
    expect(await use(third.api_key)).toBe(401)
  })

  it('get no higher rate than the owner may have, and are nobody else’s', async () => {
    const high = await admin.ask('/api/v1/keys', json('POST', { name: 'x', rate_limit: 61 }))
    expect(await refusal(high)).toEqual([400, 'too_big'])
    const odd = await admin.ask('/api/v1/keys', json('POST', { name: ' ', rate_limit: 'many' }))
    expect(odd.status).toBe(400)
    const foreign = await admin.ask('/api/v1/keys/0f5a6c1e-52f4-4c2e-9a7b-2d1f0c9b7e11', { method: 'DELETE' })
    expect(foreign.status).toBe(404)
  })
})

describe('connecting', () => {
  const begin = async (platform: 'instagram' | 'threads', browser = admin) => {
    const reply = await browser.ask('/api/v1/accounts/social/authorizations', json('POST', { platform }))
    return (await dataOf<{ url: string }>(reply)).url
  }
  const finish = (callback: Record<string, string>, browser = admin) =>
    browser.ask('/api/v1/accounts/social/authorizations/finish', json('POST', callback))
  /** The parameters with which the consent page sends the browser back. */
  const consent = async (address: string, more: Record<string, string>): Promise<Record<string, string>> => {
    const page = new URL(address)
    for (const [name, value] of Object.entries(more)) page.searchParams.set(name, value)
    const reply = await fetch(page, { redirect: 'manual' })
    const back = new URL(reply.headers.get('location')!)
    expect(back.href).toContain(`${url}/connect/callback?`)
    return Object.fromEntries(back.searchParams)
  }

  it('is begun here, agreed to there, and finished once, in this session alone', async () => {
    const known = local.session.accounts.find(({ platform }) => platform === 'instagram')!
    const { data } = (await local.api('GET', '/api/v1/accounts/social')).json<{ data: AccountView[] }>()
    const { external_account_id: account } = data.find(({ id }) => id === known.id)!
    const callback = await consent(await begin('instagram'), { account })
    // Stolen: another session of the same person brings it.
    const other = await signedIn(local.session.sign_in!)
    expect(await refusal(await finish(callback, other))).toEqual([400, 'invalid_state'])
    const connected = await dataOf(await finish(callback))
    // The account that was there: the same id, its posts and schedules with it.
    expect(connected).toMatchObject({ id: known.id, username: known.username, status: 'connected', again: true })
    expect(await refusal(await finish(callback))).toEqual([400, 'invalid_state'])
  })

  it('says what was cancelled, or cannot be', async () => {
    const cancelled = await consent(await begin('threads'), { deny: '1' })
    expect(await refusal(await finish(cancelled))).toEqual([400, 'connection_refused'])
    const personal = await local.control<{ external_id: string }>('instagram', 'POST', '/accounts', {
      username: 'at.home',
      account_type: 'Personal',
    })
    const back = await consent(await begin('instagram'), { account: personal.external_id })
    expect(await refusal(await finish(back))).toEqual([400, 'personal_account'])
    const lacking = await consent(await begin('instagram'), { grant: 'instagram_business_basic' })
    expect(await refusal(await finish(lacking))).toEqual([400, 'missing_permissions'])
  })

  it('takes no account from another team', async () => {
    await local.admin('owner', 'create', 'rival')
    const { url: link } = await local.admin<{ url: string }>(
      ...['member', 'invite', '--owner', 'rival', '--email', 'rival@example.com'],
    )
    const password = await eventually(() => /rival@example\.com: password (\S+)/.exec(local.process.stderr())?.[1], {
      what: 'a password for the rival',
    })
    await joinTeam(url, link, { email: 'rival@example.com', password })
    const rival = await signedIn({ email: 'rival@example.com', password })
    const callback = await consent(await begin('threads', rival), {})
    expect(await refusal(await finish(callback, rival))).toEqual([400, 'account_of_another_owner'])
  })

  it('shows how connections stand and what they can do, and ends them', async () => {
    const made = await local.control<{ external_id: string }>('threads', 'POST', '/accounts', {
      username: 'short.lived',
    })
    const callback = await consent(await begin('threads'), { account: made.external_id })
    const { id } = await dataOf<{ id: string }>(await finish(callback))
    const listed = await dataOf<{ id: string }[]>(await viewer.ask('/api/v1/accounts/connections'))
    expect(listed.find((one) => one.id === id)).toMatchObject({
      platform: { name: 'threads', display_name: 'Threads' },
      username: 'short.lived',
      status: 'connected',
      missing_permissions: [],
      scheduled_posts: 0,
    })
    expect(await dataOf(await viewer.ask(`/api/v1/accounts/social/${id}/capabilities`))).toMatchObject({
      platform: 'threads',
      quota: { total: 250 },
      quota_problem: null,
      quota_problem_code: null,
    })
    const post = json('POST', { content: 'Later', accounts: [id], scheduled_at: Date.now() + 3_600_000 })
    expect((await admin.ask('/api/v1/posts/text', post)).status).toBe(202)
    const gone = await admin.ask(`/api/v1/accounts/social/${id}`, { method: 'DELETE' })
    expect(await dataOf(gone)).toEqual({ id, scheduled_posts_stopped: 1 })
    const left = await dataOf<{ id: string }[]>(await admin.ask('/api/v1/accounts/connections'))
    expect(left.map((one) => one.id)).not.toContain(id)
  })
})
