// The list of posts and a post's page.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allHasCome, launchBrowser, openScripted, type Visits } from '../support/browser.ts'
import {
  CONNECTIONS,
  connection,
  ok,
  page as pageOf,
  partlyFailed,
  post,
  postSummary,
  posts,
  publication,
} from '../support/dashboard-samples.ts'
import { refusal, type Script, signedIn } from '../support/scripted-dashboard.ts'

let visits: Visits

beforeAll(async () => {
  visits = await launchBrowser()
})

afterAll(() => visits.end())

const ID = postSummary().id
const PAGE = `/posts/${ID}`

const script = (more: Script = {}, role?: 'viewer' | 'author'): Script => ({
  ...signedIn(role),
  'GET /v1/accounts/connections': ok(CONNECTIONS),
  'GET /v1/posts': pageOf(posts()),
  [`GET /v1${PAGE}`]: ok(partlyFailed()),
  'GET /v1/media/users': pageOf([]),
  ...more,
})

describe.each(['wide', 'narrow'] as const)('seen %s', (view) => {
  test.each([
    ['/posts', 'posts', 'Spring menu'],
    [PAGE, 'post', 'session has expired'],
  ])('%s is accessible and fits', async (path, name, there) => {
    const { page, visitor } = await openScripted(visits, path, script(), view)
    await page.getByText(there).first().waitFor()
    await visitor.screenshot(name)
    await visitor.expectAccessible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      page.viewportSize()!.width,
    )
  })
})

describe('the list', () => {
  test('asks by the filters and the page that stand in its address', async () => {
    const { page, dashboard } = await openScripted(visits, '/posts?type=reels&page=2&status=nonsense', {
      ...script(),
      'GET /v1/posts': pageOf(posts(), { page: 2, total_pages: 3, total_count: 56 }),
    })
    await page.getByText('Page 2 of 3 · 56 posts').waitFor()
    const asked = () => dashboard.requests.filter(({ path }) => path.startsWith('/v1/posts?')).at(-1)!.path
    expect(asked()).toBe('/v1/posts?type=reels&page=2&limit=25')
    await page.getByRole('combobox', { name: 'State' }).selectOption('Failed')
    await expect.poll(asked).toBe('/v1/posts?type=reels&status=failed&page=1&limit=25')
    expect(new URL(page.url()).search).toBe('?type=reels&status=failed')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect.poll(() => new URL(page.url()).search).toBe('')
  })

  test('goes to the last page where its address names one after it', async () => {
    const { page, dashboard } = await openScripted(visits, '/posts?page=9', {
      ...script(),
      'GET /v1/posts': ({ path }) => {
        const at = Number(new URL(`http://x${path}`).searchParams.get('page'))
        return pageOf(at > 3 ? [] : posts(), { page: at, total_pages: 3, total_count: 56 })
      },
    })
    await page.getByText('Page 3 of 3 · 56 posts').waitFor()
    expect(new URL(page.url()).search).toBe('?page=3')
    // Of a team without a post, the first is the last.
    dashboard.answer({ 'GET /v1/posts': pageOf([], { page: 9, total_pages: 0, total_count: 0 }) })
    await page.goto(new URL('/posts?page=9', page.url()).href)
    await page.getByRole('heading', { name: 'No posts yet' }).waitFor()
    expect(await page.getByText('Page 9').count()).toBe(0)
  })

  test.each(['show=published&page=none', 'show=constructor&page=-1', 'show=found&page=1.5'])(
    'shows the first page of all where its address says something that is none: %s',
    async (search) => {
      const first = pageOf(posts(), { page: 1, total_pages: 3, total_count: 56 })
      const { page, dashboard } = await openScripted(visits, `/posts?${search}`, script({ 'GET /v1/posts': first }))
      await page.getByText('Page 1 of 3 · 56 posts').waitFor()
      expect(dashboard.requests.map(({ path }) => path)).toContain('/v1/posts?page=1&limit=25')
    },
  )

  test('names the account that is filtered by before the accounts have come, and says of no posts only what is known', {
    tags: 'deep',
  }, async () => {
    const { page, dashboard } = await openScripted(visits, '/posts', {
      ...script({ 'GET /v1/accounts/connections': 'hang' }),
      'GET /v1/posts': pageOf([]),
    })
    await page.getByRole('heading', { name: 'No posts yet' }).waitFor()
    dashboard.answer({ 'GET /v1/posts': 'hang' })
    await page.getByRole('link', { name: 'Published', exact: true }).click()
    await page.waitForURL('**/posts?status=published')
    await page.locator('.skeleton').waitFor()
    expect(await page.getByRole('heading', { name: /^No post/ }).count()).toBe(0)
    dashboard.answer({ 'GET /v1/posts': pageOf([]) })
    await page.goto(`${dashboard.url}/posts?account=${ID}`)
    const shown = page.getByRole('combobox', { name: 'Account' })
    await page.getByRole('heading', { name: 'No post matches these filters' }).waitFor()
    expect(await shown.inputValue()).toBe(ID)
  })

  test('says what to do where nothing is, and another thing where nothing fits', async () => {
    const { page, dashboard } = await openScripted(visits, '/posts', script({ 'GET /v1/posts': pageOf([]) }))
    await page.getByRole('heading', { name: 'No posts yet' }).waitFor()
    expect(await page.getByRole('link', { name: 'Write a post' }).getAttribute('href')).toBe('/compose')
    await page.goto(`${dashboard.url}/posts?status=failed`)
    await page.getByRole('heading', { name: 'No post matches these filters' }).waitFor()
  })
})

test('texts that are read from the right begin there, where a line is cut as well', async () => {
  const words = 'مرحبا بكم في مقهى الميناء، قائمة الربيع هنا: تونيك الكرز ولاتيه الشوفان وقهوة مقطرة من هويهويتينانغو'
  const arabic = [postSummary({ title: words, content: words })]
  const { page, dashboard } = await openScripted(visits, '/posts', script({ 'GET /v1/posts': pageOf(arabic) }))
  const NEAR = 20
  /** How far the first word is from the right edge of what cuts it. */
  const distance = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const range = document.createRange()
        const node = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode()!
        range.setStart(node, 0)
        range.setEnd(node, 5)
        return Math.abs(element.getBoundingClientRect().right - range.getBoundingClientRect().right)
      })
  await page.getByRole('row').getByRole('link').waitFor()
  await expect.poll(() => distance('.post-name')).toBeLessThan(NEAR)
  await expect.poll(() => distance('.post-second > [dir]')).toBeLessThan(NEAR)
  await page.goto(
    `${dashboard.url}/calendar?view=month&date=${new Date(arabic[0]!.scheduled_at).toISOString().slice(0, 10)}`,
  )
  await page.locator('.entry').waitFor()
  await expect.poll(() => distance('.entry-name')).toBeLessThan(NEAR)
  await page.goto(`${dashboard.url}/compose`)
  await page.getByRole('checkbox', { name: '@harborcoffee (Threads)' }).check()
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await text.fill(words)
  expect(await text.evaluate((element) => getComputedStyle(element).unicodeBidi)).toBe('plaintext')
  await expect.poll(() => distance('.preview .caption')).toBeLessThan(NEAR)
})

test.each([
  ['en-GB', '6 May 2031, 16:30', '16:30'],
  ['de-DE', 'May 6, 2031, 16:30', '16:30'],
])(
  'times are written as the country of the browser writes them: %s',
  { tags: 'deep' },
  async (locale, exact, short) => {
    const at = [postSummary({ scheduled_at: Date.UTC(2031, 4, 6, 16, 30) })]
    const { page } = await openScripted(visits, '/posts', script({ 'GET /v1/posts': pageOf(at) }), 'wide', { locale })
    const time = page.getByRole('row').locator('time')
    expect(await time.textContent()).toContain(short)
    expect(await time.getAttribute('title')).toContain(exact)
  },
)

describe('the list by what is to be done', () => {
  // Clocks of people show no seconds.
  const at = (hours: number) => Math.floor(Date.now() / 60_000) * 60_000 + hours * 3_600_000
  const id = (last: number) => `00000000-0000-4000-8000-00000000000${last}`
  const summary = (last: number, title: string, more: object) => postSummary({ id: id(last), title, ...more })
  const later = summary(1, 'Later', { scheduled_at: at(72) })
  const soon = summary(2, 'Soon', { scheduled_at: at(2) })
  const partly = summary(3, 'Partly', { status: 'partially_failed', scheduled_at: at(-5) })
  const failed = summary(4, 'Refused', { status: 'failed', scheduled_at: at(-30) })
  const all = [later, soon, partly, failed]
  const byState: Script = {
    'GET /v1/posts': ({ path }) => {
      const status = new URLSearchParams(path.split('?')[1]).get('status')
      return pageOf(all.filter((post) => status === null || post.status === status))
    },
  }
  const named = (page: Page) => page.getByRole('row').getByRole('link').allInnerTexts()

  test('shows what is to come, the next one first, and all that failed', async () => {
    const { page } = await openScripted(visits, '/posts', script(byState))
    await page.getByRole('link', { name: 'Scheduled', exact: true }).click()
    await expect.poll(() => named(page)).toEqual(['Soon', 'Later'])
    expect(new URL(page.url()).search).toBe('?show=scheduled')
    await page.getByRole('link', { name: 'Failed', exact: true }).click()
    await expect.poll(() => named(page)).toEqual(['Partly', 'Refused'])
    const tabs = page.getByRole('navigation', { name: 'Posts shown' })
    expect(await tabs.locator('[aria-current]').allInnerTexts()).toEqual(['Failed'])
  })

  test('is searched by title, text and hashtag', async () => {
    const { page } = await openScripted(visits, '/posts', script(byState))
    await page.getByRole('searchbox', { name: 'Search posts' }).fill('refus')
    await expect.poll(() => named(page)).toEqual(['Refused'])
    await page.getByRole('searchbox', { name: 'Search posts' }).fill('lavender')
    await expect.poll(() => named(page)).toHaveLength(4)
    await page.getByRole('searchbox', { name: 'Search posts' }).fill('matcha')
    await page.getByRole('heading', { name: 'Nothing found' }).waitFor()
  })

  test('stays at what failed while it is filtered and searched, and has the words again on the way back', {
    tags: 'deep',
  }, async () => {
    const { page, dashboard } = await openScripted(visits, '/posts?show=failed', script(byState))
    await expect.poll(() => named(page)).toEqual(['Partly', 'Refused'])
    await page.getByRole('combobox', { name: 'Type' }).selectOption('Feed')
    await expect.poll(() => new URL(page.url()).search).toBe('?type=feed&show=failed')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect.poll(() => new URL(page.url()).search).toBe('?show=failed')
    // The scheduled ones have these words as well.
    await page.getByRole('searchbox', { name: 'Search posts' }).fill('lavender')
    await page.waitForURL('**/posts?show=failed&find=lavender')
    expect(await named(page)).toEqual(['Partly', 'Refused'])
    expect(dashboard.requests.filter(({ path }) => /^\/v1\/posts\?page/.test(path))).toEqual([])
    await page.getByRole('searchbox', { name: 'Search posts' }).fill('refused')
    await expect.poll(() => named(page)).toEqual(['Refused'])
    await page.waitForURL('**/posts?show=failed&find=refused')
    await page.getByRole('link', { name: 'Refused' }).click()
    await page.waitForURL(`**/posts/${id(4)}`)
    await page.goBack()
    await expect.poll(() => named(page)).toEqual(['Refused'])
    expect(await page.getByRole('searchbox', { name: 'Search posts' }).inputValue()).toBe('refused')
  })

  test('moves, cancels and retries several posts at once, each where that fits', { tags: 'deep' }, async () => {
    const { page, dashboard, visitor } = await openScripted(visits, '/posts', {
      ...script(byState),
      [`PATCH /v1/posts/${id(1)}`]: ok(later),
      [`PATCH /v1/posts/${id(2)}`]: refusal(409, 'not_scheduled', 'It is on its way.'),
      [`POST /v1/posts/${id(4)}/retry`]: ok({ accounts: ['a2'], left_out: [] }),
    })
    for (const name of ['Later', 'Soon', 'Refused'])
      await page.getByRole('checkbox', { name: `Choose ${name}` }).check()
    await page.getByText('3 chosen').waitFor()
    await visitor.expectAccessibleHere()
    await page.getByRole('button', { name: 'Move by days (2)' }).click()
    await page.getByRole('spinbutton', { name: 'Days' }).fill('-9')
    await page.getByRole('dialog').getByRole('button', { name: 'Move', exact: true }).click()
    await page.getByText('Enter a whole number of days').waitFor()
    await page.getByRole('spinbutton', { name: 'Days' }).fill('7')
    await page.getByRole('dialog').getByRole('button', { name: 'Move', exact: true }).click()
    await page.getByText('1 post is moved.').waitFor()
    await page.getByText('1 post was left as it was: It is on its way.').waitFor()
    const moved = dashboard.requests.find(({ path }) => path === `/v1/posts/${id(1)}`)
    expect(moved?.json).toEqual({ scheduled_at: later.scheduled_at + 7 * 24 * 3_600_000 })
    // The one that it did not work with stays chosen: the sentence does not name it.
    await page.getByText('1 chosen').waitFor()
    await page.getByRole('checkbox', { name: 'Choose Soon' }).uncheck()
    await page.getByRole('checkbox', { name: 'Choose Refused' }).check()
    await page.getByRole('button', { name: 'Retry', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Retry' }).click()
    await expect.poll(() => dashboard.requests.filter(({ path }) => path.endsWith('/retry'))).toHaveLength(1)
  })

  test('offers in each row what can be done with the post, and a viewer nothing', { tags: 'deep' }, async () => {
    const { page, dashboard } = await openScripted(visits, '/posts', {
      ...script(byState),
      [`DELETE /v1/posts/${id(2)}`]: ok({}),
    })
    await page.getByRole('button', { name: 'Actions for Partly' }).click()
    await page.getByRole('button', { name: 'Retry' }).waitFor()
    expect(await page.getByRole('button', { name: 'Cancel post' }).count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Duplicate' }).getAttribute('href')).toBe(`/compose?from=${id(3)}`)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Actions for Soon' }).click()
    await page.getByRole('button', { name: 'Cancel post' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel post' }).click()
    await expect.poll(() => dashboard.requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
    await page.goto('about:blank')
    const seen = await openScripted(visits, '/posts', script(byState, 'viewer'))
    await seen.page.getByRole('link', { name: 'Soon' }).waitFor()
    expect(await seen.page.getByRole('checkbox').count()).toBe(0)
    expect(await seen.page.getByRole('button', { name: /^Actions for/ }).count()).toBe(0)
    // A post that an author begins from another one waits for an editor.
    await seen.page.goto('about:blank')
    const author = await openScripted(visits, '/posts', script(byState, 'author'))
    await author.page.getByRole('button', { name: 'Actions for Soon' }).click()
    await author.page.getByRole('link', { name: 'Duplicate' }).waitFor()
    expect(await author.page.getByRole('button', { name: /^(Cancel post|Move)/ }).count()).toBe(0)
    expect(await author.page.getByRole('checkbox').count()).toBe(0)
  })

  test.each([900, 1200])('has the pictures of many accounts beside the time, at %i px', async (width) => {
    const accounts = Array.from({ length: 6 }, (_, at) => connection({ id: `m${at}`, username: `harbor.${at}` }))
    const many = postSummary({ title: 'Everywhere', accounts: accounts.map(({ id }) => id) })
    const { page } = await openScripted(
      visits,
      '/posts',
      script({ 'GET /v1/accounts/connections': ok(accounts), 'GET /v1/posts': pageOf([many]) }),
    )
    await page.setViewportSize({ width, height: 800 })
    const row = page.getByRole('row', { name: /Everywhere/ })
    const more = row.getByText('+3')
    await more.waitFor()
    const end = await more.evaluate((last) => last.getBoundingClientRect().right)
    const time = await row.locator('.when-cell').evaluate((cell) => cell.getBoundingClientRect().left)
    expect(end).toBeLessThan(time)
  })

  test('takes two lines a post on a phone', async () => {
    const many = Array.from({ length: 19 }, (_, place) =>
      postSummary({ id: `00000000-0000-4000-8000-0000000000${place + 10}`, title: `Post ${place}` }),
    )
    const { page } = await openScripted(visits, '/posts', script({ 'GET /v1/posts': pageOf(many) }), 'narrow')
    await page.getByRole('link', { name: 'Post 18' }).waitFor()
    const high = await page.getByRole('table').evaluate((table) => table.getBoundingClientRect().height)
    // They took 4,281 px once.
    expect(high).toBeLessThan(19 * 104)
  })

  test('keeps the state of a post clear of its accounts on a phone', async () => {
    const accounts = ['a1', 'a2', 'a3', 'a4'].map((id) => connection({ id }))
    const due = postSummary({ status: 'scheduled', scheduled_at: Date.UTC(2031, 10, 26, 22, 50) })
    const { page } = await openScripted(visits, '/posts?lang=en', {
      ...script({ 'GET /v1/posts': pageOf([{ ...due, accounts: accounts.map(({ id }) => id) }]) }),
      'GET /v1/accounts/connections': ok(accounts),
    })
    await page.setViewportSize({ width: 360, height: 740 })
    await page.locator('.face').nth(3).waitFor()
    const boxes = await page.evaluate(() =>
      ['.when-cell time', '.state-cell .badge', '.faces'].map((each) =>
        document.querySelector(`.post-list ${each}`)!.getBoundingClientRect().toJSON(),
      ),
    )
    for (const [at, one] of boxes.entries())
      for (const other of boxes.slice(at + 1))
        expect(one.right <= other.left || one.bottom <= other.top, JSON.stringify(boxes)).toBe(true)
    for (const { left, right } of boxes) expect(left >= 0 && right <= 360).toBe(true)
  })
})

describe('a post', () => {
  test('says the state of each account, why, and what to do', async () => {
    const { page } = await openScripted(visits, PAGE, script())
    const live = page.getByRole('row', { name: /@harbor\.coffee \(Instagram\)/ })
    expect(await live.getByRole('link').getAttribute('href')).toBe('https://www.instagram.com/p/C0ffee/')
    await live.getByText('Published').waitFor()
    const failed = page.getByRole('row', { name: /@harborcoffee \(Threads\)/ })
    await failed.getByText('Threads says: “Error validating access token: session has expired.”').waitFor()
    await failed.getByText('Reconnect the account, then retry.').waitFor()
    // The account has to be connected first: that stands out, and retrying is beside it.
    await failed.getByRole('link', { name: 'Reconnect' }).waitFor()
    await failed.getByRole('button', { name: 'Retry', exact: true }).waitFor()
    expect(await failed.getByRole('link', { name: /^Duplicate/ }).count()).toBe(0)
    expect(await page.getByText('is connected again').count()).toBe(0)
  })

  test('says of a post that a limit holds that it is tried again, in words that are not put into the mouth of the platform', async () => {
    const happened = (...events: string[]) => events.map((event) => ({ at: Date.now(), event }))
    const { page, visitor } = await openScripted(visits, PAGE, {
      ...script(),
      [`GET /v1${PAGE}`]: ok(
        post([
          publication({
            account_id: 'a2',
            platform: 'threads',
            state: 'preparing',
            terminal: false,
            permalink: null,
            published_at: null,
            next_attempt_at: Date.now() + 600_000,
            last_problem: { message: 'The account has used 250 of its 250 posts in 24 hours.' },
            timeline: happened('accepted', 'started', 'container_created', 'container_ready', 'problem'),
          }),
          // The platform had refused it at first; now it is at work on it.
          publication({
            state: 'preparing',
            next_attempt_at: Date.now() + 3000,
            last_problem: { message: 'Try later.', code: 2, http_status: 500 },
            timeline: happened('accepted', 'started', 'problem', 'container_created'),
          }),
        ]),
      ),
    })
    const held = page.getByRole('row', { name: /@harborcoffee \(Threads\)/ })
    await held.getByText('To be tried again', { exact: true }).waitFor()
    await held.getByText('The account has used 250 of its 250 posts in 24 hours.', { exact: true }).waitFor()
    expect(await page.getByText('Threads says').count()).toBe(0)
    const prepared = page.getByRole('row', { name: /@harbor\.coffee \(Instagram\)/ })
    await prepared.getByText('Preparing media', { exact: true }).waitFor()
    // Nothing of it was sent to be published.
    await page.getByRole('button', { name: 'Cancel post' }).waitFor()
    await visitor.screenshot('post-held')
    // On a page in another language, words that are not in it are told apart from the page's own.
    await page.goto(`${page.url()}?lang=ko`)
    await page.getByText('서비스 메시지: “The account has used 250 of its 250 posts in 24 hours.”').waitFor()
  })

  test('says that the account is connected again where only retrying is left', async () => {
    const connections = CONNECTIONS.map((each) => ({ ...each, status: 'connected' }))
    const { page } = await openScripted(visits, PAGE, script({ 'GET /v1/accounts/connections': ok(connections) }))
    const failed = page.getByRole('row', { name: /@harborcoffee \(Threads\)/ })
    await failed.getByText('The account is connected again: the post can be sent now.').waitFor()
    await failed.getByRole('button', { name: 'Retry', exact: true }).waitFor()
    expect(await failed.getByRole('link', { name: 'Reconnect' }).count()).toBe(0)
  })

  test('judges an account by how it is after the failure, not by how it was before', async () => {
    const { page, dashboard } = await openScripted(visits, PAGE, {
      ...script({ 'GET /v1/accounts/connections': ok(CONNECTIONS.map((each) => ({ ...each, status: 'connected' }))) }),
      [`GET /v1${PAGE}`]: ok(
        post([publication({ account_id: 'a2', platform: 'threads', state: 'publishing' })], { status: 'publishing' }),
      ),
    })
    await page.getByRole('row', { name: /@harborcoffee \(Threads\)/ }).waitFor()
    const advice = page.evaluate(
      (either) =>
        new Promise((tell) => {
          const look = () => {
            const said = either.find((each) => document.body.textContent.includes(each))
            if (said) tell(said)
          }
          new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
        }),
      ['is connected again', 'Reconnect the account, then retry.'],
    )
    dashboard.answer(script())
    expect(await advice).toBe('Reconnect the account, then retry.')
  })

  test('gives no advice about an account before it is known how the account is', { tags: 'deep' }, async () => {
    const { page } = await openScripted(visits, PAGE, script({ 'GET /v1/accounts/connections': 'hang' }))
    const failed = page.getByRole('row').filter({ hasText: 'Threads says: ' })
    await failed.getByText('The platform no longer accepts the sign-in of the account.').waitFor()
    expect(await failed.getByText('Reconnect the account, then retry.').count()).toBe(0)
    expect(await failed.getByRole('link', { name: 'Reconnect' }).count()).toBe(0)
    expect(await page.getByText('Disconnected account').count()).toBe(0)
  })

  test('has what failed first, and what happened folded away by account, with seconds', async () => {
    const { page } = await openScripted(visits, PAGE, script())
    const rows = page.getByRole('table', { name: 'Accounts of this post' }).getByRole('row')
    await rows.first().getByText('@harborcoffee (Threads)').waitFor()
    // Its part of the program comes by itself. Where it came between pressing and letting go, all below it moved, and the click was lost.
    await page.getByText('needs to be reconnected', { exact: false }).first().waitFor()
    expect(await page.getByText('Publishing began').count()).toBe(0)
    await rows
      .last()
      .getByRole('button', { name: 'What happened on @harbor.coffee (Instagram)', expanded: false })
      .click()
    await rows.last().getByText('Media handed to the platform').waitFor()
    expect(await rows.last().getByRole('listitem').first().innerText()).toMatch(/\d:\d\d:\d\d/)
  })

  test('follows by itself until nothing more happens, and then asks no more', { tags: 'deep' }, async () => {
    let asked = 0
    const { page } = await openScripted(visits, PAGE, {
      ...script(),
      [`GET /v1${PAGE}`]: () => {
        asked += 1
        return asked < 3
          ? ok(post([publication({ state: 'publishing' })], { status: 'publishing', scheduled_at: null }))
          : ok(post([publication({ state: 'published', terminal: true })], { status: 'published', scheduled_at: null }))
      },
    })
    await page
      .getByRole('row', { name: /@harbor\.coffee/ })
      .getByText('Published')
      .waitFor()
    expect(asked).toBe(3)
    // Longer than the next question would have taken.
    await page.waitForTimeout(2500)
    expect(asked).toBe(3)
  })

  test('is asked for again after an outage, and says meanwhile that it may be another by now', {
    tags: 'deep',
  }, async () => {
    let asked = 0
    const { page } = await openScripted(visits, PAGE, {
      ...script(),
      [`GET /v1${PAGE}`]: () => {
        asked += 1
        if (asked > 1 && asked < 5) return refusal(503, 'unavailable', 'Not now.')
        return ok(
          asked === 1
            ? post([publication({ state: 'publishing' })], { status: 'publishing', scheduled_at: null })
            : post([publication({ state: 'published', terminal: true })], { status: 'published', scheduled_at: null }),
        )
      },
    })
    await page.getByText('Publishing').first().waitFor()
    await page.getByText('Its state may have changed since.').waitFor()
    await page
      .getByRole('row', { name: /@harbor\.coffee/ })
      .getByText('Published')
      .waitFor()
    expect(await page.getByText('Its state may have changed since.').count()).toBe(0)
  })

  test('is not asked about in the question that was asked about another', async () => {
    const other = postSummary({ id: '00000000-0000-4000-8000-000000000009' }).id
    const scheduled = (id: string) => ({
      ...post([publication({ state: 'waiting' })], { status: 'scheduled', scheduled_at: Date.now() + 86_400_000 }),
      id,
    })
    const notice = { id: 'n1', kind: 'post.failed', at: Date.now(), seen: false, account: null, webhook: null }
    const { page } = await openScripted(
      visits,
      PAGE,
      script({
        [`GET /v1${PAGE}`]: ok(scheduled(ID)),
        [`GET /v1/posts/${other}`]: ok(scheduled(other)),
        'GET /v1/notices': ok({
          notices: [{ ...notice, post: { id: other, title: 'The other', failed: 1, accounts: 1 } }],
          unseen: 1,
        }),
      }),
    )
    await page.getByRole('button', { name: 'Move' }).waitFor()
    await page.getByRole('button', { name: 'Notices: 1 new' }).click()
    await page.getByRole('link', { name: 'Open the post' }).click()
    await page.waitForURL(`**/posts/${other}`)
    await page.getByRole('button', { name: 'Cancel post', exact: true }).click()
    await page.getByRole('dialog').waitFor()
    await page.goBack()
    await page.waitForURL(`**${PAGE}`)
    await page.getByRole('button', { name: 'Move' }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  test('is retried once, however often the wish is sent', async () => {
    let tries = 0
    const { page, dashboard } = await openScripted(visits, PAGE, {
      ...script(),
      [`POST /v1${PAGE}/retry`]: () => {
        tries += 1
        return tries === 1 ? refusal(503, 'unavailable', 'Not now.') : ok({ accounts: ['a2'], left_out: [] })
      },
    })
    await page.getByRole('button', { name: 'Retry' }).click()
    const confirm = page.getByRole('dialog').getByRole('button', { name: 'Retry' })
    await confirm.click()
    await page.getByRole('dialog').getByText('The service has a fault.').waitFor()
    await confirm.click()
    await page.getByText('Sent again to 1 account.').waitFor()
    const keys = dashboard.requests
      .filter(({ method }) => method === 'POST')
      .map(({ headers }) => headers['idempotency-key'])
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
  })

  const rejected = {
    state: 'failed',
    terminal: true,
    error: { code: 'rejected', message: 'The platform refused the content.', platform: null },
  } as const
  const late = {
    state: 'failed',
    terminal: true,
    retryable: true,
    error: { code: 'platform_unavailable', message: 'The platform did not take it.', platform: null },
  } as const

  test('is duplicated to what failed where retrying does not help, from the card that failed', async () => {
    const { page } = await openScripted(visits, PAGE, {
      ...script(),
      [`GET /v1${PAGE}`]: ok(
        post([
          publication({ state: 'published', terminal: true }),
          publication({ account_id: 'a2', platform: 'threads', ...rejected }),
          publication({ account_id: 'a3', ...late }),
        ]),
      ),
    })
    const failed = page.getByRole('row', { name: /@harborcoffee \(Threads\)/ })
    const again = failed.getByRole('link', { name: 'Duplicate to this account' })
    // Not to the account that is retried: it would get the post twice.
    expect(await again.getAttribute('href')).toBe(`/compose?from=${ID}&only=a2`)
    expect(await failed.getByRole('button', { name: 'Retry' }).count()).toBe(0)
    const live = page.getByRole('row', { name: /@harbor\.coffee \(Instagram\)/ })
    expect(await live.getByRole('link', { name: /^Duplicate/ }).count()).toBe(0)
  })

  test('is retried by one button above the cards where several accounts failed', async () => {
    const { page } = await openScripted(visits, PAGE, {
      ...script(),
      [`GET /v1${PAGE}`]: ok(
        post([publication(late), publication({ account_id: 'a2', platform: 'threads', ...late })]),
      ),
    })
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByRole('dialog').getByText('It is sent again to 2 accounts', { exact: false }).waitFor()
    expect(await page.getByRole('row').getByRole('button', { name: 'Retry' }).count()).toBe(0)
  })

  test('is seen on each account as its platform shows it, with the text of that account', async () => {
    const { page } = await openScripted(visits, PAGE, {
      ...script(),
      [`GET /v1${PAGE}`]: ok(
        post([publication(), publication({ account_id: 'a2', platform: 'threads' })], {
          content: 'For everybody',
          hashtags: ['#tonic'],
          per_account: { a2: { content: 'Only on Threads' } },
        }),
      ),
    })
    const seen = (account: string) => page.getByRole('region', { name: `Preview for ${account}` })
    await seen('@harbor.coffee (Instagram)').getByText('For everybody').waitFor()
    await seen('@harborcoffee (Threads)').getByText('Only on Threads').waitFor()
    await seen('@harborcoffee (Threads)').getByText('#tonic').waitFor()
    expect(await seen('@harborcoffee (Threads)').getByText('For everybody').count()).toBe(0)
  })

  test('has its ids and all fields of the API under "Details"', { tags: 'deep' }, async () => {
    const { page, visitor } = await openScripted(visits, PAGE, script())
    const details = page.getByRole('button', { name: 'Details', expanded: false })
    await details.waitFor()
    expect(await page.getByText(ID).count()).toBe(0)
    await details.click()
    await page.getByRole('region', { name: 'Dates and IDs' }).getByText(ID).waitFor()
    await page.getByRole('region', { name: 'All fields, as the API returns them' }).getByText('"trace_id"').waitFor()
    await visitor.expectAccessible()
  })

  test('is moved to the time that the clock here shows, or says why not', async () => {
    const waits = post([publication()], { scheduled_at: Date.UTC(2031, 4, 6, 7) })
    const { page, dashboard } = await openScripted(visits, PAGE, {
      ...script({ [`GET /v1${PAGE}`]: ok(waits) }),
      [`PATCH /v1${PAGE}`]: refusal(
        422,
        'token_expires_first',
        'The token of @harbor.coffee ends first.',
        'scheduled_at',
      ),
    })
    await page.getByRole('button', { name: 'Move' }).click()
    const field = page.getByLabel('Date and time')
    expect(await field.inputValue()).toBe('2031-05-06T07:00')
    await field.fill('2031-05-09T18:30')
    await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click()
    await page.getByText('The token of @harbor.coffee ends first.').waitFor()
    dashboard.answer({ [`PATCH /v1${PAGE}`]: ok(waits) })
    await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click()
    await page.getByText(/Moved to May 9, 2031, 6:30.PM UTC/).waitFor()
    expect(dashboard.requests.find(({ method }) => method === 'PATCH')?.json).toEqual({
      scheduled_at: Date.UTC(2031, 4, 9, 18, 30),
    })
  })

  test('is cancelled after the question', async () => {
    const { page, dashboard } = await openScripted(visits, PAGE, {
      ...script({ [`GET /v1${PAGE}`]: ok(post([publication()])) }),
      [`DELETE /v1${PAGE}`]: ok({}),
    })
    await page.getByRole('button', { name: 'Cancel post' }).click()
    await page.getByRole('dialog').waitFor()
    await allHasCome(page)
    expect(dashboard.requests.filter(({ method }) => method === 'DELETE')).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel post' }).click()
    await page.getByText('The post is cancelled.').waitFor()
  })

  test('says of a cancelled post when it was to go out, and not that it was sent', { tags: 'deep' }, async () => {
    const told = async (more: object) => {
      const cancelled = post([publication({ state: 'cancelled', terminal: true })], { status: 'cancelled', ...more })
      const { page } = await openScripted(visits, PAGE, script({ [`GET /v1${PAGE}`]: ok(cancelled) }))
      return (await page.getByText(/^Feed · /).innerText()).replace(/\s+/g, ' ')
    }
    expect(await told({ type: 'feed', scheduled_at: Date.UTC(2031, 4, 6) })).toMatch(
      /^Feed · Was scheduled for May 6, 2031/,
    )
    expect(await told({ type: 'feed', scheduled_at: null })).toMatch(/^Feed · Created /)
    // It failed before, as its account was disconnected.
    expect(await told({ type: 'feed', status: 'failed', scheduled_at: Date.UTC(2031, 4, 6) })).toMatch(
      /^Feed · Was scheduled for May 6, 2031/,
    )
  })

  test('offers a viewer nothing that is refused, and an author the duplicate alone', { tags: 'deep' }, async () => {
    const { page } = await openScripted(visits, PAGE, script({}, 'viewer'))
    await page.getByText('session has expired').waitFor()
    for (const name of ['Retry', 'Move', 'Cancel post'])
      expect(await page.getByRole('button', { name, exact: true }).count(), name).toBe(0)
    expect(await page.getByRole('link', { name: 'Duplicate as a new post' }).count()).toBe(0)
    await page.goto('about:blank')
    const author = await openScripted(visits, PAGE, script({}, 'author'))
    await author.page.getByRole('link', { name: 'Duplicate as a new post' }).waitFor()
    for (const name of ['Retry', 'Move', 'Cancel post'])
      expect(await author.page.getByRole('button', { name, exact: true }).count(), name).toBe(0)
  })
})

describe('what was asked for', () => {
  const asked = post(
    [
      publication({
        state: 'published',
        terminal: true,
        notes: [{ code: 'story_not_shared', message: 'Not shared.' }],
      }),
      publication({
        account_id: 'a2',
        platform: 'threads',
        state: 'published',
        terminal: true,
        notes: [{ code: 'link_in_text', message: 'In the text.' }],
      }),
    ],
    {
      status: 'published',
      scheduled_at: null,
      media_items: [
        { media_asset_id: '70000000-0000-4000-8000-000000000001', alt_text: 'A glass of cherry tonic' },
        {
          media_asset_id: '70000000-0000-4000-8000-000000000002',
          user_tags: [{ username: 'mina.kim', x: 0.5, y: 0.5 }],
        },
      ],
      options: {
        instagram: { first_comment: 'Come by!', is_ai_generated: true, made_up_option: ['one', 'two'] },
        threads: { thread: [{ content: 'And a second post' }] },
      },
      per_account: {
        a2: { content: 'Only on Threads', hashtags: ['tonic'], options: { threads: { topic_tag: 'Coffee' } } },
      },
    },
  )

  test.each(['wide', 'narrow'] as const)('is accessible and fits, seen %s', { tags: 'deep' }, async (view) => {
    const { page, visitor } = await openScripted(visits, PAGE, script({ [`GET /v1${PAGE}`]: ok(asked) }), view)
    await page.getByRole('button', { name: /^(Details|세부 정보)$/, expanded: false }).click()
    await page.getByText('A glass of cherry tonic').first().waitFor()
    await visitor.screenshot('post-asked-for')
    await visitor.expectAccessible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      page.viewportSize()!.width,
    )
  })

  test.each([
    [320, 'both'],
    [360, 'both'],
    [768, 'both'],
    [1200, 'both'],
    [768, 'one'],
  ] as const)(
    'has its name, its state and its buttons beside each other, or below, at %s px, with %s of two accounts',
    async (width, accounts) => {
      const live = {
        state: 'published',
        terminal: true,
        published_at: Date.now(),
        permalink: 'https://example.com/p/1',
      }
      const view = post([
        ...(accounts === 'both' ? [publication(live)] : []),
        publication({ ...live, account_id: 'a2', platform: 'threads', platform_media_id: '1' }),
      ])
      const { page } = await openScripted(visits, PAGE, script({ [`GET /v1${PAGE}`]: ok(view) }))
      await page.setViewportSize({ width, height: 800 })
      const row = page.getByRole('row').filter({ hasText: 'Threads' })
      await row.getByRole('button', { name: /^Delete on the platform/ }).waitFor()
      const boxes = await row
        .locator('.account-named .long, .badge, .publication-state time, .publication-link .button')
        .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON() as DOMRect))
      expect(boxes).toHaveLength(5)
      for (const [at, one] of boxes.entries())
        for (const other of boxes.slice(at + 1))
          expect(
            one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top,
          ).toBe(true)
      for (const { right } of boxes) expect(right).toBeLessThanOrEqual(width)
    },
  )

  test('shows the figures of each account where it is live, and says why there are none', {
    tags: 'deep',
  }, async () => {
    const live = { state: 'published', terminal: true, published_at: Date.now() - 3_600_000 }
    const figures = { made_up: 3, likes: 62, views: 1480 }
    const read = { platform_media_id: 'm1', read_at: Date.now() - 60_000 }
    const { page, visitor, dashboard } = await openScripted(
      visits,
      PAGE,
      script({
        [`GET /v1${PAGE}`]: ok(
          post([
            publication(live),
            publication({ ...live, account_id: 'a2', platform: 'threads' }),
            publication({ account_id: 'a3', state: 'failed', terminal: true }),
          ]),
        ),
        [`GET /v1${PAGE}/insights`]: ok({
          post_id: ID,
          accounts: [
            { account_id: 'a1', platform: 'instagram', figures, problem: null, ...read },
            {
              ...{ account_id: 'a2', platform: 'threads', figures: null, platform_media_id: null, read_at: null },
              problem: { code: 'permission_not_granted', message: 'The account did not permit reading figures.' },
            },
          ],
        }),
      }),
    )
    const told = page.getByRole('region', { name: 'Figures of @harbor.coffee (Instagram)' })
    await told.waitFor()
    expect(
      await told
        .locator('dl > div')
        .evaluateAll((all) => all.map((each) => (each as HTMLElement).innerText.split('\n').join(': '))),
    ).toEqual(['Views: 1,480', 'Likes: 62', 'made up: 3'])
    await page.getByText('The account did not permit reading figures.').waitFor()
    expect(await page.getByRole('region', { name: /^Figures of/ }).count()).toBe(1)
    expect(dashboard.requests.filter(({ path }) => path.endsWith('/insights'))).toHaveLength(1)
    await visitor.screenshot('post-figures')
    await page.goto(`${dashboard.url}${PAGE}?lang=ko`)
    await page
      .getByText(/^계정에 필요한 권한이 없습니다\. .* \(The account did not permit reading figures\.\)$/)
      .waitFor()
    await visitor.expectAccessible()
  })

  describe('its figures over time', () => {
    const live = { state: 'published', terminal: true, published_at: Date.now() - 3_600_000 }
    const told = (days?: object[]) => ({
      post_id: ID,
      accounts: [
        {
          ...{ account_id: 'a1', platform: 'instagram', problem: null, platform_media_id: 'm1' },
          figures: { views: 1480, likes: 62 },
          read_at: Date.now() - 60_000,
          ...(days ? { days } : {}),
        },
      ],
    })
    const open = (insights: Script[string]) =>
      openScripted(
        visits,
        PAGE,
        script({ [`GET /v1${PAGE}`]: ok(post([publication(live)])), [`GET /v1${PAGE}/insights`]: insights }),
      )

    test('are folded away, and a chart and a table of each figure when opened', { tags: 'deep' }, async () => {
      const days = [
        { day: '2026-11-19', figures: { views: 900 } },
        { day: '2026-11-20', figures: { views: 1300, likes: 50 } },
        { day: '2026-11-23', figures: { views: 1480, likes: 62 } },
      ]
      const { page, visitor } = await open(ok(told(days)))
      const button = page.getByRole('button', { name: 'Over time: figures of @harbor.coffee (Instagram)' })
      await button.waitFor()
      expect([await button.getAttribute('aria-expanded'), await page.getByRole('img').count()]).toEqual(['false', 0])
      await button.click()
      await page.getByRole('img', { name: 'Views of @harbor.coffee (Instagram) by day' }).waitFor()
      const rows = async (figure: string) =>
        (
          await page
            .getByRole('table', { name: `${figure} of @harbor.coffee (Instagram) by day` })
            .getByRole('row')
            .allTextContents()
        ).slice(1)
      expect(await rows('Views')).toEqual(['Nov 23, 20261,480', 'Nov 20, 20261,300', 'Nov 19, 2026900'])
      await page.getByRole('combobox', { name: 'Figure' }).selectOption('likes')
      await expect.poll(() => rows('Likes')).toEqual(['Nov 23, 202662', 'Nov 20, 202650', 'Nov 19, 2026no data'])
      await visitor.screenshot('post-over-time')
      await visitor.expectAccessible()
    })

    test('are said to come where there is one day only', async () => {
      const { page } = await open(ok(told()))
      await page.getByText('How they grow is shown from the second day on.').waitFor()
      expect(await page.getByRole('button', { name: /^Over time/ }).count()).toBe(0)
    })

    test('can be asked for again where they could not be loaded', async () => {
      const { page, dashboard } = await open(refusal(403, 'forbidden', 'No.'))
      await page.getByText('The figures could not be loaded.').waitFor()
      dashboard.answer({ [`GET /v1${PAGE}/insights`]: ok(told()) })
      await page.getByRole('button', { name: 'Try again: figures of @harbor.coffee (Instagram)' }).click()
      await page.getByRole('region', { name: 'Figures of @harbor.coffee (Instagram)' }).getByText('1,480').waitFor()
    })

    test('are asked for again, once, where they were read before it was live there', async () => {
      const [first] = told().accounts
      const early = {
        ...first,
        figures: null,
        problem: { code: 'not_published', message: 'It is not known to be live.' },
      }
      const answers = [{ ...told(), accounts: [early] }, told()]
      const { page, dashboard } = await open(() => ok(answers.shift()))
      await page.getByRole('region', { name: 'Figures of @harbor.coffee (Instagram)' }).getByText('1,480').waitFor()
      expect(dashboard.requests.filter(({ path }) => path.endsWith('/insights'))).toHaveLength(2)
      expect(await page.getByText('It is not known to be live.').count()).toBe(0)
    })
  })

  test('shows who was invited to share it and what became of it, or why that is not told', async () => {
    const live = { state: 'published', terminal: true, published_at: Date.now() - 3_600_000 }
    const unknown = { collaborators: null, platform: 'instagram' }
    const { page, visitor, dashboard } = await openScripted(
      visits,
      PAGE,
      script({
        [`GET /v1${PAGE}`]: ok({
          ...post([
            publication(live),
            publication({ ...live, account_id: 'a3' }),
            publication({ ...live, account_id: 'a2', platform: 'threads' }),
          ]),
          options: { instagram: { collaborators: ['quay.books', 'old.lighthouse', 'private.person'] } },
          per_account: { a3: { options: { instagram: { collaborators: ['mina.kim'] } } } },
        }),
        [`GET /v1${PAGE}/insights`]: ok({ post_id: ID, accounts: [] }),
        [`GET /v1${PAGE}/collaborators`]: ok({
          post_id: ID,
          accounts: [
            {
              ...{ account_id: 'a1', platform: 'instagram', problem: null },
              collaborators: [
                { username: 'Quay.Books', state: 'accepted' },
                { username: 'old.lighthouse', state: 'pending' },
              ],
            },
            { ...unknown, account_id: 'a3', problem: { code: 'option_needs_facebook_login', message: 'No.' } },
          ],
        }),
      }),
    )
    const told = page.getByRole('region', { name: 'Collaborators of @harbor.coffee (Instagram)' })
    await told.getByText('Not answered yet').waitFor()
    expect(await told.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/@quay.books.*Accepted/s),
      expect.stringMatching(/@old.lighthouse.*Not answered yet/s),
      expect.stringMatching(/@private.person.*Not known/s),
    ])
    const other = page.getByRole('region', { name: 'Collaborators of @harbor.roastery (Instagram)' })
    await other.getByText('only for accounts that are connected with Facebook Login').waitFor()
    expect(await other.getByRole('listitem').allInnerTexts()).toEqual([expect.stringContaining('@mina.kim')])
    expect(await page.getByRole('region', { name: /^Collaborators of/ }).count()).toBe(2)
    expect(dashboard.requests.filter(({ path }) => path.endsWith('/collaborators'))).toHaveLength(1)
    await visitor.screenshot('post-collaborators')
    await visitor.expectAccessible()
  })

  test('is shown whole: texts of single accounts, alternative texts, options and notes', async () => {
    const picture = {
      id: asked.media_asset_ids[0]!,
      content_type: 'image/heif',
      title: 'tonic.heic',
      alt_text: 'tonic.heic',
    }
    const { page } = await openScripted(visits, PAGE, {
      ...script({ [`GET /v1${PAGE}`]: ok(asked) }),
      'GET /v1/media/users': pageOf([{ ...picture, download_url: '/original.heif' }]),
    })
    const facts = async (name: string) =>
      (await page.getByRole('region', { name, exact: true }).locator('dl > div').allInnerTexts()).map((fact) =>
        fact.split('\n').filter(Boolean).join(': '),
      )
    await page.getByRole('button', { name: 'Details', expanded: false }).click()
    await page.getByRole('region', { name: 'Options', exact: true }).waitFor()
    expect(await facts('Alternative texts')).toEqual([
      'File 1: A glass of cherry tonic',
      'People tagged in file 2: @mina.kim',
    ])
    expect(await facts('Options')).toEqual([
      'First comment (Instagram): Come by!',
      'Made with AI (Instagram): Yes',
      'made up option (Instagram): one, two',
      'Further posts of the thread (Threads): And a second post',
    ])
    expect(await facts('Only for @harborcoffee (Threads)')).toEqual([
      'Text: Only on Threads',
      'Hashtags: #tonic',
      'Topic (Threads): Coffee',
    ])
    // The original is of a type that most browsers do not show.
    const seen = page.getByRole('list', { name: 'Media' }).getByRole('img', { name: 'A glass of cherry tonic' })
    expect(await seen.getAttribute('src')).toBe(`/api/v1/media/${picture.id}`)
    await page.getByText('It is live. The platform did not share it as a story.').waitFor()
    await page.getByText(/so the link is in the text/).waitFor()
  })
})

describe('what follows publishing', () => {
  const first = {
    content: 'The first of two',
    media_asset_ids: ['70000000-0000-4000-8000-000000000001'],
    live: true,
    published_at: Date.now() - 60_000,
    platform_media_id: '1',
    permalink: 'https://www.threads.net/@a/post/1',
  }
  const second = {
    content: 'The second of two',
    media_asset_ids: [],
    live: false,
    published_at: null,
    platform_media_id: null,
    permalink: null,
  }
  const thread = publication({
    account_id: 'a2',
    platform: 'threads',
    state: 'partially_published',
    terminal: true,
    permalink: 'https://www.threads.net/@a/post/1',
    published_at: Date.now() - 60_000,
    parts: [first, second],
  })
  const commented = publication({
    state: 'published',
    terminal: true,
    permalink: 'https://www.instagram.com/p/C0ffee/',
    published_at: Date.now() - 60_000,
    steps: [
      {
        step: 'first_comment',
        state: 'failed',
        platform_id: null,
        created_at: Date.now() - 60_000,
        completed_at: Date.now() - 30_000,
        error: { message: 'The platform refused the comment.', platform: null },
      },
    ],
  })
  const both = (more: Parameters<typeof publication>[0] = {}) =>
    post([commented, { ...thread, ...more }], { status: 'partially_failed', scheduled_at: null })
  const DELETE = `DELETE /v1${PAGE}/publications/a2`

  test.each(['wide', 'narrow'] as const)(
    'is told by account, is accessible and fits, seen %s',
    { tags: 'deep' },
    async (view) => {
      const { page, visitor } = await openScripted(visits, PAGE, script({ [`GET /v1${PAGE}`]: ok(both()) }), view)
      await page.getByText('The platform refused the comment.').waitFor()
      await visitor.screenshot('post-parts')
      await visitor.expectAccessible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        page.viewportSize()!.width,
      )
    },
  )

  test('names each post of a thread that broke off, and the step that failed', async () => {
    const { page } = await openScripted(visits, PAGE, script({ [`GET /v1${PAGE}`]: ok(both()) }))
    const parts = page.getByRole('table', { name: /^Thread of/ })
    await parts
      .getByRole('row', { name: /^1 Published/ })
      .getByRole('link', { name: /^Open post 1/ })
      .waitFor()
    await parts.getByRole('row', { name: /^2 Not published/ }).waitFor()
    await parts
      .getByRole('row', { name: /^1 Published/ })
      .getByText('The first of two')
      .waitFor()
    await parts
      .getByRole('row', { name: /^1 Published/ })
      .getByText('1 file')
      .waitFor()
    await parts
      .getByRole('row', { name: /^2 Not published/ })
      .getByText('The second of two')
      .waitFor()
    const steps = page.getByRole('table', { name: /^After publishing/ })
    await steps.getByRole('row', { name: /First comment Failed .*refused the comment/ }).waitFor()
    await page.getByText('Partly published', { exact: true }).waitFor()
  })

  test('can be deleted where the platform has a way to, after a question', { tags: 'deep' }, async () => {
    const { page, dashboard, visitor } = await openScripted(visits, PAGE, {
      ...script({ [`GET /v1${PAGE}`]: ok(both()) }),
      [DELETE]: refusal(409, 'permission_not_granted', 'The permission was not granted.'),
    })
    const remove = page.getByRole('button', { name: /^Delete on the platform/ })
    await remove.waitFor()
    // Instagram has no way to.
    expect(await remove.count()).toBe(1)
    await remove.click()
    const dialog = page.getByRole('dialog')
    await visitor.expectAccessible()
    await dialog.getByRole('button', { name: 'Delete on the platform' }).click()
    await dialog.getByText('The permission was not granted.').waitFor()
    dashboard.answer({
      [DELETE]: { status: 202, body: { success: true, message: 'Begun.' } },
      [`GET /v1${PAGE}`]: ok(
        both({ deletion: { state: 'pending', requested_at: Date.now(), completed_at: null, error: null } }),
      ),
    })
    await dialog.getByRole('button', { name: 'Delete on the platform' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Being deleted on the platform').waitFor()
    expect(await remove.count()).toBe(0)
    // The button that had the focus is gone.
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
    // It goes on by itself, and the page follows.
    dashboard.answer({
      [`GET /v1${PAGE}`]: ok(
        both({
          state: 'deleted',
          deletion: { state: 'completed', requested_at: Date.now(), completed_at: Date.now(), error: null },
        }),
      ),
    })
    await page.getByText('Deleted', { exact: true }).first().waitFor()
    // Nothing is there any more.
    expect(await page.getByRole('link', { name: 'Open the post of @harborcoffee (Threads)' }).count()).toBe(0)
    expect(dashboard.requests.filter(({ method }) => method === 'DELETE')).toHaveLength(2)
  })

  test('has the text that is shown once, with another account', async () => {
    const short = { ...first, content: null, same_content_as: 'a2' }
    const other = { ...thread, account_id: 'a1', parts: [short, second] }
    const { page } = await openScripted(visits, PAGE, script({ [`GET /v1${PAGE}`]: ok(post([other, thread])) }))
    const parts = page.getByRole('table', { name: /^Thread of/ })
    await parts.nth(1).waitFor()
    for (const at of [0, 1]) {
      const row = parts.nth(at).getByRole('row', { name: /^1 Published/ })
      await row.getByText('The first of two').waitFor()
    }
  })

  test('is not a viewer’s to delete', async () => {
    const { page } = await openScripted(visits, PAGE, script({ [`GET /v1${PAGE}`]: ok(both()) }, 'viewer'))
    await page.getByRole('table', { name: /^Thread of/ }).waitFor()
    expect(await page.getByRole('button', { name: /^Delete on the platform/ }).count()).toBe(0)
  })
})
