// Errors as the caller sees them; our own are logged with the request's id.
import { API_STAGE } from '../../core/contract.ts'
import { log } from '../../core/log.ts'
import { asAppError, errorBody, rateLimitBody, statusOf } from './error-envelope.ts'
import type { Passage } from './passage.ts'
import type { Reply } from './spec.ts'

/** Where the code is explained: the reference, which leads on to the guide. */
const helpFor = (code: string) => ({ Link: `</${API_STAGE}/docs#code-${code}>; rel="help"` })

export function refusal(error: unknown, passage: Passage): Reply {
  const known = asAppError(error)
  const status = statusOf(known)
  if (status >= 500)
    log.error('request failed', { request_id: passage.requestId, error: (known.cause ?? known) as Error })
  if (known.kind === 'rate_limited') {
    const seconds = Number(known.headers['Retry-After'] ?? 1)
    return {
      status,
      headers: { ...known.headers, ...helpFor(known.code) },
      body: rateLimitBody(known.message, seconds),
    }
  }
  return {
    status,
    headers: { ...known.headers, ...helpFor(known.code) },
    body: errorBody(known.issues, passage.requestId),
  }
}
