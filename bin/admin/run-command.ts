// One call of a command: its secrets, its stack, its output.
import type { Command, Invocation, Outcome, Terminal } from './command.ts'
import { readSecrets } from './secrets.ts'
import { aimAt } from './target.ts'

/**
 * @param from where secrets come from; no terminal where nobody can be asked.
 * @returns the output of the command, and a warning if a secret was given on the command line.
 * @throws {WrongCall} for a call that is wrong in itself, and whatever the command throws.
 */
export async function runCommand(
  command: Command,
  invocation: Invocation,
  from: { input: NodeJS.ReadableStream; terminal: Terminal | undefined },
): Promise<{ outcome: Outcome; warnings: string[] }> {
  const { options, warnings } = await readSecrets(command, invocation.options, from)
  const stack = await aimAt(invocation)
  const { terminal } = from
  return { outcome: await command.run({ words: invocation.words, options, stack, terminal }), warnings }
}
