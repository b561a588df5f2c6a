// Options that nobody else may see: read from standard input or asked for, so that neither the shell's history nor the list of
// processes has them.
import { text } from 'node:stream/consumers'
import { type Command, missing, type Option, type Terminal, WrongCall } from './command.ts'

/** In place of a secret: it comes on standard input. */
const FROM_INPUT = '-'

/** Longer than any token, or any address that a platform sends a browser to. */
const MAX_LENGTH = 64 * 1024

export interface Secrets {
  options: Record<string, string | undefined>
  /** A warning if a valid secret was given on the command line. */
  warnings: string[]
}

async function fromInput(option: string, input: NodeJS.ReadableStream, terminal: Terminal | undefined) {
  const given = terminal ? await terminal.askHidden(`${option}: `) : (await text(bounded(option, input))).trim()
  if (!given) throw new WrongCall(`--${option} -: nothing came on standard input.`)
  if (/[\r\n]/.test(given)) throw new WrongCall(`--${option} -: more than one line came on standard input.`)
  return given
}

async function* bounded(option: string, input: NodeJS.ReadableStream): AsyncGenerator<string | Buffer> {
  let size = 0
  for await (const chunk of input) {
    size += chunk.length
    if (size > MAX_LENGTH) throw new WrongCall(`--${option} -: more than ${MAX_LENGTH} bytes came on standard input.`)
    yield chunk
  }
}

const warning = (option: string): string =>
  `Warning: --${option} stood on the command line, where the shell's history and the list of processes show it. ` +
  `Give - in its place and send it to standard input.`

/**
 * The options of a call, its secrets read.
 * @param terminal absent where nobody can be asked.
 * @throws {WrongCall} if the secret cannot be read or asked for.
 */
export async function readSecrets(
  command: Command,
  given: Readonly<Record<string, string | undefined>>,
  { input, terminal }: { input: NodeJS.ReadableStream; terminal: Terminal | undefined },
): Promise<Secrets> {
  const options = { ...given }
  const warnings: string[] = []
  for (const [option, { required, secret, neededWith }] of Object.entries<Option>(command.options)) {
    if (!secret) continue
    const value = options[option]
    if (value === FROM_INPUT) options[option] = await fromInput(option, input, terminal)
    else if (value !== undefined) {
      if (secret === 'lasting') warnings.push(warning(option))
    } else if (required || neededWith?.(given)) {
      const typed = await terminal?.askHidden(`${option}: `)
      if (!typed) throw missing(command, option)
      options[option] = typed
    }
  }
  return { options, warnings }
}
