// The media page: files described, tagged, used in a post, several at once, and what stands for a file without a picture.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser, openScripted, type Visits } from '../support/browser.ts'
import { answerPosts, libraryOf } from '../support/composer.ts'
import { CONNECTIONS, ok, page as pageOf, postSummary } from '../support/dashboard-samples.ts'
import { refusal, type Script, signedIn } from '../support/scripted-dashboard.ts'

let visits: Visits

beforeAll(async () => {
  visits = await launchBrowser()
})

afterAll(() => visits.end())

const medium = (id: string, more: object = {}) => ({
  id,
  object_key: `${id}.jpg`,
  content_type: 'image/jpeg',
  size_bytes: 482_113,
  title: `${id}.jpg`,
  alt_text: `${id}.jpg`,
  version: 1,
  created_at: Date.now() - 86_400_000,
  updated_at: Date.now() - 86_400_000,
  width: 1080,
  height: 1080,
  duration_ms: null,
  tags_json: null,
  metadata_json: null,
  download_url: '/icon.svg',
  ...more,
})

const FILES = [
  medium('beach', { title: 'Beach', alt_text: 'Waves in the morning', tags_json: '["summer","team"]' }),
  medium('cup'),
  medium('film', { content_type: 'video/x-msvideo', title: 'film.avi', download_url: '/no-such-film.avi' }),
  medium('song', { content_type: 'audio/mpeg', title: 'song.mp3' }),
  medium('price-list', { content_type: 'application/pdf', title: 'Prices' }),
]

const script = (more: Script = {}, role?: 'viewer'): Script => ({
  ...signedIn(role),
  'GET /v1/accounts/connections': ok(CONNECTIONS),
  'GET /v1/media/users': libraryOf(FILES, 2_000_000),
  'GET /v1/media/tags': ok([
    { tag: 'team', count: 3 },
    { tag: 'summer', count: 1 },
  ]),
  ...more,
})

const file = (page: Page, title: string) =>
  page.getByRole('list', { name: 'Media', exact: true }).getByRole('listitem').filter({ hasText: title })

async function choose(page: Page, title: string, action: string) {
  await page.getByRole('button', { name: `Actions for ${title}` }).click()
  await file(page, title).getByText(action, { exact: true }).click()
}

describe.each(['wide', 'narrow'] as const)('seen %s', (view) => {
  test('is accessible and fits, also with files chosen and a dialog open', async () => {
    const { page, visitor } = await openScripted(visits, '/media?lang=en', script(), view)
    await file(page, 'Beach').waitFor()
    await page.getByRole('checkbox', { name: 'Choose Beach' }).check()
    await visitor.screenshot('media-chosen')
    await visitor.expectAccessible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      page.viewportSize()!.width,
    )
    await choose(page, 'Beach', 'Edit details')
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).waitFor()
    await visitor.screenshot('media-details')
    await visitor.expectAccessible()
  })
})

test('says when a file was added in one line beside its size', async () => {
  const { page } = await openScripted(visits, '/media?lang=ko', script(), 'narrow')
  const facts = page.getByRole('listitem').filter({ hasText: 'Beach' }).locator('.quiet').first()
  await facts.waitFor()
  expect(await facts.evaluate((element) => new Set([...element.getClientRects()].map(({ top }) => top)).size)).toBe(1)
  expect(await facts.locator('time').getAttribute('title')).toMatch(/^20\d\d년/)
})

test('shows a kind for what has no picture, and for what the browser cannot play', async () => {
  const { page } = await openScripted(visits, '/media', script())
  await file(page, 'song.mp3').getByText('MP3', { exact: true }).waitFor()
  await file(page, 'Prices').getByText('PDF', { exact: true }).waitFor()
  await file(page, 'film.avi').getByText('AVI', { exact: true }).waitFor()
  expect(await file(page, 'Beach').locator('img').count()).toBe(1)
})

test('changes name, alternative text and tags, and sends a name only where it is another', {
  tags: 'deep',
}, async () => {
  const { page, dashboard } = await openScripted(visits, '/media', script({ 'PATCH /v1/media/beach': ok(FILES[0]) }))
  await choose(page, 'Beach', 'Edit details')
  const dialog = page.getByRole('dialog', { name: 'Details of the file' })
  expect(await dialog.getByRole('textbox', { name: 'Alternative text' }).inputValue()).toBe('Waves in the morning')
  await dialog.getByRole('textbox', { name: 'Alternative text' }).fill('Waves at noon')
  expect(await dialog.getByRole('textbox', { name: 'Tags' }).inputValue()).toBe('summer, team')
  await dialog.getByRole('textbox', { name: 'Tags' }).fill('team,  Autumn menu ,')
  await dialog.getByRole('button', { name: 'Add the tag “summer”' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  const sent = () => dashboard.requests.filter(({ method }) => method === 'PATCH').map(({ json }) => json)
  expect(sent()).toEqual([{ description: 'Waves at noon', tags: ['team', 'Autumn menu', 'summer'] }])
  await choose(page, 'Beach', 'Edit details')
  await dialog.getByRole('textbox', { name: 'Name' }).fill(' ')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Give the file a name.').waitFor()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('The beach')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(sent().at(-1)).toMatchObject({ title: 'The beach' })
})

test('sends of a file only what was changed, and adds tags to those that it has by now', async () => {
  const { page, dashboard } = await openScripted(visits, '/media', script({ 'PATCH /v1/media/beach': ok(FILES[0]) }))
  await page.getByRole('checkbox', { name: 'Choose Beach' }).check()
  await choose(page, 'Beach', 'Edit details')
  const dialog = page.getByRole('dialog', { name: 'Details of the file' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('The beach')
  const [beach, ...others] = FILES
  dashboard.answer({ 'GET /v1/media/users': libraryOf([{ ...beach, tags_json: '["summer","new"]' }, ...others]) })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  const sent = () => dashboard.requests.filter(({ method }) => method === 'PATCH').map(({ json }) => json)
  expect(sent()).toEqual([{ title: 'The beach' }])
  await page.getByRole('button', { name: 'Only files tagged “new”' }).waitFor()
  await page.getByRole('button', { name: 'Add tags' }).click()
  const tagging = page.getByRole('dialog')
  await tagging.getByRole('textbox', { name: 'Tags' }).fill('Harbour')
  await tagging.getByRole('button', { name: 'Add tags' }).click()
  await expect.poll(() => sent().at(-1)).toEqual({ tags: ['summer', 'new', 'Harbour'] })
})

test('says beside the tags what the service does not take of them', async () => {
  const { page } = await openScripted(
    visits,
    '/media',
    script({ 'PATCH /v1/media/beach': refusal(400, 'too_long', 'tags[0]: has more than 50 characters.', 'tags') }),
  )
  await choose(page, 'Beach', 'Edit details')
  await page.getByRole('dialog').getByRole('textbox', { name: 'Tags' }).fill('x'.repeat(51))
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog').getByText('has more than 50 characters', { exact: false }).waitFor()
})

test('says of each file that it does not take, and goes on saying so after other files were taken', async () => {
  const { page } = await openScripted(visits, '/media', script({ 'PATCH /v1/media/cup': ok({}) }))
  await file(page, 'cup.jpg').waitFor()
  const names = ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg']
  await page
    .locator('input[type=file]')
    .setInputFiles(names.map((name) => ({ name, mimeType: 'image/jpeg', buffer: Buffer.alloc(0) })))
  const notices = page.getByRole('region', { name: 'Notices' })
  await notices.getByText('d.jpg').waitFor()
  for (const tag of ['red', 'blue', 'green', 'white']) {
    await choose(page, 'cup.jpg', 'Edit details')
    await page.getByRole('dialog').getByRole('textbox', { name: 'Tags' }).fill(tag)
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  for (const name of names) expect(await notices.getByText(`${name} is empty.`).count(), name).toBe(1)
  expect(await notices.getByText('cup.jpg').count()).toBe(3)
})

test('has an alternative text again that could not be saved because the session had ended, until it is given up', async () => {
  const { page, dashboard } = await openScripted(
    visits,
    '/media',
    script({
      'PATCH /v1/media/cup': refusal(401, 'session', 'You are not signed in.'),
      'GET /v1/session/sign-in': { status: 302, headers: { Location: '/media' } },
    }),
  )
  const description = page.getByRole('dialog').getByRole('textbox', { name: 'Alternative text' })
  await choose(page, 'cup.jpg', 'Edit details')
  await description.fill('A cup on a red table')
  const tags = page.getByRole('dialog').getByRole('textbox', { name: 'Tags' })
  await tags.fill('red')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => dashboard.requests.some(({ path }) => path.startsWith('/v1/session/sign-in'))).toBe(true)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await choose(page, 'cup.jpg', 'Edit details')
  expect(await description.inputValue()).toBe('A cup on a red table')
  expect(await tags.inputValue()).toBe('red')
  await page.keyboard.press('Escape')
  await choose(page, 'cup.jpg', 'Edit details')
  expect(await description.inputValue()).toBe('')
})

test('finds by a tag: from the list of tags, and from a file that has it', { tags: 'deep' }, async () => {
  const { page, dashboard } = await openScripted(visits, '/media', script())
  const asked = () => dashboard.requests.filter(({ path }) => path.startsWith('/v1/media/users')).at(-1)!.path
  await page.getByRole('combobox', { name: 'Tag' }).selectOption('team')
  await expect.poll(asked).toContain('tag=team')
  await page.getByRole('button', { name: 'Only files tagged “summer”' }).click()
  await expect.poll(asked).toContain('tag=summer')
  expect(await page.getByRole('combobox', { name: 'Tag' }).inputValue()).toBe('summer')
  // What is looked for stands in the address: it is there again after a reload, and on the way back.
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('image')
  await page.getByRole('searchbox').fill('bea')
  await page.waitForURL(/\/media\?(?=.*tag=summer)(?=.*type=image)(?=.*find=bea)/)
  await page.reload()
  await expect.poll(asked).toMatch(/(?=.*search=bea)(?=.*type=image)(?=.*tag=summer)/)
  expect(await page.getByRole('searchbox').inputValue()).toBe('bea')
  await page.getByRole('link', { name: 'Media', exact: true }).click()
  await page.waitForURL(/\/media$/)
  await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('')
  await page.goBack()
  await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('bea')
})

test('opens the composer with a file and its alternative text, and puts aside what was being composed', {
  tags: 'deep',
}, async () => {
  const { page, dashboard } = await openScripted(visits, '/compose', script())
  await page.getByRole('textbox', { name: 'Text' }).fill('Half written')
  await page.getByText('Saved in this browser.').waitFor()
  await page.getByRole('link', { name: 'Media', exact: true }).click()
  await choose(page, 'Beach', 'Use in a post')
  await page.getByRole('list', { name: 'Order of the media' }).getByText('Beach').waitFor()
  await page.getByText('It is called “Half written”', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Alternative text', exact: true }).click()
  const described = page.getByRole('textbox', { name: 'Describe Beach' })
  expect(await described.inputValue()).toBe('Waves in the morning')
  await page.waitForURL(/\/compose$/)
  // A text that is removed in the composer is not replaced by the file's own.
  await page.getByRole('checkbox', { name: '@harbor.coffee (Instagram)' }).check()
  await described.fill('')
  dashboard.answer({
    'POST /v1/posts/feed': answerPosts(),
  })
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.waitForURL(/\/posts\/p1$/)
  const made = dashboard.requests.find(({ method, path }) => method === 'POST' && path === '/v1/posts/feed')
  expect(made?.json).toMatchObject({ media: { items: [{ media_asset_id: 'beach', alt_text: '' }] } })
})

test('puts several into one post, tags several and deletes several, and keeps chosen what could not be', {
  tags: 'deep',
}, async () => {
  const { page, dashboard } = await openScripted(
    visits,
    '/media',
    script({
      'PATCH /v1/media/beach': ok(FILES[0]),
      'PATCH /v1/media/cup': ok(FILES[1]),
      'DELETE /v1/media/beach': ok({}),
      'DELETE /v1/media/cup': refusal(409, 'media_in_use', 'The media is still needed by post p1.'),
      'GET /v1/posts': pageOf([postSummary({ id: 'p1', title: 'Spring menu' })]),
    }),
  )
  await page.getByRole('checkbox', { name: 'Choose Beach' }).check()
  await page.getByRole('checkbox', { name: 'Choose cup.jpg' }).check()
  await page.getByText('2 chosen').waitFor()
  expect(await page.getByRole('link', { name: 'Use in a post' }).first().getAttribute('href')).toBe(
    '/compose?media=beach%2Ccup',
  )
  await page.getByRole('button', { name: 'Add tags' }).click()
  const tagging = page.getByRole('dialog', { name: 'Add tags to 2 files' })
  await tagging.getByRole('button', { name: 'Add tags' }).click()
  await tagging.getByText('Write at least one tag.').waitFor()
  await tagging.getByRole('textbox', { name: 'Tags' }).fill('Harbour')
  await tagging.getByRole('button', { name: 'Add tags' }).click()
  await page.getByText('2 files are tagged.').waitFor()
  expect(dashboard.requests.filter(({ method }) => method === 'PATCH').map(({ json }) => json)).toEqual([
    { tags: ['summer', 'team', 'Harbour'] },
    { tags: ['Harbour'] },
  ])
  await page.getByRole('checkbox', { name: 'Choose Beach' }).check()
  await page.getByRole('checkbox', { name: 'Choose cup.jpg' }).check()
  await page.getByRole('button', { name: 'Delete', exact: true }).first().click()
  await page.getByRole('dialog', { name: 'Delete 2 files?' }).getByRole('button', { name: 'Delete' }).click()
  await page.getByText('1 file is deleted.').waitFor()
  await page.getByText('It did not work with 1 file', { exact: false }).waitFor()
  await page.getByText('1 chosen').waitFor()
  expect(await page.getByRole('checkbox', { name: 'Choose cup.jpg' }).isChecked()).toBe(true)
  // Alone, the posts that need it are a step away.
  await page.getByRole('button', { name: 'Delete', exact: true }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  const using = page.getByRole('dialog', { name: 'Posts with “cup.jpg”' })
  await using.getByRole('alert').getByText('A post that is not finished needs the file.').waitFor()
  await using.getByRole('link', { name: 'Spring menu' }).click()
  await page.waitForURL(/\/posts\/p1$/)
})

test('goes to the page before when the last file of a page is deleted', async () => {
  let pages = 2
  const { page } = await openScripted(
    visits,
    '/media',
    script({
      'GET /v1/media/users': ({ path }) => {
        const at = Number(new URLSearchParams(path.split('?')[1]).get('page'))
        const result = at > pages ? [] : [FILES[at]]
        const result_info = { page: at, limit: 40, count: result.length, total_count: 39 + pages, total_pages: pages }
        return ok({ result, usage: { usage_size: 1 }, result_info, filters: {} })
      },
      'DELETE /v1/media/film': () => {
        pages = 1
        return ok({})
      },
    }),
  )
  await page.getByRole('button', { name: 'Next page' }).click()
  await choose(page, 'film.avi', 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await file(page, 'cup.jpg').waitFor()
  expect(await page.getByRole('heading', { name: 'No media yet' }).count()).toBe(0)
})

test('says where a file is used, and how far it was looked for', async () => {
  const { page, dashboard } = await openScripted(
    visits,
    '/media',
    script({
      'GET /v1/posts': ok({
        ...(pageOf([postSummary()]).body as { data: object }).data,
        searched: { count: 300, complete: false },
      }),
    }),
  )
  await choose(page, 'Beach', 'Where it is used')
  const dialog = page.getByRole('dialog', { name: 'Posts with “Beach”' })
  await dialog.getByText('The newest 300 posts were searched. Older ones may use it too.').waitFor()
  await dialog.getByRole('link', { name: 'Spring menu' }).waitFor()
  expect(dashboard.requests.find(({ path }) => path.startsWith('/v1/posts?'))?.path).toContain('media=beach')
  await page.keyboard.press('Escape')
  dashboard.answer({ 'GET /v1/posts': pageOf([]) })
  await choose(page, 'cup.jpg', 'Where it is used')
  await page.getByText('No post uses this file.').waitFor()
})

test('offers a viewer nothing that changes anything', async () => {
  const { page } = await openScripted(visits, '/media', script({}, 'viewer'))
  await page.getByRole('button', { name: 'Actions for Beach' }).click()
  await file(page, 'Beach').getByText('Where it is used').waitFor()
  expect(await page.getByText('Edit details').count()).toBe(0)
  expect(await page.getByRole('checkbox').count()).toBe(0)
})

test('does not ask a viewer to add files', async () => {
  const nothing = { 'GET /v1/media/users': libraryOf([]) }
  const { page } = await openScripted(visits, '/media', script(nothing, 'viewer'))
  await page.getByText('Files that your team adds are shown here.').waitFor()
})
