// A function's answer behind the gateway, and how it goes out: whole or as a stream.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { isBinary } from './event.ts'

const scalar = z.union([z.string(), z.number(), z.boolean()])
const Head = z.object({
  statusCode: z.coerce.number().int().min(100).max(599),
  headers: z.record(z.string(), scalar).nullish(),
  multiValueHeaders: z.record(z.string(), z.array(scalar)).nullish(),
  cookies: z.array(z.string()).nullish(),
})
const Whole = Head.extend({ body: z.string().nullish(), isBase64Encoded: z.boolean().nullish() })
/** API Gateway takes an answer with anything else in it for none; cookies are only in streams (aws-facts, section 15). */
const Proxied = Whole.omit({ cookies: true }).strict()

export interface Answer {
  status: number
  headers: [string, string | string[]][]
}

/**
 * Headers that API Gateway keeps for itself; a function's go out under another name, or not at all.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-known-issues.html
 */
const REMAPPED = new Set([
  'authorization',
  'connection',
  'content-md5',
  'date',
  'max-forwards',
  'server',
  'user-agent',
  'www-authenticate',
])
const DROPPED = new Set([
  'expect',
  'host',
  'proxy-authenticate',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'via',
])

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** The length that a function gives its answer, which the gateway sends on as it is or under another name. */
export type GivenLength = 'kept' | 'renamed'

function headOf(head: z.infer<typeof Head>, length: GivenLength): Answer {
  const headers = new Map<string, [string, string[]]>()
  const isRenamed = (name: string) => REMAPPED.has(name) || (name === 'content-length' && length === 'renamed')
  const set = (name: string, values: unknown[]) => {
    if (DROPPED.has(name.toLowerCase())) return
    const own = isRenamed(name.toLowerCase()) ? `x-amzn-Remapped-${name}` : name
    headers.set(own.toLowerCase(), [own, values.map(String)])
  }
  for (const [name, value] of Object.entries(head.headers ?? {})) set(name, [value])
  for (const [name, values] of Object.entries(head.multiValueHeaders ?? {})) {
    const [, single = []] = Object.entries(head.headers ?? {}).find(([own]) => isSame(own, name)) ?? []
    set(name, [...values, single].flat())
  }
  if (head.cookies && head.cookies.length > 0) set('Set-Cookie', head.cookies)
  if (!headers.has('content-type')) set('Content-Type', ['application/json'])
  return {
    status: head.statusCode,
    headers: [...headers.values()].map(([name, values]) => [name, values.length === 1 ? values[0]! : values]),
  }
}

type WholeAnswer = Answer & { body: Buffer }

/** @returns undefined for what is no proxy answer: API Gateway makes a 502 of it. */
export const proxyAnswer = (
  payload: string,
  binaryTypes: readonly string[],
  accept: string | undefined,
): WholeAnswer | undefined => answerOf(Proxied.safeParse(JSON.parse(payload)).data, binaryTypes, accept)

/** The answer of a function behind an address of its own. */
export const wholeAnswer = (payload: string): WholeAnswer | undefined =>
  answerOf(Whole.safeParse(JSON.parse(payload)).data, ['*/*'], undefined)

function answerOf(
  whole: z.infer<typeof Whole> | undefined,
  binaryTypes: readonly string[],
  accept: string | undefined,
): WholeAnswer | undefined {
  if (!whole) return undefined
  const { body, isBase64Encoded } = whole
  const decode = isBase64Encoded && isBinary(binaryTypes, accept?.split(',')[0])
  // The gateway counts the bytes itself, and shows both: so it is seen in answers of deployed services.
  const answer = headOf(whole, 'renamed')
  return { ...answer, body: Buffer.from(body ?? '', decode ? 'base64' : 'utf8') }
}

/** The prelude must have come by then. */
const PRELUDE_LIMIT = 16 * 1024
const DELIMITER = Buffer.alloc(8)

/** Reads a stream's prelude. @returns undefined when there is none; `rest` are bytes of the body that came with it. */
export async function streamedAnswer(
  body: IncomingMessage,
  length: GivenLength,
): Promise<(Answer & { rest: Buffer }) | undefined> {
  let seen = Buffer.alloc(0)
  for (;;) {
    const end = seen.indexOf(DELIMITER)
    if (end >= 0) {
      const parsed = Head.safeParse(parseJson(seen.subarray(0, end).toString('utf8')))
      return parsed.success
        ? { ...headOf(parsed.data, length), rest: seen.subarray(end + DELIMITER.length) }
        : undefined
    }
    if (seen.length > PRELUDE_LIMIT) return undefined
    const chunk = await nextChunk(body)
    if (!chunk) return undefined
    seen = Buffer.concat([seen, chunk])
  }
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const nextChunk = (body: IncomingMessage): Promise<Buffer | undefined> =>
  new Promise((resolve) => {
    const look = () => {
      const chunk = body.read() as Buffer | null
      if (chunk) return settle(chunk)
      if (body.readableEnded || body.destroyed) return settle(undefined)
    }
    const over = () => settle(undefined)
    const settle = (chunk: Buffer | undefined) => {
      body.off('readable', look)
      for (const event of ['end', 'error', 'close']) body.off(event, over)
      resolve(chunk)
    }
    body.on('readable', look)
    for (const event of ['end', 'error', 'close']) body.on(event, over)
    look()
  })

/** Sends the rest of a stream at the caller's pace. A caller that hangs up ends it; a function that breaks off, too. */
export async function sendStream(body: IncomingMessage, rest: Buffer, response: ServerResponse): Promise<void> {
  if (rest.length > 0) response.write(rest)
  try {
    await pipeline(body, response)
  } catch {
    response.destroy()
  }
}
