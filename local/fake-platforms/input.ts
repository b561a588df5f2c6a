// A request as the platforms read it: parameters from query and body alike, the token from header or parameter.
import type { IncomingMessage } from 'node:http'
import { GraphError, invalidParameter } from './errors.ts'

const MAX_BODY = 1_048_576
const SECRET_PARAMETERS = new Set(['access_token', 'input_token', 'client_secret', 'code', 'fb_exchange_token'])

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
    throw invalidParameter(`Unsupported content type: ${type || 'none'}`)
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
    if (size > MAX_BODY) throw new GraphError(1, 'Please reduce the amount of data', { httpStatus: 413 })
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
    throw invalidParameter('The body is not valid JSON')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidParameter('The body must be a JSON object')
  }
  return value as Record<string, unknown>
}

export function textOf(params: Map<string, unknown>, name: string): string | undefined {
  const value = params.get(name)
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw invalidParameter(`Param ${name} must be a string`)
  // Invisible on a page and different on the wire: half of a surrogate pair never was a character.
  if (!value.isWellFormed()) throw invalidParameter(`Param ${name} must be valid UTF-8`)
  return value
}

/** An id. A JSON number is refused: above 2^53 it has been corrupted before it was sent. */
export function idOf(params: Map<string, unknown>, name: string): string {
  const value = params.get(name)
  if (typeof value !== 'string' || !/^\d+$/.test(value)) throw invalidParameter(`Param ${name} must be an id string`)
  return value
}

export function flagOf(params: Map<string, unknown>, name: string): boolean {
  const value = params.get(name)
  if (value === undefined || value === null || value === false || value === 'false') return false
  if (value === true || value === 'true') return true
  throw invalidParameter(`Param ${name} must be a boolean`)
}

export function wholeNumberOf(params: Map<string, unknown>, name: string): number | undefined {
  const value = params.get(name)
  if (value === undefined || value === null) return undefined
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof number !== 'number' || !Number.isSafeInteger(number))
    throw invalidParameter(`Param ${name} must be an integer`)
  return number
}

/** A list that may come as an array, as JSON text, or (ids) as comma-separated text. */
export function listOf(params: Map<string, unknown>, name: string): unknown[] | undefined {
  const value = params.get(name)
  if (value === undefined || value === null) return undefined
  if (Array.isArray(value)) return value
  if (typeof value !== 'string') throw invalidParameter(`Param ${name} must be a list`)
  if (!value.trimStart().startsWith('[')) return value.split(',').map((item) => item.trim())
  try {
    return JSON.parse(value) as unknown[]
  } catch {
    throw invalidParameter(`Param ${name} must be a list`)
  }
}

/** Names of the `fields` parameter; nested selections (`children{id}`) count as their outer name. */
export function fieldsOf(params: Map<string, unknown>, fallback: readonly string[]): string[] {
  const text = textOf(params, 'fields')
  if (!text) return [...fallback]
  return text
    .replaceAll(/\{[^}]*\}/g, '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}
