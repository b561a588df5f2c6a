// Before the browser suite: the dashboard as its sources are now, and a Chromium to look at it with. It comes from npm;
// where that one does not run (it is for Linux on x64), CHROMIUM_PATH names an installed Chrome.
import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import chromium from '@sparticuz/chromium'
import type { TestProject } from 'vitest/node'
import { buildDashboard } from '../../scripts/build-dashboard.ts'

const require = createRequire(import.meta.url)

declare module 'vitest' {
  export interface ProvidedContext {
    /** Folder of the built dashboard. */
    dashboard: string
    chromium: { path: string; args: string[]; env: Record<string, string> }
  }
}

/** Nothing is asked of anyone but the page that is looked at. */
const QUIET = ['--disable-quic', '--disable-background-networking', '--disable-component-update', '--disable-sync']

/**
 * How it runs where there is no screen and no sandbox. The package's own list also turns off what is to be tested: the rules
 * of origins, and a process for each site. Pages of one site share theirs: what one of them compiled, the next one has. Drawing
 * runs in the browser's process: a process of its own takes a tenth more time.
 */
const HEADLESS = [
  ...['--no-sandbox', '--no-zygote', '--process-per-site', '--disable-gpu', '--in-process-gpu'],
  '--font-render-hinting=none',
]

/**
 * A font that has Korean, beside those of this machine, which may have none: without it a picture shows boxes, and nothing is
 * as wide as it will be.
 */
function fontsHere(): Record<string, string> {
  const fonts = dirname(require.resolve('@expo-google-fonts/nanum-gothic/package.json'))
  const folder = join(import.meta.dirname, '..', '..', '.cache', 'browser-fonts')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'fonts.conf')
  writeFileSync(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
<include ignore_missing="yes">/etc/fonts/fonts.conf</include>
<dir>${fonts}</dir><cachedir>${folder}</cachedir></fontconfig>\n`,
  )
  return { FONTCONFIG_FILE: file }
}

async function chromiumHere(): Promise<{ path: string; args: string[]; env: Record<string, string> }> {
  const { CHROMIUM_PATH } = process.env
  if (CHROMIUM_PATH) return { path: CHROMIUM_PATH, args: QUIET, env: {} }
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      'The browser tests need CHROMIUM_PATH, the path of an installed Chrome or Chromium, on this system.',
    )
  }
  return { path: await chromium.executablePath(), args: [...HEADLESS, ...QUIET], env: fontsHere() }
}

export default async function setup(project: TestProject): Promise<void> {
  project.provide('dashboard', await buildDashboard((line) => process.stderr.write(`${line}\n`)))
  project.provide('chromium', await chromiumHere())
}
