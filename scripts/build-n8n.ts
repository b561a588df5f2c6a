// Builds and lints the n8n node with n8n's own tools, which come from the registry, in a folder of its own: from then on `npm test` runs
// it against the local run, and a release publishes that folder.   npm run build:n8n
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const PACKAGE = join(ROOT, 'packages', 'n8n')
/** The published package.json: the one of the sources does not name the publisher yet. */
const TARGET = join(ROOT, '.cache', 'n8n')
const SOURCES = ['credentials', 'nodes', 'eslint.config.mjs', 'tsconfig.json', 'LICENSE.md', 'README.md']

/** The repository that publishes, as GitHub Actions names it: `owner/name`. Not known elsewhere. */
const REPOSITORY = process.env.GITHUB_REPOSITORY

/** Nobody's address (RFC 2606): in a copy of the sources without commits. Only GitHub Actions publish. */
const NOBODY = 'nobody@example.invalid'

/**
 * n8n's linter wants the author's address: GitHub's of the account that publishes; elsewhere that of the last commit, if there is one.
 *
 * @param folder the sources, with or without git.
 */
export function authorsAddress(folder: string, repository = REPOSITORY): string {
  if (repository) return `${repository.split('/')[0]}@users.noreply.github.com`
  const { stdout } = spawnSync('git', ['log', '-1', '--format=%ae'], { cwd: folder, encoding: 'utf8' })
  const committed = stdout?.trim()
  if (!committed) process.stdout.write(`No commit names an author here: the built package names ${NOBODY}.\n`)
  return committed || NOBODY
}

function writeManifest(): void {
  const manifest = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as { author: { name: string } }
  const published = {
    ...manifest,
    author: { ...manifest.author, email: authorsAddress(ROOT) },
    // Provenance is only given where this is the repository that publishes.
    ...(REPOSITORY
      ? { repository: { type: 'git', url: `git+https://github.com/${REPOSITORY}.git`, directory: 'packages/n8n' } }
      : {}),
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
