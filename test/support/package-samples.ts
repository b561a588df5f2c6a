// The samples in the packages' READMEs, run as a newcomer pastes them: in a project with nothing but the packed files.
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import type { Installed } from './installed.ts'
import type { LocalService } from './local.ts'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '..', '..')
const PYTHON = join(ROOT, '.cache', 'python', 'bin', 'python')
/** The address in the samples. */
const THEIRS = 'https://abc.execute-api.eu-central-1.amazonaws.com'

interface Given {
  local: LocalService
  apiKey: string
  /** The client and the command line; with a.jpg, b.jpg and beach.jpg beside them. */
  installed: Installed
}

/** @param given is called in the tests, when everything runs. */
export function testSamples(given: () => Given): void {
  /** The samples of one language in a package's README, with the address of this run. */
  function samples(name: string, language: string): string[] {
    const text = readFileSync(join(ROOT, 'packages', name, 'README.md'), 'utf8')
    return [...text.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(([, code]) =>
      code!.replaceAll(THEIRS, given().local.session.base_url),
    )
  }

  const guide = (name: string, language: string): string =>
    new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(readFileSync(join(ROOT, 'docs', name), 'utf8'))![1]!

  it("finds nothing wrong with the post in the options' guide", async () => {
    const { local, apiKey: key } = given()
    const accounts = Object.fromEntries(local.session.accounts.map(({ platform, id }) => [platform, id]))
    const form = new FormData()
    form.set('file', new Blob([readFileSync(join(given().installed.folder, 'beach.jpg'))]), 'beach.jpg')
    const stored = await local.api('POST', '/api/v1/media', { key, body: form })
    const id = stored.json<{ data: { id: string } }>().data.id
    const body = guide('options.md', 'json')
      .replaceAll(/<(instagram|threads)>/g, (_, platform: string) => accounts[platform]!)
      .replaceAll(/<id>|<other id>/g, id)
    const checked = await local.api('POST', '/api/v1/posts/feed?validate_only=true', { key, json: JSON.parse(body) })
    expect([checked.status, checked.text]).toEqual([200, expect.stringContaining('"valid":true')])
  })

  it("compiles the webhooks' guide's receiver", async () => {
    const folder = mkdtempSync(join(ROOT, '.cache', 'sample-'))
    try {
      writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
      writeFileSync(join(folder, 'receiver.ts'), guide('webhooks.md', 'ts'))
      const compilerOptions = { strict: true, noEmit: true, module: 'nodenext', target: 'es2022', types: ['node'] }
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['receiver.ts'] }))
      const { stdout } = await run(join(ROOT, 'node_modules', '.bin', 'tsc'), ['-p', '.'], { cwd: folder })
      expect(stdout).toBe('')
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it("posts by the client's sample, which the compiler takes too", async () => {
    const { installed, apiKey } = given()
    const [sample, ...others] = samples('client', 'ts')
    expect(others).toEqual([])
    writeFileSync(join(installed.folder, 'sample.ts'), `${sample}console.log(status, publications.length)\n`)
    const types = ['--types', 'node', '--typeRoots', join(ROOT, 'node_modules', '@types')]
    const strict = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', ...types, 'sample.ts']
    await run(join(ROOT, 'node_modules', '.bin', 'tsc'), strict, { cwd: installed.folder })
    const { stdout } = await run(process.execPath, ['sample.ts'], { cwd: installed.folder, env: { KEY: apiKey } })
    expect(stdout).toBe('published 1\n')
  })

  it("posts by the command line's sample, and finds nothing wrong with its plan", async () => {
    const { installed, apiKey } = given()
    const bin = join(installed.folder, 'node_modules', '.bin')
    const env = {
      PATH: `${bin}:${dirname(process.execPath)}:/usr/bin:/bin`,
      XDG_CONFIG_HOME: installed.folder,
      KEY: apiKey,
    }
    const shell = (script: string) =>
      run('bash', ['--norc', '-euo', 'pipefail', '-c', script], { cwd: installed.folder, env })
    const [first] = samples('cli', 'sh')
    const session = first!
      // It is installed from its packed file already, and a person types the key.
      .replace(/^npm install .*\n/, '')
      .replace(/^publisher login .*$/m, 'echo "$KEY" | $& --key-stdin')
      .replaceAll('@studio', '@demo.studio')
    const { stdout } = await shell(session)
    expect(stdout).toMatch(/^Signed in to .*\nThe feed post was accepted for publishing to \d accounts? at /)

    const [plan] = samples('cli', 'csv')
    writeFileSync(join(installed.folder, 'plan.csv'), plan!.replaceAll('@studio', '@demo.studio'))
    expect((await shell('publisher import plan.csv --dry-run')).stdout).toBe(
      '2 rows, 0 with problems. Nothing was posted: this was a dry run.\n',
    )
  })

  it("posts by Python's sample", async ({ skip }) => {
    const { installed, apiKey } = given()
    if (!existsSync(PYTHON)) skip('the wheel is not built: npm run build:python')
    const [sample, ...others] = samples('python', 'python')
    expect(others).toEqual([])
    writeFileSync(join(installed.folder, 'sample.py'), `import os\napi_key = os.environ["KEY"]\n${sample}`)
    const { stdout } = await run(PYTHON, ['sample.py'], { cwd: installed.folder, env: { KEY: apiKey } })
    expect(stdout).toMatch(/^published \['http/)
  })
}
