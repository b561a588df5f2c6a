// Scripts say what they do, and what is wrong with a call, before they do anything.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..', '..', '..')

function run(script: string, ...words: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, 'scripts', script), ...words], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  })
  return { status, stdout, stderr }
}

it.each([
  ['deploy.ts', 'npm run deploy [-- OPTIONS]', '--assets BUCKET[/FOLDER]  with --dry-run'],
  ['destroy.ts', 'npm run destroy [-- OPTIONS]', '--yes             ask nothing'],
  ['check-compatibility.ts', 'npm run check:compatibility [-- TAG]', 'Exit code 0: nothing breaks'],
])('%s --help says how it is called', { tags: 'deep' }, (script, call, more) => {
  const { status, stdout, stderr } = run(script, '--help')
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).toContain(call)
  expect(stdout).toContain(more)
})

it.each([
  ['build.ts', ['--nonsense'], "Unknown option '--nonsense'. See --help.\n"],
  ['build.ts', ['host'], "Unknown word 'host'. See --help.\n"],
  ['check-compatibility.ts', ['v0.0.0-none'], 'There is no docs/openapi.json in v0.0.0-none.\n'],
  ['chaos.ts', ['--accounts', '5'], '--accounts must be a whole number from 10 to 1000.\n'],
  ['test-versions.ts', ['--accounts', '5'], '--accounts must be a number from 10 to 1000.\n'],
])('%s %j ends with one sentence', (script, words, sentence) => {
  expect(run(script, ...words)).toEqual({ status: 2, stdout: '', stderr: sentence })
})
