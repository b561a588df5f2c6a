// Faults in Graph's words: its errors, its usage headers, and what goes wrong with containers and permalinks.
import { z } from 'zod'
import { type FaultPlan, type FaultTarget, faultWord, HttpStatus } from '../faults.ts'
import { JSON_TYPE, type Reply } from '../reply.ts'
import { Delay } from '../settings.ts'
import type { Call } from '../simulator.ts'
import { GraphError } from './errors.ts'

const ERROR = {
  http_status: HttpStatus.default(400),
  code: z.int(),
  subcode: z.int().optional(),
  message: z.string().default('An error occurred'),
  type: z.string().default('OAuthException'),
  is_transient: z.boolean().default(false),
  /** Sends the header `Retry-After`. */
  retry_after: z.int().min(0).optional(),
}

const replyOf = (error: GraphError, headers: Record<string, string> = {}): Reply => ({
  status: error.httpStatus,
  headers: { ...JSON_TYPE, ...headers },
  body: JSON.stringify(error.body()),
})

function errorReply(fault: z.infer<z.ZodObject<typeof ERROR>>): Reply {
  const { code, message, subcode, type, http_status, is_transient, retry_after } = fault
  return replyOf(
    new GraphError(code, message, { subcode, type, transient: is_transient, httpStatus: http_status }),
    retry_after === undefined ? {} : { 'retry-after': String(retry_after) },
  )
}

const creates = ({ operation }: FaultTarget): boolean => operation === 'create' || operation === 'carousel'

export const USAGE = faultWord(
  z.strictObject({
    kind: z.literal('usage'),
    app: z.record(z.string(), z.number()).optional(),
    page: z.record(z.string(), z.number()).optional(),
    business: z.record(z.string(), z.union([z.number(), z.string()])).optional(),
  }),
  { role: 'extra', keptOnRefusal: true },
)
/** On `publish`: the post never shows a permalink. On `permalink`: this one answer leaves it out. */
export const NO_PERMALINK = faultWord(z.strictObject({ kind: z.literal('no_permalink') }), {
  role: 'extra',
  fits: ({ operation }) => operation === 'publish' || operation === 'permalink',
})
export const SLOW_PROCESSING = faultWord(z.strictObject({ kind: z.literal('slow_processing'), ms: Delay }), {
  role: 'extra',
  fits: creates,
})
export const CONTAINER_ERROR = faultWord(
  z.strictObject({
    kind: z.literal('container_error'),
    code: z.int().default(-1),
    subcode: z.int().optional(),
    error_message: z.string().optional(),
  }),
  { role: 'extra', fits: creates },
)

export const GRAPH_FAULTS = [
  faultWord(z.strictObject({ kind: z.literal('error_before'), ...ERROR }), { role: 'refusal', reply: errorReply }),
  faultWord(z.strictObject({ kind: z.literal('error_after'), ...ERROR }), { role: 'mishap', reply: errorReply }),
  faultWord(
    z.strictObject({
      kind: z.literal('retry_after'),
      seconds: z.int().min(0),
      http_status: HttpStatus.default(429),
      code: z.int().default(4),
    }),
    {
      role: 'refusal',
      reply: ({ code, seconds, http_status }) =>
        replyOf(
          new GraphError(code, 'Application request limit reached', { transient: true, httpStatus: http_status }),
          {
            'retry-after': String(seconds),
          },
        ),
    },
  ),
  /** 24/4279009 for a container that is FINISHED; once for each container. */
  faultWord(z.strictObject({ kind: z.literal('not_found_once') }), {
    role: 'refusal',
    oncePerObject: true,
    fits: ({ operation, finished }) => operation === 'publish' && finished,
    reply: () =>
      replyOf(
        new GraphError(24, 'The requested resource does not exist', { subcode: 4279009, type: 'THApiException' }),
      ),
  }),
  USAGE,
  NO_PERMALINK,
  SLOW_PROCESSING,
  CONTAINER_ERROR,
]

/** The usage headers that were asked for. */
export function usageHeaders(plan: FaultPlan, call: Call | undefined): Record<string, string> {
  const usage = plan.extra(USAGE)
  if (!usage) return {}
  const id = call?.account?.external_id ?? '0'
  return {
    ...(usage.app ? { 'x-app-usage': JSON.stringify(usage.app) } : {}),
    ...(usage.page ? { 'x-page-usage': JSON.stringify(usage.page) } : {}),
    ...(usage.business ? { 'x-business-use-case-usage': JSON.stringify({ [id]: [usage.business] }) } : {}),
  }
}
