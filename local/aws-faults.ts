// Failures of AWS on demand: a share of a function's calls is answered as a busy or failing service answers.
// Loaded by every function's process: it imports nothing. Codes and statuses: the "Common errors" and the errors of each
// operation in the services' API references.

export interface AwsCall {
  /** As the signature names it: `dynamodb`, `sqs`. */
  service: string
  /** `x-amz-target` without the service's prefix: `PutItem`; empty for services that have none. */
  operation: string
  method: string
  body: string
}

export interface AwsFault {
  /** `after`: the call is carried out, and its answer is replaced. */
  when: 'before' | 'after'
  status: number
  code: string
  body: string
  type: string
}

interface Kind {
  status: number
  code: string
  message: string
}

const JSON_TYPE = 'application/x-amz-json-1.0'

const THROTTLED: Record<string, Kind> = {
  dynamodb: { status: 400, code: 'ProvisionedThroughputExceededException', message: 'Throughput exceeds the limit.' },
  sqs: { status: 400, code: 'RequestThrottled', message: 'The request was denied due to request throttling.' },
  kms: { status: 400, code: 'ThrottlingException', message: 'Rate exceeded' },
  scheduler: { status: 429, code: 'ThrottlingException', message: 'Rate exceeded' },
  lambda: { status: 429, code: 'TooManyRequestsException', message: 'Rate Exceeded.' },
  s3: { status: 503, code: 'SlowDown', message: 'Please reduce your request rate.' },
}

const FAILED: Record<string, Kind> = {
  dynamodb: { status: 500, code: 'InternalServerError', message: 'Internal server error' },
  sqs: { status: 500, code: 'InternalFailure', message: 'The request processing has failed.' },
  kms: { status: 500, code: 'KMSInternalException', message: 'The request failed.' },
  scheduler: { status: 500, code: 'InternalServerException', message: 'Unexpected error.' },
  lambda: { status: 500, code: 'ServiceException', message: 'The service encountered an internal error.' },
  s3: { status: 500, code: 'InternalError', message: 'We encountered an internal error. Please try again.' },
}

/** Writes of one item, which a transaction on the same item is in the way of. */
const WRITES = new Set(['PutItem', 'UpdateItem', 'DeleteItem'])

const asJson = (kind: Kind, more: Record<string, unknown> = {}) => ({
  ...kind,
  type: JSON_TYPE,
  body: JSON.stringify({ __type: `com.amazonaws#${kind.code}`, message: kind.message, Message: kind.message, ...more }),
})

const asXml = (kind: Kind) => ({
  ...kind,
  type: 'application/xml',
  body: `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${kind.code}</Code><Message>${kind.message}</Message></Error>`,
})

/** A transaction that is cancelled for the first of its items; undefined for calls that are none. */
function cancelled({ service, operation, body }: AwsCall, reason: { Code: string; Message: string }) {
  if (service !== 'dynamodb' || operation !== 'TransactWriteItems') return undefined
  const { TransactItems = [] } = JSON.parse(body) as { TransactItems?: unknown[] }
  const reasons = TransactItems.map((_, at) => (at === 0 ? reason : { Code: 'None' }))
  const message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${reasons.map(({ Code }) => Code).join(', ')}]`
  return asJson({ status: 400, code: 'TransactionCanceledException', message }, { CancellationReasons: reasons })
}

const CONFLICT = { Code: 'TransactionConflict', Message: 'Transaction is ongoing for the item' }
const TABLE_BUSY = {
  Code: 'ThrottlingError',
  Message: 'Throughput exceeds the current capacity of your table or index.',
}

/** How DynamoDB says that another transaction is under way; undefined for calls that no transaction is in the way of. */
function conflict(call: AwsCall) {
  if (call.service === 'dynamodb' && WRITES.has(call.operation))
    return asJson({ status: 400, code: 'TransactionConflictException', message: CONFLICT.Message })
  return cancelled(call, CONFLICT)
}

/**
 * Whether this call goes wrong, and how: one in four of those that do meets a conflict, a throttle, a failure before it
 * took effect, and one after it did.
 * @param rate share of calls that go wrong, 0 to 1.
 * @param chance from 0 to under 1.
 */
export function drawAwsFault(call: AwsCall, rate: number, chance: () => number = Math.random): AwsFault | undefined {
  if (chance() >= rate) return undefined
  const which = Math.floor(chance() * 4)
  const answer = call.service === 's3' ? asXml : asJson
  const throttled = THROTTLED[call.service]
  const failed = FAILED[call.service]
  // The errors of services that no function calls often are not known here.
  if (!throttled || !failed) return undefined
  if (which === 0) return { when: 'before', ...(conflict(call) ?? answer(throttled)) }
  if (which === 1) return { when: 'before', ...(cancelled(call, TABLE_BUSY) ?? answer(throttled)) }
  return { when: which === 2 ? 'before' : 'after', ...answer(failed) }
}

/** Outages of a whole service: from when on, how long and how often, ms since the local run started. */
const OUTAGES: Record<string, { from: number; lasts: number; every: number }> = {
  s3: { from: 45_000, lasts: 60_000, every: 600_000 },
  // Its requests are limited by the second, for everything in the account together.
  kms: { from: 20_000, lasts: 8000, every: 45_000 },
}

/** The answer of a service that is away, or throttles all calls, for a while. @param sinceMs since the local run began. */
export function drawOutage({ service }: Pick<AwsCall, 'service'>, sinceMs: number): AwsFault | undefined {
  const outage = OUTAGES[service]
  if (!outage || sinceMs < outage.from || (sinceMs - outage.from) % outage.every >= outage.lasts) return undefined
  return { when: 'before', ...(service === 's3' ? asXml : asJson)(THROTTLED[service]!) }
}
