// Builds and lints the n8n node with n8n's own tools, which come from the registry, in a folder of its own: from then on `npm test` runs
// it against the local run, and a release publishes that folder.   npm run build:n8n
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const PACKAGE = join(ROOT, 'packages', 'n8n')
/** The published package.json: the one of the sources does not name the publisher yet. */
const TARGET = join(ROOT, '.cache', 'n8n')
const SOURCES = ['credentials', 'nodes', 'eslint.config.mjs', 'tsconfig.json', 'LICENSE.md', 'README.md']

/** The repository that publishes, as GitHub Actions names it: `owner/name`. Not known elsewhere. */
const REPOSITORY = process.env.GITHUB_REPOSITORY

/** n8n wants the author's address: that of GitHub's for who publishes; elsewhere that of who committed last. */
const email = (): string =>
  REPOSITORY
    ? `${REPOSITORY.split('/')[0]}@users.noreply.github.com`
    : execFileSync('git', ['log', '-1', '--format=%ae'], { cwd: ROOT, encoding: 'utf8' }).trim()

function writeManifest(): void {
  const manifest = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as { author: { name: string } }
  const published = {
    ...manifest,
    author: { ...manifest.author, email: email() },
    // Provenance is only given where this is the repository that publishes.
    ...(REPOSITORY ? { repository: { type: 'git', url: `git+https://github.com/${REPOSITORY}.git` } } : {}),
  }
  writeFileSync(join(TARGET, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
}

/** @returns the folder to pack. @throws {Error} when the linter or the compiler finds something. */
export function buildN8n(): string {
  // Packages that were installed for an earlier build stay: they are more than 500.
  for (const name of [...SOURCES, 'dist']) rmSync(join(TARGET, name), { recursive: true, force: true })
  mkdirSync(TARGET, { recursive: true })
  for (const name of SOURCES) cpSync(join(PACKAGE, name), join(TARGET, name), { recursive: true })
  writeManifest()
  const steps = [
    ['install', '--workspaces=false', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund'],
    ['run', 'lint'],
    ['run', 'build'],
  ]
  for (const words of steps) {
    process.stdout.write(`$ npm ${words.join(' ')}\n`)
    // Its progress moves the cursor of a terminal about.
    execFileSync('npm', words, { cwd: TARGET, stdio: 'inherit', env: { ...process.env, CI: 'true' } })
  }
  return TARGET
}

if (import.meta.main) process.stdout.write(`${buildN8n()}\n`)
