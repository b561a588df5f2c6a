// The DynamoDB engine's process: it outlives a signal for the whole group, and never the process that started it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { hasEnded } from '../../../local/process-table.ts'
import { linux } from '../../support/processes.ts'

const TABLE = join(import.meta.dirname, '..', '..', '..', 'local', 'engines', 'table.ts')

const groupOf = (pid: number): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2])
}

it.runIf(linux)('is in a group of its own, and ends with the process that started it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'table-engine-'))
  // Called with --host HOST --port PORT --db-path FILE.
  const program = join(folder, 'engine')
  writeFileSync(program, '#!/bin/sh\necho "listening on http://$2:$4" >&2\nexec sleep 600\n', { mode: 0o700 })
  const starter = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `const { startTableEngine } = await import(${JSON.stringify(TABLE)})
const { process: engine } = await startTableEngine(${JSON.stringify(program)}, 'table.db')
console.log(engine.pid)`,
    ],
    { detached: true, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let engine = 0
  try {
    const [said] = (await once(starter.stdout, 'data')) as [Buffer]
    engine = Number(said)
    expect(groupOf(starter.pid!)).toBe(starter.pid)
    expect(groupOf(engine)).toBe(engine)
    expect(hasEnded(engine)).toBe(false)
  } finally {
    process.kill(-starter.pid!, 'SIGKILL')
  }
  await vi.waitFor(() => expect(hasEnded(engine)).toBe(true), { timeout: 10_000 })
  rmSync(folder, { recursive: true })
})
