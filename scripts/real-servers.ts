// Bluesky's own server (PDS) and the directory of DIDs, which come from npm in a folder of their own, and a gate before the server
// that loses answers.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { createServer, request as forward } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** Where they are installed. */
export const FOLDER = join(import.meta.dirname, '..', 'test', 'real')

/** The share of answers to publishing. */
const SHARE_LOST = 0.2

/** Missing requirements, by name. */
export class Lacking extends Error {}

export interface Servers {
  plc: string
  /** Its public address. */
  pds: string
  /** Where it listens. */
  behind: string
  did: string
  handle: string
  password: string
  app_password: string
}

/** Installs them, once. @param say shows a line. @throws {Lacking} */
export function install(say: (line: string) => void): void {
  if (Number(process.versions.node.split('.')[0]) < 22) throw new Lacking('Node.js 22 or later')
  if (existsSync(join(FOLDER, 'node_modules', '@atproto', 'pds'))) return
  say('installing the servers (once; better-sqlite3 is compiled where no ready-made binary can be fetched)')
  // The headers of this very Node are beside it, where it came as a package.
  const nodedir = join(process.execPath, '..', '..')
  const own = existsSync(join(nodedir, 'include', 'node', 'node.h')) ? { npm_config_nodedir: nodedir } : {}
  const options = { cwd: FOLDER, encoding: 'utf8', env: { ...process.env, ...own } } as const
  const done = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], options)
  if (done.status === 0) return
  rmSync(join(FOLDER, 'node_modules'), { recursive: true, force: true })
  const said = `${done.stderr ?? ''}${done.error?.message ?? ''}`
  if (/node-gyp|gyp ERR|make:|g\+\+|python/i.test(said))
    throw new Lacking('a C++ compiler, make, Python and the headers of this Node.js, to compile better-sqlite3')
  if (/ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN/.test(said)) throw new Lacking('access to the npm registry')
  throw new Lacking(`the packages of test/real: ${said.trim().split('\n').at(-1)}`)
}

/** @throws {Lacking} */
export function start(dataDir: string): Promise<{ servers: Servers; process: ChildProcess }> {
  const child = spawn(process.execPath, ['servers.mjs', dataDir], { cwd: FOLDER, stdio: ['pipe', 'pipe', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said = `${said}${chunk}`.slice(-2000)
  })
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Lacking(`a server that starts here: ${said.trim().split('\n').at(-1)}`)))
    createInterface({ input: child.stdout }).once('line', (line) =>
      resolve({ servers: JSON.parse(line) as Servers, process: child }),
    )
  })
}

export interface Kept {
  uri: string
  value: { text: string; embed?: { $type: string }; facets?: unknown[]; reply?: { parent: { uri: string } } }
}

/** All posts, as the server has them. */
export async function readBack({ pds, did }: Servers): Promise<Kept[]> {
  const found: Kept[] = []
  for (let cursor = ''; ; ) {
    const query = new URLSearchParams({
      repo: did,
      collection: 'app.bsky.feed.post',
      limit: '100',
      ...(cursor ? { cursor } : {}),
    })
    const reply = await fetch(`${pds}/xrpc/com.atproto.repo.listRecords?${query}`)
    const page = (await reply.json()) as { records: Kept[]; cursor?: string }
    found.push(...page.records)
    if (!page.cursor) return found
    cursor = page.cursor
  }
}

/** Stands at the server's public address, and cuts off answers to publishing while it is told to: before the call has reached it, or after. */
export async function gate({ pds, behind }: Servers) {
  let cut = 0
  let share = 0
  const server = createServer((asked, answer) => {
    const publishes = /putRecord|applyWrites/.test(asked.url ?? '')
    const draw = publishes ? Math.random() : 1
    if (draw < share / 2) {
      cut += 1
      asked.socket.destroy()
      return
    }
    const onward = forward(`${behind}${asked.url}`, { method: asked.method, headers: asked.headers }, (reply) => {
      if (draw < share) {
        cut += 1
        reply.resume().once('end', () => asked.socket.destroy())
        return
      }
      answer.writeHead(reply.statusCode!, reply.headers)
      reply.pipe(answer)
    })
    onward.once('error', () => asked.socket.destroy())
    asked.pipe(onward)
  })
  const { hostname, port } = new URL(pds)
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(Number(port), hostname, resolve))
  return {
    /** Begins to cut off. @returns what ends it, and says how many answers were cut off. */
    begin(): () => number {
      cut = 0
      share = SHARE_LOST
      return () => {
        share = 0
        return cut
      }
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
export type Gate = Awaited<ReturnType<typeof gate>>
