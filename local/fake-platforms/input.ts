// A request as the platforms read it: parameters from query and body alike, the token from header or parameter.
import type { IncomingMessage } from 'node:http'

const MAX_BODY = 1_048_576
const SECRET_PARAMETERS = new Set(['access_token', 'input_token', 'client_secret', 'code', 'fb_exchange_token'])

/** A body that cannot be read as parameters; each platform says so in its own words. */
export class UnreadableBody extends Error {
  readonly tooLarge: boolean

  constructor(message: string, tooLarge = false) {
    super(message)
    this.tooLarge = tooLarge
  }
}

export interface Input {
  method: string
  path: string
  params: Map<string, unknown>
  token: string | null
  tokenIn: 'header' | 'query' | 'body' | 'none'
  accept: string
  headers: IncomingMessage['headers']
  /** Files of a form, by their fields. */
  files: Map<string, SentFile>
}

export interface SentFile {
  name: string
  type: string
  bytes: Buffer
}

/** Method, path and query parameters: what is known without the body. */
export function readAddress(req: IncomingMessage): Input {
  const url = new URL(req.url ?? '/', 'http://simulator')
  const params = new Map<string, unknown>(url.searchParams)
  const bearer = /^(?:Bearer|OAuth) (\S+)$/.exec(req.headers.authorization ?? '')?.[1]
  const inQuery = params.get('access_token')
  const token = bearer ?? (typeof inQuery === 'string' ? inQuery : null)
  params.delete('access_token')
  return {
    method: req.method ?? 'GET',
    path: url.pathname,
    params,
    token,
    tokenIn: bearer ? 'header' : token ? 'query' : 'none',
    accept: req.headers.accept ?? '',
    headers: req.headers,
    files: new Map(),
  }
}

/** Adds the parameters of a JSON or form body. @param maxUpload how long a form with files may be; 0: the platform takes none. */
export async function readParameters(req: IncomingMessage, input: Input, maxUpload = 0): Promise<void> {
  const type = (req.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()
  if (type === 'multipart/form-data' && maxUpload > 0) return readForm(await readBytes(req, maxUpload), input)
  const text = await readText(req)
  if (text === '') return
  if (type === 'application/json') {
    for (const [name, value] of Object.entries(parseObject(text))) input.params.set(name, value)
  } else if (type === 'application/x-www-form-urlencoded') {
    for (const [name, value] of new URLSearchParams(text)) input.params.set(name, value)
  } else {
    throw new UnreadableBody(`Unsupported content type: ${type || 'none'}`)
  }
  const inBody = input.params.get('access_token')
  input.params.delete('access_token')
  if (input.tokenIn === 'none' && typeof inBody === 'string') {
    input.token = inBody
    input.tokenIn = 'body'
  }
}

/** The whole body; the control calls use it too. */
export const readText = async (req: IncomingMessage): Promise<string> =>
  (await readBytes(req, MAX_BODY)).toString('utf8')

async function readBytes(req: IncomingMessage, most: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > most) throw new UnreadableBody('Please reduce the amount of data', true)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function readForm(body: Buffer, input: Input): Promise<void> {
  const headers = { 'content-type': input.headers['content-type']! }
  const form = await new Response(new Uint8Array(body), { headers }).formData().catch(() => {
    throw new UnreadableBody('The form cannot be read')
  })
  for (const [name, value] of form) {
    if (typeof value === 'string') input.params.set(name, value)
    else {
      const bytes = Buffer.from(await value.arrayBuffer())
      input.files.set(name, { name: value.name, type: value.type, bytes })
    }
  }
}

/** Parameters for the record: no secret among them, also not inside an address. */
export function withoutSecrets(params: Map<string, unknown>): Record<string, unknown> {
  const kept: Record<string, unknown> = {}
  for (const [name, value] of params) if (!SECRET_PARAMETERS.has(name)) kept[name] = value
  return kept
}

function parseObject(text: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new UnreadableBody('The body is not valid JSON')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UnreadableBody('The body must be a JSON object')
  }
  return value as Record<string, unknown>
}
