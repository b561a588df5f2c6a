// The simulated network of Bluesky for tests of the connector: started, and set as the one that is asked.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ENV } from '../../core/contract.ts'
import type { Credentials, PieceFile } from '../../core/platforms/connector.ts'
import { startFakePlatform } from '../../local/fake-platforms/index.ts'

// biome-ignore lint/suspicious/noExplicitAny: what a simulator answers is looked at field by field.
export type Json = any

export interface SimulatedNetwork {
  url: string
  /** The password of the account that is there from the start. */
  password: string
  control(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<Json>
  faults(...rules: object[]): Promise<void>
  state(): Promise<Json>
  /** A new account with a session as an app has one. */
  account(given?: object): Promise<Credentials & { handle: string; password: string }>
  close(): Promise<void>
}

export async function startNetwork(): Promise<SimulatedNetwork> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bluesky-'))
  const running = await startFakePlatform('bluesky', { port: 0, dataDir })
  const { url, demoToken: password } = running
  for (const name of ['PLC', 'APPVIEW', 'VIDEO']) process.env[`BLUESKY_${name}_URL`] = url
  process.env[ENV.platformAllowHosts] = new URL(url).host
  const control: SimulatedNetwork['control'] = async (method, path, body) => {
    const reply = await fetch(`${url}/_control${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const json = await reply.json()
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${JSON.stringify(json)}`)
    return json
  }
  return {
    url,
    password,
    control,
    faults: async (...rules) => void (await control('POST', '/faults', rules)),
    state: () => control('GET', '/state'),
    async account(given = {}) {
      const made = await control('POST', '/accounts', given)
      const session = await control('POST', '/sessions', { account: made.external_id })
      return {
        external_id: made.external_id,
        token: JSON.stringify(session),
        handle: made.username,
        password: made.token,
      }
    },
    async close() {
      await running.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export const fileOf = (bytes: Uint8Array, given: Partial<PieceFile> = {}): PieceFile => ({
  size_bytes: bytes.length,
  content_type: 'image/jpeg',
  width: 40,
  height: 30,
  duration_ms: null,
  read: async (from, to) => bytes.subarray(from, to),
  ...given,
})
