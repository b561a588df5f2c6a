// Completion of the commands in a shell.
import { Argument } from 'commander'
import type { Call } from '../call.ts'
import { candidates, completionScript } from '../completion.ts'

/** `completion`, and the command that it calls. */
export function addCompletion(call: Call): void {
  const { program, world } = call
  program
    .command('completion')
    .description('print the completion of a shell, to be sourced: source <(publisher completion bash)')
    .addArgument(new Argument('<shell>').choices(['bash', 'zsh', 'fish']))
    .action((shell: string) => world.out(completionScript(shell)))
  program
    .command('__complete', { hidden: true })
    .argument('[words...]')
    .allowUnknownOption()
    .helpOption(false)
    .action((given: string[]) => {
      world.out(
        candidates(program, given)
          .map((word) => `${word}\n`)
          .join(''),
      )
    })
}
