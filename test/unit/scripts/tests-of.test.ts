// Tests are found by the file that they test.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { expect, it } from 'vitest'
import { testsOf } from '../../../scripts/tests-of.ts'

const tests = globSync('test/unit/**/*.test.ts')
const nearest = (file: string) => testsOf(file, tests)[0]

it('names the test of its name first', () => {
  expect(nearest('core/posts/preview-post.ts')).toEqual({ test: 'test/unit/posts/preview-post.test.ts', away: 0 })
})

it('counts the imports between, where none has its name', () => {
  const found = testsOf('core/posts/cancel-post.ts', tests)
  expect(found[0]?.away).toBe(1)
  expect(found.map(({ away }) => away)).toEqual(found.map(({ away }) => away).sort((a, b) => a - b))
})

it('finds one for every pure rule', { tags: 'deep' }, () => {
  const rules = globSync('core/**/rules/*.ts').filter((file) => !file.endsWith('-schema.ts'))
  expect(rules.filter((file) => !nearest(file))).toEqual([])
})

it('follows the packages of this repository, which are imported by their names', () => {
  expect(testsOf('packages/client/src/patience.ts', tests).map(({ test }) => test)).toContain(
    'test/unit/packages/client.test.ts',
  )
  expect(testsOf('packages/mcp/src/http.ts', tests).map(({ test }) => test)).toContain('test/unit/packages/mcp.test.ts')
})

it('ends quietly where only the first line is read, as by head', async () => {
  const child = spawn(process.execPath, ['scripts/tests-of.ts', 'core/posts/retry-post.ts'])
  child.stdout.destroy()
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  expect(await once(child, 'close')).toEqual([0, null])
  expect(said).toBe('')
})
