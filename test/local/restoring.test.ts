// The runbook of docs/restoring.md on the local run: the table goes back to an earlier time, while files, queues, schedules and
// platforms stay as they are. Nothing is published twice, live posts are reported live, and unknown outcomes are listed.
import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DeleteObjectCommand, ListBucketsCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SimulatedId } from '../../local/fake-platforms/registry.ts'
import { eventually, type Local, startLocal } from '../support/local.ts'
import { accountOn, busyKey, ended, type Json, picture, post, readPost, upload } from '../support/posting.ts'

let local: Local
let key: string
beforeAll(async () => {
  local = await startLocal({ fresh: true, env: { PUBLISH_POLL_MS: '200' } })
  key = await busyKey(local)
})
afterAll(() => local.end())

const accounts = () => local.session.accounts
const on = (platform: string) => accounts().find((one) => one.platform === platform)!.id
const text = (content: string, more: Json = {}) => post(local, 'text', { title: content, content, ...more }, key)

/** The table's files, the log of the latest writes among them. */
function copyTable(from: string, to: string): void {
  const files = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('table.db'))
  mkdirSync(to, { recursive: true })
  for (const name of files(to)) rmSync(join(to, name))
  for (const name of files(from)) cpSync(join(from, name), join(to, name))
}

/** How many posts of this text the platform shows. */
async function shown(platform: SimulatedId, content: string): Promise<number> {
  const { posts } = await local.control<Json>(platform, 'GET', '/state?requests=0')
  return posts.filter((one: Json) => JSON.stringify(one).includes(content)).length
}

const stateOn = (found: Json, accountId: string): string =>
  found.publications.find((one: Json) => one.account_id === accountId).state

/** Messages that were lost at a stop are sent again, as every minute; not before they are overdue by some seconds. */
async function sweptToItsEnd(id: string): Promise<Json> {
  let found: Json
  return eventually(
    async () => {
      await local.invoke('SchedulesSweep')
      found = await readPost(local, id, key)
      return (
        found.publications.every((one: Json) => one.terminal && (one.state !== 'published' || one.permalink)) && found
      )
    },
    { what: () => `an end of post ${id}: ${JSON.stringify(found)}`, timeoutMs: 60_000, everyMs: 1000 },
  )
}

const soon = (ms: number) => ({ scheduled_at: Date.now() + ms })

it('goes back and publishes nothing twice', { tags: 'deep', timeout: 360_000 }, async () => {
  const threads = on('threads')
  const bluesky = on('bluesky')
  const mastodon = on('mastodon')

  // Before the copy: one that is out, and some that are due soon or later. They are still waiting when the copy is made, however
  // long that takes here.
  const before = await text('Out before the copy', { accounts: [threads] })
  await ended(local, before, key)
  // Two that failed before it, of which one is retried after it.
  const { external_id } = (await local.admin<Json>('account', 'list', '--owner', 'demo')).accounts.find(
    (one: Json) => one.id === threads,
  )
  const refused = async (content: string) => {
    await local.control('threads', 'POST', '/faults', {
      match: { operation: 'create', account: external_id },
      fault: { kind: 'error_before', code: 10, message: 'Application does not have permission for this action' },
      times: 1,
    })
    const options = { threads: { share_to_instagram_story: 'light' } }
    const id = await text(content, { accounts: [threads], options })
    expect((await ended(local, id, key)).publications[0]).toMatchObject({ state: 'failed', retryable: true })
    return id
  }
  const retried = await refused('Retried after the copy')
  // One of these words is published after the copy, for another publication.
  const left = await refused('Said by one that failed')
  await local.admin('publish', 'pause')
  const both = await text('Out after the copy', { accounts: [threads, bluesky], ...soon(2000) })
  const same = [
    await text('Said twice', { accounts: [threads], ...soon(2000) }),
    await text('Said twice', { accounts: [threads], ...soon(3000) }),
  ]
  const unsure = await text('On a server that tells little', { accounts: [mastodon], ...soon(2000) })
  const saidAgain = await text('Said by one that failed', { accounts: [threads], ...soon(2000) })
  const cancelled = await text('Called back after the copy', { accounts: [threads], ...soon(3_600_000) })

  await local.stop()
  copyTable(local.dataDir, `${local.dataDir}-of-then`)
  const since = new Date(Math.floor(Date.now() / 1000) * 1000).toISOString()
  await local.restart()
  await local.admin('publish', 'resume')

  // After it: files, posts, publications that the copy knows nothing of.
  const media = await upload(local, await picture(), 'later.jpg', 'image/jpeg')
  const gone = await post(
    local,
    'feed',
    {
      title: 'Accepted after the copy',
      content: 'Accepted after the copy',
      media: { media_asset_ids: [media] },
      accounts: [accountOn(local, 'instagram')],
    },
    key,
  )
  await ended(local, gone, key)
  expect((await local.api('DELETE', `/api/v1/posts/${cancelled}`, { key })).status).toBe(200)
  expect((await local.api('POST', `/api/v1/posts/${retried}/retry`, { key })).status).toBe(202)
  for (const id of [both, ...same, unsure, retried, saidAgain]) await sweptToItsEnd(id)
  expect(await shown('threads', 'Said twice')).toBe(2)

  // The table goes back. What has to be recovered must not be worked off meanwhile.
  await expect(local.admin('recover', '--since', since, '--yes')).rejects.toThrow('stop it first, with publish pause')
  expect(await local.admin('publish', 'pause')).toEqual({ publishing: 'paused' })
  await local.stop()
  copyTable(`${local.dataDir}-of-then`, local.dataDir)
  await local.restart()
  expect(stateOn(await readPost(local, both, key), threads)).toBe('waiting')

  const late = await text('Due while nothing is published', { accounts: [threads] })
  // People who look at the service are told that it is paused.
  const examined = await local.admin<Json>('doctor')
  const stateOf = (of: string) => examined.findings.find((one: Json) => one.of === of)?.state
  expect(stateOf('queue publish')).toBe('broken')
  for (const of of ['api', 'queue deliver', 'dead letters publish', 'table', 'interface instagram'])
    expect([of, stateOf(of)]).toEqual([of, 'fine'])

  const recovered = await local.admin<Json>('recover', '--since', since, '--yes')
  const recoveryOf = (postId: string) =>
    Object.fromEntries(
      recovered.publications
        .filter((one: Json) => one.post_id === postId)
        .map((one: Json) => [one.account_id, one.recovery]),
    )
  expect(recoveryOf(both)).toEqual({ [threads]: 'live', [bluesky]: 'live' })
  // Two of the same words are out, and two publications want them: which is which nobody can tell.
  for (const id of same) expect(recoveryOf(id)).toEqual({ [threads]: 'unknown' })
  expect(recoveryOf(unsure)).toEqual({ [mastodon]: 'live' })
  expect(recoveryOf(late)).toEqual({ [threads]: 'open' })
  expect(recoveryOf(cancelled)).toEqual({ [threads]: 'open' })
  // It had failed by then and is live by now: retried once more, it would be published twice.
  expect(recoveryOf(retried)).toEqual({ [threads]: 'live' })
  expect(recoveryOf(left)).toEqual({})
  expect(recoveryOf(saidAgain)).toEqual({ [threads]: 'live' })
  expect(recovered.counts).toEqual({ live: 5, open: 2, unknown: 2, look: 0, not_asked: 0 })
  expect(await readPost(local, retried, key)).toMatchObject({
    status: 'published',
    progress: { total: 1, published: 1, failed: 0 },
    publications: [{ state: 'published', retryable: false, error: null }],
  })
  expect((await local.api('POST', `/api/v1/posts/${retried}/retry`, { key })).status).toBe(409)
  expect((await readPost(local, left, key)).publications[0]).toMatchObject({ state: 'failed', retryable: true })

  const live = await readPost(local, both, key)
  expect(live.publications.map((one: Json) => one.state)).toEqual(['published', 'published'])
  const unknown = await readPost(local, same[0]!, key)
  expect(unknown.publications[0].error).toMatchObject({ code: 'outcome_unknown' })

  // Called again it finds the same, and changes nothing more.
  const again = await local.admin<Json>('recover', '--since', since, '--yes')
  expect(again.counts).toEqual({ live: 0, open: 2, unknown: 0, look: 0, not_asked: 0 })

  expect(await local.admin('publish', 'resume')).toEqual({ publishing: 'running' })
  expect(stateOn(await ended(local, late, key), threads)).toBe('published')
  const withLink = await ended(local, both, key)
  for (const one of withLink.publications) expect(one.permalink).toMatch(/^http/)

  const after = await local.admin<Json>('doctor')
  expect(after.findings.find((one: Json) => one.of === 'queue publish')).toMatchObject({ state: 'fine' })
  expect(after.broken, JSON.stringify(after.findings.slice(0, 3))).toBe(0)

  for (const [platform, content, times] of [
    ['threads', 'Out before the copy', 1],
    ['threads', 'Out after the copy', 1],
    ['bluesky', 'Out after the copy', 1],
    ['threads', 'Said twice', 2],
    ['threads', 'Retried after the copy', 1],
    ['threads', 'Said by one that failed', 1],
    ['mastodon', 'On a server that tells little', 1],
    ['threads', 'Due while nothing is published', 1],
    ['instagram', 'Accepted after the copy', 1],
  ] as const)
    expect([content, await shown(platform, content)]).toEqual([content, times])
})

// It begins with what the restoring left behind.
it('finds and mends what table and bucket do not agree on', { tags: 'deep', timeout: 60_000 }, async () => {
  const { env, region } = local.endpoints
  const client = new S3Client({
    region,
    endpoint: env.AWS_ENDPOINT_URL_S3,
    forcePathStyle: true,
    credentials: { accessKeyId: env.AWS_ACCESS_KEY_ID!, secretAccessKey: env.AWS_SECRET_ACCESS_KEY! },
  })
  const { Buckets = [] } = await client.send(new ListBucketsCommand({}))
  const lost = await upload(local, await picture(), 'lost.jpg', 'image/jpeg')
  for (const { Name } of Buckets)
    await client.send(new DeleteObjectCommand({ Bucket: Name!, Key: `${lost}.jpg` })).catch(() => undefined)
  const storedBefore = new Date(Date.now() + 1000).toISOString()
  const check = (...more: string[]) => local.admin<Json>('storage', 'check', '--stored-before', storedBefore, ...more)

  const found = await check()
  expect(found.without_object).toMatchObject([{ media_id: lost, file_name: 'lost.jpg', in_use: false }])
  // The file of the post that was accepted after the copy: no row knows it any more.
  const orphans = found.without_row.filter(({ kind }: Json) => kind === 'original')
  expect(orphans).toHaveLength(1)
  expect((await local.admin<Json>('storage', 'check')).without_row).toEqual([])

  await expect(check('--repair')).rejects.toThrow('Give --yes')
  const folder = join(local.dataDir, '../kept')
  const { repaired } = await check('--repair', '--keep', folder, '--yes')
  expect(repaired).toMatchObject({ marked_deleted: 1, left: 0, kept: 1 })
  expect(readdirSync(folder)).toEqual([orphans[0].key])
  expect(await check()).toMatchObject({ without_row: [], without_object: [] })
  expect((await local.api('GET', `/api/v1/media/${lost}`, { key })).status).toBe(404)
})
