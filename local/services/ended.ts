import type { ChildProcess } from 'node:child_process'

/** Ends a process that ends when its channel does. @returns once it has ended. */
export function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.disconnect()
  })
}
