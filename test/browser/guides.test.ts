// Reading pages in a browser: the guides with their search, and the reference on which requests can be tried.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, type Visits } from '../support/browser.ts'
import { type SharedLocal, sharedLocal } from '../support/shared-local.ts'

let visits: Visits
let local: SharedLocal
beforeAll(async () => {
  ;[visits, local] = await Promise.all([launchBrowser(), sharedLocal()])
})
afterAll(async () => {
  await visits?.end()
})

test.each(['wide', 'narrow'] as const)('a guide is found by its words and read, %s', { tags: 'deep' }, async (view) => {
  const visitor = await visits.visit(view)
  const { page } = visitor
  await page.goto(`${local.session.dashboard_url}/docs/guides`)
  await page.getByRole('heading', { level: 1, name: 'Guides' }).waitFor()
  await visitor.expectAccessibleHere()
  await page.getByRole('searchbox', { name: 'Search the guides' }).fill('signature webhook')
  await page
    .getByRole('status')
    .getByRole('link', { name: /Webhooks/ })
    .first()
    .click()
  await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor()
  await visitor.expectAccessibleHere()
  await page.goto(`${local.session.dashboard_url}/docs/guides/errors#too_long`)
  expect(await page.locator('tr:target').textContent()).toContain('too_long')
  await visitor.end()
})

test('programs read guides as Markdown, a list of them, and the document', async () => {
  const at = (path: string) => fetch(`${local.session.dashboard_url}${path}`)
  expect(await (await at('/docs/guides/webhooks.md')).text()).toMatch(/^# Webhooks/)
  expect((await at('/docs/guides/webhooks.md')).headers.get('Content-Type')).toMatch(/^text\/markdown/)
  expect(await (await at('/llms.txt')).text()).toContain('/docs/guides/webhooks.md')
  expect(await (await at('/openapi.json')).json()).toMatchObject({ openapi: expect.stringMatching(/^3\.1/) })
  expect(await (await at('/third-party.txt')).text()).toMatch(/^react 1\d.*\(MIT\)$/m)
  const collection = await at('/docs/guides/social-publisher.postman_collection.json')
  expect(await collection.json()).toMatchObject({ info: { schema: expect.stringContaining('v2.1.0') } })
})

test('an error leads to the place that explains it', { tags: 'deep' }, async () => {
  const reply = await local.api('POST', '/api/v1/posts/text', { json: {} })
  const [, target] = /^<([^>]+)>; rel="help"$/.exec(reply.headers.get('Link')!)!
  const visitor = await visits.visit()
  const { page } = visitor
  await page.goto(new URL(target!, local.session.base_url).href)
  expect(await page.locator(':target').textContent()).toBe(reply.json<{ errors: { code: string }[] }>().errors[0]!.code)
  const guide = page.locator('tr', { has: page.locator(':target') }).getByRole('link', { name: 'Guide' })
  await guide.click()
  await page.getByRole('heading', { level: 1, name: 'Errors' }).waitFor()
  await visitor.end()
})

test('requests are tried on the reference, only at the address of the API', { tags: 'deep' }, async () => {
  // Styles that its program writes are allowed on this page; nothing else is, and a refused one fails the test.
  const visitor = await visits.visit()
  const { page } = visitor
  await page.goto(`${local.session.dashboard_url}/reference`)
  expect(page.url()).toBe(`${local.session.base_url}/api/reference`)
  await page.goto(`${page.url()}#tag/accounts/GET/v1/accounts/social`)
  await page.reload()
  const answered = page.waitForResponse((response) => response.url().endsWith('/api/v1/accounts/social'))
  await page
    .getByRole('button', { name: /Test Request.*accounts\/social\)?$/i })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: /^Send/ }).first().click()
  expect((await answered).status()).toBe(401)
  await visitor.end()
})
