// Refusals of the service: each leads to its field, which has the sentence beside it.
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FACTS, type PlatformId } from '../../core/platforms/facts.ts'
import { launchBrowser, openScripted, type Visits } from '../support/browser.ts'
import { addFromLibrary, answerPosts, isDryRun, libraryOf } from '../support/composer.ts'
import { connection, ok } from '../support/dashboard-samples.ts'
import { refusal, type Script, type ScriptedRequest, signedIn } from '../support/scripted-dashboard.ts'

let visits: Visits

beforeAll(async () => {
  visits = await launchBrowser()
})

afterAll(() => visits.end())

const account = (id: PlatformId) =>
  connection({ id: `of-${id}`, username: `cafe.${id}`, platform: { name: id, display_name: FACTS[id].display_name } })

const library = [1, 2].map((at) => ({
  id: `70000000-0000-4000-8000-00000000000${at}`,
  title: `medium-${at}`,
  alt_text: '',
  content_type: 'image/jpeg',
  size_bytes: 9,
  download_url: '/icon.svg',
}))

/** @param refused the service's answer to a post, in a check and when it is sent. */
const script = (refused: (request: ScriptedRequest) => ReturnType<typeof refusal> | undefined): Script => {
  const answer = (request: ScriptedRequest) => refused(request) ?? answerPosts()(request)
  return {
    ...signedIn(),
    'GET /v1/accounts/connections': ok((['instagram', 'threads', 'bluesky', 'mastodon'] as const).map(account)),
    'GET /v1/media/users': libraryOf(library),
    'GET /v1/media/tags': ok([]),
    'GET /v1/accounts/social/of-mastodon/capabilities': ok({}),
    'POST /v1/posts/text': answer,
    'POST /v1/posts/feed': answer,
    'POST /v1/approvals': ({ json }) => refused({ json } as ScriptedRequest) ?? ok({ id: 'a1' }),
  }
}

const begin = async (page: Page, platform: PlatformId, pictures = 0) => {
  await page.getByRole('checkbox', { name: `@cafe.${platform} (${FACTS[platform].display_name})` }).check()
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Which one?')
  const titles = library.slice(0, pictures).map(({ title }) => title)
  if (titles.length > 0) await addFromLibrary(page, ...titles)
}

const fold = (page: Page) => page.getByRole('button', { name: 'Shape and options' })

const focused = (field: Locator) => field.evaluate((element) => element === document.activeElement)

/** The sentence that the field names as its own. */
const describedBy = (field: Locator) =>
  field.evaluate((element) =>
    (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  )

interface Case {
  platform: PlatformId
  option: string
  pictures?: number
  /** Where the service names it, and what it says of it. */
  path: string
  rule: string
  sentence: string
  write: (page: Page) => Promise<void>
  field: (page: Page) => Locator
}

const CASES: Readonly<Record<string, Case>> = {
  words: {
    platform: 'threads',
    option: 'Topic',
    path: 'options.threads.topic_tag',
    rule: 'must not contain a full stop.',
    sentence: 'Topic on Threads must not contain a full stop.',
    write: (page) => page.getByRole('textbox', { name: 'Topic on Threads' }).fill('a.b'),
    field: (page) => page.getByRole('textbox', { name: 'Topic on Threads' }),
  },
  choice: {
    platform: 'mastodon',
    option: 'Who sees it',
    path: 'options.mastodon.visibility',
    rule: 'is not taken by this server.',
    sentence: 'Who sees it on Mastodon is not taken by this server.',
    write: async (page) => {
      await page.getByRole('combobox', { name: 'Who sees it on Mastodon' }).selectOption({ index: 1 })
    },
    field: (page) => page.getByRole('combobox', { name: 'Who sees it on Mastodon' }),
  },
  list: {
    platform: 'bluesky',
    option: 'Languages',
    path: 'options.bluesky.langs[1]',
    rule: 'must be a language tag such as en.',
    sentence: 'Languages on Bluesky (2) must be a language tag such as en.',
    write: (page) => page.getByRole('textbox', { name: 'Languages on Bluesky' }).fill('en, english'),
    field: (page) => page.getByRole('textbox', { name: 'Languages on Bluesky' }),
  },
  place: {
    platform: 'instagram',
    option: 'Location',
    pictures: 1,
    path: 'options.instagram.location_id',
    rule: 'is no place that Instagram knows.',
    sentence: 'Location on Instagram is no place that Instagram knows.',
    write: (page) => page.getByRole('textbox', { name: 'Location on Instagram' }).fill('123'),
    field: (page) => page.getByRole('textbox', { name: 'Location on Instagram' }),
  },
  poll: {
    platform: 'threads',
    option: 'Poll',
    // The empty choice before it is not in the request.
    path: 'options.threads.poll.options[1]',
    rule: 'has 26 characters; at most 25 are allowed.',
    sentence: 'Poll on Threads (options 2) has 26 characters; at most 25 are allowed.',
    write: async (page) => {
      const poll = page.getByRole('group', { name: 'Poll on Threads' })
      await poll.getByRole('button', { name: 'Add a choice' }).click()
      await poll.getByRole('textbox', { name: 'Choice 1' }).fill('Yes')
      await poll.getByRole('textbox', { name: 'Choice 3' }).fill('No')
    },
    field: (page) => page.getByRole('group', { name: 'Poll on Threads' }).getByRole('textbox', { name: 'Choice 3' }),
  },
  thread: {
    platform: 'bluesky',
    option: 'Further posts of the thread',
    path: 'options.bluesky.thread[1].content',
    rule: 'has 400 characters; at most 300 are allowed.',
    sentence: 'Further posts of the thread on Bluesky (2 Text) has 400 characters; at most 300 are allowed.',
    write: async (page) => {
      await page.getByRole('textbox', { name: 'Post 2 of the thread' }).fill('Second')
      await page.getByRole('button', { name: 'Add a post' }).click()
      await page.getByRole('textbox', { name: 'Post 3 of the thread' }).fill('Third')
    },
    field: (page) => page.getByRole('textbox', { name: 'Post 3 of the thread' }),
  },
}

const refusing = ({ path, rule }: Case) => {
  const refused = refusal(400, 'invalid_value', `${path} ${rule}`, path)
  const [, platform, option] = path.split('.') as [string, PlatformId, string]
  const name = option.replace(/\[.*/, '')
  return script(({ json }) => {
    const said = (json as { options?: Record<string, Record<string, unknown>> })?.options?.[platform]?.[name]
    return said === undefined ? undefined : refused
  })
}

const writeOption = async (page: Page, { platform, option, pictures, write }: Case) => {
  await begin(page, platform, pictures)
  await fold(page).click()
  const add = page.getByRole('button', { name: `Add ${option} on ${FACTS[platform].display_name}` })
  await page.getByText('Add:').waitFor()
  if ((await add.count()) > 0) await add.click()
  await write(page)
}

const expectMarked = async (field: Locator, sentence: string) => {
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
  expect(await describedBy(field)).toContain(sentence)
}

test.each(Object.entries(CASES))(
  'the sentence about an option of the kind %s leads to its field',
  { tags: 'deep' },
  async (_, asked) => {
    const { page, visitor, dashboard } = await openScripted(visits, '/compose', refusing(asked))
    await writeOption(page, asked)
    // Folded away while the service is asked.
    await fold(page).click()
    const said = page.getByRole('region', { name: 'Problems' }).getByRole('button', { name: asked.sentence })
    await said.waitFor()
    expect(await fold(page).getAttribute('aria-expanded')).toBe('false')
    await said.click()
    const field = asked.field(page)
    await expect.poll(() => focused(field)).toBe(true)
    expect(await fold(page).getAttribute('aria-expanded')).toBe('true')
    await expectMarked(field, asked.sentence)
    await visitor.expectAccessibleHere()
    expect(dashboard.requests.every(({ path }) => !path.startsWith('/v1/posts/') || isDryRun({ path }))).toBe(true)
  },
)

test.each(Object.entries(CASES))(
  'a post refused for an option of the kind %s leads to it by itself',
  { tags: 'deep' },
  async (_, asked) => {
    const { page } = await openScripted(visits, '/compose', refusing(asked))
    await writeOption(page, asked)
    await fold(page).click()
    await page.getByRole('button', { name: 'Publish' }).click()
    const field = asked.field(page)
    await expect.poll(() => focused(field)).toBe(true)
    await expectMarked(field, asked.sentence)
    expect(new URL(page.url()).pathname).toBe('/compose')
  },
)

test('what was put right is no longer marked, and goes out', { tags: 'deep' }, async () => {
  const { page } = await openScripted(visits, '/compose', refusing(CASES.words!))
  await writeOption(page, CASES.words!)
  await page.getByRole('button', { name: 'Publish' }).click()
  const field = CASES.words!.field(page)
  await expectMarked(field, CASES.words!.sentence)
  await field.fill('')
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe(null)
  expect(await page.getByText('must not contain a full stop').count()).toBe(0)
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.waitForURL(/\/posts\/p1$/)
})

test('a refused alternative text is led to in its panel, by the place of its picture', { tags: 'deep' }, async () => {
  const path = 'media.items[1].alt_text'
  const refused = refusal(400, 'too_long', `${path} has 1200 characters; at most 1000 are allowed.`, path)
  const { page, visitor } = await openScripted(
    visits,
    '/compose',
    script(({ json }) => ((json as { media?: { items?: unknown } })?.media?.items ? refused : undefined)),
  )
  await begin(page, 'instagram', 2)
  const panel = page.getByRole('button', { name: 'Alternative text' })
  await panel.click()
  await page.getByRole('textbox', { name: 'Describe medium-2' }).fill('A very long text')
  await panel.click()
  const sentence = 'Alternative text of medium-2 has 1200 characters; at most 1000 are allowed.'
  await page.getByRole('region', { name: 'Problems' }).getByRole('button', { name: sentence }).click()
  const field = page.getByRole('textbox', { name: 'Describe medium-2' })
  await expect.poll(() => focused(field)).toBe(true)
  await expectMarked(field, sentence)
  expect(await page.getByRole('textbox', { name: 'Describe medium-1' }).getAttribute('aria-invalid')).toBe(null)
  await visitor.expectAccessibleHere()
})

test('a refusal says its rule in the language of the page, beside the words of the service', {
  tags: 'deep',
}, async () => {
  const refused = refusal(400, 'too_long', 'content: at most 10000 characters are taken.', 'content')
  const { page } = await openScripted(
    visits,
    '/compose?lang=ko',
    script(() => refused),
    'narrow',
  )
  await page.getByRole('checkbox', { name: '@cafe.threads (Threads)' }).check()
  await page.getByRole('textbox', { name: '본문', exact: true }).fill('어느 쪽이 좋을까요?')
  const sentence = '본문: 너무 길거나 많습니다. (at most 10000 characters are taken.)'
  await page.getByRole('region', { name: '문제' }).getByRole('button', { name: sentence }).click()
  await expectMarked(page.getByRole('textbox', { name: '본문', exact: true }), sentence)
})

test('a time that only the clock of this device takes for later is refused in its zone, with the name of its field', {
  tags: 'deep',
}, async () => {
  const told = 'scheduled_at is 2031-05-06T08:30:00.000Z, which is not later than now.'
  const refused = refusal(400, 'invalid_schedule', told, 'scheduled_at')
  const { page } = await openScripted(
    visits,
    '/compose?date=2031-05-06&time=10:30',
    script(() => refused),
    'wide',
    { timezoneId: 'Europe/Berlin', now: Date.UTC(2031, 4, 6, 7) },
  )
  await begin(page, 'threads')
  const problems = page.getByRole('region', { name: 'Problems' })
  await problems
    .getByRole('button', { name: /^Date and time is May 6, 2031, 10:30\sAM GMT\+2, which is not later than now\.$/ })
    .waitFor()
})

test('a text that only looks like a moment stays as it is in a refusal', { tags: 'deep' }, async () => {
  const quoted = '1-2-xZ and 2031-99-99T99:99:99Z'
  const { page } = await openScripted(
    visits,
    '/compose',
    script(() => refusal(400, 'invalid_format', `content: ${quoted} cannot be read.`, 'content')),
  )
  await begin(page, 'threads')
  const problems = page.getByRole('region', { name: 'Problems' })
  await problems.getByRole('button', { name: `${quoted} cannot be read.` }).waitFor()
})

test('a check that the service did not answer is asked for again by the sentence that says so', {
  tags: 'deep',
}, async () => {
  const networksPage = {
    status: 200,
    headers: { 'Content-Type': 'text/html' },
    body: '<h1>Sign in to this network</h1>',
  }
  const { page, dashboard } = await openScripted(
    visits,
    '/compose',
    script(() => networksPage),
  )
  await begin(page, 'threads')
  const problems = page.getByRole('region', { name: 'Problems' })
  const answers = { 'POST /v1/posts/text': answerPosts() }
  const again = problems.getByRole('button', {
    name: 'The service did not answer. Check your connection, then try again.',
  })
  await again.waitFor()
  dashboard.answer(answers)
  await again.click()
  await problems.getByText('No problems found').waitFor()
})

test('what a post would wait for is said in the language of the page as well', { tags: 'deep' }, async () => {
  const message =
    'All 250 posts that Threads grants within 24 hours are used up: a post would wait until there is room.'
  const found = { account_id: 'of-threads', name: 'Threads @cafe.threads', platform: 'threads', problems: [] }
  const check = {
    valid: true,
    scheduled_at: null,
    accounts: [{ ...found, warnings: [{ code: 'quota_used_up', message, media_asset_id: null }] }],
    skipped_accounts: [],
  }
  const answers = script(() => undefined)
  const { page } = await openScripted(
    visits,
    '/compose?lang=ko',
    { ...answers, 'POST /v1/posts/text': ok(check) },
    'narrow',
  )
  await page.getByRole('checkbox', { name: '@cafe.threads (Threads)' }).check()
  await page.getByRole('textbox', { name: '본문', exact: true }).fill('어느 쪽이 좋을까요?')
  await page.getByRole('button', { name: '참고 사항 1개' }).click()
  const said = await page.getByRole('region', { name: '문제' }).getByRole('listitem').innerText()
  expect(said).toMatch(
    /^@cafe\.threads \(Threads\): 플랫폼이 허용하는 게시 수를 모두 사용했습니다\. .* \(All 250 posts/,
  )
})

test('a refused text of one account is led to, also of an editor who became an author and sends it for approval', {
  tags: 'deep',
}, async () => {
  const path = 'per_account.of-threads.content'
  const refused = refusal(400, 'too_long', `${path} has 600 characters; at most 500 are allowed.`, `post.${path}`)
  const answers = script((request) => (request.path && isDryRun(request) ? undefined : refused))
  const ofAuthor = refusal(403, 'approval_required', 'An author does not publish: `POST /v1/approvals`.')
  const { page, dashboard } = await openScripted(visits, '/compose', {
    ...answers,
    ...signedIn('editor'),
    'GET /v1/accounts/connections': answers['GET /v1/accounts/connections']!,
    'POST /v1/posts/text': (request) => (isDryRun(request) ? answerPosts()(request) : ofAuthor),
  })
  await begin(page, 'threads')
  await page.getByRole('checkbox', { name: '@cafe.bluesky (Bluesky)' }).check()
  await page.getByRole('button', { name: 'Different text per account' }).click()
  const field = page.getByRole('textbox', { name: 'Caption for @cafe.threads (Threads)' })
  await field.fill('Another')
  await page.getByRole('button', { name: 'Different text per account' }).click()
  dashboard.answer({ 'GET /v1/session': signedIn('author')['GET /v1/session']! })
  const publish = page.getByRole('button', { name: 'Publish' })
  await publish.click()
  const said = page.getByRole('alert').filter({ hasText: 'approval' })
  await expect.poll(() => said.allInnerTexts()).toEqual(['Your role needs an approval for this. Send it for approval.'])
  await expect.poll(() => publish.count()).toBe(0)
  await page.getByRole('button', { name: 'Send for approval' }).click()
  await expect.poll(() => field.count()).toBe(1)
  await expect.poll(() => focused(field)).toBe(true)
  await expectMarked(field, 'Caption for @cafe.threads (Threads) has 600 characters; at most 500 are allowed.')
})

test('what the service says while somebody writes does not move the focus', { tags: 'deep' }, async () => {
  const { page } = await openScripted(visits, '/compose', refusing(CASES.list!))
  await writeOption(page, CASES.list!)
  const words = page.getByRole('textbox', { name: 'Text', exact: true })
  await words.focus()
  await page.getByRole('region', { name: 'Problems' }).getByRole('button', { name: CASES.list!.sentence }).waitFor()
  expect(await focused(words)).toBe(true)
  await expectMarked(CASES.list!.field(page), CASES.list!.sentence)
})
