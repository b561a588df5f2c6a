// A new person with a stopwatch: from the sign-in to the first scheduled carousel on two accounts, and to the one after it. Clicks
// are counted and held; keystrokes and seconds are only told, as seconds are those of this machine.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, type Visits } from '../support/browser.ts'
import { busyKey, type Json, picture, readPost } from '../support/posting.ts'
import { type SharedLocal, sharedLocal } from '../support/shared-local.ts'

/** Clicks by the width of the screen in pixels: of the first post with the sign-in, and of the next one. */
const MOST = { 1200: { first: 6, next: 5 }, 360: { first: 7, next: 6 } } as const

let visits: Visits
let local: SharedLocal
let key: string
const folder = mkdtempSync(join(tmpdir(), 'stopwatch-'))
const pictures = ['first.jpg', 'second.jpg'].map((name) => join(folder, name))

beforeAll(async () => {
  for (const path of pictures) writeFileSync(path, await picture(1080, 1350))
  ;[visits, local] = await Promise.all([launchBrowser(), sharedLocal({ people: true })])
  key = await busyKey(local)
})

afterAll(async () => {
  await visits?.end()
  rmSync(folder, { recursive: true, force: true })
})

/** A hand that counts; a field that has the focus needs no click. */
function countingHand(page: Page) {
  const count = { clicks: 0, keys: 0 }
  const click = async (target: Locator) => {
    await target.click()
    count.clicks += 1
  }
  return {
    count,
    click,
    type: async (field: Locator, words: string) => {
      await field.waitFor()
      if (!(await field.evaluate((element) => element === document.activeElement))) await click(field)
      await page.keyboard.type(words)
      count.keys += words.length
    },
    files: async (button: Locator, paths: readonly string[]) => {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), click(button)])
      await chooser.setFiles([...paths])
    },
  }
}

type Hand = ReturnType<typeof countingHand>

async function signIn(page: Page, hand: Hand): Promise<void> {
  const { email, password } = local.session.sign_in!
  await hand.type(page.getByRole('textbox', { name: 'Email' }), email)
  await hand.type(page.getByRole('textbox', { name: 'Password' }), password)
  await hand.click(page.getByRole('button', { name: 'Sign in' }))
  await page.getByRole('heading', { level: 1, name: 'Calendar' }).waitFor()
}

/** The way that the page offers from the calendar, or the one in the navigation. */
async function begin(page: Page, hand: Hand): Promise<void> {
  await page.getByText(/Loading/).waitFor({ state: 'detached' })
  const dated = page.locator('a[href*="/compose?date="]:visible')
  await hand.click((await dated.count()) > 0 ? dated.last() : page.getByRole('link', { name: 'New post', exact: true }))
  await page.getByRole('heading', { level: 1, name: 'New post' }).waitFor()
}

/** All that stands between an open composer and a scheduled carousel. @returns the post's id. */
async function schedule(page: Page, hand: Hand, words: string): Promise<string> {
  const accounts = page.getByRole('group', { name: 'Accounts' })
  await accounts.getByRole('checkbox').first().waitFor()
  // Where there is a keyboard, the text has the focus.
  await hand.type(page.getByRole('textbox', { name: 'Text', exact: true }), words)
  const both = accounts.getByRole('button', { name: /^(All \d+ accounts|Same as last time)/ })
  if ((await both.count()) > 0) await hand.click(both)
  else
    for (const platform of ['Instagram', 'Threads'])
      await hand.click(accounts.getByRole('checkbox', { name: `@demo.studio (${platform})` }))
  await hand.files(page.locator('label').filter({ has: page.getByLabel('Add media') }), pictures)
  const later = page.getByRole('radio', { name: 'Later' })
  if (!(await later.isChecked())) await hand.click(later)
  await page.getByText('No problems found by the service and the platforms.').waitFor()
  await hand.click(page.getByRole('button', { name: 'Schedule' }))
  await page.waitForURL(/\/posts\/[0-9a-f-]{36}$/)
  return page.url().split('/').at(-1)!
}

test.each([1200, 360] as const)(
  'a first carousel on two accounts takes few clicks at %s px',
  { tags: 'deep' },
  async (width) => {
    const visitor = await visits.visit('wide', { viewport: { width, height: 740 }, hasTouch: width < 600 })
    const { page } = visitor
    const told: string[] = []
    const lap = async (name: string, run: (hand: Hand) => Promise<string>) => {
      const hand = countingHand(page)
      const from = performance.now()
      const id = await run(hand)
      const seconds = ((performance.now() - from) / 1000).toFixed(1)
      told.push(`${width} px, ${name}: ${hand.count.clicks} clicks, ${hand.count.keys} keystrokes, ${seconds} s`)
      const made = await readPost(local, id, key)
      expect(made).toMatchObject({ status: 'scheduled', type: 'feed' })
      expect(made.media_asset_ids).toHaveLength(2)
      expect(made.publications.map(({ platform }: Json) => platform.name ?? platform).toSorted()).toEqual([
        'instagram',
        'threads',
      ])
      return hand.count.clicks
    }
    await page.goto(local.session.dashboard_url!)
    const first = await lap('first post', async (hand) => {
      await signIn(page, hand)
      await begin(page, hand)
      return schedule(page, hand, 'Spring is here')
    })
    const next = await lap('next post', async (hand) => {
      await hand.click(page.getByRole('link', { name: 'New post', exact: true }))
      return schedule(page, hand, 'And summer, too')
    })
    process.stderr.write(`${told.join('\n')}\n`)
    await visitor.end()
    expect.soft(first).toBeLessThanOrEqual(MOST[width].first)
    expect.soft(next).toBeLessThanOrEqual(MOST[width].next)
  },
)
