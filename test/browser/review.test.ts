// What goes out, as an editor and a reviewer see it before they decide.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, openScripted, type Visits } from '../support/browser.ts'
import { LOOKS_OF_CLIENTS } from '../support/looks-clients.ts'
import { refusal } from '../support/scripted-dashboard.ts'

let visits: Visits

beforeAll(async () => {
  visits = await launchBrowser()
})

afterAll(() => visits.end())

test.each(['approval', 'review'] as const)('%s shows alternative texts beside their pictures', async (name) => {
  const { path, script } = LOOKS_OF_CLIENTS[name]!
  const { page } = await openScripted(visits, path, script(), 'wide')
  const media = page.getByRole('list', { name: 'Media' }).getByRole('listitem')
  await media.first().getByText('Alternative text: A glass of cherry tonic on the bar').waitFor()
  expect(await media.count()).toBe(3)
  // The second has none.
  expect(await media.nth(1).textContent()).toBe('')
  // Everything of this post has a place of its own.
  expect(await page.getByText('Everything else of the post').count()).toBe(0)
})

test.each(['approval', 'review'] as const)(
  '%s links a file that is shown neither as a picture nor as a video',
  async (name) => {
    const { path, script } = LOOKS_OF_CLIENTS[name]!
    const given = script()
    const [first] = Object.keys(given).filter((key) => key.startsWith('GET /v1/media/7'))
    const missing = { ...given, [first!]: { status: 404, body: {} } }
    const { page } = await openScripted(visits, path, missing, 'wide')
    const media = page.getByRole('list', { name: 'Media' }).getByRole('listitem')
    const link = media.first().getByRole('link', { name: 'File 1', exact: true })
    await link.getByText('File 1').waitFor()
    expect(await link.getAttribute('href')).toBe(`/api${first!.slice('GET '.length)}`)
    expect(await media.nth(1).getByRole('img', { name: 'File 2' }).count()).toBe(1)
  },
)

test('a change that is being written is kept, and told, when somebody else changes the post', {
  tags: 'deep',
}, async () => {
  const { path, script } = LOOKS_OF_CLIENTS.approval!
  const given = script()
  const [asked] = Object.keys(given).filter((key) => key.startsWith('GET /v1/approvals/'))
  const { data } = (given[asked!] as { body: { data: { version: number; post: object } } }).body
  const { page, dashboard } = await openScripted(visits, path, given, 'wide')
  await page.locator('summary').getByText('Change', { exact: true }).click()
  const words = page.getByRole('textbox', { name: 'Text' })
  await words.fill('My words')
  await page.clock.install()
  const changed = { ...data, version: data.version + 1, post: { ...data.post, content: 'Their words' } }
  dashboard.answer({ [asked!]: { body: { success: true, data: changed } } })
  await page.clock.runFor(16_000)
  await page.getByText('Somebody else changed the post meanwhile.').waitFor()
  expect(await words.inputValue()).toBe('My words')
  expect(await page.getByRole('button', { name: 'Send again', exact: true }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Discard mine and show the current version' }).click()
  expect(await words.inputValue()).toBe('Their words')
  // Without changes of one's own it follows.
  const again = { ...changed, version: data.version + 2, post: { ...data.post, content: 'Third words' } }
  dashboard.answer({ [asked!]: { body: { success: true, data: again } } })
  await page.clock.runFor(16_000)
  await expect.poll(() => words.inputValue()).toBe('Third words')
})

test('a reviewer whose approval came too late is told so, and keeps the comment', async () => {
  const { path, script } = LOOKS_OF_CLIENTS.review!
  const given = script()
  const { body } = given['POST /v1/reviews'] as { body: { data: { version: number } } }
  let changed = false
  const { page } = await openScripted(
    visits,
    path,
    {
      ...given,
      'POST /v1/reviews': ({ json }) => {
        const decided = 'decision' in (json as object)
        changed ||= decided
        if (decided) return refusal(409, 'approval_changed', 'It was changed.')
        return { body: { ...body, data: { ...body.data, version: body.data.version + (changed ? 1 : 0) } } }
      },
    },
    'wide',
  )
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ada')
  await page.getByRole('textbox', { name: 'Comment' }).fill('Fine, but for the price')
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('Version 3').waitFor()
  await page.getByText('Somebody changed the post or made a decision meanwhile.').waitFor()
  expect(await page.getByRole('textbox', { name: 'Comment' }).inputValue()).toBe('Fine, but for the price')
})

test('a change that was not sent again keeps the post from being approved without it', { tags: 'deep' }, async () => {
  const { path, script } = LOOKS_OF_CLIENTS.approval!
  const { page } = await openScripted(visits, path, script(), 'wide')
  const approve = page.getByRole('button', { name: 'Approve', exact: true })
  await page.getByText('Change', { exact: true }).click()
  const words = page.getByRole('textbox', { name: 'Text' })
  const before = await words.inputValue()
  await words.fill('Other words')
  const told = page.getByText('You changed the post and did not send it again.', { exact: false })
  await told.waitFor()
  expect(await approve.isDisabled()).toBe(true)
  // Both wait on the way back from another page, and after a reload, as after a session that ended.
  const comment = page.getByRole('textbox', { name: 'Comment' })
  await comment.fill('Shorter')
  await page.getByRole('link', { name: 'All approvals' }).click()
  await page.getByRole('heading', { level: 1, name: 'Approvals' }).waitFor()
  await page.goBack()
  await told.waitFor()
  await page.reload()
  await told.waitFor()
  expect([await words.inputValue(), await comment.inputValue()]).toEqual(['Other words', 'Shorter'])
  await comment.fill('')
  await words.fill(before)
  await told.waitFor({ state: 'detached' })
  expect(await approve.isEnabled()).toBe(true)
})

test('a time of which a part is missing is asked for: without one the post would go out at once', {
  tags: 'deep',
}, async () => {
  const { path, script } = LOOKS_OF_CLIENTS.approval!
  const given = script()
  const [asked] = Object.keys(given).filter((key) => key.startsWith('GET /v1/approvals/'))
  const { data } = (given[asked!] as { body: { data: { post: object } } }).body
  const atOnce = { ...data, post: { ...data.post, scheduled_at: undefined } }
  const late = { ...data, late: true, post: { ...data.post, scheduled_at: Date.now() - 60_000, not_after: undefined } }
  const { page, dashboard } = await openScripted(visits, path, { ...given, [asked!]: { body: { data: late } } }, 'wide')
  const sent = () => dashboard.requests.filter(({ method }) => method !== 'GET').map(({ method }) => method)
  const time = page.getByLabel('New time')
  const told = page.getByText('Give a date and a time.')
  await time.focus()
  await page.keyboard.type('12052031')
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await told.waitFor()
  await time.fill('2031-12-05T10:30')
  await told.waitFor({ state: 'detached' })
  // The same where a time that was there loses its hour.
  await page.locator('summary').getByText('Change', { exact: true }).click()
  const change = page.getByLabel('Time', { exact: true })
  await change.focus()
  for (const key of ['Tab', 'Tab', 'Tab', 'Delete']) await page.keyboard.press(key)
  await page.getByRole('button', { name: 'Send again' }).click()
  await told.waitFor()
  // And where there was none: the post is not approved without the time that is being given to it.
  dashboard.answer({ [asked!]: { body: { data: atOnce } } })
  await page.evaluate(() => sessionStorage.clear())
  await page.reload()
  await page.locator('summary').getByText('Change', { exact: true }).click()
  await change.focus()
  await page.keyboard.type('12052031')
  const approve = page.getByRole('button', { name: 'Approve', exact: true })
  await approve.click({ force: true })
  await page.getByText('You changed the post and did not send it again.', { exact: false }).waitFor()
  expect(await approve.isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Send again' }).click()
  await told.waitFor()
  expect(sent()).toEqual([])
})

test('an approval leads back to the others, and its decision comes first', { tags: 'deep' }, async () => {
  const { path, script } = LOOKS_OF_CLIENTS.approval!
  const { page } = await openScripted(visits, path, { ...LOOKS_OF_CLIENTS.approvals!.script(), ...script() }, 'wide')
  const names = () => page.locator('.decide').getByRole('button').allInnerTexts()
  await expect.poll(names).toEqual(['Approve', 'Ask for changes', 'Comment only', 'Withdraw'])
  await page.getByRole('link', { name: 'All approvals' }).click()
  await page.getByRole('heading', { level: 1, name: 'Approvals' }).waitFor()
  // Deleted people have neither name nor address any more.
  await page.getByRole('cell', { name: 'Former member' }).waitFor()
  // The way back from one of another state leads to that state.
  const state = page.getByRole('combobox', { name: 'State' })
  expect(await state.inputValue()).toBe('waiting')
  for (const chosen of ['approved', '']) {
    await state.selectOption(chosen)
    await page.waitForURL(/\/approvals\?state=/)
    await page.reload()
    expect(await state.inputValue()).toBe(chosen)
  }
  await page.getByRole('link', { name: 'All posts' }).click()
  await page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor()
})

test('a withdrawal that was made although no answer said so is not called the decision of somebody else', async () => {
  const { path, script } = LOOKS_OF_CLIENTS.approval!
  const given = script()
  const [asked] = Object.keys(given).filter((key) => key.startsWith('GET /v1/approvals/'))
  const { data } = (given[asked!] as { body: { data: object } }).body
  const why = 'The post was changed or decided meanwhile.'
  const withdrawing = { [asked!.replace('GET', 'DELETE')]: refusal(409, 'approval_changed', why) }
  const { page, dashboard } = await openScripted(visits, path, { ...given, ...withdrawing }, 'wide')
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  const again = page.getByRole('dialog').getByRole('button', { name: 'Withdraw' })
  await again.click()
  await page.getByText(why).waitFor()
  dashboard.answer({ [asked!]: { body: { success: true, data: { ...data, state: 'withdrawn' } } } })
  await again.click()
  await page.getByText('Withdrawn.', { exact: true }).waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

test('a change by somebody else is told also to who has commented before', async () => {
  const { path, script } = LOOKS_OF_CLIENTS.approval!
  const given = script()
  const [asked] = Object.keys(given).filter((key) => key.startsWith('GET /v1/approvals/'))
  const { data } = (given[asked!] as { body: { data: { version: number; post: object } } }).body
  const { page, dashboard } = await openScripted(visits, path, {
    ...given,
    [`${asked!.replace('GET', 'POST')}/comments`]: () => {
      const changed = { ...data, version: data.version + 1, post: { ...data.post, content: 'Their words' } }
      dashboard.answer({ [asked!]: { body: { success: true, data: changed } } })
      return { status: 201, body: { success: true, data: {} } }
    },
  })
  const told = page.getByText('Somebody changed the post or made a decision meanwhile.')
  const comment = page.getByRole('textbox', { name: 'Comment' })
  await comment.fill('Shorter')
  await page.getByRole('button', { name: 'Comment only' }).click()
  await page.getByText('Their words').first().waitFor()
  await told.waitFor()
  // Somebody who comments once more has seen the change.
  await comment.fill('Better')
  await page.getByRole('button', { name: 'Comment only' }).click()
  await told.waitFor({ state: 'detached' })
})

test('files are added from a library that looks as it does in the composer', { tags: 'deep' }, async () => {
  const { path, script } = LOOKS_OF_CLIENTS.approval!
  const { page } = await openScripted(visits, path, script(), 'wide')
  await page.locator('summary').getByText('Change', { exact: true }).click()
  await page.getByRole('button', { name: 'Add media' }).click()
  const files = page.getByRole('dialog').getByRole('list', { name: 'Media', exact: true })
  await files.getByRole('checkbox').first().waitFor()
  expect(await files.evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length)).toBe(3)
})

test('a link that still shows a decided post can be revoked there, and no other is made', async () => {
  const { path, script } = LOOKS_OF_CLIENTS.approval!
  const given = script()
  const [asked] = Object.keys(given).filter((key) => key.startsWith('GET /v1/approvals/'))
  const { data } = (given[asked!] as { body: { data: object } }).body
  const approved = (until: number | null) => ({
    body: { success: true, data: { ...data, state: 'approved', review_until: null, review_shown_until: until } },
  })
  const { page, dashboard } = await openScripted(visits, path, {
    ...given,
    [asked!]: approved(Date.now() + 60_000),
    [asked!.replace('GET', 'PATCH')]: () => {
      dashboard.answer({ [asked!]: approved(null) })
      return { body: { success: true, data: { review_link: null } } }
    },
  })
  const link = page.getByRole('region', { name: 'Review link' })
  await link.getByText('The link still shows this post and what is said about it.').waitFor()
  expect(await link.getByRole('button').allTextContents()).toEqual(['Revoke link'])
  await link.getByRole('button', { name: 'Revoke link' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke link' }).click()
  await link.waitFor({ state: 'detached' })
  expect(dashboard.requests.find(({ method }) => method === 'PATCH')?.json).toEqual({ review_link: false })
})
