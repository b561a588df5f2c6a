// Before the suites that start services: one build that every local run shares, and one data directory with the demo owner in it,
// which they start from copies of.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { prepareAssembly } from '../../local/assembly.ts'
import { startService } from './service-process.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Folder of the cloud assembly. */
    assembly: string
    /** A data directory as it is after the first start and a clean stop. */
    seed: string
  }
}

interface Made {
  assembly: string
  seed: string
  /** The suites that were given it and have not ended. */
  users: number
  remove(): void
}

async function make(): Promise<Made> {
  const assembly = await prepareAssembly((line) => process.stderr.write(`${line}\n`), AbortSignal.timeout(300_000))
  const folder = mkdtempSync(join(tmpdir(), 'local-seed-'))
  const seed = join(folder, 'data')
  const service = await startService({ assembly, dataDir: seed })
  await service.stop()
  return { assembly, seed, users: 0, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Each suite loads this file for itself: what they share is found here. */
const shared = globalThis as { builtOnce?: Promise<Made> }

export default async function setup(project: TestProject): Promise<() => void> {
  shared.builtOnce ??= make()
  const made = await shared.builtOnce
  made.users += 1
  project.provide('assembly', made.assembly)
  project.provide('seed', made.seed)
  return () => {
    made.users -= 1
    if (made.users > 0) return
    shared.builtOnce = undefined
    made.remove()
  }
}
