// Options of platforms: each has a field, in the composer and in the request.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FACTS, PLATFORM_IDS, type PlatformId } from '../../core/platforms/facts.ts'
import { launchBrowser, openScripted, type Visits } from '../support/browser.ts'
import { connection, ok } from '../support/dashboard-samples.ts'
import { type Script, type ScriptedRequest, signedIn } from '../support/scripted-dashboard.ts'

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
  const answer = ({ path }: ScriptedRequest) =>
    path.includes('validate_only')
      ? ok({ valid: true, scheduled_at: null, accounts: [], skipped_accounts: [] })
      : { status: 202, headers: { Location: '/api/v1/posts/p1' }, body: { success: true, message: 'Accepted.' } }
  return {
    ...signedIn(),
    'GET /v1/accounts/connections': ok(connections),
    'GET /v1/media/users': ok({
      result: library,
      usage: { usage_size: 0 },
      result_info: { page: 1, per_page: 40, count: 3, total_count: 3, total_pages: 1 },
      filters: {},
    }),
    'GET /v1/media/tags': ok([]),
    'GET /v1/accounts/social/of-mastodon/capabilities': ok({ server_limits: { own: SERVER } }),
    ...Object.fromEntries(['text', 'feed', 'reels', 'stories'].map((type) => [`POST /v1/posts/${type}`, answer])),
  }
}

const open = async (page: Page, type: RegExp, platforms: readonly PlatformId[], media: readonly string[] = []) => {
  await page.getByRole('radiogroup').first().getByRole('radio', { name: type }).check()
  for (const id of platforms)
    await page.getByRole('checkbox', { name: `@cafe.${id} (${FACTS[id].display_name})` }).check()
  if (media.length > 0) {
    await page.getByRole('button', { name: /^(Choose from library|라이브러리에서 선택)$/ }).click()
    for (const title of media) await page.getByRole('dialog').getByRole('checkbox', { name: title }).check()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^(Add|추가)$/ })
      .click()
  }
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
  ] as const)('%s keep nobody out and fit, seen %s as %s', async (platform, view, type, media) => {
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

test('a poll has as many choices as the server takes, and says how long it runs', async () => {
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

test('a thread, a quote and hidden words are said to the platform that they are written for', async () => {
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

test('a person in the second picture stays there when the pictures change places', async () => {
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
