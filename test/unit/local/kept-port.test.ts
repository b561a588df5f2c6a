import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { KeptPortTaken, onKeptPort } from '../../../local/engines/kept-port.ts'

const picked = vi.hoisted((): number[] => [])
vi.mock('node:crypto', async (original) => {
  const real = await original<typeof import('node:crypto')>()
  return { ...real, randomInt: (from: number, end: number) => picked.shift() ?? real.randomInt(from, end) }
})

let folder: string
const servers: Server[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kept-port-'))
  // Only this test's entries are noted there.
  vi.stubEnv('TMPDIR', folder)
})
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
  picked.length = 0
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

const begin = (port: number) =>
  new Promise<number>((done, reject) => {
    const server = createServer().once('error', reject)
    servers.push(server)
    server.listen(port, '127.0.0.1', () => done((server.address() as AddressInfo).port))
  })

/** The file of a data directory's port. */
function fileIn(name: string): string {
  mkdirSync(join(folder, name), { recursive: true })
  return join(folder, name, 'mastodon.port')
}

it('is the same at every start, below the ports that systems give out', async () => {
  const started: number[] = []
  for (let starts = 0; starts < 3; starts += 1) started.push(await onKeptPort(fileIn('one'), async (port) => port))
  expect(new Set(started).size).toBe(1)
  expect(started[0]).toBeGreaterThanOrEqual(20_000)
  expect(started[0]).toBeLessThan(32_768)
})

it('is not picked for another data directory while the first one is stopped', async () => {
  picked.push(20_001, 20_001, 20_002)
  expect(await onKeptPort(fileIn('one'), async (port) => port)).toBe(20_001)
  expect(await onKeptPort(fileIn('other'), async (port) => port)).toBe(20_002)
  rmSync(join(folder, 'one'), { recursive: true })
  picked.push(20_001)
  expect(await onKeptPort(fileIn('third'), async (port) => port)).toBe(20_001)
})

it('is another one where the first that was picked is in use', async () => {
  const used = await begin(0)
  picked.push(used)
  expect(await onKeptPort(fileIn('one'), begin)).not.toBe(used)
})

it('is named with what to do where another process has it', { tags: 'deep' }, async () => {
  const file = fileIn('one')
  const port = await onKeptPort(file, async (on) => on)
  await begin(port)
  const failed: Error = await onKeptPort(file, begin).catch((error) => error)
  expect(failed).toBeInstanceOf(KeptPortTaken)
  expect(failed.message).toMatch(`Port ${port} is taken`)
  expect(failed.message).toMatch('Stop the process that uses the port, or start with --fresh')
})

it('is had again as soon as the process that was killed has let it go', async () => {
  const file = fileIn('one')
  const port = await onKeptPort(file, async (on) => on)
  await begin(port)
  setTimeout(() => servers[0]!.close(), 300)
  expect(await onKeptPort(file, begin)).toBe(port)
})
