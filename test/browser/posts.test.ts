// The list of posts and a post's page.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser, openScripted, type Visits } from '../support/browser.ts'
import {
  CONNECTIONS,
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

const script = (more: Script = {}, role?: 'viewer'): Script => ({
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
  ])('%s keeps nobody out and fits', async (path, name, there) => {
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

  test('says what to do where nothing is, and another thing where nothing fits', async () => {
    const { page, dashboard } = await openScripted(visits, '/posts', script({ 'GET /v1/posts': pageOf([]) }))
    await page.getByRole('heading', { name: 'No posts yet' }).waitFor()
    expect(await page.getByRole('link', { name: 'Write a post' }).getAttribute('href')).toBe('/compose')
    await page.goto(`${dashboard.url}/posts?status=failed`)
    await page.getByRole('heading', { name: 'No post matches these filters' }).waitFor()
  })
})

describe('a post', () => {
  test('says account by account how it stands, why, and what to do', async () => {
    const { page } = await openScripted(visits, PAGE, script())
    const live = page.getByRole('row', { name: /@harbor\.coffee \(Instagram\)/ })
    expect(await live.getByRole('link').getAttribute('href')).toBe('https://www.instagram.com/p/C0ffee/')
    await live.getByText('Published').waitFor()
    const failed = page.getByRole('row', { name: /@harborcoffee \(Threads\)/ })
    await failed.getByText('Threads says: “Error validating access token: session has expired.”').waitFor()
    await failed.getByText('Reconnect the account, then retry.').waitFor()
    await failed.getByRole('link', { name: 'Go to accounts' }).waitFor()
  })

  test('follows by itself until nothing more happens, and then asks no more', async () => {
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
    expect(dashboard.requests.filter(({ method }) => method === 'DELETE')).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel post' }).click()
    await page.getByText('The post is cancelled.').waitFor()
  })

  test('offers a viewer nothing that is refused', async () => {
    const { page } = await openScripted(visits, PAGE, script({}, 'viewer'))
    await page.getByText('session has expired').waitFor()
    for (const name of ['Retry', 'Move', 'Cancel post'])
      expect(await page.getByRole('button', { name, exact: true }).count(), name).toBe(0)
    expect(await page.getByRole('link', { name: 'Duplicate as a new post' }).count()).toBe(0)
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

  test.each(['wide', 'narrow'] as const)('keeps nobody out and fits, seen %s', async (view) => {
    const { page, visitor } = await openScripted(visits, PAGE, script({ [`GET /v1${PAGE}`]: ok(asked) }), view)
    await page.getByText('A glass of cherry tonic').waitFor()
    await visitor.screenshot('post-asked-for')
    await visitor.expectAccessible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      page.viewportSize()!.width,
    )
  })

  test('is shown whole: texts of single accounts, alternative texts, options and notes', async () => {
    const { page } = await openScripted(visits, PAGE, script({ [`GET /v1${PAGE}`]: ok(asked) }))
    const facts = async (name: string) =>
      (await page.getByRole('region', { name, exact: true }).locator('dl > div').allInnerTexts()).map((fact) =>
        fact.split('\n').filter(Boolean).join(': '),
      )
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
    await page.getByText('It is live. The platform did not share it as a story.').waitFor()
    await page.getByText(/so the link is in the text/).waitFor()
  })
})

describe('what follows publishing', () => {
  const thread = publication({
    account_id: 'a2',
    platform: 'threads',
    state: 'partially_published',
    terminal: true,
    permalink: 'https://www.threads.net/@a/post/1',
    published_at: Date.now() - 60_000,
    parts: [
      {
        content: 'The first of two',
        media_asset_ids: ['70000000-0000-4000-8000-000000000001'],
        live: true,
        published_at: Date.now() - 60_000,
        platform_media_id: '1',
        permalink: 'https://www.threads.net/@a/post/1',
      },
      {
        content: 'The second of two',
        media_asset_ids: [],
        live: false,
        published_at: null,
        platform_media_id: null,
        permalink: null,
      },
    ],
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

  test.each(['wide', 'narrow'] as const)('is told by account, keeps nobody out and fits, seen %s', async (view) => {
    const { page, visitor } = await openScripted(visits, PAGE, script({ [`GET /v1${PAGE}`]: ok(both()) }), view)
    await page.getByText('The platform refused the comment.').waitFor()
    await visitor.screenshot('post-parts')
    await visitor.expectAccessible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      page.viewportSize()!.width,
    )
  })

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

  test('can be deleted where the platform has a way to, after a question', async () => {
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
    expect(dashboard.requests.filter(({ method }) => method === 'DELETE')).toHaveLength(2)
  })

  test('is not a viewer’s to delete', async () => {
    const { page } = await openScripted(visits, PAGE, script({ [`GET /v1${PAGE}`]: ok(both()) }, 'viewer'))
    await page.getByRole('table', { name: /^Thread of/ }).waitFor()
    expect(await page.getByRole('button', { name: /^Delete on the platform/ }).count()).toBe(0)
  })
})
