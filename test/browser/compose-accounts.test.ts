// Several accounts at once in the composer: by a button that says which, never by themselves.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allHasCome, launchBrowser, openScripted, type Visits } from '../support/browser.ts'
import { answerPosts } from '../support/composer.ts'
import { connection, ok } from '../support/dashboard-samples.ts'
import { type Script, signedIn } from '../support/scripted-dashboard.ts'

let visits: Visits

beforeAll(async () => {
  visits = await launchBrowser()
})

afterAll(() => visits.end())

const threads = { name: 'threads', display_name: 'Threads' }
const account = (at: number, more: object = {}) =>
  connection({ id: `a${at}`, username: `cafe.${at}`, platform: threads, ...more })

const script = (count: number, more: object = {}): Script => {
  return {
    ...signedIn(),
    'GET /v1/accounts/connections': ok(
      Array.from({ length: count }, (_, at) => account(at + 1, at === count - 1 ? more : {})),
    ),
    'POST /v1/posts/text': answerPosts(),
  }
}

const group = (page: Page) => page.getByRole('group', { name: /^(Accounts|계정)$/ })
const ticked = (page: Page) => group(page).getByRole('checkbox', { checked: true }).count()
const atOnce = (page: Page) =>
  group(page).getByRole('button', { name: /^(All|Same as last time|계정 .*모두|지난번과)/ })
const ready = (page: Page) => group(page).getByRole('checkbox').first().waitFor()

test.each(['wide', 'narrow'] as const)(
  'few accounts are chosen together by one button, seen %s',
  { tags: 'deep' },
  async (view) => {
    const { page, visitor } = await openScripted(visits, '/compose', script(2), view)
    const button = group(page).getByRole('button', { name: /^(All 2 accounts|계정 2개 모두)$/ })
    await button.waitFor()
    // Nothing is chosen by itself.
    expect(await ticked(page)).toBe(0)
    await visitor.expectAccessibleHere()
    await button.click()
    expect(await ticked(page)).toBe(2)
    expect(await button.count()).toBe(0)
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('@cafe.1 (Threads)')
    await page
      .getByText(/2 accounts|계정 2개/)
      .first()
      .waitFor()
  },
)

test.each([
  ['one account', script(1)],
  ['more than four', script(5)],
  ['one that must be connected again', script(2, { status: 'reconnect_required' })],
])('there is no such button with %s', async (_, answers) => {
  const { page } = await openScripted(visits, '/compose', answers)
  await ready(page)
  await page.getByText('Saved in this browser.').waitFor()
  expect(await atOnce(page).count()).toBe(0)
  expect(await ticked(page)).toBe(0)
})

test('the accounts of the last post are offered by their names, and chosen only by the person', {
  tags: 'deep',
}, async () => {
  const { page, dashboard } = await openScripted(visits, '/compose', script(6))
  for (const at of [2, 5])
    await group(page)
      .getByRole('checkbox', { name: `@cafe.${at} (Threads)` })
      .check()
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Hello')
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.waitForURL(/\/posts\/p1$/)
  await page.getByRole('link', { name: 'New post', exact: true }).click()
  const same = group(page).getByRole('button', { name: 'Same as last time: @cafe.2 (Threads), @cafe.5 (Threads)' })
  await same.waitFor()
  expect(await ticked(page)).toBe(0)
  const wide = page.viewportSize()!
  await page.setViewportSize({ width: 360, height: 740 })
  const beyond = () => same.evaluate(({ parentElement: chips }) => chips!.scrollWidth - chips!.clientWidth)
  await expect.poll(beyond).toBe(0)
  await page.setViewportSize(wide)
  // One that is gone meanwhile: what was meant is no longer certain.
  dashboard.answer(script(4))
  await page.reload()
  await group(page).getByRole('button', { name: 'All 4 accounts' }).waitFor()
  await allHasCome(page)
  expect(await same.count()).toBe(0)
  dashboard.answer(script(6))
  await page.reload()
  await same.click()
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Hello again')
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.waitForURL(/\/posts\/p1$/)
  const sent = dashboard.requests.filter(({ method, path }) => method === 'POST' && path === '/v1/posts/text')
  expect(sent.map(({ json }) => (json as { accounts: string[] }).accounts)).toEqual([
    ['a2', 'a5'],
    ['a2', 'a5'],
  ])
})

test('a day that is given without a time begins in its morning, and today after it in the next hours', {
  tags: 'deep',
}, async () => {
  const { page } = await openScripted(visits, '/compose?date=2031-05-06', script(1))
  const field = page.getByLabel('Date and time')
  await expect.poll(() => field.inputValue()).toBe('2031-05-06T09:00')
  await page.clock.setFixedTime(new Date('2031-05-06T14:20:00Z'))
  await page.goto(`${new URL(page.url()).origin}/compose?date=2031-05-06`)
  await expect.poll(() => field.inputValue()).toBe('2031-05-06T16:00')
  // Late in the evening nothing of the day is left to propose: the field says so.
  await page.clock.setFixedTime(new Date('2031-05-06T23:10:00Z'))
  await page.goto(`${new URL(page.url()).origin}/compose?date=2031-05-06`)
  await expect.poll(() => field.inputValue()).toBe('2031-05-06T09:00')
  await page.getByText('That time has passed.').first().waitFor()
})
