// Every page in the widths, schemes and languages that people have: nothing is wider than its screen or cut off, and
// `PICTURES=keep` keeps pictures of all to be looked at (.cache/screenshots/looks).
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { allHasCome, keepPicture, launchBrowser, openScripted, type Visits } from '../support/browser.ts'
import { covered, cutOff } from '../support/fits.ts'
import { LOOKS } from '../support/looks.ts'
import { LOOKS_OF_CLIENTS } from '../support/looks-clients.ts'
import { LOOKS_OF_NOTHING } from '../support/looks-nothing.ts'

/** The pages show times that are counted from now. At this moment times are as wide as they get, and each run sees the same ones. */
const NOW = vi.hoisted(() => {
  // A Tuesday in September: the days of a Wednesday, and hours of two digits, come next.
  const now = Date.UTC(2026, 8, 22, 22, 50)
  vi.useFakeTimers({ toFake: ['Date'], now })
  return now
})

let visits: Visits

beforeAll(async () => {
  visits = await launchBrowser()
})

afterAll(() => visits.end())

const ALL = { ...LOOKS, ...LOOKS_OF_CLIENTS, ...LOOKS_OF_NOTHING }

/** Each width in a scheme: both schemes are seen small and large. One scheme after the other, as a change draws all again. */
const SCREENS = [
  { width: 360, height: 640, colorScheme: 'light' },
  { width: 1200, height: 800, colorScheme: 'light' },
  { width: 1680, height: 1000, colorScheme: 'dark' },
  { width: 768, height: 1024, colorScheme: 'dark' },
] as const

/** Once what moves has come to rest: a picture would show it on its way. */
const settled = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    await Promise.all(document.getAnimations().map((each) => each.finished.catch(() => {})))
  })

describe.each(['en', 'ko'] as const)('in %s', (lang) => {
  test.each(Object.keys(ALL))('%s fits every screen', { tags: 'deep' }, async (name) => {
    const { path, script, ready } = ALL[name]!
    const [before, hash] = path.split('#')
    const address = `${before}${path.includes('?') ? '&' : '?'}lang=${lang}${hash === undefined ? '' : `#${hash}`}`
    const { page } = await openScripted(visits, address, script(), 'wide', {
      locale: lang === 'ko' ? 'ko-KR' : 'en-US',
      now: NOW,
    })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await ready?.(page)
    await allHasCome(page)
    for (const { width, height, colorScheme } of SCREENS) {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme })
      await page.waitForFunction((wanted) => innerWidth === wanted, width)
      await page.evaluate(() => window.scrollTo(0, 0))
      await expect.poll(() => cutOff(page), { message: `${name} at ${width} px` }).toEqual([])
      if (process.env.PICTURES) await settled(page)
      await keepPicture(page, join('looks', `${name}-${lang}-${width}.png`))
    }
  })
})

test.each([
  'posts',
  'calendar-week',
  'post',
  'compose',
  'compose-open',
  'webhooks',
  'usage',
  'approvals',
  'connect-link',
])('%s is whole at 320 px, and with large letters on a phone and a computer', { tags: 'deep' }, async (name) => {
  const { path, script, ready } = ALL[name]!
  const { page } = await openScripted(visits, path, script(), 'wide', { now: NOW })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await ready?.(page)
  // The banner comes after the page.
  if (name !== 'connect-link') await page.getByRole('link', { name: 'Go to accounts' }).waitFor()
  await allHasCome(page)
  // As set in the browser, which conditions on widths and heights follow, too.
  const session = await page.context().newCDPSession(page)
  const letter = (standard: number) => session.send('Page.setFontSizes', { fontSizes: { standard } })
  for (const [width, letters] of [
    [320, 16],
    [360, 24],
    [360, 32],
    [1200, 32],
  ] as const) {
    await page.setViewportSize({ width, height: 640 })
    await letter(letters)
    // In a week on a computer the cards of an hour lie over the link that makes another post there.
    const seen = async () => [...(await cutOff(page)), ...(width < 400 ? await covered(page) : [])]
    await expect.poll(seen, { message: `${width} px, letters of ${letters} px` }).toEqual([])
  }
  await letter(16)
  await session.detach()
})
