// Browser profiles for tests: how pages are looked at, what must never happen on one, and profiles of the scripted dashboard
// that one test leaves to the next as it found them.
import type { Browser, BrowserContext, CDPSession, Page, Request } from 'playwright-core'
import { PATIENCE_MS } from './patience.ts'
import { BLANK, type ScriptedDashboard, startScriptedDashboard } from './scripted-dashboard.ts'

/** How pages are looked at: as most see them, and as narrow, dark and Korean as they get. */
export const VIEWS = {
  wide: { viewport: { width: 1200, height: 800 }, colorScheme: 'light', locale: 'en-US' },
  narrow: { viewport: { width: 360, height: 740 }, colorScheme: 'dark', locale: 'ko-KR' },
} as const

export type View = keyof typeof VIEWS

export type ProfileOptions = NonNullable<Parameters<Browser['newContext']>[0]> & {
  /** The moment that its clock shows all the time, Unix milliseconds; as on this machine unless given. */
  now?: number
}

const local = (url: string) => /^(data|blob|about|chrome-error):/.test(url) || /^https?:\/\/127\.0\.0\.1[:/]/.test(url)

/** Requests of a page. */
export interface Asked {
  /** How much, so far. */
  count: number
  /** Requests whose answers have not ended yet. */
  readonly open: Set<Request>
}

/** By page. Modules are made again for each file; a page may be one of a file before. */
const pages = globalThis as { askedByPage?: WeakMap<Page, Asked> }
pages.askedByPage ??= new WeakMap()

export const askedBy = (page: Page): Asked => pages.askedByPage!.get(page)!

function watchPage(page: Page, faults: string[]): void {
  const asked: Asked = { count: 0, open: new Set() }
  pages.askedByPage!.set(page, asked)
  page.on('request', (request) => {
    asked.count += 1
    asked.open.add(request)
  })
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => void asked.open.delete(request))
  page.on('pageerror', (error) =>
    faults.push(`${page.url()} threw ${error.stack || `${error.name}: ${error.message}`}`),
  )
  page.on('console', (message) => {
    if (/Content Security Policy|React|Warning:/.test(message.text()) && message.type() !== 'info')
      faults.push(`${page.url()} said ${message.text()}`)
  })
}

/** Watches every page of a profile. */
async function watch(context: BrowserContext, faults: string[]): Promise<void> {
  await context.exposeFunction('__violation', (what: string) => faults.push(`content security policy: ${what}`))
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      const tell = (window as unknown as { __violation(what: string): void }).__violation
      tell(`${violatedDirective} ${blockedURI} in ${sourceFile}`)
    })
  })
  context.on('page', (page) => watchPage(page, faults))
  context.on('request', (request) => {
    if (!local(request.url())) faults.push(`asked ${request.url()}`)
  })
}

/** A profile with the view's settings. @param faults what goes wrong on its pages is added here. */
export async function openProfile(browser: Browser, view: View, { now, ...options }: ProfileOptions, faults: string[]) {
  const context = await browser.newContext({ ...VIEWS[view], reducedMotion: 'reduce', timezoneId: 'UTC', ...options })
  context.setDefaultTimeout(PATIENCE_MS)
  await watch(context, faults)
  if (now !== undefined) await context.clock.setFixedTime(now)
  return context
}

/** A profile of the scripted dashboard that is used again, with a page that is blank between tests. */
export interface KeptProfile {
  readonly context: BrowserContext
  readonly page: Page
  /** Errors on its pages since the last test. */
  readonly faults: string[]
  /** For commands that Playwright has no call for. */
  readonly session: CDPSession
  /** How its page was opened. */
  readonly look: Pick<ProfileOptions, 'viewport' | 'colorScheme'>
  /** Whether it was changed in a way that Playwright cannot undo. Noted here, as modules are made again for each file. */
  changedForGood: boolean
}

/** Shared by all files of a process: one address, so that the scripts of pages are loaded and compiled once, and profiles. */
export interface Scripted {
  readonly dashboard: ScriptedDashboard
  /** Profiles that no test is using, by what they were opened with. */
  readonly free: Map<string, KeptProfile[]>
}

const shared = globalThis as { scriptedBy?: WeakMap<Browser, Promise<Scripted>> }

/** @returns what the files that share this browser share; it ends with their process. */
export function scriptedIn(browser: Browser): Promise<Scripted> {
  shared.scriptedBy ??= new WeakMap()
  const known = shared.scriptedBy.get(browser)
  if (known) return known
  const opening = startScriptedDashboard({}).then((dashboard) => ({ dashboard, free: new Map() }))
  shared.scriptedBy.set(browser, opening)
  return opening
}

/** Calls that change a profile, or a page of it, for good. */
const LASTING = ['addInitScript', 'exposeFunction', 'route'] as const
const LASTING_OF_CLOCKS = ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'] as const

function noteChanges<T extends object>(kept: KeptProfile, of: T, names: readonly (keyof T)[]): void {
  for (const name of names) {
    const change = (of[name] as (...given: unknown[]) => unknown).bind(of)
    Object.assign(of, {
      [name]: (...given: unknown[]) => {
        kept.changedForGood = true
        return change(...given)
      },
    })
  }
}

export async function openKeptProfile(
  browser: Browser,
  { url }: ScriptedDashboard,
  view: View,
  options: ProfileOptions,
): Promise<KeptProfile> {
  const faults: string[] = []
  const context = await openProfile(browser, view, options, faults)
  const page = await context.newPage()
  await page.goto(url + BLANK)
  const session = await context.newCDPSession(page)
  const kept = { context, page, faults, session, look: { ...VIEWS[view], ...options }, changedForGood: false }
  noteChanges(kept, context, LASTING)
  noteChanges(kept, context.clock, LASTING_OF_CLOCKS)
  noteChanges(kept, page, LASTING)
  return kept
}

/** Events of a page that tests listen to. */
const EVENTS = ['console', 'dialog', 'pageerror', 'request', 'requestfailed', 'requestfinished', 'response'] as const

/**
 * Puts a profile back as it was opened: its page is blank and has its size and colour scheme, and nothing is kept. Using a page
 * again takes 0.6 of the processor time of opening a new one.
 * @returns whether it can be used again; otherwise it is closed.
 */
export async function leaveProfile(kept: KeptProfile, { url }: ScriptedDashboard): Promise<boolean> {
  const { context, page, faults, session, look, changedForGood } = kept
  if (changedForGood || page.isClosed()) {
    await context.close()
    return false
  }
  await Promise.all(context.pages().map((each) => each !== page && each.close()))
  await context.setOffline(false)
  for (const event of EVENTS) page.removeAllListeners(event)
  // A page that uploads asks whether to leave.
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto(url + BLANK)
  page.removeAllListeners('dialog')
  watchPage(page, faults)
  await page.evaluate(() => sessionStorage.clear())
  await session.send('Storage.clearDataForOrigin', { origin: url, storageTypes: 'cookies,local_storage,indexeddb' })
  if (page.viewportSize()?.width !== look.viewport!.width || page.viewportSize()?.height !== look.viewport!.height)
    await page.setViewportSize(look.viewport!)
  await page.emulateMedia({ media: null, colorScheme: look.colorScheme, reducedMotion: 'reduce' })
  return true
}
