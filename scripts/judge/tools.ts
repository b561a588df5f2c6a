// Installs judges: Python's into a virtual environment that is kept, npm's through npx; versions are pinned.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '..', '..')

/** A judge that this machine does not have: it is named, and the others go on. */
export class Missing extends Error {}

export interface Ended {
  code: number
  stdout: string
  stderr: string
}

/** @param patienceMs after which it is ended; a judge that hangs is a failure and not a verdict. */
export function run(
  program: string,
  args: readonly string[],
  { cwd = ROOT, patienceMs = 600_000 }: { cwd?: string; patienceMs?: number } = {},
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], timeout: patienceMs })
    const said = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => {
        said[name] += text
      })
    }
    child.once('error', (error) => reject(new Missing(`${program}: ${error.message}`)))
    child.once('close', (code) => resolve({ code: code ?? 1, ...said }))
  })
}

/** @throws {Error} with what the program said last, where it did not give an answer to be read. */
export function parsed<T>(program: string, { code, stdout, stderr }: Ended): T {
  try {
    return JSON.parse(stdout) as T
  } catch {
    throw new Error(`${program} ended with exit code ${code} and no verdict: ${stderr.trim().slice(-500)}`)
  }
}

/**
 * Python's judges; made once for each list of versions, which takes minutes.
 * @returns the folder with their programs.
 * @throws {Missing} without Python, its venv or the registry.
 */
export async function pythonPrograms(): Promise<string> {
  const requirements = join(import.meta.dirname, 'requirements.txt')
  const version = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12)
  const cache = join(ROOT, 'node_modules', '.cache', 'judge')
  const folder = join(cache, version)
  const whole = join(folder, '.whole')
  if (!existsSync(whole)) {
    // Removes what an interrupted installation left.
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(cache, { recursive: true })
    // Programs of a virtual environment name its folder, so it is made in its place, and marked when it is whole.
    const making = await run('python3', ['-m', 'venv', folder])
    const installed =
      making.code === 0 &&
      (await run(join(folder, 'bin', 'pip'), ['install', '--quiet', '-r', requirements], { patienceMs: 1_200_000 }))
    if (installed === false || installed.code !== 0) {
      rmSync(folder, { recursive: true, force: true })
      const reason = (installed || making).stderr.trim().split('\n').at(-1)
      throw new Missing(`Python's judges cannot be installed: ${reason}`)
    }
    writeFileSync(whole, '')
  }
  return join(folder, 'bin')
}

/** @throws {Missing} where npm's registry does not answer. */
export async function npx(name: string, version: string, args: readonly string[]): Promise<Ended> {
  const ended = await run('npx', ['--yes', `${name}@${version}`, ...args])
  if (/npm (error|ERR!)/.test(ended.stderr)) throw new Missing(`${name} cannot be installed.`)
  return ended
}
