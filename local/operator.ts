// The operator's command in a process that is kept for the next one: what commands need is loaded once for all of them. The demo
// owner is made with it, and tests use it where the command itself is not what they test.
import { type ChildProcess, fork } from 'node:child_process'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { COMPILE_CACHE, LEAN_HTTP } from '../scripts/compile-cache.ts'

interface Order {
  id: number
  args: readonly string[]
  input: string
}
interface Answer {
  id: number
  json?: Record<string, unknown>
  reason?: string
}

export interface Operator {
  /**
   * @param args the command line. @param input for its standard input. @returns what the command says in JSON.
   * @throws {Error} with its reason.
   */
  run(args: readonly string[], input?: string): Promise<Record<string, unknown>>
  end(): void
}

/** Nothing is started before the first command. It works on one service: addresses are kept as long as it lives. */
export function openOperator(): Operator {
  let child: ChildProcess | undefined
  let last = 0
  const waiting = new Map<number, (answer: Answer) => void>()
  const start = (): ChildProcess => {
    const { PATH, HOME } = process.env
    const started = fork(fileURLToPath(import.meta.url), { env: { PATH, HOME, ...COMPILE_CACHE }, execArgv: LEAN_HTTP })
    started.on('message', (answer: Answer) => {
      waiting.get(answer.id)?.(answer)
      waiting.delete(answer.id)
    })
    started.once('exit', (code, signal) => {
      if (child === started) child = undefined
      for (const [id, tell] of waiting) tell({ id, reason: `the operator's process ended with ${signal ?? code}` })
      waiting.clear()
    })
    return started
  }
  return {
    run: async (args, input = '') => {
      child ??= start()
      const id = ++last
      const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve))
      child.send({ id, args, input } satisfies Order)
      const { json, reason } = await answered
      if (!json) throw new Error(reason)
      return json
    },
    end: () => {
      child?.kill()
      child = undefined
    },
  }
}

async function obey({ id, args, input }: Order): Promise<Answer> {
  const { reasonOf } = await import('../bin/admin/reason.ts')
  try {
    const { readCall } = await import('../bin/admin/command.ts')
    const { COMMANDS } = await import('../bin/admin/commands.ts')
    const { runCommand } = await import('../bin/admin/run-command.ts')
    const { command, ...invocation } = readCall(args, COMMANDS)
    if (!command) throw new Error(`no command in: ${args.join(' ')}`)
    const { outcome } = await runCommand(command, invocation, { input: Readable.from([input]), terminal: undefined })
    return { id, json: outcome.json }
  } catch (error) {
    return { id, reason: reasonOf(error) }
  }
}

if (import.meta.main) {
  process.env.POWERTOOLS_LOG_LEVEL ??= 'SILENT'
  process.on('message', (order: Order) => obey(order).then((answer) => process.send?.(answer)))
  process.on('disconnect', () => process.exit(0))
}
