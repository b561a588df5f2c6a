import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, openScripted, type Visits } from '../support/browser.ts'
import { ok, usageReport } from '../support/dashboard-samples.ts'
import { type Script, signedIn } from '../support/scripted-dashboard.ts'

let visits: Visits

beforeAll(async () => {
  visits = await launchBrowser()
})

afterAll(() => visits.end())

const FIRST = Date.UTC(2026, 10, 1)
const PATH = '/usage?from=2026-11-01&to=2026-11-07'
const KEY = { id: '10000000-0000-4000-8000-000000000001', name: 'Shop', status: 'active' }
const script = (): Script => ({
  ...signedIn(),
  'GET /v1/keys': ok([KEY]),
  'GET /v1/usage': ok(usageReport(FIRST)),
})

test.each(['wide', 'narrow'] as const)('seen %s it is accessible and fits', async (view) => {
  const { page, visitor } = await openScripted(visits, PATH, script(), view)
  await page.locator('.chart canvas').nth(1).waitFor()
  await page.getByText('1,337').first().waitFor()
  await visitor.screenshot('usage')
  await visitor.expectAccessible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    page.viewportSize()!.width,
  )
  // With forced colours, too, the parts of the chart have colours of their own, which the marks name.
  await page.emulateMedia({ forcedColors: 'active' })
  const colours = () =>
    page.evaluate(() => {
      const { width, height } = document.querySelector<HTMLCanvasElement>('.chart canvas')!
      const drawn = document.querySelector<HTMLCanvasElement>('.chart canvas')!.getContext('2d')!
      const { data } = drawn.getImageData(0, 0, width, height)
      const points = new Set<string>()
      for (let at = 0; at < data.length; at += 4) points.add(`rgb(${data[at]}, ${data[at + 1]}, ${data[at + 2]})`)
      return ['.succeeded', '.failed-mark'].map((mark) => {
        const ground = getComputedStyle(document.querySelector(mark)!, '::before').backgroundColor
        return points.has(ground) ? ground : `${ground} is not in the chart`
      })
    })
  await expect.poll(colours).not.toContainEqual(expect.stringContaining('not'))
  expect(new Set(await colours()).size).toBe(2)
  await page.emulateMedia({ forcedColors: 'none' })
})

test('shows the figures of the service, hours put together to days, and exports them', async () => {
  const { page, dashboard } = await openScripted(visits, PATH, script())
  const byDay = page.getByRole('table', { name: 'By day' })
  await byDay.waitFor()
  expect(
    await byDay
      .getByRole('row', { name: /Nov 1, 2026/ })
      .getByRole('cell')
      .allTextContents(),
  ).toEqual(['1,300', '1,263', '37', '42 ms', '2'])
  const asked = new URL(`http://x${dashboard.requests.find(({ path }) => path.startsWith('/v1/usage'))!.path}`)
  expect(Object.fromEntries(asked.searchParams)).toEqual({
    start_date: String(FIRST),
    end_date: String(FIRST + 7 * 86_400_000 - 1),
    interval: 'hour',
    breakdown: 'true',
  })
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('usage-2026-11-01-2026-11-07.csv')
  expect(readFileSync(await file.path(), 'utf8')).toBe(
    'time,requests,succeeded,failed,total_duration_ms,jobs\r\n2026-11-01T00:00:00.000Z,1300,1263,37,54600,2\r\n2026-11-02T00:00:00.000Z,37,37,0,1554,0\r\n',
  )
})

test('shows durations by endpoint and status over time, and requests by key', async () => {
  const { page } = await openScripted(visits, PATH, script())
  const row = async (table: string, name: RegExp) =>
    page.getByRole('table', { name: table, exact: true }).getByRole('row', { name }).getByRole('cell').allTextContents()
  await page.getByRole('table', { name: 'By endpoint' }).waitFor()
  // The names of keys come by themselves.
  await page.getByRole('rowheader', { name: 'Shop' }).waitFor()
  expect(await row('By endpoint', /posts\/feed/)).toEqual(['1,300', '1,270', '30', '49 ms'])
  expect(await row('By status', /422/)).toEqual(['37', '10 ms'])
  expect(await row('By API key', /This dashboard/)).toEqual(['7', '0', '7', '10 ms'])
  expect(await row('By API key', /Shop/)).toEqual(['1,330', '1,300', '30', '48 ms'])
  expect(await row('By day', /Nov 1, 2026/)).toEqual(['1,300', '1,263', '37', '42 ms', '2'])
  await page.getByRole('combobox', { name: 'Endpoint' }).selectOption('POST /api/v1/posts/feed')
  await expect.poll(() => row('By day', /Nov 1, 2026/)).toEqual(['1,300', '1,270', '30', '49 ms'])
  await page.getByRole('combobox', { name: 'Status' }).selectOption('422')
  await expect.poll(() => row('By day', /Nov 1, 2026/)).toEqual(['30', '0', '30', '10 ms'])
  expect(await row('By day', /Nov 2, 2026/)).toEqual(['0', '0', '0', '–'])
})

test('exports all details: by endpoint and status, by key, and jobs by type', async () => {
  const { page } = await openScripted(visits, PATH, script())
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export all details' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('usage-2026-11-01-2026-11-07-detailed.csv')
  const lines = readFileSync(await file.path(), 'utf8').split('\r\n')
  expect(lines[0]).toBe('time,what,name,state,count,total_duration_ms')
  expect(lines).toContain('2026-11-01T01:00:00.000Z,request,POST /api/v1/posts/feed,200,300,15000')
  expect(lines).toContain('2026-11-01T01:00:00.000Z,caller,dashboard,,7,70')
  expect(lines).toContain('2026-11-01T00:00:00.000Z,job,publish_content,completed,1,')
  expect(lines).toContain('2026-11-01T00:00:00.000Z,job,publish_content,failed,1,')
  expect(lines.filter((line) => line.includes(',request,'))).toHaveLength(5)
})

/** @returns the widths of the stripes of the colour on the canvas, from the left, in its pixels. */
const stripes = (element: Element, colour: 'blue' | 'red') => {
  const canvas = element as HTMLCanvasElement
  const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
  const [strong, weak] = colour === 'red' ? [0, 2] : [2, 0]
  const widths: number[] = []
  for (let x = 0, before = false; x < canvas.width; x++) {
    let here = false
    for (let y = 0; y < canvas.height && !here; y++) {
      const at = (y * canvas.width + x) * 4
      here = data[at + 3]! > 200 && data[at + strong]! - data[at + weak]! > 60
    }
    if (here) widths[before ? widths.length - 1 : widths.length] = (before ? widths.at(-1)! : 0) + 1
    before = here
  }
  return widths
}

test('is drawn in a browser with an unknown language', { tags: 'deep' }, async () => {
  const { page } = await openScripted(visits, PATH, script(), 'wide', { locale: 'en-US@posix' })
  await page.locator('.chart canvas').nth(1).waitFor()
  await page.getByText('1,337').first().waitFor()
  const canvas = page.locator('.chart canvas').first()
  const bars = await canvas.evaluate(stripes, 'blue' as const)
  // Only the first day had failures.
  expect(await canvas.evaluate(stripes, 'red' as const)).toHaveLength(1)
  expect(bars).toHaveLength(2)
  expect(Math.abs(bars[0]! - bars[1]!)).toBeLessThanOrEqual(2)
})

test('keeps its figures where the charts cannot be drawn', async () => {
  const { page, visitor } = await openScripted(visits, '/keys', script())
  await page.getByRole('link', { name: 'Usage' }).waitFor()
  await visitor.context.route(/\/assets\/chart-.*\.js$/, (route) => route.abort())
  await page.goto(new URL(PATH, page.url()).href)
  await page.getByText('The charts could not be drawn. The table has the same figures.').waitFor()
  await page
    .getByRole('table', { name: 'By day' })
    .getByRole('row', { name: /Nov 1, 2026/ })
    .waitFor()
  await visitor.screenshot('usage-without-charts')
  await visitor.context.unroute(/\/assets\/chart-.*\.js$/)
})

test('a page that broke down is loaded whole by its button', { tags: 'deep' }, async () => {
  const { page, visitor } = await openScripted(visits, '/keys', script())
  await page.getByRole('link', { name: 'Usage' }).waitFor()
  const code = /\/assets\/usage-page-.*\.js$/
  const broken = "export const UsagePage = () => { throw new Error('broken') }"
  await visitor.context.route(code, (route) => route.fulfill({ contentType: 'text/javascript', body: broken }))
  await page.goto(new URL(PATH, page.url()).href)
  await page.getByRole('heading', { level: 1, name: 'Something went wrong on this page' }).waitFor()
  await visitor.context.unroute(code)
  const asked: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/usage') asked.push(request.resourceType())
  })
  await page.getByRole('button', { name: 'Reload' }).click()
  await page.locator('.chart canvas').nth(1).waitFor()
  // Past every cache, then whole.
  expect(asked).toEqual(['fetch', 'document'])
})

test('refuses a period that is none, and asks for one that is', async () => {
  const { page, dashboard } = await openScripted(visits, PATH, script())
  await page.getByLabel('From').fill('2026-11-09')
  await page.getByRole('button', { name: 'Show' }).click()
  await page.getByText('Give two dates, the first not after the second.').waitFor()
  await page.getByLabel('To', { exact: true }).fill('2026-12-24')
  const before = dashboard.requests.length
  await page.getByRole('button', { name: 'Show' }).click()
  await page.waitForURL(/from=2026-11-09&to=2026-12-24/)
  // Other parts of the page ask on their own, before it or after.
  const asked = () => dashboard.requests.slice(before).map(({ path }) => path)
  await expect.poll(asked).toContainEqual(expect.stringMatching(/interval=day/))
})
