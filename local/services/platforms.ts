// The built-in simulators of the platforms, in a process of their own.
import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { COMPILE_CACHE, LEAN_HTTP } from '../../scripts/compile-cache.ts'
import type { PlatformsConfig, PlatformsMessage, SimulatedPlatform } from '../engines/platforms.ts'
import { SIMULATED_IDS, type SimulatedId } from '../fake-platforms/registry.ts'
import { ended } from './ended.ts'
import { portTaken } from './servers.ts'

const MAIN = fileURLToPath(new URL('../engines/platforms.ts', import.meta.url))

export interface Platforms {
  /** Those that were asked for. */
  running: Partial<Record<SimulatedId, SimulatedPlatform>>
  stop(): Promise<void>
}

/** @param onEnd called when the simulators end by themselves. */
export async function startPlatforms(
  dataDir: string,
  ports: PlatformsConfig['ports'],
  logs: string,
  onEnd: (reason: string) => void,
): Promise<Platforms> {
  if (SIMULATED_IDS.every((id) => ports[id] === undefined)) return { running: {}, stop: async () => undefined }
  const folder = join(dataDir, 'platforms')
  mkdirSync(folder, { recursive: true })
  mkdirSync(logs, { recursive: true })
  const log = openSync(join(logs, 'platforms.log'), 'a')
  const config: PlatformsConfig = { dataDir: folder, ports }
  const child = spawn(process.execPath, [...LEAN_HTTP, MAIN, JSON.stringify(config)], {
    stdio: ['ignore', log, log, 'ipc'],
    env: { ...process.env, ...COMPILE_CACHE },
  })
  closeSync(log)
  const running = await new Promise<Extract<PlatformsMessage, { ready: unknown }>['ready']>((resolve, reject) => {
    child.once('message', (message: PlatformsMessage) => {
      if ('ready' in message) resolve(message.ready)
      else reject(message.port ? portTaken(message.port) : new Error(`The simulators did not start: ${message.failed}`))
    })
    child.once('error', reject)
    child.once('exit', (code, signal) =>
      reject(new Error(`The simulators ended at start with ${signal ?? code}; see ${logs}/platforms.log.`)),
    )
  })
  let stopping = false
  child.on('exit', (code, signal) => !stopping && onEnd(`the simulators ended with ${signal ?? code}`))
  return {
    running,
    stop: () => {
      stopping = true
      return ended(child)
    },
  }
}
