// Every page with some of everything on it: as most see it, and as narrow, dark and Korean as it gets.
import { copyFileSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allHasCome, launchBrowser, openScripted, SCREENSHOTS, type Visits } from '../support/browser.ts'
import {
  CONNECTIONS,
  capabilities,
  changes,
  connection,
  keys,
  ok,
  signIns,
  team,
  webhook,
} from '../support/dashboard-samples.ts'
import { goBackInVain } from '../support/hands.ts'
import { refusal, type Script, signedIn } from '../support/scripted-dashboard.ts'

let visits: Visits

beforeAll(async () => {
  visits = await launchBrowser()
})

afterAll(() => visits.end())

const full = (role?: 'admin' | 'viewer'): Script => ({
  ...signedIn(role),
  'GET /v1/accounts/connections': ok(CONNECTIONS),
  'GET /v1/accounts/social/a1/capabilities': ok(capabilities(3, 100)),
  'GET /v1/accounts/social/a3/capabilities': ok({
    ...capabilities(0, 0),
    quota: null,
    quota_problem: 'X',
    quota_problem_code: 'not_told',
  }),
  'GET /v1/keys': ok(keys(), { rate_limit_max: 120 }),
  'GET /v1/team': ok(team()),
  'GET /v1/sessions': ok(signIns()),
  'GET /v1/activity': ok({ result: changes(), next_before: null }),
  'GET /v1/invitations/tok': ok({
    owner: { name: 'Harbor Coffee' },
    role: 'editor',
    email: 'demo@example.com',
    expires_at: Date.now() + 86_400_000,
  }),
})

/** How much of the first table is beyond its edge. */
const scrolledTo = (page: Page) =>
  page
    .locator('.card.table')
    .first()
    .evaluate((card) => card.scrollWidth - card.clientWidth)

const PAGES = [
  { path: '/accounts', there: '@harborcoffee', action: ['Disconnect', '연결 해제'] },
  { path: '/keys', there: 'Online shop', action: ['Create key', '키 만들기'] },
  { path: '/team', there: 'Mina Kim', action: ['Invite', '초대'] },
  { path: '/sessions', there: /Windows/, action: ['Sign out everywhere', '모든 기기에서 로그아웃'] },
  { path: '/security', there: /Windows/, action: ['Sign out everywhere', '모든 기기에서 로그아웃'] },
  { path: '/activity', there: 'Online shop', action: null },
  { path: '/invitations/tok', there: 'Harbor Coffee', action: null },
  { path: '/signed-out?problem=expired', there: /Social publisher|소셜 퍼블리셔/, action: null },
] as const

describe.each(['wide', 'narrow'] as const)('seen %s', (view) => {
  test.each(PAGES)('$path is accessible and fits', async ({ path, there, action }) => {
    const { page, visitor } = await openScripted(visits, path, full(), view)
    await page.getByText(there).first().waitFor({ state: 'attached' })
    await page.getByRole('heading', { level: 1 }).waitFor()
    const name = path.split(/[/?]/)[1]!
    // Playwright's own `title()` gives another answer where the page takes longer than a moment.
    expect(await page.evaluate(() => document.title)).toMatch(
      view === 'wide' ? / · Social publisher$/ : / · 소셜 퍼블리셔$/,
    )
    await visitor.screenshot(name)
    await visitor.expectAccessible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      page.viewportSize()!.width,
    )
    if (action === null) return
    await page
      .getByRole('button', { name: action[view === 'wide' ? 0 : 1], exact: true })
      .first()
      .click()
    await page.getByRole('dialog').waitFor()
    await visitor.screenshot(`${name}-dialog`)
    await visitor.expectAccessible()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })
})

describe('a viewer', () => {
  test.each(['/accounts', '/keys', '/team', '/activity'])(
    'sees %s and is offered nothing that is refused',
    async (path) => {
      const { page } = await openScripted(visits, path, full('viewer'))
      await page.getByText(/Only admins/).waitFor()
      await allHasCome(page)
      for (const name of ['Connect Instagram', 'Disconnect', 'Create key', 'Revoke', 'Invite', 'Change role', 'Remove'])
        expect(await page.getByRole('button', { name, exact: true }).count(), name).toBe(0)
    },
  )
})

describe('a new team', () => {
  const start = (accounts: object[], posts: object[]): Script => ({
    ...full(),
    'GET /v1/accounts/connections': ok(accounts),
    'GET /v1/posts': ok({ result: posts, result_info: { page: 1, limit: 1, total_count: null, total_pages: null } }),
    'GET /v1/team': ok({ members: team().members.slice(0, 1), invitations: [] }),
  })

  test('is led: connect, post, invite; and hides it', { tags: 'deep' }, async () => {
    const { page, visitor } = await openScripted(visits, '/accounts', start([], []))
    const steps = page.getByRole('region', { name: 'Getting started' })
    await steps.waitFor()
    await steps.getByRole('link', { name: 'Write a post' }).waitFor()
    expect(await steps.getByText('Done').count()).toBe(0)
    expect(await steps.locator('[aria-current=step]').innerText()).toContain('Connect an account')
    await visitor.screenshot('start')
    await visitor.expectAccessible()
    await steps.getByRole('button', { name: 'Hide' }).click()
    await steps.waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('heading', { name: 'No accounts yet' }).waitFor()
    await allHasCome(page)
    expect(await steps.count()).toBe(0)
  })

  test('is told what is next once an account is connected', async () => {
    const { page } = await openScripted(visits, '/accounts', start(CONNECTIONS, []))
    const steps = page.getByRole('region', { name: 'Getting started' })
    await steps.getByText('Done').waitFor()
    expect(await steps.locator('[aria-current=step]').innerText()).toContain('Write your first post')
  })
})

describe('accounts', () => {
  test('say that their access is renewed by itself, and what went wrong in a line of its own', async () => {
    const { page } = await openScripted(visits, '/accounts', full())
    await page.getByRole('listitem', { name: '@harbor.coffee (Instagram)' }).getByText('(renews itself)').waitFor()
    const broken = page.getByRole('listitem', { name: '@harborcoffee (Threads)' })
    const [name, said] = await Promise.all(
      ['Last error', /^Error validating access token/].map((text) => broken.getByText(text).boundingBox()),
    )
    expect(said!.y).toBeGreaterThanOrEqual(name!.y + name!.height)
  })

  // Words are shorter in Korean; in English the widest fonts need a second line on a phone.
  test.each(['wide', 'narrow'] as const)('seen %s have all actions on an account in one line', async (view) => {
    const { page } = await openScripted(visits, '/accounts', full(), view)
    const account = page.getByRole('listitem', { name: '@harbor.coffee (Instagram)' })
    await account.getByRole('button').first().waitFor()
    const tops = await account
      .getByRole('button')
      .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top))
    expect(tops.length).toBe(3)
    expect(new Set(tops).size).toBe(1)
  })

  test('break a long username where its server begins', async () => {
    const mastodon = { name: 'mastodon', display_name: 'Mastodon' }
    const long = connection({ username: 'harborcoffee@127.0.0.1:30000', platform: mastodon })
    const { page } = await openScripted(visits, '/accounts', {
      ...full(),
      'GET /v1/accounts/connections': ok([long]),
    })
    const heading = page.getByRole('heading', { name: '@harborcoffee@127.0.0.1:30000' })
    await heading.waitFor()
    await page.setViewportSize({ width: 360, height: 740 })
    const lines = () =>
      heading.evaluate((element) => {
        const words = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
        const found = new Map<number, string>()
        const range = document.createRange()
        for (let node = words.nextNode(); node !== null; node = words.nextNode())
          for (let at = 0; at < node.textContent!.length; at += 1) {
            range.setStart(node, at)
            range.setEnd(node, at + 1)
            const { top } = range.getBoundingClientRect()
            found.set(top, (found.get(top) ?? '') + node.textContent![at])
          }
        return [...found.values()]
      })
    await expect.poll(lines).toEqual(['@harborcoffee@', '127.0.0.1:30000'])
  })

  test('that need somebody stand first', async () => {
    const { page } = await openScripted(visits, '/accounts', full())
    await page
      .getByRole('listitem', { name: /\(Threads\)/ })
      .first()
      .waitFor()
    const states = await page
      .getByRole('main')
      .getByText(/^(Connected|Reconnect needed|Action needed|Listed only)$/)
      .allTextContents()
    const order = ['Reconnect needed', 'Action needed', 'Connected', 'Listed only']
    expect(states.length).toBeGreaterThan(1)
    expect(states).toEqual([...states].sort((a, b) => order.indexOf(a) - order.indexOf(b)))
  })
})

describe('an invitation', () => {
  test('is sent again to the same person with a new link', { tags: 'deep' }, async () => {
    const { page, dashboard, visitor } = await openScripted(visits, '/team', {
      ...full(),
      'POST /v1/team/invitations': ok({
        ...team().invitations[0]!,
        url: 'https://dashboard.example/invitations/spi_new',
        password_mail: 'not_needed',
      }),
    })
    await page.getByRole('button', { name: 'Send again' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Send the invitation again' })
    await dialog.getByText('The one before stops working.').waitFor()
    await visitor.expectAccessible()
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Copy' }).waitFor()
    const { email, role } = team().invitations[0]!
    expect(dashboard.requests.find(({ method }) => method === 'POST')?.json).toEqual({ email, role })
  })
})

describe('keys', () => {
  test.each([780, 960, 1200])('%i px wide all that can be done with one is in sight', async (width) => {
    const long = keys().map((key) => ({ ...key, name: `${key.name}-${'x'.repeat(50)}` }))
    const { page, visitor } = await openScripted(visits, '/keys', {
      ...full(),
      'GET /v1/keys': ok(long, { rate_limit_max: 120 }),
    })
    await page.setViewportSize({ width, height: 800 })
    await page.getByRole('button', { name: 'Revoke' }).first().waitFor()
    await visitor.screenshot(`keys-${width}`)
    const over = await page.evaluate(() => {
      const card = document.querySelector('.card.table')!
      const { right } = card.getBoundingClientRect()
      const buttons = [...card.querySelectorAll('button')]
      return [
        ...buttons.map((button) => Math.round(button.getBoundingClientRect().right - right)),
        Math.round(right - innerWidth),
      ].filter((by) => by > 0)
    })
    expect(over).toEqual([])
    // As wide as most see it, nothing has to be scrolled to.
    if (width >= 1200) expect(await scrolledTo(page)).toBe(0)
    await page.setViewportSize({ width: 1200, height: 800 })
  })

  test('with names as people give them fit a tablet', async () => {
    const { page } = await openScripted(visits, '/keys', full())
    await page.setViewportSize({ width: 768, height: 1024 })
    await page.getByRole('button', { name: 'Revoke' }).first().waitFor()
    expect(await scrolledTo(page)).toBe(0)
  })

  test('are created, shown once, and wait until they are saved', async () => {
    const { page, dashboard } = await openScripted(visits, '/team', {
      ...full(),
      'POST /v1/keys': ok({ id: 'k9', name: 'Shop', rate_limit: 30, api_key: 'secret-of-the-shop' }),
    })
    await page.getByRole('link', { name: 'API keys' }).click()
    // The highest rate comes with the keys.
    await page.getByRole('row', { name: /Online shop/ }).waitFor()
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByText('Give the key a name.').waitFor()
    await page.getByRole('textbox', { name: 'Name' }).fill('Shop')
    await page.getByRole('textbox', { name: 'Requests a minute' }).fill('121')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByText('A whole number from 1 to 120.').waitFor()
    expect(dashboard.requests.filter(({ method }) => method === 'POST')).toEqual([])
    await page.getByRole('textbox', { name: 'Requests a minute' }).fill('30')
    await page.getByRole('button', { name: 'Create', exact: true }).dblclick()
    const secret = page.getByRole('textbox', { name: 'API key' })
    expect(await secret.inputValue()).toBe('secret-of-the-shop')
    expect(await secret.getAttribute('readonly')).not.toBeNull()
    // Not by a slip.
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await secret.waitFor()
    await goBackInVain(page)
    await secret.waitFor()
    const asked = page.waitForEvent('dialog')
    await page.evaluate(() => void setTimeout(() => location.reload()))
    const question = await asked
    expect(question.type()).toBe('beforeunload')
    await question.dismiss()
    await secret.waitFor()
    await page.getByRole('button', { name: 'I have saved it' }).click()
    await secret.waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/keys')
    const made = dashboard.requests.filter(({ method }) => method === 'POST')
    expect(made.map(({ json }) => json)).toEqual([{ name: 'Shop', rate_limit: 30 }])
    expect(made[0]!.headers['x-csrf']).toBe('1')
  })

  test('are made once however often the same wish is sent, and again for a new one', async () => {
    const unavailable = refusal(503, 'unavailable', 'Try again.')
    const { page, dashboard } = await openScripted(visits, '/keys', { ...full(), 'POST /v1/keys': unavailable })
    const create = page.getByRole('button', { name: 'Create', exact: true })
    const sent = () => dashboard.requests.filter(({ method }) => method === 'POST')
    for (const [opened, name] of ['Shop', 'Newsletter'].entries()) {
      await page.getByRole('button', { name: 'Create key' }).click()
      await page.getByRole('textbox', { name: 'Name' }).fill(name)
      for (let tries = 1; tries <= 2; tries += 1) {
        await create.click()
        await expect.poll(() => sent().length).toBe(opened * 2 + tries)
        await page.getByRole('alert').waitFor()
      }
      await page.getByRole('button', { name: 'Cancel' }).click()
    }
    const [first, again, other, otherAgain] = sent().map(({ headers }) => headers['idempotency-key'])
    expect(first).toMatch(/^[0-9a-f-]{36}$/)
    expect([again, otherAgain]).toEqual([first, other])
    expect(other).not.toBe(first)
  })

  test('have their name again that was typed before the session ended, until it is given up', async () => {
    const { page } = await openScripted(visits, '/keys', {
      ...full(),
      'POST /v1/keys': refusal(401, 'session', 'You are not signed in.'),
      'GET /v1/session/sign-in': { status: 302, headers: { Location: '/keys' } },
    })
    const open = () => page.getByRole('button', { name: 'Create key' }).click()
    const name = page.getByRole('textbox', { name: 'Name' })
    await open()
    await name.fill('Newsletter')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByText('what you did last was not done', { exact: false }).waitFor()
    await open()
    expect(await name.inputValue()).toBe('Newsletter')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await open()
    expect(await name.inputValue()).toBe('')
  })

  test('are refused beside the field that the service names', async () => {
    const { page } = await openScripted(visits, '/keys', {
      ...full(),
      'GET /v1/keys': 'hang',
      'POST /v1/keys': refusal(400, 'too_long', 'name has 90 characters; at most 64 are allowed.', 'name'),
    })
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('n'.repeat(90))
    // The highest rate is not known yet.
    await page.getByRole('textbox', { name: 'Requests a minute' }).fill('0')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByText('A whole number from 1.', { exact: true }).waitFor()
    await page.getByRole('textbox', { name: 'Requests a minute' }).fill('')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByText('at most 64 are allowed').waitFor()
    expect(await page.getByRole('textbox', { name: 'Name' }).getAttribute('aria-invalid')).toBe('true')
  })

  test('keep their old secret for as long as one chooses when they are rotated', async () => {
    const { page, dashboard } = await openScripted(visits, '/keys', {
      ...full(),
      'POST /v1/keys/k1/rotate': ok({
        id: 'k1',
        name: 'Online shop',
        api_key: 'next-secret',
        old_secret_until: Date.UTC(2031, 4, 6, 7),
      }),
    })
    await page
      .getByRole('row', { name: /Online shop/ })
      .getByRole('button', { name: 'Rotate' })
      .click()
    await page.getByRole('radio', { name: 'For 1 more hour' }).check()
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click()
    expect(await page.getByRole('textbox', { name: 'API key' }).inputValue()).toBe('next-secret')
    await page.getByText(/May 6, 2031, 7:00.AM UTC/).waitFor()
    expect(dashboard.requests.find(({ method }) => method === 'POST')?.json).toEqual({ keep_old_hours: 1 })
  })

  test('are revoked after the question, which says how much they are used', async () => {
    const { page, dashboard } = await openScripted(visits, '/keys', {
      ...full(),
      'DELETE /v1/keys/k1': ok({}),
    })
    const revoke = page.getByRole('row', { name: /Online shop/ }).getByRole('button', { name: 'Revoke' })
    await revoke.click()
    await page.getByText('1,284 requests were made with it').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    expect(await revoke.evaluate((button) => button === document.activeElement)).toBe(true)
    expect(dashboard.requests.filter(({ method }) => method === 'DELETE')).toEqual([])
    await revoke.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('The key “Online shop” is revoked.').waitFor()
  })

  test('are shown as they are below the question, where they were revoked and the answer was lost', async () => {
    const { page, dashboard } = await openScripted(visits, '/keys', { ...full(), 'DELETE /v1/keys/k1': 'drop' })
    const row = page.getByRole('row', { name: /Online shop/, includeHidden: true })
    await row.getByRole('button', { name: 'Revoke' }).click()
    dashboard.answer({ 'GET /v1/keys': ok(keys().filter(({ id }) => id !== 'k1')) })
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('The service did not answer.').waitFor()
    await row.waitFor({ state: 'detached' })
    // Known as revoked, it is done.
    const revoked = keys().map((key) => (key.id === 'k1' ? { ...key, status: 'revoked', revoked_at: Date.now() } : key))
    dashboard.answer({
      'GET /v1/keys': ok(revoked),
      'DELETE /v1/keys/k1': refusal(409, 'conflict', 'The API key is revoked already.'),
    })
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('The key “Online shop” is revoked.').waitFor()
  })
})

describe('the team', () => {
  test('invites by a link that is shown once', async () => {
    const { page, dashboard } = await openScripted(visits, '/keys', {
      ...full(),
      'POST /v1/team/invitations': ok({
        id: 'i9',
        email: 'ada@example.com',
        role: 'viewer',
        expires_at: Date.now() + 86_400_000,
        url: 'http://127.0.0.1/invitations/once',
      }),
    })
    await page.getByRole('link', { name: 'Team', exact: true }).click()
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    await page.getByRole('textbox', { name: 'Email' }).fill('ada')
    await page.getByRole('button', { name: 'Send invitation' }).click()
    await page.getByText('Enter an address such as').waitFor()
    await page.getByRole('textbox', { name: 'Email' }).fill(' ada@example.com ')
    await page.getByRole('radio', { name: /^Viewer/ }).check()
    await page.getByRole('button', { name: 'Send invitation' }).click()
    const link = page.getByRole('textbox', { name: 'Invitation link' })
    expect(await link.inputValue()).toMatch(/once$/)
    await goBackInVain(page)
    await page.getByRole('button', { name: 'Done' }).click()
    await link.waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/team')
    expect(dashboard.requests.find(({ method }) => method === 'POST')?.json).toEqual({
      email: 'ada@example.com',
      role: 'viewer',
    })
  })

  test('says why the last admin cannot go', async () => {
    const { page } = await openScripted(visits, '/team', {
      ...full(),
      'DELETE /v1/team/members/m1': refusal(409, 'last_admin', 'no'),
    })
    await page.getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
    await page.getByText('This is the last admin.').waitFor()
  })
})

describe('an invitation', () => {
  test.each([
    ['that is gone', 404, 'not_found', 'It has ended, was withdrawn or was used already.'],
    [
      'of another address',
      403,
      'invitation_of_another_address',
      'You are signed in with a different address than the invited one.',
    ],
  ])('%s says so', async (_, status, code, said) => {
    const { page } = await openScripted(visits, '/invitations/tok', {
      ...full(),
      'POST /v1/invitations/tok/accept': refusal(status, code, 'no'),
    })
    await page.getByRole('button', { name: 'Accept' }).click()
    await page.getByText(said).waitFor()
    const way = code === 'not_found' ? page.getByRole('link', { name: 'Go to the start page' }) : undefined
    if (way !== undefined) expect(await way.getAttribute('href')).toBe('/')
  })
})

describe('security', () => {
  test('is in the account menu, adds a passkey at the sign-in and lists the sign-ins', { tags: 'deep' }, async () => {
    const passkeys_url = '/signed-out?problem=passkeys'
    const { page, visitor } = await openScripted(visits, '/accounts', {
      ...full(),
      'GET /v1/sessions': ok(signIns(), { passkeys_url }),
    })
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('link', { name: 'Security' }).click()
    await page.getByRole('heading', { level: 1, name: 'Security' }).waitFor()
    await page.getByRole('heading', { name: 'Where you are signed in' }).waitFor()
    await page.getByRole('table', { name: 'Your sign-ins' }).waitFor()
    expect(await page.getByRole('link', { name: 'Add a passkey' }).getAttribute('href')).toBe(passkeys_url)
    expect(await page.getByText(/one-time|TOTP/i).count()).toBe(0)
    await visitor.expectAccessible()
    await page.setViewportSize({ width: 768, height: 1024 })
    expect(await scrolledTo(page)).toBe(0)
  })

  test('offers no passkey where another provider signs people in', async () => {
    const { page } = await openScripted(visits, '/security', {
      ...full(),
      'GET /v1/sessions': ok(signIns(), { passkeys_url: null }),
    })
    await page.getByText(/sign-in service of your organization/).waitFor()
    expect(await page.getByRole('link', { name: 'Add a passkey' }).count()).toBe(0)
  })
})

describe('what was changed', () => {
  test('is a step away from the team, and older changes from the latest', async () => {
    const [latest, older] = changes()
    const asked: string[] = []
    const { page } = await openScripted(visits, '/team', {
      ...full(),
      'GET /v1/activity': ({ path }) => {
        asked.push(path)
        return path.includes('before=')
          ? ok({ result: [older], next_before: null })
          : ok({ result: [latest], next_before: '001795000000000#30000000-0000-4000-8000-000000000001' })
      },
    })
    await page.getByRole('link', { name: 'Activity' }).click()
    await page.getByRole('row', { name: /API key created.*Online shop.*Mina Kim.*203\.0\.113\.7/ }).waitFor()
    await page.getByRole('button', { name: 'Older changes' }).click()
    await page.getByRole('row', { name: /Account disconnected.*harborcoffee.*Operator anna.*laptop/ }).waitFor()
    expect(await page.getByRole('button', { name: 'Older changes' }).count()).toBe(0)
    expect(asked.at(-1)).toContain('before=001795000000000%23')
  })

  test('says of which platform an account is, and which role somebody had and has', async () => {
    const [, change] = changes()
    const result = [
      { ...change, id: '1', action: 'account.connected', target: { id: 'a1', name: 'demo.studio' } },
      { ...change, id: '2', action: 'member.role_changed', details: { before: 'editor', role: 'viewer' } },
      { ...change, id: '3', action: 'invitation.created', details: { role: 'admin' } },
    ]
    const { page } = await openScripted(visits, '/activity', {
      ...full(),
      'GET /v1/activity': ok({ result, next_before: null }),
    })
    await page.getByRole('row', { name: /Account connected.*demo\.studio.*Threads/ }).waitFor()
    await page.getByRole('row', { name: /Role changed.*harborcoffee.*Editor → Viewer/ }).waitFor()
    await page.getByRole('row', { name: /Invitation sent.*harborcoffee.*Admin/ }).waitFor()
  })

  test.each([768, 1200])('%i px wide no name is broken within a word', async (width) => {
    const { page } = await openScripted(visits, '/activity', full())
    await page.setViewportSize({ width, height: 900 })
    await page.getByRole('cell', { name: 'harborcoffee' }).waitFor()
    const lines = (word: string) =>
      page
        .getByRole('cell')
        .getByText(word)
        .evaluate((element, part) => {
          const text = element.firstChild!
          const from = text.textContent!.indexOf(part)
          const range = document.createRange()
          range.setStart(text, from)
          range.setEnd(text, from + part.length)
          return range.getClientRects().length
        }, word)
    for (const word of ['harborcoffee', 'Operator', 'anna', '203.0.113.7']) expect(await lines(word), word).toBe(1)
  })

  test('a change begins with its name on a phone too', async () => {
    const { page } = await openScripted(visits, '/activity?lang=en', full(), 'narrow')
    const row = page.getByRole('row', { name: /API key created/ })
    await row.waitFor()
    expect((await row.innerText()).trim()).toMatch(/^API key created/)
  })
})

describe('removing somebody', () => {
  const mina = { id: 'm2', name: 'Mina Kim', email: 'mina.kim@example.com' }
  const jonas = { id: 'm3', name: '', email: 'jonas@example.com' }
  const made = () => ({
    ...full(),
    'GET /v1/keys': ok(
      keys().map((key, at) => ({ ...key, created_by: [mina, null, jonas, mina][at] })),
      { rate_limit_max: 120 },
    ),
    'GET /v1/webhooks': ok([{ id: 'w1', url: 'https://shop.example.com/hooks', events: [], created_by: mina }]),
    'GET /v1/accounts/connections': ok(
      CONNECTIONS.map((account, at) => ({ ...account, created_by: at === 1 ? mina : null })),
    ),
  })
  const oneWebhook = { 'GET /v1/webhooks': ok([webhook({ created_by: mina })]) }
  const open = async (language: string, name: string, script: object) => {
    const { page, visitor } = await openScripted(visits, `/team?lang=${language}`, { ...full(), ...script })
    const remove = language === 'ko' ? '팀에서 제외' : 'Remove'
    await page
      .getByRole('row', { name: new RegExp(name) })
      .getByRole('button', { name: remove, exact: true })
      .click()
    return { page, visitor, dialog: page.getByRole('dialog') }
  }

  test('lists what they made that goes on working, and leads to where it is revoked', { tags: 'deep' }, async () => {
    const { page, visitor, dialog } = await open('en', 'Mina Kim', made())
    await dialog.getByText('These things that they made keep working.').waitFor()
    // Neither revoked ones nor those that somebody else made.
    expect(await dialog.getByRole('listitem').allTextContents()).toEqual([
      'Online shop',
      'https://shop.example.com/hooks',
      '@harborcoffee (Threads)',
    ])
    await visitor.expectAccessible()
    await visitor.screenshot('team-remove')
    for (const name of ['Go to Webhooks', 'Go to Accounts'])
      expect(await dialog.getByRole('link', { name }).count(), name).toBe(1)
    await dialog.getByRole('link', { name: 'Go to API keys' }).click()
    await page.waitForURL(/\/keys$/)
  })

  test('is not needed to know who made what: keys, webhooks and accounts say so', { tags: 'deep' }, async () => {
    const { page, visitor } = await openScripted(visits, '/keys', { ...made(), ...oneWebhook })
    await page.getByRole('rowheader', { name: /^Online shop.*Created .* · Mina Kim$/ }).waitFor()
    await visitor.expectAccessible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      page.viewportSize()!.width,
    )
    await page.getByRole('link', { name: 'Webhooks', exact: true }).first().click()
    await page.getByText('Created by Mina Kim').waitFor()
    await page.getByRole('link', { name: 'Accounts', exact: true }).first().click()
    const account = page.getByRole('listitem', { name: '@harborcoffee (Threads)' })
    await account.getByText('Connected by').waitFor()
    await account.getByText('Mina Kim').waitFor()
    expect(await page.getByText('Connected by').count()).toBe(1)
  })

  test('says it in Korean too', async () => {
    const { dialog } = await open('ko', 'Mina Kim', made())
    await dialog.getByRole('link', { name: 'API 키로 이동' }).waitFor()
    expect(await dialog.getByRole('listitem').count()).toBe(3)
  })

  test('says that there is nothing, and that it could not be read', { tags: 'deep' }, async () => {
    const nothing = await open('en', 'mina.kim', {
      ...made(),
      'GET /v1/keys': ok([]),
      'GET /v1/webhooks': ok([]),
      'GET /v1/accounts/connections': ok([]),
    })
    await nothing.dialog.getByText('They made no API key, webhook or connection that is in use.').waitFor()
    const failing = await open('en', 'mina.kim', { ...made(), 'GET /v1/webhooks': refusal(403, 'role_required', 'no') })
    await failing.dialog.getByText('The things that they made could not be loaded.', { exact: false }).waitFor()
    expect(await failing.dialog.getByRole('button', { name: 'Remove' }).isEnabled()).toBe(true)
  })
})

test('after signing out, the way back in asks for the password', async () => {
  const { page } = await openScripted(visits, '/signed-out', full())
  const again = page.getByRole('link', { name: 'Sign in' })
  expect(await again.getAttribute('href')).toContain('prompt=login')
  // The provider would otherwise lead back at once, with the same account.
  await page.goto(`${page.url()}?problem=no_access`)
  await page.getByText('has no verified e-mail address', { exact: false }).waitFor()
  expect(await again.getAttribute('href')).toContain('prompt=login')
})

test('signing out everywhere asks first, then leads out', async () => {
  const { page, dashboard } = await openScripted(visits, '/sessions', {
    ...full(),
    'DELETE /v1/sessions': ok({ sign_out_url: null }),
  })
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('dialog').waitFor()
  await allHasCome(page)
  expect(dashboard.requests.filter(({ method }) => method === 'DELETE')).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.waitForURL(/\/signed-out$/)
})

test('the picture in the README is of the dashboard, and light', async () => {
  const { page, visitor } = await openScripted(visits, '/accounts', full())
  await page.getByText('97 of 100').waitFor()
  await visitor.screenshot('readme')
  const root = join(import.meta.dirname, '..', '..')
  const committed = join(root, 'docs', 'images', 'dashboard.png')
  // Made again by `PICTURES=write npm run test:browser`: fonts differ between machines, so it is not compared.
  if (process.env.PICTURES === 'write') {
    mkdirSync(dirname(committed), { recursive: true })
    copyFileSync(join(SCREENSHOTS, 'readme-wide.png'), committed)
  }
  expect(readFileSync(join(root, 'README.md'), 'utf8')).toContain('](docs/images/dashboard.png)')
  expect(statSync(committed).size).toBeLessThan(200_000)
})
