// Requests with an Idempotency-Key whose function stopped after its work, before the answer was kept: the next try makes nothing
// a second time, and answers with what the first one made.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { addAccount } from '../../core/accounts/account-store.ts'
import { findSecret } from '../../core/api-keys/key-store.ts'
import { hashOf } from '../../core/api-keys/secret.ts'
import { countWaiting, entriesOf } from '../../core/approvals/approval-store.ts'
import { ENV } from '../../core/contract.ts'
import { listDraftItems } from '../../core/drafts/draft-store.ts'
import { newId } from '../../core/ids.ts'
import { describeKeys } from '../../core/owners/owner-keys.ts'
import { postRows } from '../../core/posts/post-rows.ts'
import { getPostWithPublications } from '../../core/posts/post-store.ts'
import { savePublication } from '../../core/posts/publication-store.ts'
import { getDelivery, listDeliveries, saveDelivery } from '../../core/webhooks/delivery-store.ts'
import { getWebhook, listWebhooks } from '../../core/webhooks/webhook-store.ts'
import { handler as keys } from '../../functions/api/keys.ts'
import { handler as uploads } from '../../functions/api/media/uploads/create.ts'
import { handler as planned } from '../../functions/api/planned-posts.ts'
import { handler as retry } from '../../functions/api/posts/retry.ts'
import { handler as postText } from '../../functions/api/posts/text.ts'
import { handler as makeWebhook } from '../../functions/api/webhooks/create.ts'
import { handler as rotateWebhook } from '../../functions/api/webhooks/rotate.ts'
import { handler as sendWebhook } from '../../functions/api/webhooks/send.ts'
import { accountOf } from '../support/domain.ts'
import { stoppedBeforeKeeping } from '../support/stopped-function.ts'
import { startWorld, type World } from './accounts/world.ts'
import { type Call, call, newOwner, type Someone, someone } from './people/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
  Object.assign(process.env, { [ENV.deliverQueue]: 'https://queue.test/deliver', AWS_REGION: 'eu-west-1' })
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' })
})
afterAll(() => world.stop())

let owner: string
let admin: Someone
let account: string
let turn = 0
beforeEach(async () => {
  turn += 1
  owner = await newOwner()
  admin = await someone(`tries-${turn}`, owner)
  account = newId()
  const now = Date.now()
  await addAccount(
    accountOf({
      id: account,
      owner_id: owner,
      provider: 'threads',
      external_account_id: `2784${turn}${now}`,
      token_expires_at: now + 60 * 86_400_000,
      profile_synced_at: now,
      created_at: now,
    }),
    now,
  )
})

/** Sends it once, with a function that stops before it keeps its answer, and once more when its lease is over. */
async function twice(handler: unknown, route: string, given: Call) {
  const request = { ...given, headers: { 'Idempotency-Key': `try-${turn}` } }
  const first = await stoppedBeforeKeeping(() => call(handler, route, admin, request))
  const second = await call(handler, route, admin, request)
  const third = await call(handler, route, admin, request)
  expect(third.headers['Idempotency-Replayed']).toBe('true')
  expect([third.status, third.data]).toEqual([second.status, second.data])
  return { first, second }
}

const approval = () => ({ type: 'text', post: { content: 'Our autumn menu.', accounts: [account] } })
const sentForApproval = async (): Promise<string> => {
  const { data } = await call(planned, 'POST /v1/approvals', admin, { body: approval() })
  return data.id
}

it('a draft is made once', async () => {
  const { first, second } = await twice(planned, 'POST /v1/drafts', { body: { type: 'text', post: { content: 'A' } } })
  expect([second.status, second.data]).toEqual([200, first.data])
  expect(await listDraftItems(owner)).toHaveLength(1)
})

it('a post is sent for approval once', async () => {
  const { first, second } = await twice(planned, 'POST /v1/approvals', { body: approval() })
  expect([second.status, second.data]).toEqual([200, first.data])
  expect(await countWaiting(owner, 5)).toBe(1)
})

it('a comment is written once', async () => {
  const id = await sentForApproval()
  const given = { path: { id }, body: { comment: 'Nice.' } }
  const { second } = await twice(planned, 'POST /v1/approvals/{id}/comments', given)
  expect(second.status).toBe(200)
  expect((await entriesOf(id)).map(({ kind }) => kind)).toEqual(['sent', 'comment'])
})

it('changes are asked for once, and the second try is told so', async () => {
  const id = await sentForApproval()
  const given = { path: { id }, body: { version: 1, comment: 'Shorter.' } }
  const { second } = await twice(planned, 'POST /v1/approvals/{id}/changes', given)
  expect(second.status).toBe(200)
  expect((await entriesOf(id)).map(({ kind }) => kind)).toEqual(['sent', 'changes_asked'])
})

it('a post is approved once, and the second try is told which post it is', async () => {
  const id = await sentForApproval()
  const given = { path: { id }, body: { version: 1 } }
  const { first, second } = await twice(planned, 'POST /v1/approvals/{id}/approve', given)
  expect([second.status, second.data, second.headers.Location]).toEqual([200, first.data, first.headers.Location])
  const posts: unknown[] = []
  for await (const { rows } of postRows(owner)) posts.push(...rows)
  expect(posts).toHaveLength(1)
})

it('a post that failed is published again once, and whoever asks meanwhile is told that it is under way', async () => {
  const { headers } = await call(postText, 'POST /v1/posts/text', admin, { body: approval().post })
  const id = headers.Location.split('/').at(-1)!
  const { publications } = (await getPostWithPublications(id))!
  const failure = { code: 'platform_unavailable' as const, message: 'Nobody answered.' }
  await savePublication({ ...publications[0]!, state: 'failed', failure, ended_at: Date.now() }, 'waiting')
  const { first, second } = await twice(retry, 'POST /v1/posts/{id}/retry', { path: { id } })
  expect([second.status, second.data, second.message]).toEqual([202, first.data, first.message])
  expect(second.data).toEqual({ accounts: [account], left_out: [] })
  const other = await call(retry, 'POST /v1/posts/{id}/retry', admin, { path: { id } })
  expect([other.status, other.code]).toEqual([409, 'not_retryable'])
  expect(other.message).toContain('still being published')
})

it('an upload is announced once, and its bytes are counted once', async () => {
  const body = { file_name: 'a.mp4', content_type: 'video/mp4', size_bytes: 1000, in_parts: true }
  const { first, second } = await twice(uploads, 'POST /v1/media/uploads', { body })
  expect([second.status, second.data.id]).toEqual([200, first.data.id])
  expect((await world.items()).match(/"announced_bytes":\{"N":"1000"\}/g)).toHaveLength(1)
})

it('a webhook is made once, and its secret is told', async () => {
  const { first, second } = await twice(makeWebhook, 'POST /v1/webhooks', { body: { url: 'https://example.com/h' } })
  expect([second.status, second.data]).toEqual([201, first.data])
  expect(await listWebhooks(owner)).toHaveLength(1)
})

it('a webhook’s secret is replaced once: the one that receivers have still signs along', async () => {
  const { data } = await call(makeWebhook, 'POST /v1/webhooks', admin, { body: { url: 'https://example.com/h' } })
  const before = await getWebhook(owner, data.id)
  const { first, second } = await twice(rotateWebhook, 'POST /v1/webhooks/{id}/rotate', { path: { id: data.id } })
  expect([second.status, second.data.secret]).toEqual([200, first.data.secret])
  expect((await getWebhook(owner, data.id))?.previous_ciphertext).toBe(before!.secret_ciphertext)
})

it('a test message is sent once', async () => {
  const { data } = await call(makeWebhook, 'POST /v1/webhooks', admin, { body: { url: 'https://example.com/h' } })
  const { first, second } = await twice(sendWebhook, 'POST /v1/webhooks/{id}/test', { path: { id: data.id } })
  expect([second.status, second.data.id]).toEqual([202, first.data.id])
  expect((await listDeliveries(data.id, { limit: 10, now: Date.now() })).deliveries).toHaveLength(1)
})

it('a message is sent again once', async () => {
  const { data } = await call(makeWebhook, 'POST /v1/webhooks', admin, { body: { url: 'https://example.com/h' } })
  const path = { id: data.id }
  const { data: sent } = await call(sendWebhook, 'POST /v1/webhooks/{id}/test', admin, { path })
  const delivered = { ...(await getDelivery(data.id, sent.id))!, state: 'delivered' as const }
  await saveDelivery(delivered)
  const given = { path: { ...path, delivery: sent.id } }
  const { first, second } = await twice(sendWebhook, 'POST /v1/webhooks/{id}/deliveries/{delivery}/replay', given)
  expect([second.status, second.data]).toEqual([202, first.data])
})

it('an API key is made once, with a secret that is good', async () => {
  const { first, second } = await twice(keys, 'POST /v1/keys', { body: { name: 'Shop' } })
  expect([second.status, second.data.id]).toEqual([200, first.data.id])
  expect((await describeKeys(owner, Date.now())).keys).toHaveLength(1)
})

it('an API key is rotated anew, and the secret that programs have lives on as it was promised', async () => {
  const made = await call(keys, 'POST /v1/keys', admin, { body: { name: 'Shop' } })
  const given = { path: { id: made.data.id }, body: { keep_old_hours: 24 } }
  const { first, second } = await twice(keys, 'POST /v1/keys/{id}/rotate', given)
  expect(second.status).toBe(200)
  expect(second.data.old_secret_until).toBe(first.data.old_secret_until)
  expect(second.data.api_key).not.toBe(first.data.api_key)
  const good = async (secret: string) => (await findSecret(hashOf(secret)))?.key_id === made.data.id
  expect(await Promise.all([made, first, second].map(({ data }) => good(data.api_key)))).toEqual([true, false, true])
})
