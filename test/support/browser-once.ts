// Before the browser suite: the dashboard as its sources are now, and a Chromium to look at it with. It comes from npm;
// where that one does not run (it is for Linux on x64), CHROMIUM_PATH names an installed Chrome.
import chromium from '@sparticuz/chromium'
import type { TestProject } from 'vitest/node'
import { buildDashboard } from '../../scripts/build-dashboard.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Folder of the built dashboard. */
    dashboard: string
    chromium: { path: string; args: string[] }
  }
}

/** Nothing is asked of anyone but the page that is looked at. */
const QUIET = ['--disable-quic', '--disable-background-networking', '--disable-component-update', '--disable-sync']

/**
 * How it runs where there is no screen and no sandbox. The package's own list also turns off what is to be tested: the rules
 * of origins, and a process for each site.
 */
const HEADLESS = [
  '--no-sandbox',
  '--no-zygote',
  '--in-process-gpu',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--font-render-hinting=none',
]

async function chromiumHere(): Promise<{ path: string; args: string[] }> {
  const { CHROMIUM_PATH } = process.env
  if (CHROMIUM_PATH) return { path: CHROMIUM_PATH, args: QUIET }
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      'The browser tests need CHROMIUM_PATH, the path of an installed Chrome or Chromium, on this system.',
    )
  }
  return { path: await chromium.executablePath(), args: [...HEADLESS, ...QUIET] }
}

export default async function setup(project: TestProject): Promise<void> {
  project.provide('dashboard', await buildDashboard((line) => process.stderr.write(`${line}\n`)))
  project.provide('chromium', await chromiumHere())
}
