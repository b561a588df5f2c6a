// `admin ... | head`: a reader that goes before the end is no failure, and no stack trace.
import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

it('writes nothing to standard error when the reader of its output has gone', () => {
  // The reader is gone long before Node has started.
  const call = `"${process.execPath}" bin/admin.ts --help | true`
  const { stderr, status } = spawnSync('sh', ['-c', call], { encoding: 'utf8' })
  expect(stderr).toBe('')
  expect(status).toBe(0)
})
