// The words that a script of this folder is called with.
import { type ParseArgsConfig, parseArgs } from 'node:util'

type Options = NonNullable<ParseArgsConfig['options']>
type Values<T extends Options> = ReturnType<typeof parseArgs<{ options: T; allowPositionals: true }>>['values']

/** Whether only the help is asked for. */
export const asksForHelp = (args: readonly string[]): boolean => args.includes('--help') || args.includes('-h')

/**
 * The values of a script's options. `--help` prints the help and ends the process with 0; an option or a word that the script does not
 * have ends it with 2 and one sentence.
 * @param most words beside the options.
 */
export function optionsOf<T extends Options>(
  help: string,
  options: T,
  most = 0,
): { values: Values<T>; words: string[] } {
  const args = process.argv.slice(2)
  if (asksForHelp(args)) {
    process.stdout.write(help)
    process.exit(0)
  }
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    if (positionals.length > most) throw new Error(`Unknown word '${positionals[most]}'`)
    return { values, words: positionals }
  } catch (error) {
    process.stderr.write(`${(error as Error).message.split('. ')[0]}. See --help.\n`)
    process.exit(2)
  }
}
