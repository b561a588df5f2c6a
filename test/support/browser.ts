// A browser for tests of the dashboard. A page that breaks its content security policy, throws, or asks anyone but this
// machine for anything fails its test.
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import axe from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { expect, inject, onTestFinished } from 'vitest'
import { BLANK, type Script, type ScriptedDashboard, signedIn, startScriptedDashboard } from './scripted-dashboard.ts'

/** Where pictures are kept for people to look at, of a run with `PICTURES=keep` or `PICTURES=write`; not committed. */
export const SCREENSHOTS = join(import.meta.dirname, '..', '..', '.cache', 'screenshots')

/** Takes a picture of the whole page, if this run keeps pictures. @param file below `SCREENSHOTS`. */
export async function keepPicture(page: Page, file: string): Promise<void> {
  if (!process.env.PICTURES) return
  const path = join(SCREENSHOTS, file)
  mkdirSync(dirname(path), { recursive: true })
  await page.screenshot({ path, fullPage: true })
}

/** How pages are looked at: as most see them, and as narrow, dark and Korean as they get. */
export const VIEWS = {
  wide: { viewport: { width: 1200, height: 800 }, colorScheme: 'light', locale: 'en-US' },
  narrow: { viewport: { width: 360, height: 740 }, colorScheme: 'dark', locale: 'ko-KR' },
} as const

type View = keyof typeof VIEWS

export interface Visitor {
  readonly page: Page
  readonly context: BrowserContext
  /** Errors on any page of this visitor so far; tests expect none. */
  readonly faults: string[]
  /** A picture of the page as it is, whole, if this run keeps pictures. */
  screenshot(name: string): Promise<void>
  /** Looks for what keeps people with disabilities out, in both sizes and colour schemes. @throws with each finding. */
  expectAccessible(): Promise<void>
  /** The same in this view alone. */
  expectAccessibleHere(): Promise<void>
  /** Closes all pages. @throws when something went wrong on one of them. */
  end(): Promise<void>
}

export interface Visits {
  /** A browser profile of its own: no cookies, nothing kept. */
  visit(view?: View, options?: ContextOptions): Promise<Visitor>
  /** The browser itself, to kill it. */
  readonly browser: Browser
  end(): Promise<void>
}

const local = (url: string) => /^(data|blob|about|chrome-error):/.test(url) || /^https?:\/\/127\.0\.0\.1[:/]/.test(url)

/** Watches every page of a visitor. */
async function watch(context: BrowserContext, faults: string[]): Promise<void> {
  await context.exposeFunction('__violation', (what: string) => faults.push(`content security policy: ${what}`))
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      const tell = (window as unknown as { __violation(what: string): void }).__violation
      tell(`${violatedDirective} ${blockedURI} in ${sourceFile}`)
    })
  })
  context.on('page', (page) => {
    page.on('pageerror', (error) => faults.push(`${page.url()} threw ${error.stack ?? error.message}`))
    page.on('console', (message) => {
      if (/Content Security Policy|React|Warning:/.test(message.text()) && message.type() !== 'info')
        faults.push(`${page.url()} said ${message.text()}`)
    })
  })
  context.on('request', (request) => {
    if (!local(request.url())) faults.push(`asked ${request.url()}`)
  })
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

/** A finding on an element that changes while axe looks at it is checked again: real barriers stay. */
const expectAccessibleAsItIs = (page: Page, how: string, rules?: readonly string[]) =>
  expect.poll(() => findings(page, rules), { message: `accessibility of ${page.url()}, ${how}` }).toEqual([])

/** In both sizes and both colour schemes; the page is as it was afterwards. The other language is the other view's. */
async function expectAccessibleEverywhere(page: Page, view: View): Promise<void> {
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

type ContextOptions = Parameters<Browser['newContext']>[0]

/** A profile with the view's settings. Its visitors have the given faults. */
async function openProfile(browser: Browser, view: View, options: ContextOptions, faults: string[]) {
  const context = await browser.newContext({ ...VIEWS[view], reducedMotion: 'reduce', timezoneId: 'UTC', ...options })
  context.setDefaultTimeout(20_000)
  await watch(context, faults)
  return context
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
  const visits: Visits = {
    browser,
    visit: async (view = 'wide', options = {}) => {
      const faults: string[] = []
      const context = await openProfile(browser, view, options, faults)
      return visitorOn(await context.newPage(), view, faults, () => context.close())
    },
    end: async () => {
      await Promise.all(browser.contexts().map((context) => context.close()))
      await (await sharedBy.get(visits))?.dashboard.end()
    },
  }
  return visits
}

/** A profile that one test leaves to the next of its file as it found it, with a blank page of the dashboard's origin. */
interface Kept {
  context: BrowserContext
  blank: Page
  faults: string[]
}

/** Shared by the tests of a file: the address, so that a page's scripts are loaded and compiled once, and profiles. */
interface Shared {
  dashboard: ScriptedDashboard
  /** Those that no test is using, by what they were opened with. */
  free: Map<string, Kept>
}

const sharedBy = new WeakMap<Visits, Promise<Shared>>()

/** Profiles with a clock of their own: Playwright changes it for all their pages, and has no way back. */
const ownClock = new WeakSet<BrowserContext>()

function noteOwnClock(context: BrowserContext): void {
  for (const name of ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'] as const) {
    const change = context.clock[name].bind(context.clock) as (...given: unknown[]) => Promise<void>
    context.clock[name] = (...given: unknown[]) => {
      ownClock.add(context)
      return change(...given)
    }
  }
}

async function openBlank(context: BrowserContext, { url }: ScriptedDashboard): Promise<Page> {
  const page = await context.newPage()
  await page.goto(url + BLANK)
  return page
}

/** Closes what a test opened and clears what it left; the next page is there before, so that their process goes on. */
async function leave({ context }: Kept, dashboard: ScriptedDashboard): Promise<Page> {
  const left = context.pages()
  await context.setOffline(false)
  const blank = await openBlank(context, dashboard)
  await Promise.all(left.map((page) => page.close()))
  await context.clearCookies()
  const session = await context.newCDPSession(blank)
  await session.send('Storage.clearDataForOrigin', { origin: dashboard.url, storageTypes: 'local_storage,indexeddb' })
  await session.detach()
  return blank
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
  options: ContextOptions = {},
): Promise<{ dashboard: ScriptedDashboard; visitor: Visitor; page: Page }> {
  const opening =
    sharedBy.get(visits) ?? startScriptedDashboard({}).then((dashboard) => ({ dashboard, free: new Map() }))
  sharedBy.set(visits, opening)
  const { dashboard, free } = await opening
  dashboard.begin(script)
  const key = JSON.stringify([view, options])
  const open = async (): Promise<Kept> => {
    const faults: string[] = []
    const context = await openProfile(visits.browser, view, options, faults)
    noteOwnClock(context)
    return { context, blank: await openBlank(context, dashboard), faults }
  }
  const kept = free.get(key) ?? (await open())
  free.delete(key)
  const page = kept.blank
  const visitor = visitorOn(page, view, kept.faults, async () => undefined)
  onTestFinished(async ({ task }) => {
    // After a failure nobody knows what else is left.
    if (task.result?.state === 'fail' || ownClock.has(kept.context)) await kept.context.close()
    else free.set(key, { ...kept, blank: await leave(kept, dashboard) })
    dashboard.hangUp()
    expect(kept.faults.splice(0)).toEqual([])
  })
  await page.goto(`${dashboard.url}${path}`)
  return { dashboard, visitor, page }
}
