// What goes out, as an editor and a reviewer see it before they decide.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, openScripted, type Visits } from '../support/browser.ts'
import { LOOKS_OF_CLIENTS } from '../support/looks-clients.ts'

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
