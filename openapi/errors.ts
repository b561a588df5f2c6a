// The error answers: one per kind, with every code of that kind as an example.
import { type Code, ERROR_CODES, type ErrorKind } from '../core/errors.ts'
import { errorBody, rateLimitBody, STATUS_OF } from '../functions/chain/error-envelope.ts'
import { ERROR_WORDS } from './error-words.ts'
import { type HeaderName, RATE_HEADERS } from './headers.ts'
import type { Json } from './schema.ts'

const REQUEST_ID = '6c4f2f4e-8d0b-4a55-9f0e-3f0d6b1f7a10'

const NAMES: Record<ErrorKind, [name: string, description: string]> = {
  invalid: ['Invalid', 'The request breaks a rule. Every problem is named, each with its field.'],
  unauthenticated: ['Unauthenticated', 'There is no API key, or it is not good.'],
  forbidden: ['Forbidden', "It is not the caller's to do."],
  not_found: ['NotFound', "There is nothing there, or it is not the caller's."],
  conflict: ['Conflict', 'The state of things does not allow it.'],
  precondition_failed: ['PreconditionFailed', 'A precondition of the request does not hold.'],
  too_large: ['TooLarge', 'More than is taken or stored. A body over 10 MB is refused in plain text.'],
  unsupported_type: ['UnsupportedType', 'The body has a Content-Type that is not taken.'],
  range_not_satisfiable: ['RangeNotSatisfiable', 'The range lies outside the file.'],
  unprocessable: ['Unprocessable', 'Well-formed, but it cannot be done.'],
  rate_limited: ['RateLimited', 'The key made more requests than its rate allows.'],
  unavailable: ['Unavailable', 'Something that the service needs did not answer. Try again shortly.'],
  internal: ['Internal', 'A fault of the service.'],
}

/** Kinds that the gateway answers with other statuses as well. */
const ALSO: Partial<Record<ErrorKind, readonly number[]>> = { unavailable: [502, 504] }

const MORE_HEADERS: Partial<Record<ErrorKind, readonly HeaderName[]>> = {
  rate_limited: ['Retry-After'],
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
    description: 'What is wrong, for programs: codes stay, messages may change.',
    enum: (Object.keys(ERROR_CODES) as Code[]).filter((code) => code !== 'rate_limit_exceeded'),
  },
  Error: {
    type: 'object',
    description: 'The body of every error but 429.',
    properties: {
      success: { type: 'boolean', const: false },
      message: { type: 'string', description: 'All of it in words, for people.' },
      errors: {
        type: 'array',
        minItems: 1,
        items: {
          type: 'object',
          properties: {
            code: { $ref: '#/components/schemas/ErrorCode' },
            path: { type: 'string', description: 'The field that is meant: `media.container_id`, `hashtags[3]`.' },
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
      const headers: HeaderName[] = ['X-Request-Id', ...RATE_HEADERS, ...(MORE_HEADERS[kind] ?? [])]
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
