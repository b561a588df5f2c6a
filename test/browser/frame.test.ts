import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allHasCome, launchBrowser, openScripted, type Visits } from '../support/browser.ts'
import { CONNECTIONS, connection, ok } from '../support/dashboard-samples.ts'
import { cutOff } from '../support/fits.ts'
import { giveFile } from '../support/hands.ts'
import { refusal, type Script, signedIn } from '../support/scripted-dashboard.ts'

let visits: Visits

beforeAll(async () => {
  visits = await launchBrowser()
})

afterAll(() => visits.end())

const open = (...given: [path: string, script?: Script, view?: 'wide' | 'narrow']) => openScripted(visits, ...given)

describe('the frame', () => {
  test('names its parts as people look for them', { tags: 'deep' }, async () => {
    const { page, visitor } = await open('/accounts')
    await page.getByRole('heading', { level: 1, name: 'Accounts' }).waitFor()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'API keys' }).waitFor()
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('en')
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('button', { name: 'Sign out', exact: true }).waitFor()
    await visitor.expectAccessible()
  })

  test('speaks Korean to who asks for it, also after a page that does not say so', async () => {
    const { page, dashboard } = await open('/accounts?lang=ko')
    await page.getByRole('heading', { level: 1, name: '계정' }).waitFor()
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('ko')
    await page.goto(`${dashboard.url}/keys`)
    await page.getByRole('heading', { level: 1, name: 'API 키' }).waitFor()
  })

  test('is narrow, dark and Korean where the browser is', { tags: 'deep' }, async () => {
    const { page, visitor } = await open('/keys', signedIn(), 'narrow')
    await page.getByRole('heading', { level: 1, name: 'API 키' }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    await page.getByRole('button', { name: '메뉴 열기' }).click()
    await page.getByRole('navigation', { name: '주 메뉴' }).getByRole('link', { name: 'API 키' }).waitFor()
    await visitor.expectAccessible()
    await page.keyboard.press('Escape')
    await page.getByRole('navigation', { name: '주 메뉴' }).waitFor({ state: 'hidden' })
  })

  test('has room for long names of owners, people and accounts', { tags: 'deep' }, async () => {
    const session = signedIn()['GET /v1/session'] as { body: { data: object } }
    const owner = { id: '0a11', name: 'Harbor Coffee Roasters, Training Centre and Academy', role: 'admin' }
    const data = {
      ...session.body.data,
      person: { id: 'e3f1', email: 'somebody.with-a-long-name@subdomain.harbor-coffee.example.com', name: 'Demo' },
      owner,
      owners: [owner, { id: '0b22', name: 'Harbor'.repeat(10), role: 'viewer' }],
    }
    const broken = connection({ username: 'HarborCoffee'.repeat(8), status: 'reconnect_required' })
    const { page } = await open('/keys', {
      ...signedIn(),
      'GET /v1/session': ok(data),
      'GET /v1/accounts/connections': ok([broken]),
    })
    await page.getByRole('button', { name: /Harbor Coffee Roasters/ }).waitFor()
    await page.getByRole('link', { name: 'Go to accounts' }).waitFor()
    for (const width of [360, 768]) {
      await page.setViewportSize({ width, height: 740 })
      await expect.poll(() => cutOff(page), { message: `${width} px` }).toEqual([])
      const overlapping = await page.locator('.top').evaluate((top) => {
        const parts = [...top.children].filter((part) => part.checkVisibility())
        return parts.filter(
          (part, at) =>
            part.scrollWidth > part.clientWidth + 1 ||
            (at > 0 && part.getBoundingClientRect().left < parts[at - 1]!.getBoundingClientRect().right - 1),
        ).length
      })
      expect(overlapping, `${width} px`).toBe(0)
      for (const name of ['Account menu', /Harbor Coffee Roasters/]) {
        await page.getByRole('button', { name }).first().click()
        const menu = page.locator('.menu-list:popover-open')
        expect(await menu.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
        await page.keyboard.press('Escape')
      }
    }
  })

  test('leads who is signed out to the sign-in, and back to where they were', async () => {
    const { page, dashboard } = await open('/signed-out')
    dashboard.answer({
      'GET /v1/session': refusal(401, 'session', 'You are not signed in.'),
      'GET /v1/session/sign-in': { headers: { 'Content-Type': 'text/html' }, body: 'the sign-in' },
    })
    await page.goto(`${dashboard.url}/keys?lang=en`)
    await page.waitForURL(/\/api\/v1\/session\/sign-in/)
    expect(new URL(page.url()).searchParams.get('return_to')).toBe('/keys?lang=en')
  })

  test('does not go in circles where the browser keeps no cookies', async () => {
    const { page } = await open('/accounts', {
      'GET /v1/session': refusal(401, 'session', 'You are not signed in.'),
      'GET /v1/session/sign-in': { status: 302, headers: { Location: '/accounts' } },
    })
    await page.waitForURL(/\/signed-out\?problem=failed/)
    await page.getByRole('heading', { level: 1, name: 'You are not signed in' }).waitFor()
    await page.getByRole('link', { name: 'Sign in' }).waitFor()
  })

  test('goes on from a sign-in that came too late where another tab has signed in, at once or afterwards', async () => {
    const nobody = { 'GET /v1/session': refusal(401, 'session', 'You are not signed in.') }
    const { page, dashboard } = await open('/signed-out?problem=expired', nobody)
    await page.getByRole('heading', { level: 1, name: 'You are not signed in' }).waitFor()
    await allHasCome(page)
    dashboard.answer(signedIn())
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await page.waitForURL(/\/calendar|\/$/)
    await page.getByRole('button', { name: 'Account menu' }).waitFor()
    await page.goto(`${dashboard.url}/signed-out?problem=expired`)
    await page.getByRole('button', { name: 'Account menu' }).waitFor()
    // People who have signed out, or were refused, stay signed out.
    await page.goto(`${dashboard.url}/signed-out?problem=failed`)
    await page.getByRole('heading', { level: 1, name: 'You are not signed in' }).waitFor()
    await allHasCome(page)
    expect(new URL(page.url()).pathname).toBe('/signed-out')
  })

  test('says what could not be loaded, and loads it when asked again', async () => {
    const { page, dashboard } = await open('/keys', {
      ...signedIn(),
      'GET /v1/keys': refusal(403, 'forbidden', 'Not now.'),
    })
    await page.getByText('Not now.').waitFor()
    dashboard.answer(signedIn())
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('No keys yet').waitFor()
  })

  test('has a page of its own for a session that could not be loaded', async () => {
    const { page, dashboard, visitor } = await open('/keys', {
      'GET /v1/session': refusal(403, 'forbidden', 'Not now.'),
    })
    await page.getByRole('main').getByRole('heading', { level: 1, name: 'This could not be loaded.' }).waitFor()
    await page.getByRole('link', { name: 'Social publisher' }).waitFor()
    await visitor.expectAccessibleHere()
    dashboard.answer(signedIn())
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('No keys yet').waitFor()
  })

  test('asks again by itself after a fault that passes', async () => {
    let asked = 0
    const { page } = await open('/keys', {
      ...signedIn(),
      'GET /v1/keys': () => {
        asked += 1
        return asked === 1
          ? refusal(503, 'unavailable', 'Not now.')
          : { body: { success: true, data: [], rate_limit_max: 60 } }
      },
    })
    await page.getByText('No keys yet').waitFor()
    expect(asked).toBe(2)
  })

  test('says that it is offline, and asks for everything again afterwards', { tags: 'deep' }, async () => {
    const { page, visitor, dashboard } = await open('/keys')
    await page.getByText('No keys yet').waitFor()
    // A test before this one may have left the file in the browser's cache, from which it is also loaded offline.
    const code = /\/assets\/webhooks-page-.*\.js$/
    await visitor.context.route(code, (route) => route.abort('internetdisconnected'))
    await visitor.context.setOffline(true)
    await page.getByText('You are offline.').waitFor()
    // A page that was never seen here cannot be loaded now; this one does not give way to the browser's.
    await page.getByRole('link', { name: 'Webhooks' }).click()
    await page.getByRole('heading', { level: 1, name: 'This could not be loaded.' }).waitFor()
    await page.getByRole('button', { name: 'Reload' }).click()
    await page.getByRole('link', { name: 'API keys' }).click()
    await page.getByText('No keys yet').waitFor()
    const before = dashboard.requests.filter(({ path }) => path === '/v1/keys').length
    await visitor.context.setOffline(false)
    await page.getByText('You are offline.').waitFor({ state: 'detached' })
    await expect.poll(() => dashboard.requests.filter(({ path }) => path === '/v1/keys').length).toBeGreaterThan(before)
    // Nor does a page that could not be loaded wait for a press of the button.
    await visitor.context.setOffline(true)
    await page.getByRole('link', { name: 'Webhooks' }).click()
    await page.getByRole('heading', { level: 1, name: 'This could not be loaded.' }).waitFor()
    await visitor.context.unroute(code)
    await visitor.context.setOffline(false)
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor()
  })

  test('is loaded anew once where a file of a page is gone, and says so where that does not help', {
    tags: 'deep',
  }, async () => {
    const { page, visitor } = await open('/keys')
    await page.getByText('No keys yet').waitFor()
    const code = /\/assets\/webhooks-page-.*\.js$/
    await visitor.context.route(code, (route) => route.fulfill({ status: 404 }))
    let loaded = 0
    page.on('request', (request) => {
      if (request.resourceType() === 'document') loaded += 1
    })
    // Not where it is only loaded ahead: what is being written here would be lost.
    const ahead = page.waitForResponse(code)
    await page.getByRole('link', { name: 'Webhooks' }).hover()
    await ahead
    await page.getByRole('button', { name: 'Create key' }).first().click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Newsletter')
    await page.getByRole('button', { name: 'Cancel' }).click()
    expect(loaded).toBe(0)
    await page.getByRole('link', { name: 'Webhooks' }).click()
    await page.getByRole('heading', { level: 1, name: 'The dashboard was updated' }).waitFor()
    expect(loaded).toBe(1)
    await visitor.context.unroute(code)
    await page.getByRole('button', { name: 'Reload' }).click()
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor()
  })

  test('offers a way on from an address that leads nowhere', async () => {
    const { page, visitor } = await open('/nowhere')
    await page.getByRole('main').getByRole('heading', { level: 1, name: 'There is no such page' }).waitFor()
    await visitor.expectAccessible()
    await page.getByRole('link', { name: 'Go to the start page' }).waitFor()
  })

  test.each(['/keys', '/invitations/tok'])('says at %s, outside of it, that signing out failed', async (path) => {
    const session = signedIn()['GET /v1/session'] as { body: { data: object } }
    const { page, dashboard } = await open(path, {
      'GET /v1/session': { body: { success: true, data: { ...session.body.data, owner: null, owners: [] } } },
      'GET /v1/invitations/tok': refusal(403, 'invitation_of_another_address', 'It is for another address.'),
      'DELETE /v1/session': refusal(503, 'unavailable', 'Not now.'),
    })
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('region', { name: 'Notices' }).getByText('The service has a fault', { exact: false }).waitFor()
    dashboard.answer({ 'DELETE /v1/session': ok({ sign_out_url: null }) })
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL('**/signed-out')
  })

  test('tells a person without an invitation what to do', { tags: 'deep' }, async () => {
    const session = signedIn()['GET /v1/session'] as { body: { data: object } }
    const { page, visitor, dashboard } = await open('/keys', {
      'GET /v1/session': { body: { success: true, data: { ...session.body.data, owner: null, owners: [] } } },
    })
    await page.getByRole('heading', { level: 1, name: 'You belong to no team yet' }).waitFor()
    await visitor.expectAccessible()
    // A person who left one of several teams goes on with another.
    const { owner } = session.body.data as { owner: { id: string; name: string } }
    const others = { ...session.body.data, owner: null, owners: [owner] }
    let chosen: unknown
    const working = signedIn()['GET /v1/session'] as { body: object }
    dashboard.answer({
      ...signedIn(),
      'GET /v1/session': () => (chosen ? working : { body: { success: true, data: others } }),
      'PATCH /v1/session': ({ json }) => {
        chosen = json
        return working
      },
    })
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Choose a team' }).waitFor()
    await page.getByRole('button', { name: owner.name }).click()
    await page.getByRole('button', { name: 'Account menu' }).waitFor()
    expect(chosen).toEqual({ owner_id: owner.id })
  })

  test('signs out, and other tabs show that they are', { tags: 'deep' }, async () => {
    const { page, visitor, dashboard } = await open('/keys', {
      ...signedIn(),
      'DELETE /v1/session': { body: { success: true, data: { sign_out_url: null } } },
    })
    const other = await visitor.context.newPage()
    await other.goto(`${dashboard.url}/keys`)
    await other.getByText('No keys yet').waitFor()
    for (const tab of [page, other]) await tab.evaluate(() => sessionStorage.setItem('written-p1-comment', '"Mine"'))
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.waitForURL(/\/signed-out$/)
    await other.waitForURL(/\/signed-out$/)
    // Nor does what was written and not sent stay for the next person.
    for (const tab of [page, other])
      expect(await tab.evaluate(() => sessionStorage.getItem('written-p1-comment'))).toBeNull()
  })

  test.each(['signing out', 'a session that ended'])(
    'is not shown as it was after %s, when one goes back',
    async (how) => {
      // Without content the browser stays where it is, as if it had kept the page and shown it again.
      const { page, dashboard } = await open('/keys', {
        ...signedIn(),
        'DELETE /v1/session': ok({ sign_out_url: '/api/elsewhere' }),
        'GET /elsewhere': { status: 204 },
        'GET /v1/session/sign-in': { status: 204 },
      })
      await page.getByText('No keys yet').waitFor()
      const over = refusal(401, 'session', 'The session has ended.')
      const left = () => dashboard.requests.filter(({ path }) => /elsewhere|sign-in/.test(path)).length
      if (how === 'signing out') {
        await page.getByRole('button', { name: 'Account menu' }).click()
        await page.getByRole('button', { name: 'Sign out', exact: true }).click()
      } else {
        dashboard.answer({ 'GET /v1/webhooks': over })
        await page.getByRole('link', { name: 'Webhooks' }).click()
      }
      await expect.poll(left).toBe(1)
      dashboard.answer({ 'GET /v1/session': over })
      await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
      // It begins anew, and so leads to the sign-in.
      await expect.poll(left).toBe(2)
      expect(await page.getByRole('navigation').count()).toBe(0)
    },
  )

  test('asks what to do with a draft before it signs out, and deletes it', { tags: 'deep' }, async () => {
    const { page, visitor, dashboard } = await open('/compose', {
      ...signedIn(),
      'GET /v1/accounts/connections': ok(CONNECTIONS),
      'DELETE /v1/session': { body: { success: true, data: { sign_out_url: null } } },
    })
    const text = page.getByRole('textbox', { name: 'Text' })
    const signOut = async () => {
      await page.getByRole('button', { name: 'Account menu' }).click()
      await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    }
    const dialog = page.getByRole('dialog', { name: 'Sign out?' })
    await text.fill('Fresh beans')
    await page.getByText('Saved in this browser.').waitFor()
    await signOut()
    await dialog.waitFor()
    await visitor.screenshot('sign-out')
    await visitor.expectAccessibleHere()
    // The head and the foot of the dialog are not those of the page.
    for (const [role, count] of [
      ['banner', 1],
      ['contentinfo', 0],
    ] as const)
      expect(await page.getByRole(role).count(), role).toBe(count)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect(dashboard.requests.filter(({ method }) => method === 'DELETE')).toEqual([])
    await signOut()
    await dialog.getByRole('checkbox', { name: 'Keep it in this browser' }).check()
    await dialog.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL(/\/signed-out$/)
    await page.goto(`${dashboard.url}/compose`)
    await expect.poll(() => text.inputValue()).toBe('Fresh beans')
    // Also what was typed last is not written back as the page is left.
    await text.fill('Fresher beans')
    await signOut()
    await dialog.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL(/\/signed-out$/)
    await page.goto(`${dashboard.url}/compose`)
    await text.waitFor()
    expect(await text.inputValue()).toBe('')
    await signOut()
    await page.waitForURL(/\/signed-out$/)
  })

  test.each([
    ['en', 2, '2'],
    ['ko', 2, '2'],
    ['ko', 120, '99+'],
  ])('calls the bell in %s with %i notices by what is to be seen on it', async (lang, unseen, shown) => {
    const { page } = await open(`/keys?lang=${lang}`, {
      ...signedIn(),
      'GET /v1/notices': ok({ notices: [], unseen }),
    })
    const count = page.locator('.bell .count')
    await count.waitFor()
    expect(await count.textContent()).toBe(shown)
    const name = await page.locator('.bell').getAttribute('aria-label')
    expect(name!.split(/\s+/)).toContain(shown)
    // Also with letters twice as large nothing of it stands beside its ground.
    const session = await page.context().newCDPSession(page)
    const letter = (standard: number) => session.send('Page.setFontSizes', { fontSizes: { standard } })
    const size = () => count.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))
    const before = await size()
    await letter(32)
    await expect.poll(size).toBeGreaterThan(before)
    expect(await count.evaluate((element) => element.scrollHeight - element.clientHeight)).toBe(0)
    await letter(16)
    await session.detach()
  })

  test('stays where the notices cannot be loaded without a connection, and opens them afterwards', async () => {
    const { page, visitor } = await open('/keys')
    await page.getByText('No keys yet').waitFor()
    // From the browser's cache the file is loaded offline too.
    let isOffline = true
    await visitor.context.route(/\/assets\/notice-panel-.*\.(js|css)$/, (route) =>
      isOffline ? route.abort('internetdisconnected') : route.continue(),
    )
    await visitor.context.setOffline(true)
    await page.locator('.bell').click()
    await page.getByText('You are offline.').waitFor()
    await allHasCome(page)
    await page.getByText('No keys yet').waitFor()
    isOffline = false
    await visitor.context.setOffline(false)
    await page.getByRole('dialog', { name: 'Notices' }).waitFor()
  })

  test('shows no file in its place that is dropped where nothing takes it', async () => {
    const { page } = await open('/keys')
    await page.getByText('No keys yet').waitFor()
    expect(await giveFile(page, 'drop', 'h1')).toBe('prevented')
  })

  test('switches the owner in every tab', { tags: 'deep' }, async () => {
    const owners = [
      { id: '0a11', name: 'Demo', role: 'admin' },
      { id: '0a12', name: 'Other', role: 'viewer' },
    ]
    const session = signedIn()['GET /v1/session'] as { body: { data: object } }
    const of = (owner: object) => ({ body: { success: true, data: { ...session.body.data, owner, owners } } })
    const { page, visitor, dashboard } = await open('/keys', { ...signedIn(), 'GET /v1/session': of(owners[0]!) })
    const other = await visitor.context.newPage()
    await other.goto(`${dashboard.url}/keys`)
    await other.getByRole('button', { name: 'Create key' }).waitFor()
    dashboard.answer({
      'PATCH /v1/session': () => {
        dashboard.answer({ 'GET /v1/session': of(owners[1]!) })
        return of(owners[1]!)
      },
    })
    await page.getByRole('button', { name: /^Owner: Demo/ }).click()
    await page.getByRole('button', { name: /^Other/ }).click()
    for (const each of [page, other]) {
      await each.getByRole('button', { name: /^Owner: Other/ }).waitFor()
      await each.getByText('Only admins connect and disconnect accounts.').waitFor()
    }
    expect(dashboard.requests.find(({ method }) => method === 'PATCH')?.json).toEqual({ owner_id: '0a12' })
  })
})
