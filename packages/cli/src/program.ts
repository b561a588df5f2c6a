// The commands: what each is called, takes and does. Everything that leaves the process goes through `World`.
import { Command, CommanderError, Option } from 'commander'
import manifest from '../package.json' with { type: 'json' }
import { callOf, type World } from './call.ts'
import { addCompletion } from './commands/completion.ts'
import { addImport } from './commands/import.ts'
import { addPost } from './commands/post.ts'
import { addPosts } from './commands/posts.ts'
import { addSignIn } from './commands/sign-in.ts'
import { candidates } from './completion.ts'
import { plain } from './plain.ts'
import { EXIT, exitCodeOf, problemJson, problemText, WrongCall } from './problem.ts'

/** Whether a program reads what is said. */
export const asJson = (words: readonly string[]): boolean => words.includes('--json')

/** Runs one call. @returns the exit code. */
export async function run(words: readonly string[], world: World): Promise<number> {
  const json = asJson(words)
  let exitCode = 0
  const program = new Command('publisher')
  const call = callOf(program, world, (code) => {
    exitCode = code
  })
  program
    .description('Publish to your social media accounts through your own Social Publisher.')
    .version(manifest.version)
    .addOption(new Option('--json', 'one JSON value on standard output, also for refusals on standard error'))
    .addOption(new Option('--profile <name>', 'which sign-in to use, where there are several'))
    // Commander says itself what is wrong with a call; programs are told below.
    .configureOutput({ writeOut: world.out, writeErr: json ? () => undefined : world.err })
    .showSuggestionAfterError()
    .addHelpText(
      'after',
      `
Exit codes: 0 done; ${EXIT.failed} refused or failed; ${EXIT.wrongCall} wrong call; ${EXIT.notSignedIn} no valid key; ${EXIT.unreachable} no answer; ${EXIT.notPublished} not live on every account; ${EXIT.timeout} not ended in time; ${EXIT.stopped} stopped.
The environment variables PUBLISHER_URL and PUBLISHER_API_KEY are used in place of a sign-in.

  publisher login https://abc.execute-api.eu-central-1.amazonaws.com
  publisher post feed --media a.jpg,b.jpg --text "At the beach" --to @studio --at "tomorrow 9:00"`,
    )

  addSignIn(call)
  addPost(call)
  addPosts(call)
  addImport(call)
  addCompletion(call)

  const all = [program, ...program.commands]
  for (const command of all) command.exitOverride()
  program.enablePositionalOptions(false)
  // Options of all commands may stand after the command too.
  for (const command of program.commands) {
    if (command.name() === '__complete') continue
    command.addOption(new Option('--json').hideHelp()).addOption(new Option('--profile <name>').hideHelp())
    command.hook('preAction', (_, acting) => {
      const { json: inner, profile } = acting.opts<{ json?: boolean; profile?: string }>()
      if (inner) program.setOptionValue('json', true)
      if (profile !== undefined) program.setOptionValue('profile', profile)
    })
  }

  try {
    if (words[0] === '__complete')
      world.out(
        candidates(program, words.slice(1))
          .map((word) => `${word}\n`)
          .join(''),
      )
    else await program.parseAsync([...words], { from: 'user' })
    return exitCode
  } catch (error) {
    // Help and versions are no failures; what was wrong with the call has been said.
    if (error instanceof CommanderError && (error.exitCode === 0 || !json))
      return error.exitCode === 0 ? 0 : EXIT.wrongCall
    const problem =
      error instanceof CommanderError
        ? new WrongCall(
            error.code === 'commander.help'
              ? 'There is no command. publisher --help lists them.'
              : error.message.replace(/^error: /, '').trim(),
          )
        : error
    world.err(json ? `${JSON.stringify(problemJson(problem))}\n` : `${plain(problemText(problem))}\n`)
    return exitCodeOf(problem)
  }
}
