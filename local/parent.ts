// npm may die without telling what it started: then the local run must go, too.
import { readFileSync } from 'node:fs'

interface Process {
  parent: number
  state: string
  command: string
}

function look(pid: number): Process | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The command's name stands in brackets and may hold anything.
    const [state = '', parent = '0'] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { parent: Number(parent), state, command: readFileSync(`/proc/${pid}/cmdline`, 'utf8') }
  } catch {
    return undefined
  }
}

/** npm names itself `npm start`; before that it is Node.js with npm's program. */
const isNpm = (command: string): boolean => {
  const [program = '', script = ''] = command.split('\0')
  return /^npm( |$)/.test(program) || /npm(-cli\.js)?$/.test(script)
}

/** This process's ancestors up to npm; only its parent where the system does not tell. */
function chain(): number[] {
  const pids = [process.ppid]
  for (let depth = 0; depth < 4; depth += 1) {
    const found = look(pids.at(-1)!)
    if (!found) return [process.ppid]
    if (isNpm(found.command)) return pids
    if (found.parent <= 1) break
    pids.push(found.parent)
  }
  return [process.ppid]
}

const gone = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return look(pid)?.state === 'Z'
  } catch {
    return true
  }
}

const PERIOD_MS = 500

/** Calls `onGone` when npm, or what it put in between, has ended. Does nothing where npm did not start this process. */
export function watchParent(env: NodeJS.ProcessEnv, onGone: () => void): void {
  if (!env.npm_lifecycle_event) return
  const pids = chain()
  const first = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === first && !pids.some(gone)) return
    clearInterval(timer)
    onGone()
  }, PERIOD_MS)
  timer.unref()
}
