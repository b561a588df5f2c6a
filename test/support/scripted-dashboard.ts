// The built dashboard on an address of its own, with an API that a test scripts: for what the real service does rarely,
// such as answering late, with a fault, or not at all. What it does otherwise is tested against the local run.
import { readFileSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { inject } from 'vitest'

export interface ScriptedAnswer {
  status?: number
  headers?: Record<string, string>
  /** As JSON; a text as it is, with the type that its header says. */
  body?: unknown
}

export interface ScriptedRequest {
  method: string
  /** Below /api, with its query. */
  path: string
  headers: IncomingMessage['headers']
  json: unknown
}

/** By method and path: "GET /v1/session". 'hang' never answers, 'drop' closes the connection. */
export type Script = Record<string, ScriptedAnswer | 'hang' | 'drop' | ((request: ScriptedRequest) => ScriptedAnswer)>

export interface ScriptedDashboard {
  url: string
  /** The requests to the API, in order. */
  requests: ScriptedRequest[]
  /** Answers otherwise from now on. */
  answer(script: Script): void
  /** Answers by this script alone from now on, and forgets what was asked. */
  begin(script: Script): void
  /** Closes all connections, with whatever is still asked over them. */
  hangUp(): void
  end(): Promise<void>
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

/** A page with nothing on it. */
export const BLANK = '/blank'

/** The blank page is in the dashboard's group of windows, so that the process which drew it draws the next page too. */
const SAME_GROUP = { 'Cross-Origin-Opener-Policy': 'same-origin' }
const BLANK_HEADERS = { 'Content-Type': TYPES['.html'], ...SAME_GROUP }

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' blob:; media-src 'self' blob:; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

/** The answers for a person of one owner that has nothing yet. */
export const signedIn = (role: 'admin' | 'editor' | 'author' | 'viewer' = 'admin'): Script => ({
  'GET /v1/session': {
    body: {
      success: true,
      data: {
        person: { id: 'e3f1', email: 'demo@example.com', name: 'Demo Person' },
        session: { id: '5e55', created_at: Date.now(), expires_at: Date.now() + 3_600_000 },
        owner: { id: '0a11', name: 'Demo', role },
        owners: [{ id: '0a11', name: 'Demo', role }],
      },
    },
  },
  'GET /v1/accounts/connections': { body: { success: true, data: [] } },
  'GET /v1/notices': { body: { success: true, data: { notices: [], unseen: 0 } } },
  'GET /v1/notices/settings': { body: { success: true, data: { email: false, available: true } } },
  'GET /v1/keys': { body: { success: true, data: [], rate_limit_max: 120 } },
})

export const refusal = (status: number, code: string, message: string, path?: string): ScriptedAnswer => ({
  status,
  headers: { 'X-Request-Id': 'request-1' },
  body: { success: false, message, errors: [{ code, path, message }], request_id: 'request-1' },
})

/** @returns undefined where the page gave the request up before it was there as a whole. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of request) chunks.push(chunk as Buffer)
  } catch {
    return undefined
  }
  return Buffer.concat(chunks)
}

function jsonOf(request: IncomingMessage, bytes: Buffer): unknown {
  const isJson = request.headers['content-type']?.startsWith('application/json')
  return isJson && bytes.length > 0 ? JSON.parse(bytes.toString('utf8')) : undefined
}

function serveFile(folder: string, path: string, response: ServerResponse): void {
  const file = join(folder, normalize(path))
  const found = file.startsWith(folder) && statSync(file, { throwIfNoEntry: false })?.isFile() ? file : null
  if (found === null && path.startsWith('/assets/')) {
    response.writeHead(404).end()
    return
  }
  const served = found ?? join(folder, 'index.html')
  response
    .writeHead(200, {
      'Content-Type': TYPES[extname(served)] ?? 'application/octet-stream',
      // Files that are there have their content in their names.
      ...(path.startsWith('/assets/') ? { 'Cache-Control': 'public, max-age=31536000, immutable' } : {}),
      'Content-Security-Policy': POLICY,
      ...SAME_GROUP,
    })
    .end(readFileSync(served))
}

export async function startScriptedDashboard(first: Script): Promise<ScriptedDashboard> {
  let script = { ...first }
  const requests: ScriptedRequest[] = []
  const folder = inject('dashboard')
  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? '/', 'http://127.0.0.1')
      if (url.pathname === BLANK) return void response.writeHead(200, BLANK_HEADERS).end()
      if (!url.pathname.startsWith('/api/')) return serveFile(folder, url.pathname, response)
      const path = url.pathname.slice('/api'.length)
      const bytes = await readBody(request)
      if (bytes === undefined) return
      const asked = {
        method: request.method ?? 'GET',
        path: path + url.search,
        headers: request.headers,
        json: jsonOf(request, bytes),
      }
      requests.push(asked)
      const scripted = script[`${asked.method} ${path}`]
      if (scripted === 'hang') return
      if (scripted === 'drop') return void request.socket.destroy()
      const {
        status = 200,
        headers = {},
        body,
      } = (typeof scripted === 'function' ? scripted(asked) : scripted) ??
      refusal(404, 'not_found', `No script for ${asked.method} ${path}.`)
      response
        .writeHead(status, { 'Content-Type': 'application/json', ...headers })
        .end(body === undefined || typeof body === 'string' ? body : JSON.stringify(body))
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answer: (more) => {
      script = { ...script, ...more }
    },
    begin: (other) => {
      script = { ...other }
      requests.length = 0
    },
    hangUp: () => server.closeAllConnections(),
    end: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
