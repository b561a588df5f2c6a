// Whether a page of another origin may send to a bucket: by the rules that the template gives it, applied as S3 does.
// https://docs.aws.amazon.com/AmazonS3/latest/userguide/cors.html
import type { IncomingMessage, ServerResponse } from 'node:http'

/** A rule as the template has it. */
export interface CorsRule {
  AllowedMethods: string[]
  AllowedOrigins: string[]
  AllowedHeaders?: string[]
  ExposedHeaders?: string[]
  MaxAge?: number
}

/** With one star at most, which stands for anything. */
const fits = (pattern: string, value: string): boolean => {
  const [before = '', after] = pattern.split('*')
  if (after === undefined) return pattern === value
  return value.length >= before.length + after.length && value.startsWith(before) && value.endsWith(after)
}

const anyFits = (patterns: readonly string[] = [], value: string): boolean =>
  patterns.some((pattern) => fits(pattern.toLowerCase(), value.toLowerCase()))

/** The request of a page of another origin, and whether it is the browser's preflight. */
function askedBy({ method: sent, headers }: IncomingMessage) {
  const { 'access-control-request-method': asked, 'access-control-request-headers': named } = headers
  const isQuestion = sent === 'OPTIONS' && asked !== undefined
  const method = isQuestion ? asked : (sent ?? 'GET')
  const names = (isQuestion ? (named ?? '') : '').split(',').flatMap((name) => name.trim() || [])
  return { isQuestion, method, names }
}

/**
 * Whether a page of this origin, if there is one, may send the request: the bucket's rules allow it, and the address is signed. S3 answers nobody
 * without a signature; the engine does, and a page does not know the addresses that were signed for others.
 */
export const allowsPage = (origin: string | undefined, request: IncomingMessage, rules: readonly CorsRule[]): boolean =>
  /[?&]X-Amz-Signature=/.test(request.url ?? '') &&
  (origin === undefined || ruleFor(request, origin, rules) !== undefined)

function ruleFor(request: IncomingMessage, origin: string, rules: readonly CorsRule[]): CorsRule | undefined {
  const { method, names } = askedBy(request)
  return rules.find(
    ({ AllowedMethods, AllowedOrigins, AllowedHeaders }) =>
      AllowedMethods.includes(method) &&
      anyFits(AllowedOrigins, origin) &&
      names.every((name) => anyFits(AllowedHeaders, name)),
  )
}

/**
 * Says on the answer what its page may see of it.
 * @returns true where the request was the browser's question beforehand, which is answered then.
 */
export function answerOrigin(request: IncomingMessage, response: ServerResponse, rules: readonly CorsRule[]): boolean {
  const { origin } = request.headers
  if (origin === undefined) return false
  const { isQuestion, names } = askedBy(request)
  const rule = ruleFor(request, origin, rules)
  if (rule) {
    response.setHeader('Access-Control-Allow-Origin', rule.AllowedOrigins.includes('*') ? '*' : origin)
    response.setHeader('Access-Control-Allow-Methods', rule.AllowedMethods.join(', '))
    if (names.length > 0) response.setHeader('Access-Control-Allow-Headers', names.join(', '))
    if (rule.ExposedHeaders) response.setHeader('Access-Control-Expose-Headers', rule.ExposedHeaders.join(', '))
    if (rule.MaxAge !== undefined) response.setHeader('Access-Control-Max-Age', String(rule.MaxAge))
  }
  if (!isQuestion) return false
  response.writeHead(rule ? 200 : 403, { 'Content-Length': 0 }).end()
  return true
}
