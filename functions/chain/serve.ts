// Takes a request through the chain: the caller, the rate limit, the permission, the input; then the
// endpoint itself, or the answer that the same request had before.
import type { APIGatewayProxyEvent } from 'aws-lambda'
import { askedBy } from '../../core/activity/asking.ts'
import { type Actor, originOf } from '../../core/activity/rules/activity.ts'
import type { Caller } from '../../core/api-keys/caller.ts'
import { admit } from '../../core/api-keys/limiter.ts'
import { API_STAGE } from '../../core/contract.ts'
import { AppError, refuse } from '../../core/errors.ts'
import { type Attempt, firstAttempt } from '../../core/idempotency/attempt.ts'
import { asItStands, callerOf, checkAccess, headerOf, roleNeeded } from './access.ts'
import { passageOf } from './passage.ts'
import type { Reply, RequestContext, Spec } from './spec.ts'
import { validate } from './validate.ts'

/** `/api/v1/media/x` of `/v1/media/{id}`: the event's own path begins differently under a name of the API's own. */
const pathOf = ({ resource, pathParameters }: APIGatewayProxyEvent): string =>
  `/${API_STAGE}${resource.replace(/\{(\w+)\+?\}/g, (_part, name: string) => pathParameters?.[name] ?? '')}`

/** The caller, as what they change remembers them. */
function askerOf(caller: Caller | undefined, event: APIGatewayProxyEvent): Actor {
  const origin = originOf(event.requestContext.identity?.sourceIp, headerOf(event, 'x-forwarded-for'))
  if (!caller) return { kind: 'visitor', id: null, ...origin }
  const { session, key_id } = caller
  return { ...(session ? { kind: 'person', id: session.person_id } : { kind: 'key', id: key_id }), ...origin }
}

/** The look at a person's role that the endpoint asks for, while its input is read; nothing for keys of programs. */
function roleHeld(
  { checkRole, needs }: Pick<Spec<never, never, never, never>, 'checkRole' | 'needs'>,
  { owner_id, session, assistant }: Caller,
  event: APIGatewayProxyEvent,
): Promise<void> | undefined {
  const needed = roleNeeded(needs, event)
  const person = (session ?? assistant)?.person_id
  return person && needed ? checkRole?.(owner_id, person, needed) : undefined
}

/** @throws {AppError} for errors that the caller gets; any other error is ours. */
export async function serve<Params, Query, Body, Prepared>(
  spec: Spec<Params, Query, Body, Prepared>,
  event: APIGatewayProxyEvent,
): Promise<Reply> {
  const passage = passageOf(event)
  const now = passage.startedAt
  const auth = spec.auth ?? 'key'
  passage.caller = await callerOf(event, auth)
  const admission = passage.caller
    ? admit(passage.caller, now).catch((error: unknown) => {
        // A key or session that has ended belongs to no owner: such a request is counted for none.
        if (error instanceof AppError) passage.caller = undefined
        throw error
      })
    : undefined
  // Looked at again below; without this a quick failure of the reads would leave it unhandled.
  admission?.catch(() => undefined)
  // The role of a session is in its window: nothing is read for it before.
  if (admission && passage.caller?.session) passage.caller = asItStands(passage.caller, (await admission).window)

  let held: Promise<void> | undefined
  let prepared: Prepared | undefined
  let context: Omit<RequestContext<Params, Query, Body, never>, 'prepared' | 'attempt'> | undefined
  let fault: unknown
  try {
    if (passage.caller) {
      checkAccess(passage.caller, auth, spec.needs, event)
      held = roleHeld(spec, passage.caller, event)
      // Looked at again below, as the admission is.
      held?.catch(() => undefined)
    }
    context = {
      ...(await validate(spec, event, passage)),
      caller: passage.caller as Caller,
      header: (name) => headerOf(event, name),
      method: event.httpMethod,
      path: pathOf(event),
      requestId: passage.requestId,
      now,
      afterwards: (work) => passage.tasks.push(work),
    }
    prepared = await spec.prepare?.(context)
  } catch (error) {
    fault = error
  }
  if (admission) {
    passage.verdict = await admission
    if (!passage.verdict.allowed) {
      const seconds = String(passage.verdict.retry_after_seconds)
      throw refuse('rate_limit_exceeded', passage.verdict.message, undefined, { headers: { 'Retry-After': seconds } })
    }
  }
  // Before any other problem is reported, as it may reveal something of the owner's, and before an earlier answer is given again,
  // which may be a secret.
  await held
  if (fault !== undefined) throw fault
  const run = (attempt: Attempt) => spec.run({ ...context!, prepared: prepared as Prepared, attempt })
  return askedBy(askerOf(passage.caller, event), () =>
    typeof spec.idempotent === 'function' ? spec.idempotent(context!, run) : run(firstAttempt(now)),
  )
}
