// One local run for all test files that a process runs, one after another. A start and the first calls of its functions take
// seconds of CPU time, which each file paid. A file finds it as if it had just been started: with an owner of its own, who has a
// key, accounts and people, with no faults and the first settings at the simulators. What it cannot do is stop it.
import { mkdtempSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { inject } from 'vitest'
import { joinTeam } from '../../local/demo-people.ts'
import { SIMULATED_IDS, type SimulatedId } from '../../local/fake-platforms/registry.ts'
import { type Operator, openOperator } from '../../local/operator.ts'
import type { DemoAccount, Endpoints, Session, SignIn } from '../../local/session.ts'
import { copySeed, eventually, type LocalService, localOf, readEndpoints } from './local.ts'
import { type ServiceProcess, startService } from './service-process.ts'

export interface SharedLocal extends LocalService {
  /** A server of this process that the service may fetch from and send messages to. */
  outside: Outside
}

interface Outside {
  host: string
  /** Where this file's requests arrive; those that were meant for another file's listener do not. */
  origin: string
  serve(listener: RequestListener): void
}

/** Kept from file to file. */
interface Shared {
  assembly: string
  service: ServiceProcess
  dataDir: string
  endpoints: Endpoints
  operator: Operator
  host: string
  /** The simulators' settings as they were at the start. */
  settings: Partial<Record<SimulatedId, object>>
  /** As many as files were here. */
  owners: number
  /** The present file's path, and what answers there. */
  listening: { path: string; listener?: RequestListener }
}

const kept = globalThis as { sharedLocal?: Promise<Shared> }

const OWNED = ['instagram', 'threads'] as const

async function start(): Promise<Shared> {
  const listening: Shared['listening'] = { path: '/none' }
  const server = createServer((request, response) => {
    const { path, listener } = listening
    if (!listener || !request.url?.startsWith(`${path}/`)) return void response.writeHead(410).end()
    request.url = request.url.slice(path.length)
    listener(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  server.unref()
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const folder = mkdtempSync(join(inject('shared'), 'run-'))
  const dataDir = join(folder, 'data')
  copySeed(dataDir)
  const assembly = inject('assembly')
  const service = await startService({
    assembly,
    dataDir,
    env: { PUBLISH_POLL_MS: '100', URL_UPLOAD_ALLOW_HOSTS: host },
    stderrFile: join(folder, 'stderr'),
  })
  const operator = openOperator()
  const shared: Shared = {
    assembly,
    service,
    dataDir,
    operator,
    host,
    listening,
    endpoints: readEndpoints(dataDir),
    settings: {},
    owners: 0,
  }
  const { control } = viewOf(shared, 'demo', service.session)
  for (const platform of SIMULATED_IDS) shared.settings[platform] = await control<object>(platform, 'GET', '/settings')
  return shared
}

const viewOf = (
  { assembly, service, dataDir, endpoints, operator }: Shared,
  owner: string,
  session: Session,
): LocalService =>
  localOf({
    dataDir,
    owner,
    operator,
    service: () => service,
    session: () => session,
    endpoints: () => endpoints,
    assembly: () => assembly,
  })

/** An account like the demo owner's, connected to another owner. */
async function likeDemo(local: LocalService, platform: 'instagram' | 'threads', owner: string): Promise<DemoAccount> {
  const { username } = local.session.accounts.find((one) => one.platform === platform)!
  const { accounts } = await local.control<{ accounts: Record<string, unknown>[] }>(
    platform,
    'GET',
    '/state?requests=0',
  )
  const { name, biography, account_type, scopes } = accounts.find((one) => one.username === username)!
  const made = await local.control<{ token: string }>(platform, 'POST', '/accounts', {
    ...{ username, name, biography, account_type, scopes },
  })
  const words = ['account', 'connect', '--owner', owner, '--platform', platform, `--access-token=${made.token}`]
  const { id } = await local.admin<{ id: string }>(...words)
  return { id, platform, username }
}

/** Somebody who joined the team of an owner. */
async function member(local: LocalService, owner: string, role: string): Promise<SignIn> {
  const email = `${role}.of.${owner}@example.com`
  const words = ['member', 'invite', '--owner', owner, '--email', email, '--role', role]
  const { url } = await local.admin<{ url: string }>(...words)
  const told = new RegExp(`${email.replaceAll('.', '\\.')}: password (\\S+)`)
  const password = await eventually(() => told.exec(local.process.stderr())?.[1], { what: `a password for ${email}` })
  await joinTeam(local.session.dashboard_url!, url, { email, password })
  return { email, password }
}

/** @param people whether somebody signs in to the dashboard: an admin and a viewer of the owner are made then. */
export async function sharedLocal({ people = false } = {}): Promise<SharedLocal> {
  kept.sharedLocal ??= start()
  const shared = await kept.sharedLocal
  shared.owners += 1
  // No name is part of another.
  const owner = `owner-${String(shared.owners).padStart(3, '0')}`
  const path = `/${owner}`
  Object.assign(shared.listening, { path, listener: undefined })

  const demo = viewOf(shared, 'demo', shared.service.session)
  for (const platform of SIMULATED_IDS) {
    await demo.control(platform, 'DELETE', '/faults')
    await demo.control(platform, 'POST', '/settings', shared.settings[platform])
  }
  await demo.admin('owner', 'create', owner)
  const words = ['key', 'create', '--owner', owner, '--label', owner]
  const { owner_id, api_key, key_id } = await demo.admin<Session>(...words)
  const accounts: DemoAccount[] = []
  for (const platform of OWNED) accounts.push(await likeDemo(demo, platform, owner))
  const [admin, viewer] = people ? [await member(demo, owner, 'admin'), await member(demo, owner, 'viewer')] : []
  const sign_in = admin && viewer ? { ...admin, viewer } : undefined
  const local = viewOf(shared, owner, { ...shared.service.session, owner_id, api_key, key_id, accounts, sign_in })
  const outside: Outside = {
    host: shared.host,
    origin: `http://${shared.host}${path}`,
    serve: (listener) => {
      shared.listening.listener = listener
    },
  }
  return Object.assign(local, { outside })
}
