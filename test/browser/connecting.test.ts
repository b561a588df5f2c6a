// Connecting an account: the platform's window, what may go wrong in it, and how the page learns of it.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { allHasCome, launchBrowser, openScripted, type Visits } from '../support/browser.ts'
import { CONNECTIONS, capabilities, connection, ok, team } from '../support/dashboard-samples.ts'
import { refusal, type Script, signedIn } from '../support/scripted-dashboard.ts'

let visits: Visits

beforeAll(async () => {
  visits = await launchBrowser()
})

afterAll(() => visits.end())

/** A platform's consent page, on an origin of its own: a link for each thing that one may do there. */
async function startPlatform(callback: () => string): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html', 'Cross-Origin-Opener-Policy': 'same-origin' }).end(
      `<title>Platform</title><a href="${callback()}?state=st&code=c0de">Allow</a>
       <a href="${callback()}?state=st&error=access_denied&error_reason=user_denied">Cancel</a>`,
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/oauth?state=st`
}

async function openAccounts(script: Script) {
  let callback = ''
  const platform = await startPlatform(() => callback)
  const opened = await openScripted(visits, '/accounts', {
    ...signedIn(),
    'GET /v1/accounts/social/a1/capabilities': ok(capabilities(3, 100)),
    'POST /v1/accounts/social/authorizations': ok({ url: platform, expires_at: Date.now() + 600_000 }),
    ...script,
  })
  callback = `${opened.dashboard.url}/connect/callback`
  await opened.page.getByRole('heading', { name: 'Accounts', level: 1 }).waitFor()
  return { ...opened, platform }
}

test('a platform is connected by a quiet button with its mark: no row of filled ones', { tags: 'deep' }, async () => {
  const { page, visitor } = await openAccounts({ 'GET /v1/accounts/connections': ok([connection()]) })
  const offered = page.getByRole('region', { name: 'Connect an account' }).getByRole('button')
  expect(await offered.allTextContents()).toEqual([
    ...['Instagram', 'Threads', 'Bluesky', 'Mastodon', 'Facebook'].map((name) => ` ${name}`),
    'Connect link',
  ])
  for (const name of ['Connect Instagram', 'Connect Threads', 'Connect Facebook'])
    await page.getByRole('button', { name, exact: true }).waitFor()
  await page.getByRole('listitem', { name: '@harbor.coffee (Instagram)' }).waitFor()
  await allHasCome(page)
  expect(await page.locator('main .button.primary').count()).toBe(0)
  await visitor.expectAccessible()
})

const connected = { 'POST /v1/accounts/social/authorizations/finish': ok({ ...connection(), again: false }) }

describe('connecting', () => {
  test('goes on in the window of the platform, which closes; the page shows the account', {
    tags: 'deep',
  }, async () => {
    const { page, dashboard, visitor } = await openAccounts({
      'POST /v1/accounts/social/authorizations/finish': () => {
        dashboard.answer({ 'GET /v1/accounts/connections': ok([connection()]) })
        return ok({ ...connection(), again: false })
      },
    })
    const popup = visitor.context.waitForEvent('page')
    await page.getByRole('button', { name: 'Connect Instagram' }).click()
    const platform = await popup
    await page.getByText('Go on in the window of Instagram.').waitFor()
    const closed = platform.waitForEvent('close')
    await platform.getByRole('link', { name: 'Allow' }).click()
    await page.getByText('@harbor.coffee (Instagram) is connected.').waitFor()
    await page.getByRole('listitem', { name: '@harbor.coffee (Instagram)' }).getByText('Connected').waitFor()
    await closed
    const [asked, finished] = dashboard.requests.filter(({ method }) => method === 'POST')
    expect(asked?.json).toEqual({ platform: 'instagram' })
    expect(finished?.json).toEqual({ state: 'st', code: 'c0de' })
    // The first account leads to the first post.
    await page.getByRole('link', { name: 'Write your first post' }).click()
    await page.getByRole('heading', { name: 'New post', level: 1 }).waitFor()
  })

  test('leads to no first post where there are accounts already', { tags: 'deep' }, async () => {
    const second = connection({ id: 'a2', username: 'harbor.roastery' })
    const { page } = await openAccounts({
      ...connected,
      'GET /v1/accounts/connections': ok([connection(), second]),
    })
    const popup = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Connect Instagram' }).click()
    await (await popup).getByRole('link', { name: 'Allow' }).click()
    await page.getByText('@harbor.coffee (Instagram) is connected.').waitFor()
    await allHasCome(page)
    expect(await page.getByRole('link', { name: 'Write your first post' }).count()).toBe(0)
  })

  test('again says so where another account was signed in at the platform than the one that is to come back', {
    tags: 'deep',
  }, async () => {
    const lost = connection({ id: 'a2', username: 'harbor.roastery', status: 'reconnect_required' })
    const { page, visitor } = await openAccounts({
      ...connected,
      'GET /v1/accounts/connections': ok([lost, connection()]),
    })
    const reconnect = async (username: string) => {
      const popup = page.waitForEvent('popup')
      await page.getByRole('listitem', { name: username }).getByRole('button', { name: 'Reconnect' }).click()
      await (await popup).getByRole('link', { name: 'Allow' }).click()
      await page.getByText('@harbor.coffee (Instagram) is connected.').waitFor()
    }
    await reconnect('@harbor.roastery (Instagram)')
    const missed = page.getByText('@harbor.roastery was not connected again')
    await missed.waitFor()
    await visitor.expectAccessible()
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await reconnect('@harbor.coffee (Instagram)')
    expect(await missed.count()).toBe(0)
  })

  test('takes this window where windows are blocked', { tags: 'deep' }, async () => {
    const { page } = await openAccounts(connected)
    await page.evaluate(() => {
      window.open = () => null
    })
    await page.getByRole('button', { name: 'Connect Threads' }).click()
    await page.getByRole('link', { name: 'Allow' }).click()
    await page.waitForURL(/\/accounts$/)
    await page.getByText('@harbor.coffee (Instagram) is connected.').waitFor()
  })

  test.each([
    ['connection_refused', 'You cancelled at the platform'],
    ['personal_account', 'Switch to professional account'],
    ['missing_permissions', 'leave all of them on'],
    ['account_of_another_owner', 'already connected to another team'],
    ['something_new', 'A sentence of the service.'],
  ])('says in a sentence that it ended with %s', { tags: 'deep' }, async (code, said) => {
    const { page, visitor } = await openAccounts({
      'POST /v1/accounts/social/authorizations/finish': refusal(422, code, 'A sentence of the service.'),
    })
    const popup = visitor.context.waitForEvent('page')
    await page.getByRole('button', { name: 'Connect Instagram' }).click()
    await (await popup).getByRole('link', { name: 'Cancel' }).click()
    await page.getByText(said).waitFor()
    await visitor.expectAccessible()
  })

  test('closes the window again when it cannot begin', async () => {
    const { page, visitor } = await openAccounts({
      'POST /v1/accounts/social/authorizations': refusal(
        422,
        'app_not_configured',
        'There is no app of Instagram here.',
      ),
    })
    await page.getByRole('button', { name: 'Connect Instagram' }).click()
    await page.getByText('There is no app of Instagram here.').waitFor()
    await expect.poll(() => visitor.context.pages().length).toBe(1)
  })

  test('finishes nothing at an address without a state', async () => {
    const { page, dashboard } = await openScripted(visits, '/connect/callback?code=stolen')
    await page.getByText('There is nothing to finish here.').waitFor()
    expect(dashboard.requests.filter(({ method }) => method === 'POST')).toEqual([])
  })
})

/** The places of the page's heading since the page was loaded, in pixels from the top. */
const placesOf = (page: Page) => page.evaluate(() => (window as unknown as { places: number[] }).places)

async function watchHeading(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const places: number[] = []
    Object.assign(window, { places })
    const look = () => {
      const top = document.querySelector('main h1')?.getBoundingClientRect().top
      if (top !== undefined && places.at(-1) !== top) places.push(top)
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
}

describe('an account that must be reconnected', () => {
  const waiting = ok(CONNECTIONS)

  test.each(['/keys', '/accounts', '/team'])(
    'is told with the first paint of %s, and moves nothing on it',
    async (path) => {
      const { page, dashboard } = await openScripted(visits, '/signed-out', {
        ...signedIn(),
        'GET /v1/team': ok(team()),
      })
      await watchHeading(page)
      // However busy the machine is, the page does not stop waiting for the accounts.
      await page.addInitScript(() => {
        const later = window.setTimeout
        const LONG_MS = 1000
        const patient = (run: () => void, ms = 0) => later(run, ms < LONG_MS ? ms : 60 * ms)
        Object.assign(window, { setTimeout: patient })
      })
      dashboard.answer({ 'GET /v1/accounts/connections': waiting })
      const answered = Promise.withResolvers<void>()
      await page.route('**/api/v1/accounts/connections', async (route) => {
        await answered.promise
        await route.continue()
      })
      const chunk = page.waitForResponse((response) => response.url().includes(`${path}-page-`))
      await page.goto(dashboard.url + path)
      await Promise.all([chunk, page.getByRole('button', { name: 'Account menu' }).waitFor()])
      await page.evaluate(async () => {
        for (let frames = 0; frames < 10; frames += 1) await new Promise(requestAnimationFrame)
      })
      answered.resolve()
      await page.getByText('@harborcoffee (Threads) needs to be reconnected.').waitFor()
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(await placesOf(page)).toHaveLength(1)
    },
  )

  test('does not keep a page waiting whose accounts are not answered', { tags: 'deep' }, async () => {
    const { page } = await openScripted(visits, '/keys', { ...signedIn(), 'GET /v1/accounts/connections': 'hang' })
    await page.getByText('No keys yet').waitFor()
  })

  test('is told on the next page where it comes to be while one is read', { tags: 'deep' }, async () => {
    const { page, dashboard } = await openScripted(visits, '/keys')
    await watchHeading(page)
    await page.clock.install()
    await page.reload()
    await page.getByText('No keys yet').waitFor()
    dashboard.answer({ 'GET /v1/accounts/connections': waiting })
    const asked = () => dashboard.requests.filter(({ path }) => path === '/v1/accounts/connections').length
    const before = asked()
    await page.clock.runFor(16_000)
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await expect.poll(asked).toBe(before + 1)
    await allHasCome(page)
    await page.clock.runFor(1000)
    expect(await page.locator('.banner.reconnect').count()).toBe(0)
    expect(await placesOf(page)).toHaveLength(1)
    await page.getByRole('link', { name: 'Accounts' }).click()
    await page.getByText('@harborcoffee (Threads) needs to be reconnected.').waitFor()
  })

  const script = { 'GET /v1/accounts/connections': ok(CONNECTIONS) }

  test('shows on every page', { tags: 'deep' }, async () => {
    const { page, dashboard } = await openScripted(visits, '/keys', { ...signedIn(), ...script })
    await page.getByText('@harborcoffee (Threads) needs to be reconnected.').waitFor()
    const owners = CONNECTIONS.map((one) => ({ ...one, status: 'action_required' })).slice(0, 1)
    const [{ username, platform }] = owners as [(typeof owners)[number]]
    dashboard.answer({ 'GET /v1/accounts/connections': ok(owners) })
    await page.reload()
    await page
      .getByText(`@${username} needs its owner to do what ${platform.display_name} asks for in its app.`)
      .waitFor()
    dashboard.answer(script)
    await page.reload()
    await page.getByText('@harborcoffee (Threads) needs to be reconnected.').waitFor()
    await page.getByRole('link', { name: 'Go to accounts' }).click()
    await page.waitForURL(/\/accounts$/)
    await page
      .getByRole('listitem', { name: /@harborcoffee/ })
      .getByText('Reconnect needed')
      .waitFor()
  })

  test('is reconnected by its own button', { tags: 'deep' }, async () => {
    const again = { ...CONNECTIONS[1], status: 'connected', again: true }
    const { page, visitor, dashboard } = await openAccounts({
      ...script,
      'POST /v1/accounts/social/authorizations/finish': ok(again),
    })
    const popup = visitor.context.waitForEvent('page')
    await page
      .getByRole('listitem', { name: /@harborcoffee/ })
      .getByRole('button', { name: 'Reconnect' })
      .click()
    await (await popup).getByRole('link', { name: 'Allow' }).click()
    await page.getByText('is connected again. Its posts are kept as they were.').waitFor()
    expect(dashboard.requests.find(({ method }) => method === 'POST')?.json).toEqual({ platform: 'threads' })
  })
})

test('disconnecting says first how many scheduled posts it stops', async () => {
  const { page, dashboard } = await openAccounts({
    'GET /v1/accounts/connections': ok(CONNECTIONS.map((each) => ({ ...each, scheduled_posts: 0 }))),
    'DELETE /v1/accounts/social/a1': ok({ id: 'a1', scheduled_posts_stopped: 4 }),
  })
  const disconnect = page.getByRole('listitem', { name: /@harbor.coffee/ }).getByRole('button', { name: 'Disconnect' })
  await disconnect.waitFor()
  // Scheduled since the page was opened.
  dashboard.answer({ 'GET /v1/accounts/connections': ok(CONNECTIONS) })
  await disconnect.click()
  await page.getByText('4 scheduled posts will not go out to it.').waitFor()
  expect(dashboard.requests.filter(({ method }) => method === 'DELETE')).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await page.getByText('@harbor.coffee is disconnected. 4 scheduled posts stopped.').waitFor()
})

describe('an account that is found by its handle', () => {
  const BEGIN = 'POST /v1/accounts/social/authorizations'

  test('goes on at the platform with it; what is wrong with it is said beside it', { tags: 'deep' }, async () => {
    const { page, dashboard, visitor, platform } = await openAccounts(connected)
    await page.getByRole('button', { name: 'Connect Bluesky', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Connect Bluesky' })
    await dialog.getByRole('button', { name: 'Continue', exact: true }).click()
    await dialog.getByText('This field is required.').waitFor()
    expect(dashboard.requests.filter(({ method }) => method === 'POST')).toEqual([])

    const said = 'handle: No account has the handle nobody.example.'
    dashboard.answer({ [BEGIN]: refusal(400, 'invalid_value', said, 'handle') })
    await dialog.getByRole('textbox', { name: 'Handle' }).fill('nobody.example')
    await dialog.getByRole('button', { name: 'Continue', exact: true }).click()
    await dialog.getByText(said).waitFor()

    dashboard.answer({ [BEGIN]: ok({ url: platform, expires_at: Date.now() + 600_000 }) })
    await dialog.getByRole('textbox', { name: 'Handle' }).fill('alice.example')
    const popup = visitor.context.waitForEvent('page')
    await dialog.getByRole('button', { name: 'Continue', exact: true }).click()
    await (await popup).getByRole('link', { name: 'Allow' }).click()
    await page.getByText('is connected.').waitFor()
    expect(dashboard.requests.findLast(({ path }) => path.endsWith('/authorizations'))?.json).toEqual({
      platform: 'bluesky',
      handle: 'alice.example',
    })
  })

  test('is connected with a password for apps', async () => {
    const { page, dashboard } = await openAccounts({
      'POST /v1/accounts/social/authorizations/password': ok({ ...connection(), again: false }),
    })
    await page.getByRole('button', { name: 'Connect Bluesky', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Connect Bluesky' })
    await dialog.getByRole('textbox', { name: 'Handle' }).fill('alice.example')
    await dialog.getByRole('button', { name: 'Use an app password' }).click()
    await dialog.getByRole('textbox', { name: 'App password' }).waitFor()
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
    await dialog.getByRole('textbox', { name: 'App password' }).fill('abcd-efgh')
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
    await page.getByText('is connected.').waitFor()
    expect(dashboard.requests.find(({ path }) => path.endsWith('/password'))?.json).toEqual({
      platform: 'bluesky',
      identifier: 'alice.example',
      password: 'abcd-efgh',
    })
  })
})

test('a sign-in that gives several accounts lets one choose', { tags: 'deep' }, async () => {
  // The picture is at the platform, and this page may show none from there.
  const picture_url = 'https://pictures.example/1.jpg'
  const offered = (id: string, name: string, problem: string | null = null) => ({
    ...{ id, platform: 'instagram', username: name.toLowerCase(), name, picture_url, problem },
  })
  const why = 'You may not create posts on this Page.'
  const { page, dashboard, visitor } = await openAccounts({
    'POST /v1/accounts/social/authorizations/finish': ok({
      choice: {
        id: 'choice-1',
        expires_at: Date.now() + 600_000,
        accounts: [offered('1', 'Harbor'), offered('2', 'Academy'), offered('3', 'Closed', why)],
      },
    }),
    'POST /v1/accounts/social/authorizations/choose': ok({
      accounts: [{ ...connection(), again: false }],
      refused: [],
    }),
  })
  const popup = visitor.context.waitForEvent('page')
  await page.getByRole('button', { name: 'Connect Instagram' }).click()
  await (await popup).getByRole('link', { name: 'Allow' }).click()
  const dialog = page.getByRole('dialog', { name: 'Choose accounts' })
  await dialog.getByRole('checkbox', { name: 'Academy (Instagram)' }).uncheck()
  expect(await dialog.getByRole('checkbox', { name: 'Closed (Instagram)' }).isDisabled()).toBe(true)
  await dialog.getByText(why).waitFor()
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByText('1 account is connected.').waitFor()
  await dialog.waitFor({ state: 'detached' })
  expect(dashboard.requests.find(({ path }) => path.endsWith('/choose'))?.json).toEqual({
    choice: 'choice-1',
    accounts: ['1'],
  })
})
