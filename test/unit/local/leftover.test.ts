// An engine of a local run that was killed is ended before the next one opens its data, at whatever moment it ends itself.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type * as fs from 'node:fs'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { hasEnded } from '../../../local/process-table.ts'
import { endLeftover } from '../../../local/services/leftover.ts'
import { linux } from '../../support/processes.ts'

/** In place of reading the command of any process, while it is set. */
const instead = vi.hoisted(() => ({ command: undefined as (() => string) | undefined }))

vi.mock('node:fs', async (original) => {
  const real = await original<typeof fs>()
  const readFileSync = (path: string, ...rest: [BufferEncoding]) =>
    instead.command && String(path).endsWith('/cmdline') ? instead.command() : real.readFileSync(path, ...rest)
  return { ...real, readFileSync }
})

let dir: string
let pidFile: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'leftover-'))
  pidFile = join(dir, 'dynamodb.pid')
})
afterEach(() => {
  vi.restoreAllMocks()
  instead.command = undefined
  rmSync(dir, { recursive: true })
})

/** A process that runs until it is ended, with these words in its command: the system knows them a moment after it was begun. */
async function start(...words: string[]) {
  const program = "setInterval(() => undefined, 60_000); process.stdout.write('up')"
  const child = spawn(process.execPath, ['-e', program, ...words], { stdio: ['ignore', 'pipe', 'ignore'] })
  await once(child.stdout, 'data')
  const ended = new Promise<NodeJS.Signals | null>((resolve) => child.once('exit', (_code, signal) => resolve(signal)))
  writeFileSync(pidFile, String(child.pid))
  return { pid: child.pid!, end: () => child.kill('SIGTERM'), ended }
}

describe.runIf(linux)('an engine that was left over', () => {
  it('is ended where it works on the same data', async () => {
    const engine = await start(dir)
    await endLeftover(pidFile, dir)
    expect(await engine.ended).toBe('SIGKILL')
  })

  it('is left alone where its id belongs to another program now', async () => {
    const other = await start('elsewhere')
    await endLeftover(pidFile, dir)
    other.end()
    expect(await other.ended).toBe('SIGTERM')
  })

  it('is waited for where it is ending, when it has no command any more', async () => {
    const engine = await start(dir)
    instead.command = () => {
      engine.end()
      return ''
    }
    await endLeftover(pidFile, dir)
    expect(hasEnded(engine.pid)).toBe(true)
    expect(await engine.ended).toBe('SIGTERM')
  })

  it('may end between two looks at it', async () => {
    const engine = await start(dir)
    instead.command = () => {
      throw Object.assign(new Error('ENOENT: no such file or directory'), { code: 'ENOENT' })
    }
    await expect(endLeftover(pidFile, dir)).resolves.toBeUndefined()
    engine.end()
    expect(await engine.ended).toBe('SIGTERM')
  })

  it('may end just before it is ended', async () => {
    const engine = await start(dir)
    const kill = process.kill.bind(process)
    vi.spyOn(process, 'kill').mockImplementation((pid, signal) => {
      if (signal !== 'SIGKILL') return kill(pid, signal)
      kill(pid, 'SIGKILL')
      throw Object.assign(new Error('kill ESRCH'), { code: 'ESRCH' })
    })
    await expect(endLeftover(pidFile, dir)).resolves.toBeUndefined()
    expect(await engine.ended).toBe('SIGKILL')
  })
})

it.each(['', 'none', '0', '1', '-7', '99999999'])('nothing is ended where the file says "%s"', async (said) => {
  writeFileSync(pidFile, said)
  const kill = vi.spyOn(process, 'kill')
  await endLeftover(pidFile, dir)
  expect(kill).not.toHaveBeenCalled()
})

it('nothing is ended where there is no file', async () => {
  const kill = vi.spyOn(process, 'kill')
  await endLeftover(pidFile, dir)
  expect(kill).not.toHaveBeenCalled()
})
