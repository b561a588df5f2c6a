// Runs one command: asks for confirmation and secrets, finds the stack, prints the result.
import { hostname, userInfo } from 'node:os'
import type { Actor } from '../../core/activity/rules/activity.ts'
import { type Command, type Invocation, type Outcome, type Terminal, usageOf, WrongCall } from './command.ts'
import { readSecrets } from './secrets.ts'
import { aimAt, targetInWords } from './target.ts'

/** The operator who runs the command, as its changes record them. */
function operator(): Actor {
  try {
    return { kind: 'operator', id: userInfo().username, from: hostname() }
  } catch {
    // A user that the machine has no name for, as in some containers.
    return { kind: 'operator', id: null, from: hostname() }
  }
}

/** Says what will be done, and asks. @throws {WrongCall} where `--yes` is needed. @throws {Error} where it is not meant. */
async function confirm(command: Command, invocation: Invocation, terminal?: Terminal): Promise<void> {
  const { words, options, yes } = invocation
  const { destroys } = command
  const says = destroys?.says({ words, options })
  if (!destroys || says === undefined || yes) return
  if (terminal) {
    const target = await targetInWords(invocation)
    terminal.say(says)
    terminal.say(`It is done in ${target}.`)
    const answer = await terminal.ask('Go on? Type yes: ')
    if (answer?.toLowerCase() !== 'yes') throw new Error('Nothing was done.')
  } else if (destroys.always) {
    throw new WrongCall(`${says} Give --yes to confirm. Usage: ${usageOf(command)}`)
  }
}

/**
 * @param from where secrets and answers come from; no terminal where nobody can be asked.
 * @returns the output of the command, and a warning if a secret was given on the command line.
 * @throws {WrongCall} for a wrong call, and the errors that the command throws.
 */
export async function runCommand(
  command: Command,
  invocation: Invocation,
  from: { input: NodeJS.ReadableStream; terminal: Terminal | undefined },
): Promise<{ outcome: Outcome; warnings: string[] }> {
  command.check?.(invocation)
  await confirm(command, invocation, from.terminal)
  const { options, warnings } = await readSecrets(command, invocation.options, from)
  const stack = await aimAt(invocation)
  const { terminal } = from
  const { askedBy } = await import('../../core/activity/asking.ts')
  const call = { words: invocation.words, options, stack, terminal }
  return { outcome: await askedBy(operator(), () => command.run(call)), warnings }
}
