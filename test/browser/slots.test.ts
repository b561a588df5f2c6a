// Weekly slots: set for an account, and taken by a post that is queued for the next free one.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, openScripted, type Visits } from '../support/browser.ts'
import { answerPosts } from '../support/composer.ts'
import { CONNECTIONS, ok } from '../support/dashboard-samples.ts'
import { refusal, type Script, signedIn } from '../support/scripted-dashboard.ts'

let visits: Visits

beforeAll(async () => {
  visits = await launchBrowser()
})

afterAll(() => visits.end())

const MONDAY = Date.UTC(2031, 4, 5, 7, 30)
const WEDNESDAY = Date.UTC(2031, 4, 7, 7, 30)

const slots = (id: string, days: readonly string[], next_free: readonly number[], updated_at: number | null = null) =>
  ok({
    account_id: id,
    time_zone: days.length === 0 ? null : 'Europe/Berlin',
    slots: days.map((weekday) => ({ weekday, time: '09:30' })),
    next_free,
    updated_at,
  })

const script = (more: Script = {}, role?: 'editor'): Script => ({
  ...signedIn(role),
  'GET /v1/accounts/connections': ok(CONNECTIONS.map((each) => ({ ...each, status: 'connected' }))),
  'GET /v1/accounts/social/a1/slots': slots('a1', ['monday', 'wednesday'], [MONDAY, WEDNESDAY]),
  'GET /v1/accounts/social/a2/slots': slots('a2', ['wednesday'], [WEDNESDAY]),
  'GET /v1/accounts/social/a3/slots': slots('a3', [], []),
  'POST /v1/posts/text': answerPosts(undefined, WEDNESDAY),
  ...more,
})

test('a post is queued for the next free slot of its accounts, whose moment and zone are shown', {
  tags: 'deep',
}, async () => {
  const { page, dashboard } = await openScripted(visits, '/compose', script(), 'wide', { timezoneId: 'Asia/Seoul' })
  await page.getByRole('radiogroup', { name: 'Type' }).getByRole('radio', { name: 'Text' }).check()
  await page.getByRole('radiogroup', { name: 'When' }).getByRole('radio', { name: 'Next free slot' }).check()
  await page.getByText('Choose an account: its slots decide when the post goes out.').waitFor()
  await page.getByRole('checkbox', { name: '@harborcoffee (Threads)' }).check()
  await page.getByText(/Goes out on May 7, 2031, 4:30.PM GMT\+9 \(Asia\/Seoul\)\./).waitFor()
  await page.getByRole('textbox', { name: 'Text' }).fill('Fresh beans')
  await page.getByRole('textbox', { name: 'Hashtags' }).fill('#coffee')
  await page.getByRole('button', { name: 'Schedule' }).click()
  await page.waitForURL('**/posts/p1')
  const sent = dashboard.requests.find(({ method, path }) => method === 'POST' && path === '/v1/posts/text')
  expect(sent?.json).toMatchObject({ accounts: ['a2'], scheduled_at: 'next_slot' })
})

test('of an account that somebody else set meanwhile stay, and it is said', { tags: 'deep' }, async () => {
  const { page, dashboard, visitor } = await openScripted(visits, '/accounts?slots=a1&lang=en', {
    ...script(),
    'PUT /v1/accounts/social/a1/slots': refusal(409, 'conflict', 'Somebody set the slots.', 'updated_at'),
  })
  const dialog = page.getByRole('dialog', { name: 'Weekly slots of @harbor.coffee (Instagram)' })
  await dialog.getByRole('button', { name: 'Remove Monday 09:30' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('alert').getByText('Somebody else set the slots of this account meanwhile.').waitFor()
  expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
  await visitor.expectAccessible()
  const theirs = slots('a1', ['friday'], [WEDNESDAY], 7)
  // Slots that cannot be read are not shown as the current ones.
  dashboard.answer({ 'GET /v1/accounts/social/a1/slots': refusal(403, 'forbidden', 'Not now.') })
  await dialog.getByRole('button', { name: 'Discard mine and show the current ones' }).click()
  await dialog.getByText('Not now.').waitFor()
  expect(await dialog.getByRole('button', { name: 'Remove Monday 09:30' }).count()).toBe(0)
  dashboard.answer({ 'GET /v1/accounts/social/a1/slots': theirs, 'PUT /v1/accounts/social/a1/slots': theirs })
  await dialog.getByRole('button', { name: 'Discard mine and show the current ones' }).click()
  await dialog.getByRole('button', { name: 'Remove Friday 09:30' }).waitFor()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  const sent = dashboard.requests.filter(({ method }) => method === 'PUT').map(({ json }) => json)
  expect(sent).toMatchObject([{ updated_at: null }, { updated_at: 7, slots: [{ weekday: 'friday' }] }])
  // An answer that is lost is not somebody else's doing.
  await page
    .getByRole('listitem', { name: '@harbor.coffee (Instagram)' })
    .getByRole('button', { name: 'Weekly slots' })
    .click()
  await dialog.getByRole('checkbox', { name: 'Monday' }).check()
  await dialog.getByLabel('Time', { exact: true }).fill('09:30')
  const mine = slots('a1', ['monday', 'friday'], [MONDAY], 8)
  dashboard.answer({ 'GET /v1/accounts/social/a1/slots': mine, 'PUT /v1/accounts/social/a1/slots': 'drop' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The slots of @harbor.coffee (Instagram) are saved.').last().waitFor()
  await dialog.waitFor({ state: 'detached' })
})

test('that were not saved because the session had ended are there again, until they are given up', async () => {
  const { page, dashboard } = await openScripted(visits, '/accounts?slots=a1', {
    ...script(),
    'PUT /v1/accounts/social/a1/slots': refusal(401, 'session', 'You are not signed in.'),
    'GET /v1/session/sign-in': { status: 302, headers: { Location: '/accounts?slots=a1' } },
  })
  const dialog = page.getByRole('dialog', { name: 'Weekly slots of @harbor.coffee (Instagram)' })
  const monday = dialog.getByRole('button', { name: 'Remove Monday 09:30' })
  await dialog.getByRole('combobox', { name: 'Time zone' }).fill('Asia/Seoul')
  await monday.click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Your session had ended', { exact: false }).waitFor()
  expect(await dialog.getByRole('combobox', { name: 'Time zone' }).inputValue()).toBe('Asia/Seoul')
  expect(await monday.count()).toBe(0)
  dashboard.answer({ 'PUT /v1/accounts/social/a1/slots': refusal(503, 'unavailable', 'Not now.') })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('The service has a fault', { exact: false }).waitFor()
  const sent = dashboard.requests.filter(({ method }) => method === 'PUT').at(-1)!.json
  expect(sent).toEqual({ time_zone: 'Asia/Seoul', slots: [{ weekday: 'wednesday', time: '09:30' }], updated_at: null })
  await page.keyboard.press('Escape')
  await page
    .getByRole('listitem', { name: '@harbor.coffee (Instagram)' })
    .getByRole('button', { name: 'Weekly slots' })
    .click()
  await monday.waitFor()
})

test('of several accounts the slot is one that is free on all', async () => {
  const { page } = await openScripted(visits, '/compose', script())
  await page.getByRole('radio', { name: 'Next free slot' }).check()
  await page.getByRole('checkbox', { name: '@harbor.coffee (Instagram)' }).check()
  await page.getByText(/Goes out on May 5, 2031, 7:30.AM UTC/).waitFor()
  await page.getByRole('checkbox', { name: '@harborcoffee (Threads)' }).check()
  await page.getByText(/Goes out on May 7, 2031, 7:30.AM UTC/).waitFor()
})

test('an account without slots says so, leads to where they are set, and has them then', { tags: 'deep' }, async () => {
  const { page, dashboard } = await openScripted(visits, '/compose', {
    ...script(),
    'PUT /v1/accounts/social/a3/slots': refusal(400, 'invalid_value', 'time_zone must be a zone.', 'time_zone'),
  })
  await page.getByRole('radio', { name: 'Next free slot' }).check()
  await page.getByRole('checkbox', { name: '@harbor.roastery (Instagram)' }).check()
  await page.getByText('@harbor.roastery (Instagram) has no slots.').waitFor()
  await page.getByText('Saved in this browser.').waitFor()
  await page.getByRole('link', { name: 'Set the slots of @harbor.roastery (Instagram)' }).click()
  const dialog = page.getByRole('dialog', { name: 'Weekly slots of @harbor.roastery (Instagram)' })
  await dialog.getByText('No slots yet').waitFor()
  await dialog.getByRole('button', { name: 'Add' }).click()
  await dialog.getByText('Choose at least one day and a time.').waitFor()
  for (const day of ['Monday', 'Friday']) await dialog.getByRole('checkbox', { name: day }).check()
  await dialog.getByLabel('Time', { exact: true }).fill('18:15')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await dialog.getByRole('button', { name: 'Remove Friday 18:15' }).click()
  const zone = dialog.getByRole('combobox', { name: 'Time zone' })
  expect(await zone.inputValue()).toBe('UTC')
  await zone.fill('Mars/Olympus')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Choose a time zone such as Europe/Berlin.').waitFor()
  dashboard.answer({ 'PUT /v1/accounts/social/a3/slots': slots('a3', ['monday'], [MONDAY]) })
  await zone.fill('Europe/Berlin')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The slots of @harbor.roastery (Instagram) are saved.').waitFor()
  await dialog.waitFor({ state: 'detached' })
  expect(dashboard.requests.findLast(({ method }) => method === 'PUT')?.json).toEqual({
    time_zone: 'Europe/Berlin',
    slots: [{ weekday: 'monday', time: '18:15' }],
    // None were ever set.
    updated_at: null,
  })
  await page.goBack()
  await page.getByText(/Goes out on May 5, 2031/).waitFor()
})

test('the form begins with the slots as they are now, not with those that were read before', {
  tags: 'deep',
}, async () => {
  const { page, dashboard } = await openScripted(visits, '/accounts?slots=a1', script())
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Remove Monday 09:30' }).waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  dashboard.answer({
    'GET /v1/accounts/social/a1/slots': slots('a1', ['friday'], [WEDNESDAY]),
    'PUT /v1/accounts/social/a1/slots': slots('a1', ['friday'], [WEDNESDAY]),
  })
  const account = page.getByRole('listitem', { name: '@harbor.coffee (Instagram)' })
  await account.getByRole('button', { name: 'Weekly slots' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(dashboard.requests.findLast(({ method }) => method === 'PUT')?.json).toMatchObject({
    slots: [{ weekday: 'friday', time: '09:30' }],
  })
})

test('days that were chosen and not added yet are saved with the others', async () => {
  const { page, dashboard } = await openScripted(visits, '/accounts?slots=a1', {
    ...script(),
    'PUT /v1/accounts/social/a1/slots': slots('a1', ['monday'], [MONDAY]),
  })
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: 'Sunday' }).check()
  await dialog.getByLabel('Time', { exact: true }).fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Choose at least one day and a time.').waitFor()
  await dialog.getByLabel('Time', { exact: true }).fill('18:15')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(dashboard.requests.filter(({ method }) => method === 'PUT').map(({ json }) => json)).toMatchObject([
    {
      slots: [
        { weekday: 'monday', time: '09:30' },
        { weekday: 'wednesday', time: '09:30' },
        { weekday: 'sunday', time: '18:15' },
      ],
    },
  ])
})

test('who may not set them is told who can', async () => {
  const { page } = await openScripted(visits, '/compose', script({}, 'editor'))
  await page.getByRole('radio', { name: 'Next free slot' }).check()
  await page.getByRole('checkbox', { name: '@harbor.roastery (Instagram)' }).check()
  await page.getByText('An admin of your team can set them.').waitFor()
  await page.goto(new URL('/accounts?slots=a3', page.url()).href)
  await page.getByRole('listitem', { name: '@harbor.roastery (Instagram)' }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Weekly slots' }).count()).toBe(0)
})

test.each(['wide', 'narrow'] as const)('the slots are accessible and fit, seen %s', async (view) => {
  const { page, visitor } = await openScripted(visits, '/accounts?slots=a1', script(), view)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('definition').first().waitFor()
  await visitor.screenshot('slots')
  await visitor.expectAccessible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    page.viewportSize()!.width,
  )
  await page.goto(new URL('/compose', page.url()).href)
  await page.getByRole('radio', { name: view === 'wide' ? 'Next free slot' : '다음 빈 시간' }).check()
  await page.getByRole('checkbox', { name: '@harbor.roastery (Instagram)' }).check()
  await page.getByText('@harbor.roastery (Instagram)').last().waitFor()
  await visitor.screenshot('compose-slot')
  await visitor.expectAccessible()
})
