// Faults on demand: which calls they hit, and what they do. Draws come from a seed, so that a run can be repeated.
import { createHash } from 'node:crypto'
import { validateHeaderName, validateHeaderValue } from 'node:http'
import { z } from 'zod'
import { JSON_TYPE, type Reply } from './reply.ts'
import { Delay } from './settings.ts'
import type { PlatformRules } from './simulator.ts'
import type { Store } from './store.ts'

const When = z.enum(['before', 'after'])
export const HttpStatus = z.int().min(200).max(599)

/** `before`: nothing happened. `after`: the call took effect, and the answer is what went wrong. */
export interface Fault {
  kind: string
  when?: z.infer<typeof When>
}

type FaultSchema = z.ZodObject<{ kind: z.ZodLiteral<string> }>

/** A kind of fault: how a rule words it, and what it does. */
export interface FaultWord<S extends FaultSchema = FaultSchema> {
  readonly kind: string
  readonly schema: S
  /** It is answered instead of the effect, instead of the answer, as its `when` says, or it only colours the answer. */
  readonly role: 'refusal' | 'mishap' | 'when' | 'extra'
  /** Hits only the first call about each container or post. */
  readonly oncePerObject?: true
  /** Used up also by a call that the platform refuses for its own reasons. */
  readonly keptOnRefusal?: true
  /** Absent: it can hit every call. */
  fits?(target: FaultTarget): boolean
  /** @param real the answer to a call that took effect. */
  reply?(fault: z.output<S>, real?: Reply): Reply
}

export const faultWord = <S extends FaultSchema>(
  schema: S,
  word: Omit<FaultWord<S>, 'kind' | 'schema'>,
): FaultWord<S> => ({ ...word, kind: schema.shape.kind.value, schema })

const cut = (): Reply => ({ status: null, headers: {}, body: '' })
const BAD_GATEWAY = '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>'

export const HANG = faultWord(z.strictObject({ kind: z.literal('hang'), ms: Delay, when: When.default('after') }), {
  role: 'extra',
  keptOnRefusal: true,
})

/** What Node would refuse only once the call has taken effect. */
const isHeader = (check: () => void): boolean => {
  try {
    check()
    return true
  } catch {
    return false
  }
}
const Headers = z.record(
  z.string().refine((name) => isHeader(() => validateHeaderName(name)), 'is no name of a header'),
  z.string().refine((value) => isHeader(() => validateHeaderValue('name', value)), 'is no value of a header'),
)

/** Faults that any server can have. */
const HTTP_FAULTS = [
  faultWord(z.strictObject({ kind: z.literal('drop_before') }), { role: 'refusal', reply: cut }),
  faultWord(z.strictObject({ kind: z.literal('drop_after') }), { role: 'mishap', reply: cut }),
  faultWord(z.strictObject({ kind: z.literal('malformed_json'), when: When.default('after') }), {
    role: 'when',
    reply: (_fault, real) => ({ status: 200, headers: JSON_TYPE, body: (real?.body ?? '{"id":').slice(0, -1) }),
  }),
  faultWord(z.strictObject({ kind: z.literal('html_502'), when: When.default('before') }), {
    role: 'when',
    reply: () => ({ status: 502, headers: { 'content-type': 'text/html' }, body: BAD_GATEWAY }),
  }),
  faultWord(
    z.strictObject({
      kind: z.literal('raw_reply'),
      when: When.default('after'),
      http_status: HttpStatus.default(200),
      headers: Headers.default({}),
      body: z.string(),
    }),
    {
      role: 'when',
      reply: ({ http_status, headers, body }) => ({ status: http_status, headers: { ...JSON_TYPE, ...headers }, body }),
    },
  ),
  HANG,
] as readonly FaultWord[]

/** All that can go wrong with a platform. */
export const faultWordsOf = ({ faults }: Pick<PlatformRules, 'faults'>): FaultWord[] => [...HTTP_FAULTS, ...faults]

/** A rule as the control call words it for a platform. */
export const ruleInput = (rules: Pick<PlatformRules, 'faults' | 'operations'>) => {
  const Operation = z.enum(rules.operations as [string, ...string[]])
  const [first, ...others] = faultWordsOf(rules).map(({ schema }) => schema)
  return z
    .strictObject({
      match: z.strictObject({
        operation: z.union([Operation, z.array(Operation), z.literal('*')]).default('*'),
        /** External id or username. */
        account: z.string().optional(),
        /** Only from the nth matching call on (1 is the first). */
        nth: z.int().min(1).optional(),
        probability: z.number().min(0).max(1).optional(),
        /** Only the first call of the operation about each container or post. */
        first: z.boolean().optional(),
      }),
      fault: z.discriminatedUnion('kind', [first!, ...others]),
      /** How often; null without end. Once, unless a probability is given. */
      times: z.int().min(1).nullable().optional(),
    })
    .transform((rule) => ({
      ...rule,
      times: rule.times !== undefined ? rule.times : rule.match.probability === undefined ? 1 : null,
    }))
}

export type Rule = Omit<z.infer<ReturnType<typeof ruleInput>>, 'fault'> & {
  fault: Fault
  id: number
  /** Calls that fitted operation and account. */
  matched: number
  hits: number
  /** Containers and posts that were met already, for `first` and faults that hit each of them once. */
  seen: string[]
}

export interface FaultTarget {
  operation: string
  account?: { external_id: string; username: string }
  /** The container or post that the call is about. */
  object?: string
  finished: boolean
}

/** A rule that was drawn, with the meaning of its fault. */
interface Chosen {
  rule: Rule
  word: FaultWord
}

/** Whether the fault is the call's answer; the others only colour it. */
const decides = ({ role }: FaultWord): boolean => role !== 'extra'

const isRefusal = ({ rule, word }: Chosen): boolean =>
  word.role === 'refusal' || (word.role === 'when' && rule.fault.when === 'before')

/** The faults that hit a call: at most one that decides its answer, and any number that colour it. */
export class FaultPlan {
  private readonly chosen: Chosen[]
  private readonly store: Store

  constructor(store: Store, chosen: Chosen[]) {
    this.store = store
    this.chosen = chosen
  }

  get kinds(): string[] {
    return this.chosen.map(({ rule }) => rule.fault.kind)
  }

  extra<S extends FaultSchema>({ kind }: FaultWord<S>): z.output<S> | undefined {
    return this.chosen.find(({ rule }) => rule.fault.kind === kind)?.rule.fault as z.output<S> | undefined
  }

  /** The answer instead of doing anything. */
  get refusal(): (() => Reply) | undefined {
    const found = this.chosen.find((each) => decides(each.word) && isRefusal(each))
    return found && (() => found.word.reply!(found.rule.fault))
  }

  /** The answer although the call took effect. */
  get mishap(): ((real: Reply) => Reply) | undefined {
    const found = this.chosen.find((each) => decides(each.word) && !isRefusal(each))
    return found && ((real) => found.word.reply!(found.rule.fault, real))
  }

  /** A call that the platform itself refused had no effect, so it did not use up the faults of an effect. */
  giveBack(): void {
    for (const each of [...this.chosen]) {
      if (each.word.keptOnRefusal) continue
      const current = this.store.rules.get(each.rule.id)
      if (current) this.store.put('rule', { ...current, hits: current.hits - 1 })
      this.chosen.splice(this.chosen.indexOf(each), 1)
    }
  }
}

/** Draws the faults of one call, and counts them as used. */
export function planFaults(store: Store, words: readonly FaultWord[], target: FaultTarget): FaultPlan {
  const chosen: Chosen[] = []
  let decided = false
  for (const rule of [...store.rules.values()]) {
    const word = words.find(({ kind }) => kind === rule.fault.kind)
    if (!word || !fits(rule, word, target)) continue
    const matched = rule.matched + 1
    const { object } = target
    const known = object !== undefined && rule.seen.includes(object)
    const oncePerObject = rule.match.first === true || word.oncePerObject === true
    const candidate =
      (rule.times === null || rule.hits < rule.times) &&
      matched >= (rule.match.nth ?? 1) &&
      !(oncePerObject && known) &&
      (rule.match.probability === undefined || draw(store.meta.seed, rule.id, matched) < rule.match.probability) &&
      !(decided && decides(word))
    const next = {
      ...rule,
      matched,
      hits: rule.hits + (candidate ? 1 : 0),
      seen: oncePerObject && object !== undefined && !known ? [...rule.seen, object] : rule.seen,
    }
    store.put('rule', next)
    if (!candidate) continue
    chosen.push({ rule: next, word })
    if (decides(word)) decided = true
  }
  return new FaultPlan(store, chosen)
}

function fits(rule: Rule, word: FaultWord, target: FaultTarget): boolean {
  const { operation, account } = rule.match
  if (operation !== '*' && !(Array.isArray(operation) ? operation : [operation]).includes(target.operation))
    return false
  if (account !== undefined && account !== target.account?.external_id && account !== target.account?.username)
    return false
  return word.fits?.(target) ?? true
}

/** A number in [0, 1) that depends on nothing but the seed, the rule and how often it was asked. */
function draw(seed: number, rule: number, count: number): number {
  return createHash('sha256').update(`${seed}:${rule}:${count}`).digest().readUIntBE(0, 6) / 2 ** 48
}
