// Every function's role against the calls that it makes on the local run, which refuses what a role does not allow: nothing
// is refused, and every single grant is used. Where a call is rare, what leads to it is brought about behind the service.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { hashOf } from '../../core/api-keys/secret.ts'
import {
  accountKey,
  apiKeyHashKey,
  deliveryKey,
  dueAccounts,
  dueDeliveries,
  dueInspections,
  duePublications,
  dueUploads,
  mediaKey,
  publicationKey,
  shardOf,
  storageKey,
  summaryStateKey,
  uploadKey,
  usageKey,
} from '../../core/table-keys.ts'
import { openBrowser, signIn } from '../../local/demo-people.ts'
import { eventually, type Local, type Reply, type RequestOptions, startLocal } from '../support/local.ts'
import { accountOn, busyKey, connect, ended, type Json, picture, post, readPost, upload } from '../support/posting.ts'
import { type Behind, behind, grantsOf } from '../support/roles.ts'
import { sample } from '../unit/media/samples.ts'

interface NotDriven {
  /** The grant's name. */
  grant: RegExp
  /** Why no test can bring it about. */
  why: string
  /** The functions, by parts of their ids, that do use it. */
  but: string[]
  /** Functions that use it only if something else happens at the same moment. */
  sometimes?: string[]
}

const NOT_DRIVEN: NotDriven[] = [
  {
    grant: /^dynamodb:PutItem .* where dynamodb:LeadingKeys SUMMARY#\*$/,
    why: 'it takes a usage record that was written more than 30 seconds late, by a function that may run for 15',
    but: ['ApiUsageGet'],
  },
  {
    grant: /^dynamodb:GetItem .* where dynamodb:LeadingKeys MEDIA#\*$/,
    why: 'a direct upload looks for its asset only where the answer to its writing got lost',
    but: ['Variant', 'InspectWorker', 'ApiMediaGet', 'ApiMediaUploadsComplete'],
  },
  {
    grant: /^dynamodb:PutItem .* where dynamodb:LeadingKeys INSIGHTS#\*$/,
    why: 'the publish worker reads the figures of a story 23 hours after it went out',
    but: ['ApiInsights'],
    // An account of the sample data that becomes due during the test.
    sometimes: ['KeepAccounts'],
  },
  {
    grant: /^sqs:ChangeMessageVisibility /,
    why: 'a message of the publish queue comes back sooner where AWS itself failed under a pass',
    but: [],
  },
  {
    grant: /^kms:Encrypt .* where kms:EncryptionContext:account_id present$/,
    why: 'sessions are renewed by whoever finds that their access has run out, which takes longer than this test',
    but: ['KeepAccounts', 'ApiConnect'],
  },
  {
    grant: /^dynamodb:GetItem .* where dynamodb:LeadingKeys ACCOUNT#\*$/,
    why: 'an account is read again where its session is renewed by a refresh token of single use, after hours',
    but: [],
    // The schedule may run beside the call of this test: the one that comes second waits for the other's session.
    sometimes: ['KeepAccounts'],
  },
  {
    grant: /^dynamodb:(PutItem|UpdateItem) .* where dynamodb:LeadingKeys (ACCOUNT|EVENT)#\*$/,
    why: 'who asks for a quota writes an account only where its session has run out, after hours',
    but: ['KeepAccounts', 'InspectWorker'],
  },
]

/** Functions for people in the dashboard are driven in `dashboard.test.ts`; here only their refusals are checked. */
const OF_PEOPLE =
  /^(CustomCDKBucketDeployment|Api(SignIn|Session|Team|Keys|Connect|PlannedPosts|Mcp|AccountsConnections)\w+:)|LeadingKeys (SESSION|TEAM|PERSON|INVITATION)#/

/** Grants that a function does not use here: a webhook's maker is checked where a person makes it. */
const ONLY_SOMETIMES = /^ApiWebhooksCreate\w+: dynamodb:ConditionCheckItem on \S+$/

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const MB = 1024 * 1024

let local: Local
let aws: Behind
let key: string
let instagram: string
let threads: string
/** Serves the files of URL uploads and receives webhook messages. */
let outside: Server
let outsideOrigin: string

beforeAll(async () => {
  outside = createServer((request, response) => {
    request.resume()
    if (request.url === '/breaks') {
      response.writeHead(200, { 'Content-Type': 'video/mp4', 'Content-Length': 20 * MB })
      // Enough for a first part; then the connection is cut.
      response.write(Buffer.concat([sample('video.mp4'), Buffer.alloc(8 * MB)]), () => response.destroy())
    } else response.writeHead(request.url === '/fails' ? 500 : 200).end()
  })
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(outside.address() as AddressInfo).port}`
  outsideOrigin = `http://${host}`
  local = await startLocal({ env: { PUBLISH_POLL_MS: '100', URL_UPLOAD_ALLOW_HOSTS: host } })
  aws = behind(local, inject('assembly'))
  key = await busyKey(local)
  instagram = accountOn(local, 'instagram')
  threads = accountOn(local, 'threads')
})
afterAll(async () => {
  aws?.end()
  outside?.closeAllConnections()
  outside?.close()
  await local?.end()
})

const call = async (method: string, path: string, status: number, options: RequestOptions = {}): Promise<Reply> => {
  const reply = await local.api(method, `/api${path}`, { key, ...options })
  expect(`${method} ${path} ${reply.status}`, reply.text).toBe(`${method} ${path} ${status}`)
  return reply
}
const dataOf = (reply: Reply): Json => reply.json<Json>().data

/** A POST with an Idempotency-Key, the same again, and with another key one that fails. */
async function once(path: string, status: number, options: RequestOptions, bad: { path?: string } & RequestOptions) {
  const headers = { 'Idempotency-Key': crypto.randomUUID() }
  const reply = await call('POST', path, status, { ...options, headers })
  const again = await call('POST', path, status, { ...options, headers })
  expect(again.headers.get('Idempotency-Replayed')).toBe('true')
  const { path: badPath = path, ...rest } = bad
  const refused = await local.api('POST', `/api${badPath}`, { key, ...rest, headers: { 'Idempotency-Key': 'bad' } })
  expect(`POST ${badPath} ${refused.status}`).toMatch(/ 4\d\d$/)
  return dataOf(reply)
}

const formOf = (bytes: Buffer): FormData => {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(bytes)], 'p.jpg', { type: 'image/jpeg' }))
  return form
}
const newPicture = async () => upload(local, await picture(), 'p.jpg', 'image/jpeg', { key })
const announce = (size: number) => ({ json: { file_name: 'p.jpg', content_type: 'image/jpeg', size_bytes: size } })
const fill = async ({ upload_url, headers }: Json, bytes: Buffer) => {
  const reply = await local.fetch(upload_url, { method: 'PUT', headers, body: new Uint8Array(bytes) })
  expect(reply.status).toBe(200)
}

/** An upload whose owner's quota was cut before it was complete: what was copied is taken away again. */
async function driveFullQuota(bytes: Buffer) {
  const { owner_id: owner } = await local.admin<{ owner_id: string }>('owner', 'create', 'full')
  const { api_key } = await local.admin<Json>('key', 'create', '--owner', 'full')
  const session = dataOf(await call('POST', '/v1/media/uploads', 200, { ...announce(bytes.length), key: api_key }))
  await fill(session, bytes)
  await aws.edit(storageKey(owner), { quota_bytes: 1 })
  await call('POST', `/v1/media/uploads/${session.id}/complete`, 413, { key: api_key })
}

/** An upload in parts, and one that is aborted when a part of it has arrived. */
async function driveParts(bytes: Buffer) {
  const { json } = announce(bytes.length)
  const begin = async () => {
    const { id } = dataOf(await call('POST', '/v1/media/uploads', 200, { json: { ...json, in_parts: true } }))
    const path = `/v1/media/uploads/${id}`
    await fill(dataOf(await call('GET', path, 200)).parts[0], bytes)
    return path
  }
  await call('POST', `${await begin()}/complete`, 200)
  await call('DELETE', await begin(), 200)
}

/** Uploads of every kind, downloads, variants, deletions. @returns an asset, one that lost its file, an open session. */
async function driveMedia() {
  const bytes = await picture()
  const { id } = await once('/v1/media', 200, { body: formOf(bytes) }, { body: new FormData() })
  await call('POST', '/v1/media', 422, { json: { url: `${outsideOrigin}/breaks` } })

  const session = await once('/v1/media/uploads', 200, announce(bytes.length), announce(6 * 1024 * MB))
  const complete = `/v1/media/uploads/${session.id}/complete`
  // Nothing has arrived, then something else, then the file.
  await call('POST', complete, 409)
  const other = dataOf(await call('POST', '/v1/media/uploads', 200, announce(sample('video.mp4').length)))
  await fill(other, sample('video.mp4'))
  await call('POST', `/v1/media/uploads/${other.id}/complete`, 422)
  await fill(session, bytes)
  await once(complete, 200, {}, { path: `/v1/media/uploads/${crypto.randomUUID()}/complete` })

  await driveParts(bytes)
  await driveFullQuota(bytes)

  const lost = await newPicture()
  const { result } = dataOf(await call('GET', '/v1/media/users?limit=100', 200))
  await aws.removeObject(result.find((one: Json) => one.id === lost).object_key)
  await call('GET', `/v1/media/${id}`, 200)
  await call('GET', `/v1/media/${lost}`, 404)
  for (const [asset, status] of [
    [id, 200],
    [lost, 404],
  ])
    expect((await local.fetch(`${local.session.cdn_url}/v/${asset}/w320.webp`)).status).toBe(status)
  await aws.send('InspectQueue', { media_id: lost })
  return { id, session: other.id, lost }
}

/** Posts of every type, now and later, and all that can be done to them. @returns one that waits, and its account. */
async function drivePosts(media: string, film: string) {
  const types: [string, string, Json][] = [
    ['feed', instagram, { title: 'T', media: { media_asset_ids: [media] } }],
    ['reels', instagram, { media: { media_asset_ids: [film] } }],
    ['stories', instagram, { media: { media_asset_ids: [media] } }],
    ['text', threads, {}],
  ]
  const scheduled = new Map<string, string>()
  let waiting = ''
  for (const [type, account, more] of types) {
    const json = { content: 'Hello', accounts: [account], ...more }
    await call('POST', `/v1/posts/${type}?validate_only=true`, 200, { json })
    // Within the reach of the queue, with an Idempotency-Key that is used twice; and beyond it. Stories go out at once.
    const headers = { 'Idempotency-Key': type }
    const soon = type === 'stories' ? json : { ...json, scheduled_at: Date.now() + 10 * MINUTE }
    waiting = await post(local, type, soon, key, headers)
    expect(await post(local, type, soon, key, headers)).toBe(waiting)
    if (type === 'stories') continue
    scheduled.set(type, await post(local, type, { ...json, scheduled_at: Date.now() + 2 * HOUR }, key))
  }
  await call('GET', '/v1/posts', 200)
  await call('GET', '/v1/accounts/social', 200)
  await call('DELETE', `/v1/media/${media}`, 409)
  await call('DELETE', `/v1/posts/${scheduled.get('feed')}`, 200)
  await call('PATCH', `/v1/posts/${scheduled.get('reels')}`, 200, { json: { scheduled_at: Date.now() + 3 * HOUR } })
  await call('PATCH', `/v1/posts/${scheduled.get('text')}`, 200, { json: { scheduled_at: Date.now() + 5 * MINUTE } })
  // As the schedule of a post does.
  await aws.send('PublishQueue', { post_id: waiting })
  return { post: waiting, account: threads }
}

/** Posts for the next free slot of their account; one is cancelled and one moved, which frees their slots. */
async function driveSlots(media: string, film: string) {
  const slots = ['monday', 'wednesday', 'friday'].map((weekday) => ({ weekday, time: '09:30' }))
  const page = local.session.accounts.find(({ platform }) => platform === 'facebook')!.id
  for (const account of [instagram, threads, page])
    await call('PUT', `/v1/accounts/social/${account}/slots`, 200, { json: { time_zone: 'Asia/Seoul', slots } })
  const scheduled_at = 'next_slot'
  const queue = (type: string, account: string, more: Json) =>
    post(local, type, { content: 'Queued', accounts: [account], scheduled_at, ...more }, key)
  const [first, second] = [
    await queue('feed', instagram, { title: 'T', media: { media_asset_ids: [media] } }),
    await queue('reels', instagram, { media: { media_asset_ids: [film] } }),
    await queue('text', threads, { options: { threads: { thread: [{ media: { media_asset_ids: [media] } }] } } }),
  ]
  await call('DELETE', `/v1/posts/${first}`, 200)
  await call('PATCH', `/v1/posts/${second}`, 200, { json: { scheduled_at: Date.now() + 3 * HOUR } })
  // Threads does not take the text: cancelled on the other account, the post ends as failed, of which webhooks are told.
  const content = 'Too long for Threads. '.repeat(30)
  const last = await post(local, 'text', { content, accounts: [page, threads], scheduled_at }, key)
  await eventually(async () =>
    (await readPost(local, last, key)).publications.some(({ state }: { state: string }) => state === 'failed'),
  )
  await call('DELETE', `/v1/posts/${last}`, 200)
}

/** Figures of a post that is live, and of its account. */
async function driveInsights() {
  const id = await post(local, 'text', { content: 'How many?', accounts: [threads] }, key)
  await ended(local, id, key)
  await call('GET', `/v1/posts/${id}/insights`, 200)
  await call('GET', `/v1/accounts/social/${threads}/insights`, 200)
}

/** A post that fails for its account and is published again. */
async function driveRetry() {
  const account = await connect(local, 'threads', 'roles.retry')
  await local.control('threads', 'POST', '/tokens/revoke', { account: account.external_id })
  const id = await post(local, 'text', { content: 'Again', accounts: [account.id] }, key)
  expect((await ended(local, id, key)).status).toBe('failed')
  const { token } = await local.control<Json>('threads', 'POST', '/tokens', { account: account.external_id })
  const connecting = ['account', 'connect', '--owner', 'demo', '--platform', 'threads', '--access-token', token]
  await local.admin(...connecting)
  // The platform is asked whether what its owner had to do is done.
  await aws.edit(accountKey(account.id), { status: 'action_required' })
  await once(`/v1/posts/${id}/retry`, 202, {}, { path: `/v1/posts/${crypto.randomUUID()}/retry` })
  expect((await ended(local, id, key)).status).toBe('published')
  await call('DELETE', `/v1/posts/${id}/publications/${account.id}`, 202)
}

/** Webhooks through their life. @returns a delivery that is to be tried again. */
async function driveWebhooks() {
  const nobody = `/v1/webhooks/${crypto.randomUUID()}`
  const hook = await once(
    '/v1/webhooks',
    201,
    { json: { url: `${outsideOrigin}/hears` } },
    { json: { url: 'https://10.0.0.1/' } },
  )
  const own = `/v1/webhooks/${hook.id}`
  await call('GET', '/v1/webhooks', 200)
  await once(`${own}/rotate`, 200, {}, { path: `${nobody}/rotate` })
  const { id } = await once(`${own}/test`, 202, {}, { path: `${nobody}/test` })
  const settled = async (path: string, is: (one: Json) => boolean): Promise<Json> =>
    eventually(async () => dataOf(await call('GET', `${path}/deliveries`, 200)).result.find(is), {
      what: 'a try',
      timeoutMs: 60_000,
    })
  await settled(own, (one) => one.id === id && one.state === 'delivered')
  const replay = (at: string) => `${at}/deliveries/${id}/replay`
  await once(replay(own), 202, {}, { path: replay(nobody) })

  const failing = dataOf(await call('POST', '/v1/webhooks', 201, { json: { url: `${outsideOrigin}/fails` } })).id
  const delivery = dataOf(await call('POST', `/v1/webhooks/${failing}/test`, 202)).id
  await settled(`/v1/webhooks/${failing}`, (one) => one.id === delivery && one.attempts.length > 0)
  return { webhook: failing, delivery, remove: own }
}

/** A key that is sent to an endpoint that needs none is looked up there. */
async function driveOpenEndpoints(media: string) {
  for (const [path, status] of [
    [`/v1/media/${media}`, 200],
    ['/v1/openapi.json', 200],
    ['/docs', 200],
    ['/reference', 200],
    ['/v1/nothing', 404],
  ] as const) {
    // A key that nobody has used yet, as far as the table knows.
    await aws.edit(apiKeyHashKey(hashOf(local.session.api_key)), { last_used_at: 0 })
    await call('GET', path, status, { key: local.session.api_key })
  }
}

/** Requests of two hours ago, summed up by a report and by the schedule. */
async function driveUsage() {
  const { owner_id: other } = await local.admin<{ owner_id: string }>('owner', 'create', 'roles')
  const now = Date.now()
  for (const owner of [local.session.owner_id, other]) {
    const hour = Math.floor(now / HOUR)
    await aws.put({
      ...usageKey(owner, now - 2 * HOUR, 'then'),
      endpoint: '/x',
      method: 'GET',
      status: 200,
      duration_ms: 1,
    })
    // Summed up until then, so that not every hour of the last months is looked at.
    const [hours, days] = [hour - 3, Math.floor((hour - 3) / 24)]
    await aws.put({ ...summaryStateKey(owner), hours, days, job_hours: hours, job_days: days })
  }
  await call('GET', '/v1/usage', 200)
  await local.invoke('SchedulesSummarizeUsage')
}

/** One account whose token is due and whose picture changed, one whose token was ended. */
async function driveKeeper() {
  const [kept, dead] = await Promise.all([
    connect(local, 'threads', 'roles.kept'),
    connect(local, 'threads', 'roles.dead'),
  ])
  const DAY = 24 * HOUR
  const now = Date.now()
  const { token } = await local.control<Json>('threads', 'POST', '/tokens', {
    account: kept.external_id,
    age_ms: 59 * DAY,
  })
  const connecting = ['account', 'connect', '--owner', 'demo', '--platform', 'threads', '--access-token', token]
  await local.admin(...connecting)
  const fresh = (await picture(200, 200)).toString('base64')
  await local.control('threads', 'POST', '/accounts', { external_id: kept.external_id, picture: fresh })
  await local.control('threads', 'POST', '/tokens/revoke', { account: dead.external_id })
  for (const { id } of [kept, dead]) {
    await aws.edit(accountKey(id), { profile_synced_at: 0 })
    await aws.due(accountKey(id), dueAccounts(shardOf(id)), id)
  }
  await aws.edit(accountKey(kept.id), { token_refreshed_at: now - 59 * DAY, token_expires_at: now + DAY })
  await local.invoke('KeepAccounts')
}

/** Somebody wants to be mailed what happens: of the account that stops working there is something to tell. */
async function driveMail() {
  const url = local.session.dashboard_url!
  const browser = openBrowser(url)
  await signIn(browser, url, local.session.sign_in!)
  const body = JSON.stringify({ email: true })
  const headers = { 'Content-Type': 'application/json' }
  expect((await browser.ask('/api/v1/notices/settings', { method: 'PUT', body, headers })).status).toBe(200)
}

it('gives every function what it needs, and nothing that it does not use', { tags: 'deep' }, async () => {
  await driveMail()
  const [media, , , film] = await Promise.all([
    driveMedia(),
    driveRetry(),
    driveKeeper(),
    upload(local, sample('video.mp4'), 'v.mp4', 'video/mp4', { key }),
  ])
  const [waiting, webhooks] = await Promise.all([
    drivePosts(media.id, film),
    driveWebhooks(),
    driveOpenEndpoints(media.id),
    driveSlots(media.id, film),
    driveInsights(),
  ])

  // Items for the sweeper: a publication, an event's delivery, an asset, a deleted one with a variant, a session.
  const gone = await newPicture()
  expect((await local.fetch(`${local.session.cdn_url}/v/${gone}/w320.webp`)).status).toBe(200)
  await call('DELETE', `/v1/media/${gone}`, 200)
  // As one that was being made meanwhile.
  await aws.putObject(`v/${gone}/w640.webp`, await picture())
  const { post: id, account } = waiting
  await aws.due(publicationKey(id, account), duePublications(shardOf(`${id}#${account}`)), local.session.owner_id)
  const { webhook, delivery } = webhooks
  for (const asset of [media.id, gone]) await aws.due(mediaKey(asset), dueInspections(shardOf(asset)), asset)
  await aws.due(uploadKey(media.session), dueUploads(shardOf(media.session)), media.session)
  // The delivery is tried again by itself at any moment, and is not overdue then.
  const sweep = async () => {
    await aws.due(deliveryKey(webhook, delivery), dueDeliveries(shardOf(delivery)), `${webhook}#${delivery}`)
    await local.invoke('SchedulesSweep')
  }
  await Promise.all([sweep(), driveUsage()])
  await call('PATCH', webhooks.remove, 200, { json: { enabled: false } })
  await call('DELETE', webhooks.remove, 200)

  const granted = grantsOf(aws.template)
  const exempt = (fn: string, grant: string) =>
    NOT_DRIVEN.some(({ grant: name, but }) => name.test(grant) && !but.some((part) => fn.includes(part)))
  const unused = async () => {
    const roles = await aws.roles()
    const left = (fn: string) => (grant: string) => !exempt(fn, grant) && !roles[fn]?.used.includes(grant)
    const all = [...granted].flatMap(([fn, grants]) => grants.filter(left(fn)).map((grant) => `${fn}: ${grant}`))
    return all.filter((one) => !OF_PEOPLE.test(one) && !ONLY_SOMETIMES.test(one))
  }
  // Workers have their own time.
  const allUsed = async () => {
    const left = await unused()
    if (left.some((one) => one.startsWith('SchedulesSweep'))) await sweep()
    return left.length === 0
  }
  await eventually(allUsed, { timeoutMs: 30_000, everyMs: 100 }).catch(() => undefined)
  expect(await unused()).toEqual([])
  const roles = Object.entries(await aws.roles())
  expect(roles.flatMap(([fn, { refused }]) => refused.map((one) => `${fn}: ${one}`))).toEqual([])
  // The exceptions are granted, and were not used after all.
  for (const { grant, but, sometimes = [] } of NOT_DRIVEN) {
    expect([...granted.values()].flat().filter((name) => grant.test(name))).not.toEqual([])
    const users = roles.filter(([, { used }]) => used.some((name) => grant.test(name))).map(([fn]) => fn)
    expect(users.filter((fn) => ![...but, ...sometimes].some((part) => fn.includes(part)))).toEqual([])
  }
})
