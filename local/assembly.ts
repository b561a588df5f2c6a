// Builds the functions and synthesizes the stack for this machine; the result is kept, so that the next start is quick.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildEnds } from '../scripts/build-ends.ts'
import { SIMULATED_APPS } from './simulated-apps.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
export const CACHE = join(ROOT, '.cache', 'local')

/** Settings of the stack as it runs here. */
const SETTINGS = {
  architecture: 'host',
  // So that it can be tried; what would be sent is written into the data directory.
  mailFrom: 'notices@publisher.localhost',
  ...Object.fromEntries(
    Object.entries(SIMULATED_APPS).flatMap(([id, app]) => [
      [`${id}AppId`, app.id],
      [`${id}AppSecretArn`, app.secretArn],
    ]),
  ),
}

/** The setting's default: the same assembly. */
const USUAL_CONCURRENCY = 1000

/** The files that the assembly is made of. */
const INPUTS = [
  'bin/app.ts',
  'bin/synthesize-app.ts',
  'lib',
  'core',
  'functions',
  'packages/client/src',
  'packages/mcp/src',
  ...['guides', 'index.html', 'package.json', 'public', 'src', 'tsconfig.json', 'vite.config.ts'].map(
    (name) => `dashboard/${name}`,
  ),
  'docs',
  ...['cli', 'client', 'mcp', 'n8n', 'python'].map((name) => `packages/${name}/README.md`),
  'scripts',
  'cdk.json',
  'package-lock.json',
  'tsconfig.json',
]

/** An assembly that nobody started for so long is removed; a running service may still load functions from a younger one. */
const KEEP_MS = 3 * 24 * 3_600_000

function filesBelow(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

type Given = typeof SETTINGS & { accountConcurrency?: number }

function fingerprint(settings: Given): string {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch} ${process.version}\0`)
  hash.update(`${JSON.stringify(settings)}\0`)
  for (const input of INPUTS) {
    for (const file of filesBelow(join(ROOT, input)))
      hash
        .update(`${relative(ROOT, file)}\0`)
        .update(readFileSync(file))
        .update('\0')
  }
  return hash.digest('hex').slice(0, 32)
}

/** Synthesizes into `folder`. The environment is not the caller's: the same sources give the same assembly. */
function synthesize(folder: string, settings: Given, signal: AbortSignal): Promise<void> {
  const { context } = JSON.parse(readFileSync(join(ROOT, 'cdk.json'), 'utf8')) as { context?: Record<string, unknown> }
  const { PATH, HOME, TMPDIR } = process.env
  const child = spawn(process.execPath, [join(ROOT, 'bin', 'app.ts')], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
    env: {
      PATH,
      HOME,
      TMPDIR,
      CDK_OUTDIR: folder,
      CDK_CONTEXT_JSON: JSON.stringify({ ...context, ...settings, 'aws:cdk:enable-path-metadata': true }),
    },
  })
  return buildEnds(child, 'The stack could not be built')
}

function removeOld(): void {
  for (const entry of readdirSync(CACHE)) {
    const path = join(CACHE, entry)
    if (Date.now() - statSync(path).mtimeMs > KEEP_MS) rmSync(path, { recursive: true, force: true })
  }
}

/**
 * @param accountConcurrency what the AWS account that it is made for can run at the same time.
 * @returns the folder of the cloud assembly of the sources as they are now.
 */
export async function prepareAssembly(
  progress: (line: string) => void,
  signal: AbortSignal,
  accountConcurrency?: number,
): Promise<string> {
  const settings: Given =
    accountConcurrency === undefined || accountConcurrency === USUAL_CONCURRENCY
      ? SETTINGS
      : { ...SETTINGS, accountConcurrency }
  mkdirSync(CACHE, { recursive: true })
  const folder = join(CACHE, fingerprint(settings))
  if (existsSync(join(folder, 'manifest.json'))) {
    const now = new Date()
    utimesSync(folder, now, now)
    return folder
  }
  progress('building the functions and synthesizing the stack (about 10 seconds, only after a change)')
  const unfinished = `${folder}.${process.pid}`
  try {
    await synthesize(unfinished, settings, signal)
    try {
      renameSync(unfinished, folder)
    } catch (error) {
      // Two that build the same at once: the first to finish stays.
      if (!existsSync(join(folder, 'manifest.json'))) throw error
    }
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
  removeOld()
  return folder
}
