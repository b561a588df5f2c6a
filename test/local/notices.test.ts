// Notices to an owner on the real local run: in the dashboard, and by mail, which lands in a folder.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, openBrowser, signIn } from '../../local/demo-people.ts'
import { eventually } from '../support/local.ts'
import { busyKey, connect, ended, type Json, post } from '../support/posting.ts'
import { type SharedLocal, sharedLocal } from '../support/shared-local.ts'

let local: SharedLocal
let key: string
let admin: Browser
let viewer: Browser

beforeAll(async () => {
  local = await sharedLocal({ people: true })
  key = await busyKey(local)
  const url = local.session.dashboard_url!
  const { viewer: other, ...first } = local.session.sign_in!
  const signedIn = async (who: { email: string; password: string }) => {
    const browser = openBrowser(url)
    await signIn(browser, url, who)
    return browser
  }
  ;[admin, viewer] = await Promise.all([signedIn(first), signedIn(other)])
})

const ask = async (who: Browser, method: string, path: string, body?: unknown): Promise<Json> => {
  const init = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }
  const reply = await who.ask(`/api${path}`, { method, ...init })
  expect(`${method} ${path} ${reply.status}`).toBe(`${method} ${path} 200`)
  return ((await reply.json()) as Json).data
}

/** Those to the people of this owner. */
const mails = (): string[] => {
  const folder = join(local.dataDir, 'mail')
  const { email, viewer: other } = local.session.sign_in!
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.eml'))
      .sort()
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .filter((mail) => [email, other.email].some((address) => mail.includes(`To: ${address}`)))
  } catch {
    return []
  }
}

/** A post that its platform refuses. @returns its notice, once there is one. */
async function fails(account: { id: string; external_id: string }, content: string): Promise<Json> {
  await local.control('threads', 'POST', '/faults', {
    match: { operation: 'create', account: account.external_id },
    fault: { kind: 'error_before', code: 100, subcode: 2207050, message: 'Refused' },
  })
  const id = await post(local, 'text', { title: content, content, accounts: [account.id] }, key)
  const view = await ended(local, id, key)
  expect(view.status).toBe('failed')
  return eventually(
    async () => (await ask(admin, 'GET', '/v1/notices')).notices.find((one: Json) => one.post?.id === id),
    { what: 'the notice', timeoutMs: 30_000, everyMs: 200 },
  )
}

describe('notices', () => {
  it('tell of a post that failed, once by mail within the hour, and until they are seen', {
    tags: 'deep',
  }, async () => {
    const account = await connect(local, 'threads', 'noticed')
    expect(await ask(admin, 'GET', '/v1/notices/settings')).toEqual({ email: false, available: true })
    await ask(admin, 'PUT', '/v1/notices/settings', { email: true })
    const before = await ask(admin, 'GET', '/v1/notices')
    const first = await fails(account, 'First to fail')
    expect(first).toMatchObject({ kind: 'post.failed', seen: false, post: { title: 'First to fail', failed: 1 } })

    await local.invoke('SchedulesSweep')
    // The schedule may be at it already.
    await eventually(() => mails().length > 0, { what: 'the mail' })
    expect(mails()).toHaveLength(1)
    const { email } = local.session.sign_in!
    expect(mails()[0]).toContain(`To: ${email}`)
    expect(mails()[0]).toContain('First to fail')
    expect(mails()[0]).toContain(`/posts/${first.post.id}`)

    const second = await fails(account, 'Second to fail')
    await local.invoke('SchedulesSweep')
    await local.invoke('SchedulesSweep')
    expect(mails()).toHaveLength(1)

    const { notices, unseen } = await ask(admin, 'GET', '/v1/notices')
    expect(notices.slice(0, 2).map(({ id }: Json) => id)).toEqual([second.id, first.id])
    expect(unseen).toBe(before.unseen + 2)
    expect(await ask(admin, 'POST', '/v1/notices/seen', { up_to: second.id })).toEqual({ unseen: 0 })
    // Another person has seen nothing of it.
    expect((await ask(viewer, 'GET', '/v1/notices')).unseen).toBeGreaterThanOrEqual(2)
  })

  it('tell of an account that must be reconnected', async () => {
    const account = await connect(local, 'threads', 'dead.noticed')
    await local.control('threads', 'POST', '/tokens/revoke', { account: account.external_id })
    await ended(local, await post(local, 'text', { content: 'Too late', accounts: [account.id] }, key), key)
    const found = await eventually(
      async () => {
        await local.invoke('SchedulesSweep')
        return (await ask(admin, 'GET', '/v1/notices')).notices.find((one: Json) => one.account?.id === account.id)
      },
      { what: 'the notice of the account', timeoutMs: 60_000, everyMs: 1000 },
    )
    expect(found).toMatchObject({
      kind: 'account.reconnect_required',
      account: { platform: 'threads', username: 'dead.noticed' },
    })
  })
})
