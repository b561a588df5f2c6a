// Builds the dashboard: dashboard/ -> dashboard/dist. An existing build is kept as long as nothing it is made of
// changed.   node scripts/build-dashboard.ts   (or `npm run build -w dashboard`)
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { buildEnds } from './build-ends.ts'
import { GUIDE_FILES } from './guide-page.ts'

const ROOT = join(import.meta.dirname, '..')
const DASHBOARD = join(ROOT, 'dashboard')
const STAMP = '.inputs'

/** The sources of the dashboard: a change in any of them makes the build stale. */
const INPUTS = [
  'packages/client/src/**/*.ts',
  'core/**/rules/*.ts',
  'core/platforms/**/*.ts',
  'dashboard/{index.html,package.json,tsconfig.json,vite.config.ts}',
  'dashboard/{guides,public,src}/**/*',
  'core/contract.ts',
  'docs/openapi.json',
  'docs/images/*',
  ...GUIDE_FILES.values(),
  'package-lock.json',
  'scripts/{build-dashboard,build-guides,guide-page,notices,postman-collection}.ts',
]

function fingerprint(): string {
  const hash = createHash('sha256')
  for (const file of globSync(INPUTS, { cwd: ROOT, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()) {
    hash
      .update(`${file.slice(ROOT.length)}\0`)
      .update(readFileSync(file))
      .update('\0')
  }
  return hash.digest('hex')
}

/** Vite in a process of its own: neither its environment nor what it keeps in memory is the caller's. */
function viteBuild(folder: string): Promise<void> {
  const vite = join(
    dirname(createRequire(join(DASHBOARD, 'package.json')).resolve('vite/package.json')),
    'bin',
    'vite.js',
  )
  const { PATH, HOME, TMPDIR } = process.env
  const child = spawn(process.execPath, [vite, 'build', '--outDir', folder, '--logLevel', 'warn'], {
    cwd: DASHBOARD,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH, HOME, TMPDIR, NODE_ENV: 'production', NO_COLOR: '1' },
  })
  return buildEnds(child, 'The dashboard could not be built')
}

/**
 * The dashboard as its sources are now. Costs a few milliseconds when nothing changed.
 * @param progress told when it has to be built.
 * @returns the folder: index.html, hashed files in assets/, and Vite's manifest in .vite/, which is not for the site.
 * @throws {Error} with what Vite says when it cannot be built.
 */
export async function buildDashboard(progress: (line: string) => void = () => {}): Promise<string> {
  const folder = join(DASHBOARD, 'dist')
  const inputs = fingerprint()
  const stamp = join(folder, '.vite', STAMP)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs) return folder
  progress('building the dashboard (a few seconds, only after a change)')
  const unfinished = `${folder}.${process.pid}`
  const old = `${folder}.${process.pid}.old`
  try {
    await viteBuild(unfinished)
    const { buildGuides } = await import('./build-guides.ts')
    await buildGuides(unfinished)
    mkdirSync(join(unfinished, '.vite'), { recursive: true })
    writeFileSync(join(unfinished, '.vite', STAMP), inputs)
    if (existsSync(folder)) renameSync(folder, old)
    try {
      renameSync(unfinished, folder)
    } catch (error) {
      // Two that build the same at once: the first to finish stays.
      if (!existsSync(stamp)) throw error
    }
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
    rmSync(old, { recursive: true, force: true })
  }
  return folder
}

if (import.meta.main) {
  const folder = await buildDashboard((line) => process.stdout.write(`${line}\n`))
  process.stdout.write(`${folder}\n`)
}
