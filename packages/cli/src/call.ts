// One call of the program: its world, its general options, and how it answers.
import { createPublisher, type Publisher, type Schemas, TimeoutError } from '@social-publisher/client'
import type { Command } from 'commander'
import manifest from '../package.json' with { type: 'json' }
import { configFile, type Profile, profileIn, readProfile } from './config.ts'
import { isLive, outcomes, type Streams, skippedOf } from './output.ts'
import { EXIT, NotSignedIn, WrongCall } from './problem.ts'
import { nameOf } from './targets.ts'

export interface World extends Streams {
  env: Readonly<Record<string, string | undefined>>
  /** All of standard input. */
  input(): Promise<Uint8Array>
  /** Asks a person; what is typed is not shown. Undefined where there is nobody to ask. */
  askSecret?: (question: string) => Promise<string>
  signal?: AbortSignal
  now(): Date
}

/** What every command works with. */
export interface Call {
  program: Command
  world: World
  json(): boolean
  /** The answer: text for people, a value for programs. */
  answer(value: unknown, text: string): void
  /** A line for people, beside the answer. */
  tell(line: string): void
  /** The file with the sign-ins. */
  file(): string
  /** Which of them is meant. */
  profileName(): string
  /** The service as the sign-in names it. @throws where there is none. */
  publisher(): Promise<Publisher>
  /** Ends the program with this exit code, when the command is through. */
  endWith(code: number): void
}

export const TYPES = ['feed', 'reels', 'stories', 'text'] as const

/** @returns a parser for the value of an option, a whole number from 1. It throws a WrongCall that names the option. */
export const positive =
  (option: string) =>
  (text: string): number => {
    const number = Number(text)
    if (!Number.isInteger(number) || number < 1)
      throw new WrongCall(`${option} ${JSON.stringify(text)} is not a whole number of 1 or more.`)
    return number
  }

/** The id of a post. @throws WrongCall where a variable of the caller's is empty: without an id a request means something else. */
export function postId(given: string): string {
  if (given.trim() === '') throw new WrongCall('The id of the post is empty.')
  return given
}

/** @throws {NotSignedIn} where the key cannot be one. */
export function serviceOf({ url, key }: Profile, retries?: number): Publisher {
  try {
    const headers = { 'User-Agent': `publisher-cli/${manifest.version}` }
    return createPublisher({ baseUrl: url, apiKey: key, retries, headers })
  } catch (error) {
    throw error instanceof TypeError ? new NotSignedIn(error.message) : error
  }
}

/** @param endWith takes the exit code of a command that ended without an error and still did not do all. */
export function callOf(program: Command, world: World, endWith: (code: number) => void): Call {
  const json = () => program.opts<{ json?: boolean }>().json === true
  const file = () => configFile(world.env)
  const profileName = () => profileIn(world.env, program.opts<{ profile?: string }>().profile)
  return {
    program,
    world,
    json,
    answer: (value, text) => world.out(`${json() ? JSON.stringify(value) : text}\n`),
    tell: (line) => {
      if (!json()) world.err(`${line}\n`)
    },
    file,
    profileName,
    publisher: async () => {
      // Each waits as long as the service asks: a plan has more rows than a key has requests in a minute.
      return serviceOf(await readProfile(world.env, file, program.opts<{ profile?: string }>().profile), 5)
    },
    endWith,
  }
}

/** Shows the state of a post until it has ended on every account. */
export async function watch(call: Call, service: Publisher, id: string, timeoutSeconds: number): Promise<void> {
  const { world, answer, tell, endWith } = call
  const names = new Map((await service.accounts(world)).map((each) => [each.id, nameOf(each)]))
  let told = ''
  const show = (now: Schemas['Post']) => {
    const text = outcomes(now, names)
    // What has changed may be nothing that is shown.
    if (text !== told) tell(text)
    told = text
  }
  const watching = service.settled(id, {
    timeoutMs: timeoutSeconds * 1000,
    everyMs: 1000,
    signal: world.signal,
    onChange: show,
  })
  const post = await watching.catch((error: unknown) => {
    if (!(error instanceof TimeoutError)) throw error
    throw new TimeoutError(
      `The post has not ended within ${timeoutSeconds} s. Publishing continues; look again with: publisher watch ${id}`,
    )
  })
  const live = isLive(post)
  const every = skippedOf(post).length > 0 ? 'every account that was not skipped' : 'every account'
  answer(post, live ? `Live on ${every}.` : 'Not live on every account.')
  if (!live) endWith(EXIT.notPublished)
}
