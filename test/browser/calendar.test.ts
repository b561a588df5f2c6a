// The calendar: what it shows, and moving posts in it by mouse and by keys.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PLATFORM_IDS } from '../../core/platforms/facts.ts'
import { allHasCome, launchBrowser, openScripted, type Visits } from '../support/browser.ts'
import {
  CONNECTIONS,
  connection,
  ok,
  page as pageOf,
  post,
  postSummary,
  publication,
  sharedDraft,
} from '../support/dashboard-samples.ts'
import { refusal, type Script, type ScriptedDashboard, signedIn } from '../support/scripted-dashboard.ts'

let visits: Visits

beforeAll(async () => {
  visits = await launchBrowser()
})

afterAll(() => visits.end())

const AT = Date.UTC(2031, 4, 6, 10, 30)
const DAY = 24 * 3_600_000
const MONTH = '/calendar?view=month&date=2031-05-06'
const one = (at = AT) => postSummary({ scheduled_at: at })
const ID = one().id

const script = (more: Script = {}, posts: object[] = [one()]): Script => ({
  ...signedIn(),
  'GET /v1/accounts/connections': ok(CONNECTIONS.slice(0, 1)),
  'GET /v1/posts': pageOf(posts),
  ...more,
})

/** Takes every move, and shows the post where it was moved to. */
const taking = (dashboard: () => ScriptedDashboard): Script => ({
  [`PATCH /v1/posts/${ID}`]: ({ json }) => {
    const { scheduled_at } = json as { scheduled_at: number }
    dashboard().answer({ 'GET /v1/posts': pageOf([one(scheduled_at)]) })
    return ok({})
  },
})

const moved = ({ requests }: ScriptedDashboard) =>
  requests.filter(({ method }) => method === 'PATCH').map(({ json }) => (json as { scheduled_at: number }).scheduled_at)

describe.each(['wide', 'narrow'] as const)('seen %s', (view) => {
  test.each(['month', 'week', 'day'])('the %s is accessible and fits', async (span) => {
    const posts = [
      one(),
      ...['published', 'failed', 'partially_failed', 'cancelled'].map((status, at) =>
        postSummary({ id: `00000000-0000-4000-8000-00000000010${at}`, status, scheduled_at: AT + at * 3_600_000 }),
      ),
    ]
    const { page, visitor } = await openScripted(
      visits,
      `/calendar?view=${span}&date=2031-05-06`,
      script({}, posts),
      view,
    )
    await page
      .getByRole('link', { name: /Spring menu/ })
      .first()
      .waitFor()
    await visitor.screenshot(`calendar-${span}`)
    await visitor.expectAccessible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      page.viewportSize()!.width,
    )
  })
})

/** The marks of platforms on the cards, in rows, each with whether its middle can be seen. */
const marks = (page: Page) =>
  page.locator('.entry').evaluateAll((entries) =>
    entries.map((entry) => {
      entry.scrollIntoView({ block: 'center' })
      return [...entry.querySelectorAll('.mark')].map((mark) => {
        const { left, top, width, height } = mark.getBoundingClientRect()
        const seen = document.elementFromPoint(left + width / 2, top + height / 2)
        return { row: Math.round(top), isSeen: seen === mark }
      })
    }),
  )

describe.each([
  [1200, 'month', 'en'],
  [1200, 'week', 'en'],
  [1200, 'month', 'ko'],
  [800, 'month', 'en'],
  [360, 'month', 'en'],
] as const)('%i px wide, by %s, in the language %s', (width, span, language) => {
  test('the marks of all platforms of a post are in sight, in one row', async () => {
    const connections = PLATFORM_IDS.map((name, at) =>
      connection({ id: `a${at}`, platform: { name, display_name: name } }),
    )
    const accounts = connections.map(({ id }) => id)
    const posts = ['scheduled', 'failed'].map((status, at) =>
      postSummary({ id: `00000000-0000-4000-8000-00000000010${at}`, accounts, status, scheduled_at: AT + at * DAY }),
    )
    const { page, visitor } = await openScripted(
      visits,
      `/calendar?view=${span}&date=2031-05-06&lang=${language}`,
      {
        ...script({ 'GET /v1/drafts': ok([sharedDraft()]) }, posts),
        'GET /v1/accounts/connections': ok(connections),
        // A slot that is free on all of them, beside the posts.
        ...Object.fromEntries(
          accounts.map((id) => [
            `GET /v1/accounts/social/${id}/slots`,
            ok({ account_id: id, time_zone: 'UTC', slots: [], next_free: [AT + 2 * DAY], updated_at: null }),
          ]),
        ),
      },
      'wide',
    )
    await page.setViewportSize({ width, height: 800 })
    // The list of a phone names no free slots of a month.
    const cards = width < 760 ? 2 : 3
    // The slots of each account come by themselves.
    await expect.poll(async () => (await marks(page)).map(({ length }) => length)).toEqual(Array(cards).fill(5))
    await visitor.screenshot(`calendar-marks-${span}-${width}-${language}`)
    for (const shown of await marks(page)) {
      expect(shown.map(({ isSeen }) => isSeen)).toEqual(shown.map(() => true))
      expect(new Set(shown.map(({ row }) => row)).size).toBe(1)
    }
  })
})

test('names days in Korean as Koreans write them', async () => {
  const { page } = await openScripted(visits, `${MONTH}&lang=ko`, script())
  expect(await page.locator('[data-slot="2031-05-07"] time').textContent()).toBe('7일')
})

test('month, week and day show the same post, each in its place', async () => {
  const { page, dashboard } = await openScripted(visits, MONTH, script())
  await page
    .locator('[data-slot="2031-05-06"]')
    .getByRole('link', { name: '10:30 AM, Spring menu, Scheduled' })
    .waitFor()
  const asked = new URL(`http://x${dashboard.requests.find(({ path }) => path.startsWith('/v1/posts'))!.path}`)
    .searchParams
  expect(Number(asked.get('publish_from'))).toBe(Date.UTC(2031, 3, 28))
  expect(Number(asked.get('publish_to'))).toBe(Date.UTC(2031, 5, 2) - 1)
  for (const key of ['w', 'd']) {
    await page.keyboard.press(key)
    await page
      .locator('[data-slot="2031-05-06 10"]')
      .getByRole('link', { name: /Spring menu/ })
      .waitFor()
  }
  await page.keyboard.press('ArrowRight')
  await page.waitForURL(/date=2031-05-07/)
  // The second key counts from where the first one leads, also before the page has followed it.
  await page.evaluate(() => {
    for (const key of ['w', 'ArrowRight'])
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  })
  await page.waitForURL(/view=week&date=2031-05-14/)
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Shortcuts' }).waitFor()
})

test.each(['week', 'month'])(
  'the Tab key stops once at the free times of the %s, and arrows lead through them',
  async (span) => {
    const { page } = await openScripted(visits, `/calendar?view=${span}&date=2031-05-06`, script())
    const slots = page.locator('.slot-new')
    await slots.first().waitFor()
    const stops = page.locator('.slot-new:not([tabindex="-1"])')
    expect(await stops.count()).toBe(1)
    const at = () => page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-slot]')?.dataset.slot)
    await stops.focus()
    expect(await at()).toBe(span === 'week' ? '2031-05-06 9' : '2031-05-06')
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key)
    // At the first day of the week it stays.
    const there = span === 'week' ? '2031-05-05 10' : '2031-05-11'
    expect(await at()).toBe(there)
    // Gone away and come back with the Tab key, one is where one was; and the days have not changed.
    await page.keyboard.press('Tab')
    expect(await at()).not.toBe(there)
    await page.keyboard.press('Shift+Tab')
    expect(await at()).toBe(there)
    expect(new URL(page.url()).searchParams.get('date')).toBe('2031-05-06')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/compose/)
  },
)

test.each(['month', 'week', 'day'])(
  'two rows of controls stand above the %s on a phone, in both languages',
  { tags: 'deep' },
  async (span) => {
    for (const [lang, filters, further, print] of [
      ['en', 'Filters', 'More actions', 'Print'],
      ['ko', '필터', '추가 작업', '인쇄'],
    ] as const) {
      const path = `/calendar?view=${span}&date=2031-05-06&type=feed&lang=${lang}`
      const { page } = await openScripted(visits, path, script({ 'GET /v1/drafts': ok([sharedDraft()]) }), 'narrow')
      await page.getByRole('button', { name: lang === 'en' ? 'Ideas (1)' : '아이디어(1)' }).waitFor()
      const controls = page.locator('main :is(.calendar-bar, .filters) :is(a, button, select)')
      const middles = await controls.evaluateAll((all) =>
        all.map((each) => {
          const { top, height } = each.getBoundingClientRect()
          return Math.round((top + height / 2) / 20)
        }),
      )
      expect(new Set(middles).size, lang).toBe(2)
      // Nothing is lost: filters and the rest are one press away.
      await page.getByRole('button', { name: `${filters} (1)`, expanded: false }).click()
      await page.getByRole('search', { name: filters }).getByRole('combobox').first().waitFor()
      await page.getByRole('button', { name: further }).click()
      await page.getByRole('button', { name: print }).waitFor()
      await page.goto('about:blank')
    }
  },
)

test('a move that was not made because the session had ended is told after the sign-in, once', async () => {
  const { page, dashboard } = await openScripted(visits, MONTH, {
    ...script(),
    [`PATCH /v1/posts/${ID}`]: refusal(401, 'session', 'You are not signed in.'),
    'GET /v1/session/sign-in': { status: 302, headers: { Location: MONTH } },
  })
  const here = page.locator('[data-slot="2031-05-06"]').getByRole('link', { name: /Spring menu/ })
  await here.focus()
  for (const key of ['Space', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
  const told = page.getByText('Your session had ended: what you did last was not done', { exact: false })
  await told.waitFor()
  await here.waitFor()
  expect(moved(dashboard)).toEqual([AT + DAY])
  await page.reload()
  await here.waitFor()
  await allHasCome(page)
  expect(await told.count()).toBe(0)
})

describe.each(['wide', 'narrow'] as const)('a title without blanks, seen %s', (view) => {
  const title = 'Spring'.repeat(40)
  const asset = {
    id: 'm1',
    title,
    content_type: 'image/jpeg',
    size_bytes: 9,
    download_url: '/icon.svg',
    created_at: AT,
  }
  const long = script({
    'GET /v1/posts': pageOf([{ ...one(), title }]),
    [`GET /v1/posts/${ID}`]: ok({ ...post([publication()]), title, scheduled_at: AT }),
    'GET /v1/media/users': ok({
      result: [asset],
      result_info: { page: 1, count: 1, total_count: 1, total_pages: 1 },
      usage: { usage_size: 9 },
    }),
  })

  test('makes no page wider than it is', { tags: 'deep' }, async () => {
    const { page, dashboard, visitor } = await openScripted(visits, '/posts', long, view)
    for (const path of [
      '/posts',
      `/posts/${ID}`,
      MONTH,
      MONTH.replace('month', 'week'),
      MONTH.replace('month', 'day'),
      '/media',
    ]) {
      await page.goto(dashboard.url + path)
      await page
        .getByText(/SpringSpring/)
        .first()
        .waitFor()
      await visitor.screenshot(
        `long-title-${path
          .split(/[/?&=]/)
          .slice(1, 4)
          .join('-')
          .slice(0, 20)}`,
      )
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(width, path).toBeLessThanOrEqual(page.viewportSize()!.width)
    }
  })

  test('leaves the library’s dialog as it is', async () => {
    const { page, visitor } = await openScripted(visits, '/compose', long, view)
    await page.getByRole('button', { name: view === 'wide' ? 'Choose from library' : '라이브러리에서 선택' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/SpringSpring/).waitFor()
    await visitor.screenshot('long-title-library')
    const over = await dialog.evaluate((element) => {
      const { right } = element.getBoundingClientRect()
      const parts = [...element.querySelectorAll('*:not(.only-read)')]
      return [
        element.scrollWidth - element.clientWidth,
        ...parts.map((part) => part.getBoundingClientRect().right - right),
      ]
        .map(Math.round)
        .filter((by) => by > 0)
    })
    expect(over).toEqual([])
  })
})

test('an empty slot leads to the composer with its day and hour', async () => {
  const { page } = await openScripted(visits, '/calendar?view=week&date=2031-05-06', script())
  const link = page.locator('[data-slot="2031-05-08 09"], [data-slot="2031-05-08 9"]').getByRole('link')
  expect(await link.getAttribute('href')).toBe('/compose?date=2031-05-08&time=09%3A00')
})

test('a past slot leads nowhere, and that of this hour to a time that is still to come', { tags: 'deep' }, async () => {
  const now = Date.UTC(2031, 4, 8, 9, 20)
  const { page } = await openScripted(visits, '/calendar?view=week&date=2031-05-08', script(), 'wide', { now })
  const links = (slot: string) => page.locator(`[data-slot="${slot}"] > .slot-new`)
  await links('2031-05-08 10').waitFor()
  for (const past of ['2031-05-08 8', '2031-05-07 20']) expect(await links(past).count(), past).toBe(0)
  expect(await links('2031-05-08 9').getAttribute('href')).toBe('/compose?date=2031-05-08&time=09%3A30')
  await page.locator('.slot-new:not([tabindex="-1"])').focus()
  await page.keyboard.press('ArrowDown')
  expect(await links('2031-05-08 10').evaluate((link) => link === document.activeElement)).toBe(true)
  // The key for a new post takes no past day along either.
  await page.getByRole('link', { name: 'Previous', exact: true }).click()
  await page.waitForURL(/date=2031-05-01/)
  await page.keyboard.press('n')
  expect(await page.getByRole('radio', { name: 'Now' }).isChecked()).toBe(true)
})

describe('moving', () => {
  test('by mouse, and undone', async () => {
    const opened = await openScripted(visits, MONTH, { ...script(), ...taking(() => opened.dashboard) })
    const { page, dashboard } = opened
    await page.getByRole('link', { name: /Spring menu/ }).dragTo(page.locator('[data-slot="2031-05-09"]'))
    await page.getByText(/moved to May 9, 2031, 10:30.AM UTC/).waitFor()
    await page
      .locator('[data-slot="2031-05-09"]')
      .getByRole('link', { name: /Spring menu/ })
      .waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('It is back where it was.').waitFor()
    await page
      .locator('[data-slot="2031-05-06"]')
      .getByRole('link', { name: /Spring menu/ })
      .waitFor()
    expect(moved(dashboard)).toEqual([AT + 3 * 86_400_000, AT])
  })

  test('by keys alone, and undone', async () => {
    const opened = await openScripted(visits, '/calendar?view=week&date=2031-05-06', {
      ...script(),
      ...taking(() => opened.dashboard),
    })
    const { page, dashboard } = opened
    await page.getByRole('link', { name: /Spring menu/ }).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.getByText(/^Wednesday, May 7.* 12.PM\. Enter moves/).waitFor({ state: 'attached' })
    await page.keyboard.press('Enter')
    await page.getByText(/moved to May 7, 2031, 12:30.PM UTC/).waitFor()
    await page.keyboard.press('u')
    await page.getByText('It is back where it was.').waitFor()
    expect(moved(dashboard)).toEqual([Date.UTC(2031, 4, 7, 12, 30), AT])
  })

  test('left off with Escape changes nothing', async () => {
    const { page, dashboard } = await openScripted(visits, MONTH, script())
    await page.getByRole('link', { name: /Spring menu/ }).focus()
    for (const key of ['Space', 'ArrowDown', 'Escape']) await page.keyboard.press(key)
    await page.getByText('It stays where it was.').waitFor({ state: 'attached' })
    expect(moved(dashboard)).toEqual([])
  })

  test('that is refused snaps back and says why', async () => {
    const { page } = await openScripted(visits, MONTH, {
      ...script(),
      [`PATCH /v1/posts/${ID}`]: refusal(409, 'already_started', 'Publishing of the post has begun.'),
    })
    await page.getByRole('link', { name: /Spring menu/ }).dragTo(page.locator('[data-slot="2031-05-09"]'))
    await page.getByText('“Spring menu” was not moved: Publishing of the post has begun.').waitFor()
    await page
      .locator('[data-slot="2031-05-06"]')
      .getByRole('link', { name: /Spring menu/ })
      .waitFor()
  })

  test('that is refused for its time names that as the page does, in the zone of the device', async () => {
    const { page } = await openScripted(
      visits,
      MONTH,
      {
        ...script(),
        [`PATCH /v1/posts/${ID}`]: refusal(
          400,
          'invalid_schedule',
          'not_after is 2031-05-08T00:30:00.000Z, which is not later than 2031-05-09T10:30:00.000Z, when the post begins.',
          'not_after',
        ),
      },
      'wide',
      { timezoneId: 'Asia/Seoul' },
    )
    await page.getByRole('link', { name: /Spring menu/ }).dragTo(page.locator('[data-slot="2031-05-09"]'))
    await page
      .getByText(
        /was not moved: Not after is May 8, 2031, 9:30.AM GMT\+9, which is not later than May 9, 2031, 7:30.PM/,
      )
      .waitFor()
  })

  test('whose answer is lost is shown where the service has it, and only called moved where it is', async () => {
    const opened = await openScripted(visits, MONTH, {
      ...script(),
      [`PATCH /v1/posts/${ID}`]: () => {
        opened.dashboard.answer({ 'GET /v1/posts': pageOf([one(AT + 3 * DAY)]) })
        return refusal(503, 'unavailable', 'Try again.')
      },
    })
    const { page } = opened
    const there = page.locator('[data-slot="2031-05-09"]')
    await page.getByRole('link', { name: /Spring menu/ }).dragTo(there)
    await page.getByText('It is not known whether “Spring menu” was moved').waitFor()
    await there.getByRole('link', { name: /Spring menu/ }).waitFor()
    opened.dashboard.answer({ [`GET /v1/posts/${ID}`]: ok({ ...one(AT + DAY), publications: [] }) })
    await there.getByRole('link', { name: /Spring menu/ }).dragTo(page.locator('[data-slot="2031-05-07"]'))
    await page.getByText('“Spring menu” moved to May 7').waitFor()
  })

  test('that is refused after it was undone is not undone: it was not made', async () => {
    const { page } = await openScripted(visits, MONTH, script())
    const sent: unknown[] = []
    await page.route(`**/v1/posts/${ID}`, async (route) => {
      if (route.request().method() !== 'PATCH') return route.fallback()
      sent.push(route.request().postDataJSON())
      await page.keyboard.press('u')
      const { status, body: json } = refusal(409, 'already_started', 'Publishing of the post has begun.')
      await route.fulfill({ status, json })
    })
    await page.getByRole('link', { name: /Spring menu/ }).dragTo(page.locator('[data-slot="2031-05-09"]'))
    await page.getByText('“Spring menu” was not moved: Publishing of the post has begun.').waitFor()
    await allHasCome(page)
    expect(sent).toEqual([{ scheduled_at: AT + 3 * DAY }])
    expect(await page.getByText(/was not moved|back where it was/).count()).toBe(1)
  })

  test('twice, ends where it was put last: the second request waits for the first', { tags: 'deep' }, async () => {
    const opened = await openScripted(visits, MONTH, { ...script(), [`PATCH /v1/posts/${ID}`]: 'hang' })
    const { page, dashboard } = opened
    const day = (date: string) => page.locator(`[data-slot="2031-05-${date}"]`)
    const entry = page.getByRole('link', { name: /Spring menu/ })
    await entry.dragTo(day('09'))
    await expect.poll(() => moved(dashboard)).toEqual([AT + 3 * DAY])
    await entry.dragTo(day('08'))
    await day('08')
      .getByRole('link', { name: /Spring menu/ })
      .waitFor()
    expect(moved(dashboard)).toEqual([AT + 3 * DAY])
    dashboard.answer(taking(() => dashboard))
    dashboard.hangUp()
    await page.getByText('“Spring menu” moved to May 8').waitFor()
    // The browser itself may send the first again.
    expect(moved(dashboard).at(-1)).toBe(AT + 2 * DAY)
    await day('08')
      .getByRole('link', { name: /Spring menu/ })
      .waitFor()
  })

  test('is undone by key while it is on its way too, and not the move of another post before it', async () => {
    const other = postSummary({ id: '00000000-0000-4000-8000-000000000200', title: 'Autumn menu', scheduled_at: AT })
    const opened = await openScripted(visits, MONTH, {
      ...script({}, [one(), other]),
      [`PATCH /v1/posts/${other.id}`]: ok({}),
      [`PATCH /v1/posts/${ID}`]: 'hang',
    })
    const { page, dashboard } = opened
    const there = page.locator('[data-slot="2031-05-09"]')
    await page.getByRole('link', { name: /Autumn menu/ }).dragTo(there)
    await page.getByText('“Autumn menu” moved to May 9').waitFor()
    await page.getByRole('link', { name: /Spring menu/ }).dragTo(there)
    await expect.poll(() => moved(dashboard)).toHaveLength(2)
    await page.keyboard.press('u')
    await page
      .locator('[data-slot="2031-05-06"]')
      .getByRole('link', { name: /Spring menu/ })
      .waitFor()
    dashboard.answer({ [`PATCH /v1/posts/${ID}`]: ok({}) })
    dashboard.hangUp()
    await page.getByText('It is back where it was.').waitFor()
    const sent = dashboard.requests.filter(({ method }) => method === 'PATCH')
    expect(sent.filter(({ path }) => path.endsWith(other.id))).toHaveLength(1)
    expect(sent.at(-1)).toMatchObject({ path: `/v1/posts/${ID}`, json: { scheduled_at: AT } })
  })

  /** The month of the day, with one post that can be moved. @param at the post's time, Unix ms. */
  const monthOf = (day: string, at: number, timezoneId: string) =>
    openScripted(
      visits,
      `/calendar?view=month&date=${day}`,
      { ...script({}, [one(at)]), [`PATCH /v1/posts/${ID}`]: ok({}) },
      'wide',
      { timezoneId },
    )

  test.each([
    ['with seconds', 'UTC', '2031-05-06', AT + 15_000, AT + DAY + 15_000],
    // The second 2:30 of the night in which clocks are put back.
    [
      'in an hour that comes twice',
      'Europe/Berlin',
      '2031-10-26',
      Date.UTC(2031, 9, 26, 1, 30),
      Date.UTC(2031, 9, 27, 1, 30),
    ],
  ])('to where it was changes nothing of a time %s', { tags: 'deep' }, async (_what, timezoneId, from, at, next) => {
    const { page, dashboard } = await monthOf(from, at, timezoneId)
    const entry = page.locator(`[data-slot="${from}"]`).getByRole('link', { name: /Spring menu/ })
    await entry.dragTo(page.locator(`[data-slot="${from}"]`))
    await entry.focus()
    for (const key of ['Space', 'Enter', 'Space', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
    await expect.poll(() => moved(dashboard)).toContain(next)
    expect(moved(dashboard)).toEqual([next])
  })

  // 10:30 stays 10:30 across the change of clocks.
  test.each([
    ['Europe/Berlin', '2031-03-29', Date.UTC(2031, 2, 29, 9, 30), Date.UTC(2031, 2, 30, 8, 30)],
    ['America/New_York', '2031-03-08', Date.UTC(2031, 2, 8, 15, 30), Date.UTC(2031, 2, 9, 14, 30)],
    ['Asia/Seoul', '2031-03-29', Date.UTC(2031, 2, 29, 1, 30), Date.UTC(2031, 2, 30, 1, 30)],
  ])('keeps the hour on the clock in %s', async (timezoneId, from, at, expected) => {
    const { page, dashboard } = await monthOf(from, at, timezoneId)
    await page
      .locator(`[data-slot="${from}"]`)
      .getByRole('link', { name: /^10:30/ })
      .focus()
    for (const key of ['Space', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
    await expect.poll(() => moved(dashboard)).toEqual([expected])
    // What the keys did while it was moved is no longer told.
    expect(await page.getByText('Enter moves the post here').count()).toBe(0)
  })
})

describe('free slots', () => {
  const FREE = Date.UTC(2031, 4, 8, 9, 30)
  const slots = (next_free: number[]) =>
    ok({ account_id: 'a1', time_zone: 'UTC', slots: [], next_free, updated_at: AT })
  const free = { 'GET /v1/accounts/social/a1/slots': slots([AT, FREE]) }

  test.each(['month', 'week'])(
    'of the %s are empty cards that lead to the composer with their time and account',
    { tags: 'deep' },
    async (span) => {
      const { page, dashboard, visitor } = await openScripted(
        visits,
        `/calendar?view=${span}&date=2031-05-06`,
        script(free),
      )
      const card = page.getByRole('link', { name: '9:30 AM, free slot of @harbor.coffee (Instagram): new post' })
      await card.waitFor()
      // A post of the account stands at the other one.
      expect(await page.locator('.entry.free').count()).toBe(1)
      const asked = dashboard.requests.find(({ path }) => path.startsWith('/v1/accounts/social/a1/slots'))!
      const { from, to } = Object.fromEntries(new URL(`http://x${asked.path}`).searchParams)
      expect(Number(to) - Number(from)).toBeLessThan(43 * 86_400_000)
      await visitor.screenshot(`calendar-free-${span}`)
      await visitor.expectAccessible()
      await card.focus()
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/compose/)
      expect(await page.getByLabel('Date and time').first().inputValue()).toBe('2031-05-08T09:30')
      // Its account comes with it, unless others were chosen before.
      const accounts = page.getByRole('group', { name: 'Accounts' }).getByRole('checkbox', { checked: true })
      const labels = () => accounts.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')))
      await expect.poll(labels).toEqual(['@harbor.coffee (Instagram)'])
      await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Half written')
      await page.getByText('Saved in this browser.').waitFor()
      dashboard.answer({ 'GET /v1/accounts/connections': ok(CONNECTIONS.filter(({ id }) => id !== 'a2')) })
      await page.goto(`${dashboard.url}/compose?date=2031-05-08&time=10:30&accounts=a3`)
      await page.getByRole('checkbox', { name: '@harbor.roastery (Instagram)' }).waitFor()
      await expect.poll(labels).toEqual(['@harbor.coffee (Instagram)'])
      expect(await page.getByLabel('Date and time').first().inputValue()).toBe('2031-05-08T10:30')
    },
  )

  test('stand among the posts of their day by time, in the list of a phone', async () => {
    const day = Date.UTC(2031, 4, 8)
    const at = (hour: number) => day + hour * 3_600_000
    const posts = [at(8), at(23)].map((scheduled_at, place) =>
      postSummary({ id: `00000000-0000-4000-8000-00000000020${place}`, title: `Post ${place}`, scheduled_at }),
    )
    const free = { 'GET /v1/accounts/social/a1/slots': slots([at(2), at(17)]) }
    const { page } = await openScripted(visits, '/calendar?view=week&date=2031-05-08', script(free, posts), 'narrow')
    await page.locator('.entry.free').first().waitFor()
    const times = await page.locator('.day-list .entry-time').allInnerTexts()
    expect(times.map((time) => time.replace(/[^오전후\d:]/g, ''))).toEqual([
      '오전2:00',
      '오전8:00',
      '오후5:00',
      '오후11:00',
    ])
  })

  test('leave what is over folded away in the list of a phone, with the failures counted', async () => {
    const given = [
      [6, 'published', 'Over'],
      [6, 'failed', 'Broken'],
      [8, 'scheduled', 'Soon'],
    ] as const
    const posts = given.map(([day, status, title], place) =>
      postSummary({
        id: `00000000-0000-4000-8000-00000000030${place}`,
        status,
        title,
        scheduled_at: Date.UTC(2031, 4, day, 12),
      }),
    )
    const address = '/calendar?view=week&date=2031-05-08&lang=en'
    const { page, dashboard } = await openScripted(visits, address, script({}, posts), 'narrow')
    await page.clock.setFixedTime(new Date('2031-05-08T10:00:00Z'))
    await page.goto(`${dashboard.url}${address}`)
    await page.getByRole('link', { name: /Soon/ }).waitFor()
    const over = page.getByText('Earlier: 2 posts, 1 failed')
    expect(await page.getByRole('link', { name: /Broken/ }).count()).toBe(0)
    await over.click()
    await page.getByRole('link', { name: /Broken/ }).waitFor()
    await page.getByRole('link', { name: /Over/ }).waitFor()
  })

  test('are not asked for by people who write no posts', async () => {
    const { page, dashboard } = await openScripted(visits, MONTH, { ...script(free), ...signedIn('viewer') })
    await page.getByRole('link', { name: /Spring menu/ }).waitFor()
    await allHasCome(page)
    expect(await page.locator('.entry.free').count()).toBe(0)
    expect(dashboard.requests.filter(({ path }) => /slots|drafts/.test(path))).toEqual([])
  })
})

describe('ideas', () => {
  const idea = sharedDraft()
  const NAME = 'New beans from Huehuetenango.'
  const ideas: Script = {
    'GET /v1/drafts': ok([
      idea,
      sharedDraft({ id: '80000000-0000-4000-8000-000000000002', post: { title: 'Tasting in May' } }),
    ]),
    [`GET /v1/drafts/${idea.id}`]: ok(idea),
    [`DELETE /v1/drafts/${idea.id}`]: ok({ id: idea.id }),
    'POST /v1/posts/text': { status: 202, headers: { Location: `/api/v1/posts/${ID}` }, body: { success: true } },
  }
  const open = (page: Page) => page.getByRole('button', { name: 'Ideas (2)' }).click()
  const made = ({ requests }: ScriptedDashboard) => requests.filter(({ path }) => path === '/v1/posts/text')

  test('without a date stand beside the calendar, and are dragged to a time', { tags: 'deep' }, async () => {
    const { page, dashboard, visitor } = await openScripted(
      visits,
      '/calendar?view=week&date=2031-05-06',
      script(ideas),
    )
    await open(page)
    const list = page.getByRole('region', { name: 'Ideas' })
    await list.getByText(NAME).waitFor()
    await visitor.screenshot('calendar-ideas')
    await visitor.expectAccessible()
    await page.locator(`[data-idea="${idea.id}"]`).dragTo(page.locator('[data-slot="2031-05-08 11"]'))
    const dialog = page.getByRole('dialog', { name: `Schedule “${NAME}”` })
    expect(await dialog.getByLabel('Date and time').inputValue()).toBe('2031-05-08T11:00')
    await dialog.getByText('@harbor.coffee').waitFor()
    await visitor.expectAccessibleHere()
    await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
    await page.getByText(`“${NAME}” is scheduled for`).waitFor()
    const [request, ...others] = made(dashboard)
    expect(others).toEqual([])
    expect(request!.json).toEqual({ ...idea.post, scheduled_at: Date.UTC(2031, 4, 8, 11) })
    // A version of a draft becomes one post, no matter who schedules it.
    expect(request!.headers['idempotency-key']).toBe(`draft-${idea.id}-3`)
    await expect
      .poll(() => dashboard.requests.filter(({ method }) => method === 'DELETE').map(({ path }) => path))
      .toEqual([`/v1/drafts/${idea.id}`])
  })

  test('are scheduled by keys alone, and stay where that is refused', async () => {
    const { page, dashboard } = await openScripted(visits, '/calendar?view=week&date=2031-05-06', {
      ...script(ideas),
      'POST /v1/posts/text': refusal(400, 'content_too_long', 'The text is too long.', 'content'),
    })
    await open(page)
    const button = page.getByRole('button', { name: `Schedule “${NAME}”` })
    await button.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByLabel('Date and time').inputValue()).toBe('2031-05-06T09:00')
    await page.keyboard.press('Enter')
    await dialog.getByText('The text is too long.').waitFor()
    dashboard.answer({
      'POST /v1/posts/text': refusal(
        409,
        'idempotency_mismatch',
        'This Idempotency-Key was used with another request.',
      ),
    })
    await dialog.getByRole('button', { name: 'Schedule', exact: true }).press('Enter')
    await dialog.getByText('This draft was scheduled already, for another time.').waitFor()
    expect(dashboard.requests.filter(({ method }) => method === 'DELETE')).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
  })

  test('that somebody saved anew since are neither scheduled as they were nor lost', { tags: 'deep' }, async () => {
    const newer = { ...idea, version: idea.version + 1 }
    const { page, dashboard } = await openScripted(visits, '/calendar?view=week&date=2031-05-06', {
      ...script(ideas),
      'GET /v1/accounts/connections': 'hang',
      [`GET /v1/drafts/${idea.id}`]: ok(newer),
    })
    await open(page)
    await page.getByRole('button', { name: `Schedule “${NAME}”` }).click()
    const dialog = page.getByRole('dialog')
    const schedule = dialog.getByRole('button', { name: 'Schedule', exact: true })
    // Nothing is said of its accounts until they have come.
    await dialog.locator('.skeleton').waitFor()
    expect(await dialog.getByText('The draft goes to no account yet.').count()).toBe(0)
    expect(await schedule.isDisabled()).toBe(true)
    dashboard.answer({ 'GET /v1/accounts/connections': ok(CONNECTIONS) })
    await page.reload()
    await open(page)
    await page.getByRole('button', { name: `Schedule “${NAME}”` }).click()
    await schedule.click()
    await dialog.getByText('Somebody saved a newer version of this draft.').waitFor()
    expect(made(dashboard)).toEqual([])
    expect(dashboard.requests.filter(({ method }) => method === 'DELETE')).toEqual([])
  })

  test('that go to no account yet lead to the composer, which goes on with them', async () => {
    const { page } = await openScripted(visits, '/calendar?view=week&date=2031-05-06', script(ideas))
    await open(page)
    await page.getByRole('button', { name: 'Schedule “Tasting in May”' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('The draft goes to no account yet.').waitFor()
    expect(await dialog.getByRole('button', { name: 'Schedule', exact: true }).isDisabled()).toBe(true)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: `Schedule “${NAME}”` }).click()
    await dialog.getByRole('link', { name: 'Open in the composer' }).click()
    await page.waitForURL(/\/compose/)
    await expect.poll(() => page.getByRole('textbox', { name: 'Text', exact: true }).inputValue()).toBe(NAME)
    expect(await page.getByLabel('Date and time').first().inputValue()).toBe('2031-05-06T09:00')
  })

  test('of an author are sent for approval', async () => {
    const { page, dashboard } = await openScripted(visits, '/calendar?view=week&date=2031-05-06', {
      ...script(ideas),
      ...signedIn('author'),
      'GET /v1/accounts/connections': ok(CONNECTIONS.slice(0, 1)),
      'POST /v1/approvals': ok({ id: 'p1' }),
    })
    await open(page)
    await page.getByRole('button', { name: `Schedule “${NAME}”` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Send for approval' }).click()
    await page.getByText(`“${NAME}” was sent for approval`).waitFor()
    const sent = dashboard.requests.filter(({ method }) => method === 'POST')
    expect(sent.map(({ path, json }) => [path, json])).toEqual([
      ['/v1/approvals', { type: 'text', post: { ...idea.post, scheduled_at: Date.UTC(2031, 4, 6, 9) } }],
    ])
    expect(sent[0]?.headers['idempotency-key']).toBe(`draft-${idea.id}-3`)
  })

  test('are folded away on a phone, behind a button that says how many there are', { tags: 'deep' }, async () => {
    const { page, visitor } = await openScripted(visits, MONTH, script(ideas), 'narrow')
    const button = page.getByRole('button', { name: '아이디어(2)' })
    await button.waitFor()
    expect(await button.getAttribute('aria-expanded')).toBe('false')
    await button.click()
    await page.getByRole('region', { name: '아이디어' }).getByText(NAME).waitFor()
    await visitor.screenshot('calendar-ideas')
    await visitor.expectAccessible()
  })
})

test('of 10,000 posts in a month 500 are shown, and it is said', { tags: 'deep' }, async () => {
  const many = Array.from({ length: 100 }, (_, at) =>
    postSummary({
      id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
      scheduled_at: AT + (at % 25) * 86_400_000,
    }),
  )
  const { page } = await openScripted(visits, MONTH, {
    ...script(),
    'GET /v1/posts': ({ path }) => {
      const number = Number(new URL(`http://x${path}`).searchParams.get('page'))
      const result = many.map((post) => ({
        ...post,
        id: post.id.replace('8000', `8${String(number).padStart(3, '0')}`),
      }))
      return pageOf(result, { page: number, total_pages: 100, total_count: 10_000 })
    },
  })
  await page.getByText('Only 500 posts are shown.').waitFor()
  // How long a step takes is judged where nothing else runs (test/browser/many.test.ts).
  await page.keyboard.press('w')
  await page.locator('[data-slot="2031-05-06 10"]').first().waitFor()
  await page.keyboard.press('m')
  await page.getByText('Only 500 posts are shown.').waitFor()
})

test('the week opens at the morning, and at now where now is in it, with a line for it', { tags: 'deep' }, async () => {
  const { page, dashboard } = await openScripted(visits, '/calendar?view=week&date=2031-05-06', script())
  const scrolled = () => page.locator('.calendar').evaluate((element) => element.scrollTop)
  await expect.poll(scrolled).toBeGreaterThan(0)
  const heads = page.getByRole('columnheader', { name: /6/ })
  expect(await heads.evaluate((head) => head.getBoundingClientRect().bottom <= innerHeight)).toBe(true)
  expect(await page.locator('.now-line').count()).toBe(0)
  // The names of hours that have passed under the heads do not shine through.
  const corner = page.locator('.calendar thead th').first()
  expect(await corner.evaluate((head) => getComputedStyle(head).backgroundColor)).not.toBe('rgba(0, 0, 0, 0)')
  await page.goto(`${dashboard.url}/calendar?view=week`)
  await page.locator('.now-line').waitFor({ state: 'attached' })
})

test('the line for now moves on as time passes, and the week stays where it was scrolled to', async () => {
  const { page, dashboard } = await openScripted(visits, '/calendar?view=week', script())
  await page.clock.install({ time: new Date('2031-05-06T09:58:00Z') })
  await page.goto(`${dashboard.url}/calendar?view=week`)
  const hour = () => page.locator('tr:has(.now-line)').getAttribute('data-hour')
  const calendar = page.locator('.calendar')
  await expect.poll(() => calendar.evaluate((element) => element.scrollTop)).toBeGreaterThan(0)
  expect(await hour()).toBe('9')
  await calendar.evaluate((element) => element.scrollTo(0, 0))
  await page.clock.fastForward(4 * 60_000)
  await expect.poll(hour).toBe('10')
  expect(await calendar.evaluate((element) => element.scrollTop)).toBe(0)
})

test('the first page is the calendar once an account is connected, and the accounts before', async () => {
  const { page, dashboard } = await openScripted(visits, '/', script())
  await page.waitForURL(/\/calendar/)
  dashboard.answer({ 'GET /v1/accounts/connections': ok([]) })
  await page.goto(dashboard.url)
  await page.waitForURL(/\/accounts/)
})
