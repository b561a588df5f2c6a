// npm may die without telling what it started: then the local run must go, too.
import { findProcess, hasEnded } from './process-table.ts'

/** npm names itself `npm start`; before that it is Node.js with npm's program. */
const isNpm = (command: string): boolean => {
  const [program = '', script = ''] = command.split('\0')
  return /^npm( |$)/.test(program) || /npm(-cli\.js)?$/.test(script)
}

/** This process's ancestors up to npm; only its parent where the system does not tell. */
function chain(): number[] {
  const pids = [process.ppid]
  for (let depth = 0; depth < 4; depth += 1) {
    const found = findProcess(pids.at(-1)!)
    if (!found) return [process.ppid]
    if (isNpm(found.command)) return pids
    if (found.parent <= 1) break
    pids.push(found.parent)
  }
  return [process.ppid]
}

const PERIOD_MS = 500

/** Calls `onGone` when npm, or what it put in between, has ended. Does nothing where npm did not start this process. */
export function watchParent(env: NodeJS.ProcessEnv, onGone: () => void): void {
  if (!env.npm_lifecycle_event) return
  const pids = chain()
  const first = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === first && !pids.some(hasEnded)) return
    clearInterval(timer)
    onGone()
  }, PERIOD_MS)
  timer.unref()
}
