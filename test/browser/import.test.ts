// A plan from a file: whose accounts its rows name.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { launchBrowser, openScripted, type Visits } from '../support/browser.ts'
import { ok } from '../support/dashboard-samples.ts'
import { LOOKS_OF_CLIENTS } from '../support/looks-clients.ts'

let visits: Visits
beforeAll(async () => {
  visits = await launchBrowser()
})
afterAll(() => visits.end())

test('names accounts by mark and handle, and quotes wrong cells as they are in the file', {
  tags: 'deep',
}, async () => {
  const { path, script, ready } = LOOKS_OF_CLIENTS.import!
  const given = script()
  const { data } = (given['POST /v1/imports/check'] as { body: { data: { rows: { issues: object[] }[] } } }).body
  data.rows[0]!.issues.push(
    { code: 'duplicate', path: 'accounts[1]', message: 'accounts[1] repeats accounts[0]; name each account once.' },
    { code: 'unknown_media', path: 'media', message: 'media: there is no file photo[1].jpg; upload it first.' },
    {
      code: 'invalid_schedule',
      path: 'scheduled_at',
      message: 'scheduled_at is 2026-05-06T18:30:00.000Z, which is not later than now.',
    },
    { code: 'unknown_media', path: 'media', message: 'media: there is no file 2026-05-06T18:30:00Z; upload it first.' },
  )
  const { page, visitor } = await openScripted(visits, path, given, 'wide', { timezoneId: 'Asia/Seoul' })
  await ready!(page)
  await page.getByText(/scheduled_at is May 7, 2026, 3:30.AM GMT\+9, which is not later than now/).waitFor()
  await page.getByText('media: there is no file 2026-05-06T18:30:00Z; upload it first.', { exact: true }).waitFor()
  await page.getByText('accounts 2 repeats accounts 1; name each account once.', { exact: true }).waitFor()
  await page.getByText('media: there is no file photo[1].jpg; upload it first.', { exact: true }).waitFor()
  const row = page.getByRole('row', { name: /Behind the counter/ })
  const accounts = row.getByRole('listitem')
  expect(await accounts.allInnerTexts()).toEqual([
    expect.stringMatching(/^@harborcoffee\s*\(Threads\)$/),
    expect.stringMatching(/^@harbor\.coffee\s*\(Instagram\)$/),
  ])
  expect(await accounts.locator('img.mark').count()).toBe(2)
  const told = 'You have no account "threads:harbor.cofee".'
  await page.getByText(told, { exact: true }).waitFor()
  await visitor.expectAccessible()
  await page.goto(new URL(`${path}?lang=ko`, page.url()).href)
  await ready!(page)
  await page.getByText(`연결된 계정이 아닙니다. (${told})`, { exact: true }).waitFor()
})

test('reads what a spreadsheet saves as Unicode text, and refuses other bytes that are no UTF-8', async () => {
  const { path, script } = LOOKS_OF_CLIENTS.import!
  const { page, dashboard } = await openScripted(visits, path, script())
  const plan = 'type\tcontent\r\ntext\tKaffee für alle, 안녕\r\n'
  const choose = (buffer: Buffer) =>
    page.getByLabel('CSV file').setInputFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer })
  await choose(Buffer.from('type,content\r\ntext,für\r\n', 'latin1'))
  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByRole('alert').getByText('UTF-8').waitFor()
  await choose(Buffer.from(`\uFEFF${plan}`, 'utf16le'))
  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByRole('table').waitFor()
  const sent = dashboard.requests.filter(({ path: to }) => to === '/v1/imports/check').map(({ json }) => json)
  expect(sent).toMatchObject([{ csv: plan }])
})

test('asks for a file again that was corrected after it was chosen, and checks it as it is then', async () => {
  const { path, script } = LOOKS_OF_CLIENTS.import!
  const { page, dashboard } = await openScripted(visits, path, script())
  const folder = mkdtempSync(join(tmpdir(), 'import-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'plan.csv')
  writeFileSync(file, 'type,content\r\ntext,Wrong\r\n')
  const field = page.getByLabel('CSV file')
  await field.setInputFiles(file)
  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByRole('table').waitFor()
  writeFileSync(file, 'type,content\r\ntext,Corrected\r\n')
  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByRole('alert').getByText('Choose it again.').waitFor()
  expect(await field.inputValue()).toBe('')
  await field.setInputFiles(file)
  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByRole('table').waitFor()
  const sent = dashboard.requests.filter(({ path: to }) => to === '/v1/imports/check')
  expect(sent.at(-1)!.json).toMatchObject({ csv: expect.stringContaining('Corrected') })
})

test('checked for another time zone than the one that stands there, it is checked again before it is imported', async () => {
  const { path, script, ready } = LOOKS_OF_CLIENTS.import!
  const { page } = await openScripted(visits, path, script())
  await ready!(page)
  await page.getByRole('button', { name: 'Import', exact: true }).waitFor()
  await page.getByRole('textbox', { name: 'Time zone' }).fill('Asia/Seoul')
  await page.getByRole('button', { name: 'Import', exact: true }).waitFor({ state: 'detached' })
  expect(await page.getByRole('table').count()).toBe(0)
})

test.each([360, 768, 1200])('keeps each account in one piece and the state in sight, %i px wide', async (width) => {
  const { path, script, ready } = LOOKS_OF_CLIENTS.import!
  const { page } = await openScripted(visits, path, script())
  await ready!(page)
  await page.setViewportSize({ width, height: 800 })
  await page.waitForFunction((wanted) => innerWidth === wanted, width)
  const accounts = page.getByRole('row').getByRole('listitem')
  for (const account of await accounts.all()) {
    const { lines, cut } = await account.evaluate((item) => {
      const line = Number.parseFloat(getComputedStyle(item).lineHeight)
      return { lines: Math.round(item.getBoundingClientRect().height / line), cut: item.scrollWidth > item.clientWidth }
    })
    expect({ lines, cut }).toEqual({ lines: 1, cut: false })
  }
  const card = page.locator('.card.table')
  expect(await card.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})

test('exports each post once, also where posts are made while the pages are read', async () => {
  const { path, script } = LOOKS_OF_CLIENTS.import!
  const head = 'id,content\r\n'
  const [one, two, three] = ['1,"first, ""quoted""\r\n2,not a row"\r\n', '2,second\r\n', '3,third\r\n']
  // A post that was made after the first page moved the second post to the next one.
  const pages = [`${head}${one}${two}`, `${head}${two}${three}`, head]
  const { page } = await openScripted(visits, path, {
    ...script(),
    'GET /v1/exports/posts': ({ path: asked }) => ({
      headers: { 'Content-Type': 'text/csv; charset=utf-8' },
      body: pages[Number(new URL(asked, 'http://x').searchParams.get('page')) - 1],
    }),
  })
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Export/ }).click()
  expect(readFileSync(await (await download).path(), 'utf8')).toBe(`\uFEFF${head}${one}${two}${three}`)
})

test.each([
  [false, 'Import', '1 post is imported.'],
  [true, 'Send for approval', '1 post waits for approval. It does not go out before.'],
] as const)('tells what was imported now apart from before, for approval: %s', async (forApproval, action, says) => {
  const { path, script, ready } = LOOKS_OF_CLIENTS.import!
  const given = script()
  const { data } = (given['POST /v1/imports/check'] as { body: { data: { rows: object[] } } }).body
  const rows = [{ ...data.rows[0], state: 'imported', post_id: 'p1' }, ...data.rows.slice(1)]
  const totals = { ready: 0, imported: 2, problem: 1, left_out: 1 }
  const { page } = await openScripted(visits, path, { ...given, 'POST /v1/imports': ok({ rows, totals }) })
  await ready!(page)
  const asks = page.getByRole('checkbox', { name: 'Send the posts for approval' })
  if (forApproval) await asks.check()
  const answered = Promise.withResolvers<void>()
  await page.route('**/api/v1/imports', async (route) => {
    await answered.promise
    await route.continue()
  })
  await page.getByRole('button', { name: action, exact: true }).click()
  // Another choice now would be told of in place of the one that was sent, and another file would hide what became of this one.
  for (const control of [asks, page.getByLabel('CSV file'), page.getByRole('textbox', { name: 'Time zone' })])
    await expect.poll(() => control.isDisabled()).toBe(true)
  answered.resolve()
  await page.getByText(says, { exact: true }).waitFor()
  await page.getByText('1 row has a problem · 1 is imported now · 1 was imported before · 1 is left out').waitFor()
})
