// The author in the package.json of the n8n node, without which n8n's linter refuses it.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { authorsAddress } from '../../../scripts/build-n8n.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sources-'))
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

describe("the author's address", () => {
  it('is that of the account that publishes', () => {
    expect(authorsAddress(folder, 'acme/publisher')).toBe('acme@users.noreply.github.com')
  })

  it('is that of the last commit in a checkout', () => {
    const git = (...words: string[]) => execFileSync('git', words, { cwd: folder, stdio: 'ignore' })
    git('init')
    git('-c', 'user.name=Mina', '-c', 'user.email=mina@example.com', 'commit', '--allow-empty', '-m', 'Begin')
    expect(authorsAddress(folder, '')).toBe('mina@example.com')
  })

  it.each([
    ['in an unpacked copy without commits', {}],
    ['where git is not installed', { PATH: '' }],
  ])("is nobody's %s, which is said", (_, env) => {
    const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    // The folder may be inside somebody's checkout.
    vi.stubEnv('GIT_CEILING_DIRECTORIES', tmpdir())
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
    expect(authorsAddress(folder, '')).toBe('nobody@example.invalid')
    expect(said.mock.calls.join('')).toMatch('No commit names an author here')
  })
})
