// Before the local suite: one build that every local run of it shares, and one data directory with the demo owner in it,
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

export default async function setup(project: TestProject): Promise<() => void> {
  const assembly = await prepareAssembly((line) => process.stderr.write(`${line}\n`), AbortSignal.timeout(300_000))
  const folder = mkdtempSync(join(tmpdir(), 'local-seed-'))
  const seed = join(folder, 'data')
  const service = await startService({ assembly, dataDir: seed })
  await service.stop()
  project.provide('assembly', assembly)
  project.provide('seed', seed)
  return () => rmSync(folder, { recursive: true, force: true })
}
