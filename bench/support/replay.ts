// The process that answers recorded calls, from the bench's side.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { RecordedCall } from './meter.ts'

const PROGRAM = fileURLToPath(new URL('../programs/replay-server.ts', import.meta.url))

export interface Replay {
  /** Variables that lead every client of AWS to it. */
  environment: Record<string, string>
  /** Answers these from now on, and no others: by `earlier` only what was not asked in `own`. */
  load(calls: { own: readonly RecordedCall[]; earlier: readonly RecordedCall[] }): Promise<void>
  /** Calls that it had no answer for. */
  unknown: string[]
  end(): void
}

export async function startReplay(): Promise<Replay> {
  const child = fork(PROGRAM, { serialization: 'advanced', stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  const unknown: string[] = []
  child.on('message', (word: { unknown?: string }) => word.unknown && unknown.push(word.unknown))
  const origin = `http://127.0.0.1:${port}`
  const services = ['DYNAMODB', 'S3', 'SQS', 'SCHEDULER', 'KMS', 'LAMBDA']
  return {
    environment: {
      AWS_ENDPOINT_URL: origin,
      ...Object.fromEntries(services.map((name) => [`AWS_ENDPOINT_URL_${name}`, origin])),
    },
    load: async ({ own, earlier }) => {
      unknown.length = 0
      const loaded = once(child, 'message')
      child.send({ own, earlier })
      await loaded
    },
    unknown,
    end: () => child.kill('SIGKILL'),
  }
}
