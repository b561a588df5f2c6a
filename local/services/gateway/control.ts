// API Gateway's control plane: the keys and usage plans that the operator's command makes.
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { AwsError } from '../aws-error.ts'
import type { Call, Reply } from '../control.ts'
import type { ApiKey, KeyStore, UsagePlan } from './api-keys.ts'

const NewKey = z.object({
  name: z.string().optional(),
  description: z.string().optional(),
  enabled: z.boolean().default(false),
  value: z.string().min(20).max(128).optional(),
  tags: z.record(z.string(), z.string()).optional(),
})
const NewPlan = z.object({
  name: z.string(),
  description: z.string().optional(),
  apiStages: z.array(z.object({ apiId: z.string(), stage: z.string() })).default([]),
  throttle: z.object({ rateLimit: z.number().default(0), burstLimit: z.number().default(0) }).optional(),
  tags: z.record(z.string(), z.string()).optional(),
})
const NewMember = z.object({ keyId: z.string(), keyType: z.literal('API_KEY') })
const Patch = z.object({
  patchOperations: z.array(z.object({ op: z.string(), path: z.string(), value: z.string().optional() })),
})

/** The limits of an AWS account. */
const KEY_LIMIT = 10_000
const PLAN_LIMIT = 300

const json = (status: number, value: unknown): Reply => ({
  status,
  body: JSON.stringify(value),
  type: 'application/json',
})

const missing = (what: string) => new AwsError(404, 'NotFoundException', `Invalid ${what} identifier specified`)

function input<T>(schema: z.ZodType<T>, body: string): T {
  const outcome = schema.safeParse(body === '' ? {} : JSON.parse(body))
  if (outcome.success) return outcome.data
  const [issue] = outcome.error.issues
  throw new AwsError(400, 'BadRequestException', `${issue?.path.join('.')}: ${issue?.message}`)
}

const newId = () => randomBytes(8).toString('hex').slice(0, 10)

/** One page of a list, 25 unless asked otherwise; the position is the number of items before it. */
function page<T>(all: readonly T[], query: URLSearchParams): Reply {
  const from = Number(query.get('position') ?? 0)
  const limit = Math.min(500, Number(query.get('limit') ?? 25))
  const next = from + limit < all.length ? String(from + limit) : undefined
  return json(200, { item: all.slice(from, from + limit), position: next })
}

export function createGatewayControl(store: KeyStore): (call: Call) => Reply | undefined {
  const shown = (key: ApiKey, withValue: boolean) => ({ ...key, value: withValue ? key.value : undefined })
  const keyOf = (id: string): ApiKey => {
    const key = store.key(id)
    if (!key) throw missing('API Key')
    return key
  }
  const planOf = (id: string): UsagePlan => {
    const plan = store.plan(id)
    if (!plan) throw missing('Usage Plan')
    return plan
  }

  const createKey = (body: string): Reply => {
    const given = input(NewKey, body)
    if (store.keys().length >= KEY_LIMIT) throw new AwsError(429, 'LimitExceededException', 'API Keys limit exceeded')
    if (given.value && store.keyByValue(given.value))
      throw new AwsError(409, 'ConflictException', 'API Key already exists')
    const now = Math.floor(Date.now() / 1000)
    const key = {
      ...given,
      id: newId(),
      value: given.value ?? randomBytes(20).toString('hex'),
      createdDate: now,
      lastUpdatedDate: now,
    }
    store.putKey(key)
    return json(201, key)
  }

  const patchKey = (id: string, body: string): Reply => {
    const key = { ...keyOf(id), lastUpdatedDate: Math.floor(Date.now() / 1000) }
    for (const { op, path, value } of input(Patch, body).patchOperations) {
      if (op === 'replace' && path === '/enabled') key.enabled = value === 'true'
      else if (op === 'replace' && path === '/name') key.name = value
      else if (op === 'replace' && path === '/description') key.description = value
      else throw new AwsError(400, 'BadRequestException', `Invalid patch path ${path}`)
    }
    store.putKey(key)
    return json(200, shown(key, false))
  }

  const addMember = (planId: string, body: string): Reply => {
    const plan = planOf(planId)
    const key = keyOf(input(NewMember, body).keyId)
    const stages = new Set(plan.apiStages.map(({ apiId, stage }) => `${apiId}:${stage}`))
    const clash = store
      .plansOf(key.id)
      .some((id) => id === planId || store.plan(id)?.apiStages.some((s) => stages.has(`${s.apiId}:${s.stage}`)))
    if (clash) throw new AwsError(409, 'ConflictException', 'API Key is already in a Usage Plan of this API stage')
    store.join(planId, key.id)
    return json(201, { id: key.id, type: 'API_KEY', name: key.name, value: key.value })
  }

  const onKeys = (method: string, id: string | undefined, { query, body }: Call): Reply | undefined => {
    if (!id) {
      if (method === 'POST') return createKey(body)
      const name = query.get('name') ?? ''
      const withValues = query.get('includeValues') === 'true'
      return page(
        store
          .keys()
          .filter((key) => (key.name ?? '').startsWith(name))
          .map((key) => shown(key, withValues)),
        query,
      )
    }
    if (method === 'GET') return json(200, shown(keyOf(id), query.get('includeValue') === 'true'))
    if (method === 'PATCH') return patchKey(id, body)
    if (method !== 'DELETE') return undefined
    keyOf(id)
    store.deleteKey(id)
    return json(202, {})
  }

  const onPlans = (method: string, id: string | undefined, { query, body }: Call): Reply | undefined => {
    if (!id) {
      if (method === 'POST') {
        if (store.plans().length >= PLAN_LIMIT)
          throw new AwsError(429, 'LimitExceededException', 'Usage Plans limit exceeded')
        const plan = { ...input(NewPlan, body), id: newId() }
        store.putPlan(plan)
        return json(201, plan)
      }
      const keyId = query.get('keyId')
      return page(keyId ? store.plansOf(keyId).map(planOf) : store.plans(), query)
    }
    if (method === 'GET') return json(200, planOf(id))
    if (method !== 'DELETE') return undefined
    planOf(id)
    store.deletePlan(id)
    return json(202, {})
  }

  const onMembers = (
    method: string,
    planId: string,
    keyId: string | undefined,
    { query, body }: Call,
  ): Reply | undefined => {
    planOf(planId)
    if (!keyId) {
      if (method === 'POST') return addMember(planId, body)
      return page(
        store
          .keysOf(planId)
          .map(keyOf)
          .map(({ id, name }) => ({ id, name, type: 'API_KEY' })),
        query,
      )
    }
    if (!store.plansOf(keyId).includes(planId)) throw missing('API Key')
    if (method === 'GET') return json(200, { id: keyId, type: 'API_KEY', name: keyOf(keyId).name })
    if (method !== 'DELETE') return undefined
    store.leave(planId, keyId)
    return json(202, {})
  }

  return (call) => {
    const [root, id, below, keyId] = call.path.split('/').slice(1).map(decodeURIComponent)
    if (root === 'apikeys' && !below) return onKeys(call.method, id, call)
    if (root !== 'usageplans') return undefined
    return below === 'keys' && id
      ? onMembers(call.method, id, keyId, call)
      : below
        ? undefined
        : onPlans(call.method, id, call)
  }
}
