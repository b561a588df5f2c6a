// Insights with much, little and nothing kept: counts beside the start of the period, days, long periods, files.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser, openScripted, type Visits } from '../support/browser.ts'
import { connection, ok, postSummary } from '../support/dashboard-samples.ts'
import { refusal, type Script, type ScriptedRequest, signedIn } from '../support/scripted-dashboard.ts'

const DAY = 24 * 3_600_000

let visits: Visits
beforeAll(async () => {
  visits = await launchBrowser()
})
afterAll(() => visits.end())

/** As it is when it is asked for: a day may begin while the tests run. */
const dayNow = () => Math.floor(Date.now() / DAY)
const dayText = (day: number) => new Date(day * DAY).toISOString().slice(0, 10)

/** Kept from so many days ago on; followers grow by one a day from 1000. */
const keptSince = (ago: number) => (from: number, to: number) => {
  const today = dayNow()
  return Array.from({ length: ago }, (_, back) => today - ago + back + 1)
    .filter((day) => day >= Math.floor(from / DAY) && day * DAY < to)
    .map((day) => ({
      day: dayText(day),
      figures: day === today ? null : { views: 100, reach: 40 },
      standing: { followers_count: 1000 + ago - (today - day) },
    }))
}

const figures = (kept: (from: number, to: number) => unknown[]) => (asked: ScriptedRequest) => {
  const query = new URL(asked.path, 'http://x').searchParams
  const [from, to] = [Number(query.get('from')), Number(query.get('to'))]
  const known = { account_id: 'a1', platform: 'threads', from, to }
  if (query.get('by') === 'day') return ok({ ...known, people: ['reach'], days: kept(from, to) })
  const current = to > Date.now() - DAY
  return ok({
    ...known,
    figures: { views: current ? 2800 : 1400, reach: 600, followers_count: 1100 },
    standing: ['followers_count'],
    read_at: Date.now() - 60_000,
    problem: null,
  })
}

const script = (ago: number): Script => ({
  ...signedIn(),
  'GET /v1/accounts/connections': ok([
    connection({ platform: { name: 'threads', display_name: 'Threads' }, username: 'harborcoffee' }),
  ]),
  'GET /v1/accounts/social/a1/insights': figures(keptSince(ago)),
  'GET /v1/posts': ok({ result: [], result_info: { page: 1, limit: 50, total_count: 0, total_pages: 0 } }),
})

const rowOf = async (page: Awaited<ReturnType<typeof openScripted>>['page'], name: RegExp) =>
  (await page.getByRole('row', { name }).first().getByRole('cell').allTextContents()).map((text) => text.trim())

describe('insights', () => {
  test('compare followers with the start of the period, and what happened with the period before', {
    tags: 'deep',
  }, async () => {
    const { page, visitor } = await openScripted(visits, '/insights', script(100))
    await page.getByRole('row', { name: /Followers/ }).waitFor()
    // 28 days: the count before they began was that of 28 days ago.
    expect(await rowOf(page, /Followers/)).toEqual(['1,100', '1,072', '+28'])
    expect(await rowOf(page, /^Views/)).toEqual(['2,800', '1,400', '+100 %'])
    await page.getByText('Day by day').click()
    await page.getByText('28 days of 28 are kept.').waitFor()
    await page.getByRole('img', { name: /Followers of @harborcoffee/ }).waitFor()
    await page.getByRole('combobox', { name: 'Figure' }).selectOption('views')
    await page.getByRole('table', { name: /Views of @harborcoffee \(Threads\) by day/ }).waitFor()
    await visitor.screenshot('insights-days')
    await visitor.expectAccessible()
  })

  test('of a year are added up from what is kept, people as an average, and no platform is asked', {
    tags: 'deep',
  }, async () => {
    const { page, dashboard, visitor } = await openScripted(visits, '/insights', script(500))
    await page.getByRole('row', { name: /Followers/ }).waitFor()
    dashboard.requests.length = 0
    await page.getByRole('combobox', { name: 'Period' }).selectOption('365')
    await page.getByText('a day, on average').waitFor()
    // Nothing has happened today yet that could be kept.
    // Only 135 days of the year before are kept: its sum is smaller although the views a day are the same.
    expect(await rowOf(page, /^Views/)).toEqual(['36,400', 'no data', '–'])
    expect(await rowOf(page, /^Reach/)).toEqual(['40', '40', '0 %'])
    expect(await rowOf(page, /Followers/)).toEqual(['1,500', '1,135', '+365'])
    const asked = dashboard.requests.filter(({ path }) => path.includes('/insights'))
    expect(asked.filter(({ path }) => !path.includes('by=day'))).toEqual([])
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export days' }).click()
    const file = readFileSync(await (await download).path(), 'utf8')
    expect(file.split('\r\n')[0]).toBe('\uFEFFplatform,account,day,figure,value')
    expect(file).toContain(`threads,harborcoffee,${dayText(dayNow() - 2)},views,100`)
    await visitor.expectAccessible()
    // On the way back from a post it is the same period.
    dashboard.answer({ 'GET /v1/accounts/social/a1/insights': figures(keptSince(731)) })
    await page.reload()
    expect(await page.getByRole('combobox', { name: 'Period' }).inputValue()).toBe('365')
    await expect.poll(() => rowOf(page, /^Views/)).toEqual(['36,400', '36,500', '0 %'])
  })

  test('tell of posts that are live on some of their accounts alone, where nothing is missing of the others', async () => {
    const [published, partly] = (['published', 'partially_failed'] as const).map((status, at) =>
      postSummary({ id: `00000000-0000-4000-8000-00000000000${at}`, title: `Post ${at}`, status, created_at: 9 - at }),
    )
    const live = { account_id: 'a1', figures: { views: 31 }, problem: null }
    const failed = { account_id: 'a2', figures: null, problem: { code: 'not_published', message: 'It is not live.' } }
    const { page } = await openScripted(visits, '/insights', {
      ...script(100),
      'GET /v1/posts': ({ path }) => {
        const status = new URL(path, 'http://x').searchParams.get('status')
        const result = [published!, partly!].filter((post) => post.status === status)
        return ok({ result, result_info: { page: 1, limit: 50, total_count: 1, total_pages: 1 } })
      },
      [`GET /v1/posts/${published!.id}/insights`]: ok({
        post_id: 'p',
        accounts: [{ ...live, figures: { views: 17 } }],
      }),
      [`GET /v1/posts/${partly!.id}/insights`]: ok({ post_id: 'p', accounts: [live, failed] }),
    })
    await page.getByRole('cell', { name: '31', exact: true }).waitFor()
    const names = await page.getByRole('rowheader', { name: /^Post/ }).allInnerTexts()
    expect(names.map((name) => name.trim())).toEqual(['Post 0', 'Post 1'])
    await page.getByRole('button', { name: 'Export posts', disabled: false }).waitFor()
    expect(await page.getByText('It is not live.').count()).toBe(0)
  })

  test('of two accounts stand beside each other where there is room, and in one line each on a phone', async () => {
    const one = connection({ platform: { name: 'threads', display_name: 'Threads' }, username: 'harborcoffee' })
    const { page } = await openScripted(visits, '/insights', {
      ...script(100),
      'GET /v1/accounts/connections': ok([one, { ...one, id: 'a2', username: 'harbor.academy' }]),
      'GET /v1/accounts/social/a2/insights': figures(keptSince(100)),
    })
    await page
      .getByRole('row', { name: /Followers/ })
      .nth(1)
      .waitFor()
    const places = () =>
      page
        .getByRole('region', { name: /^Figures of/ })
        .evaluateAll((all) => all.map((each) => each.getBoundingClientRect()).map(({ left, top }) => [left, top]))
    const [[left, top], [otherLeft, otherTop]] = (await places()) as [[number, number], [number, number]]
    expect(otherTop).toBe(top)
    expect(otherLeft).toBeGreaterThan(left)
    // Nothing has to be scrolled to beside each other.
    for (const table of await page.locator('.insights-account .card.table').all())
      expect(await table.evaluate((card) => card.scrollWidth - card.clientWidth)).toBe(0)
    await page.setViewportSize({ width: 360, height: 740 })
    await expect.poll(async () => (await places()).map(([at]) => at)).toEqual([16, 16])
    // The days are lines of a table there too, not a card each.
    await page.getByText('Day by day').first().click()
    const row = page
      .getByRole('table', { name: /by day$/ })
      .getByRole('row')
      .nth(1)
    await row.waitFor()
    expect((await row.boundingBox())!.height).toBeLessThan(48)
  })

  test('go into a file once all are there', { tags: 'deep' }, async () => {
    const one = connection({ platform: { name: 'threads', display_name: 'Threads' }, username: 'harborcoffee' })
    const [first, second] = ['1', '2'].map((end) =>
      postSummary({ id: `00000000-0000-4000-8000-00000000000${end}`, title: `Post ${end}`, status: 'published' }),
    )
    const of = (views: number) => ok({ post_id: 'p', accounts: [{ account_id: 'a1', figures: { views } }] })
    const begun: Script = {
      ...script(100),
      'GET /v1/accounts/connections': ok([one, { ...one, id: 'a2', username: 'harbor.academy' }]),
      'GET /v1/accounts/social/a2/insights': 'hang',
      'GET /v1/posts': ok({
        result: [first, second],
        result_info: { page: 1, limit: 50, total_count: 2, total_pages: 1 },
      }),
      [`GET /v1/posts/${first!.id}/insights`]: of(31),
      [`GET /v1/posts/${second!.id}/insights`]: 'hang',
    }
    const { page, dashboard } = await openScripted(visits, '/insights', begun)
    await page.getByRole('cell', { name: '31', exact: true }).waitFor()
    const files = page.getByRole('button', { name: /^Export/ })
    await expect.poll(() => files.count()).toBe(2)
    expect(await files.evaluateAll((all) => all.map((each) => (each as HTMLButtonElement).disabled))).toEqual([
      true,
      true,
    ])
    expect(await page.getByRole('heading', { name: 'Best times' }).count()).toBe(0)
    dashboard.answer({
      'GET /v1/accounts/social/a2/insights': figures(keptSince(100)),
      [`GET /v1/posts/${second!.id}/insights`]: of(17),
    })
    await page.reload()
    await page.getByRole('cell', { name: '17', exact: true }).waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export posts' }).click()
    expect(readFileSync(await (await download).path(), 'utf8').match(/,(31|17),/g)).toEqual([',31,', ',17,'])
  })

  test.each([
    [
      'wide',
      'Export days',
      'Export posts',
      'Try again',
      'Figures that are missing here and in the file:',
      /^It needs .* figures\.$/,
    ],
    [
      'narrow',
      '일별 통계 내보내기',
      '게시물 통계 내보내기',
      '다시 시도',
      '이 화면과 파일에서 빠진 통계:',
      /^계정에 필요한 권한이 없습니다\. .* \(It needs .* figures\.\)$/,
    ],
  ] as const)(
    'that are missing in a file are named with the reason, seen %s',
    { tags: 'deep' },
    async (view, days, posts, again, says, why) => {
      const one = connection({ platform: { name: 'threads', display_name: 'Threads' }, username: 'harborcoffee' })
      const [first, second, third] = ['1', '2', '3'].map((end) =>
        postSummary({
          ...{ id: `00000000-0000-4000-8000-00000000000${end}`, title: `Post ${end}`, status: 'published' },
          created_at: 9 - Number(end),
        }),
      )
      const told = (more: object) => ok({ post_id: 'p', accounts: [{ account_id: 'a1', problem: null, ...more }] })
      const refused = refusal(409, 'permission_not_granted', 'It needs the permission to read figures.')
      const { page, dashboard, visitor } = await openScripted(
        visits,
        '/insights',
        {
          ...script(100),
          'GET /v1/accounts/connections': ok([one, { ...one, id: 'a2', username: 'harbor.academy' }]),
          'GET /v1/accounts/social/a2/insights': refused,
          'GET /v1/posts': ok({
            result: [first, second, third],
            result_info: { page: 1, limit: 50, total_count: 3, total_pages: 1 },
          }),
          [`GET /v1/posts/${first!.id}/insights`]: told({ figures: { views: 31 } }),
          [`GET /v1/posts/${second!.id}/insights`]: refused,
          [`GET /v1/posts/${third!.id}/insights`]: told({
            figures: null,
            problem: { code: 'platform_unavailable', message: 'The platform did not answer.' },
          }),
        },
        view,
      )
      const notes = page.getByRole('status').filter({ hasText: says })
      await expect.poll(() => notes.count()).toBe(2)
      await notes.first().getByText('@harbor.academy (Threads)').waitFor()
      expect(await notes.last().getByRole('definition').allInnerTexts()).toEqual([
        'Post 2',
        'Post 3 · @harborcoffee (Threads)',
      ])
      expect(await notes.last().getByRole('term').allInnerTexts()).toEqual([
        expect.stringMatching(why),
        'The platform did not answer.',
      ])
      await visitor.screenshot('insights-missing')
      await visitor.expectAccessible()
      dashboard.answer({
        'GET /v1/accounts/social/a2/insights': figures(keptSince(100)),
        [`GET /v1/posts/${second!.id}/insights`]: told({ figures: { views: 17 } }),
        [`GET /v1/posts/${third!.id}/insights`]: told({ figures: { views: 12 } }),
      })
      for (const left of [1, 0]) {
        await notes.first().getByRole('button', { name: again }).click()
        await expect.poll(() => notes.count()).toBe(left)
      }
      for (const file of [days, posts])
        await expect.poll(() => page.getByRole('button', { name: file }).isEnabled()).toBe(true)
    },
  )

  test('say so where nothing is kept yet, and where the platform refuses; nothing is wider than a phone', {
    tags: 'deep',
  }, async () => {
    const { page, dashboard, visitor } = await openScripted(visits, '/insights', script(0), 'narrow')
    await page.getByText('첫 통계가 표시됩니다').waitFor()
    await visitor.expectAccessible()
    dashboard.answer({
      'GET /v1/accounts/social/a1/insights': ({ path }) =>
        path.includes('by=day')
          ? ok({ account_id: 'a1', platform: 'threads', from: 0, to: 1, people: [], days: [] })
          : refusal(409, 'permission_not_granted', 'Figures need the permission threads_manage_insights.'),
    })
    await page.reload()
    await page.getByText('threads_manage_insights').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    await visitor.screenshot('insights-nothing')
  })
})
