// n8n itself, of which npm installs gigabytes: it is run where somebody has installed it and N8N_FOLDER names that folder.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { onKeptPort } from '../../local/engines/kept-port.ts'
import { lacksNodes, NODE_PACKAGE } from './built-n8n.ts'
import { eventually } from './local.ts'
import type { Json } from './posting.ts'

const run = promisify(execFile)
const INSTALL = 'npm install n8n@2.41.1'
const SLOW_MS = 300_000
const SIGN_IN = { email: 'owner@example.com', firstName: 'Mina', lastName: 'Kim', password: 'Mina-Kim-2026' }

const programIn = (folder: string) => join(folder, 'node_modules', 'n8n', 'bin', 'n8n')

/** Why n8n cannot be run here, if it cannot. */
export function lacksN8n(folder = process.env.N8N_FOLDER): string | undefined {
  if (!folder) return `N8N_FOLDER names no folder in which \`${INSTALL}\` was run (minutes, and 3 GB)`
  if (!existsSync(programIn(folder))) return `there is no n8n in N8N_FOLDER (${folder}): run ${INSTALL} there`
  return lacksNodes()
}

/** A port that no other run of this machine uses. */
const reservePort = (file: string): Promise<number> =>
  onKeptPort(
    file,
    (port) =>
      new Promise((resolve, reject) => {
        const server = createServer()
        server.once('error', reject)
        server.listen(port, '127.0.0.1', () => server.close(() => resolve(port)))
      }),
  )

export interface N8n {
  /** Folder of which workflows may read files. */
  readonly folder: string
  /** `host:port` of its webhooks. */
  readonly host: string
  /** Imports credentials and workflows, with the command line of n8n. */
  bring(kind: 'credentials' | 'workflow', items: Json[]): Promise<void>
  /** Starts it and signs in its owner. */
  start(): Promise<void>
  /** A call of the address that n8n's own pages use. @throws what it answers, when it refuses. */
  call(method: string, path: string, json?: Json): Promise<Json>
  activate(workflow: string): Promise<void>
  /** What n8n keeps of the last execution. */
  problem(): Promise<string>
  /** Ends it and removes its folder. */
  end(): Promise<void>
}

/** An n8n without workflows, in which the node is installed from its packed file. */
export async function installN8n(): Promise<N8n> {
  const folder = mkdtempSync(join(tmpdir(), 'n8n-'))
  const host = `127.0.0.1:${await reservePort(join(folder, 'port'))}`
  const env = {
    ...{ PATH: process.env.PATH, HOME: folder, N8N_USER_FOLDER: folder, N8N_RESTRICT_FILE_ACCESS_TO: folder },
    ...{ N8N_LISTEN_ADDRESS: '127.0.0.1', N8N_PORT: host.split(':')[1], WEBHOOK_URL: `http://${host}/` },
    N8N_RUNNERS_BROKER_PORT: String(await reservePort(join(folder, 'broker-port'))),
    // Nothing leaves this machine.
    ...{ N8N_DIAGNOSTICS_ENABLED: 'false', N8N_VERSION_NOTIFICATIONS_ENABLED: 'false', N8N_TEMPLATES_ENABLED: 'false' },
    ...{ npm_config_cache: join(folder, '.npm'), npm_config_update_notifier: 'false' },
  }
  const program = programIn(process.env.N8N_FOLDER!)
  const nodes = join(folder, '.n8n', 'nodes')
  mkdirSync(nodes, { recursive: true })
  writeFileSync(join(nodes, 'package.json'), '{"private":true}')
  const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', folder, NODE_PACKAGE], { env })
  // n8n gives its nodes the package that they work with.
  const words = ['--offline', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund']
  await run('npm', ['install', ...words, join(folder, stdout.trim())], { cwd: nodes, env })

  let child: ChildProcess | undefined
  let said = ''
  let cookie = ''
  const call = async (method: string, path: string, json?: Json): Promise<Json> => {
    const headers = { 'Content-Type': 'application/json', cookie }
    const reply = await fetch(`http://${host}/rest${path}`, { method, headers, body: json && JSON.stringify(json) })
    const text = await reply.text()
    if (!reply.ok) throw new Error(`n8n: ${method} ${path}: ${reply.status} ${text.slice(0, 500)}`)
    cookie = reply.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
    return JSON.parse(text).data
  }
  return {
    folder,
    host,
    call,
    bring: async (kind, items) => {
      const file = join(folder, `${kind}.json`)
      writeFileSync(file, JSON.stringify(items))
      await run(process.execPath, [program, `import:${kind}`, `--input=${file}`], { env, cwd: folder })
    },
    start: async () => {
      child = spawn(process.execPath, [program, 'start'], { env, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
      for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk: Buffer) => (said += chunk))
      await eventually(
        async () => {
          if (child!.exitCode !== null) throw new Error(`n8n ended with ${child!.exitCode}: ${said}`)
          const reply = await fetch(`http://${host}/healthz/readiness`).catch(() => undefined)
          return reply?.ok
        },
        { what: () => `an n8n that is ready: ${said}`, timeoutMs: SLOW_MS, everyMs: 250 },
      )
      await call('POST', '/owner/setup', SIGN_IN)
    },
    activate: async (workflow) => {
      const { versionId } = await call('GET', `/workflows/${workflow}`)
      await call('POST', `/workflows/${workflow}/activate`, { versionId })
    },
    problem: async () => {
      const { results } = await call('GET', '/executions?limit=1')
      const { data } = await call('GET', `/executions/${results[0]?.id}`)
      return `${JSON.stringify(data).slice(0, 3000)}\n${said.slice(-2000)}`
    },
    end: async () => {
      if (child && child.exitCode === null) {
        const closed = new Promise((resolve) => child!.once('close', resolve))
        child.kill('SIGTERM')
        const late = setTimeout(() => child!.kill('SIGKILL'), 30_000)
        await closed
        clearTimeout(late)
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
