// Faults in the words of the AT Protocol, beside those of any server.
import { z } from 'zod'
import { type FaultWord, faultWord, HttpStatus } from '../faults.ts'
import { JSON_TYPE, type Reply } from '../reply.ts'

const ERROR = {
  http_status: HttpStatus.default(500),
  error: z.string().default('InternalServerError'),
  message: z.string().default('Internal Server Error'),
  retry_after: z.int().min(0).optional(),
}
const Refusal = z.object(ERROR)

const errorReply = ({ http_status, error, message, retry_after }: z.infer<typeof Refusal>): Reply => ({
  status: http_status,
  headers: { ...JSON_TYPE, ...(retry_after === undefined ? {} : { 'retry-after': String(retry_after) }) },
  body: JSON.stringify({ error, message }),
})

export const FAULTS = [
  faultWord(z.strictObject({ kind: z.literal('error_before'), ...ERROR }), { role: 'refusal', reply: errorReply }),
  faultWord(z.strictObject({ kind: z.literal('error_after'), ...ERROR }), { role: 'mishap', reply: errorReply }),
  /** The limit of requests, by the headers that say when it is over. */
  faultWord(z.strictObject({ kind: z.literal('retry_after'), seconds: z.int().min(0) }), {
    role: 'refusal',
    reply: ({ seconds }) => ({
      status: 429,
      headers: {
        ...JSON_TYPE,
        'ratelimit-limit': '3000',
        'ratelimit-remaining': '0',
        'ratelimit-reset': String(Math.ceil(Date.now() / 1000) + seconds),
        'ratelimit-policy': '3000;w=300',
      },
      body: JSON.stringify({ error: 'RateLimitExceeded', message: 'Rate Limit Exceeded' }),
    }),
  }),
  /** The access token is over: renewing the session helps. */
  faultWord(z.strictObject({ kind: z.literal('token_ended') }), {
    role: 'refusal',
    reply: () => ({
      status: 400,
      headers: JSON_TYPE,
      body: JSON.stringify({ error: 'ExpiredToken', message: 'Token has expired' }),
    }),
  }),
  faultWord(z.strictObject({ kind: z.literal('slow_processing') }), { role: 'extra' }),
  /** A video whose processing fails, this time. */
  faultWord(z.strictObject({ kind: z.literal('container_error') }), { role: 'extra' }),
] as readonly FaultWord[]

export const OPERATIONS = [
  'create',
  'publish',
  'status',
  'quota',
  'profile',
  'refresh',
  'sign_in',
  'service_auth',
  'list',
  'delete',
  'insights',
  'handle',
  'directory',
  'par',
  'exchange',
  'video_limits',
  'video_start',
  'video_part',
  'video_finish',
  'video_status',
  'discovery',
] as const
