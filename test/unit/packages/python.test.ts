// The Python client is written once: the synchronous one follows from the asynchronous one.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'packages', 'python')

it('has a synchronous client that is what the asynchronous one makes of it', ({ skip }) => {
  const { error, status, stderr } = spawnSync('python3', ['make-sync.py', '--check'], { cwd: FOLDER, encoding: 'utf8' })
  if (error) skip('there is no python3 on this machine')
  expect([status, stderr]).toEqual([0, ''])
})
