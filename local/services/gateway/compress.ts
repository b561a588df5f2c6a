// Compression of whole answers. Streamed ones and the gateway's own go out as they are.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-receive-response-with-compressed-payload.html
import { promisify } from 'node:util'
import { deflate, gzip } from 'node:zlib'
import type { Answer } from './integration.ts'

const ENCODERS = { gzip: promisify(gzip), deflate: promisify(deflate) }
type Coding = keyof typeof ENCODERS

/** A coding with its weight, as RFC 9110 writes it. */
const CODING = /^([\w.+-]+|\*)(?:[ \t]*;[ \t]*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/i

/**
 * The coding to compress in. API Gateway reads only the one with the highest weight, the first of several: where it does not
 * know that one, as with `br, gzip`, or where it is `*`, it does not compress.
 */
export function codingFor(acceptEncoding: string | undefined): Coding | undefined {
  let best: { name: string; weight: number } | undefined
  for (const part of acceptEncoding?.split(',') ?? []) {
    const match = CODING.exec(part.trim())
    if (!match) return undefined
    const weight = Number(match[2] ?? 1)
    if (weight > (best?.weight ?? 0)) best = { name: match[1]!.toLowerCase(), weight }
  }
  return best && Object.hasOwn(ENCODERS, best.name) ? (best.name as Coding) : undefined
}

/**
 * An answer as it goes out. No `Vary` is added: AWS documents none, so a function whose answers may be cached sends its own.
 * @param from the API's minimum compression size in bytes; undefined where it does not compress.
 */
export async function compressed<A extends Answer & { body: Buffer }>(
  answer: A,
  from: number | undefined,
  acceptEncoding: string | undefined,
): Promise<A> {
  const { body, headers } = answer
  if (from === undefined || body.length === 0 || body.length < from) return answer
  if (headers.some(([name]) => name.toLowerCase() === 'content-encoding')) return answer
  const coding = codingFor(acceptEncoding)
  if (!coding) return answer
  return { ...answer, headers: [...headers, ['Content-Encoding', coding]], body: await ENCODERS[coding](body) }
}
