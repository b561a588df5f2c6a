#!/usr/bin/env node
// The operator's command: owners, keys, accounts; on the running local service or a deployed stack.
import '../scripts/compile-cache.ts'
import { type Command, type Invocation, readCall, usageOf, WrongCall } from './admin/command.ts'
import { COMMANDS } from './admin/commands.ts'
import { reasonOf } from './admin/reason.ts'

const help = (commands: readonly Command[]): string => {
  const width = Math.max(...commands.map((command) => usageOf(command).length))
  return [
    'npm run -s admin -- COMMAND [--json] [--local [DATA_DIR] | [--stack NAME] [--region REGION]]',
    '',
    ...commands.map((command) => `  ${usageOf(command).padEnd(width)}  ${command.summary}`),
    '',
    '  --json              one JSON object on standard output',
    '  --yes               do not ask first',
    '  --local [DATA_DIR]  the running local service of that data directory (.local)',
    '  --stack NAME        the deployed stack (SocialPublisher)',
    '  --region REGION     its AWS region',
    '',
    '  -                   as TOKEN or ADDRESS: read from standard input; left out, a terminal asks for it',
    '',
    'Exit code 0: done. 1: not done, with the reason on standard error, or something is broken. 2: a wrong call.',
    '',
  ].join('\n')
}

async function run(invocation: Invocation): Promise<void> {
  const { command, json } = invocation
  if (!command) {
    process.stdout.write(help(COMMANDS))
    process.exitCode = invocation.help ? 0 : 2
    return
  }
  // Standard output belongs to the answer. Read when a logger is made, so before what commands do is loaded.
  process.env.POWERTOOLS_LOG_LEVEL ??= 'SILENT'
  const { openTerminal } = await import('./admin/terminal.ts')
  const { runCommand } = await import('./admin/run-command.ts')
  const terminal = json ? undefined : openTerminal()
  const { outcome, warnings } = await runCommand(command, invocation, { input: process.stdin, terminal })
  process.stdout.write(`${json ? JSON.stringify(outcome.json) : outcome.text}\n`)
  if (outcome.failed) process.exitCode = 1
  // After the answer: where there is none, standard error has the reason and nothing else.
  for (const warning of warnings) process.stderr.write(`${warning}\n`)
}

try {
  await run(readCall(process.argv.slice(2), COMMANDS))
} catch (error) {
  process.stderr.write(`${reasonOf(error)}\n`)
  process.exitCode = error instanceof WrongCall ? 2 : 1
}
