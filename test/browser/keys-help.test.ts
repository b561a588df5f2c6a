// The keys of every page, and the list of them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, openScripted, type Visits } from '../support/browser.ts'
import { ok } from '../support/dashboard-samples.ts'
import { signedIn } from '../support/scripted-dashboard.ts'

let visits: Visits

beforeAll(async () => {
  visits = await launchBrowser()
})

afterAll(() => visits.end())

test.each([
  ['wide', 'API keys', 'Shortcuts'],
  ['narrow', 'API 키', '단축키'],
] as const)('are listed under ?, are accessible and fit, seen %s', { tags: 'deep' }, async (view, heading, title) => {
  const { page, visitor } = await openScripted(visits, '/keys', signedIn(), view)
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.getByText('g w', { exact: true }).waitFor()
  await visitor.expectAccessible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    page.viewportSize()!.width,
  )
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
})

test('lead to the pages, and mean nothing where somebody types', async () => {
  const { page } = await openScripted(visits, '/keys', { ...signedIn(), 'GET /v1/webhooks': ok([]) })
  await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor()
  await page.getByRole('button', { name: 'Create key' }).first().click()
  await page.getByRole('textbox', { name: 'Name' }).pressSequentially('gw?n')
  expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('gw?n')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('g')
  await page.keyboard.press('w')
  await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor()
  await page.keyboard.press('n')
  await page.waitForURL(/\/compose$/)
})

test('begin a post for an author too', async () => {
  const { page } = await openScripted(visits, '/keys', signedIn('author'))
  await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Shortcuts' }).getByText('New post').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('n')
  await page.waitForURL(/\/compose$/)
})

test('make nothing new for a viewer, and leave the calendar its own list', async () => {
  const { page } = await openScripted(visits, '/keys', signedIn('viewer'))
  await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor()
  await page.keyboard.press('n')
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Shortcuts' })
  await dialog.getByText('g c', { exact: true }).waitFor()
  expect(await dialog.getByText('New post').count()).toBe(0)
  expect(new URL(page.url()).pathname).toBe('/keys')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await page.getByRole('heading', { level: 1, name: 'Calendar' }).waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog').getByText('Undo the last move').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(1)
})
