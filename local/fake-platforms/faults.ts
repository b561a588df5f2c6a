// Faults on demand: which calls they hit, and what they do. Draws come from a seed, so that a run can be repeated.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Container, Operation } from './model.ts'
import type { Store } from './store.ts'

const When = z.enum(['before', 'after'])
const Status = z.int().min(200).max(599)
const ErrorFault = {
  http_status: Status.default(400),
  code: z.int(),
  subcode: z.int().optional(),
  message: z.string().default('An error occurred'),
  type: z.string().default('OAuthException'),
  is_transient: z.boolean().default(false),
  /** Sends the header `Retry-After`. */
  retry_after: z.int().min(0).optional(),
}

/** `before`: nothing happened. `after`: the call took effect, and the answer is what went wrong. */
export const Fault = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('drop_before') }),
  z.strictObject({ kind: z.literal('drop_after') }),
  z.strictObject({ kind: z.literal('error_before'), ...ErrorFault }),
  z.strictObject({ kind: z.literal('error_after'), ...ErrorFault }),
  z.strictObject({
    kind: z.literal('retry_after'),
    seconds: z.int().min(0),
    http_status: Status.default(429),
    code: z.int().default(4),
  }),
  z.strictObject({ kind: z.literal('malformed_json'), when: When.default('after') }),
  z.strictObject({ kind: z.literal('html_502'), when: When.default('before') }),
  z.strictObject({
    kind: z.literal('raw_reply'),
    when: When.default('after'),
    http_status: Status.default(200),
    headers: z.record(z.string(), z.string()).default({}),
    body: z.string(),
  }),
  /** Threads' 24/4279009 for a container that is FINISHED; once for each container. */
  z.strictObject({ kind: z.literal('not_found_once') }),
  z.strictObject({ kind: z.literal('hang'), ms: z.int().min(0), when: When.default('after') }),
  z.strictObject({
    kind: z.literal('usage'),
    app: z.record(z.string(), z.number()).optional(),
    business: z.record(z.string(), z.union([z.number(), z.string()])).optional(),
  }),
  /** On `publish`: the post never shows a permalink. On `permalink`: this one answer leaves it out. */
  z.strictObject({ kind: z.literal('no_permalink') }),
  z.strictObject({ kind: z.literal('slow_processing'), ms: z.int().min(0) }),
  z.strictObject({
    kind: z.literal('container_error'),
    code: z.int().default(-1),
    subcode: z.int().optional(),
    error_message: z.string().optional(),
  }),
])
export type Fault = z.infer<typeof Fault>

const OPERATIONS = [
  'create',
  'carousel',
  'status',
  'publish',
  'permalink',
  'quota',
  'profile',
  'refresh',
  'list',
  'exchange',
  'debug',
  'comment',
  'comments',
  'comment_switch',
  'delete',
  'insights',
] as const satisfies readonly Operation[]

export const NewRule = z
  .strictObject({
    match: z.strictObject({
      operation: z.union([z.enum(OPERATIONS), z.array(z.enum(OPERATIONS)), z.literal('*')]).default('*'),
      /** External id or username. */
      account: z.string().optional(),
      /** Only from the nth matching call on (1 is the first). */
      nth: z.int().min(1).optional(),
      probability: z.number().min(0).max(1).optional(),
      /** Only the first call of the operation about each container or post. */
      first: z.boolean().optional(),
    }),
    fault: Fault,
    /** How often; null without end. Once, unless a probability is given. */
    times: z.int().min(1).nullable().optional(),
  })
  .transform((rule) => ({
    ...rule,
    times: rule.times !== undefined ? rule.times : rule.match.probability === undefined ? 1 : null,
  }))

export type Rule = z.infer<typeof NewRule> & {
  id: number
  /** Calls that fitted operation and account. */
  matched: number
  hits: number
  /** Containers and posts that were met already, for `first` and `not_found_once`. */
  seen: string[]
}

export interface FaultTarget {
  operation: Operation
  account?: { external_id: string; username: string }
  /** The container or post that the call is about. */
  object?: string
  container?: Container
  finished: boolean
}

const EXTRAS = new Set<Fault['kind']>(['hang', 'usage', 'no_permalink', 'slow_processing', 'container_error'])
const REFUSALS = new Set<Fault['kind']>(['drop_before', 'error_before', 'retry_after', 'not_found_once'])

/** Whether the fault is the call's answer; the others only colour it. */
const decides = (fault: Fault): boolean => !EXTRAS.has(fault.kind)

const isRefusal = (fault: Fault): boolean => REFUSALS.has(fault.kind) || ('when' in fault && fault.when === 'before')

/** The faults that hit a call: at most one that decides its answer, and any number that colour it. */
export class FaultPlan {
  private readonly chosen: Rule[]
  private readonly store: Store

  constructor(store: Store, chosen: Rule[]) {
    this.store = store
    this.chosen = chosen
  }

  get kinds(): string[] {
    return this.chosen.map((rule) => rule.fault.kind)
  }

  extra<K extends Fault['kind']>(kind: K): Extract<Fault, { kind: K }> | undefined {
    return this.chosen.find((rule) => rule.fault.kind === kind)?.fault as Extract<Fault, { kind: K }> | undefined
  }

  /** What is answered instead of doing anything. */
  get refusal(): Fault | undefined {
    return this.chosen.find(({ fault }) => decides(fault) && isRefusal(fault))?.fault
  }

  /** What is answered although the call took effect. */
  get mishap(): Fault | undefined {
    return this.chosen.find(({ fault }) => decides(fault) && !isRefusal(fault))?.fault
  }

  /** A call that the platform itself refused had no effect, so it did not use up the faults of an effect. */
  giveBack(): void {
    for (const rule of [...this.chosen]) {
      if (rule.fault.kind === 'hang' || rule.fault.kind === 'usage') continue
      const current = this.store.rules.get(rule.id)
      if (current) this.store.put('rule', { ...current, hits: current.hits - 1 })
      this.chosen.splice(this.chosen.indexOf(rule), 1)
    }
  }
}

/** Draws the faults of one call, and counts them as used. */
export function planFaults(store: Store, target: FaultTarget): FaultPlan {
  const chosen: Rule[] = []
  let decided = false
  for (const rule of [...store.rules.values()]) {
    if (!fits(rule, target)) continue
    const matched = rule.matched + 1
    const { object } = target
    const known = object !== undefined && rule.seen.includes(object)
    const oncePerObject = rule.match.first === true || rule.fault.kind === 'not_found_once'
    const candidate =
      (rule.times === null || rule.hits < rule.times) &&
      matched >= (rule.match.nth ?? 1) &&
      !(oncePerObject && known) &&
      (rule.match.probability === undefined || draw(store.meta.seed, rule.id, matched) < rule.match.probability) &&
      !(decided && decides(rule.fault))
    const next = {
      ...rule,
      matched,
      hits: rule.hits + (candidate ? 1 : 0),
      seen: oncePerObject && object !== undefined && !known ? [...rule.seen, object] : rule.seen,
    }
    store.put('rule', next)
    if (!candidate) continue
    chosen.push(next)
    if (decides(rule.fault)) decided = true
  }
  return new FaultPlan(store, chosen)
}

function fits(rule: Rule, target: FaultTarget): boolean {
  const { operation, account } = rule.match
  if (operation !== '*' && !(Array.isArray(operation) ? operation : [operation]).includes(target.operation))
    return false
  if (account !== undefined && account !== target.account?.external_id && account !== target.account?.username)
    return false
  const { kind } = rule.fault
  if (kind === 'not_found_once') return target.operation === 'publish' && target.finished
  if (kind === 'slow_processing' || kind === 'container_error') {
    return target.operation === 'create' || target.operation === 'carousel'
  }
  if (kind === 'no_permalink') return target.operation === 'publish' || target.operation === 'permalink'
  return true
}

/** A number in [0, 1) that depends on nothing but the seed, the rule and how often it was asked. */
function draw(seed: number, rule: number, count: number): number {
  return createHash('sha256').update(`${seed}:${rule}:${count}`).digest().readUIntBE(0, 6) / 2 ** 48
}
