// Notices: what makes one, who has seen it, and the endpoints of it.
import { SQSClient } from '@aws-sdk/client-sqs'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { addAccount } from '../../../core/accounts/account-store.ts'
import { listActivities } from '../../../core/activity/activity-store.ts'
import { get, put, transact } from '../../../core/aws/table.ts'
import { ENV } from '../../../core/contract.ts'
import { handOn } from '../../../core/notices/hand-on.ts'
import { KEEP_NOTICES_MS, MOST_LISTED } from '../../../core/notices/rules/notices.ts'
import { removeFromTeam } from '../../../core/people/team.ts'
import { putPost } from '../../../core/posts/post-store.ts'
import { savePublication } from '../../../core/posts/publication-store.ts'
import { retryPost } from '../../../core/posts/retry-post.ts'
import { failed } from '../../../core/posts/rules/changes.ts'
import { newPublication } from '../../../core/posts/rules/new-publication.ts'
import { planOf } from '../../../core/posts/rules/plan.ts'
import type { Post } from '../../../core/posts/rules/post.ts'
import { toldOn } from '../../../core/posts/rules/timeline.ts'
import { deliveryKey, webhookKey } from '../../../core/table-keys.ts'
import { eventItem, newEvent } from '../../../core/webhooks/event-store.ts'
import { type OwnerEventType, WEBHOOK_EVENTS } from '../../../core/webhooks/rules/webhooks.ts'
import { getWebhook, switchOffFailing } from '../../../core/webhooks/webhook-store.ts'
import { handler as notices } from '../../../functions/api/session.ts'
import { accountOf, uuid } from '../../support/domain.ts'
import { startMemoryTable, type TableEngine } from '../../support/table-engine.ts'
import { call, failTable, newOwner, type Someone, someone } from '../people/world.ts'
import { FROM, postFails } from './world.ts'

mockClient(SQSClient).resolves({})

let engine: TableEngine
beforeAll(async () => {
  engine = await startMemoryTable()
  process.env[ENV.deliverQueue] = 'https://queue.test/deliver'
})
afterAll(() => engine.stop())

let owner: string
let admin: Someone
let viewer: Someone
let turn = 0
beforeEach(async () => {
  turn += 1
  vi.useFakeTimers({ toFake: ['Date'] })
  owner = await newOwner()
  admin = await someone(`n-admin-${turn}`, owner)
  viewer = await someone(`n-viewer-${turn}`, owner, 'viewer')
  vi.setSystemTime(Date.now() + 1000)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

async function happens(type: OwnerEventType, data: Record<string, unknown>) {
  const event = newEvent(owner, type, data, Date.now())
  await put(eventItem(event))
  return event
}
const listed = async (who: Someone) => (await call(notices, 'GET /v1/notices', who)).data
const see = (who: Someone, up_to: unknown) => call(notices, 'POST /v1/notices/seen', who, { body: { up_to } })

describe('an event', () => {
  it.each(['post.published', 'media.ready'] as const)('%s makes no notice', async (type) => {
    await handOn((await happens(type, { post_id: uuid(1) })).id, Date.now())
    expect(await listed(admin)).toEqual({ notices: [], unseen: 0 })
  })

  it.each(['post.failed', 'post.partially_failed'] as const)('%s makes one, with its post', async (type) => {
    const event = await happens(type, { post_id: uuid(1), title: 'Beach' })
    await handOn(event.id, Date.now())
    expect(await listed(admin)).toMatchObject({
      notices: [{ id: event.id, kind: type, at: event.at, seen: false, post: { id: uuid(1), title: 'Beach' } }],
      unseen: 1,
    })
  })

  it('of an account whose owner must act makes one, and goes to no webhook', async () => {
    const { id } = await happens('account.action_required', { account_id: uuid(9), reason: 'Checkpoint' })
    const webhook = { id: uuid(6), owner_id: owner, url: 'https://hooks.example', events: [...WEBHOOK_EVENTS] }
    const times = { created_at: 1, updated_at: 1 }
    const Item = { ...webhookKey(owner, webhook.id), ...webhook, secret_ciphertext: 'c', ...times }
    await transact([{ Put: { Item } }])
    await handOn(id, Date.now())
    expect((await listed(admin)).notices).toMatchObject([
      { kind: 'account.reconnect_required', account: { id: uuid(9), reason: 'Checkpoint' } },
    ])
    expect(await get(deliveryKey(webhook.id, id))).toBeUndefined()
  })

  it('makes one however often it is handed on', async () => {
    const { id } = await happens('account.reconnect_required', { account_id: uuid(9), reason: 'revoked' })
    await Promise.all([handOn(id, Date.now()), handOn(id, Date.now()), handOn(id, Date.now())])
    await handOn(id, Date.now())
    expect((await listed(admin)).notices).toMatchObject([{ account: { id: uuid(9), reason: 'revoked' } }])
  })

  it('is not done with while its notice could not be written', async () => {
    const { id } = await happens('post.failed', { post_id: uuid(1), title: 'Beach' })
    failTable('PutCommand')
    await expect(handOn(id, Date.now())).rejects.toThrow()
    vi.restoreAllMocks()
    await handOn(id, Date.now())
    expect((await listed(admin)).unseen).toBe(1)
  })

  it('tells of the end that it was, also where the post was retried before it is handed on', async () => {
    const now = Date.now()
    const account = accountOf({ id: crypto.randomUUID(), owner_id: owner, provider: 'threads' })
    await addAccount(account, now)
    const account_id = account.id
    const id = crypto.randomUUID()
    const plan = planOf('text', 'threads', [])
    const given = { post_id: id, account_id, owner_id: owner, platform: 'threads', type: 'text' } as const
    const waiting = newPublication({ ...given, plan, not_before: now, now })
    const post: Post = {
      ...{ id, owner_id: owner, type: 'text', title: 'Beach', content: 'Hello', hashtags: [], caption: 'Hello' },
      ...{ media_ids: [], container_id: null, aspect_ratio: null, accounts: [account_id], skipped_accounts: [] },
      progress: { total: 1, published: 0, failed: 0, cancelled: 0 },
      ...{ scheduled_at: null, created_at: now, updated_at: now },
    }
    await putPost(post, [waiting])
    const ended = failed(waiting, 'platform_unavailable', now + 10)
    let event: string | undefined
    await savePublication(toldOn(waiting, ended, now + 10), 'waiting', (stored) => {
      event = stored.id
    })
    await retryPost(owner, id, now + 500)
    await handOn(event!, now + 2000)
    const failure = { account_id, platform: 'threads', code: 'platform_unavailable' }
    expect((await listed(admin)).notices).toMatchObject([{ post: { id, accounts: 1, failed: 1, failures: [failure] } }])
  })

  it('of a webhook that is switched off is stored with it, and names the host alone', async () => {
    const webhook = {
      id: uuid(5),
      owner_id: owner,
      url: 'https://hooks.example/T00/secret?token=secret',
      events: [],
      secret_ciphertext: 'c',
      failing_since: 1,
      created_at: 1,
      updated_at: 1,
    }
    await transact([{ Put: { Item: { ...webhookKey(owner, webhook.id), ...webhook } } }])
    const event = await switchOffFailing(webhook, Date.now())
    // A second one finds it off, and tells of nothing.
    expect(await switchOffFailing(webhook, Date.now())).toBeUndefined()
    expect((await getWebhook(owner, webhook.id))?.disabled_reason).toBe('failing')
    const { activities } = await listActivities(owner, { limit: 100, now: Date.now() })
    expect(activities.filter(({ target_id }) => target_id === webhook.id)).toMatchObject([
      { action: 'webhook.switched_off', target_name: 'hooks.example', actor: { kind: 'service' } },
    ])
    await handOn(event!.id, Date.now())
    const { notices: all } = await listed(admin)
    expect(all).toMatchObject([{ kind: 'webhook.switched_off', webhook: { id: uuid(5), host: 'hooks.example' } }])
    expect(JSON.stringify(all)).not.toContain('secret')
  })
})

describe('notices', () => {
  it('are listed with the newest in front, at most a hundred, of the last 30 days, to no other owner', async () => {
    const now = Date.now()
    await postFails(owner, 'Old', now - KEEP_NOTICES_MS - 1, false)
    for (let at = 0; at < MOST_LISTED + 3; at += 1) await postFails(owner, `Post ${at}`, now + at, false)
    const { notices: all, unseen } = await listed(viewer)
    expect(all).toHaveLength(MOST_LISTED)
    expect(all[0].post.title).toBe(`Post ${MOST_LISTED + 2}`)
    expect(all.map(({ created_at }: { created_at: number }) => created_at)).toEqual(
      all.map(({ created_at }: { created_at: number }) => created_at).sort((a: number, b: number) => b - a),
    )
    expect(unseen).toBe(MOST_LISTED)
    const other = await someone(`n-other-${turn}`, await newOwner())
    expect(await listed(other)).toEqual({ notices: [], unseen: 0 })
  })

  it('are seen by each person apart, up to a notice or a time, and never less than before', async () => {
    const now = Date.now()
    const first = await postFails(owner, 'First', now, false)
    const second = await postFails(owner, 'Second', now + 10, false)
    vi.setSystemTime(now + 1000)
    expect((await see(viewer, first.id)).data).toEqual({ unseen: 1 })
    expect((await listed(admin)).unseen).toBe(2)
    expect((await see(viewer, second.created_at)).data).toEqual({ unseen: 0 })
    expect((await see(viewer, first.id)).data).toEqual({ unseen: 0 })
    expect((await listed(viewer)).notices.map(({ seen }: { seen: boolean }) => seen)).toEqual([true, true])
  })

  it('that are to come cannot be seen yet', async () => {
    await see(viewer, Date.now() + 1_000_000_000)
    vi.setSystemTime(Date.now() + 1000)
    await postFails(owner, 'Later', Date.now(), false)
    expect((await listed(viewer)).unseen).toBe(1)
  })

  it('from before somebody joined are not new to them', async () => {
    await postFails(owner, 'Before', Date.now(), false)
    vi.setSystemTime(Date.now() + 1000)
    const newcomer = await someone(`n-new-${turn}`, owner, 'editor')
    expect(await listed(newcomer)).toMatchObject({ notices: [{ seen: true }], unseen: 0 })
  })

  it.each([
    [{}],
    [{ up_to: 'yesterday' }],
    [{ up_to: -1 }],
    [{ up_to: 1.5 }],
    [{ up_to: null }],
    [{ up_to: 1, more: 1 }],
  ])('are not marked by %j', async (body) => {
    const { status, errors } = await call(notices, 'POST /v1/notices/seen', viewer, { body })
    expect(status).toBe(400)
    expect(errors[0].message).toMatch(/^(up_to|more) /)
  })

  it('of another owner are not found', async () => {
    const foreign = await postFails(await newOwner(), 'Foreign', Date.now(), false)
    expect(await see(viewer, foreign.id)).toMatchObject({ status: 404, code: 'not_found' })
  })

  it('are for people who are signed in', async () => {
    for (const route of ['GET /v1/notices', 'GET /v1/notices/settings'])
      expect(await call(notices, route, 'key')).toMatchObject({ status: 403, code: 'session_required' })
  })

  it.each([
    ['GET /v1/notices', {}, 'QueryCommand'],
    ['POST /v1/notices/seen', { body: { up_to: 1 } }, 'UpdateCommand'],
    ['PUT /v1/notices/settings', { body: { email: true } }, 'UpdateCommand'],
  ])('%s says nothing of a table that fails', async (route, given, kind) => {
    failTable(kind)
    const { status, text } = await call(notices, route, viewer, given)
    expect(status).toBeGreaterThanOrEqual(500)
    expect(text).not.toContain('secret detail')
  })
})

describe('mail', () => {
  const settings = async (who: Someone) => (await call(notices, 'GET /v1/notices/settings', who)).data
  const set = (who: Someone, email: unknown) => call(notices, 'PUT /v1/notices/settings', who, { body: { email } })

  it('is off until somebody wants it, for that person and owner alone', async () => {
    vi.stubEnv(ENV.mailFrom, FROM)
    expect(await settings(viewer)).toEqual({ email: false, available: true })
    expect((await set(viewer, true)).data).toEqual({ email: true, available: true })
    expect(await settings(viewer)).toEqual({ email: true, available: true })
    expect((await settings(admin)).email).toBe(false)
    expect((await set(viewer, false)).data.email).toBe(false)
  })

  it('says where the service sends none', async () => {
    vi.stubEnv(ENV.mailFrom, undefined)
    expect(await settings(viewer)).toEqual({ email: false, available: false })
  })

  it('is a yes or a no', async () => {
    expect((await set(viewer, 'yes')).status).toBe(400)
  })

  it('and what was seen are forgotten with the member', async () => {
    await set(viewer, true)
    await removeFromTeam(owner, viewer.id, Date.now())
    const again = await someone(`n-viewer-${turn}`, owner, 'viewer')
    expect(again.id).toBe(viewer.id)
    expect((await settings(again)).email).toBe(false)
  })
})
