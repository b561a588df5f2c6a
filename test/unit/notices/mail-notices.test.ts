// Mail: at most one an hour for each owner, to whom wants it, and again where it was lost.
import { SendEmailCommand } from '@aws-sdk/client-sesv2'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AccountStatus } from '../../../core/accounts/rules/account.ts'
import { put } from '../../../core/aws/table.ts'
import { ENV } from '../../../core/contract.ts'
import { log } from '../../../core/log.ts'
import { digestOf } from '../../../core/notices/rules/digest.ts'
import { MOST_PENDING, noticeOf, waitAfterRefusal } from '../../../core/notices/rules/notices.ts'
import { accountKey, postKey } from '../../../core/table-keys.ts'
import { newEventId } from '../../../core/webhooks/rules/webhooks.ts'
import { accountOf, uuid } from '../../support/domain.ts'
import { startMemoryTable, type TableEngine } from '../../support/table-engine.ts'
import { addressOf, failTable, newOwner, type Someone, someone } from '../people/world.ts'
import { FROM, mails, postFails, refusal, ses, sweep, wantsMail } from './world.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let engine: TableEngine
beforeAll(async () => {
  engine = await startMemoryTable()
})
afterAll(() => engine.stop())

let owner: string
let admin: Someone
let turn = 0
/** Each test has a day of its own, so that none finds what another left over. */
let now: number
const named = (name: string) => `${name}-${turn}`
const logged: string[] = []

beforeEach(async () => {
  turn += 1
  now = Date.UTC(2026, 10, 22) + turn * 10 * 24 * HOUR
  vi.stubEnv(ENV.mailFrom, FROM)
  ses.reset()
  ses.on(SendEmailCommand).resolves({ MessageId: 'm' })
  logged.length = 0
  for (const level of ['info', 'warn', 'error'] as const) {
    vi.spyOn(log, level).mockImplementation((...given) => void logged.push(JSON.stringify(given)))
  }
  owner = await newOwner()
  admin = await someone(named('admin'), owner)
  await wantsMail(owner, admin)
})
afterEach(async () => {
  vi.restoreAllMocks()
  // Notices that are still due are sent, so that the next test finds none of them.
  ses.on(SendEmailCommand).resolves({ MessageId: 'm' })
  vi.stubEnv(ENV.mailFrom, FROM)
  await sweep(now + 9 * 24 * HOUR)
  vi.unstubAllEnvs()
})

describe('a mail', () => {
  it('tells of what came, from the set address, to who wants it', async () => {
    await someone(named('viewer'), owner, 'viewer')
    await postFails(owner, 'Beach', now)
    expect(await sweep(now + MINUTE)).toBe(1)
    expect(mails()).toMatchObject([{ from: FROM, to: [addressOf(named('admin'))] }])
    const [{ subject, text }] = mails() as [ReturnType<typeof mails>[number]]
    expect(subject).toContain('A post was not published')
    expect(text).toContain(
      'The post “Beach” was not published (Threads: rejected).\nThreads: The platform refused the content.\n',
    )
    expect(text).toContain(`https://dashboard.example/posts/${uuid(1)}`)
    // So that no holiday note answers it.
    const { Headers } = ses.commandCalls(SendEmailCommand)[0]!.args[0].input.Content!.Simple!
    expect(Headers).toEqual([{ Name: 'Auto-Submitted', Value: 'auto-generated' }])
  })

  it('goes to several without showing them each other', async () => {
    const second = await someone(named('second'), owner, 'viewer')
    await wantsMail(owner, second)
    await postFails(owner, 'Beach', now)
    await sweep(now + MINUTE)
    expect(mails()).toMatchObject([{ to: [addressOf(named('admin')), addressOf(named('second'))].sort(), shown: [] }])
  })

  it('comes once an hour, and the second tells what the first did not', async () => {
    await postFails(owner, 'First', now)
    await sweep(now + MINUTE)
    await postFails(owner, 'Second', now + 2 * MINUTE)
    await postFails(owner, 'Third', now + 3 * MINUTE)
    for (let minute = 2; minute < 61; minute += 7) await sweep(now + minute * MINUTE)
    expect(mails()).toHaveLength(1)
    for (const minute of [61.5, 62.5, 130, 200]) await sweep(now + minute * MINUTE)
    expect(mails()).toHaveLength(2)
    const { subject, text } = mails()[1]!
    expect(subject).toContain('2 things need your attention')
    expect(text).not.toContain('First')
    expect(text.indexOf('Third')).toBeLessThan(text.indexOf('Second'))
  })

  it('leaves out what has been put right since', async () => {
    await postFails(owner, 'First', now)
    await sweep(now + MINUTE)
    const { writeNotice } = await import('../../../core/notices/notice-store.ts')
    const write = (type: string, data: object, at: number) =>
      writeNotice(noticeOf({ id: newEventId(at), owner_id: owner, type, at }, { ...data }, at), true)
    const connected = accountOf({ id: crypto.randomUUID(), owner_id: owner, status: 'active' })
    await put({ ...accountKey(connected.id), ...connected })
    await write(
      'account.reconnect_required',
      { account_id: connected.id, external_username: 'fixed' },
      now + 2 * MINUTE,
    )
    const post_id = crypto.randomUUID()
    const accounts = [{ account_id: connected.id, platform: 'threads', error: { code: 'rejected' } }]
    await write('post.failed', { post_id, title: 'Retried', accounts }, now + 3 * MINUTE)
    const progress = { total: 1, published: 1, failed: 0, cancelled: 0 }
    const post = { id: post_id, owner_id: owner, type: 'text', title: null, content: '', hashtags: [], caption: '' }
    const rest = { media_ids: [], container_id: null, aspect_ratio: null, accounts: [], skipped_accounts: [] }
    const times = { scheduled_at: null, created_at: now, updated_at: now }
    await put({ ...postKey(post_id), ...post, ...rest, ...times, progress })
    await sweep(now + 62 * MINUTE)
    expect(mails()).toHaveLength(1)
    // No mail was sent, so the next one need not wait.
    await write('webhook.switched_off', { webhook_id: uuid(5), host: 'hooks.example' }, now + 63 * MINUTE)
    await sweep(now + 64 * MINUTE)
    expect(mails()).toHaveLength(2)
    expect(mails()[1]!.text).toContain('hooks.example')
    expect(mails()[1]!.text).not.toMatch(/fixed|Retried/)
  })

  it('says of an account how it stands by then: its owner has to act, or somebody has to connect it again', async () => {
    const { writeNotice } = await import('../../../core/notices/notice-store.ts')
    const stopped = async (type: string, status: AccountStatus, external_username: string) => {
      const account = accountOf({ id: crypto.randomUUID(), owner_id: owner, provider: 'threads', status })
      await put({ ...accountKey(account.id), ...account })
      const data = { account_id: account.id, platform: 'threads', external_username }
      await writeNotice(noticeOf({ id: newEventId(now), owner_id: owner, type, at: now }, data, now), true)
    }
    await stopped('account.action_required', 'action_required', 'held')
    await sweep(now + MINUTE)
    expect(mails()[0]!.subject).toContain('An account needs its owner to act')
    expect(mails()[0]!.text).toContain(
      'The account @held (Threads) needs its owner to do what the platform asks for in its app. Until then nothing is published to it.',
    )
    await stopped('account.action_required', 'reconnect_required', 'dead')
    await stopped('account.reconnect_required', 'action_required', 'both')
    await stopped('account.action_required', 'active', 'fixed')
    await sweep(now + 62 * MINUTE)
    expect(mails()[1]!.text).toContain('@dead (Threads) must be reconnected.')
    expect(mails()[1]!.text).toContain('@both (Threads) needs its owner to do')
    expect(mails()[1]!.text).not.toContain('fixed')
  })

  it('tells of what comes while there turns out to be nothing to tell, and not an hour later', async () => {
    await wantsMail(owner, admin, false)
    await postFails(owner, 'Unwanted', now)
    const notices = await import('../../../core/notices/notice-store.ts')
    const read = notices.noticesWith
    vi.spyOn(notices, 'noticesWith').mockImplementationOnce(async (...given) => {
      const found = await read(...given)
      await postFails(owner, 'Meanwhile', now + MINUTE)
      return found
    })
    await sweep(now + MINUTE)
    await wantsMail(owner, admin)
    await sweep(now + 2 * MINUTE)
    expect(mails()).toHaveLength(1)
    expect(mails()[0]!.text).toContain('Meanwhile')
    expect(mails()[0]!.text).not.toContain('Unwanted')
  })

  it('comes at once after a quiet hour', async () => {
    await postFails(owner, 'First', now)
    await sweep(now + MINUTE)
    await sweep(now + 62 * MINUTE)
    await postFails(owner, 'Second', now + 90 * MINUTE)
    await sweep(now + 91 * MINUTE)
    expect(mails()).toHaveLength(2)
  })

  it('is sent by one of many sweepers', async () => {
    await postFails(owner, 'Beach', now)
    await Promise.all(Array.from({ length: 10 }, () => sweep(now + MINUTE)))
    expect(mails()).toHaveLength(1)
  })

  it('tells of one event once, however often it is handed on', async () => {
    const event = { id: newEventId(now), owner_id: owner, type: 'webhook.switched_off', at: now }
    const notice = noticeOf(event, { webhook_id: uuid(5), host: 'hooks.example' }, now)
    const { writeNotice } = await import('../../../core/notices/notice-store.ts')
    await Promise.all([writeNotice(notice, true), writeNotice(notice, true)])
    await sweep(now + MINUTE)
    await writeNotice(notice, true)
    await sweep(now + 2 * HOUR)
    await sweep(now + 4 * HOUR)
    expect(mails()).toHaveLength(1)
    expect(mails()[0]!.text.match(/hooks\.example/g)).toHaveLength(1)
  })

  it('is not sent where nobody wants it, and does not take the hour of who wants it a moment later', async () => {
    await wantsMail(owner, admin, false)
    await postFails(owner, 'Unwanted', now)
    await sweep(now + MINUTE)
    expect(mails()).toEqual([])
    await wantsMail(owner, admin)
    await postFails(owner, 'Wanted', now + 2 * MINUTE)
    await sweep(now + 3 * MINUTE)
    expect(mails()).toHaveLength(1)
    expect(mails()[0]!.text).not.toContain('Unwanted')
  })

  it('is not sent without an address to send from', async () => {
    vi.stubEnv(ENV.mailFrom, undefined)
    await postFails(owner, 'Beach', now, false)
    expect(await sweep(now + MINUTE)).toBe(0)
    vi.stubEnv(ENV.mailFrom, FROM)
    await sweep(now + 2 * MINUTE)
    expect(mails()).toEqual([])
  })

  it('counts what is too much for one', async () => {
    await Promise.all(Array.from({ length: MOST_PENDING + 5 }, (_, at) => postFails(owner, `Post ${at}`, now + at)))
    await sweep(now + MINUTE)
    const [{ subject, text }] = mails() as [ReturnType<typeof mails>[number]]
    expect(subject).toMatch(/\d+ or more things need your attention/)
    expect(text).toContain('or more others: https://dashboard.example/')
    expect(text.length).toBeLessThan(10_000)
  })
})

describe('a mail that was not sent', () => {
  it('is tried again soon where SES refused it', async () => {
    ses.on(SendEmailCommand).rejectsOnce(refusal('TooManyRequestsException', 429)).resolves({ MessageId: 'm' })
    await postFails(owner, 'Beach', now)
    await sweep(now + MINUTE)
    await sweep(now + 2 * MINUTE)
    expect(mails()).toHaveLength(1)
    await sweep(now + 7 * MINUTE)
    expect(mails()).toHaveLength(2)
    await sweep(now + 8 * MINUTE)
    await sweep(now + 3 * HOUR)
    expect(mails()).toHaveLength(2)
  })

  it('is tried again after the hour where nobody knows whether it was', async () => {
    ses.on(SendEmailCommand).rejectsOnce(new Error('socket hang up')).resolves({ MessageId: 'm' })
    await postFails(owner, 'Beach', now)
    for (const minute of [1, 2, 10, 30, 60]) await sweep(now + minute * MINUTE)
    expect(mails()).toHaveLength(1)
    await sweep(now + 62 * MINUTE)
    expect(mails()).toHaveLength(2)
    expect(mails()[1]!.text).toContain('Beach')
  })

  it.each([500, 503])('is taken for unclear at %i', async (status) => {
    ses.on(SendEmailCommand).rejectsOnce(refusal('InternalServiceError', status)).resolves({ MessageId: 'm' })
    await postFails(owner, 'Beach', now)
    await sweep(now + MINUTE)
    await sweep(now + 30 * MINUTE)
    expect(mails()).toHaveLength(1)
    await sweep(now + 62 * MINUTE)
    expect(mails()).toHaveLength(2)
  })

  it('is tried again after the hour where the sweeper died with it', async () => {
    await postFails(owner, 'Beach', now)
    const { takeMail } = await import('../../../core/notices/mail-state.ts')
    expect(await takeMail(owner, now + MINUTE)).toBeDefined()
    await sweep(now + 30 * MINUTE)
    expect(mails()).toEqual([])
    await sweep(now + 62 * MINUTE)
    expect(mails()).toHaveLength(1)
  })

  it('is tried again where the table failed before it was sent', async () => {
    await postFails(owner, 'Beach', now)
    failTable('BatchGetCommand')
    await expect(sweep(now + MINUTE)).rejects.toThrow()
    vi.restoreAllMocks()
    expect(mails()).toEqual([])
    // Nobody got anything: the hour is free.
    await sweep(now + 2 * MINUTE + waitAfterRefusal(0))
    expect(mails()).toHaveLength(1)
    await sweep(now + 62 * MINUTE)
    expect(mails()).toHaveLength(1)
  })

  it('is given up after a day', async () => {
    ses.on(SendEmailCommand).rejects(refusal('AccessDeniedException', 403))
    await postFails(owner, 'Beach', now)
    for (let hour = 0; hour < 40; hour += 1) await sweep(now + hour * HOUR + MINUTE)
    const tried = mails().length
    expect(tried).toBeGreaterThan(10)
    expect(tried).toBeLessThan(30)
  })

  it('leaves out only whom SES does not take', async () => {
    const second = await someone(named('second'), owner)
    await wantsMail(owner, second)
    const bad = addressOf(named('second'))
    ses.on(SendEmailCommand).callsFake(({ Destination: { ToAddresses = [], BccAddresses = [] } }) => {
      if ([...ToAddresses, ...BccAddresses].includes(bad)) throw refusal('MessageRejected')
      return { MessageId: 'm' }
    })
    await postFails(owner, 'Beach', now)
    await sweep(now + MINUTE)
    expect(mails().map(({ to }) => to.length)).toEqual([2, 1, 1])
    for (const hour of [2, 4, 6]) await sweep(now + hour * HOUR)
    expect(mails()).toHaveLength(3)
  })

  it('is no reason to try for ever where SES takes it for nobody', async () => {
    ses.on(SendEmailCommand).rejects(refusal('MessageRejected'))
    await postFails(owner, 'Beach', now)
    for (const hour of [0, 2, 4, 6]) await sweep(now + hour * HOUR + MINUTE)
    expect(mails()).toHaveLength(1)
  })

  it('leaves no address in the log', async () => {
    ses.on(SendEmailCommand).rejects(refusal('MessageRejected'))
    await postFails(owner, 'Beach', now)
    await sweep(now + MINUTE)
    expect(logged.join()).toContain('MessageRejected')
    expect(logged.join()).not.toContain('@')
  })
})

it('waits longer after each refusal, never longer than an hour', () => {
  fc.assert(
    fc.property(fc.nat(1000), (tries) => {
      expect(waitAfterRefusal(tries)).toBeGreaterThanOrEqual(5 * MINUTE)
      expect(waitAfterRefusal(tries)).toBeLessThanOrEqual(HOUR)
      expect(waitAfterRefusal(tries + 1)).toBeGreaterThanOrEqual(waitAfterRefusal(tries))
    }),
  )
})

it('whatever a title holds, it stays on its line and short', { tags: 'deep' }, () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 3000 }), fc.string({ unit: 'binary' }), (title, name) => {
      const event = { id: newEventId(0), owner_id: owner, type: 'post.failed', at: 0 }
      const notice = noticeOf(event, { post_id: uuid(1), title, accounts: [] }, 0)
      const { subject, text } = digestOf([notice], { owner: name, dashboard: 'https://d.example', more: false })
      expect(subject).not.toMatch(/[\r\n]/)
      expect([...subject].length).toBeLessThan(150)
      expect(text.split('\n')).toHaveLength(8)
    }),
  )
})
