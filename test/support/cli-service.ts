// The command line, called against a service that answers with what it is told, and counts.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { World } from '../../packages/cli/src/call.ts'
import { run } from '../../packages/cli/src/program.ts'

const account = (id: string, platform: string, name: string) =>
  ({ id, external_username: name, external_name: name, social_provider: { name: platform } }) as never

export async function startCliService() {
  const folder = mkdtempSync(join(tmpdir(), 'cli-'))
  const accounts = [
    account('1', 'instagram', 'Studio'),
    account('2', 'threads', 'studio'),
    account('3', 'threads', 'shop'),
  ]
  /** `METHOD /path` of each request. */
  const asked: string[] = []
  const answers: Record<string, { status?: number; body?: unknown; text?: string; headers?: Record<string, string> }> =
    {
      'GET /api/v1/accounts/social': { body: { success: true, data: accounts } },
    }
  /** The posts among them, as they were sent. */
  const posts: { key: string; body: { scheduled_at?: number } }[] = []
  /** The media that the service was to fetch. */
  const media: object[] = []
  /** The keys of uploads that were begun, and of media that the service was to fetch. */
  const uploads: string[] = []
  /** Requests that are left without an answer. */
  const silent = new Map<string, () => void>()
  const server = createServer((request, response) => {
    const name = `${request.method} ${request.url}`
    asked.push(name)
    let sent = ''
    request.setEncoding('utf8').on('data', (part: string) => {
      sent += part
    })
    request.on('end', () => {
      if (name.startsWith('POST /api/v1/posts/'))
        posts.push({ key: String(request.headers['idempotency-key']), body: JSON.parse(sent) })
      if (/^POST \/api\/v1\/media(\/uploads)?$/.test(name)) uploads.push(String(request.headers['idempotency-key']))
      if (name === 'POST /api/v1/media') media.push(JSON.parse(sent))
      const heard = silent.get(name)
      if (heard) return heard()
      const { status = 200, body, text, headers } = answers[name] ?? { status: 404, body: {} }
      const type = text === undefined ? 'application/json' : 'text/html'
      response.writeHead(status, { 'Content-Type': type, ...headers }).end(text ?? JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const call = async (
    words: string[],
    {
      env = { PUBLISHER_URL: url, PUBLISHER_API_KEY: 'spk_k' } as Record<string, string>,
      input = '',
      ...more
    }: Partial<Pick<World, 'signal' | 'live' | 'now'>> & {
      env?: Record<string, string>
      input?: string | Uint8Array
    } = {},
  ) => {
    let [out, err] = ['', '']
    const code = await run(words, {
      env: { XDG_CONFIG_HOME: folder, ...env },
      out: (text) => {
        out += text
      },
      err: (text) => {
        err += text
      },
      live: false,
      input: async () => Buffer.from(input),
      now: () => new Date('2026-11-23T08:00:00'),
      ...more,
    })
    return { code, out, err }
  }
  return {
    folder,
    accounts,
    asked,
    posts,
    media,
    uploads,
    answers,
    silent,
    url,
    call,
    /** Writes a file that a call can name. */
    file: (name: string, text: string | Uint8Array = 'x') => {
      writeFileSync(join(folder, name), text)
      return join(folder, name)
    },
    end: () => {
      server.closeAllConnections()
      server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
