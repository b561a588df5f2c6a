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

test.each(['approval', 'review'] as const)(
  '%s links a file that is shown neither as a picture nor as a video',
  async (name) => {
    const { path, script } = LOOKS_OF_CLIENTS[name]!
    const given = script()
    const [first] = Object.keys(given).filter((key) => key.startsWith('GET /v1/media/7'))
    const missing = { ...given, [first!]: { status: 404, body: {} } }
    const { page } = await openScripted(visits, path, missing, 'wide')
    const media = page.getByRole('list', { name: 'Media' }).getByRole('listitem')
    const link = media.first().getByRole('link', { name: 'File 1', exact: true })
    await link.getByText('File 1').waitFor()
    expect(await link.getAttribute('href')).toBe(`/api${first!.slice('GET '.length)}`)
    expect(await media.nth(1).getByRole('img', { name: 'File 2' }).count()).toBe(1)
  },
)

test('an approval leads back to the others, and its decision comes first', async () => {
  const { path, script } = LOOKS_OF_CLIENTS.approval!
  const { page } = await openScripted(visits, path, script(), 'wide')
  const names = () => page.locator('.decide').getByRole('button').allInnerTexts()
  await expect.poll(names).toEqual(['Approve', 'Ask for changes', 'Comment only', 'Withdraw'])
  await page.getByRole('link', { name: 'All approvals' }).click()
  await page.getByRole('heading', { level: 1, name: 'Approvals' }).waitFor()
  await page.getByRole('link', { name: 'All posts' }).click()
  await page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor()
})
