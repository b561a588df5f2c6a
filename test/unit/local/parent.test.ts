// The local run ends with its parent, however that ended.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const PARENT = join(import.meta.dirname, '..', '..', '..', 'local', 'parent.ts')
/** Says when it watches, and when it is told that its parent has gone. */
const WATCHER = `
const { watchParent } = await import(${JSON.stringify(PARENT)})
const awake = setInterval(() => undefined, 60_000)
watchParent(process.env, () => { console.log('gone'); clearInterval(awake) })
console.log('watching ' + process.ppid)`

/** The output of a watcher whose parent is killed as soon as it watches. */
async function saidAfterKill(): Promise<string> {
  const { PATH } = process.env
  const words = [process.execPath, '--input-type=module', '-e', WATCHER]
  const shell = spawn('sh', ['-c', '"$@" & wait', 'sh', ...words], {
    env: { PATH, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  const ended = new Promise<void>((resolve) => shell.stdout.once('close', () => resolve()))
  shell.stdout.on('data', (chunk: Buffer) => {
    said += chunk
    if (said.includes('watching')) shell.kill('SIGKILL')
  })
  await ended
  return said.replace(/\d+/, 'PID')
}

it('a local run that npm started ends when what started it has ended', async () => {
  expect(await saidAfterKill()).toBe('watching PID\ngone\n')
})
