// Answers of the gateway itself, when no function runs: the same envelopes as those of the functions.
import { API_STAGE, KEY_HEADER } from '../core/contract.ts'
import type { Code } from '../core/errors.ts'

interface GatewayAnswer {
  /** https://docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html */
  type: string
  /** Left out on the two defaults: a status there would rewrite every other answer of the gateway. */
  status?: string
  code: Code
  message: string
}

const OTHER_WAYS =
  'Send the address of the file as `url` to POST /v1/media, or use an upload session: POST /v1/media/uploads.'
const TOO_LARGE =
  'The body is larger than one request carries: 6 MB as the gateway passes it on, which is about 4.5 MB of file. ' +
  OTHER_WAYS
/** AWS does not say which answer a body gets that the gateway takes and Lambda does not: in each that it may be. */
const IF_TOO_LARGE = `A body of more than about 4.5 MB is refused like this too. ${OTHER_WAYS}`

const NOT_FOUND = 'There is nothing at this method and path.'
const FAULT = 'An error in the service. If it happens again, give the operator the request id.'
const UNAVAILABLE = 'The service did not answer in time. Try again shortly; posting requests with an Idempotency-Key.'
/** A function that fails, or that is held back as its account's concurrency is used up (aws-facts, section 15). */
const FAILED =
  'The function behind this address failed or could not start. Try again shortly; posting requests with an Idempotency-Key. If it happens ' +
  'again, give the operator the request id.'
const BLOCKED = 'The firewall in front of the API turned the request away. Ask the operator with the request id.'
const NOT_ALLOWED = 'The gateway does not let this key through. Ask the operator to check its usage plan.'

const NO_KEY = `The API key is missing, unknown or revoked: send it in the header ${KEY_HEADER}.`

const ANSWERS: readonly GatewayAnswer[] = [
  { type: 'UNAUTHORIZED', status: '401', code: 'invalid_key', message: NO_KEY },
  // The authorizer denies nothing but keys that are not good, and nobody else denies anything.
  { type: 'ACCESS_DENIED', status: '401', code: 'invalid_key', message: NO_KEY },
  { type: 'INVALID_API_KEY', status: '403', code: 'key_not_allowed', message: NOT_ALLOWED },
  { type: 'WAF_FILTERED', status: '403', code: 'request_blocked', message: BLOCKED },
  // The gateway's name for a method and path that it does not know.
  { type: 'MISSING_AUTHENTICATION_TOKEN', status: '404', code: 'not_found', message: NOT_FOUND },
  { type: 'RESOURCE_NOT_FOUND', status: '404', code: 'not_found', message: NOT_FOUND },
  { type: 'REQUEST_TOO_LARGE', status: '413', code: 'body_too_large', message: TOO_LARGE },
  {
    type: 'UNSUPPORTED_MEDIA_TYPE',
    status: '415',
    code: 'unsupported_media_type',
    message: 'The endpoint does not accept this Content-Type.',
  },
  { type: 'AUTHORIZER_FAILURE', status: '503', code: 'unavailable', message: UNAVAILABLE },
  { type: 'AUTHORIZER_CONFIGURATION_ERROR', status: '500', code: 'internal_error', message: FAULT },
  {
    type: 'INTEGRATION_FAILURE',
    status: '502',
    code: 'unavailable',
    message: `${FAILED} ${IF_TOO_LARGE}`,
  },
  { type: 'INTEGRATION_TIMEOUT', status: '504', code: 'unavailable', message: UNAVAILABLE },
  {
    type: 'DEFAULT_4XX',
    code: 'invalid_format',
    message: `The gateway refused the request: it is not well-formed HTTP, or a header or parameter is wrong. ${IF_TOO_LARGE}`,
  },
  { type: 'DEFAULT_5XX', code: 'internal_error', message: FAULT },
]

// The reference is filled in by the gateway inside the quotes that JSON.stringify sets.
const REQUEST_ID = '$context.requestId'

const envelope = (code: Code, message: string): string =>
  JSON.stringify({ success: false, message, errors: [{ code, message }], request_id: REQUEST_ID })

/** The specification's body for 429. The gateway's bucket refills within a second. */
const RATE_LIMITED = JSON.stringify({
  error: { type: 'rate_limit_exceeded', message: 'Too many requests at once. Try again in 1 second.', retry_after: 1 },
})

/** As functions have it: where the code is explained. */
const helpFor = (code: Code) => ({ Link: `'</${API_STAGE}/docs#code-${code}>; rel="help"'` })

const HEADERS = {
  'X-Request-Id': 'context.requestId',
  'Cache-Control': "'no-store'",
  'X-Content-Type-Options': "'nosniff'",
}

/**
 * The caller's rate, as the authorizer gave it. The bucket runs full again all the time, so there is no moment at which it
 * is reset: now is the nearest that the gateway can say.
 */
const RATE_HEADERS = {
  'Retry-After': "'1'",
  'X-RateLimit-Limit': 'context.authorizer.rate_limit',
  'X-RateLimit-Remaining': "'0'",
  'X-RateLimit-Reset': 'context.requestTimeEpoch',
  RateLimit: '\'"default";r=0;t=1\'',
}

/** A gateway response as `x-amazon-apigateway-gateway-responses` has it. */
interface GatewayResponse {
  statusCode?: string
  responseParameters: Record<string, string>
  responseTemplates: Record<string, string>
}

const response = (status: string | undefined, headers: Record<string, string>, body: string): GatewayResponse => ({
  ...(status ? { statusCode: status } : {}),
  responseParameters: Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [`gatewayresponse.header.${name}`, value]),
  ),
  responseTemplates: { 'application/json': body },
})

/** Every answer that the gateway makes by itself. */
export const GATEWAY_RESPONSES: Readonly<Record<string, GatewayResponse>> = {
  ...Object.fromEntries(
    ANSWERS.map(({ type, status, code, message }) => [
      type,
      response(status, { ...HEADERS, ...helpFor(code) }, envelope(code, message)),
    ]),
  ),
  ...Object.fromEntries(
    ['THROTTLED', 'QUOTA_EXCEEDED'].map((type) => [
      type,
      response('429', { ...HEADERS, ...helpFor('rate_limit_exceeded'), ...RATE_HEADERS }, RATE_LIMITED),
    ]),
  ),
}
