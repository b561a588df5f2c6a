// One caller who floods locks out nobody but itself: the authorizer and the exact limit with the local gateway's usage plans.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { APIGatewayRequestAuthorizerEvent } from 'aws-lambda'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { callerFrom } from '../../../core/api-keys/caller.ts'
import { issueKey } from '../../../core/api-keys/issue-key.ts'
import { admit } from '../../../core/api-keys/limiter.ts'
import { hashOf, newSecret } from '../../../core/api-keys/secret.ts'
import { update } from '../../../core/aws/table.ts'
import { AUTHORIZER_CACHE_SECONDS, ENV, narrowKey, sharedKeyAt } from '../../../core/contract.ts'
import { newId } from '../../../core/ids.ts'
import { SESSION_PREFIX } from '../../../core/people/resolve-session.ts'
import { SESSION_RATE_LIMIT } from '../../../core/people/rules/session-life.ts'
import { addSession } from '../../../core/people/session-store.ts'
import { rateWindowKey } from '../../../core/table-keys.ts'
import { handler } from '../../../functions/authorizer.ts'
import { NARROW_PER_SECOND, SHARED_PER_SECOND } from '../../../lib/usage-plans.ts'
import { createKeyStore, type KeyStore } from '../../../local/services/gateway/api-keys.ts'
import { openState, type State } from '../../../local/state.ts'
import type { Template } from '../../../local/template.ts'
import { startTable, type TableEngine } from '../../support/table-engine.ts'

const FIRST = 'shared-0123456789abcdef'
const PLANS = 8
const STAGE = { apiId: 'api1', stage: 'api' }

let engine: TableEngine
let state: State
let folder: string
let gateway: KeyStore
beforeAll(async () => {
  engine = await startTable()
  Object.assign(process.env, { [ENV.sharedUsageKey]: FIRST, [ENV.sharedUsageKeys]: String(PLANS) })
  folder = mkdtempSync(join(tmpdir(), 'plans-'))
  state = openState(folder, false)
  gateway = createKeyStore({ resources: () => [] } as unknown as Template, state)
  const add = (plan: string, perSecond: number, values: string[]) => {
    const throttle = { rateLimit: perSecond, burstLimit: perSecond }
    gateway.putPlan({ id: plan, name: plan, apiStages: [STAGE], throttle })
    for (const value of values) {
      gateway.putKey({ id: value, value, enabled: true, createdDate: 0, lastUpdatedDate: 0 })
      gateway.join(plan, value)
    }
  }
  add(
    'shared',
    SHARED_PER_SECOND,
    Array.from({ length: PLANS }, (_, at) => sharedKeyAt(FIRST, at)),
  )
  add('narrow', NARROW_PER_SECOND, [narrowKey(FIRST)])
})
afterAll(async () => {
  await engine.stop()
  state.close()
  rmSync(folder, { recursive: true, force: true })
})

type Answer = 'answered' | 'over its limit' | 'throttled'
const remembered = new Map<string, { key: string; context: Record<string, string>; until: number }>()

/** A request as it passes the gateway and, if it is let through, the exact limit. */
async function request(secret: string, now: number): Promise<Answer> {
  vi.useFakeTimers({ toFake: ['Date'], now })
  try {
    let known = remembered.get(secret)
    if (!known || known.until <= now) {
      const event = {
        methodArn: 'arn:aws:execute-api:eu-west-1:1:api1/api/GET/v1/posts',
        headers: { 'X-Secret-Token': secret },
      }
      const { usageIdentifierKey, context } = await handler(event as unknown as APIGatewayRequestAuthorizerEvent)
      known = {
        key: usageIdentifierKey!,
        context: context as Record<string, string>,
        until: now + AUTHORIZER_CACHE_SECONDS * 1000,
      }
      remembered.set(secret, known)
    }
    const admission = gateway.admit(known.key, STAGE.apiId, STAGE.stage, now)
    if (admission !== 'admitted') return 'throttled'
    return (await admit(callerFrom(known.context)!, now)).allowed ? 'answered' : 'over its limit'
  } finally {
    vi.useRealTimers()
  }
}

const keyOf = async (ownerId: string) => (await issueKey({ ownerId })).secret

async function sessionOf(personId: string, now: number): Promise<{ secret: string; personId: string }> {
  const secret = newSecret(SESSION_PREFIX)
  const session = {
    ...{ id: newId(), person_id: personId, owner_id: null, generation: 1 },
    ...{ user_agent: '', created_at: now, last_used_at: now },
  }
  await addSession(session, hashOf(secret))
  return { secret, personId }
}
const bucketOf = (secret: string) => remembered.get(secret)!.key

describe('one who floods', () => {
  it('holds up no other owner’s callers but those of its bucket, and those for a minute', async () => {
    const start = Math.floor(Date.now() / 60_000) * 60_000
    const [viewer, colleague] = (await Promise.all(['loud', 'loud'].map(keyOf))) as [string, string]
    const others = await Promise.all(Array.from({ length: 24 }, (_, at) => keyOf(`owner-${at}`)))
    await request(viewer, start)
    const flood: Promise<Answer>[] = []
    for (let at = 0; at < SHARED_PER_SECOND + 500; at += 1) flood.push(request(viewer, start + 1))
    const answers = await Promise.all(flood)
    expect(answers.filter((answer) => answer === 'throttled').length).toBeGreaterThan(0)
    // The bucket is empty: callers of another do not notice.
    const now = await Promise.all(others.map(async (secret) => [await request(secret, start + 1), bucketOf(secret)]))
    const elsewhere = now.filter(([, bucket]) => bucket !== bucketOf(viewer))
    expect(elsewhere.length).toBeGreaterThan(16)
    expect(new Set(elsewhere.map(([answer]) => answer))).toEqual(new Set(['answered']))

    // Once the gateway asks again it learns that the caller is being refused: then even its own colleagues are answered.
    const later = start + AUTHORIZER_CACHE_SECONDS * 1000 + 1
    const again: Promise<Answer>[] = []
    for (let at = 0; at < SHARED_PER_SECOND + 500; at += 1) again.push(request(viewer, later))
    await Promise.all(again)
    expect(bucketOf(viewer)).toBe(narrowKey(FIRST))
    for (const secret of [colleague, ...others]) expect(await request(secret, later + 1)).toBe('answered')
    expect(bucketOf(colleague)).not.toBe(narrowKey(FIRST))
  })

  it('is let through as before once it keeps to what it may', async () => {
    const at = Math.floor(Date.now() / 60_000) * 60_000 + 3_600_000
    const secret = await keyOf('calm-again')
    await Promise.all(Array.from({ length: 200 }, () => request(secret, at)))
    await request(secret, at + 61_000)
    expect(bucketOf(secret)).toBe(narrowKey(FIRST))
    await request(secret, at + 61_000 + 121_000)
    expect(bucketOf(secret)).not.toBe(narrowKey(FIRST))
  })

  it('is known by all sessions of the person, as the exact limit is', async () => {
    const at = Math.floor(Date.now() / 60_000) * 60_000 + 7_200_000
    const [loud, other] = await Promise.all([sessionOf(newId(), at), sessionOf(newId(), at)])
    const second = await sessionOf(loud.personId, at)
    expect(await request(loud.secret, at)).toBe('answered')
    // As many as no test waits for, where the one before was counted.
    const window = await update(rateWindowKey(loud.personId, Math.floor(at / 60_000)), {
      UpdateExpression: 'ADD hits :more',
      ExpressionAttributeValues: { ':more': 2 * SESSION_RATE_LIMIT },
      ReturnValues: 'ALL_NEW',
    })
    expect(window!.hits).toBe(2 * SESSION_RATE_LIMIT + 1)
    for (const { secret } of [loud, second, other]) await request(secret, at + 61_000)
    expect(bucketOf(loud.secret)).toBe(narrowKey(FIRST))
    expect(bucketOf(second.secret)).toBe(narrowKey(FIRST))
    expect(bucketOf(other.secret)).not.toBe(narrowKey(FIRST))
  })
})
