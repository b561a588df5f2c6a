// Which service to call with which key: from the environment, else from a file that only its owner can read.
import { randomUUID } from 'node:crypto'
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir, platform } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { NotSignedIn, WrongCall } from './problem.ts'

export interface Profile {
  url: string
  key: string
}

type Environment = Readonly<Record<string, string | undefined>>

/** @throws {WrongCall} for a user without one, as in containers that run under a number of their own. */
function homeFolder(): string {
  try {
    return homedir()
  } catch {
    throw new WrongCall(
      'This user has no home folder for a sign-in. Set HOME, or PUBLISHER_URL and PUBLISHER_API_KEY in place of a sign-in.',
    )
  }
}

/** The configuration file, where the operating system keeps such files. */
export function configFile(env: Environment, system: string = platform(), home = homeFolder()): string {
  const folder =
    env.XDG_CONFIG_HOME ||
    (system === 'win32'
      ? env.APPDATA || join(home, 'AppData', 'Roaming')
      : system === 'darwin'
        ? join(home, 'Library', 'Application Support')
        : join(home, '.config'))
  return join(folder, 'social-publisher', 'config.json')
}

async function profiles(file: string): Promise<Record<string, Profile>> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}'
    throw error
  })
  try {
    return (JSON.parse(text) as { profiles?: Record<string, Profile> }).profiles ?? {}
  } catch {
    throw new WrongCall(`${file} is not JSON. Remove it, and sign in again with: publisher login URL`)
  }
}

/** A change takes milliseconds. */
const LOOK_AGAIN_MS = 20
const MOST_LOOKS = 100

/**
 * Makes one change at a time: each reads and rewrites the whole file, and would lose a change that was written in between.
 * @throws if another change does not end. Its lock is not removed here: if two did so at once, one would remove the new lock of the other.
 */
async function withLock<T>(file: string, change: () => Promise<T>): Promise<T> {
  const lock = `${file}.lock`
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  for (let looks = 1; ; looks += 1) {
    try {
      await writeFile(lock, '', { flag: 'wx' })
      break
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    if (looks === MOST_LOOKS)
      throw new Error(
        `Another publisher is changing ${file}. If none is running, remove ${lock}: one was ended in the middle.`,
      )
    await pause(LOOK_AGAIN_MS)
  }
  try {
    return await change()
  } finally {
    await rm(lock, { force: true })
  }
}

/** Written aside first: a crash leaves the old file whole. */
async function write(file: string, all: Record<string, Profile>): Promise<void> {
  const aside = `${file}.${randomUUID()}`
  await writeFile(aside, `${JSON.stringify({ profiles: all }, null, 2)}\n`, { mode: 0o600 })
  await chmod(aside, 0o600)
  await rename(aside, file)
}

export const saveProfile = (file: string, name: string, profile: Profile): Promise<void> =>
  withLock(file, async () => write(file, { ...(await profiles(file)), [name]: profile }))

/** @returns whether there was one. */
export async function removeProfile(file: string, name: string): Promise<boolean> {
  // Where there is nothing to remove, nothing is written either.
  if (!(await profiles(file))[name]) return false
  return withLock(file, async () => {
    const { [name]: found, ...others } = await profiles(file)
    if (!found) return false
    if (Object.keys(others).length > 0) await write(file, others)
    else await rm(file)
    return true
  })
}

/** An address as it is called: without `/api` and slashes at its end. @throws {WrongCall} */
export function serviceUrl(given: string): string {
  const url = URL.parse?.(given) ?? tryUrl(given)
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new WrongCall(`${given} is not an http or https address. Write it as https://...`)
  const local = ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)
  if (url.protocol === 'http:' && !local)
    throw new WrongCall(`${given} is not encrypted: the key could be intercepted. Use https.`)
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '').replace(/\/api(\/v1)?$/, '')
}

function tryUrl(given: string): URL | null {
  try {
    return new URL(given)
  } catch {
    return null
  }
}

/** Which sign-in is meant. @param named on the command line. */
export const profileIn = (env: Environment, named: string | undefined): string =>
  named ?? (env.PUBLISHER_PROFILE || 'default')

/** @param file where the sign-ins are; not asked for where the environment has a key. @throws {NotSignedIn} where there is none. */
export async function readProfile(env: Environment, file: () => string, name: string | undefined): Promise<Profile> {
  const { PUBLISHER_URL: url, PUBLISHER_API_KEY: key } = env
  if (name === undefined && url && key) return { url: serviceUrl(url), key }
  // With the sign-in instead, it would post to other accounts than was meant.
  if (name === undefined && (url || key))
    throw new WrongCall(
      `${url ? 'PUBLISHER_URL' : 'PUBLISHER_API_KEY'} is set and ${url ? 'PUBLISHER_API_KEY' : 'PUBLISHER_URL'} is not: set both, or neither to use the sign-in.`,
    )
  const wanted = profileIn(env, name)
  const found = (await profiles(file()))[wanted]
  if (!found)
    throw new NotSignedIn(
      `There is no key${wanted === 'default' ? '' : ` in the profile ${wanted}`}. Sign in with: publisher login URL, or set PUBLISHER_URL and PUBLISHER_API_KEY.`,
    )
  return found
}
