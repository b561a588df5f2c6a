// `/_control`: what tests and operators set and read. No platform has it.
import { z } from 'zod'
import { grantToken, saveAccount, TokenInput } from './accounts.ts'
import { issueCode } from './codes.ts'
import { findAccount } from './consent.ts'
import { ruleInput } from './faults.ts'
import type { Input } from './input.ts'
import type { Token } from './model.ts'
import { changeSettings } from './settings.ts'
import type { PlatformRules, Simulator } from './simulator.ts'

export interface Controlled {
  status: number
  json: unknown
}

/** One rule, a list of them, or `{"rules": [...]}`. */
const rulesInput = (rules: PlatformRules) =>
  z.preprocess(
    (body) => {
      if (Array.isArray(body)) return body
      return typeof body === 'object' && body !== null && 'rules' in body ? body.rules : [body]
    },
    z.array(ruleInput(rules)),
  )
const known = new WeakMap<PlatformRules, ReturnType<typeof rulesInput>>()
/** Made once for each platform: making it takes far longer than reading a rule by it. */
function rulesOf({ rules }: Simulator) {
  const input = known.get(rules) ?? rulesInput(rules)
  known.set(rules, input)
  return input
}
/** A token itself, or all of an account. */
const Victim = z.strictObject({
  token: z.string().optional(),
  account: z.string().optional(),
  subcode: z.int().optional(),
})
const CodeInput = z.strictObject({
  account: z.string().optional(),
  scopes: z.array(z.string()).optional(),
  client_id: z.string().nullable().default(null),
  redirect_uri: z.string().nullable().default(null),
})

const ok = (json: unknown): Controlled => ({ status: 200, json })
const missing = (what: string): Controlled => ({ status: 404, json: { error: `no such ${what}` } })

/** Names of control calls. */
type Address = Pick<Input, 'method' | 'path' | 'params'>

type Action = (sim: Simulator, body: unknown, input: Address) => Controlled | Promise<Controlled>

const ACTIONS: Record<string, Action> = {
  'GET /state': (sim, _body, input) => ok(stateView(sim, input.params)),
  'GET /faults': (sim) => ok({ rules: [...sim.store.rules.values()] }),
  'POST /faults': (sim, body) => {
    const added = rulesOf(sim)
      .parse(body)
      .map((rule) => {
        const id = sim.store.meta.next_rule
        sim.store.put('meta', { ...sim.store.meta, next_rule: id + 1 })
        sim.store.put('rule', { ...rule, id, matched: 0, hits: 0, seen: [] })
        return id
      })
    return ok({ rules: added })
  },
  'DELETE /faults': (sim) => {
    for (const id of [...sim.store.rules.keys()]) sim.store.put('rule_gone', { id })
    return ok({ rules: [] })
  },
  'POST /seed': (sim, body) => {
    const { seed } = z.strictObject({ seed: z.int() }).parse(body)
    sim.store.put('meta', { ...sim.store.meta, seed })
    return ok({ seed })
  },
  'GET /settings': (sim) => ok(sim.store.settings),
  'POST /settings': (sim, body) => {
    sim.store.put('settings', changeSettings(sim.schemas, sim.store.settings, body))
    return ok(sim.store.settings)
  },
  'POST /accounts': async (sim, body) => {
    const account = await saveAccount(sim, sim.schemas.account.parse(body))
    return ok({ ...account, token: grantToken(sim, TokenInput.parse({ account: account.external_id })) })
  },
  'POST /tokens': (sim, body) => {
    const token = grantToken(sim, TokenInput.parse(body))
    return token === undefined ? missing('account') : ok({ token })
  },
  'POST /tokens/expire': (sim, body) => changeTokens(sim, body, (token) => ({ ...token, expires_at: sim.now() })),
  'POST /tokens/revoke': (sim, body) =>
    changeTokens(sim, body, (token, subcode) => ({ ...token, revoked: subcode ?? 458 })),
  'POST /codes': (sim, body) => {
    const { account, scopes, ...rest } = CodeInput.parse(body)
    const holder = findAccount(sim, account ?? sim.store.meta.demo_account)
    if (!holder) return missing('account')
    return ok({ code: issueCode(sim, { ...rest, account: holder.external_id, scopes: scopes ?? holder.scopes }) })
  },
}

/** Answers a control call; faults in its body are a 400 that names them. */
export async function answerControl(sim: Simulator, input: Address, body: string): Promise<Controlled> {
  const action = ACTIONS[`${input.method} ${input.path.replace(/^\/_control/, '')}`]
  if (!action) return { status: 404, json: { error: 'unknown control call', calls: Object.keys(ACTIONS) } }
  try {
    return await action(sim, body === '' ? {} : JSON.parse(body), input)
  } catch (error) {
    if (error instanceof z.ZodError) return { status: 400, json: { error: z.prettifyError(error) } }
    if (error instanceof SyntaxError) return { status: 400, json: { error: 'the body is not valid JSON' } }
    throw error
  }
}

function changeTokens(sim: Simulator, body: unknown, change: (token: Token, subcode?: number) => Token): Controlled {
  const victim = Victim.parse(body)
  const one = victim.token === undefined ? undefined : sim.store.findToken(victim.token)
  const account = victim.account === undefined ? undefined : findAccount(sim, victim.account)
  const hit = [...sim.store.tokens.values()].filter(
    (token) => token.serial === one?.serial || token.account === account?.external_id,
  )
  if (hit.length === 0) return missing('token')
  for (const token of hit) sim.store.put('token', change(token, victim.subcode))
  return ok({ tokens: hit.length })
}

/**
 * `requests=0` leaves the record of requests out; `since` gives only the requests after that `seq`; `account` gives only what
 * belongs to the account of that id.
 */
function stateView(sim: Simulator, params: Map<string, unknown>): unknown {
  const { store } = sim
  const account = params.get('account') as string | undefined
  const of = <T extends object>(items: Iterable<T>, key: keyof T) =>
    account === undefined ? [...items] : [...items].filter((item) => item[key] === account)
  const posts = account === undefined ? [...store.posts.values()] : store.postsOf(account)
  const containers = account === undefined ? [...store.containers.values()] : store.containersOf(account)
  const perContainer = new Map<string, number>()
  for (const post of posts) perContainer.set(post.container, (perContainer.get(post.container) ?? 0) + 1)
  const since = Number(params.get('since') ?? 0)
  return {
    platform: sim.platform,
    now: sim.now(),
    settings: store.settings,
    faults: [...store.rules.values()],
    accounts: of(store.accounts.values(), 'external_id').map((account) => ({
      ...account,
      tokens: [...store.tokens.values()].filter((token) => token.account === account.external_id),
    })),
    containers: containers.map((container) => ({
      ...container,
      ...sim.rules.stateOf(sim, container),
      posts: perContainer.get(container.id) ?? 0,
    })),
    posts: posts.toReversed(),
    apps: [...store.apps.values()],
    comments: [...store.comments.values()],
    totals: {
      calls: store.calls,
      posts: posts.length,
      containers: containers.length,
      duplicates: [...perContainer.values()].reduce((sum, count) => sum + count - 1, 0),
    },
    requests: params.get('requests') === '0' ? [] : store.requests.filter(({ seq }) => seq > since),
  }
}
