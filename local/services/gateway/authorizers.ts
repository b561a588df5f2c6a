// Lambda authorizers: identity sources, the policy they return, and the cache of their answers.

import type { Template } from '../../template.ts'
import { wildcard } from '../../wildcard.ts'
import type { Functions } from '../functions.ts'
import type { ApiModel, AuthorizerRow } from './model.ts'

export interface Grant {
  principalId: string
  context: Record<string, string>
  usageIdentifierKey?: string
  statements: { allow: boolean; actions: string[]; resources: string[] }[]
}

export type Verdict =
  | { is: 'allowed'; grant: Grant; latencyMs: number }
  | { is: 'denied'; grant: Grant; explicit: boolean }
  | { is: Refused }

type Refused = 'unauthorized' | 'failed' | 'misconfigured'

export interface AuthorizerRequest {
  methodArn: string
  /** The proxy event of the request, which a REQUEST authorizer is given. */
  event: Record<string, unknown>
  header(name: string): string | undefined
  query(name: string): string | undefined
}

const many = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string')

function grantOf(payload: string): Grant | undefined {
  const answer = JSON.parse(payload) as {
    principalId?: unknown
    policyDocument?: { Statement?: unknown }
    context?: Record<string, unknown>
    usageIdentifierKey?: unknown
  } | null
  const statements = answer?.policyDocument?.Statement
  if (typeof answer?.principalId !== 'string' || !Array.isArray(statements)) return undefined
  const context: Record<string, string> = {}
  for (const [name, value] of Object.entries(answer.context ?? {})) {
    // API Gateway refuses objects and lists here.
    if (!['string', 'number', 'boolean'].includes(typeof value)) return undefined
    context[name] = String(value)
  }
  return {
    principalId: answer.principalId,
    context,
    usageIdentifierKey: typeof answer.usageIdentifierKey === 'string' ? answer.usageIdentifierKey : undefined,
    statements: statements.map((statement: Record<string, unknown>) => ({
      allow: statement.Effect === 'Allow',
      actions: many(statement.Action),
      resources: many(statement.Resource),
    })),
  }
}

const fits = (pattern: string, text: string): boolean => wildcard(pattern).test(text)

function judge(grant: Grant, methodArn: string, latencyMs: number): Verdict {
  const about = grant.statements.filter(
    ({ actions, resources }) =>
      actions.some((action) => fits(action.toLowerCase(), 'execute-api:invoke')) &&
      resources.some((one) => fits(one, methodArn)),
  )
  if (about.some(({ allow }) => !allow)) return { is: 'denied', grant, explicit: true }
  return about.length > 0 ? { is: 'allowed', grant, latencyMs } : { is: 'denied', grant, explicit: false }
}

/** Entries kept at most; the oldest go first. */
const CACHE_SIZE = 10_000

export function createAuthorizers(functions: Functions) {
  const cache = new Map<string, { grant: Grant; until: number }>()
  const asking = new Map<string, Promise<Grant | Refused>>()

  const ask = async (row: AuthorizerRow, request: AuthorizerRequest, identity: string[]): Promise<Grant | Refused> => {
    const { methodArn, event } = request
    const outcome = await functions.invoke(
      row.functionArn,
      JSON.stringify(
        row.type === 'TOKEN'
          ? { type: 'TOKEN', methodArn, authorizationToken: identity[0] }
          : { type: 'REQUEST', methodArn, ...event, body: undefined, isBase64Encoded: undefined },
      ),
    )
    if (!outcome.ok) return outcome.failure.errorMessage === 'Unauthorized' ? 'unauthorized' : 'failed'
    return grantOf(outcome.payload) ?? 'misconfigured'
  }

  return async (row: AuthorizerRow, request: AuthorizerRequest): Promise<Verdict> => {
    const startedAt = Date.now()
    const identity = row.identitySources.map((source) => {
      const [, , place, ...name] = source.split('.')
      return place === 'header' ? request.header(name.join('.')) : request.query(name.join('.'))
    })
    const cached = row.ttlSeconds > 0
    if ((cached || row.type === 'TOKEN') && identity.some((value) => !value)) return { is: 'unauthorized' }
    if (!cached) {
      const answer = await ask(row, request, identity as string[])
      return typeof answer === 'string' ? { is: answer } : judge(answer, request.methodArn, Date.now() - startedAt)
    }
    const key = JSON.stringify([row.id, identity])
    const known = cache.get(key)
    if (known && known.until > Date.now()) return judge(known.grant, request.methodArn, 0)
    cache.delete(key)
    const pending = asking.get(key) ?? ask(row, request, identity as string[]).finally(() => asking.delete(key))
    asking.set(key, pending)
    const answer = await pending
    if (typeof answer === 'string') return { is: answer }
    cache.set(key, { grant: answer, until: Date.now() + row.ttlSeconds * 1000 })
    if (cache.size > CACHE_SIZE) cache.delete(cache.keys().next().value!)
    return judge(answer, request.methodArn, Date.now() - startedAt)
  }
}

/**
 * Whether the API's authorizer lets a caller in who shows this secret. It is asked as for a request, but nobody makes one: nothing is counted.
 * True also where it gives no verdict.
 */
export async function letsIn(
  { region, account }: Template,
  api: ApiModel,
  functions: Functions,
  secret: string,
): Promise<boolean> {
  const methods = api.routes.flatMap((route) => [...route.methods.values()])
  const row = methods.find(({ authorizer }) => authorizer !== undefined)?.authorizer
  if (!row) return true
  const headers = Object.fromEntries(
    row.identitySources.map((source) => [source.split('.').slice(3).join('.'), secret]),
  )
  const { is } = await createAuthorizers(functions)(row, {
    methodArn: `arn:aws:execute-api:${region}:${account}:${api.id}/${api.stage}/GET/`,
    event: { headers },
    header: (name) => headers[name],
    query: () => undefined,
  })
  return is !== 'denied' && is !== 'unauthorized'
}
