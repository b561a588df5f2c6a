// A simulator in a temporary folder, a place to fetch media from, and short ways to call both.
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll } from 'vitest'
import { type FakePlatform, startFakePlatform } from '../../../local/fake-platforms/index.ts'
import type { SimulatedId } from '../../../local/fake-platforms/registry.ts'

export const HOUR = 3_600_000
export const DAY = 24 * HOUR

/** Replies are what is being tested, so nothing is assumed of their shape. */
export type Json = ReturnType<typeof JSON.parse>

export interface Reply {
  status: number
  json: Json
  headers: Headers
  text: string
}

export interface Running extends FakePlatform {
  dataDir: string
  /** A call of the platform's API with the demo token, or another; parameters go into a form or the query. */
  call(method: string, path: string, params?: Record<string, unknown>, options?: CallOptions): Promise<Reply>
  control(method: string, path: string, body?: unknown): Promise<Json>
  state(): Promise<Json>
  /** Sets the clock ahead of now. */
  ahead(ms: number): Promise<void>
  faults(...rules: unknown[]): Promise<void>
  /** The same state in a new server. */
  restart(): Promise<Running>
}

interface CallOptions {
  token?: string | null
  tokenIn?: 'header' | 'query' | 'body'
  as?: 'json' | 'form' | 'query'
}

const open = new Set<{ close(): Promise<void> }>()
const folders: string[] = []
afterAll(async () => {
  await Promise.all([...open].map((one) => one.close()))
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })))
})

/** A simulator whose containers are ready at once unless settings say otherwise. */
export async function start(platform: SimulatedId, settings: Record<string, unknown> = {}): Promise<Running> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fake-platform-'))
  folders.push(dataDir)
  const running = await run(platform, dataDir)
  await running.control('POST', '/settings', { processing_ms: 0, ...settings })
  return running
}

async function run(platform: SimulatedId, dataDir: string): Promise<Running> {
  const fake = await startFakePlatform(platform, { port: 0, dataDir })
  open.add(fake)
  const control = async (method: string, path: string, body?: unknown): Promise<Json> => {
    const response = await fetch(`${fake.url}/_control${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    const json = await response.json()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(json)}`)
    return json
  }
  const close = async (): Promise<void> => {
    if (open.delete(fake)) await fake.close()
  }
  return {
    ...fake,
    dataDir,
    close,
    control,
    call: (method, path, params = {}, options = {}) => request(fake, method, path, params, options),
    state: () => control('GET', '/state'),
    ahead: async (ms) => {
      await control('POST', '/settings', { clock_offset_ms: ms })
    },
    faults: async (...rules) => {
      await control('POST', '/faults', rules)
    },
    restart: async () => {
      await close()
      return run(platform, dataDir)
    },
  }
}

async function request(
  fake: FakePlatform,
  method: string,
  path: string,
  params: Record<string, unknown>,
  { token = fake.demoToken, tokenIn = 'header', as = method === 'GET' ? 'query' : 'form' }: CallOptions,
): Promise<Reply> {
  const url = new URL(`${fake.url}${path}`)
  const headers: Record<string, string> = {}
  const sent = { ...params }
  if (token !== null && tokenIn === 'header') headers.authorization = `Bearer ${token}`
  if (token !== null && tokenIn === 'body') sent.access_token = token
  if (token !== null && tokenIn === 'query') url.searchParams.set('access_token', token)
  const text = Object.entries(sent).map(([name, value]): [string, string] => [name, String(value)])
  if (as === 'query') for (const [name, value] of text) url.searchParams.set(name, value)
  const body = as === 'json' ? JSON.stringify(sent) : as === 'form' ? new URLSearchParams(text) : undefined
  if (as === 'json') headers['content-type'] = 'application/json'
  const response = await fetch(url, { method, headers, body, redirect: 'manual' })
  const reply = await response.text()
  let json: Json
  try {
    json = JSON.parse(reply)
  } catch {
    json = undefined
  }
  return { status: response.status, json, headers: response.headers, text: reply }
}

/** Asks again until the answer is not `IN_PROGRESS`; downloads end on their own. */
export async function settled(sim: Running, path: string, field: 'status' | 'status_code'): Promise<Json> {
  for (;;) {
    const { json } = await sim.call('GET', path, { fields: `status,${field === 'status' ? 'error_message' : field}` })
    if (json[field] !== 'IN_PROGRESS') return json
    await delay(5)
  }
}

interface Served {
  body: Buffer
  type: string
  status?: number
  location?: string
  /** The version that it tells; asked for again with it, it is not sent. */
  versions?: { etag?: string; 'last-modified'?: string }
}

/** Serves what is put into it on 127.0.0.1; `never` is not answered. */
export async function mediaHost(): Promise<{ add(name: string, served: Served | 'never'): string }> {
  const files = new Map<string, Served | 'never'>()
  const server = createServer((req, res) => {
    const name = (req.url ?? '').slice(1)
    const file = files.get(name)
    if (file === 'never') return
    if (!file) return res.writeHead(404).end()
    const { etag, 'last-modified': modified } = file.versions ?? {}
    const known =
      (etag !== undefined && req.headers['if-none-match'] === etag) ||
      (modified !== undefined && Date.parse(String(req.headers['if-modified-since'])) >= Date.parse(modified))
    if (known) return res.writeHead(304).end()
    res.writeHead(file.status ?? 200, {
      'content-type': file.type,
      ...file.versions,
      ...(file.location ? { location: file.location } : {}),
    })
    res.end(file.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.add({
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    add: (name, served) => {
      files.set(name, served)
      return `${origin}/${name}`
    },
  }
}

export const picture = (width: number, height: number, format: 'jpeg' | 'png' = 'jpeg', hue = 120): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: `hsl(${hue},60%,50%)` } })
    .toFormat(format)
    .toBuffer()

interface VideoShape {
  seconds?: number
  width?: number
  height?: number
  codec?: string
  brand?: string
}

/** The smallest file that says of itself what a real video would. */
export function video({
  seconds = 10,
  width = 1080,
  height = 1920,
  codec = 'avc1',
  brand = 'isom',
}: VideoShape = {}): Buffer {
  const mvhd = Buffer.alloc(100)
  mvhd.writeUInt32BE(1000, 12)
  mvhd.writeUInt32BE(seconds * 1000, 16)
  const tkhd = Buffer.alloc(84)
  tkhd.writeUInt32BE(width * 65_536, 76)
  tkhd.writeUInt32BE(height * 65_536, 80)
  const hdlr = Buffer.alloc(24)
  hdlr.write('vide', 8, 'latin1')
  const entry = Buffer.alloc(86)
  entry.writeUInt32BE(86, 0)
  entry.write(codec, 4, 'latin1')
  const stsd = box('stsd', Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]), entry)
  const media = box('mdia', box('hdlr', hdlr), box('minf', box('stbl', stsd)))
  return Buffer.concat([
    box('ftyp', Buffer.from(`${brand}\0\0\0\0${brand}`, 'latin1')),
    box('free', Buffer.alloc(16)),
    box('moov', box('mvhd', mvhd), box('trak', box('tkhd', tkhd), media)),
    box('mdat', Buffer.alloc(64, 7)),
  ])
}

function box(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8, 0)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}
