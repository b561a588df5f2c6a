// The type of the operator's commands, and parsing of the command line.
import { parseArgs } from 'node:util'
import type { Gateway } from '../../core/api-keys/gateway-keys.ts'
import type { PlatformId } from '../../core/platforms/facts.ts'

/** The output of a command: an object for `--json`, lines for a person. */
export interface Outcome {
  json: Record<string, unknown>
  text: string
  /** It was done, and what it found is bad: exit code 1. */
  failed?: boolean
}

/** Values of the stack that commands need in addition to its functions' environment. */
export interface Stack {
  gateway: Gateway
  publishDeadLettersUrl: string
  baseUrl: string
  /** Everything that the stack says of itself, by name. */
  outputs: Readonly<Record<string, string>>
  /** The app at each platform, as far as the stack's settings name one. */
  apps: Readonly<Record<PlatformId, { id?: string; secretArn?: string }>>
  /** The options that name this stack, for a command that is to be called next. */
  options: readonly string[]
  /** Whether it runs on this machine, with simulated platforms. */
  local: boolean
}

/** The person at the terminal. */
export interface Terminal {
  say(line: string): void
  /** @returns what was typed, or nothing when no more comes. */
  ask(question: string): Promise<string | undefined>
  /** The same; what is typed is not shown. */
  askHidden(question: string): Promise<string | undefined>
}

export interface Call {
  /** The positional words, by the names of the command's list. */
  words: Record<string, string>
  options: Record<string, string | undefined>
  stack: Stack
  /** Absent where nobody can be asked. */
  terminal?: Terminal
}

export interface Option {
  /** The placeholder for its value in the help; flags have none. */
  value: string
  required?: boolean
  /**
   * Nobody else may see it: `-` reads it from standard input, and where it is left out a terminal asks for it. `lasting` is good
   * afterwards too, `spent` is not.
   */
  secret?: 'lasting' | 'spent'
  /** It has no value: given, its value is the text `yes`. */
  flag?: true
  /** May be given more than once: the values come as one text, with a space between any two. */
  several?: true
  /** The words that it takes; anything where absent. */
  allowed?: readonly string[]
  /** Whether this call needs the secret, for one that only some calls need. Where it is left out, a terminal asks for it. */
  neededWith?(options: Readonly<Record<string, string | undefined>>): boolean
}

export interface Command {
  /** `key create` */
  name: string
  summary: string
  words: readonly string[]
  options: Readonly<Record<string, Option>>
  /**
   * It ends or deletes something: what it will do, in a sentence; nothing where this call does not. A person at a terminal is asked first, unless they say `--yes`.
   * Programs are not asked, unless `always` needs their `--yes` too, for what nothing brings back.
   */
  destroys?: { says(call: Pick<Call, 'words' | 'options'>): string | undefined; always?: true }
  /** Looks at what was given, before anything is asked or done. @throws {WrongCall} */
  check?(call: Pick<Call, 'words' | 'options'>): void
  run(call: Call): Promise<Outcome>
}

/** A call that is wrong in itself: exit code 2. */
export class WrongCall extends Error {}

export const usageOf = ({
  name,
  words,
  options,
  destroys,
}: Pick<Command, 'name' | 'words' | 'options' | 'destroys'>): string =>
  [
    name,
    ...words.map((word) => word.toUpperCase().replaceAll('-', '_')),
    ...Object.entries(options).map(([option, { value, required, several }]) => {
      const given = value === '' ? `--${option}` : `--${option} ${value}`
      return required ? given : `[${given}]${several ? '...' : ''}`
    }),
    ...(destroys ? ['[--yes]'] : []),
  ].join(' ')

export const missing = (command: Command, option: string): WrongCall =>
  new WrongCall(`${command.name} needs --${option}. Usage: ${usageOf(command)}`)

export interface Invocation {
  command?: Command
  words: Record<string, string>
  options: Record<string, string | undefined>
  json: boolean
  /** Whether the person was asked already, in a way. */
  yes: boolean
  help: boolean
  /** Words beside `--help`: what it is asked of. */
  helpOf?: string
  /** The data directory of the local service; absent for the deployed stack. */
  local?: string
  stack?: string
  region?: string
}

const COMMON = {
  json: { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
  local: { type: 'string' },
  stack: { type: 'string' },
  region: { type: 'string' },
} as const

/** `--local` may stand without a directory, which `parseArgs` does not know: it gets the usual one. */
function withLocalDirectory(args: readonly string[], groups: ReadonlySet<string>): string[] {
  return args.flatMap((arg, at) => {
    if (arg !== '--local') return [arg]
    const next = args[at + 1]
    return next === undefined || next.startsWith('-') || groups.has(next) ? ['--local=.local'] : [arg]
  })
}

/** Whether the group was left out, or written in the plural. */
const isAlike = ([first, second]: readonly string[], [group, verb]: readonly string[]): boolean =>
  first === verb || (first === `${group}s` && second === verb)

function unknownCommand(given: readonly string[], commands: readonly Command[]): WrongCall {
  const [group = ''] = given
  const seconds = commands.flatMap(({ name }) => (name.startsWith(`${group} `) ? [name.slice(group.length + 1)] : []))
  // "connect" for "account connect", "keys list" for "key list".
  const alike = commands.map(({ name }) => name).filter((name) => isAlike(given, name.split(' ')))
  const known =
    seconds.length > 0
      ? ` After ${group} comes one of ${seconds.join(', ')}.`
      : alike.length > 0
        ? ` Did you mean ${alike.join(' or ')}?`
        : ''
  return new WrongCall(`There is no command "${given.slice(0, 2).join(' ')}".${known} See --help.`)
}

/** Reads a command line. @throws {WrongCall} with a sentence that says what is wrong. */
export function readCall(args: readonly string[], commands: readonly Command[]): Invocation {
  const groups = new Set(commands.map(({ name }) => name.split(' ')[0] as string))
  const own = Object.fromEntries(
    commands.flatMap(({ options }) =>
      Object.entries(options).map(([option, { flag }]) => [
        option,
        { type: flag ? ('boolean' as const) : ('string' as const), multiple: true as const },
      ]),
    ),
  )
  const { values, positionals } = parse(withLocalDirectory(args, groups), { ...own, ...COMMON })
  const given = values as Record<string, string | boolean | string[] | boolean[] | undefined>
  const shared = {
    json: given.json === true,
    yes: given.yes === true,
    help: given.help === true,
    local: given.local as string | undefined,
    stack: given.stack as string | undefined,
    region: given.region as string | undefined,
  }
  if (shared.help || positionals.length === 0) {
    return { ...shared, words: {}, options: {}, helpOf: positionals.slice(0, 2).join(' ') }
  }
  // Most commands have two words, some one.
  const command = commands.find(({ name }) => name === positionals.slice(0, name.split(' ').length).join(' '))
  if (!command) throw unknownCommand(positionals, commands)
  const { name } = command
  if (shared.yes && !command.destroys) throw new WrongCall(`${name} takes no --yes. Usage: ${usageOf(command)}`)
  const rest = positionals.slice(name.split(' ').length)
  if (rest.length !== command.words.length) throw new WrongCall(`Usage: ${usageOf(command)}`)
  const options: Record<string, string | undefined> = {}
  for (const option of Object.keys(own)) {
    const several = given[option] as (string | boolean)[] | undefined
    if (several === undefined) continue
    const values = several.map((value) => (value === true ? 'yes' : String(value)))
    const known = command.options[option]
    if (!known) throw new WrongCall(`${name} takes no --${option}. Usage: ${usageOf(command)}`)
    // The last value counts where an option is given twice, as everywhere on command lines.
    options[option] = known.several ? values.join(' ') : values.at(-1)
  }
  for (const [option, { required, secret, allowed }] of Object.entries(command.options)) {
    // A secret that is left out may still be asked for.
    if (required && !options[option] && !(secret && options[option] === undefined)) throw missing(command, option)
    // Before anything is asked for.
    if (allowed && options[option] !== undefined) oneOf(option, options[option], allowed)
  }
  return {
    ...shared,
    command,
    options,
    words: Object.fromEntries(command.words.map((word, at) => [word, rest[at] as string])),
  }
}

function parse(args: string[], options: NonNullable<Parameters<typeof parseArgs>[0]>['options']) {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    // Where there are several lines, the last one says what to write instead.
    const [first = '', ...more] = (error as Error).message.split('\n')
    throw new WrongCall(`${[first.split('. ')[0], ...more.slice(-1)].join(' ').replace(/\.$/, '')}. See --help.`)
  }
}

/** One of a few words from an option. @throws {WrongCall} */
export function oneOf<T extends string>(option: string, value: string | undefined, allowed: readonly T[]): T {
  const found = allowed.find((name) => name === value)
  if (!found) throw new WrongCall(`--${option} must be one of ${allowed.join(', ')}, not ${value}.`)
  return found
}

/** A whole number from an option. @throws {WrongCall} */
export function wholeNumber(name: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  if (!/^\d+$/.test(value)) throw new WrongCall(`--${name} must be a whole number, not ${value}.`)
  return Number(value)
}

/** A date, or a moment of one, in UTC, from an option. @returns Unix ms. @throws {WrongCall} */
export function momentOf(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const at = /^\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?$/.test(text) ? Date.parse(text) : Number.NaN
  // The 30th of February is the 2nd of March for `Date`.
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text.slice(0, 10))
    throw new WrongCall(`--${option} must be a date in UTC, such as 2026-11-21 or 2026-11-21T10:00:00Z.`)
  return at
}

/** In place of a character that a terminal obeys instead of showing it. */
const SHOWN_INSTEAD = '\ufffd'

/** Names come from platforms and from servers that anybody may run: none of them moves the cursor or makes lines of its own. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, SHOWN_INSTEAD)

/** Lines for a terminal. */
export const printable = (text: string): string => text.replaceAll(/[^\P{Cc}\n]/gu, SHOWN_INSTEAD)

/** Columns for a person. */
export function table(given: readonly (readonly string[])[]): string {
  const rows = given.map((row) => row.map(oneLine))
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length))) ?? []
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
