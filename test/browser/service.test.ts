// The whole way through the real service: a person signs in, connects accounts, makes keys and invites another, by mouse
// and again by keyboard alone.
import type { Page, Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { PLATFORM_IDS } from '../../core/platforms/facts.ts'
import { launchBrowser, type Visitor, type Visits } from '../support/browser.ts'
import { keyboard, mouse, signIn } from '../support/hands.ts'
import { eventually, type Local, startLocal } from '../support/local.ts'

let visits: Visits

beforeAll(async () => {
  visits = await launchBrowser()
})

afterAll(() => visits.end())

interface Connection {
  id: string
  platform: { name: string; display_name: string }
  username: string
  status: string
}

describe.each([
  ['by mouse', mouse],
  ['by keyboard alone', keyboard],
] as const)('a person %s', (_, hands) => {
  let local: Local
  let url: string
  const visitors: Visitor[] = []

  beforeAll(async () => {
    local = await startLocal()
    url = local.session.dashboard_url!
  })

  afterAll(() => local.end())

  afterEach(async () => {
    for (const visitor of visitors.splice(0)) await visitor.end()
  })

  const arrive = async (path: string): Promise<Visitor> => {
    const visitor = await visits.visit()
    visitors.push(visitor)
    await visitor.page.goto(`${url}${path}`)
    return visitor
  }

  const connections = async (): Promise<Connection[]> =>
    (await local.api('GET', '/api/v1/accounts/connections')).json<{ data: Connection[] }>().data

  const requestsSoFar = async (): Promise<number> =>
    (await local.api('GET', '/api/v1/usage')).json<{ data: { api_usage: { total_requests: number } } }>().data.api_usage
      .total_requests

  test('signs in, and comes back to where they were', async () => {
    const { page } = await arrive('/keys?lang=en')
    await signIn(page, hands, local.session.sign_in!)
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/keys')
  })

  test('connects accounts, cancels, learns of a personal one, reconnects and disconnects', {
    tags: 'deep',
  }, async () => {
    const { page, context } = await arrive('/accounts')
    await signIn(page, hands, local.session.sign_in!)
    const item = (platform: string) => page.getByRole('listitem', { name: `@demo.studio (${platform})` })

    const atFirst = await connections()
    expect(new Set(atFirst.map(({ platform }) => platform.name))).toEqual(new Set(PLATFORM_IDS))
    for (const { platform, username } of atFirst) {
      const connected = page.getByRole('listitem', { name: `@${username} (${platform.display_name})` })
      await hands.press(connected.getByRole('button', { name: 'Disconnect' }))
      await hands.press(page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }))
      await connected.waitFor({ state: 'detached' })
    }
    await page.getByText('No accounts yet').waitFor()

    const consent = async (button: string, answer: (platform: Page) => Promise<void>) => {
      const popup = context.waitForEvent('page')
      await hands.press(page.getByRole('button', { name: button }))
      const platform = await popup
      const closed = platform.waitForEvent('close')
      await platform.getByRole('button', { name: 'Allow' }).waitFor()
      await answer(platform)
      await closed
    }
    const allow = (name: string | RegExp) => async (platform: Page) => {
      await hands.choose(platform.getByRole('radio', { name }))
      await hands.press(platform.getByRole('button', { name: 'Allow' }))
    }

    await consent('Connect Instagram', (platform) => hands.press(platform.getByRole('button', { name: 'Cancel' })))
    await page.getByText('You cancelled at the platform').waitFor()
    await consent('Connect Instagram', allow(/personal account/))
    await page.getByText('Switch to professional account').waitFor()
    expect(await connections()).toEqual([])

    await consent('Connect Instagram', allow('@demo.studio'))
    await page.getByText('@demo.studio (Instagram) is connected').waitFor()
    await consent('Connect Threads', allow('@demo.studio'))
    await item('Threads').getByText('Connected', { exact: true }).waitFor()
    await item('Instagram').getByText('Connected', { exact: true }).waitFor()

    // The platform takes the token back; the service learns of it when it publishes.
    const threads = (await connections()).find(({ platform }) => platform.name === 'threads')!
    await local.control('threads', 'POST', '/tokens/revoke', { account: 'demo.studio' })
    const post = { title: 'Hello', content: 'Hello', hashtags: ['hello'], accounts: [threads.id] }
    expect((await local.api('POST', '/api/v1/posts/text', { json: post })).status).toBe(202)
    await eventually(
      async () => (await connections()).some(({ id, status }) => id === threads.id && status === 'reconnect_required'),
      { what: 'an account that must be reconnected' },
    )
    await page.reload()
    await item('Threads').getByText('Reconnect needed').waitFor()
    const popup = context.waitForEvent('page')
    await hands.press(item('Threads').getByRole('button', { name: 'Reconnect' }))
    await allow('@demo.studio')(await popup)
    await page.getByText('@demo.studio (Threads) is connected again.').waitFor()
    await item('Threads').getByText('Connected', { exact: true }).waitFor()
    const after = (await connections()).find(({ platform }) => platform.name === 'threads')!
    expect(after).toMatchObject({ id: threads.id, status: 'connected' })
  })

  test('makes a key that works, rotates and revokes it', { tags: 'deep' }, async () => {
    const { page } = await arrive('/keys')
    await signIn(page, hands, local.session.sign_in!)
    const status = async (key: string) => (await local.api('GET', '/api/v1/posts', { key })).status
    const shown = async (): Promise<string> => {
      const secret = await page.getByRole('textbox', { name: 'API key' }).inputValue()
      await hands.press(page.getByRole('button', { name: 'I have saved it' }))
      return secret
    }
    await hands.press(page.getByRole('button', { name: 'Create key' }))
    await hands.type(page.getByRole('textbox', { name: 'Name' }), 'Shop')
    await hands.press(page.getByRole('button', { name: 'Create', exact: true }))
    const first = await shown()
    expect(await status(first)).toBe(200)

    const row = page.getByRole('row', { name: /^Shop/ })
    await hands.press(row.getByRole('button', { name: 'Rotate' }))
    await hands.choose(page.getByRole('radio', { name: 'No longer: it stops now' }))
    await hands.press(page.getByRole('dialog').getByRole('button', { name: 'Rotate' }))
    const second = await shown()
    expect(await status(second)).toBe(200)
    await eventually(async () => (await status(first)) === 401, { what: 'an old secret that has stopped' })

    await hands.press(row.getByRole('button', { name: 'Revoke' }))
    await hands.press(page.getByRole('dialog').getByRole('button', { name: 'Revoke' }))
    await page.getByText('The key “Shop” is revoked.').waitFor()
    await eventually(async () => (await status(second)) === 401, { what: 'a key that has stopped' })
  })

  test('invites a viewer, who may look and nothing else; signs out everywhere', { tags: 'deep' }, async () => {
    const { page } = await arrive('/team')
    await signIn(page, hands, local.session.sign_in!)
    await hands.press(page.getByRole('button', { name: 'Invite', exact: true }))
    await hands.type(page.getByRole('textbox', { name: 'Email' }), 'guest@example.com')
    await hands.choose(page.getByRole('radio', { name: /^Viewer/ }))
    await hands.press(page.getByRole('button', { name: 'Send invitation' }))
    const link = await page.getByRole('textbox', { name: 'Invitation link' }).inputValue()
    await hands.press(page.getByRole('button', { name: 'Done' }))

    // The local run prints what AWS sends by mail.
    const password = await eventually(
      () => /a user for guest@example\.com: password (\S+)/.exec(local.process.stderr())?.[1],
      { what: 'a password for the invited' },
    )
    const guest = await arrive(new URL(link).pathname)
    await signIn(guest.page, hands, { email: 'guest@example.com', password })
    await hands.press(guest.page.getByRole('button', { name: 'Accept' }))
    await guest.page.getByRole('heading', { level: 1, name: 'Calendar' }).waitFor()
    await hands.press(guest.page.getByRole('link', { name: 'Accounts', exact: true }))
    await guest.page.getByText('Only admins connect and disconnect accounts.').waitFor()

    const accountId = local.session.accounts[0]!.id
    const forbidden = [
      ['POST', '/v1/keys', { name: 'Mine' }],
      ['DELETE', `/v1/keys/${local.session.key_id}`],
      ['POST', `/v1/keys/${local.session.key_id}/rotate`, { keep_old_hours: 0 }],
      ['POST', '/v1/accounts/social/authorizations', { platform: 'threads' }],
      ['DELETE', `/v1/accounts/social/${accountId}`],
      ['POST', '/v1/team/invitations', { email: 'friend@example.com', role: 'admin' }],
      ['POST', '/v1/posts/text', { title: 'No', content: 'No', hashtags: ['no'], accounts: [accountId] }],
    ] as const
    const answers = await guest.page.evaluate(
      (calls) =>
        Promise.all(
          calls.map(async ([method, path, body]) => {
            const headers = { 'X-CSRF': '1', 'Content-Type': 'application/json' }
            const response = await fetch(`/api${path}`, { method, headers, body: body && JSON.stringify(body) })
            const { errors } = (await response.json()) as { errors?: { code: string }[] }
            return `${method} ${path} ${response.status} ${errors?.[0]?.code}`
          }),
        ),
      forbidden,
    )
    expect(answers).toEqual(forbidden.map(([method, path]) => `${method} ${path} 403 role_required`))
    // A session without the header that no other site can send does not count.
    const bare = await guest.page.evaluate(async () => (await fetch('/api/v1/session')).status)
    expect(bare).toBe(401)

    const other = await arrive('/sessions')
    await signIn(other.page, hands, local.session.sign_in!)
    await hands.press(other.page.getByRole('button', { name: 'Sign out everywhere' }))
    await hands.press(other.page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }))
    await other.page.getByText('Sign in').first().waitFor()
    await eventually(
      () => page.evaluate(async () => (await fetch('/api/v1/session', { headers: { 'X-CSRF': '1' } })).status === 401),
      { what: 'a session that has ended' },
    )

    // The provider still knows this browser, and would let it in by itself.
    await page.reload()
    await page.getByLabel('Password').waitFor()
    expect(new URL(page.url()).origin).not.toBe(new URL(url).origin)
    const held = await page.context().request.get(`${url}/api/v1/session`, { headers: { 'X-CSRF': '1' } })
    expect(held.status()).toBe(401)
    await signIn(page, hands, local.session.sign_in!)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(new URL(page.url()).origin).toBe(new URL(url).origin)
  })

  test('is counted, request by request', { tags: 'deep' }, async () => {
    const before = await requestsSoFar()
    const { page } = await arrive('/accounts')
    let answered = 0
    const underWay = new Set<Request>()
    const isCounted = (request: Request) => {
      const { pathname } = new URL(request.url())
      return pathname.startsWith('/api/v1/') && !/^\/api\/v1\/session\/(sign-in|callback)$/.test(pathname)
    }
    page.on('request', (request) => isCounted(request) && underWay.add(request))
    page.on('requestfailed', (request) => underWay.delete(request))
    page.on('requestfinished', async (request) => {
      const response = await request.response()
      if (underWay.delete(request) && response?.status() !== 401) answered += 1
    })
    /** A page that is left while it asks would not hear all that is counted. */
    const allAnswered = () => expect.poll(() => underWay.size).toBe(0)
    await signIn(page, hands, local.session.sign_in!)
    await page.getByRole('listitem', { name: '@demo.studio (Instagram)' }).waitFor()
    await allAnswered()
    await hands.press(page.getByRole('link', { name: 'API keys' }))
    await page
      .getByRole('row', { name: /Rotate/ })
      .first()
      .waitFor()
    await allAnswered()
    await hands.press(page.getByRole('link', { name: 'Team' }))
    await page.getByRole('row', { name: /demo@example.com/ }).waitFor()
    await page.waitForLoadState('networkidle')
    await allAnswered()
    // The first look at the figures is itself counted.
    expect((await requestsSoFar()) - before).toBe(answered + 1)
    expect(answered).toBeGreaterThan(4)
  })
})

const PAGES: [name: string, heading: string, inKorean: string][] = [
  ['accounts', 'Accounts', '계정'],
  ['keys', 'API keys', 'API 키'],
  ['team', 'Team', '팀'],
  ['sessions', 'Where you are signed in', '로그인된 기기'],
  ['security', 'Security', '보안'],
  ['compose', 'New post', '새 게시물'],
  ['calendar', 'Calendar', '캘린더'],
  ['posts', 'Posts', '게시물'],
  ['approvals', 'Approvals', '승인'],
  ['import', 'Import', '가져오기'],
  ['media', 'Media', '미디어'],
  ['insights', 'Insights', '인사이트'],
  ['usage', 'Usage', '사용량'],
  ['webhooks', 'Webhooks', '웹훅'],
  ['activity', 'Activity', '활동 기록'],
]

describe('every page', () => {
  let local: Local
  let post: string
  let documentation: string

  beforeAll(async () => {
    local = await startLocal()
    const json = { title: 'Hello', content: 'Hello', hashtags: ['hello'], accounts: [local.session.accounts[1]!.id] }
    expect((await local.api('POST', '/api/v1/posts/text', { json })).status).toBe(202)
    const { result } = (await local.api('GET', '/api/v1/posts')).json<{ data: { result: { id: string }[] } }>().data
    post = result[0]!.id
    documentation = await (await fetch(`${local.session.dashboard_url}/api/docs`)).text()
  })

  afterAll(() => local.end())

  test.each(['wide', 'narrow'] as const)(
    'is accessible and has its picture taken, %s',
    { tags: 'deep' },
    async (view) => {
      const visitor = await visits.visit(view)
      const { page } = visitor
      await page.goto(`${local.session.dashboard_url}/accounts`)
      await signIn(page, mouse, local.session.sign_in!)
      const pages = PAGES.map(([path, english, korean]) => [path, view === 'wide' ? english : korean] as const)
      for (const [path, heading] of [...pages, [`posts/${post}`, undefined] as const]) {
        await page.goto(`${local.session.dashboard_url}/${path}`)
        await page.getByRole('heading', { level: 1, name: heading }).waitFor()
        await page.waitForLoadState('networkidle')
        if (heading === 'Insights') {
          await expect.poll(() => page.getByRole('rowheader').count()).toBeGreaterThan(PLATFORM_IDS.length)
          const figures = await page.getByRole('rowheader').allTextContents()
          // A figure without a name shows the platform's own word for it, in small letters.
          expect(figures.filter((figure) => !/^[A-Z]/.test(figure))).toEqual([])
        }
        // In all views it is looked at with scripted answers, page by page.
        await visitor.expectAccessibleHere()
        const help = page.getByRole('main').getByRole('link', { name: view === 'wide' ? 'Documentation' : '문서 보기' })
        const [address, section] = (await help.first().getAttribute('href'))!.split('#')
        expect([address, documentation.includes(`<section id="${section}">`)]).toEqual(['/api/docs', true])
        await visitor.screenshot(`service-${path.split('/')[0]}${heading === undefined ? '-one' : ''}`)
      }
      await visitor.end()
    },
  )
})
