// A platform, simulated over HTTP on 127.0.0.1: as strict as its documents, with faults on demand.
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { guarded, LOOPBACK } from '../loopback.ts'
import { grantToken, saveAccount, TokenInput } from './accounts.ts'
import { SIMULATED_IDS, type SimulatedId, simulatorOf } from './registry.ts'
import { handleRequest } from './server.ts'
import { schemasOf } from './settings.ts'
import { type Simulator, track } from './simulator.ts'
import { Store } from './store.ts'

export interface StartOptions {
  port: number
  dataDir: string
  log?: (line: string) => void
  /** The account that exists from the start grants everything that the platform has. */
  grantAll?: boolean
}

export interface FakePlatform {
  /** Origin: takes the place of the platform's API and of its OAuth hosts. */
  url: string
  /** The secret that connects the account that exists from the start: its long-lived token, or its password for apps. */
  demoToken: string
  close(): Promise<void>
}

/** Starts a simulator; state and received media are kept in `dataDir` and found again there. */
export async function startFakePlatform(platform: SimulatedId, options: StartOptions): Promise<FakePlatform> {
  const loaded = await Promise.all(SIMULATED_IDS.map((id) => simulatorOf(id).load?.()))
  const all = loaded.filter((rules) => rules !== undefined)
  const { start } = simulatorOf(platform)
  if (start) return start(options, all)
  const rules = loaded[SIMULATED_IDS.indexOf(platform)]
  if (!rules) throw new Error(`there is no simulator of ${platform}`)
  const schemas = schemasOf(all)
  const store = new Store(rules, options.dataDir, schemas)
  const sim: Simulator = {
    platform,
    rules,
    store,
    schemas,
    mediaDir: join(options.dataDir, `${platform}-media`),
    log: options.log ?? (() => {}),
    closing: new AbortController(),
    work: new Set(),
    url: '',
    now: () => Date.now() + store.settings.clock_offset_ms,
  }
  const demoToken = await demoTokenOf(sim, options.grantAll ?? false)
  const answer: RequestListener = (req, res) => {
    const answering = handleRequest(sim, req, res).catch((error: unknown) => {
      sim.log(`failed: ${error instanceof Error ? error.stack : String(error)}`)
      if (!res.headersSent) res.writeHead(500)
      res.end()
    })
    track(sim, answering)
  }
  const server = createServer(guarded('own', answer))
  // Longer than any caller keeps an idle connection, so that a cut connection is always one that was asked for.
  server.keepAliveTimeout = 120_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, LOOPBACK, resolve)
  })
  sim.url = `http://${LOOPBACK}:${(server.address() as AddressInfo).port}`
  rules.resume(sim)
  return {
    url: sim.url,
    demoToken,
    close: async () => {
      sim.closing.abort()
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await Promise.all([closed, ...sim.work])
      store.close()
    },
  }
}

async function demoTokenOf(sim: Simulator, grantAll: boolean): Promise<string> {
  const { store } = sim
  if (store.meta.demo_token === 0 && sim.rules.furnish) await sim.rules.furnish(sim, grantAll)
  else if (store.meta.demo_token === 0) {
    const { external_id } = await saveAccount(sim, {
      ...sim.rules.demo,
      ...(grantAll ? { scopes: [sim.rules.scopes.basic, sim.rules.scopes.publish, ...sim.rules.moreScopes] } : {}),
    })
    grantToken(sim, TokenInput.parse({ account: external_id }))
    store.put('meta', { ...store.meta, demo_account: external_id, demo_token: store.meta.next_serial - 1 })
    const { personal } = sim.rules
    if (personal) await saveAccount(sim, sim.schemas.account.parse(personal))
  }
  return store.tokenText(store.meta.demo_token)
}
