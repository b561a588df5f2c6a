// A post that repeats: each time is a post of its own, made once, also where making them breaks off.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser, openScripted, type Visits } from '../support/browser.ts'
import { ACCEPTED, answerPosts } from '../support/composer.ts'
import { CONNECTIONS, ok, page as pageOf } from '../support/dashboard-samples.ts'
import { cutOff } from '../support/fits.ts'
import {
  refusal,
  type Script,
  type ScriptedAnswer,
  type ScriptedDashboard,
  signedIn,
} from '../support/scripted-dashboard.ts'

let visits: Visits

beforeAll(async () => {
  visits = await launchBrowser()
})

afterAll(() => visits.end())

const script = (make: (at: number) => ScriptedAnswer = () => ACCEPTED): Script => ({
  ...signedIn(),
  'GET /v1/accounts/connections': ok(CONNECTIONS),
  'GET /v1/media/users': pageOf([]),
  'GET /v1/posts': pageOf([]),
  'POST /v1/posts/text': answerPosts(({ json }) => make((json as { scheduled_at: number }).scheduled_at)),
})

const NOW = Date.now()
/** A day of the pages, whose clocks show UTC. It stays the same when a day begins meanwhile. */
const dayIn = (days: number) => new Date(NOW + days * 86_400_000).toISOString().slice(0, 10)

async function composeSeries(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: '@harborcoffee (Threads)' }).check()
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Tuesday special')
  await page.getByRole('radio', { name: 'Later' }).check()
  await page.getByLabel('Date and time').fill(`${dayIn(2)}T12:00`)
  await page.getByRole('combobox', { name: 'Repeat' }).selectOption('weekly')
  await page.getByLabel('Last day').fill(dayIn(24))
  await page.getByText('4 posts, the last on', { exact: false }).waitFor()
}

/** No request is under way any more: it was refused. What is made already is told before. */
const isRefused = (page: Page, button: string) =>
  expect.poll(() => page.getByRole('button', { name: button }).isEnabled()).toBe(true)

const made = ({ requests }: ScriptedDashboard) =>
  requests
    .filter(({ method, path }) => method === 'POST' && path === '/v1/posts/text')
    .map(({ json, headers }) => ({
      at: (json as { scheduled_at: number }).scheduled_at,
      key: String(headers['idempotency-key']),
    }))

test.each(['wide', 'narrow'] as const)(
  'is said before it is made, and fits, seen %s',
  { tags: 'deep' },
  async (view) => {
    const { page, visitor } = await openScripted(visits, '/compose?lang=en', script(), view)
    await composeSeries(page)
    await visitor.screenshot('series')
    await visitor.expectAccessible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      page.viewportSize()!.width,
    )
    expect(await page.getByRole('button', { name: 'Schedule' }).isVisible()).toBe(true)
  },
)

test('says on a phone how often, and until when', { tags: 'deep' }, async () => {
  const { page } = await openScripted(visits, '/compose', script())
  await page.setViewportSize({ width: 360, height: 740 })
  await composeSeries(page)
  const often = page.getByRole('combobox', { name: 'Repeat' })
  for (const each of await often.locator('option').allInnerTexts()) {
    await often.selectOption(each)
    await expect.poll(() => cutOff(page), { message: each }).toEqual([])
  }
})

test('is a post for each time, each with a key of its own', { tags: 'deep' }, async () => {
  const { page, dashboard } = await openScripted(visits, '/compose', script())
  await composeSeries(page)
  await page.getByRole('button', { name: 'Schedule' }).click()
  await page.getByText('4 posts are scheduled.').waitFor()
  await page.waitForURL(/\/posts\?show=scheduled$/)
  const all = made(dashboard)
  expect(all.map(({ at }) => new Date(at).getUTCDay())).toEqual(Array(4).fill(new Date(all[0]!.at).getUTCDay()))
  expect(new Set(all.map(({ at }) => at)).size).toBe(4)
  expect(new Set(all.map(({ key }) => key)).size).toBe(4)
})

test('saved for the team is one post, and it is said', { tags: 'deep' }, async () => {
  const draft = { id: 'd1', version: 1 }
  const { page, dashboard } = await openScripted(visits, '/compose', {
    ...script(),
    'GET /v1/drafts': ok([]),
    'POST /v1/drafts': { status: 201, body: { data: draft } },
    'PATCH /v1/drafts/d1': { body: { data: draft } },
    'GET /v1/drafts/d1': { body: { data: draft } },
  })
  await composeSeries(page)
  await page.getByRole('button', { name: 'Save for the team' }).click()
  await page.getByText('drafts of the team do not repeat', { exact: false }).waitFor()
  const [saved] = dashboard.requests.filter(({ method, path }) => method === 'POST' && path === '/v1/drafts')
  expect(saved!.json).toMatchObject({ post: { scheduled_at: Date.parse(`${dayIn(2)}T12:00Z`) } })
})

test('goes on where it was refused in between, and makes none a second time', { tags: 'deep' }, async () => {
  let asked = 0
  const { page, dashboard } = await openScripted(
    visits,
    '/compose',
    script(() => {
      asked += 1
      return asked === 3 ? refusal(403, 'role_required', 'Not just now.') : ACCEPTED
    }),
  )
  await composeSeries(page)
  await page.getByRole('button', { name: 'Schedule' }).click()
  await page.getByText('2 posts of this series are scheduled already and are not made again.').waitFor()
  await isRefused(page, 'Schedule')
  // Also by somebody who comes back to it later.
  await page.getByText('Saved in this browser.').waitFor()
  await page.reload()
  await page.getByText('2 posts of this series are scheduled already and are not made again.').waitFor()
  await page.getByRole('button', { name: 'Schedule' }).click()
  await page.getByText('2 posts are scheduled.').waitFor()
  const times = made(dashboard).map(({ at }) => at)
  expect(times).toHaveLength(5)
  expect(times[2]).toBe(times[3])
  expect(new Set(times).size).toBe(4)
})

test('sends what got no answer again with the key it had', async () => {
  let asked = 0
  const { page, dashboard } = await openScripted(
    visits,
    '/compose',
    script(() => {
      asked += 1
      return asked === 2 ? refusal(503, 'unavailable', 'Not now.') : ACCEPTED
    }),
  )
  await composeSeries(page)
  await page.getByRole('button', { name: 'Schedule' }).click()
  await page.getByText('The service did not say whether it took the post', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Schedule' }).click()
  await page.getByText('4 posts are scheduled.').waitFor()
  const keys = new Map<number, Set<string>>()
  for (const { at, key } of made(dashboard)) keys.set(at, new Set([...(keys.get(at) ?? []), key]))
  expect([...keys.values()].map(({ size }) => size)).toEqual([1, 1, 1, 1])
})

test('says what is missing: a last day, and an earlier one where it makes too many', async () => {
  const { page, dashboard } = await openScripted(visits, '/compose', script())
  await composeSeries(page)
  await page.getByLabel('Last day').fill('')
  await page.getByRole('button', { name: 'Schedule' }).click()
  const problems = page.getByRole('region', { name: 'Problems' })
  await problems.getByText('Choose the last day of the series', { exact: false }).waitFor()
  await page.getByRole('combobox', { name: 'Repeat' }).selectOption('daily')
  await page.getByLabel('Last day').fill(dayIn(200))
  await problems.getByText('That makes more than 100 posts.', { exact: false }).waitFor()
  expect(made(dashboard)).toEqual([])
})

describe('for approval', () => {
  const asked = ({ requests }: ScriptedDashboard) =>
    requests
      .filter(({ method, path }) => method === 'POST' && path === '/v1/approvals')
      .map(({ json, headers }) => {
        const { type, post } = json as { type: string; post: { content: string; scheduled_at: number } }
        return { type, content: post.content, at: post.scheduled_at, key: String(headers['idempotency-key']) }
      })
  const ofAuthor = (answer: (turn: number) => ScriptedAnswer = () => ok({ id: 'a1' })): Script => {
    let turn = 0
    return {
      ...script(),
      ...signedIn('author'),
      'GET /v1/accounts/connections': ok(CONNECTIONS),
      'GET /v1/approvals': ok([], { next_before: null }),
      'POST /v1/approvals': () => {
        turn += 1
        return answer(turn)
      },
    }
  }

  test('an author sends each time of a series, each with a key of its own, and publishes nothing', {
    tags: 'deep',
  }, async () => {
    const { page, dashboard, visitor } = await openScripted(visits, '/compose?lang=en', ofAuthor())
    await composeSeries(page)
    expect(await page.getByRole('button', { name: 'Schedule' }).count()).toBe(0)
    await visitor.expectAccessible()
    await page.getByRole('button', { name: 'Send for approval' }).click()
    await page.getByText('4 posts are sent for approval.', { exact: false }).waitFor()
    await page.waitForURL(/\/approvals$/)
    const all = asked(dashboard)
    expect(all.map(({ type, content }) => [type, content])).toEqual(Array(4).fill(['text', 'Tuesday special']))
    expect([new Set(all.map(({ at }) => at)).size, new Set(all.map(({ key }) => key)).size]).toEqual([4, 4])
    expect(made(dashboard)).toEqual([])
  })

  test('goes on where it was refused, also after a reload, and sends none a second time', {
    tags: 'deep',
  }, async () => {
    const { page, dashboard } = await openScripted(
      visits,
      '/compose?lang=en',
      ofAuthor((turn) => (turn === 3 ? refusal(409, 'conflict', '500 posts wait already.') : ok({ id: `a${turn}` }))),
    )
    await composeSeries(page)
    await page.getByRole('button', { name: 'Send for approval' }).click()
    const told = '2 posts of this series are sent for approval already and are not sent again.'
    await page.getByText(told).waitFor()
    await isRefused(page, 'Send for approval')
    // It was refused for certain.
    expect(await page.getByText('The service did not say', { exact: false }).count()).toBe(0)
    await page.getByText('Saved in this browser.').waitFor()
    await page.reload()
    await page.getByText(told).waitFor()
    await page.getByRole('button', { name: 'Send for approval' }).click()
    await page.getByText('2 posts are sent for approval.', { exact: false }).waitFor()
    const times = asked(dashboard).map(({ at }) => at)
    expect([times.length, new Set(times).size, times[2] === times[3]]).toEqual([5, 4, true])
  })

  test('sends what got no answer again with the key it had', async () => {
    const { page, dashboard } = await openScripted(
      visits,
      '/compose?lang=en',
      ofAuthor((turn) => (turn === 2 ? refusal(503, 'unavailable', 'Not now.') : ok({ id: `a${turn}` }))),
    )
    await composeSeries(page)
    await page.getByRole('button', { name: 'Send for approval' }).click()
    await page.getByText('if it was taken, it does not wait twice', { exact: false }).waitFor()
    await page.getByRole('button', { name: 'Send for approval' }).click()
    await page.getByText('4 posts are sent for approval.', { exact: false }).waitFor()
    const keys = new Map<number, Set<string>>()
    for (const { at, key } of asked(dashboard)) keys.set(at, new Set([...(keys.get(at) ?? []), key]))
    expect([...keys.values()].map(({ size }) => size)).toEqual([1, 1, 1, 1])
  })

  test('an editor may have a series approved too', { tags: 'deep' }, async () => {
    const { page, dashboard } = await openScripted(visits, '/compose?lang=en', {
      ...ofAuthor(),
      ...signedIn('editor'),
      'GET /v1/accounts/connections': ok(CONNECTIONS),
    })
    await composeSeries(page)
    await page.getByRole('button', { name: 'Send for approval' }).click()
    await page.waitForURL(/\/approvals$/)
    expect([asked(dashboard).length, made(dashboard)]).toEqual([4, []])
  })
})
