// An engine that outlived a local run that was killed holds the data of the next one.
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { findProcess, hasEnded } from '../process-table.ts'

function pidIn(file: string): number | undefined {
  try {
    const pid = Number(readFileSync(file, 'utf8'))
    return Number.isInteger(pid) && pid > 1 ? pid : undefined
  } catch {
    return undefined
  }
}

/** How long is waited for its end. One that takes longer is left to the engine's own lock on the data. */
const WAIT_MS = 10_000

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    // It ended by itself just now.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/**
 * Ends the engine that the file names, and waits until it has ended. A process whose id now belongs to another program is not touched,
 * nor is any on a system that does not say what a process is.
 * @param dataDir stands in the command of the engine.
 */
export async function endLeftover(pidFile: string, dataDir: string): Promise<void> {
  const pid = pidIn(pidFile)
  const found = pid && findProcess(pid)
  if (!found) return
  const { command } = found
  if (command.includes(dataDir)) kill(pid)
  // One that is ending has no command any more, and may still have the data open.
  else if (command !== '') return
  for (const until = Date.now() + WAIT_MS; !hasEnded(pid) && Date.now() < until; ) await pause(10)
}
