// Every page in the widths, schemes and languages that people have: nothing is wider than its screen, and `PICTURES=keep`
// keeps pictures of all to be looked at (.cache/screenshots/looks).
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keepPicture, launchBrowser, openScripted, type Visits } from '../support/browser.ts'
import { LOOKS } from '../support/looks.ts'

let visits: Visits

beforeAll(async () => {
  visits = await launchBrowser()
})

afterAll(() => visits.end())

/** Each width in a scheme: both schemes are seen small and large. */
const SCREENS = [
  { width: 360, height: 640, colorScheme: 'light' },
  { width: 768, height: 1024, colorScheme: 'dark' },
  { width: 1200, height: 800, colorScheme: 'light' },
  { width: 1680, height: 1000, colorScheme: 'dark' },
] as const

/** Elements beyond the side of the screen, if the page can be scrolled there. */
const tooWide = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const out = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 0.5,
    )
    return [`${scrollWidth - clientWidth} px`, ...out.slice(0, 5).map(({ outerHTML }) => outerHTML.slice(0, 120))]
  })

describe.each(['en', 'ko'] as const)('in %s', (lang) => {
  test.each(Object.keys(LOOKS))('%s fits every screen', async (name) => {
    const { path, script, ready } = LOOKS[name]!
    const address = `${path}${path.includes('?') ? '&' : '?'}lang=${lang}`
    const { page } = await openScripted(visits, address, script(), 'wide', {
      locale: lang === 'ko' ? 'ko-KR' : 'en-US',
    })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await ready?.(page)
    for (const { width, height, colorScheme } of SCREENS) {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme })
      await page.waitForFunction((wanted) => innerWidth === wanted, width)
      await page.evaluate(() => window.scrollTo(0, 0))
      await keepPicture(page, join('looks', `${name}-${lang}-${width}.png`))
      await expect.poll(() => tooWide(page), { message: `${name} at ${width} px` }).toEqual([])
    }
  })
})
