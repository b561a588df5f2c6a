// An install brings exactly what the lockfile names: the runtime that everything here runs on as well.
import { execFileSync } from 'node:child_process'
import { readFileSync, realpathSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..', '..', '..')

interface Locked {
  version?: string
  integrity?: string
  link?: boolean
  inBundle?: boolean
  hasInstallScript?: boolean
}
const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>
}

describe('the lockfile', () => {
  it.runIf(process.platform === 'linux' && process.arch === 'x64')('pins the very binary of Node', () => {
    const binary = realpathSync(join(ROOT, 'node_modules/.bin/node'))
    const [, folder] = /^(node_modules\/[^/]+)\/bin\/node$/.exec(relative(ROOT, binary)) ?? []
    const locked = packages[folder ?? '']
    expect(locked).toMatchObject({ integrity: expect.stringMatching(/^sha512-/) })
    expect(locked?.hasInstallScript).toBeUndefined()
    expect(execFileSync(binary, ['--version'], { encoding: 'utf8' }).trim()).toBe(`v${locked?.version}`)
  })

  it('has a checksum of everything that is fetched, and nothing that fetches more by itself', () => {
    const fetched = Object.entries(packages).filter(
      ([path, { link, inBundle }]) => path.includes('node_modules/') && !link && !inBundle,
    )
    const unpinned = fetched.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))
    expect(unpinned.map(([path]) => path)).toEqual([])
    const scripted = fetched.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)
    // esbuild only looks whether its binary, which is locked as well, is there.
    expect(scripted.filter((path) => !path.endsWith('node_modules/esbuild'))).toEqual([])
  })
})
