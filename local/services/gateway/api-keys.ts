// API Gateway's keys and usage plans: those of the template and those made through its control plane. Kept on disk.
import { z } from 'zod'
import type { State } from '../../state.ts'
import { read, type Template } from '../../template.ts'
import { createTokenBuckets, type Throttle } from './token-bucket.ts'

export interface ApiKey {
  id: string
  name?: string
  description?: string
  value: string
  enabled: boolean
  /** Seconds, as API Gateway gives them. */
  createdDate: number
  lastUpdatedDate: number
  tags?: Record<string, string>
}

export interface UsagePlan {
  id: string
  name: string
  description?: string
  apiStages: { apiId: string; stage: string }[]
  throttle?: Throttle
  tags?: Record<string, string>
}

export type Admission = 'admitted' | 'invalid' | 'throttled'

export interface KeyStore {
  keys(): ApiKey[]
  key(id: string): ApiKey | undefined
  keyByValue(value: string): ApiKey | undefined
  putKey(key: ApiKey): void
  deleteKey(id: string): boolean
  plans(): UsagePlan[]
  plan(id: string): UsagePlan | undefined
  putPlan(plan: UsagePlan): void
  deletePlan(id: string): boolean
  /** Ids of the plans a key is in. */
  plansOf(keyId: string): string[]
  keysOf(planId: string): string[]
  join(planId: string, keyId: string): void
  leave(planId: string, keyId: string): boolean
  /** Lets a request with this key value through to the stage, or not. */
  admit(value: string | undefined, apiId: string, stage: string, now: number): Admission
}

const ThrottleShape = z.object({ RateLimit: z.coerce.number(), BurstLimit: z.coerce.number().default(0) })
const PlanShape = z.object({
  UsagePlanName: z.string().optional(),
  ApiStages: z.array(z.object({ ApiId: z.string(), Stage: z.string() })).default([]),
  Throttle: ThrottleShape.optional(),
  // A daily or monthly quota is not counted here: better said than silently left out.
  Quota: z.never().optional(),
})
const KeyShape = z.object({
  Name: z.string().optional(),
  Value: z.string().optional(),
  Enabled: z.union([z.boolean(), z.stringbool()]).default(false),
})
const PlanKeyShape = z.object({ KeyId: z.string(), UsagePlanId: z.string() })

/**
 * @param settlesMs how long after a key was made through the control plane it is let through: AWS takes from seconds to many
 *   minutes. The template's own keys are as old as the deployment.
 */
export function createKeyStore(template: Template, state: State, settlesMs = 0): KeyStore {
  const storedKeys = state.collection<ApiKey>('api-keys')
  const storedPlans = state.collection<UsagePlan>('usage-plans')
  const storedMembers = state.collection<{ planId: string; keyId: string }>('usage-plan-keys')
  const keys = new Map(storedKeys.all().map((key) => [key.id, key]))
  const byValue = new Map([...keys.values()].map((key) => [key.value, key]))
  const plans = new Map(storedPlans.all().map((plan) => [plan.id, plan]))
  const members = new Map<string, Set<string>>()
  for (const { planId, keyId } of storedMembers.all()) members.set(keyId, (members.get(keyId) ?? new Set()).add(planId))
  const buckets = createTokenBuckets()
  const deployed = new Set(template.resources('AWS::ApiGateway::ApiKey').map(({ ref }) => ref))
  // Seconds, rounded down: the delay counts from the end of that second.
  const hasSettled = ({ id, createdDate }: ApiKey, now: number): boolean =>
    settlesMs === 0 || deployed.has(id) || now >= (createdDate + 1) * 1000 + settlesMs

  const store: KeyStore = {
    keys: () => [...keys.values()],
    key: (id) => keys.get(id),
    keyByValue: (value) => byValue.get(value),
    putKey: (key) => {
      storedKeys.put(key.id, key)
      keys.set(key.id, key)
      byValue.set(key.value, key)
    },
    deleteKey: (id) => {
      const key = keys.get(id)
      if (!key) return false
      for (const planId of store.plansOf(id)) store.leave(planId, id)
      storedKeys.delete(id)
      keys.delete(id)
      byValue.delete(key.value)
      return true
    },
    plans: () => [...plans.values()],
    plan: (id) => plans.get(id),
    putPlan: (plan) => {
      storedPlans.put(plan.id, plan)
      plans.set(plan.id, plan)
    },
    deletePlan: (id) => {
      for (const keyId of store.keysOf(id)) store.leave(id, keyId)
      storedPlans.delete(id)
      return plans.delete(id)
    },
    plansOf: (keyId) => [...(members.get(keyId) ?? [])],
    keysOf: (planId) => [...members].flatMap(([keyId, own]) => (own.has(planId) ? [keyId] : [])),
    join: (planId, keyId) => {
      storedMembers.put(`${planId}/${keyId}`, { planId, keyId })
      members.set(keyId, (members.get(keyId) ?? new Set()).add(planId))
    },
    leave: (planId, keyId) => {
      storedMembers.delete(`${planId}/${keyId}`)
      return members.get(keyId)?.delete(planId) ?? false
    },
    admit: (value, apiId, stage, now) => {
      const key = value === undefined ? undefined : byValue.get(value)
      if (!key?.enabled || !hasSettled(key, now)) return 'invalid'
      const plan = store
        .plansOf(key.id)
        .map((id) => plans.get(id))
        .find((one) => one?.apiStages.some((s) => s.apiId === apiId && s.stage === stage))
      if (!plan) return 'invalid'
      if (!plan.throttle) return 'admitted'
      return buckets.take(`${plan.id}/${key.id}`, plan.throttle, now) ? 'admitted' : 'throttled'
    },
  }
  takeOver(template, store)
  return store
}

/** Brings the template's keys and plans into the store; they have the same ids at every start. */
function takeOver(template: Template, store: KeyStore): void {
  const now = Math.floor(Date.now() / 1000)
  for (const resource of template.resources('AWS::ApiGateway::UsagePlan')) {
    const plan = read(resource, PlanShape)
    store.putPlan({
      id: resource.ref,
      name: plan.UsagePlanName ?? resource.ref,
      apiStages: plan.ApiStages.map(({ ApiId, Stage }) => ({ apiId: ApiId, stage: Stage })),
      throttle: plan.Throttle
        ? { rateLimit: plan.Throttle.RateLimit, burstLimit: plan.Throttle.BurstLimit }
        : undefined,
    })
  }
  for (const resource of template.resources('AWS::ApiGateway::ApiKey')) {
    const key = read(resource, KeyShape)
    const known = store.key(resource.ref)
    // API Gateway makes up a value where the template gives none; here it is the same at every start.
    const value = key.Value ?? `${resource.ref}${resource.ref}`
    store.putKey({
      id: resource.ref,
      name: key.Name,
      value,
      enabled: key.Enabled,
      createdDate: known?.createdDate ?? now,
      lastUpdatedDate: now,
    })
  }
  for (const resource of template.resources('AWS::ApiGateway::UsagePlanKey')) {
    const { KeyId, UsagePlanId } = read(resource, PlanKeyShape)
    store.join(UsagePlanId, KeyId)
  }
}
