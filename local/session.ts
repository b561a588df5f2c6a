// Files that the local run leaves in the data directory for others: the ready line, and where the operator's command finds it.
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SimulatedId } from './fake-platforms/registry.ts'

export interface DemoAccount {
  id: string
  platform: string
  username: string
}

export interface SignIn {
  email: string
  password: string
}

/** The ready line: `local-run` contract. */
export interface Session {
  ready: true
  base_url: string
  cdn_url: string
  owner_id: string
  api_key: string
  key_id: string
  accounts: DemoAccount[]
  platforms: Record<SimulatedId, string>
  dashboard_url?: string
  /** The people who may sign in to it: an admin and a viewer of the demo owner. */
  sign_in?: SignIn & { viewer: SignIn }
  data_dir: string
  pid: number
}

/** How a client of AWS reaches the local engines. */
export interface Endpoints {
  stack_name: string
  region: string
  env: Record<string, string>
}

/** Both files hold secrets: only their owner may read them, and nobody sees half of one. */
function writePrivate(path: string, value: unknown): void {
  const unfinished = `${path}.${process.pid}`
  writeFileSync(unfinished, `${JSON.stringify(value)}\n`, { mode: 0o600 })
  renameSync(unfinished, path)
}

export const writeSession = (dataDir: string, session: Session): void =>
  writePrivate(join(dataDir, 'session.json'), session)
export const writeEndpoints = (dataDir: string, endpoints: Endpoints): void =>
  writePrivate(join(dataDir, 'endpoints.json'), endpoints)

/** The service is not running any more: the operator's command says so. */
export const removeEndpoints = (dataDir: string): void => rmSync(join(dataDir, 'endpoints.json'), { force: true })
