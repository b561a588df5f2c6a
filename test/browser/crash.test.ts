// A browser whose process is killed while one composes: what was typed is there when it is opened again.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium, type Page } from 'playwright-core'
import { expect, inject, onTestFinished, test } from 'vitest'
import { CONNECTIONS, ok } from '../support/dashboard-samples.ts'
import { signedIn, startScriptedDashboard } from '../support/scripted-dashboard.ts'

/** Texts that the dashboard promises to have kept. */
const KEPT_AFTER_MS = 2000

/** A browser of our own that keeps its profile, at a page. */
async function openBrowser(profile: string, address: string): Promise<{ page: Page; process: ChildProcess }> {
  const { path, args, env } = inject('chromium')
  const own = ['--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`, '--no-first-run', 'about:blank']
  const browser = spawn(path, [...args, ...own], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  onTestFinished(() => void browser.kill('SIGKILL'))
  for await (const line of createInterface(browser.stderr)) {
    const listening = /^DevTools listening on (ws:.*)$/.exec(line)?.[1]
    if (listening === undefined) continue
    browser.stderr.resume()
    const connected = await chromium.connectOverCDP(listening)
    const page = await connected.contexts()[0]!.newPage()
    // The page's own clock: a busy machine has a second take longer, and nothing may be kept later for that.
    await page.clock.install()
    await page.goto(address)
    return { page, process: browser }
  }
  throw new Error('the browser ended before it could be spoken to')
}

test('nothing that was typed two seconds before the browser’s process was killed is lost', async () => {
  const dashboard = await startScriptedDashboard({ ...signedIn(), 'GET /v1/accounts/connections': ok(CONNECTIONS) })
  const profile = mkdtempSync(join(tmpdir(), 'profile-'))
  onTestFinished(async () => {
    await dashboard.end()
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  })
  const address = `${dashboard.url}/compose?lang=en`
  const first = await openBrowser(profile, address)
  const words = 'Fresh beans, roasted this morning.'
  const typing = first.page.getByRole('textbox', { name: 'Text' })
  await typing.waitFor()
  await first.page.clock.pauseAt(Date.now() + 60_000)
  await typing.pressSequentially(words)
  const kept = first.page.getByText('Saved in this browser.')
  expect(await kept.count()).toBe(0)
  await first.page.clock.runFor(KEPT_AFTER_MS)
  await kept.waitFor()
  const gone = once(first.process, 'exit')
  first.process.kill('SIGKILL')
  await gone

  const second = await openBrowser(profile, address)
  const text = second.page.getByRole('textbox', { name: 'Text' })
  await text.waitFor()
  expect(await text.inputValue()).toBe(words)
})
