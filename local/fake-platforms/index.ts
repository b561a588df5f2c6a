// Instagram and Threads, simulated over HTTP on 127.0.0.1: as strict as their documents, with faults on demand.
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { guarded, LOOPBACK } from '../loopback.ts'
import { grantToken, saveAccount, TokenInput } from './accounts.ts'
import { resumeDownloads, track } from './containers.ts'
import { instagram } from './instagram.ts'
import type { PlatformName } from './model.ts'
import { handleRequest } from './server.ts'
import type { PlatformRules, Simulator } from './simulator.ts'
import { Store } from './store.ts'
import { threads } from './threads.ts'

const PLATFORMS: Record<PlatformName, PlatformRules> = { instagram, threads }

export interface FakePlatform {
  /** Origin: takes the place of graph.instagram.com or graph.threads.net, and of the OAuth hosts. */
  url: string
  /** Long-lived token of an account that is there from the start. */
  demoToken: string
  close(): Promise<void>
}

/** Starts a simulator; state and received media are kept in `dataDir` and found again there. */
export async function startFakePlatform(
  platform: PlatformName,
  options: {
    port: number
    dataDir: string
    log?: (line: string) => void
    /** The account that is there from the start grants everything that the platform has. */
    grantAll?: boolean
  },
): Promise<FakePlatform> {
  const store = new Store(platform, options.dataDir)
  const sim: Simulator = {
    platform,
    rules: PLATFORMS[platform],
    store,
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
  resumeDownloads(sim)
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
  if (store.meta.demo_token === 0) {
    const { external_id } = await saveAccount(sim, {
      ...sim.rules.demo,
      ...(grantAll ? { scopes: [sim.rules.scopes.basic, sim.rules.scopes.publish, ...sim.rules.moreScopes] } : {}),
    })
    grantToken(sim, TokenInput.parse({ account: external_id }))
    store.put('meta', { ...store.meta, demo_account: external_id, demo_token: store.meta.next_serial - 1 })
    const { personal } = sim.rules
    if (personal) await saveAccount(sim, { ...personal, account_type: 'Personal' })
  }
  return store.tokenText(store.meta.demo_token)
}
