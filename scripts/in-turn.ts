// Builds of one target, one after another: also those of other processes.
import { mkdir, open, readFile, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Target } from './native-parts.ts'

const ROOT = join(import.meta.dirname, '..')

/** Two builds at the same time would mix their files: one waits for the other. */
export async function inTurn<T>(target: Target, work: () => Promise<T>): Promise<T> {
  const lock = join(ROOT, '.cache', `build-${target}.lock`)
  await mkdir(join(ROOT, '.cache'), { recursive: true })
  for (;;) {
    try {
      const file = await open(lock, 'wx')
      await file.writeFile(String(process.pid))
      await file.close()
      break
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      if (!(await isHeld(lock))) await unlink(lock).catch(() => undefined)
      else await pause(100)
    }
  }
  try {
    return await work()
  } finally {
    await unlink(lock).catch(() => undefined)
  }
}

/** Whether the process whose id a file has still runs. */
export async function isHeld(lock: string): Promise<boolean> {
  const holder = Number(await readFile(lock, 'utf8').catch(() => ''))
  // Just made, its owner not yet written: held, unless it stays so.
  if (!holder) return Date.now() - (await stat(lock).catch(() => ({ mtimeMs: 0 }))).mtimeMs < 5000
  try {
    process.kill(holder, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
