// Notices on every page: the bell, what it opens, and whether it comes by mail.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, openScripted, type Visits } from '../support/browser.ts'
import { ok } from '../support/dashboard-samples.ts'
import { refusal, type Script, signedIn } from '../support/scripted-dashboard.ts'

let visits: Visits

beforeAll(async () => {
  visits = await launchBrowser()
})

afterAll(() => visits.end())

const AT = Date.UTC(2026, 10, 22, 5)
const ID = (number: number) => `msg_${String(AT + number).padStart(15, '0')}${'a'.repeat(32)}`
const nothing = { post: null, account: null, webhook: null }
const failed = {
  ...nothing,
  id: ID(3),
  kind: 'post.partially_failed',
  at: AT,
  created_at: AT + 3,
  seen: false,
  post: { id: '11111111-1111-4111-8111-111111111111', title: 'Beach', accounts: 3, failed: 1, failures: [] },
}
const reconnect = {
  ...nothing,
  id: ID(2),
  kind: 'account.reconnect_required',
  at: AT,
  created_at: AT + 2,
  seen: false,
  account: { id: 'a1', platform: 'threads', username: 'harbor.coffee', reason: 'revoked' },
}
const off = {
  ...nothing,
  id: ID(1),
  kind: 'webhook.switched_off',
  at: AT,
  created_at: AT + 1,
  seen: true,
  webhook: { id: 'w1', host: 'hooks.example' },
}
const three = ok({ notices: [failed, reconnect, off], unseen: 2 })
const script = (more: Script = {}): Script => ({ ...signedIn(), 'GET /v1/notices': three, ...more })

test.each([
  ['wide', 'Notices: 2 new', 'Beach failed on 1 of 3 accounts.'],
  ['narrow', '새 알림: 2', 'Beach: 계정 3개 중 1개에서 실패했습니다.'],
] as const)('seen %s they keep nobody out and fit', async (view, bell, words) => {
  const { page, visitor } = await openScripted(visits, '/keys', script(), view)
  await page.getByRole('button', { name: bell }).waitFor()
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)
  expect(await fits()).toBe(true)
  await page.getByRole('button', { name: bell }).click()
  await page.getByRole('dialog').getByText(words).waitFor()
  expect(await fits()).toBe(true)
  await visitor.screenshot('notices')
  await visitor.expectAccessible()
})

test('are marked as seen by keyboard, up to the newest that was shown', async () => {
  const { page, dashboard } = await openScripted(visits, '/keys', script())
  const bell = page.getByRole('button', { name: 'Notices: 2 new' })
  await bell.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Notices' })
  await dialog.getByText('Beach failed on 1 of 3 accounts.').waitFor()
  expect(await dialog.getByRole('listitem').count()).toBe(3)
  await dialog.getByText('@harbor.coffee (Threads) must be reconnected.', { exact: false }).waitFor()
  expect(await dialog.getByText('New', { exact: true }).count()).toBe(2)
  dashboard.answer({
    'POST /v1/notices/seen': ok({ unseen: 0 }),
    'GET /v1/notices': ok({ notices: [failed, reconnect, off].map((one) => ({ ...one, seen: true })), unseen: 0 }),
  })
  await dialog.getByRole('button', { name: 'Mark all as seen' }).focus()
  await page.keyboard.press('Enter')
  await dialog.getByText('New', { exact: true }).first().waitFor({ state: 'detached' })
  expect(dashboard.requests.find(({ path }) => path === '/v1/notices/seen')?.json).toEqual({ up_to: failed.id })
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Notices', exact: true }).waitFor()
})

test('lead to what they tell of', async () => {
  const { page } = await openScripted(visits, '/keys', script({ 'GET /v1/webhooks': ok([]) }))
  await page.getByRole('button', { name: 'Notices: 2 new' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Go to webhooks' }).click()
  await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.getByRole('button', { name: 'Notices: 2 new' }).click()
  expect(await page.getByRole('link', { name: 'Open the post' }).getAttribute('href')).toBe(`/posts/${failed.post.id}`)
})

test('come by mail to who wants it, and say where the service sends none', { tags: 'deep' }, async () => {
  const { page, dashboard } = await openScripted(visits, '/keys', {
    ...signedIn(),
    'PUT /v1/notices/settings': refusal(503, 'unavailable', 'Not now.'),
  })
  await page.getByRole('button', { name: 'Notices' }).click()
  await page.getByText('Nothing needs your attention.').waitFor()
  const byMail = page.getByRole('checkbox', { name: 'Also by e-mail' })
  await page.getByText('To demo@example.com, at most once an hour.').waitFor()
  await byMail.click()
  await page.getByRole('alert').waitFor()
  expect(await byMail.isChecked()).toBe(false)
  dashboard.answer({ 'PUT /v1/notices/settings': ok({ email: true, available: true }) })
  await byMail.click()
  await page.getByRole('alert').waitFor({ state: 'detached' })
  expect(await byMail.isChecked()).toBe(true)
  await expect
    .poll(() => dashboard.requests.filter(({ method }) => method === 'PUT').map(({ json }) => json))
    .toEqual([{ email: true }, { email: true }])

  const none = await openScripted(visits, '/keys', {
    ...signedIn(),
    'GET /v1/notices/settings': ok({ email: false, available: false }),
  })
  await none.page.getByRole('button', { name: 'Notices' }).click()
  await none.page.getByText('This service sends no mail').waitFor()
  expect(await none.page.getByRole('checkbox', { name: 'Also by e-mail' }).isDisabled()).toBe(true)
})

test('that cannot be loaded leave the page as it is', async () => {
  const { page } = await openScripted(visits, '/keys', {
    ...signedIn(),
    'GET /v1/notices': refusal(403, 'forbidden', 'Not now.'),
  })
  await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor()
  await page.getByRole('button', { name: 'Notices' }).click()
  await page.getByText('Not now.').waitFor()
})
