// One call of a command: its secrets, the stack that it works on, what it says.
import type { Command, Invocation, Outcome, Terminal } from './command.ts'
import { readSecrets } from './secrets.ts'
import { aimAt } from './target.ts'

/**
 * @param from where secrets come from; no terminal where nobody can be asked.
 * @returns what the command says, and what to say to whoever gave a secret on the command line.
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
