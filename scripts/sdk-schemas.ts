// What the AWS SDK's clients describe of their operations, without what no function of ours uses: a cold start would load it.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const SDK = join(ROOT, 'node_modules', '@aws-sdk')
/** Where functions and what they are made of send commands. */
const SOURCES = ['core', 'functions']

const typescript = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(ROOT, folder, name), 'utf8'))

const commandsIn = (text: string): string[] => text.match(/\b[A-Z]\w*Command\b/g) ?? []

/** Names of all commands that are sent somewhere, with those that the table's document client sends in their place. */
function commandsSent(): Set<string> {
  const sent = new Set(SOURCES.flatMap(typescript).flatMap(commandsIn))
  for (const name of [...sent]) {
    const ofDocuments = join(SDK, 'lib-dynamodb', 'dist-es', 'commands', `${name}.js`)
    if (existsSync(ofDocuments)) for (const inside of commandsIn(readFileSync(ofDocuments, 'utf8'))) sent.add(inside)
  }
  return sent
}

let sent: Set<string> | undefined

/**
 * @param client a package's folder name: `client-sqs`.
 * @returns names of the errors that the commands that we send are said to throw.
 * @throws when the package does not say which errors its commands throw.
 */
export function errorsOf(client: string): Set<string> {
  sent ??= commandsSent()
  const folder = join(SDK, client, 'dist-types', 'commands')
  const declarations = [...sent].map((name) => join(folder, `${name}.d.ts`)).filter((file) => existsSync(file))
  const errors = declarations.flatMap((file) => readFileSync(file, 'utf8').match(/(?<=@throws \{@link )\w+/g) ?? [])
  if (errors.length === 0) throw new Error(`@aws-sdk/${client} does not say which errors its commands throw.`)
  return new Set(errors)
}

/** @returns the client's folder name, where the file is the one with its schemas. */
export const clientOfSchemas = (file: string): string | undefined =>
  /@aws-sdk\/(client-[\w-]+)\/dist-es\/schemas\/schemas_0\.js$/.exec(file.replaceAll(sep, '/'))?.[1]

/**
 * Lets the bundler drop the schemas of operations that nothing sends. It keeps them for two reasons: computed keys
 * (`{ [_ht]: ... }`) could have side effects, so they are replaced by literal ones; and each error is registered, so only the
 * errors of the commands that we send stay registered. Any other error has the client's general class, with its own name and
 * message.
 */
export function withoutUnused(text: string, errors: ReadonlySet<string>): string {
  const names = new Map([...text.matchAll(/^const (_\w+) = ("[^"\\\n]*");$/gm)].map(([, name, value]) => [name, value]))
  return text
    .replaceAll(/(?<=[{,]\s*)\[(_\w+)\](?=:)/g, (key, name: string) => names.get(name) ?? key)
    .replaceAll(/^n0_registry\.registerError\((\w+)\$, \1\);$/gm, (line, name: string) =>
      errors.has(name) ? line : '',
    )
}
