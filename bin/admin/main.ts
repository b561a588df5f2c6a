// The operator's command, from its words to its exit code.
import { bearClosedPipes } from '../../scripts/closed-pipes.ts'
import { type Invocation, printable, readCall, WrongCall } from './command.ts'
import { COMMANDS } from './commands.ts'
import { help, isHelpOf } from './help.ts'
import { reasonOf } from './reason.ts'

async function run(invocation: Invocation): Promise<void> {
  const { command, json } = invocation
  if (!command) {
    const { helpOf = '' } = invocation
    const known = helpOf === '' || isHelpOf(COMMANDS, helpOf)
    process.stdout.write(help(COMMANDS, helpOf))
    if (!known) process.stderr.write(`There is no command "${helpOf}". Here is the help for all commands.\n`)
    process.exitCode = invocation.help && known ? 0 : 2
    return
  }
  // Standard output belongs to the answer. Read when a logger is made, so before what commands do is loaded.
  process.env.POWERTOOLS_LOG_LEVEL ??= 'SILENT'
  const { openTerminal } = await import('./terminal.ts')
  const { runCommand } = await import('./run-command.ts')
  const terminal = json ? undefined : openTerminal()
  const { outcome, warnings } = await runCommand(command, invocation, { input: process.stdin, terminal })
  process.stdout.write(`${json ? JSON.stringify(outcome.json) : printable(outcome.text)}\n`)
  if (outcome.failed) process.exitCode = 1
  // After the answer: where there is none, standard error has the reason and nothing else.
  for (const warning of warnings) process.stderr.write(`${warning}\n`)
}

/** @param words of the call, without the program. */
export async function admin(words: string[]): Promise<void> {
  bearClosedPipes()
  try {
    await run(readCall(words, COMMANDS))
  } catch (error) {
    process.stderr.write(`${printable(reasonOf(error))}\n`)
    process.exitCode = error instanceof WrongCall ? 2 : 1
  }
}
