// Cutting a picture of a post: to a shape that its platforms show whole, by keyboard as well, with the result at once.
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, openScripted, type Visits } from '../support/browser.ts'
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

const asset = { id: 'm1', title: 'beans.jpg', alt_text: '', content_type: 'image/jpeg', size_bytes: 9 }

test.each(['wide', 'narrow'] as const)(
  'a picture is cut by keyboard, and the original stays, seen %s',
  async (view) => {
    const script: Script = {
      ...signedIn(),
      'GET /v1/accounts/connections': ok(CONNECTIONS),
      'GET /v1/media/users': ok({
        result: [{ ...asset, download_url: '/api/v1/media/m1' }],
        usage: { usage_size: 0 },
        result_info: { page: 1, per_page: 40, count: 1, total_count: 1, total_pages: 1 },
        filters: {},
      }),
      'POST /v1/media/uploads': 'hang',
    }
    const { page, visitor, dashboard } = await openScripted(visits, '/compose', script, view)
    await visitor.context.route('**/api/v1/media/m1*', (route) =>
      route.fulfill({ contentType: 'image/jpeg', body: picture }),
    )
    await page.getByRole('checkbox', { name: '@harbor.coffee (Instagram)' }).check()
    await page.getByRole('button', { name: /^(Choose from library|라이브러리에서 선택)$/ }).click()
    await page.getByRole('dialog').getByRole('checkbox').check()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^(Add|추가)$/ })
      .click()
    await page.getByRole('button', { name: /^(Crop beans.jpg|beans.jpg 자르기)$/ }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: '4:5' }).waitFor()
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
