// Composing a post: problems are shown, nothing typed is lost, and one wish makes one post.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allHasCome, launchBrowser, openScripted, type Visits } from '../support/browser.ts'
import { ACCEPTED, addFromLibrary, answerPosts, CHECKED, isDryRun, libraryOf } from '../support/composer.ts'
import { CONNECTIONS, ok, page as pageOf } from '../support/dashboard-samples.ts'
import { giveFile } from '../support/hands.ts'
import { refusal, type Script, type ScriptedAnswer, signedIn } from '../support/scripted-dashboard.ts'

let visits: Visits

beforeAll(async () => {
  visits = await launchBrowser()
})

afterAll(() => visits.end())

/** The script of a person with accounts; `post` answers what makes a text. */
const composing = (post: () => ScriptedAnswer = () => ACCEPTED): Script => ({
  ...signedIn(),
  'GET /v1/accounts/connections': ok(CONNECTIONS),
  'GET /v1/media/users': libraryOf([]),
  'GET /v1/media/tags': ok([]),
  'POST /v1/posts/text': answerPosts(post),
})

const posts = (
  requests: readonly { method: string; path: string; json: unknown; headers: Readonly<Record<string, unknown>> }[],
) => requests.filter(({ method, path }) => method === 'POST' && path === '/v1/posts/text')

/** Opens what is folded away. */
const unfold = (page: Page, name: string) => page.getByRole('button', { name, exact: true, expanded: false }).click()

async function openText(script: Script = composing()) {
  const opened = await openScripted(visits, '/compose', script)
  await opened.page.getByRole('radiogroup', { name: 'Type' }).getByRole('radio', { name: 'Text' }).check()
  await opened.page.getByRole('checkbox', { name: '@harborcoffee (Threads)' }).check()
  return opened
}

describe('the composer', () => {
  test.each([
    ['wide', 'Problems', 'Preview'],
    ['narrow', '문제', '미리보기'],
  ] as const)('is accessible and fits, seen %s', async (view, problems, preview) => {
    const { page, visitor } = await openScripted(visits, '/compose', composing(), view)
    await page.getByRole('region', { name: problems }).waitFor()
    await page.getByRole('region', { name: preview }).waitFor()
    await page.getByRole('checkbox', { name: '@harbor.coffee (Instagram)' }).check()
    await page.getByRole('textbox').first().fill('Fresh beans')
    await visitor.screenshot('compose')
    // The draft's buttons stand in one row, also on a phone.
    const actions = page.locator('.page-head > .actions > .button')
    const tops = await actions.evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().top)))
    expect([tops.length, new Set(tops).size]).toEqual([3, 1])
    await visitor.expectAccessible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      page.viewportSize()!.width,
    )
    // Where the page is low, as at twice its size, the buttons do not stay over what is written.
    const bar = page.locator('.action-bar')
    await page.setViewportSize({ width: 640, height: 400 })
    await expect.poll(() => bar.evaluate((element) => getComputedStyle(element).position)).toBe('static')
    // Colours that are forced leave no ground but this: what is chosen is told by it.
    await page.emulateMedia({ forcedColors: 'active' })
    const grounds = await page
      .locator('.pills > label')
      .evaluateAll((labels) =>
        labels.map((each) => [each.matches(':has(:checked)'), getComputedStyle(each).backgroundColor]),
      )
    // Nor are shadows drawn: what has the focus has an outline.
    await page.getByRole('textbox').first().focus()
    const { style, width, colour } = await page.evaluate(() => {
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(document.activeElement!)
      return { style: outlineStyle, width: outlineWidth, colour: outlineColor }
    })
    expect([style, width]).toEqual(['solid', '2px'])
    expect(colour).not.toMatch(/, 0\)$/)
    await page.emulateMedia({ forcedColors: 'none' })
    const of = (chosen: boolean) => grounds.filter(([is]) => is === chosen).map(([, ground]) => ground)
    expect(of(true).length).toBeGreaterThan(0)
    for (const ground of of(true)) expect(of(false)).not.toContain(ground)
  })

  test('makes one post of a double click whose first answers are lost, break off, refuse only the next try or are of something on the way', async () => {
    const cut = { ...ACCEPTED, headers: { ...ACCEPTED.headers, 'Content-Length': '1000', Connection: 'close' } }
    const answers = [
      refusal(503, 'unavailable', 'no'),
      // Refused before the service looks whether it has the post already.
      refusal(429, 'rate_limit_exceeded', 'Slow down.'),
      cut,
      refusal(403, 'role_required', 'Not yours.'),
      { status: 202, body: '' },
      // Of the service, it would name the post.
      { body: { success: true, data: [] } },
      { headers: { 'Content-Type': 'text/html' }, body: '<h1>Welcome to the network of this hotel</h1>' },
    ]
    const { page, dashboard } = await openText()
    await page.getByRole('textbox', { name: 'Text' }).fill('Fresh beans')
    dashboard.answer({
      'POST /v1/posts/text': ({ path }) => (isDryRun({ path }) ? CHECKED : (answers.shift() ?? ACCEPTED)),
    })
    await page.getByRole('button', { name: 'Publish' }).dblclick()
    for (const left of [6, 5, 3, 0]) {
      await expect.poll(() => answers.length).toBe(left)
      await page.getByText('The service did not say whether it took the post.').waitFor()
      await page.getByRole('button', { name: 'Publish', disabled: false }).click()
    }
    await page.waitForURL(/\/posts\/p1$/)
    const made = posts(dashboard.requests)
    expect(made.map(({ json }) => json)).toEqual(Array(8).fill({ content: 'Fresh beans', accounts: ['a2'] }))
    const keys = made.map(({ headers }) => (headers as Record<string, string>)['idempotency-key'])
    expect(keys[0]).toMatch(/^compose-/)
    expect(new Set(keys).size).toBe(1)
  })

  test('sends nothing that the service would refuse, and says why beside the field', async () => {
    const { page, dashboard } = await openText()
    await page.getByRole('textbox', { name: 'Text' }).fill('n'.repeat(501))
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('region', { name: 'Problems' }).getByText('count 501 characters; at most 500').waitFor()
    expect(await page.getByRole('textbox', { name: 'Text' }).getAttribute('aria-invalid')).toBe('true')
    // The preview draws only the beginning of a very long text, so that typing stays quick.
    await page.getByRole('textbox', { name: 'Text' }).fill('n'.repeat(100_000))
    await page.getByText('100,000/500').waitFor()
    const { length } = await page.getByRole('article', { name: 'Threads' }).innerText()
    expect([length > 5000, length < 20_000]).toEqual([true, true])
    expect(posts(dashboard.requests)).toEqual([])
  })

  test('asks the service once for the same content', { tags: 'deep' }, async () => {
    const { page, dashboard } = await openText()
    await page.getByRole('textbox', { name: 'Text' }).fill('Fresh beans')
    await page.getByText('No problems found by the service and the platforms.').waitFor()
    // Nobody pauses between the two, however busy the machine is.
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.getByRole('textbox', { name: 'Text' }).fill('Fresh beans!')
    await page.getByRole('textbox', { name: 'Text' }).fill('Fresh beans')
    await page.clock.resume()
    await page.getByText('No problems found by the service and the platforms.').waitFor()
    expect(dashboard.requests.filter(({ path }) => path === '/v1/posts/text?validate_only=true')).toHaveLength(1)
  })

  test('stays where a part of it cannot be loaded without a connection, and opens the part afterwards', async () => {
    const { page, visitor } = await openScripted(visits, '/compose', composing())
    const words = page.getByRole('textbox', { name: 'Text', exact: true })
    await words.fill('Fresh beans')
    // From the browser's cache the file is loaded offline too.
    let isOffline = true
    await visitor.context.route(/\/assets\/opened-parts-.*\.(js|css)$/, (route) =>
      isOffline ? route.abort('internetdisconnected') : route.continue(),
    )
    await visitor.context.setOffline(true)
    await page.getByRole('button', { name: 'Choose from library' }).click()
    await page.getByText('You are offline.').waitFor()
    await allHasCome(page)
    expect(await words.inputValue()).toBe('Fresh beans')
    isOffline = false
    await visitor.context.setOffline(false)
    await page.getByRole('dialog').waitFor()
  })

  test('has what was typed when the page is opened again', { tags: 'deep' }, async () => {
    const { page, visitor, dashboard } = await openText()
    await page.getByRole('textbox', { name: 'Text' }).fill('Fresh beans')
    await page.getByText('Saved in this browser.').waitFor()
    await page.close()
    const again = await visitor.context.newPage()
    await again.goto(`${dashboard.url}/compose`)
    const text = again.getByRole('textbox', { name: 'Text' })
    await text.waitFor()
    expect(await text.inputValue()).toBe('Fresh beans')
    expect(await again.getByRole('checkbox', { name: '@harborcoffee (Threads)' }).isChecked()).toBe(true)
  })
})

const SESSION_OVER = refusal(401, 'session_ended', 'The session has ended.')
const SIGN_IN = 'GET /v1/session/sign-in'

describe('a post that is sent', () => {
  test('with a session that has ended is not sent, and can be changed and sent afterwards', async () => {
    const { page, dashboard } = await openText(composing(() => SESSION_OVER))
    // The provider leads back to where one was.
    dashboard.answer({
      [SIGN_IN]: () => {
        dashboard.answer({ ...composing() })
        return { status: 302, headers: { Location: '/compose' } }
      },
    })
    const text = page.getByRole('textbox', { name: 'Text' })
    await text.fill('Fresh beans')
    await page.getByText('No problems found by the service and the platforms.').waitFor()
    const back = page.waitForRequest(/session\/sign-in/)
    await page.getByRole('button', { name: 'Publish' }).click()
    await back
    await page.getByText('Your session had ended, so the post was not sent.').waitFor()
    expect(await text.inputValue()).toBe('Fresh beans')
    expect(await text.isEnabled()).toBe(true)
    expect(await page.getByText('The service did not say').count()).toBe(0)
    await text.fill('Fresher beans')
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.waitForURL(/\/posts\/p1$/)
    expect(posts(dashboard.requests).map(({ json }) => (json as { content: string }).content)).toEqual([
      'Fresh beans',
      'Fresher beans',
    ])
  })

  test('without any answer looks busy, says after a while what is known, and can be looked for', {
    tags: 'deep',
  }, async () => {
    const { page, dashboard, visitor } = await openText()
    await page.getByRole('textbox', { name: 'Text' }).fill('Fresh beans')
    await page.getByText('No problems found by the service and the platforms.').waitFor()
    await page.clock.install()
    dashboard.answer({ 'POST /v1/posts/text': 'hang' })
    const publish = page.getByRole('button', { name: 'Publish' })
    await publish.click()
    await page.getByText('Sending…').waitFor()
    expect(await publish.getAttribute('aria-busy')).toBe('true')
    await visitor.screenshot('compose-sending')
    await expect.poll(() => posts(dashboard.requests)).toHaveLength(1)
    await page.clock.runFor(6000)
    await page.getByText('No answer yet.').waitFor()
    await page.clock.runFor(25_000)
    await page.getByText('The service did not say whether it took the post.').waitFor()
    await visitor.screenshot('compose-unsure')
    expect(await page.getByRole('link', { name: 'Look under Posts' }).getAttribute('href')).toBe('/posts')
    expect(await publish.isEnabled()).toBe(true)
    expect(posts(dashboard.requests)).toHaveLength(1)
  })

  test('and whose answer never came is not sent again once the service may have forgotten its key', async () => {
    const { page, dashboard } = await openText(composing(() => refusal(503, 'unavailable', 'no')))
    await page.getByRole('textbox', { name: 'Text' }).fill('Fresh beans')
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Send it again as it is').waitFor()
    await page.clock.install({ time: Date.now() + 24 * 3_600_000 })
    await page.reload()
    await page.getByText('too long ago to send it again safely').waitFor()
    expect(await page.getByRole('button', { name: 'Publish' }).isDisabled()).toBe(true)
    expect(posts(dashboard.requests)).toHaveLength(1)
  })
})

describe('a file', () => {
  const upload: Script = {
    'POST /v1/media/uploads': refusal(503, 'unavailable', 'no'),
  }
  const added = (page: Page) => page.getByRole('list', { name: 'Order of the media' }).getByRole('listitem')

  test.each([
    ['pasted while the caret is in the text', 'paste', 'textarea'],
    ['dropped upon the box of the media', 'drop', '[aria-label="Media files"]'],
    ['dropped beside the box', 'drop', 'h1'],
  ] as const)('that is %s is added', async (_, how, where) => {
    const { page } = await openScripted(visits, '/compose', { ...composing(), ...upload })
    await page.getByRole('textbox', { name: 'Text' }).waitFor()
    expect(await giveFile(page, how, `${where} >> nth=0`)).toBe('prevented')
    await added(page).getByText('beans.png').waitFor()
    expect(await added(page).count()).toBe(1)
  })

  test('that comes with words which are pasted into the text is left to them', async () => {
    const { page } = await openScripted(visits, '/compose', { ...composing(), ...upload })
    await page.getByRole('textbox', { name: 'Text' }).waitFor()
    expect(await giveFile(page, 'paste', 'textarea >> nth=0', 'Words')).toBe('left')
    expect(await added(page).count()).toBe(0)
  })

  test('is refused for a text with what to do', async () => {
    const { page } = await openText()
    expect(await giveFile(page, 'drop', 'h1')).toBe('prevented')
    await page.getByText('Text posts have no files. Choose another type to add some.').waitFor()
  })
})

test('two accounts of the same handle have fields of their own names', async () => {
  const connections = CONNECTIONS.slice(0, 2).map((each) => ({ ...each, username: 'demo.studio' }))
  const { page } = await openScripted(visits, '/compose', {
    ...composing(),
    'GET /v1/accounts/connections': ok(connections),
  })
  for (const name of ['@demo.studio (Instagram)', '@demo.studio (Threads)']) {
    await page.getByRole('checkbox', { name }).check()
  }
  await unfold(page, 'Different text per account')
  await page.getByRole('textbox', { name: 'Caption for @demo.studio (Instagram)' }).waitFor()
  await page.getByRole('textbox', { name: 'Caption for @demo.studio (Threads)' }).waitFor()
  // The profiles of tests wish for less motion: the preview is there at once.
  const [left, width] = await page
    .getByRole('region', { name: 'Preview' })
    .getByRole('button', { name: 'Threads', exact: true })
    .evaluate((button: HTMLElement) => {
      button.click()
      const { scrollLeft, clientWidth } = document.querySelector('.preview-strip')!
      return [scrollLeft, clientWidth] as const
    })
  expect(left).toBeGreaterThanOrEqual(width)
})

test('what is locked looks it, and the focus comes back after a refusal', { tags: 'deep' }, async () => {
  let answer: (() => void) | undefined
  const { page, dashboard, visitor } = await openText(composing(() => refusal(422, 'rejected', 'Not this.')))
  const text = page.getByRole('textbox', { name: 'Text' })
  await text.fill('Fresh beans')
  await page.getByText('No problems found by the service and the platforms.').waitFor()
  const looks = () =>
    text.evaluate((field) => {
      const { backgroundColor, color } = getComputedStyle(field)
      return `${backgroundColor} ${color}`
    })
  const free = await looks()
  await visitor.context.route('**/api/v1/posts/text', async (route) => {
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    await route.continue()
  })
  const publish = page.getByRole('button', { name: 'Publish' })
  // After a hashtag, or on an account, Enter publishes nothing.
  await page.getByRole('textbox', { name: 'Hashtags' }).press('Enter')
  await page.getByRole('group', { name: 'Accounts' }).getByRole('checkbox').first().press('Enter')
  expect(answer).toBe(undefined)
  await publish.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => answer !== undefined).toBe(true)
  expect(await text.isDisabled()).toBe(true)
  expect(await looks()).not.toBe(free)
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
  answer!()
  await page.getByText('Not this.').waitFor()
  expect(await publish.evaluate((button) => button === document.activeElement)).toBe(true)
  await visitor.context.unroute('**/api/v1/posts/text')
  expect(posts(dashboard.requests)).toHaveLength(1)
})

describe('a draft', () => {
  const kept = 'Saved in this browser.'

  test('has the last words that were typed before the page was reloaded', async () => {
    const { page } = await openText()
    const text = page.getByRole('textbox', { name: 'Text' })
    await text.fill('Fresh beans')
    await page.getByText(kept).waitFor()
    await text.pressSequentially(', roasted today')
    await page.reload()
    await text.waitFor()
    expect(await text.inputValue()).toBe('Fresh beans, roasted today')
    await text.press('End')
    await text.pressSequentially('!')
    await page.getByRole('link', { name: 'API keys' }).click()
    await page.getByRole('link', { name: 'New post' }).click()
    await expect.poll(() => text.inputValue()).toBe('Fresh beans, roasted today!')
  })

  test('is not called saved when something was typed while what stood there before was written', async () => {
    const { page } = await openText()
    const text = page.getByRole('textbox', { name: 'Text' })
    await page.getByText(kept).waitFor()
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    // The browser's database is busy, so that writing takes until it is let go.
    await page.evaluate(
      () =>
        new Promise<void>((held) => {
          indexedDB.open('composer').onsuccess = ({ target }) => {
            const store = (target as IDBOpenDBRequest).result.transaction('kept', 'readwrite').objectStore('kept')
            const hold = () => {
              held()
              if (!Reflect.has(window, 'letGo')) store.get('nothing').onsuccess = hold
            }
            hold()
          }
        }),
    )
    await text.fill('Fresh')
    await page.clock.runFor(1000)
    await text.fill('Fresh beans')
    const written = page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          Reflect.set(window, 'letGo', true)
          indexedDB.open('composer').onsuccess = ({ target }) => {
            const { result } = target as IDBOpenDBRequest
            const all = result.transaction('kept').objectStore('kept').getAll()
            all.onsuccess = () => resolve(JSON.stringify(all.result))
          }
        }),
    )
    expect(await written).toContain('"content":"Fresh"')
    // What follows in the page has followed when it answers again.
    await page.evaluate(() => new Promise<void>((resolve) => void fetch('/blank').then(() => resolve())))
    expect(await page.getByText(kept).count()).toBe(0)
    await page.clock.runFor(1000)
    await page.getByText(kept).waitFor()
  })

  test('that is started over is put aside, and can be brought back, also after a reload', {
    tags: 'deep',
  }, async () => {
    const { page, visitor } = await openText()
    const text = page.getByRole('textbox', { name: 'Text' })
    await text.fill('Fresh beans')
    // Not beside the button that publishes.
    expect(await page.locator('form').getByRole('button', { name: 'Start over' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Start over' }).click()
    await page.getByText('put aside. It is called “Fresh beans”.').waitFor()
    await visitor.screenshot('compose-aside')
    await visitor.expectAccessibleHere()
    await page.getByRole('radiogroup', { name: 'Type' }).getByRole('radio', { name: 'Text' }).check()
    expect(await text.inputValue()).toBe('')
    await page.reload()
    await page.getByRole('button', { name: 'Go back to it' }).click()
    await expect.poll(() => text.inputValue()).toBe('Fresh beans')
    await page.reload()
    await expect.poll(() => text.inputValue()).toBe('Fresh beans')
    expect(await page.getByText('put aside').count()).toBe(0)
  })

  test('that was sent while its person was elsewhere is told as sent to who comes back', { tags: 'deep' }, async () => {
    const { page, dashboard } = await openText()
    await page.getByRole('textbox', { name: 'Text' }).fill('Fresh beans')
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/v1/posts/text', async (route) => {
      await answered
      await route.continue()
    })
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Sending…').waitFor()
    await page.getByRole('link', { name: 'Media', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Media' }).waitFor()
    await page.getByRole('link', { name: 'New post' }).click()
    await page.getByText('The service did not say whether it took the post.').waitFor()
    answer()
    await page.getByText('This draft was published meanwhile.').waitFor()
    expect(await page.getByRole('link', { name: 'Look at the post' }).getAttribute('href')).toBe('/posts/p1')
    expect(await page.getByRole('button', { name: 'Publish' }).isDisabled()).toBe(true)
    expect(await page.getByRole('button', { name: 'Edit anyway' }).count()).toBe(0)
    expect(posts(dashboard.requests)).toHaveLength(1)
  })

  const openInTwoTabs = async () => {
    const { page, visitor, dashboard } = await openText()
    await page.getByRole('textbox', { name: 'Text' }).fill('Fresh beans')
    await page.getByText(kept).waitFor()
    const other = await visitor.context.newPage()
    await other.goto(`${dashboard.url}/compose`)
    await other.getByText(kept).waitFor()
    return { page, other, dashboard }
  }

  test('that another tab published is neither called saved nor published again', async () => {
    const { page, other } = await openInTwoTabs()
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.waitForURL(/\/posts\/p1$/)
    await other.getByText('This draft was published meanwhile.').waitFor()
    expect(await other.getByText(kept).count()).toBe(0)
    expect(await other.getByRole('button', { name: 'Publish' }).isDisabled()).toBe(true)
    expect(await other.getByRole('textbox', { name: 'Text' }).isDisabled()).toBe(true)
    expect(await other.getByRole('link', { name: 'Look at the post' }).getAttribute('href')).toBe('/posts/p1')
    await other.getByRole('button', { name: 'Keep this as a new draft' }).click()
    await other.getByText(kept).waitFor()
    await other.reload()
    await expect.poll(() => other.getByRole('textbox', { name: 'Text' }).inputValue()).toBe('Fresh beans')
  })

  test('that another tab is publishing at the moment makes one post', async () => {
    const { page, other, dashboard } = await openInTwoTabs()
    dashboard.answer({ 'POST /v1/posts/text': 'hang' })
    for (const [at, tab] of [page, other].entries()) {
      await tab.getByRole('button', { name: 'Publish' }).click()
      await expect.poll(() => posts(dashboard.requests).length).toBe(at + 1)
    }
    const [first, second] = posts(dashboard.requests).map(({ headers }) => headers['idempotency-key'])
    expect(second).toBe(first)
  })

  test('that another tab is publishing is not published with other words beside it, nor after it', async () => {
    const { page, other, dashboard } = await openInTwoTabs()
    const text = other.getByRole('textbox', { name: 'Text' })
    const publish = other.getByRole('button', { name: 'Publish' })
    await text.fill('Fresher beans')
    await page.getByText('This draft was changed in another tab.').waitFor()
    dashboard.answer({ 'POST /v1/posts/text': 'hang' })
    await page.getByRole('button', { name: 'Publish' }).click()
    await other.getByText('This draft is being sent from another tab.').waitFor()
    expect(await publish.isDisabled()).toBe(true)
    dashboard.answer({ 'POST /v1/posts/text': ACCEPTED })
    dashboard.hangUp()
    await page.waitForURL(/\/posts\/p1$/)
    await other.getByText('This draft was published meanwhile.').waitFor()
    // The next post is written there.
    await page.getByRole('link', { name: 'New post' }).click()
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Cold brew')
    await page.getByText(kept).waitFor()
    expect(await publish.isDisabled()).toBe(true)
    await other.getByRole('button', { name: 'Keep this as a new draft' }).click()
    expect(await text.inputValue()).toBe('Fresher beans')
    expect(await publish.isEnabled()).toBe(true)
    // As a tab says it that was opened before an upgrade.
    await page.evaluate(() => new BroadcastChannel('social-publisher').postMessage({ is: 'draft_saved' }))
    await other.getByText('This draft was changed in another tab.').waitFor()
    expect(await text.inputValue()).toBe('Fresher beans')
  })
})

describe('what one account, a platform or a picture gets beside the text', () => {
  test('goes with the post, and is counted for the account it is for', { tags: 'deep' }, async () => {
    const pictures = ['beans.jpg', 'cup.jpg'].map((title, at) => ({
      id: `m${at + 1}`,
      title,
      content_type: 'image/jpeg',
      size_bytes: 9,
      download_url: '/icon.svg',
    }))
    const { page, dashboard, visitor } = await openScripted(visits, '/compose', {
      ...composing(),
      'GET /v1/media/users': libraryOf(pictures),
      'POST /v1/posts/feed': answerPosts(),
    })
    for (const name of ['@harbor.coffee (Instagram)', '@harborcoffee (Threads)'])
      await page.getByRole('checkbox', { name }).check()
    await unfold(page, 'Title')
    await page.getByRole('textbox', { name: 'Title' }).fill('Beans')
    await page.getByRole('textbox', { name: 'Text' }).fill('Fresh beans')
    await unfold(page, 'Different text per account')
    await page.getByRole('textbox', { name: 'Caption for @harborcoffee' }).fill('n'.repeat(501))
    await page.getByText('@harborcoffee (Threads): text and hashtags count 501').first().waitFor()
    await page.getByRole('textbox', { name: 'Caption for @harborcoffee' }).fill('Only here')
    await page.getByRole('article', { name: 'Threads' }).getByText('Only here').waitFor()
    await page.getByRole('article', { name: 'Instagram' }).getByText('Fresh beans').waitFor()
    await addFromLibrary(page, ...pictures.map(({ title }) => title))
    await unfold(page, 'Alternative text')
    await page.getByRole('textbox', { name: 'Describe beans.jpg' }).fill('A heap of beans')
    await unfold(page, 'Shape and options')
    await page.getByRole('textbox', { name: 'First comment on Instagram' }).fill('Which ones?')
    await page.getByRole('textbox', { name: 'Topic on Threads' }).fill('Coffee')
    await page.getByRole('combobox', { name: 'Who can reply on Threads' }).selectOption('followers_only')
    await visitor.screenshot('compose-options')
    await visitor.expectAccessible()
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.waitForURL(/\/posts\/p1$/)
    const [made] = dashboard.requests.filter(({ method, path }) => method === 'POST' && path === '/v1/posts/feed')
    expect(made?.json).toEqual({
      title: 'Beans',
      content: 'Fresh beans',
      accounts: ['a1', 'a2'],
      media: { items: [{ media_asset_id: 'm1', alt_text: 'A heap of beans' }, { media_asset_id: 'm2' }] },
      options: {
        instagram: { first_comment: 'Which ones?' },
        threads: { topic_tag: 'Coffee', reply_control: 'followers_only' },
      },
      per_account: { a2: { content: 'Only here' } },
    })
  })
})

describe('a post begun from another', () => {
  const earlier = {
    id: 'p9',
    type: 'text',
    title: 'Old',
    content: 'As before',
    hashtags: ['coffee'],
    media_asset_ids: [],
    publications: [{ account_id: 'a2' }],
  }

  test('has its text and accounts; what was being composed can be taken back', { tags: 'deep' }, async () => {
    const script = { ...composing(), 'GET /v1/posts/p9': ok(earlier) }
    const { page } = await openText(script)
    const text = page.getByRole('textbox', { name: 'Text' })
    await text.fill('Half written')
    await page.getByText('Saved in this browser.').waitFor()
    await page.goto(new URL('/compose?from=p9', page.url()).href)
    await page.getByText('Your earlier draft was put aside.').waitFor()
    expect(await text.inputValue()).toBe('As before')
    expect(await page.getByRole('textbox', { name: 'Hashtags' }).inputValue()).toBe('#coffee')
    expect(await page.getByRole('checkbox', { name: '@harborcoffee (Threads)' }).isChecked()).toBe(true)
    // After a reload the changed draft is there, and the other can still be opened.
    await text.fill('As before, nearly')
    await page.reload()
    await expect.poll(() => text.inputValue()).toBe('As before, nearly')
    await page.getByRole('button', { name: 'Go back to it' }).click()
    await expect.poll(() => text.inputValue()).toBe('Half written')
  })

  test('keeps the texts of single accounts, alternative texts and options, and names what it cannot keep', {
    tags: 'deep',
  }, async () => {
    const asset = {
      id: 'm1',
      title: 'a.jpg',
      alt_text: '',
      content_type: 'image/jpeg',
      size_bytes: 3,
      download_url: '',
    }
    const { page } = await openScripted(visits, '/compose?from=p9', {
      ...composing(),
      'GET /v1/media/users': pageOf([asset]),
      'GET /v1/posts/p9': ok({
        ...earlier,
        type: 'feed',
        media_asset_ids: ['m1'],
        media_items: [{ media_asset_id: 'm1', alt_text: 'A full cup', user_tags: [{ username: 'mina.kim' }] }],
        options: {
          instagram: { first_comment: 'Come by!', collaborators: ['mina.kim'] },
          threads: { topic_tag: 'Coffee', reply_control: 'followers_only' },
        },
        per_account: { a2: { content: 'Only here', hashtags: ['tonic'] } },
        publications: [{ account_id: 'a1' }, { account_id: 'a2' }],
        scheduled_at: Date.UTC(2031, 11, 5, 10, 30),
      }),
    })
    // Planned for later, it does not go out at once.
    await expect.poll(() => page.getByLabel('Date and time').inputValue()).toBe('2031-12-05T10:30')
    const written = (name: string) => page.getByRole('textbox', { name }).inputValue()
    for (const part of ['Different text per account', 'Alternative text', 'Shape and options']) await unfold(page, part)
    await page.getByRole('textbox', { name: 'Caption for @harborcoffee (Threads)' }).waitFor()
    expect(await written('Caption for @harborcoffee (Threads)')).toBe('Only here')
    expect(await written('Describe a.jpg')).toBe('A full cup')
    expect(await written('First comment on Instagram')).toBe('Come by!')
    expect(await written('Topic on Threads')).toBe('Coffee')
    expect(await page.getByRole('combobox', { name: 'Who can reply on Threads' }).inputValue()).toBe('followers_only')
    expect(await written('Collaborators on Instagram')).toBe('mina.kim')
    await page.getByRole('group', { name: 'mina.kim' }).getByRole('slider', { name: 'From the left' }).waitFor()
    await page.getByText('the copy is without them: Hashtags.').waitFor()
    // The text of an account is in sight also where the account is the only one.
    await page.getByRole('checkbox', { name: '@harbor.coffee (Instagram)' }).uncheck()
    await page.getByRole('textbox', { name: 'Caption for @harborcoffee (Threads)' }).waitFor()
  })

  test('that failed in part is ticked only where it failed', async () => {
    const connections = [
      ...CONNECTIONS,
      ...['a4', 'a5'].map((id) => ({ ...CONNECTIONS[1], id, username: `shop.${id}` })),
    ]
    const failed = (account_id: string, code: string) => ({ account_id, state: 'failed', error: { code } })
    const { page, visitor } = await openScripted(visits, '/compose?from=p9', {
      ...composing(),
      'GET /v1/accounts/connections': ok(connections),
      'GET /v1/posts/p9': ok({
        ...earlier,
        publications: [
          { account_id: 'a2', state: 'published', error: null },
          failed('a4', 'rejected'),
          failed('a5', 'outcome_unknown'),
        ],
      }),
    })
    await page.getByText(/Only the accounts where the earlier post failed are chosen/).waitFor()
    const ticked = page.getByRole('group', { name: 'Accounts' }).locator('input:checked')
    expect(await ticked.count()).toBe(1)
    expect(await page.getByRole('checkbox', { name: '@shop.a4 (Threads)' }).isChecked()).toBe(true)
    await page.getByText('It is live, or may be, on @harborcoffee (Threads), @shop.a5 (Threads)').waitFor()
    await visitor.screenshot('compose-failed-in-part')
  })

  test('is not begun without a file that could not be asked for', { tags: 'deep' }, async () => {
    const script = {
      ...composing(),
      'GET /v1/posts/p9': ok({ ...earlier, type: 'feed', media_asset_ids: ['m7'] }),
      'GET /v1/media/m7': refusal(429, 'rate_limited', 'Later.'),
    }
    const { page, dashboard } = await openText(script)
    await page.goto(new URL('/compose?from=p9', page.url()).href)
    await page.getByText('The post or draft to begin with could not be loaded.').waitFor()
    expect(await page.getByRole('textbox', { name: 'Text' }).inputValue()).toBe('')
    // One that was deleted is left out, and that is said.
    dashboard.answer({ 'GET /v1/media/m7': refusal(404, 'not_found', 'No.') })
    await page.goto(new URL('/compose?from=p9', page.url()).href)
    await expect.poll(() => page.getByRole('textbox', { name: 'Text' }).inputValue()).toBe('As before')
    await page.getByText('1 file of this post is missing', { exact: false }).waitFor()
  })

  test('that cannot be read leaves the draft as it was, and says so', { tags: 'deep' }, async () => {
    const script = { ...composing(), 'GET /v1/posts/p9': refusal(404, 'not_found', 'no') }
    const { page } = await openText(script)
    await page.getByRole('textbox', { name: 'Text' }).fill('Half written')
    await page.getByText('Saved in this browser.').waitFor()
    await page.goto(new URL('/compose?from=p9', page.url()).href)
    await page.getByText('The post or draft to begin with could not be loaded.').waitFor()
    expect(await page.getByRole('textbox', { name: 'Text' }).inputValue()).toBe('Half written')
  })
})

describe('the media library', () => {
  test.each(['wide', 'narrow'] as const)('is accessible and fits, seen %s', async (view) => {
    const { page: seen, visitor } = await openScripted(visits, '/media', composing(), view)
    await seen.getByRole('searchbox').waitFor()
    await visitor.screenshot('media')
    await visitor.expectAccessible()
  })

  test('sends a file whose connection broke again, by itself', { tags: 'deep' }, async () => {
    const { page: seen, dashboard } = await openScripted(visits, '/media', composing())
    const data = {
      id: 'm1',
      object_key: 'm1.jpg',
      content_type: 'image/jpeg',
      size_bytes: 3,
      title: 'a.jpg',
      alt_text: 'a.jpg',
      version: 1,
      created_at: 1,
    }
    dashboard.answer({
      'POST /v1/media/uploads': ok({
        id: 'm1',
        object_key: 'm1.jpg',
        upload_url: `${dashboard.url}/api/put`,
        method: 'PUT',
        headers: {},
        expires_at: 1,
      }),
      'GET /v1/media/uploads/m1': ok({
        parts: [{ first_byte: 0, size_bytes: 3, arrived: false, upload_url: `${dashboard.url}/api/put`, headers: {} }],
      }),
      'PUT /put': () => {
        dashboard.answer({ 'PUT /put': {} })
        return { status: 503 }
      },
      'POST /v1/media/uploads/m1/complete': ok(data),
    })
    await seen
      .getByLabel('Add media')
      .setInputFiles({ name: 'a.json', mimeType: 'image/jpeg', buffer: Buffer.from('123') })
    await seen.getByRole('list', { name: 'Uploads' }).waitFor()
    await seen.getByRole('list', { name: 'Uploads' }).waitFor({ state: 'detached' })
    expect(dashboard.requests.filter(({ method }) => method === 'PUT')).toHaveLength(2)
    expect(dashboard.requests.filter(({ path }) => path.endsWith('/complete'))).toHaveLength(1)
  })
})

describe('what a new post asks of a person', () => {
  const video = { id: 'm1', title: 'film.mp4', content_type: 'video/mp4', size_bytes: 9, download_url: '/icon.svg' }
  const library: Script = {
    ...composing(),
    'GET /v1/media/users': libraryOf([
      video,
      { ...video, id: 'm2', title: 'Cherry tonic.jpg', content_type: 'image/jpeg' },
    ]),
    'POST /v1/posts/feed': answerPosts(),
  }
  const type = (page: Page, name: string) =>
    page.getByRole('radiogroup', { name: 'Type' }).getByRole('radio', { name }).isChecked()

  test('is neither a type nor a title: they follow from what is there', async () => {
    const { page, dashboard } = await openScripted(visits, '/compose', library)
    await page.getByRole('checkbox', { name: '@harborcoffee (Threads)' }).check()
    expect(await type(page, 'Text')).toBe(true)
    await page.getByRole('checkbox', { name: '@harbor.coffee (Instagram)' }).check()
    expect(await type(page, 'Feed')).toBe(true)
    await page
      .getByRole('textbox', { name: 'Text' })
      .fill('Cherry tonic is back, and so is the terrace, from Monday on.\nCome by!')
    await addFromLibrary(page, 'film.mp4')
    expect(await type(page, 'Feed')).toBe(true)
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.waitForURL(/\/posts\/p1$/)
    const [made] = dashboard.requests.filter(({ method, path }) => method === 'POST' && path === '/v1/posts/feed')
    expect(made?.json).toMatchObject({ title: 'Cherry tonic is back, and so is the terrace, from Monday on.' })
  })

  test('stays as it was chosen', async () => {
    const { page } = await openScripted(visits, '/compose', library)
    await page.getByRole('radiogroup', { name: 'Type' }).getByRole('radio', { name: 'Reel' }).check()
    await page.getByRole('checkbox', { name: '@harbor.coffee (Instagram)' }).check()
    await addFromLibrary(page, 'film.mp4')
    expect(await type(page, 'Reel')).toBe(true)
    expect(await page.getByRole('checkbox', { name: '@harborcoffee (Threads)' }).isDisabled()).toBe(true)
  })

  test('is said one thing at a time, beside the button, and leads to its field', { tags: 'deep' }, async () => {
    const { page } = await openScripted(visits, '/compose', library)
    const wrong = page.getByRole('region', { name: 'Problems' })
    await wrong.getByRole('button', { name: 'Choose at least one account' }).click()
    const first = page.getByRole('checkbox', { name: '@harbor.coffee (Instagram)' })
    await expect.poll(() => first.evaluate((box) => box === document.activeElement)).toBe(true)
    await first.check()
    await wrong.getByRole('button', { name: 'Add at least one picture or video.' }).click()
    await expect
      .poll(() => page.getByLabel('Add media').evaluate((input) => input === document.activeElement))
      .toBe(true)
    await addFromLibrary(page, 'Cherry tonic.jpg')
    await page.getByText('No problems found by the service and the platforms.').waitFor()
    await page.getByText('1 account', { exact: false }).first().waitFor()
  })

  test('says which pictures are not described', async () => {
    const { page } = await openScripted(visits, '/compose', library)
    await addFromLibrary(page, 'Cherry tonic.jpg')
    await page.getByText('1 of 1 missing').waitFor()
    await unfold(page, 'Alternative text')
    await page.getByRole('textbox', { name: 'Describe Cherry tonic.jpg' }).fill('A glass')
    await page.getByText('All described').waitFor()
  })

  test.each([
    [1200, 800],
    [360, 640],
  ])('has its button in sight wherever one scrolls, at %i x %i', { tags: 'deep' }, async (width, height) => {
    const { page } = await openScripted(visits, '/compose', library)
    await page.setViewportSize({ width, height })
    await page.getByRole('checkbox', { name: '@harbor.coffee (Instagram)' }).check()
    await page.getByRole('checkbox', { name: '@harborcoffee (Threads)' }).check()
    await page.getByRole('radio', { name: 'Later' }).check()
    await addFromLibrary(page, 'Cherry tonic.jpg')
    for (const part of ['Title', 'Alternative text', 'Shape and options']) await unfold(page, part)
    const schedule = page.getByRole('button', { name: 'Schedule' })
    // It leaves most of the screen to the post.
    const bar = await page.locator('.action-bar').evaluate((element) => element.getBoundingClientRect().height)
    expect(bar).toBeLessThan(height * 0.4)
    const end = await page.evaluate(() => document.documentElement.scrollHeight)
    expect(end).toBeGreaterThan(height)
    for (let top = 0; top < end; top += height / 2) {
      await page.evaluate((to) => window.scrollTo(0, to), top)
      // Nothing covers it.
      const seen = await schedule.evaluate((button) => {
        const { left, top: y, width: wide, height: high } = button.getBoundingClientRect()
        return button.contains(document.elementFromPoint(left + wide / 2, y + high / 2)) && y + high <= innerHeight
      })
      expect(seen, `at ${top}`).toBe(true)
    }
  })
})

test('accounts are searched, and kept in groups, from eight on', async () => {
  const accounts = (count: number) =>
    ok(Array.from({ length: count }, (_, at) => ({ ...CONNECTIONS[0], id: `b${at}`, username: `shop.${at}` })))
  const script = (count: number) => ({ ...composing(), 'GET /v1/accounts/connections': accounts(count) })
  const { page, dashboard } = await openScripted(visits, '/compose', script(7))
  await page.getByRole('checkbox', { name: '@shop.6 (Instagram)' }).waitFor()
  expect(await page.getByRole('searchbox', { name: 'Filter accounts' }).count()).toBe(0)
  dashboard.answer(script(8))
  await page.reload()
  await page.getByRole('searchbox', { name: 'Filter accounts' }).fill('instagram')
  await expect.poll(() => page.getByRole('group', { name: 'Accounts' }).getByRole('checkbox').count()).toBe(8)
  await page.getByRole('searchbox', { name: 'Filter accounts' }).fill('shop.7')
  await page.getByRole('checkbox', { name: '@shop.7 (Instagram)' }).check()
  expect(await page.getByRole('group', { name: 'Accounts' }).getByRole('checkbox').count()).toBe(1)
  await unfold(page, 'Groups of accounts')
  await page.getByRole('textbox', { name: 'Name of the group' }).fill('Shops')
  await page.getByRole('button', { name: 'Save selection' }).click()
  await page.getByRole('button', { name: 'Shops', exact: true }).waitFor()
})
