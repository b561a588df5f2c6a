// The help: every command in two lines, narrow enough for a terminal; of a group, or of one command, those alone.
import { adminCall } from './called.ts'
import { type Command, usageOf } from './command.ts'

/** Columns of a small terminal. */
const WIDTH = 100

/** Breaks a text between words. */
function wrapped(text: string, indent: string, width = WIDTH): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && indent.length + line.length + 1 + word.length > width) {
      lines.push(indent + line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, indent + line]
}

/** An option and its value stay together. */
const GLUE = '\u00a0'
const usageLines = (command: Command): string[] => {
  const glued = usageOf(command).replaceAll(/(--[\w-]+) (?=[^\s[-])/g, `$1${GLUE}`)
  const [first = '', ...rest] = wrapped(glued, '  ').map((line) => line.replaceAll(GLUE, ' '))
  return [first, ...rest.map((line) => `    ${line}`)]
}

const COMMON = [
  '  --json              one JSON object on standard output',
  '  --yes               do not ask first; scripts need it for commands that cannot be undone',
  '  --local [DATA_DIR]  the running local service of that data directory (.local)',
  '  --stack NAME        the deployed stack (SocialPublisher)',
  '  --region REGION     its AWS region',
  '  --help              for all commands, for a group (key --help), or for one (key create --help)',
  '',
  '  -                   as TOKEN, PASSWORD or ADDRESS: read from standard input; left out, a terminal asks for it',
  '',
  'NAME is the name of an owner (owner list). TIME and DATE are in UTC: 2026-11-21 or 2026-11-21T10:00:00Z.',
  'Exit code 0: done. 1: not done, with the reason on standard error, or something is broken. 2: a wrong command line.',
  '',
]

const groupOf = ({ name }: Command): string => name.split(' ')[0]!

/** Whether the words name the command or its group, or begin with the command's name. */
const isNamedBy = ({ name }: Command, of: string): boolean =>
  name === of || name.startsWith(`${of} `) || of.startsWith(`${name} `)

/** Whether there is a command, or a group of commands, of that name. */
export const isHelpOf = (commands: readonly Command[], of: string): boolean =>
  commands.some((command) => isNamedBy(command, of))

/** @param of words that begin the names of those that are shown; all where none does. */
export function help(commands: readonly Command[], of = ''): string {
  const named = commands.filter((command) => of !== '' && isNamedBy(command, of))
  const shown = named.length > 0 ? named : commands
  const lines = shown.flatMap((command, at) => [
    ...(at > 0 && groupOf(command) !== groupOf(shown[at - 1]!) ? [''] : []),
    ...usageLines(command),
    ...wrapped(command.summary, '      '),
  ])
  return [
    `${adminCall()} COMMAND [--json] [--local [DATA_DIR] | [--stack NAME] [--region REGION]]`,
    '',
    ...lines,
    '',
    ...COMMON,
  ].join('\n')
}
