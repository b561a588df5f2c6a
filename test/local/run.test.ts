// The local run as a whole: getting ready, ending, coming back, and what it refuses.
import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { eventually, type Local, startLocal } from '../support/local.ts'
import { descendants, linux, listening, named } from '../support/processes.ts'
import { runToEnd } from '../support/service-process.ts'

/** The platforms whose accounts come after Instagram's and Threads' in the ready line. */
const FURTHER = ['bluesky', 'facebook', 'mastodon']

const ROOT = join(import.meta.dirname, '..', '..')
/** The answer to a request with headers that `fetch` would set itself; undefined where the connection is cut. */
const statusOf = (url: string, headers: Record<string, string>, method = 'POST') =>
  new Promise<number | undefined>((resolve) => {
    request(url, { method, headers }, (reply) => resolve(reply.resume().statusCode))
      .on('error', () => resolve(undefined))
      .end(method === 'POST' ? '{}' : undefined)
  })

const living = (pids: readonly number[]) =>
  pids.filter((pid) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      return stat.slice(stat.lastIndexOf(')') + 2)[0] !== 'Z'
    } catch {
      return false
    }
  })

const upload = async (local: Local, name: string) => {
  const form = new FormData()
  form.set('file', new Blob([`text of ${name}`], { type: 'text/plain' }), name)
  const reply = await local.api('POST', '/api/v1/media', { body: form })
  expect(reply.json(), reply.text).toMatchObject({ success: true })
  return reply.json<{ data: { id: string } }>().data.id
}
const titles = async (local: Local) => {
  const reply = await local.api('GET', '/api/v1/media/users')
  expect(reply.status, reply.text).toBe(200)
  return reply.text
}

describe('a running service', () => {
  let local: Local
  beforeAll(async () => {
    local = await startLocal({ fresh: true })
  })
  afterAll(() => local.end())

  it('printed one line of JSON, and keeps it for its owner alone', () => {
    const lines = local.process.stdout().split('\n')
    expect(lines).toHaveLength(2)
    const ready = JSON.parse(lines[0]!) as Record<string, unknown>
    expect(ready).toMatchObject({ ready: true, data_dir: local.dataDir, pid: expect.any(Number) })
    for (const address of ['base_url', 'cdn_url']) expect(ready[address]).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    for (const id of ['owner_id', 'key_id']) expect(ready[id]).toMatch(/^[0-9a-f-]{36}$/)
    expect(ready.accounts).toEqual([
      { id: expect.any(String), platform: 'instagram', username: expect.any(String) },
      { id: expect.any(String), platform: 'threads', username: expect.any(String) },
      ...FURTHER.map((platform) => ({ id: expect.any(String), platform, username: expect.any(String) })),
    ])
    const session = join(local.dataDir, 'session.json')
    expect(JSON.parse(readFileSync(session, 'utf8'))).toEqual(ready)
    for (const file of ['session.json', 'endpoints.json', 'service.db']) {
      expect((statSync(join(local.dataDir, file)).mode & 0o777).toString(8), file).toBe('600')
    }
  })

  it.runIf(linux)('listens on 127.0.0.1 alone, with all its processes', async () => {
    // So that functions run, too: they listen for their invocations.
    await local.api('GET', '/api/v1/accounts/social')
    const { pid } = local.session
    const open = listening([pid, ...descendants(pid)])
    expect(open.length).toBeGreaterThan(9)
    expect(open.filter((address) => !address.startsWith('127.0.0.1:'))).toEqual([])
  })

  it('answers no request under another host name, and no page of another origin', async () => {
    const { base_url, cdn_url, dashboard_url, platforms } = local.session
    const { env } = local.endpoints
    const engines = ['DYNAMODB', 'S3', 'SQS', 'LAMBDA'].map((name) => env[`AWS_ENDPOINT_URL_${name}`]!)
    for (const url of [base_url, cdn_url, dashboard_url!, ...Object.values(platforms), ...engines]) {
      const { port } = new URL(url)
      for (const host of [`evil.example:${port}`, `127.0.0.1.nip.io:${port}`, 'evil.example'])
        expect([url, host, await statusOf(url, { Host: host })]).toEqual([url, host, 403])
    }
    const table = { 'X-Amz-Target': 'DynamoDB_20120810.ListTables', 'Content-Type': 'application/x-amz-json-1.0' }
    const signed = { Authorization: 'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/local/aws4_request' }
    const [bucketless] = engines.slice(1)
    const state = `${platforms.threads}/_control/state`
    for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:1', 'http://localhost:5173']) {
      for (const url of [...engines, bucketless!, state])
        expect([url, origin, await statusOf(url, { ...table, ...signed, Origin: origin })]).toEqual([url, origin, 403])
      const question = { Origin: origin, 'Access-Control-Request-Method': 'POST' }
      for (const url of [...engines, state])
        expect([url, origin, await statusOf(url, question, 'OPTIONS')]).toEqual([url, origin, 403])
    }
  })

  it.runIf(linux)('has its table where no browser goes, as the engine itself answers anybody', () => {
    const { pid } = local.session
    const engine = named(descendants(pid), 'dynoxide')
    expect(engine).toHaveLength(1)
    const [at] = listening(engine)
    // What Node's own fetch refuses by the standard's list of ports, browsers do.
    return expect(fetch(`http://${at}/`)).rejects.toMatchObject({ cause: { message: 'bad port' } })
  })

  it('keeps every file for its owner alone', async () => {
    await upload(local, 'private.txt')
    const readable = readdirSync(local.dataDir, { recursive: true, withFileTypes: true }).filter(
      (entry) => (statSync(join(entry.parentPath, entry.name)).mode & 0o077) !== 0,
    )
    expect(readable.map(({ name }) => name)).toEqual([])
  })

  it('lets the demo owner in, and nobody without a key', async () => {
    expect((await local.api('GET', '/api/v1/accounts/social')).json<{ data: unknown[] }>().data).toHaveLength(
      2 + FURTHER.length,
    )
    expect((await local.api('GET', '/api/v1/accounts/social', { key: null })).status).toBe(401)
    expect((await local.api('GET', '/api/v1/accounts/social', { key: 'spk_nonsense' })).status).toBe(401)
  })

  it('refuses a body over 10 MB in plain text, and one over Lambda’s limit in the service’s envelope', async () => {
    const huge = await local.api('POST', '/api/v1/posts/text', { body: Buffer.alloc(10_485_761) })
    expect(huge).toMatchObject({ status: 413, text: 'HTTP content length exceeded 10485760 bytes.' })
    const large = await local.api('POST', '/api/v1/posts/text', { json: { content: 'x'.repeat(6_400_000) } })
    expect(large.status).toBe(413)
    expect(large.json()).toMatchObject({ success: false, request_id: large.headers.get('x-amzn-RequestId') })
  })

  it('keeps a second service out of its data directory', async () => {
    for (const args of [[], ['--fresh']]) {
      const second = await runToEnd({ assembly: inject('assembly'), dataDir: local.dataDir, args })
      expect(second.code).toBe(1)
      expect(second.stderr).toContain(`Another local service is running on ${local.dataDir}`)
      expect(second.stdout).toBe('')
    }
    expect((await local.api('GET', '/api/v1/accounts/social')).status).toBe(200)
  })

  it('says which port is taken', async () => {
    const holder = createServer()
    const port = await new Promise<number>((resolve) => {
      holder.listen(0, '127.0.0.1', () => resolve((holder.address() as { port: number }).port))
    })
    const folder = mkdtempSync(join(tmpdir(), 'taken-'))
    const refused = await runToEnd({
      assembly: inject('assembly'),
      dataDir: folder,
      args: ['--port', String(Math.min(port, 65_532))],
    })
    holder.close()
    rmSync(folder, { recursive: true, force: true })
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain(`Port ${port} is taken`)
  })
})

describe('ending and coming back', () => {
  it('ends at SIGTERM, leaves no process, and finds everything again', { tags: 'deep' }, async ({ skip }) => {
    skip(!linux, 'The processes of a run are read from /proc.')
    await using local = await startLocal()
    const id = await upload(local, 'kept.txt')
    const { owner_id, api_key, key_id, accounts, pid } = local.session
    const below = descendants(pid)
    expect(below.length).toBeGreaterThan(3)
    // Within how many seconds is judged where nothing else runs (test/local/on-time.test.ts).
    expect((await local.stop()).code).toBe(0)
    expect(living(below)).toEqual([])
    expect(existsSync(join(local.dataDir, 'endpoints.json'))).toBe(false)

    await local.restart()
    expect(local.session).toMatchObject({ owner_id, api_key, key_id, accounts })
    expect(await titles(local)).toContain('kept.txt')
    expect((await local.api('GET', `/api/v1/media/${id}`)).text).toBe('text of kept.txt')
  })

  it.runIf(linux)('loses nothing and leaves no process at SIGKILL', async () => {
    await using local = await startLocal()
    const ids = await Promise.all(['a.txt', 'b.txt', 'c.txt'].map((name) => upload(local, name)))
    const below = descendants(local.session.pid)
    const { key_id, api_key } = local.session
    await local.admin('key', 'rotate', key_id)
    await local.kill()
    await eventually(() => living(below).length === 0, { what: 'no process left' })

    await local.restart()
    // The key of the ready line works, whatever became of the one before.
    expect(local.session.api_key).not.toBe(api_key)
    const listed = await titles(local)
    for (const id of ids) expect(listed).toContain(id)
  })

  it.runIf(linux).each(['SIGTERM', 'SIGKILL'] as const)('goes when npm gets %s', async (signal) => {
    const folder = mkdtempSync(join(tmpdir(), 'npm-start-'))
    cpSync(inject('seed'), join(folder, 'data'), { recursive: true })
    const args = [
      'start',
      '--silent',
      '--',
      '--json',
      '--port',
      '0',
      '--assembly',
      inject('assembly'),
      '--data-dir',
      join(folder, 'data'),
    ]
    const npm = spawn('npm', args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'ignore'] })
    const ready = await new Promise<{ pid: number }>((resolve, reject) => {
      let text = ''
      npm.stdout.on('data', (chunk: Buffer) => {
        text += chunk
        if (text.includes('\n')) resolve(JSON.parse(text) as { pid: number })
      })
      npm.once('close', (code) => reject(new Error(`npm ended with ${code}`)))
    })
    const all = [ready.pid, ...descendants(ready.pid)]
    npm.removeAllListeners('close')
    npm.kill(signal)
    await eventually(() => living(all).length === 0, { what: 'no process left' })
    rmSync(folder, { recursive: true, force: true })
  })
})

describe('a wrong call', () => {
  it.each([
    [['--port', 'many'], {}, '--port must be an integer'],
    [['--prot', '3000'], {}, "Unknown option '--prot'"],
    [['--data-dir', ''], {}, '--data-dir must name a directory'],
    [[], { URL_UPLOAD_ALLOW_HOSTS: 'http://127.0.0.1:9' }, 'URL_UPLOAD_ALLOW_HOSTS must be host:port pairs'],
  ])('%j %j exits with 2 and says why', async (args, env, said) => {
    const folder = mkdtempSync(join(tmpdir(), 'wrong-'))
    const outcome = await runToEnd({ assembly: inject('assembly'), dataDir: folder, args, env })
    rmSync(folder, { recursive: true, force: true })
    expect(outcome.code).toBe(2)
    expect(outcome.stderr).toContain(said)
  })

  it('--fresh empties no directory that is not its own', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'foreign-'))
    writeFileSync(join(folder, 'letter.txt'), 'dear reader')
    const outcome = await runToEnd({ assembly: inject('assembly'), dataDir: folder, args: ['--fresh'] })
    expect(outcome.code).toBe(1)
    expect(outcome.stderr).toContain('Nothing was removed')
    expect(readdirSync(folder)).toEqual(['letter.txt'])
    rmSync(folder, { recursive: true, force: true })
  })

  it('a platform given from outside is not simulated', { tags: 'deep' }, async () => {
    const env = { INSTAGRAM_GRAPH_URL: 'http://127.0.0.1:9', PLATFORM_ALLOW_HOSTS: 'LOCALHOST:9, 127.0.0.1:9' }
    await using local = await startLocal({ env })
    expect(local.session.platforms.instagram).toBe('http://127.0.0.1:9')
    // Accounts of the simulators are on them, whichever further servers are allowed.
    const { bluesky, mastodon } = local.session.platforms
    expect(local.endpoints.env.PLATFORM_ALLOW_HOSTS?.split(',')).toEqual(
      expect.arrayContaining(['localhost:9', '127.0.0.1:9', new URL(bluesky!).host, new URL(mastodon!).host]),
    )
    expect(local.session.accounts.map(({ platform }) => platform)).toEqual(['threads', ...FURTHER])
  })
})
