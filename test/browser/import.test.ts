// A plan from a file: whose accounts its rows name.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, openScripted, type Visits } from '../support/browser.ts'
import { LOOKS_OF_CLIENTS } from '../support/looks-clients.ts'

let visits: Visits
beforeAll(async () => {
  visits = await launchBrowser()
})
afterAll(() => visits.end())

test('names accounts by mark and handle, and quotes wrong cells as they are in the file', async () => {
  const { path, script, ready } = LOOKS_OF_CLIENTS.import!
  const { page, visitor } = await openScripted(visits, path, script())
  await ready!(page)
  const row = page.getByRole('row', { name: /Behind the counter/ })
  const accounts = row.getByRole('listitem')
  expect(await accounts.allInnerTexts()).toEqual([
    expect.stringMatching(/^@harborcoffee\s*\(Threads\)$/),
    expect.stringMatching(/^@harbor\.coffee\s*\(Instagram\)$/),
  ])
  expect(await accounts.locator('img.mark').count()).toBe(2)
  await page.getByText('You have no account "threads:harbor.cofee".').waitFor()
  await visitor.expectAccessible()
})
