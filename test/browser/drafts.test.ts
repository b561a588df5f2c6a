// Things that a team shares while it writes: drafts, with who saved them last, templates and groups of hashtags.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser, openScripted, type Visits } from '../support/browser.ts'
import { answerPosts } from '../support/composer.ts'
import { CONNECTIONS, ok, page as pageOf } from '../support/dashboard-samples.ts'
import { refusal, type Script, signedIn } from '../support/scripted-dashboard.ts'

let visits: Visits

beforeAll(async () => {
  visits = await launchBrowser()
})

afterAll(() => visits.end())

const mina = { id: 'm2', name: 'Mina Kim', email: 'mina.kim@example.com' }
const demo = { id: 'e3f1', name: 'Demo Person', email: 'demo@example.com' }
const draft = (more: object = {}) => ({
  id: 'd1',
  name: null,
  type: 'text',
  post: { content: 'Our winter menu', hashtags: ['winter'], accounts: ['a2'], scheduled_at: Date.now() + 86_400_000 },
  version: 3,
  created_by: demo,
  updated_by: mina,
  created_at: Date.now() - 7_200_000,
  updated_at: Date.now() - 60_000,
  editing: [],
  ...more,
})
const template = (name: string, post: object, id: string) => draft({ id, name, post, version: 1 })

const TEMPLATES = [
  template('City', { content: '', hashtags: ['seoul', 'Harbor'] }, 't2'),
  template('Opening hours', { content: 'We are open until 6 p.m.', hashtags: ['coffee'] }, 't1'),
]

const script = (more: Script = {}): Script => ({
  ...signedIn(),
  'GET /v1/accounts/connections': ok(CONNECTIONS),
  'GET /v1/media/users': pageOf([]),
  'GET /v1/drafts': ({ path }) => ok(path.includes('kind=template') ? TEMPLATES : [draft()]),
  'GET /v1/drafts/d1': ok(draft()),
  'PATCH /v1/drafts/d1': ok(draft()),
  'POST /v1/posts/text': answerPosts(),
  ...more,
})

const text = { name: 'Text', exact: true } as const

describe.each(['wide', 'narrow'] as const)('seen %s', (view) => {
  test('is accessible and fits, with a shared draft and a dialog open', async () => {
    const { page, visitor } = await openScripted(visits, '/compose?lang=en', script(), view)
    await page.getByRole('button', { name: 'Team drafts' }).click()
    await page.getByRole('dialog').getByText('Saved by Mina Kim', { exact: false }).waitFor()
    await visitor.screenshot('team-drafts')
    await visitor.expectAccessible()
    await page.getByRole('button', { name: 'Open “Our winter menu”' }).click()
    await page.getByText('last saved by Mina Kim', { exact: false }).waitFor()
    await page.getByRole('button', { name: 'Hashtag groups' }).click()
    await page.getByRole('dialog').getByText('City').waitFor()
    await visitor.screenshot('hashtag-groups')
    await visitor.expectAccessible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      page.viewportSize()!.width,
    )
  })
})

test('saves what is composed for the team, then the same draft again with its version', { tags: 'deep' }, async () => {
  const { page, dashboard } = await openScripted(
    visits,
    '/compose',
    script({
      'POST /v1/drafts': ok(draft({ version: 1, updated_by: demo })),
      'GET /v1/drafts/d1': ok(draft({ version: 1, updated_by: demo })),
      // Its answer breaks off.
      'PUT /v1/drafts/d1': ({ json }) => {
        const saved = ok(draft({ ...(json as object), version: 2, updated_by: demo }))
        dashboard.answer({ 'GET /v1/drafts/d1': saved })
        return { ...saved, headers: { 'Content-Length': '9999', Connection: 'close' } }
      },
    }),
  )
  await page.getByRole('checkbox', { name: '@harborcoffee (Threads)' }).check()
  await page.getByRole('textbox', text).fill('First words')
  // A field that is wrong for publishing is none of this button's, which keeps the focus.
  await page.getByRole('radio', { name: 'Later' }).check()
  await page.getByLabel('Date and time').fill('')
  await page.getByRole('button', { name: 'Schedule', exact: true }).click()
  await page.locator('[aria-invalid="true"]').waitFor()
  const save = page.getByRole('button', { name: 'Save for the team' })
  await save.click()
  await page.getByText('last saved by you', { exact: false }).waitFor()
  await expect.poll(() => save.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.getByRole('textbox', text).fill('More words')
  await save.click()
  await expect.poll(() => dashboard.requests.filter(({ method }) => method === 'PUT').length).toBe(1)
  await expect.poll(() => page.getByText('Everybody in your team can open it').count()).toBe(2)
  expect(await page.getByRole('alert').count()).toBe(0)
  const sent = dashboard.requests.filter(
    ({ method, path }) => ['POST', 'PUT'].includes(method) && path.startsWith('/v1/drafts'),
  )
  expect(sent.map(({ json }) => json)).toMatchObject([
    { type: 'text', post: { content: 'First words', accounts: ['a2'] } },
    { type: 'text', version: 1, post: { content: 'More words' } },
  ])
})

test('saves nothing for the team before the accounts of the draft are known', { tags: 'deep' }, async () => {
  const { page, dashboard } = await openScripted(
    visits,
    '/compose',
    script({ 'POST /v1/drafts': ok(draft({ version: 1, updated_by: demo })) }),
  )
  await page.getByRole('checkbox', { name: '@harborcoffee (Threads)' }).check()
  await page.getByRole('textbox', text).fill('First words')
  await page.getByText('Saved in this browser.').waitFor()
  dashboard.answer({ 'GET /v1/accounts/connections': 'hang' })
  await page.reload()
  const save = page.getByRole('button', { name: 'Save for the team' })
  await save.waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Start over' }).isEnabled()).toBe(true)
  expect(await save.isDisabled()).toBe(true)
})

test('a draft that was opened while another was being saved is not saved in its place', { tags: 'deep' }, async () => {
  const { page, dashboard } = await openScripted(
    visits,
    '/compose',
    script({ 'POST /v1/drafts': ok(draft({ id: 'd2', version: 1, updated_by: demo })) }),
  )
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/v1/drafts', async (route) => {
    if (route.request().method() === 'POST') await asked
    await route.continue()
  })
  await page.getByRole('checkbox', { name: '@harborcoffee (Threads)' }).check()
  await page.getByRole('textbox', text).fill('First words')
  await page.getByRole('button', { name: 'Save for the team' }).click()
  await page.getByRole('button', { name: 'Team drafts' }).click()
  await page.getByRole('button', { name: 'Open “Our winter menu”' }).click()
  await page.getByText('last saved by Mina Kim', { exact: false }).waitFor()
  answer()
  await page.getByText('Everybody in your team can open it').waitFor()
  dashboard.answer({ 'PUT /v1/drafts/d1': ok(draft({ version: 4 })), 'PUT /v1/drafts/d2': ok(draft({ id: 'd2' })) })
  await page.getByRole('button', { name: 'Save for the team' }).click()
  const put = () => dashboard.requests.filter(({ method }) => method === 'PUT')
  await expect.poll(() => put().map(({ path }) => path)).toEqual(['/v1/drafts/d1'])
})

test('opens a draft of the team as it was saved, puts aside what was there, and deletes it once it is published', async () => {
  const answers = [refusal(503, 'unavailable', 'Try again shortly.'), ok({ id: 'd1' })]
  const { page, dashboard } = await openScripted(
    visits,
    '/compose',
    script({ 'DELETE /v1/drafts/d1': () => answers.shift()! }),
  )
  await page.getByRole('textbox', text).fill('Half written')
  await page.getByRole('button', { name: 'Team drafts' }).click()
  await page.getByRole('button', { name: 'Open “Our winter menu”' }).click()
  await page.getByText('It is called “Half written”', { exact: false }).waitFor()
  expect(await page.getByRole('textbox', text).inputValue()).toBe('Our winter menu')
  expect(await page.getByRole('textbox', { name: 'Hashtags', exact: true }).inputValue()).toBe('#winter')
  expect(await page.getByRole('checkbox', { name: '@harborcoffee (Threads)' }).isChecked()).toBe(true)
  expect(await page.getByRole('radio', { name: 'Later' }).isChecked()).toBe(true)
  await page.getByRole('button', { name: 'Schedule' }).click()
  await page.waitForURL(/\/posts\/p1$/)
  const deleted = () => dashboard.requests.filter(({ method, path }) => method === 'DELETE' && path === '/v1/drafts/d1')
  await expect.poll(() => deleted().length).toBe(2)
})

test('loses nothing that was typed while a draft of the team is loaded', async () => {
  const withFile = draft({ post: { content: 'Our winter menu', media: { media_asset_ids: ['m1'] }, accounts: ['a2'] } })
  const { page } = await openScripted(visits, '/compose', script({ 'GET /v1/drafts': ok([withFile]) }))
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/v1/media/users*', async (route) => {
    await answered
    await route.continue()
  })
  await page.getByRole('textbox', text).fill('Half written')
  await page.getByRole('button', { name: 'Team drafts' }).click()
  const open = page.getByRole('button', { name: 'Open “Our winter menu”' })
  await open.click()
  await expect.poll(() => open.isDisabled()).toBe(true)
  for (let presses = 0; presses < 2; presses += 1) await page.keyboard.press('Escape')
  // Behind a dialog nothing can be typed.
  await page.getByRole('dialog').waitFor()
  answer()
  await page.getByText('It is called “Half written”', { exact: false }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('shows who else is editing it, and tells the team once for many changes', { tags: 'deep' }, async () => {
  const { page, dashboard } = await openScripted(
    visits,
    '/compose',
    script({
      'GET /v1/drafts': ok([draft({ editing: [demo, mina] })]),
      'GET /v1/drafts/d1': ok(draft({ editing: [demo, mina] })),
      'PATCH /v1/drafts/d1': ok(draft({ editing: [demo, mina] })),
    }),
  )
  const said = () => dashboard.requests.filter(({ method }) => method === 'PATCH')
  await page.getByRole('button', { name: 'Team drafts' }).click()
  // The others, not oneself.
  await page.getByRole('dialog').getByText('Editing now: Mina Kim', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Open “Our winter menu”' }).click()
  await page.getByRole('status').getByText('Editing now: Mina Kim', { exact: true }).waitFor()
  expect(said()).toEqual([])
  for (const words of ['I', 'I write', 'I write on']) await page.getByRole('textbox', text).fill(words)
  await expect.poll(() => said().map(({ path, json }) => [path, json])).toEqual([['/v1/drafts/d1', { editing: true }]])
  await page.getByRole('textbox', text).fill('I write on and on')
  await page.getByText('Saved in this browser.').waitFor()
  expect(said()).toHaveLength(1)
})

test('tells that somebody else saved it, and replaces nobody’s words without asking', { tags: 'deep' }, async () => {
  const { page, dashboard } = await openScripted(visits, '/compose', script())
  await page.getByRole('button', { name: 'Team drafts' }).click()
  await page.getByRole('button', { name: 'Open “Our winter menu”' }).click()
  await page.getByText('last saved by Mina Kim', { exact: false }).waitFor()
  const newer = draft({ version: 4, post: { content: 'Mina wrote on' } })
  dashboard.answer({
    'GET /v1/drafts/d1': ok(newer),
    'PUT /v1/drafts/d1': ({ json }) => {
      if ((json as { version: number }).version !== 4)
        return refusal(409, 'draft_changed', 'Somebody saved this draft meanwhile.', 'version')
      const saved = ok(draft({ version: 5, updated_by: demo }))
      dashboard.answer({ 'GET /v1/drafts/d1': saved })
      return saved
    },
  })
  await page.getByRole('textbox', text).fill('I wrote as well')
  await page.getByRole('button', { name: 'Save for the team' }).click()
  const told = page.getByRole('alert').filter({ hasText: 'this draft was saved by Mina Kim' })
  await told.waitFor()
  expect(await page.getByRole('textbox', text).inputValue()).toBe('I wrote as well')
  await told.getByRole('button', { name: 'Show that version' }).click()
  await told.waitFor({ state: 'detached' })
  expect(await page.getByRole('textbox', text).inputValue()).toBe('Mina wrote on')
  await page.getByRole('button', { name: 'Go back to it' }).click()
  expect(await page.getByRole('textbox', text).inputValue()).toBe('I wrote as well')
  await told.getByRole('button', { name: 'Replace it with mine' }).click()
  await page.getByText('last saved by you', { exact: false }).waitFor()
  expect(dashboard.requests.filter(({ method }) => method === 'PUT').at(-1)?.json).toMatchObject({
    version: 4,
    post: { content: 'I wrote as well' },
  })
})

test('says that a shared draft is gone, and keeps the text here', { tags: 'deep' }, async () => {
  const { page, dashboard } = await openScripted(visits, '/compose', script())
  await page.getByRole('button', { name: 'Team drafts' }).click()
  dashboard.answer({ 'GET /v1/drafts/d1': refusal(404, 'not_found', 'There is no draft with this id.') })
  await page.getByRole('button', { name: 'Open “Our winter menu”' }).click()
  await page.getByText('published or deleted by somebody else', { exact: false }).waitFor()
  // Nor is it published before the person knows.
  await page.getByRole('button', { name: 'Schedule' }).click()
  await page.getByText('It no longer exists.').waitFor()
  expect(dashboard.requests.filter(({ method, path }) => method === 'POST' && path === '/v1/posts/text')).toEqual([])
  await page.getByRole('button', { name: 'Keep it as my own' }).click()
  await page.getByText('published or deleted by somebody else', { exact: false }).waitFor({ state: 'detached' })
  expect(await page.getByRole('textbox', text).inputValue()).toBe('Our winter menu')
})

test('makes no second post of a draft that somebody published in the same moment with other words', async () => {
  const mismatch = refusal(409, 'idempotency_mismatch', 'This Idempotency-Key was used with another request.')
  const { page, dashboard } = await openScripted(visits, '/compose', script({ 'POST /v1/posts/text': mismatch }))
  const keys = () =>
    dashboard.requests
      .filter(({ method, path }) => method === 'POST' && path === '/v1/posts/text')
      .map(({ headers }) => headers['idempotency-key'])
  await page.getByRole('button', { name: 'Team drafts' }).click()
  await page.getByRole('button', { name: 'Open “Our winter menu”' }).click()
  await page.getByRole('textbox', text).fill('My winter menu')
  const hidden = await page.evaluateHandle(() => {
    const seen: string[] = []
    const look = () => document.querySelector('form.composer')?.checkVisibility() || seen.push('the composer')
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true })
    return seen
  })
  await page.getByRole('button', { name: 'Schedule' }).click()
  const told = page.getByRole('alert').filter({ hasText: 'This draft was published meanwhile' })
  await told.waitFor()
  expect(await hidden.jsonValue()).toEqual([])
  // The calendar uses the same key.
  expect(keys()).toEqual(['draft-d1-3'])
  dashboard.answer({ 'POST /v1/posts/text': answerPosts() })
  await told.getByRole('button', { name: 'Keep it as my own' }).click()
  await told.waitFor({ state: 'detached' })
  expect(await page.getByText('Idempotency-Key').count()).toBe(0)
  await page.getByRole('button', { name: 'Schedule' }).click()
  await page.waitForURL(/\/posts\/p1$/)
  expect(keys()).toEqual(['draft-d1-3', expect.stringMatching(/^compose-/)])
})

test('deletes a draft of the team after asking', async () => {
  const { page, dashboard } = await openScripted(
    visits,
    '/compose',
    script({ 'DELETE /v1/drafts/d1': ok({ id: 'd1' }) }),
  )
  await page.getByRole('button', { name: 'Team drafts' }).click()
  await page.getByRole('button', { name: 'Delete the draft “Our winter menu”' }).click()
  dashboard.answer({ 'GET /v1/drafts': ok([]) })
  await page
    .getByRole('dialog', { name: 'Delete the draft “Our winter menu”?' })
    .getByRole('button', { name: 'Delete' })
    .click()
  await page.getByText('No drafts yet.', { exact: false }).waitFor()
})

test('inserts hashtags once each, and a template below what is there', { tags: 'deep' }, async () => {
  const { page } = await openScripted(visits, '/compose', script())
  const hashtags = page.getByRole('textbox', { name: 'Hashtags', exact: true })
  await page.getByRole('textbox', text).fill('Good morning!')
  await hashtags.fill('#harbor')
  await page.getByRole('button', { name: 'Hashtag groups' }).click()
  await page.getByRole('button', { name: 'Insert “City”' }).click()
  await expect.poll(() => hashtags.inputValue()).toBe('#harbor #seoul')
  await page.getByRole('button', { name: 'Templates' }).click()
  await page.getByRole('button', { name: 'Insert “Opening hours”' }).click()
  await expect
    .poll(() => page.getByRole('textbox', text).inputValue())
    .toBe('Good morning!\n\nWe are open until 6 p.m.')
  expect(await hashtags.inputValue()).toBe('#harbor #seoul #coffee')
})

test('a time stands in its order after a name that is read from the right', async () => {
  const dana = { ...mina, name: 'דנה לוי' }
  const { page } = await openScripted(
    visits,
    '/compose',
    script({ 'GET /v1/drafts': ok([draft({ updated_by: dana })]) }),
  )
  await page.getByRole('button', { name: 'Team drafts' }).click()
  const said = page.getByRole('dialog').getByText('Saved by דנה לוי')
  // Its hour would stand left of the name, and its "PM" right of it.
  const places = await said.evaluate((line) => {
    const range = document.createRange()
    range.selectNodeContents(line.firstChild!)
    const { right } = range.getBoundingClientRect()
    const { left } = line.querySelector('time')!.getBoundingClientRect()
    return { right, left }
  })
  expect(places.left).toBeGreaterThan(places.right - 1)
})

test('saves hashtags as a group, replaces one of the same name, and has a deleted one again', {
  tags: 'deep',
}, async () => {
  const { page, dashboard } = await openScripted(
    visits,
    '/compose',
    script({
      'POST /v1/drafts': ok(TEMPLATES[0]),
      'PUT /v1/drafts/t2': ok(TEMPLATES[0]),
      'DELETE /v1/drafts/t2': ok({ id: 't2' }),
    }),
  )
  const sent = () => dashboard.requests.filter(({ method, path }) => method !== 'GET' && path.startsWith('/v1/drafts'))
  await page.getByRole('button', { name: 'Hashtag groups' }).click()
  const dialog = page.getByRole('dialog', { name: 'Hashtag groups' })
  await dialog.getByText('City').waitFor()
  await dialog.getByRole('textbox', { name: 'Name of the group' }).fill('Menu')
  await dialog.getByRole('button', { name: 'Save hashtags' }).click()
  await dialog.getByText('Write hashtags in the post first.').waitFor()
  expect(sent()).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('textbox', { name: 'Hashtags', exact: true }).fill('menu, #winter')
  await page.getByRole('button', { name: 'Hashtag groups' }).click()
  await dialog.getByRole('textbox', { name: 'Name of the group' }).fill('Menu')
  await dialog.getByRole('button', { name: 'Save hashtags' }).click()
  await page.getByText('“Menu” is saved.').waitFor()
  await dialog.getByRole('textbox', { name: 'Name of the group' }).fill('City')
  await dialog.getByRole('button', { name: 'Replace the group' }).click()
  await page.getByText('“City” is saved.').waitFor()
  await dialog.getByRole('button', { name: 'Delete “City”' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => sent().length).toBe(4)
  expect(sent().map(({ method, json }) => [method, json])).toMatchObject([
    ['POST', { name: 'Menu', post: { content: '', hashtags: ['menu', 'winter'] } }],
    ['PUT', { version: 1, name: 'City', post: { hashtags: ['menu', 'winter'] } }],
    ['DELETE', undefined],
    ['POST', { name: 'City', post: { hashtags: ['seoul', 'Harbor'] } }],
  ])
})
