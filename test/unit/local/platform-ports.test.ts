// The simulators of a local run on free ports, killed at any time: accounts keep the address of the server that they are on and
// the session that they have there, so both stay, with all that was answered.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { PlatformsMessage, SimulatedPlatform } from '../../../local/engines/platforms.ts'
import { SIMULATED_IDS } from '../../../local/fake-platforms/registry.ts'
import { randomFrom } from '../../support/random.ts'
import type { Json } from '../fake-platforms/support.ts'

const PROGRAM = join(import.meta.dirname, '..', '..', '..', 'local', 'engines', 'platforms.ts')
const PORTS = Object.fromEntries(SIMULATED_IDS.map((id) => [id, 0]))

let dataDir: string
let child: ChildProcess | undefined
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ports-'))
})
afterEach(async () => {
  await kill()
  await rm(dataDir, { recursive: true, force: true })
})

async function launch(ports: Record<string, number> = PORTS): Promise<Record<string, SimulatedPlatform>> {
  child = fork(PROGRAM, [JSON.stringify({ dataDir, ports })], { silent: true, execArgv: [] })
  const [message] = (await once(child, 'message')) as [PlatformsMessage]
  if ('failed' in message) throw new Error(message.failed)
  return message.ready as Record<string, SimulatedPlatform>
}

async function kill(): Promise<void> {
  if (child?.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** Ports that nothing uses at the moment. */
async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map((server) => once(server.close(), 'close')))
  return ports
}

/** One call, as an app makes it; undefined where its answer was lost. */
async function call(url: string, token: string | null, body?: object): Promise<Json> {
  const reply = await fetch(url, {
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    headers: { 'content-type': 'application/json', ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
  }).catch(() => undefined)
  const text = await reply?.text().catch(() => undefined)
  if (!reply || text === undefined) return undefined
  if (!reply.ok) throw new Error(`${url}: ${reply.status} ${text}`)
  return JSON.parse(text)
}

it('have the same ports again after a kill', { tags: 'deep', timeout: 60_000 }, async () => {
  const before = await launch()
  await kill()
  expect(await launch()).toEqual(before)
  expect(Object.keys(before).sort()).toEqual([...SIMULATED_IDS].sort())
})

it('stay where accounts name the server, whatever port is asked for later', {
  tags: 'deep',
  timeout: 60_000,
}, async () => {
  const free = await freePorts(SIMULATED_IDS.length * 2)
  const at = (from: number) => Object.fromEntries(SIMULATED_IDS.map((id, place) => [id, free[from + place]!]))
  const urls = (running: Record<string, SimulatedPlatform>) =>
    Object.fromEntries(Object.entries(running).map(([id, { url }]) => [id, url]))
  const [first, later] = [at(0), at(SIMULATED_IDS.length)]
  const addresses = (ports: Record<string, number>) =>
    Object.fromEntries(Object.entries(ports).map(([id, port]) => [id, `http://127.0.0.1:${port}`]))
  expect(urls(await launch(first))).toEqual(addresses(first))
  await kill()
  const { bluesky, mastodon } = first
  expect(urls(await launch(later))).toEqual(addresses({ ...later, bluesky: bluesky!, mastodon: mastodon! }))
  await kill()
  expect(await launch()).toMatchObject({
    bluesky: { url: `http://127.0.0.1:${bluesky}` },
    mastodon: { url: `http://127.0.0.1:${mastodon}` },
  })
})

it('know sessions and all that they answered after kills in the middle of calls', {
  tags: 'deep',
  timeout: 120_000,
}, async () => {
  const random = randomFrom(27)
  let running = await launch()
  const { bluesky, mastodon } = running as { bluesky: SimulatedPlatform; mastodon: SimulatedPlatform }
  const methods = `${bluesky.url}/xrpc/com.atproto`
  const signIn = { identifier: 'harbor.test', password: bluesky.token }
  let { did, accessJwt, refreshJwt }: Json = await call(`${methods}.server.createSession`, null, signIn)
  const { token } = await call(`${mastodon.url}/_control/accounts`, null, { username: 'quay' })

  const TID = '234567abcdefghijklmnopqrstuvwxyz'
  const keys = Array.from({ length: 30 }, (_, at) => `3lzy2jfgbp${TID[2]}${TID[at % 32]}${TID[at % 7]}`)
  const put = (rkey: string) => {
    const record = { $type: 'app.bsky.feed.post', text: rkey, createdAt: '2026-11-21T12:00:00.000Z' }
    const body = { repo: did, collection: 'app.bsky.feed.post', rkey, record, swapRecord: null }
    return call(`${methods}.repo.putRecord`, accessJwt, body)
  }
  const post = (status: string) => call(`${mastodon.url}/api/v1/statuses`, token, { status })
  const statuses: string[] = []
  for (let at = 0; at < keys.length; at += 10) {
    const calls = keys.slice(at, at + 10).map(async (key) => {
      const [record, status] = await Promise.all([put(key), post(key)])
      // A lost request is sent again where that shows nothing new.
      return { key, lost: record === undefined, status: status?.id as string | undefined }
    })
    await new Promise((resolve) => setTimeout(resolve, random() * 15))
    await kill()
    const made = await Promise.all(calls)
    const again = await launch()
    expect(again).toEqual(running)
    running = again
    statuses.push(...made.flatMap(({ status }) => status ?? []))
    for (const { key } of made.filter(({ lost }) => lost)) expect((await put(key)).uri).toContain(key)
    const renewed = await fetch(`${methods}.server.refreshSession`, {
      method: 'POST',
      headers: { authorization: `Bearer ${refreshJwt}` },
    })
    expect(renewed.status).toBe(200)
    const tokens: Json = await renewed.json()
    accessJwt = tokens.accessJwt
    refreshJwt = tokens.refreshJwt
  }
  const heldBy = async (url: string): Promise<Json[]> => (await call(`${url}/_control/state?requests=0`, null)).posts
  const onBluesky = await heldBy(bluesky.url)
  expect(onBluesky.map(({ text }) => text).sort()).toEqual([...keys].sort())
  const onMastodon = (await heldBy(mastodon.url)).map(({ id }) => id)
  expect(onMastodon).toEqual(expect.arrayContaining(statuses))
})
