// The start of the local run, as far as it goes before anything is built.
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readOptions } from '../../../local/options.ts'
import { startLocalRun } from '../../../local/run.ts'

it('names the option by which a taken port was chosen', async () => {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const { port } = holder.address() as AddressInfo
  const dataDir = mkdtempSync(join(tmpdir(), 'run-'))
  const start = (...args: string[]) =>
    startLocalRun(readOptions(['--data-dir', dataDir, ...args], {}), {
      progress: () => undefined,
      onFailure: () => undefined,
      signal: new AbortController().signal,
    })
  const words = (option: string) =>
    `Port ${port} is taken. Stop what uses it, or choose another with ${option} (0 picks free ones).`
  await expect(start('--port', '0', '--dashboard-port', String(port))).rejects.toThrow(words('--dashboard-port'))
  await expect(start('--port', String(port))).rejects.toThrow(words('--port'))
  holder.close()
  rmSync(dataDir, { recursive: true })
})
