// A browser for tests of the dashboard. A page that breaks its content security policy, throws, or asks anyone but this
// machine for anything fails its test.
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import axe from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { expect, inject, onTestFinished } from 'vitest'
import { SHORT } from './deep.ts'
import { PATIENCE_MS } from './patience.ts'
import {
  askedBy,
  leaveProfile,
  openKeptProfile,
  openProfile,
  type ProfileOptions,
  scriptedIn,
  VIEWS,
  type View,
} from './profiles.ts'
import { type Script, type ScriptedDashboard, signedIn } from './scripted-dashboard.ts'

/** Where pictures are kept for people to look at, of a run with `PICTURES=keep` or `PICTURES=write`; not committed. */
export const SCREENSHOTS = join(import.meta.dirname, '..', '..', '.cache', 'screenshots')

/** Takes a picture of the whole page, if this run keeps pictures. @param file below `SCREENSHOTS`. */
export async function keepPicture(page: Page, file: string): Promise<void> {
  if (!process.env.PICTURES) return
  const path = join(SCREENSHOTS, file)
  mkdirSync(dirname(path), { recursive: true })
  await page.screenshot({ path, fullPage: true })
}

export interface Visitor {
  readonly page: Page
  readonly context: BrowserContext
  /** Errors on any page of this visitor so far; tests expect none. */
  readonly faults: string[]
  /** A picture of the page as it is, whole, if this run keeps pictures. */
  screenshot(name: string): Promise<void>
  /** Looks for what keeps people with disabilities out, in both sizes and colour schemes; in a short run only as it is. @throws with each finding. */
  expectAccessible(): Promise<void>
  /** The same in this view alone. */
  expectAccessibleHere(): Promise<void>
  /** Closes all pages. @throws when something went wrong on one of them. */
  end(): Promise<void>
}

export interface Visits {
  /** A browser profile of its own: no cookies, nothing kept. */
  visit(view?: View, options?: ProfileOptions): Promise<Visitor>
  /** The browser itself, to kill it. */
  readonly browser: Browser
  end(): Promise<void>
}

/** The rules that a change of the colour scheme alone can break: all else is the same page. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

/** @returns what axe finds, each with where. @param rules all that axe has, unless given. */
async function findings(page: Page, rules?: readonly string[]): Promise<string[]> {
  // An element that fades in, or from one scheme's colour to the other's, would be measured on its way.
  await page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {})))
  })
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    async (only) => {
      const { axe: here } = window as unknown as { axe: typeof axe }
      const found = await here.run(document, {
        resultTypes: ['violations'],
        // No rule that is on reads style sheets: they would be fetched and parsed once more for each look.
        preload: { assets: ['media'] },
        ...(only ? { runOnly: only } : {}),
      })
      return found.violations.map(
        ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' | ')}`,
      )
    },
    rules && [...rules],
  )
}

/**
 * A finding on an element that changes while axe looks at it is checked again: real barriers stay. On a busy machine one look takes
 * longer than anything else is waited for.
 */
const expectAccessibleAsItIs = (page: Page, how: string, rules?: readonly string[]) =>
  expect
    .poll(() => findings(page, rules), {
      message: `accessibility of ${page.url()}, ${how}`,
      timeout: 2 * PATIENCE_MS,
    })
    .toEqual([])

/** In both sizes and both colour schemes; the page is as it was afterwards. The other language is the other view's. */
async function expectAccessibleEverywhere(page: Page, view: View): Promise<void> {
  if (SHORT) return expectAccessibleAsItIs(page, view)
  const own = VIEWS[view]
  const other = VIEWS[view === 'wide' ? 'narrow' : 'wide']
  // One thing changes from each to the next, as drawing the page again takes as long as checking it; the last is how it was.
  for (const [{ viewport }, { colorScheme }, rules] of [
    [other, own],
    [other, other, OF_COLOURS],
    [own, other, OF_COLOURS],
    [own, own],
  ] as const) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
    await page.waitForFunction(
      ({ width, scheme }) => innerWidth === width && matchMedia(`(prefers-color-scheme: ${scheme})`).matches,
      { width: viewport.width, scheme: colorScheme },
    )
    await expectAccessibleAsItIs(page, `${viewport.width} px, ${colorScheme}`, rules)
  }
}

const visitorOn = (page: Page, view: View, faults: string[], end: () => Promise<void>): Visitor => ({
  page,
  context: page.context(),
  faults,
  screenshot: (name) => keepPicture(page, `${name}-${view}.png`),
  expectAccessible: () => expectAccessibleEverywhere(page, view),
  expectAccessibleHere: () => expectAccessibleAsItIs(page, view),
  end: async () => {
    await end()
    expect(faults).toEqual([])
  },
})

/** Test files that share a process share its browser, and have profiles of their own: starting a browser takes seconds. */
const shared = globalThis as { browserOfProcess?: Promise<Browser> }

async function browserHere(): Promise<Browser> {
  const running = await shared.browserOfProcess?.catch(() => undefined)
  if (running?.isConnected()) return running
  const { path, args, env } = inject('chromium')
  // It ends with this process.
  shared.browserOfProcess = chromium.launch({
    executablePath: path,
    args,
    env: { ...process.env, ...env },
    headless: true,
  })
  return shared.browserOfProcess
}

/** The browser for a test file; the profiles that the file opened in it are closed at its end. */
export async function launchBrowser(): Promise<Visits> {
  const browser = await browserHere()
  const opened: BrowserContext[] = []
  return {
    browser,
    visit: async (view = 'wide', options = {}) => {
      const faults: string[] = []
      const context = await openProfile(browser, view, options, faults)
      opened.push(context)
      return visitorOn(await context.newPage(), view, faults, () => context.close())
    },
    end: async () => {
      await Promise.all(opened.map((context) => context.close()))
    },
  }
}

/**
 * Waits until all that a page asked for has come, and nothing more follows from it. For checks that something is not there: they would
 * also pass before it could have come. What a script leaves without an answer is waited for in vain.
 */
export async function allHasCome(page: Page): Promise<void> {
  const asked = askedBy(page)
  const isAll = async () => {
    const { count } = asked
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    return asked.open.size === 0 && asked.count === count
  }
  await expect.poll(isAll, { message: `all that ${page.url()} asks for has come` }).toBe(true)
}

/** @returns what a page shows and which files of it have come, for whoever looks for the cause of a failure. */
async function whatIsThere(page: Page, { requests }: ScriptedDashboard): Promise<string> {
  const asked = requests.map(({ method, path }) => `${method} ${path}`)
  if (page.isClosed()) return JSON.stringify({ asked })
  const shown = page.evaluate(() => ({
    address: location.href,
    state: document.readyState,
    text: document.body.innerText.slice(0, 500),
    files: performance.getEntriesByType('resource').map(({ name, duration }) => `${name} ${Math.round(duration)} ms`),
  }))
  const late = new Promise((resolve) => setTimeout(() => resolve('The page does not answer.'), 5000))
  return JSON.stringify({ asked, shown: await Promise.race([shown.catch(String), late]) })
}

/**
 * A person at a page of a dashboard whose API is scripted, in a browser that keeps nothing of other tests. At the end of the
 * test nothing may have gone wrong on a page.
 */
export async function openScripted(
  visits: Visits,
  path: string,
  script: Script = signedIn(),
  view: View = 'wide',
  options: ProfileOptions = {},
): Promise<{ dashboard: ScriptedDashboard; visitor: Visitor; page: Page }> {
  const { dashboard, free } = await scriptedIn(visits.browser)
  dashboard.begin(script)
  const key = JSON.stringify([view, options])
  const kept = free.get(key)?.pop() ?? (await openKeptProfile(visits.browser, dashboard, view, options))
  const { page, faults } = kept
  const visitor = visitorOn(page, view, faults, async () => undefined)
  onTestFinished(async ({ task }) => {
    // After a failure nobody knows what else is left.
    if (task.result?.state === 'fail') {
      process.stderr.write(`${task.name}: ${await whatIsThere(page, dashboard)}\n`)
      await kept.context.close()
    } else if (await leaveProfile(kept, dashboard)) free.set(key, [...(free.get(key) ?? []), kept])
    dashboard.hangUp()
    expect(faults.splice(0)).toEqual([])
  })
  await page.goto(`${dashboard.url}${path}`)
  return { dashboard, visitor, page }
}
