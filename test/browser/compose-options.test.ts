// Options of platforms: each has a field, in the composer and in the request.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FACTS, PLATFORM_IDS, type PlatformId } from '../../core/platforms/facts.ts'
import { launchBrowser, openScripted, type Visits } from '../support/browser.ts'
import { addFromLibrary, answerPosts, libraryOf } from '../support/composer.ts'
import { connection, ok } from '../support/dashboard-samples.ts'
import { refusal, type Script, type ScriptedRequest, signedIn } from '../support/scripted-dashboard.ts'

let visits: Visits

beforeAll(async () => {
  visits = await launchBrowser()
})

afterAll(() => visits.end())

const medium = (at: number, content_type: string) => ({
  id: `70000000-0000-4000-8000-00000000000${at}`,
  title: `medium-${at}`,
  alt_text: '',
  content_type,
  size_bytes: 9,
  download_url: '/icon.svg',
})

const library = [medium(1, 'image/jpeg'), medium(2, 'image/jpeg'), medium(3, 'video/mp4')]

const connections = PLATFORM_IDS.map((id) =>
  connection({
    id: `of-${id}`,
    username: `cafe.${id}`,
    platform: { name: id, display_name: FACTS[id].display_name },
    ...(id === 'instagram' ? { connected_via: 'facebook' } : {}),
  }),
)

const SERVER = { poll_options: 5, poll_option_chars: 80, poll_min_s: 300, poll_max_s: 259_200 }

const script = (): Script => {
  return {
    ...signedIn(),
    'GET /v1/accounts/connections': ok(connections),
    'GET /v1/media/users': libraryOf(library),
    'GET /v1/media/tags': ok([]),
    'GET /v1/accounts/social/of-mastodon/capabilities': ok({ server_limits: { own: SERVER } }),
    ...Object.fromEntries(
      ['text', 'feed', 'reels', 'stories'].map((type) => [`POST /v1/posts/${type}`, answerPosts()]),
    ),
  }
}

const open = async (page: Page, type: RegExp, platforms: readonly PlatformId[], media: readonly string[] = []) => {
  await page.getByRole('radiogroup').first().getByRole('radio', { name: type }).check()
  for (const id of platforms)
    await page.getByRole('checkbox', { name: `@cafe.${id} (${FACTS[id].display_name})` }).check()
  if (media.length > 0) await addFromLibrary(page, ...media)
  await page.getByRole('button', { name: /^(Shape and options|사진 비율과 옵션)$/ }).click()
}

/** Presses every button that adds a field. */
const addAll = async (page: Page) => {
  const more = page.locator('.add-options button')
  await more.first().waitFor()
  for (let left = await more.count(); left > 0; left -= 1) await more.first().click()
  await expect.poll(() => more.count()).toBe(0)
}

const sent = (requests: readonly { method: string; path: string; json: unknown }[], type: string) =>
  requests.find(({ method, path }) => method === 'POST' && path === `/v1/posts/${type}`)?.json as {
    options: Record<string, Record<string, unknown>>
    per_account?: Record<string, unknown>
  }

describe('the options of', () => {
  test.each([
    ['threads', 'wide', /^Text$/, []],
    ['bluesky', 'narrow', /^텍스트$/, []],
    ['mastodon', 'wide', /^Feed$/, ['medium-1', 'medium-2']],
    ['facebook', 'narrow', /^릴스$/, ['medium-3']],
    ['instagram', 'narrow', /^피드$/, ['medium-1', 'medium-2']],
    ['instagram', 'wide', /^Reel$/, ['medium-3']],
  ] as const)('%s are accessible and fit, seen %s as %s', { tags: 'deep' }, async (platform, view, type, media) => {
    const { page, visitor } = await openScripted(visits, '/compose', script(), view)
    await open(page, type, [platform], media)
    await addAll(page)
    // The one that was added last has the focus.
    const last = () =>
      page.evaluate(() => document.activeElement?.closest('[data-option]')?.getAttribute('data-option'))
    await expect.poll(last).toBeTruthy()
    await visitor.screenshot(`compose-options-${platform}`)
    await visitor.expectAccessibleHere()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      page.viewportSize()!.width,
    )
  })
})

test('a poll has as many choices as the server takes, and says how long it runs', { tags: 'deep' }, async () => {
  const { page, dashboard } = await openScripted(visits, '/compose', script())
  await open(page, /^Text$/, ['mastodon'])
  await page.getByRole('textbox', { name: 'Text' }).fill('Which one?')
  await page.getByRole('button', { name: 'Add Poll on Mastodon' }).click()
  const poll = page.getByRole('group', { name: 'Poll on Mastodon' })
  for (const at of [1, 2, 3, 4, 5]) {
    if (at > 2) await poll.getByRole('button', { name: 'Add a choice' }).click()
    await poll.getByRole('textbox', { name: `Choice ${at}` }).fill(`Bean ${at}`)
  }
  expect(await poll.getByRole('button', { name: 'Add a choice' }).count()).toBe(0)
  const ends = poll.getByRole('combobox', { name: 'Ends after' })
  // Seven days are more than this server takes.
  expect((await ends.getByRole('option').allTextContents()).at(-1)).toBe('3 days')
  await ends.selectOption('3 days')
  await poll.getByRole('checkbox', { name: 'People can choose several' }).check()
  await poll.getByRole('button', { name: 'Remove choice 3' }).click()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.waitForURL(/\/posts\/p1$/)
  expect(sent(dashboard.requests, 'text').options).toEqual({
    mastodon: {
      poll: { options: ['Bean 1', 'Bean 2', 'Bean 4', 'Bean 5'], expires_in_seconds: 259_200, multiple: true },
    },
  })
})

test('a thread, a quote and hidden words are said to the platform that they are written for', {
  tags: 'deep',
}, async () => {
  const { page, dashboard } = await openScripted(visits, '/compose', script())
  await open(page, /^Text$/, ['threads', 'bluesky'])
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Cherry tonic is back')
  await page.getByRole('button', { name: 'Add Further posts of the thread on Bluesky' }).click()
  await page.getByRole('textbox', { name: 'Post 2 of the thread' }).fill('And so is the terrace')
  await page.getByRole('button', { name: 'Add media to post 2 of the thread' }).click()
  await page.getByRole('dialog').getByRole('checkbox', { name: 'medium-2' }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('button', { name: 'Add a post' }).click()
  await page.getByRole('textbox', { name: 'Post 3 of the thread' }).fill('From Monday on')
  await page.getByRole('button', { name: 'Add Quoted post on Threads' }).click()
  await page.getByRole('textbox', { name: 'Quoted post on Threads' }).fill('17900000000000001')
  await page.getByRole('button', { name: 'Add Text hidden as a spoiler on Threads' }).click()
  const words = page.getByRole('textbox', { name: 'Text of the post: select words in it' })
  await words.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(7, 12))
  await page.getByRole('button', { name: 'Hide the selected words' }).click()
  await page.getByText('“tonic”').waitFor()
  // Taken away again, with what it said.
  await page.getByRole('button', { name: 'Add GIF on Threads' }).click()
  await page.getByRole('textbox', { name: 'GIF on Threads' }).fill('a1')
  await page.getByRole('button', { name: 'Remove GIF on Threads' }).click()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.waitForURL(/\/posts\/p1$/)
  expect(sent(dashboard.requests, 'text').options).toEqual({
    threads: { quote_post_id: '17900000000000001', spoiler_text: [{ offset: 7, length: 5 }] },
    bluesky: {
      thread: [
        { content: 'And so is the terrace', media: { items: [{ media_asset_id: library[1]!.id }] } },
        { content: 'From Monday on' },
      ],
    },
  })
})

test('a person in the second picture stays there when the pictures change places', { tags: 'deep' }, async () => {
  const { page, dashboard } = await openScripted(visits, '/compose', script())
  await open(page, /^Feed$/, ['instagram'], ['medium-1', 'medium-2'])
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Cherry tonic is back')
  await page.getByRole('button', { name: 'Add Tagged people on Instagram' }).click()
  await page.getByRole('textbox', { name: 'Username' }).fill('mina.kim')
  await page.keyboard.press('Enter')
  const tag = page.getByRole('group', { name: 'mina.kim' })
  await tag.getByRole('combobox', { name: 'On which file' }).selectOption({ index: 1 })
  await tag.getByRole('slider', { name: 'From the left' }).focus()
  for (let at = 0; at < 10; at += 1) await page.keyboard.press('ArrowRight')
  await page.getByRole('button', { name: 'Move medium-2 earlier' }).click()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.waitForURL(/\/posts\/p1$/)
  expect(sent(dashboard.requests, 'feed').options).toEqual({
    instagram: { user_tags: [{ username: 'mina.kim', x: 0.6, y: 0.5, media_index: 0 }] },
  })
})

const PLACES = [
  { id: '106377336067638', name: 'Harbor Bakery', address: 'Am Hafen 1, Hamburg', latitude: 53.5, longitude: 9.9 },
  { id: '110843418940484', name: 'Harbor Lighthouse', address: null, latitude: 53.5, longitude: 8.5 },
]
const PLACES_OF = 'GET /v1/accounts/social/of-instagram/places'
const HASHTAGS_OF = 'GET /v1/accounts/social/of-instagram/hashtags'
const plainInstagram = connections.map((each) => (each.id === 'of-instagram' ? { ...each, connected_via: null } : each))

describe('the place of a post', () => {
  const asked = (requests: readonly ScriptedRequest[]) =>
    requests.filter(({ path }) => path.includes('/places')).map(({ path }) => decodeURIComponent(path.split('q=')[1]!))
  const search = (page: Page) => page.getByRole('combobox', { name: 'Location on Instagram' })

  test('is searched for once one pauses, and chosen by keyboard; its id is sent', { tags: 'deep' }, async () => {
    const { page, dashboard, visitor } = await openScripted(visits, '/compose', {
      ...script(),
      [PLACES_OF]: ok({ places: PLACES }),
    })
    await open(page, /^Feed$/, ['instagram'], ['medium-1'])
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Cherry tonic is back')
    await page.getByRole('button', { name: 'Add Location on Instagram' }).click()
    // Time stands while it is typed, so that a busy machine makes no pause between two letters.
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    await search(page).pressSequentially('harbor')
    await page.clock.resume()
    await page.getByRole('option', { name: 'Harbor Bakery' }).waitFor()
    expect(asked(dashboard.requests)).toEqual(['harbor'])
    await page.getByText('2 places found').waitFor()
    await visitor.expectAccessible()
    // Enter without a choice sends no post.
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    expect(await page.getByRole('option', { selected: true }).innerText()).toContain('Harbor Lighthouse')
    await page.keyboard.press('Enter')
    await page.getByText('Chosen: Harbor Lighthouse').waitFor()
    expect(await page.getByRole('listbox').count()).toBe(0)
    // Text that is typed and left is not a choice.
    await search(page).fill('har')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
    expect(await search(page).inputValue()).toBe('Harbor Lighthouse')
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.waitForURL(/\/posts\/p1$/)
    expect(sent(dashboard.requests, 'feed').options).toEqual({ instagram: { location_id: '110843418940484' } })
  })

  test('is taken by its id, and taken away with its name', { tags: 'deep' }, async () => {
    const { page, dashboard } = await openScripted(visits, '/compose', { ...script(), [PLACES_OF]: ok({ places: [] }) })
    await open(page, /^Feed$/, ['instagram'], ['medium-1'])
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Cherry tonic is back')
    await page.getByRole('button', { name: 'Add Location on Instagram' }).click()
    await search(page).fill('106377336067638')
    await page.getByText('No place found.').waitFor()
    await page.getByRole('option', { name: 'Use the place with the id 106377336067638' }).click()
    await page.getByText('Chosen: 106377336067638').waitFor()
    await search(page).fill('')
    await page.getByText('Chosen: 106377336067638').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.waitForURL(/\/posts\/p1$/)
    expect(sent(dashboard.requests, 'feed').options).toBeUndefined()
  })

  test('is given by its id where the account cannot search, and the page says why', { tags: 'deep' }, async () => {
    const { page, dashboard, visitor } = await openScripted(visits, '/compose', {
      ...script(),
      'GET /v1/accounts/connections': ok(plainInstagram),
    })
    await open(page, /^Feed$/, ['instagram'], ['medium-1'])
    await page.getByRole('button', { name: 'Add Location on Instagram' }).click()
    await page.getByRole('textbox', { name: 'Location on Instagram' }).fill('106377336067638')
    await page.getByText('needs an account that is connected with Facebook Login').waitFor()
    await visitor.expectAccessibleHere()
    expect(asked(dashboard.requests)).toEqual([])
  })

  test('says what the platform said where the search fails', { tags: 'deep' }, async () => {
    const refused = refusal(503, 'platform_unavailable', 'Instagram answered: please try again later.')
    const { page, dashboard } = await openScripted(visits, '/compose', { ...script(), [PLACES_OF]: refused })
    await open(page, /^Feed$/, ['instagram'], ['medium-1'])
    await page.getByRole('button', { name: 'Add Location on Instagram' }).click()
    await search(page).fill('harbor')
    await page.getByText('Instagram answered: please try again later.').waitFor()
    expect(asked(dashboard.requests)).toEqual(['harbor'])
  })
})

describe('looking up a hashtag', () => {
  const told = (hashtag: string, used: number) => ({
    ...{ account_id: 'of-instagram', hashtag, found: hashtag === 'coffee' },
    posts:
      hashtag === 'coffee'
        ? [
            {
              ...{
                permalink: 'https://www.instagram.com/p/C0ffee/',
                caption: 'By the sea #coffee',
                media_type: 'image',
              },
              ...{ likes: 1412, comments: 1 },
            },
            { permalink: 'javascript:alert(1)', caption: '', media_type: 'image', likes: null, comments: 2 },
          ]
        : [],
    searches: { used, limit: 30, period_ms: 604_800_000 },
  })

  test('asks on demand alone, shows its posts and what is left, and adds it to the post', {
    tags: 'deep',
  }, async () => {
    const { page, dashboard, visitor } = await openScripted(visits, '/compose', {
      ...script(),
      [HASHTAGS_OF]: ({ path }) => ok(told(decodeURIComponent(path.split('q=')[1]!), 4)),
    })
    await page.getByRole('checkbox', { name: '@cafe.instagram (Instagram)' }).check()
    await page.getByRole('textbox', { name: 'Hashtags' }).fill('#harbor')
    await page.getByRole('button', { name: 'Look up a hashtag' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Hashtag' }).fill('two words')
    await page.keyboard.press('Enter')
    await dialog.getByText('Write one hashtag').waitFor()
    await dialog.getByRole('textbox', { name: 'Hashtag' }).fill('#Coffee')
    expect(dashboard.requests.filter(({ path }) => path.includes('/hashtags'))).toHaveLength(0)
    await page.keyboard.press('Enter')
    await dialog.getByText('is used on Instagram').waitFor()
    await dialog.getByText('1,412 likes, 1 comment').waitFor()
    await dialog.getByText('4 of 30 different hashtags in 7 days').waitFor()
    expect(await dialog.getByRole('link', { name: 'Open' }).count()).toBe(1)
    await visitor.screenshot('compose-hashtag')
    await visitor.expectAccessible()
    await dialog.getByRole('button', { name: 'Add #coffee to the post' }).click()
    await dialog.getByRole('button', { name: 'Look up #coffee' }).waitFor()
    await dialog.getByRole('button', { name: 'Look up #harbor' }).click()
    await dialog.getByText('is not used by anybody yet').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    expect(await page.getByRole('textbox', { name: 'Hashtags' }).inputValue()).toBe('#harbor #coffee')
  })

  test('says that the searches of the week are used up', { tags: 'deep' }, async () => {
    const { page } = await openScripted(
      visits,
      '/compose',
      { ...script(), [HASHTAGS_OF]: refusal(409, 'search_limit_reached', 'Thirty.') },
      'narrow',
    )
    await page.getByRole('checkbox', { name: '@cafe.instagram (Instagram)' }).check()
    await page.getByRole('button', { name: '해시태그 조회' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: '해시태그' }).fill('커피')
    await page.keyboard.press('Enter')
    await page.getByText('7일 동안 허용하는 수만큼').waitFor()
  })

  test('says what it needs where no account can, and is not offered without Instagram', async () => {
    const { page, visitor } = await openScripted(visits, '/compose', {
      ...script(),
      'GET /v1/accounts/connections': ok(plainInstagram),
    })
    await page.getByRole('checkbox', { name: '@cafe.threads (Threads)' }).check()
    expect(await page.getByRole('button', { name: 'Look up a hashtag' }).count()).toBe(0)
    await page.getByRole('checkbox', { name: '@cafe.instagram (Instagram)' }).check()
    await page.getByRole('button', { name: 'Look up a hashtag' }).click()
    await page
      .getByRole('dialog')
      .getByText('needs an Instagram account that is connected with Facebook Login')
      .waitFor()
    await visitor.expectAccessibleHere()
  })
})
