// The simulators' process: the platforms of this local run. It lives as long as the local run that started it.
import { join } from 'node:path'
import { type FakePlatform, startFakePlatform } from '../fake-platforms/index.ts'
import { SIMULATED_IDS, type SimulatedId, simulatorOf } from '../fake-platforms/registry.ts'
import { onKeptPort } from './kept-port.ts'

export interface PlatformsConfig {
  dataDir: string
  /**
   * Port of each simulator to start; 0 takes the one that it had before, and picks a free one the first time. One whose accounts are
   * stored with its address takes the one that it had before whatever is said here.
   */
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
  const startOn = (on: number) => startFakePlatform(platform, { ...options, port: on })
  // Their accounts name the server that they are on: what waits to be published there must find it again.
  const keeps = port === 0 || simulatorOf(platform).connect !== undefined
  const started = await (keeps ? onKeptPort(join(dataDir, `${platform}.port`), startOn, port) : startOn(port))
  running.push(started)
  return { url: started.url, token: started.demoToken }
}

const config = JSON.parse(process.argv[2] ?? '{}') as PlatformsConfig
Promise.all(SIMULATED_IDS.map(async (id) => [id, await start(id, config)] as const)).then(
  (started) => tell({ ready: Object.fromEntries(started) }),
  (error: NodeJS.ErrnoException & { port?: number }) =>
    tell({ failed: error.message, port: error.code === 'EADDRINUSE' ? error.port : undefined }, () => process.exit(1)),
)
