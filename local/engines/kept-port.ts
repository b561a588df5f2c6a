// Ports that a data directory keeps: accounts of a simulated host are stored with its address, so the host must come back at it.
// Kept ports lie below those that systems give to processes that ask for any, so that only other local runs want them, and these
// see which are taken, also while the run that has one is stopped.
import { randomInt } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** Linux gives out ports from 32768 on, other systems from 49152 on. */
const FIRST_PORT = 20_000
const END_PORT = 32_768

/** A process that was killed may have its port a moment longer. */
const TRIES = 15
const RETRY_MS = 200

/** More than ever are in use at once. */
const PICKS = 1000

const isTaken = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EADDRINUSE'

const portIn = (file: string): number => (existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0)

/** The port of a data directory is taken by another process. */
export class KeptPortTaken extends Error {
  constructor(port: number, file: string) {
    super(
      `Port ${port} is taken, and accounts in this data directory are stored with that address (${file}). Stop the process that ` +
        'uses the port, or start with --fresh, which deletes the data. If this start takes it itself, as one of the ports after ' +
        'that of the API, choose another --port.',
    )
  }
}

/** Notes for whom a port is kept, unless it is kept for another data directory that is still there. */
function reserve(port: number, file: string): boolean {
  const folder = join(tmpdir(), `local-run-ports-${process.getuid?.() ?? 0}`)
  mkdirSync(folder, { recursive: true })
  const note = join(folder, String(port))
  try {
    writeFileSync(note, file, { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const holder = readFileSync(note, 'utf8')
  if (holder !== file && portIn(holder) === port) return false
  writeFileSync(note, file)
  return true
}

/**
 * Begins at the port that `file` holds; the first time at `wanted`, or at one that is free where that is 0, which is written there.
 * @throws {KeptPortTaken} when another process has the port.
 */
export async function onKeptPort<Started>(
  file: string,
  begin: (port: number) => Promise<Started>,
  wanted = 0,
): Promise<Started> {
  const own = resolve(file)
  const kept = portIn(own)
  for (let tries = 1; kept > 0; tries += 1) {
    try {
      reserve(kept, own)
      return await begin(kept)
    } catch (error) {
      if (!isTaken(error)) throw error
      if (tries === TRIES) throw new KeptPortTaken(kept, own)
      await delay(RETRY_MS)
    }
  }
  if (wanted > 0) {
    const started = await begin(wanted)
    reserve(wanted, own)
    writeFileSync(own, String(wanted))
    return started
  }
  for (let picks = 1; picks <= PICKS; picks += 1) {
    const port = randomInt(FIRST_PORT, END_PORT)
    if (!reserve(port, own)) continue
    try {
      const started = await begin(port)
      writeFileSync(own, String(port))
      return started
    } catch (error) {
      if (!isTaken(error)) throw error
    }
  }
  throw new Error(`No free port from ${FIRST_PORT} to ${END_PORT - 1}.`)
}
