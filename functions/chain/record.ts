// After the answer: the usage record of the request, and work that the endpoint deferred.
import { setTimeout as sleep } from 'node:timers/promises'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import { API_STAGE } from '../../core/contract.ts'
import { log } from '../../core/log.ts'
import { DASHBOARD, recordRequest } from '../../core/usage/record-request.ts'
import type { Passage } from './passage.ts'

/**
 * The name under which usage figures count a route: `/api/v1/media/:id`. All paths without an endpoint count as one, in the form
 * that the specification gives endpoints.
 */
export const endpointName = (resource: string): string =>
  `/${API_STAGE}${resource.replace(/^\/\{proxy\+\}$/, '/v1/*').replace(/\{(\w+)\}/g, ':$1')}`

/** The part of a given-up request's last second that its usage record may take; the rest is for the answer. */
const LAST_RECORD_MS = 500

/**
 * Counts the request for its owner, once, and does what the endpoint put off. A request without an owner counts for nobody.
 */
export async function closeRequest(event: APIGatewayProxyEvent, passage: Passage, status: number): Promise<void> {
  if (passage.recorded) return
  passage.recorded = true
  const work = passage.tasks.map((task) => task())
  const { caller } = passage
  if (caller?.owner_id) {
    const at = Date.now()
    work.push(
      recordRequest({
        owner_id: caller.owner_id,
        request_id: passage.requestId,
        endpoint: endpointName(event.resource),
        method: event.httpMethod,
        caller: caller.session ? DASHBOARD : caller.key_id,
        status,
        duration_ms: at - passage.startedAt,
        at,
      }),
    )
  }
  const ends = Promise.allSettled(work)
  const late = passage.signal?.aborted === true
  for (const outcome of late ? await Promise.race([ends, sleep(LAST_RECORD_MS, [])]) : await ends) {
    if (outcome.status === 'rejected') {
      log.error('work after the answer failed', { request_id: passage.requestId, error: outcome.reason as Error })
    }
  }
}
