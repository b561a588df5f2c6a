// Cutting a picture of a post: to a shape that its platforms show whole, by keyboard as well, with the result at once.
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, openScripted, type Visitor, type Visits } from '../support/browser.ts'
import { addFromLibrary, answerPosts, libraryOf } from '../support/composer.ts'
import { CONNECTIONS, ok } from '../support/dashboard-samples.ts'
import { type Script, signedIn } from '../support/scripted-dashboard.ts'

let visits: Visits
let picture: Buffer

beforeAll(async () => {
  visits = await launchBrowser()
  picture = await sharp({ create: { width: 800, height: 400, channels: 3, background: '#b98b4e' } })
    .jpeg()
    .toBuffer()
})

afterAll(() => visits.end())

const asset = {
  id: 'm1',
  title: 'beans.jpg',
  alt_text: '',
  content_type: 'image/jpeg',
  size_bytes: 9,
  download_url: '/api/v1/media/m1',
}

/** The composer has an account of Instagram and the library's picture. */
async function addPicture(page: Page, { context }: Visitor): Promise<void> {
  await context.route('**/api/v1/media/m1*', (route) => route.fulfill({ contentType: 'image/jpeg', body: picture }))
  await page.getByRole('checkbox', { name: '@harbor.coffee (Instagram)' }).check()
  await addFromLibrary(page)
}

async function openPeople(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Shape and options' }).click()
  await page.getByRole('button', { name: 'Add Tagged people on Instagram' }).click()
  return page.getByRole('group', { name: 'Tagged people on Instagram' })
}

test.each(['wide', 'narrow'] as const)(
  'a picture is cut by keyboard, and the original stays, seen %s',
  { tags: 'deep' },
  async (view) => {
    const script: Script = {
      ...signedIn(),
      'GET /v1/accounts/connections': ok(CONNECTIONS),
      'GET /v1/media/users': libraryOf([asset]),
      'POST /v1/media/uploads': 'hang',
    }
    const { page, visitor, dashboard } = await openScripted(visits, '/compose', script, view)
    await addPicture(page, visitor)
    await page.getByRole('button', { name: /^(Crop beans.jpg|beans.jpg 자르기)$/ }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: '4:5' }).waitFor()
    // The shape comes first, once the picture says which one is near.
    await expect.poll(() => dialog.locator('input:checked').evaluate((e) => e === document.activeElement)).toBe(true)
    // Instagram shows nothing narrower than 4:5 whole.
    expect(await dialog.getByRole('radio').count()).toBeGreaterThan(1)
    expect(await dialog.getByRole('radio', { name: '9:16' }).count()).toBe(0)
    await dialog.getByRole('radio', { name: '4:5' }).check()
    const size = dialog.getByText('320 × 400')
    await size.waitFor()
    const shown = () => dialog.locator('.crop-frame img').getAttribute('style')
    const before = await shown()
    const area = dialog.getByRole('application')
    await area.focus()
    await page.keyboard.press('ArrowLeft')
    await expect.poll(shown).not.toBe(before)
    await dialog.getByRole('slider').focus()
    await page.keyboard.press('ArrowRight')
    await size.waitFor({ state: 'detached' })
    await visitor.screenshot('compose-crop')
    await visitor.expectAccessibleHere()
    await dialog.getByRole('button', { name: /^(Crop|자르기)$/ }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect
      .poll(
        () => dashboard.requests.find(({ method, path }) => method === 'POST' && path === '/v1/media/uploads')?.json,
      )
      .toMatchObject({ content_type: 'image/jpeg' })
    // The picture as it was can be had again.
    await page.getByRole('button', { name: /^(Undo|실행 취소)$/ }).click()
    await page.getByRole('button', { name: /^(Crop beans.jpg|beans.jpg 자르기)$/ }).waitFor()
  },
)

const own = (more: Script): Script => ({
  ...signedIn(),
  'GET /v1/accounts/connections': ok(CONNECTIONS),
  'GET /v1/media/users': libraryOf([{ ...asset, alt_text: 'Coffee beans' }]),
  'GET /v1/media/tags': ok([]),
  ...more,
})

test('a cut picture keeps its alternative text and the people in it, and is offered in the shape that it is nearest to', {
  tags: 'deep',
}, async () => {
  const cut = { ...asset, id: 'm2', title: 'beans 191x1.jpg', download_url: '/icon.svg' }
  const script = own({
    'POST /v1/media/uploads': ok({ id: 'u1', parts: [] }),
    'POST /v1/media/uploads/u1/complete': ok(cut),
    'POST /v1/posts/feed': answerPosts(),
  })
  const { page, visitor, dashboard } = await openScripted(visits, '/compose', script)
  await addPicture(page, visitor)
  const people = await openPeople(page)
  const tag = async (name: string, left: string) => {
    await people.getByRole('textbox').fill(name)
    await people.getByRole('textbox').press('Enter')
    await people.getByRole('group', { name }).getByRole('slider').first().fill(left)
  }
  await tag('mina.kim', '50')
  await tag('jun.park', '1')

  await page.getByRole('button', { name: 'Crop beans.jpg' }).click()
  const dialog = page.getByRole('dialog')
  // The picture is twice as wide as high.
  await expect.poll(() => dialog.getByRole('radio', { name: '1.91:1' }).isChecked()).toBe(true)
  await dialog.getByText('764 × 400').waitFor()
  await dialog.getByRole('button', { name: 'Crop', exact: true }).click()
  await page.getByText('Not in the cropped picture, so no longer tagged: jun.park.').waitFor()
  await page.getByRole('button', { name: 'Crop beans 191x1.jpg' }).waitFor()
  expect(await people.getByRole('group').count()).toBe(1)
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.waitForURL(/\/posts\/p1$/)
  const asked = (wanted: string) =>
    dashboard.requests.find(({ method, path }) => method === 'POST' && path === wanted)?.json
  // The new file is described in the library, too.
  expect(asked('/v1/media/uploads')).toMatchObject({ description: 'Coffee beans' })
  expect(asked('/v1/posts/feed')).toMatchObject({
    media: { items: [{ media_asset_id: 'm2', alt_text: 'Coffee beans' }] },
    options: { instagram: { user_tags: [{ username: 'mina.kim', media_index: 0, x: 0.5, y: 0.5 }] } },
  })
})

test('a crop that is undone has everybody in the picture again', { tags: 'deep' }, async () => {
  const script = own({ 'POST /v1/media/uploads': 'hang' })
  const { page, visitor } = await openScripted(visits, '/compose', script)
  await addPicture(page, visitor)
  const people = await openPeople(page)
  await people.getByRole('textbox').fill('jun.park')
  await people.getByRole('textbox').press('Enter')
  const left = () => people.getByRole('group', { name: 'jun.park' }).getByRole('slider').first()
  await left().fill('1')
  await page.getByRole('button', { name: 'Crop beans.jpg' }).click()
  await page.getByRole('dialog').getByRole('radio', { name: '1:1', exact: true }).check()
  await page.getByRole('dialog').getByText('400 × 400').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Crop', exact: true }).click()
  await page.getByText(/no longer tagged: jun.park/).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Crop beans.jpg' }).waitFor()
  await expect.poll(() => left().inputValue()).toBe('1')
})

test('a crop that is under way is seen to its end, whatever is pressed', { tags: 'deep' }, async () => {
  const { page, visitor } = await openScripted(visits, '/compose', own({ 'POST /v1/media/uploads': 'hang' }))
  await addPicture(page, visitor)
  await page.getByRole('button', { name: 'Crop beans.jpg' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('764 × 400').waitFor()
  // The browser takes its time, as with a large picture.
  const encoded = await page.evaluateHandle(() => {
    const real = HTMLImageElement.prototype.decode
    const { promise, resolve } = Promise.withResolvers<void>()
    HTMLImageElement.prototype.decode = async function decode() {
      await promise
      return real.call(this)
    }
    return { go: resolve }
  })
  await dialog.getByRole('button', { name: 'Crop', exact: true }).click()
  await dialog.locator('header button').waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await expect.poll(() => dialog.count()).toBe(1)
  await encoded.evaluate(({ go }) => go())
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('beans 1.91x1.jpg').first().waitFor()
})

test('the crop of a story begins upright', { tags: 'deep' }, async () => {
  const { page, visitor } = await openScripted(visits, '/compose', own({}))
  const time = page.getByRole('group', { name: 'Time of the post' })
  await time.waitFor()
  await page.getByRole('radio', { name: 'Story' }).check()
  // It goes out at once: there is nothing to choose.
  expect(await time.count()).toBe(0)
  await addPicture(page, visitor)
  await page.getByRole('button', { name: 'Crop beans.jpg' }).click()
  await expect.poll(() => page.getByRole('dialog').getByRole('radio', { name: '9:16' }).isChecked()).toBe(true)
})
