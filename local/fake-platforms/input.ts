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
}

/** Method, path and query parameters: what can be had without the body. */
export function readAddress(req: IncomingMessage): Input {
  const url = new URL(req.url ?? '/', 'http://simulator')
  const params = new Map<string, unknown>(url.searchParams)
  const bearer = /^Bearer (\S+)$/.exec(req.headers.authorization ?? '')?.[1]
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
  }
}

/** Adds the parameters of a JSON or form body. */
export async function readParameters(req: IncomingMessage, input: Input): Promise<void> {
  const text = await readText(req)
  if (text === '') return
  const type = (req.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()
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
export async function readText(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_BODY) throw new UnreadableBody('Please reduce the amount of data', true)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
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
