// What the system says of a process. A process may end between two looks at it: what cannot be read has ended.
import { readFileSync } from 'node:fs'

export interface ProcessEntry {
  parent: number
  /** The letter of proc(5): `Z` has ended and waits for its parent to ask for its outcome. */
  state: string
  /** Its words, each ended by a NUL. Empty once it is ending. */
  command: string
}

/** Undefined where no such process is, and on a system without `/proc`. */
export function findProcess(pid: number): ProcessEntry | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The command's name stands in brackets and may hold anything.
    const [state = '', parent = '0'] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { parent: Number(parent), state, command: readFileSync(`/proc/${pid}/cmdline`, 'utf8') }
  } catch {
    return undefined
  }
}

/** Whether it has ended, reaped by its parent or not. Without `/proc` by the system's answer to a signal. */
export function hasEnded(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return findProcess(pid)?.state === 'Z'
  } catch (error) {
    // It belongs to somebody else, so it runs.
    return (error as NodeJS.ErrnoException).code !== 'EPERM'
  }
}
