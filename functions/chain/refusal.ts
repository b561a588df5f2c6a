// Errors as the caller sees them; our own are logged with the request's id.
import { log } from '../../core/log.ts'
import { asAppError, errorBody, rateLimitBody, statusOf } from './error-envelope.ts'
import type { Passage } from './passage.ts'
import type { Reply } from './spec.ts'

export function refusal(error: unknown, passage: Passage): Reply {
  const known = asAppError(error)
  const status = statusOf(known)
  if (status >= 500)
    log.error('request failed', { request_id: passage.requestId, error: (known.cause ?? known) as Error })
  if (known.kind === 'rate_limited') {
    const seconds = Number(known.headers['Retry-After'] ?? 1)
    return { status, headers: known.headers, body: rateLimitBody(known.message, seconds) }
  }
  return { status, headers: known.headers, body: errorBody(known.issues, passage.requestId) }
}
