// The simulators' process: the platforms of this local run. It lives as long as the local run that started it.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type FakePlatform, startFakePlatform } from '../fake-platforms/index.ts'
import { SIMULATED_IDS, type SimulatedId } from '../fake-platforms/registry.ts'

export interface PlatformsConfig {
  dataDir: string
  /** Port of each simulator to start; 0 picks a free one. */
  ports: Partial<Record<SimulatedId, number>>
}

export interface SimulatedPlatform {
  url: string
  token: string
}

export type PlatformsMessage =
  | { ready: Partial<Record<SimulatedId, SimulatedPlatform>> }
  | { failed: string; port?: number }

const running: FakePlatform[] = []

const tell = (message: PlatformsMessage, then?: () => void) => process.send?.(message, () => then?.())

async function end(): Promise<never> {
  await Promise.race([
    Promise.all(running.map((platform) => platform.close())),
    new Promise((resolve) => setTimeout(resolve, 500)),
  ])
  process.exit(0)
}

process.on('disconnect', () => void end())
process.on('SIGTERM', () => void end())
// The terminal's Ctrl-C reaches the whole group; the local run decides when its simulators end.
for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => undefined)

const TRIES = 15
const RETRY_MS = 200

/** Where any port will do, the one that it had before: accounts keep the address of the server that they are on. */
async function onPort(
  port: number,
  file: string,
  begin: (port: number) => Promise<FakePlatform>,
): Promise<FakePlatform> {
  if (port !== 0) return begin(port)
  const kept = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
  for (let tries = 1; kept > 0 && tries <= TRIES; tries += 1) {
    try {
      return await begin(kept)
    } catch (error) {
      // The process that was killed may still have it.
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
      await delay(RETRY_MS)
    }
  }
  const started = await begin(0)
  writeFileSync(file, new URL(started.url).port)
  return started
}

async function start(
  platform: SimulatedId,
  { dataDir, ports }: PlatformsConfig,
): Promise<SimulatedPlatform | undefined> {
  const port = ports[platform]
  if (port === undefined) return undefined
  const options = {
    dataDir,
    // People who try the service out can try all of it.
    grantAll: true,
    log: (line: string) => process.stdout.write(`${platform}: ${line}\n`),
  }
  const started = await onPort(port, join(dataDir, `${platform}.port`), (on) =>
    startFakePlatform(platform, { ...options, port: on }),
  )
  running.push(started)
  return { url: started.url, token: started.demoToken }
}

const config = JSON.parse(process.argv[2] ?? '{}') as PlatformsConfig
Promise.all(SIMULATED_IDS.map(async (id) => [id, await start(id, config)] as const)).then(
  (started) => tell({ ready: Object.fromEntries(started) }),
  (error: NodeJS.ErrnoException & { port?: number }) =>
    tell({ failed: error.message, port: error.code === 'EADDRINUSE' ? error.port : undefined }, () => process.exit(1)),
)
