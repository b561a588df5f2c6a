// Headers of answers.
import type { Json } from './schema.ts'

const integer = { type: 'integer', minimum: 0 }
const header = (description: string, schema: Json, example?: unknown): Json => ({
  description,
  schema,
  ...(example === undefined ? {} : { example }),
})

export const HEADERS = {
  'X-Request-Id': header('The id of the request, for questions to the operator.', { type: 'string' }),
  Link: header(
    'Where the code of an error is explained (`help`), and where a deprecated operation is (`deprecation`).',
    { type: 'string' },
    '</api/docs#code-too_long>; rel="help"',
  ),
  Deprecation: header(
    'Only of deprecated operations: since when, in seconds (RFC 9745).',
    { type: 'string' },
    '@1798761600',
  ),
  Sunset: header(
    'Only of deprecated operations: until when they work at least (RFC 8594).',
    { type: 'string' },
    'Sat, 01 Jan 2028 00:00:00 GMT',
  ),
  'X-RateLimit-Limit': header('Requests that the key may make in a minute.', integer, 60),
  'X-RateLimit-Remaining': header('Requests left in this minute.', integer, 59),
  'X-RateLimit-Reset': header(
    'When the minute ends, Unix milliseconds.',
    { ...integer, format: 'int64' },
    1795500060000,
  ),
  RateLimit: header(
    'Requests left, and for how many seconds, in the form of the IETF draft.',
    { type: 'string' },
    '"default";r=59;t=42',
  ),
  'RateLimit-Policy': header('The limit and its window in seconds.', { type: 'string' }, '"default";q=60;w=60'),
  'Retry-After': header('Seconds to wait.', integer, 17),
  Location: header('The address of the result.', { type: 'string', format: 'uri-reference' }),
  'Idempotency-Replayed': header(
    '`true` if this repeats the answer to an earlier request with the same Idempotency-Key.',
    { type: 'string', enum: ['true'] },
  ),
  ETag: header('The strong ETag of the file.', { type: 'string' }, '"9b2cf535f27731c974343645a3985328"'),
  'Last-Modified': header('When the file was uploaded.', { type: 'string' }, 'Sat, 21 Nov 2026 03:20:00 GMT'),
  'Accept-Ranges': header('Byte ranges are supported.', { type: 'string', enum: ['bytes'] }),
  'X-Content-Length': header(
    'Bytes in this answer. The gateway may leave out or rename `Content-Length`: rely on this.',
    { ...integer, format: 'int64' },
    48213,
  ),
  'Content-Disposition': header(
    'The name for saving the file.',
    { type: 'string' },
    'attachment; filename="beach.jpg"',
  ),
  'Content-Range': header('The range of bytes in this answer.', { type: 'string' }, 'bytes 0-1023/48213'),
} as const satisfies Record<string, Json>

export type HeaderName = keyof typeof HEADERS

/** On every answer of an operation that goes away. */
export const DEPRECATION_HEADERS = ['Deprecation', 'Sunset', 'Link'] as const satisfies readonly HeaderName[]

/** On every answer to a request that was counted for a key. */
export const RATE_HEADERS = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit',
  'RateLimit-Policy',
] as const satisfies readonly HeaderName[]
