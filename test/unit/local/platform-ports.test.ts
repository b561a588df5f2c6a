// The simulators of a local run on free ports: accounts keep the address of the server that they are on, so it stays.
import { fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { PlatformsMessage } from '../../../local/engines/platforms.ts'

const PROGRAM = join(import.meta.dirname, '..', '..', '..', 'local', 'engines', 'platforms.ts')

/** Where the simulator is while it runs; then it is killed. */
function urlOf(dataDir: string): Promise<string> {
  const child = fork(PROGRAM, [JSON.stringify({ dataDir, ports: { mastodon: 0 } })], { silent: true, execArgv: [] })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('message', (message: PlatformsMessage) => {
      child.once('exit', () =>
        'ready' in message ? resolve(message.ready.mastodon!.url) : reject(new Error(message.failed)),
      )
      child.kill('SIGKILL')
    })
  })
}

it('have the same ports again after a kill', { timeout: 60_000 }, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'ports-'))
  try {
    expect(await urlOf(dataDir)).toBe(await urlOf(dataDir))
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})
