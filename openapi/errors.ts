// The error answers: one per kind, with every code of that kind as an example.
import { type Code, ERROR_CODES, type ErrorKind } from '../core/errors.ts'
import { errorBody, rateLimitBody, STATUS_OF } from '../functions/chain/error-envelope.ts'
import { ERROR_WORDS } from './error-words.ts'
import { type HeaderName, RATE_HEADERS } from './headers.ts'
import { type Json, onlyBoolean } from './schema.ts'

const REQUEST_ID = '6c4f2f4e-8d0b-4a55-9f0e-3f0d6b1f7a10'

const NAMES: Record<ErrorKind, [name: string, description: string]> = {
  invalid: ['Invalid', 'The request is invalid. The answer lists every problem with its field.'],
  unauthenticated: ['Unauthenticated', 'The API key is missing or invalid.'],
  forbidden: ['Forbidden', 'The caller is not allowed to do this.'],
  not_found: ['NotFound', 'It does not exist for this caller.'],
  conflict: ['Conflict', 'The current state does not allow it.'],
  precondition_failed: ['PreconditionFailed', 'A precondition of the request is not met.'],
  too_large: ['TooLarge', 'The body or file is too large. A body over 10 MB is refused in plain text.'],
  unsupported_type: ['UnsupportedType', 'The endpoint does not accept the Content-Type of the body.'],
  range_not_satisfiable: ['RangeNotSatisfiable', 'The range is outside the file.'],
  unprocessable: ['Unprocessable', 'The request is well-formed but cannot be processed.'],
  rate_limited: ['RateLimited', 'The key made more requests than its rate allows.'],
  unavailable: ['Unavailable', 'A service that this one depends on did not answer. Try again shortly.'],
  internal: ['Internal', 'An error in the service.'],
}

/** Kinds that the gateway answers with other statuses as well. */
const ALSO: Partial<Record<ErrorKind, readonly number[]>> = { unavailable: [502, 504] }

const MORE_HEADERS: Partial<Record<ErrorKind, readonly HeaderName[]>> = {
  rate_limited: ['Retry-After'],
  // Of `idempotency_in_flight`.
  conflict: ['Retry-After'],
  precondition_failed: ['ETag', 'Last-Modified', 'Accept-Ranges'],
  range_not_satisfiable: ['ETag', 'Last-Modified', 'Accept-Ranges', 'Content-Range'],
}

export const codesOf = (kind: ErrorKind): Code[] =>
  (Object.keys(ERROR_CODES) as Code[]).filter((code) => ERROR_CODES[code] === kind)

const exampleOf = (code: Code): Json => {
  const { meaning, action } = ERROR_WORDS[code]
  const value =
    code === 'rate_limit_exceeded'
      ? rateLimitBody(`${meaning} Try again in 17 seconds.`, 17)
      : errorBody([{ code, message: meaning }], REQUEST_ID)
  return { summary: action, value }
}

/** The shapes of error bodies. */
export const errorSchemas = (): Record<string, Json> => ({
  ErrorCode: {
    type: 'string',
    description: 'The problem, for programs: codes are stable, messages may change.',
    enum: (Object.keys(ERROR_CODES) as Code[]).filter((code) => code !== 'rate_limit_exceeded'),
  },
  Error: {
    type: 'object',
    description: 'The body of every error except 429.',
    properties: {
      success: onlyBoolean(false),
      message: { type: 'string', description: 'All problems in one text, for people.' },
      errors: {
        type: 'array',
        minItems: 1,
        items: {
          type: 'object',
          properties: {
            code: { $ref: '#/components/schemas/ErrorCode' },
            path: { type: 'string', description: 'The field concerned: `media.container_id`, `hashtags[3]`.' },
            message: { type: 'string' },
          },
          required: ['code', 'message'],
        },
      },
      request_id: { type: 'string', description: 'The same as X-Request-Id.' },
    },
    required: ['success', 'message', 'errors', 'request_id'],
  },
  RateLimitError: {
    type: 'object',
    description: 'The body of 429.',
    properties: {
      error: {
        type: 'object',
        properties: {
          type: { type: 'string', const: 'rate_limit_exceeded' },
          message: { type: 'string' },
          retry_after: { type: 'integer', minimum: 0, description: 'Seconds to wait; the same as Retry-After.' },
        },
        required: ['type', 'message', 'retry_after'],
      },
    },
    required: ['error'],
  },
})

/** `components.responses`: one per kind. */
export const errorResponses = (): Record<string, Json> =>
  Object.fromEntries(
    (Object.keys(NAMES) as ErrorKind[]).map((kind) => {
      const [name, description] = NAMES[kind]
      const headers: HeaderName[] = ['X-Request-Id', 'Link', ...RATE_HEADERS, ...(MORE_HEADERS[kind] ?? [])]
      const schema = { $ref: `#/components/schemas/${kind === 'rate_limited' ? 'RateLimitError' : 'Error'}` }
      const examples = Object.fromEntries(codesOf(kind).map((code) => [code, exampleOf(code)]))
      const plain = kind === 'too_large' ? { 'text/plain': { schema: { type: 'string' } } } : {}
      return [
        name,
        {
          description,
          headers: Object.fromEntries(headers.map((header) => [header, { $ref: `#/components/headers/${header}` }])),
          content: { 'application/json': { schema, examples }, ...plain },
        },
      ]
    }),
  )

/** The answers of an operation that can fail in these ways, by status. */
export const failures = (kinds: Iterable<ErrorKind>): Record<number, Json> =>
  Object.fromEntries(
    [...kinds].flatMap((kind) =>
      [STATUS_OF[kind], ...(ALSO[kind] ?? [])].map((status) => [
        status,
        { $ref: `#/components/responses/${NAMES[kind][0]}` },
      ]),
    ),
  )
