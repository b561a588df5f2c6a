// Before the stack suite: the process that synthesizes for all its files. It does nothing before the first of them asks.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the process that synthesizes. */
    synthesizer: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'synthesizer.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  const port = await Promise.race([
    once(child.stdout, 'data').then(([line]) => Number(line)),
    ended.then(([code]) => {
      throw new Error(`The process that synthesizes ended with ${code} before it listened.`)
    }),
  ])
  project.provide('synthesizer', `http://127.0.0.1:${port}`)
  return async () => {
    child.stdin.end()
    await ended
  }
}
