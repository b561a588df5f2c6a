// Figures of posts and accounts: made up from ids, and growing with the hours since publishing.
import type { Input } from '../input.ts'
import type { Account, Post } from '../model.ts'
import type { Call, Simulator } from '../simulator.ts'
import { authenticate, needScope, ownPath } from './access.ts'
import { invalidParameter, noSuchObject } from './errors.ts'
import { textOf, wholeNumberOf } from './parameters.ts'
import { livePost } from './posts.ts'

/** Which figures a platform has, as its documents say. */
export interface InsightRules {
  scope: string
  /** The edge of an account's figures; those of a post are always at `insights`. */
  accountEdge: string
  ofPost(post: Post): ReadonlySet<string>
  ofAccount: ReadonlySet<string>
  /** Figures of an account that come day by day, not as a total. */
  daily?: string
  /** @throws {GraphError} for a post whose figures cannot be read. */
  checkPost?(post: Post): void
  /** @throws {GraphError} for a period that cannot be asked for. */
  checkPeriod(params: Map<string, unknown>, names: readonly string[], since: number | undefined): void
}

const HOUR_MS = 3_600_000

export const namesOf = (names: string): ReadonlySet<string> => new Set(names.split(' '))

/** The same for the same name and hours. */
const figure = (id: string, name: string, hours: number): number =>
  ((Number(id.slice(-6)) + name.length * 7) % 90) + 10 + Math.floor(hours) * (name.length % 5)

function metricsOf(params: Map<string, unknown>, known: ReadonlySet<string>): string[] {
  const names = (textOf(params, 'metric') ?? '').split(',').map((name) => name.trim())
  const wrong = names.find((name) => !known.has(name))
  if (wrong !== undefined)
    throw invalidParameter(`metric must be one of the following values: ${[...known].join(', ')}`)
  return names
}

function ofPost(sim: Simulator, rules: InsightRules, { params, token: text }: Input, post: Post): unknown {
  const { token, account } = authenticate(sim, text)
  if (account.external_id !== post.account) throw noSuchObject(post.id)
  needScope(token.scopes, rules.scope)
  rules.checkPost?.(post)
  const data = metricsOf(params, rules.ofPost(post)).map((name) => ({
    name,
    period: 'lifetime',
    values: [{ value: figure(post.id, name, (sim.now() - post.published_at) / HOUR_MS) }],
    title: name,
    id: `${post.id}/insights/${name}/lifetime`,
  }))
  return { data }
}

function ofAccount(sim: Simulator, rules: InsightRules, { params, token: text }: Input, node: string): unknown {
  const { token, account } = authenticate(sim, text)
  ownPath(account, node)
  needScope(token.scopes, rules.scope)
  const names = metricsOf(params, rules.ofAccount)
  const [since, until] = [wholeNumberOf(params, 'since'), wholeNumberOf(params, 'until')]
  if (since !== undefined && until !== undefined && since >= until) throw invalidParameter('since must be before until')
  rules.checkPeriod(params, names, since)
  const value = (name: string): number => accountFigure(account, name, ((until ?? 0) - (since ?? 0)) / 3600)
  const data = names.map((name) => ({
    name,
    period: 'day',
    ...(name === rules.daily
      ? { values: [{ value: value(name) }, { value: 1 }] }
      : { total_value: { value: value(name) } }),
    id: `${account.external_id}/insights/${name}/day`,
  }))
  return { data }
}

const accountFigure = (account: Account, name: string, hours: number): number =>
  name === 'followers_count' ? account.followers_count : figure(account.external_id, name, hours)

/** The calls for figures that a path means; undefined for others. */
export function routeInsights(
  sim: Simulator,
  rules: InsightRules,
  input: Input,
  node: string,
  edge: string | undefined,
): Call | undefined {
  if (input.method !== 'GET' || (edge !== 'insights' && edge !== rules.accountEdge)) return undefined
  const post = edge === 'insights' ? livePost(sim, node) : undefined
  if (post) return { operation: 'insights', object: node, run: () => ({ json: ofPost(sim, rules, input, post) }) }
  if (edge !== rules.accountEdge) return undefined
  return { operation: 'insights', object: node, run: () => ({ json: ofAccount(sim, rules, input, node) }) }
}
