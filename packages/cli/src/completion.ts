// Completion in bash, zsh and fish: the shell asks the command itself, so that it always knows what there is.
import type { Command } from 'commander'
import { WrongCall } from './problem.ts'

const SCRIPTS: Record<string, string> = {
  bash: `_publisher() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen -W "$(publisher __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _publisher publisher
`,
  zsh: `#compdef publisher
_publisher() {
  local -a found
  found=("\${(@f)$(publisher __complete "\${words[@]:1:$((CURRENT-1))}" 2>/dev/null)}")
  [[ -n "$found" ]] && compadd -- $found || _files
}
compdef _publisher publisher
`,
  fish: `complete -c publisher -a '(publisher __complete (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'
`,
}

export function completionScript(shell: string): string {
  const script = SCRIPTS[shell]
  if (!script)
    throw new WrongCall(`There is no completion for ${shell}: there is one for ${Object.keys(SCRIPTS).join(', ')}.`)
  return script
}

/** The words that can follow. @param words those of the line after `publisher`, the last of them not finished. */
export function candidates(program: Command, words: readonly string[]): string[] {
  const last = words.at(-1) ?? ''
  let command = program
  for (const word of words.slice(0, -1)) {
    const inner = command.commands.find((each) => each.name() === word)
    if (inner) command = inner
  }
  const before = words.at(-2)
  const option = command.options.find((each) => before !== undefined && (each.long === before || each.short === before))
  if (option && (option.required || option.optional))
    return (option.argChoices ?? []).filter((word) => word.startsWith(last))
  const names = command.commands.filter((each) => !each.name().startsWith('__')).map((each) => each.name())
  const choices = command.registeredArguments.flatMap((argument) => argument.argChoices ?? [])
  const options = [...command.options, ...(command === program ? [] : program.options)].flatMap(
    ({ long }) => long ?? [],
  )
  return [...names, ...choices, ...(last.startsWith('-') ? [...options, '--help'] : [])].filter((word) =>
    word.startsWith(last),
  )
}
