// Faults in Mastodon's words: its errors, its limits with their headers, and media that take long or fail.
import { z } from 'zod'
import { type FaultTarget, faultWord, HttpStatus } from '../faults.ts'
import { JSON_TYPE, type Reply } from '../reply.ts'
import { CENTURY_MS, Delay } from '../settings.ts'

const ERROR = {
  http_status: HttpStatus.default(500),
  message: z.string().default('An unexpected error occurred'),
  /** Sends the header `Retry-After`. */
  retry_after: z.int().min(0).optional(),
}

const errorReply = ({ http_status, message, retry_after }: z.infer<z.ZodObject<typeof ERROR>>): Reply => ({
  status: http_status,
  headers: { ...JSON_TYPE, ...(retry_after === undefined ? {} : { 'retry-after': String(retry_after) }) },
  body: JSON.stringify({ error: message }),
})

const uploads = ({ operation }: FaultTarget): boolean => operation === 'create'

export const SLOW_PROCESSING = faultWord(z.strictObject({ kind: z.literal('slow_processing'), ms: Delay }), {
  role: 'extra',
  fits: uploads,
})
export const MEDIA_FAILS = faultWord(
  z.strictObject({
    kind: z.literal('container_error'),
    message: z.string().default('There was an error processing the file'),
  }),
  { role: 'extra', fits: uploads },
)

export const MASTODON_FAULTS = [
  faultWord(z.strictObject({ kind: z.literal('error_before'), ...ERROR }), { role: 'refusal', reply: errorReply }),
  faultWord(z.strictObject({ kind: z.literal('error_after'), ...ERROR }), { role: 'mishap', reply: errorReply }),
  /** A limit: when it ends is in the headers. */
  faultWord(
    z.strictObject({
      kind: z.literal('retry_after'),
      seconds: z
        .int()
        .min(0)
        .max(CENTURY_MS / 1000),
    }),
    {
      role: 'refusal',
      reply: ({ seconds }) => ({
        status: 429,
        headers: {
          ...JSON_TYPE,
          'x-ratelimit-limit': '300',
          'x-ratelimit-remaining': '0',
          'x-ratelimit-reset': new Date(Date.now() + seconds * 1000).toISOString(),
        },
        body: JSON.stringify({ error: 'Too many requests' }),
      }),
    },
  ),
  SLOW_PROCESSING,
  MEDIA_FAILS,
]
