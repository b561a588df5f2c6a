// Refuses a change of the API that breaks its users: compares the document with that of the last release, by oasdiff's rules. oasdiff
// comes by Go's module proxy, so Go has to be there.   npm run check:compatibility [-- TAG]
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { optionsOf } from './script-options.ts'

const ROOT = join(import.meta.dirname, '..')
const DOCUMENT = 'docs/openapi.json'
const OASDIFF = 'github.com/oasdiff/oasdiff@v1.35.0'
/** The check cannot be made on this machine. */
const LACKING = 3

const git = (...words: string[]): string =>
  execFileSync('git', words, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 64e6 })

/** The last release before this commit; undefined before the first. */
function lastRelease(): string | undefined {
  try {
    return git('describe', '--tags', '--abbrev=0', '--match', 'v*').trim()
  } catch {
    return undefined
  }
}

/** @returns the exit code: 0 nothing breaks, 1 something does, 3 it cannot be told here. */
function check(release: string): number {
  if (spawnSync('go', ['version'], { stdio: 'ignore' }).status !== 0) {
    console.error('Go is not there, and oasdiff is written in it: https://go.dev/dl')
    return LACKING
  }
  const folder = mkdtempSync(join(tmpdir(), 'compatibility-'))
  try {
    const before = join(folder, 'before.json')
    writeFileSync(before, git('show', `${release}:${DOCUMENT}`))
    const words = ['run', OASDIFF, 'breaking', before, join(ROOT, DOCUMENT), '--fail-on', 'ERR']
    const { status } = spawnSync('go', words, { cwd: folder, stdio: 'inherit' })
    if (status === 0) console.log(`Nothing in ${DOCUMENT} breaks what worked with ${release}.`)
    return status === 0 ? 0 : 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Whether the document is in this version. */
function hasDocument(release: string): boolean {
  try {
    git('cat-file', '-e', `${release}:${DOCUMENT}`)
    return true
  } catch {
    return false
  }
}

const HELP = `Refuses a change of the API that breaks its users: compares the document with that of the last release, by oasdiff's rules.

  npm run check:compatibility [-- TAG]

  TAG  the version to compare with, of git (default: the last release)

Exit code 0: nothing breaks. 1: something does. 2: a wrong call. 3: Go is not on this machine.
`

const [release = lastRelease()] = optionsOf(HELP, {}, 1).words
if (release === undefined) console.log('There is no release yet: nothing to compare with.')
else if (!hasDocument(release)) {
  console.error(`There is no ${DOCUMENT} in ${release}.`)
  process.exitCode = 2
} else process.exitCode = check(release)
