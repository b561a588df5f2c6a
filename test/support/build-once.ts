// Before the suites that start services: one build that every local run shares, and one data directory with the demo owner in it,
// which they start from copies of. After them: what the services wrote that test files shared (shared-local.ts).
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { prepareAssembly } from '../../local/assembly.ts'
import { tokensIn } from './leaks.ts'
import { startService } from './service-process.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Folder of the cloud assembly. */
    assembly: string
    /** A data directory as it is after the first start and a clean stop. */
    seed: string
    /** A folder for the services that test files share. */
    shared: string
  }
}

interface Made {
  assembly: string
  seed: string
  shared: string
  /** The suites that were given it and have not ended. */
  users: number
  remove(): void
}

/** Within so many milliseconds a service ends when the process that started it has ended. */
const END_MS = 15_000

async function make(): Promise<Made> {
  const assembly = await prepareAssembly((line) => process.stderr.write(`${line}\n`), AbortSignal.timeout(300_000))
  const folder = mkdtempSync(join(tmpdir(), 'local-seed-'))
  const seed = join(folder, 'data')
  const shared = join(folder, 'shared')
  mkdirSync(shared)
  const service = await startService({ assembly, dataDir: seed })
  await service.stop()
  return { assembly, seed, shared, users: 0, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/**
 * They end by themselves, as whoever started them has ended by now.
 * @throws {Error} when one does not, or when a platform's token was written anywhere in their data.
 */
async function checkShared(shared: string): Promise<void> {
  const until = Date.now() + END_MS
  for (const run of readdirSync(shared)) {
    const data = join(shared, run, 'data')
    // The file is there as long as the service runs.
    while (existsSync(join(data, 'endpoints.json'))) {
      if (Date.now() > until) throw new Error(`The service of ${data} goes on after the tests.`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    const leaking = tokensIn(data, { stderr: readFileSync(join(shared, run, 'stderr'), 'utf8') })
    if (leaking.length > 0) throw new Error(`A platform's token was written to ${leaking.join(', ')}.`)
  }
}

/** Each suite loads this file for itself: what they share is found here. */
const shared = globalThis as { builtOnce?: Promise<Made> }

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.builtOnce ??= make()
  const made = await shared.builtOnce
  made.users += 1
  project.provide('assembly', made.assembly)
  project.provide('seed', made.seed)
  project.provide('shared', made.shared)
  return async () => {
    made.users -= 1
    if (made.users > 0) return
    shared.builtOnce = undefined
    await checkShared(made.shared).finally(made.remove)
  }
}
