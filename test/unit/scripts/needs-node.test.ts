// What a machine says that lacks something the project cannot bring along.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { startEngines } from '../../../local/services/engines.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
/** The table of machines on which `npm ci` is not enough. */
const README = readFileSync(join(ROOT, 'README.md'), 'utf8')

describe('an older Node', () => {
  /** `npm start`, where Node says that it is of another version and platform. */
  const start = (version: string, platform: string) => {
    const fake = `for (const [name, value] of [['versions', { node: '${version}' }], ['platform', '${platform}']]) Object.defineProperty(process, name, { value })`
    const [program, ...words] = manifest.scripts.start!.split(' ')
    expect(program).toBe('node')
    const before = ['--import', `data:text/javascript,${encodeURIComponent(fake)}`]
    return spawnSync(process.execPath, [...before, ...words, '--help'], { cwd: ROOT, encoding: 'utf8' })
  }

  it.each([
    ['darwin', '`brew install node@24 && export PATH="$(brew --prefix node@24)/bin:$PATH"`'],
    ['linux', '`npm ci`'],
    ['freebsd', 'from https://nodejs.org/en/download'],
  ])('is told on %s with what gets a newer one, and nothing is begun', (platform, how) => {
    const { status, stdout, stderr } = start('20.20.2', platform)
    const get = how.startsWith('from') ? `get it ${how}` : `get it with ${how}`
    expect(stderr).toBe(`Node 24 or later is needed, and this is 20.20.2; ${get}.\n`)
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    if (platform === 'darwin') expect(README).toContain(how)
  })

  it('is told by the tests too', () => {
    // Vitest itself reads its configuration first, and ends there.
    expect(manifest.scripts.pretest).toBe('node scripts/needs-node.mjs')
  })

  it('leaves the newest alone', () => {
    expect(start(process.versions.node, 'darwin')).toMatchObject({ status: 0, stdout: expect.stringMatching(/^Runs/) })
  })
})

describe('a machine without an embedded DynamoDB', () => {
  const real = { platform: process.platform, arch: process.arch }
  const pretend = (machine: { platform: string; arch: string }) => {
    for (const [name, value] of Object.entries(machine)) Object.defineProperty(process, name, { value })
  }
  afterEach(() => pretend(real))

  it.each([
    { platform: 'darwin', arch: 'arm64' },
    { platform: 'darwin', arch: 'x64' },
    { platform: 'linux', arch: 'arm64' },
  ])('is told how to get one: $platform-$arch', async (machine) => {
    const folder = mkdtempSync(join(tmpdir(), 'engines-'))
    const progress = vi.fn()
    pretend(machine)
    try {
      const command =
        'docker run --rm -d -p 127.0.0.1:8000:8000 amazon/dynamodb-local -jar DynamoDBLocal.jar -inMemory -sharedDb'
      await expect(startEngines(folder, undefined, progress, progress)).rejects.toThrow(
        new Error(
          `There is no embedded DynamoDB for ${machine.platform}-${machine.arch}; get one with \`${command}\` and set AWS_ENDPOINT_URL_DYNAMODB=http://127.0.0.1:8000.`,
        ),
      )
      expect(README).toContain(`\`${command}\`, then \`export AWS_ENDPOINT_URL_DYNAMODB=http://127.0.0.1:8000\``)
      expect(progress).not.toHaveBeenCalled()
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
