// Figures of posts and accounts: asked for when they are old, kept, with the reason where there are none; those of stories in time.
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda'
import { mockClient } from 'aws-sdk-client-mock'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Account } from '../../../core/accounts/rules/account.ts'
import { get, put } from '../../../core/aws/table.ts'
import { ENV } from '../../../core/contract.ts'
import { newId } from '../../../core/ids.ts'
import { keepDaily } from '../../../core/insights/keep-daily.ts'
import {
  DAILY_FOR_DAYS,
  DAYS_AT_ONCE,
  type DayPoint,
  daysBetween,
  daysToAsk,
  freshFor,
  spanFor,
  spanProblem,
  THEN_EVERY_DAYS,
  withPoint,
} from '../../../core/insights/rules/figures.ts'
import { accountFiguresKey, accountKey, mediaKey, postFiguresKey } from '../../../core/table-keys.ts'
import { handler as connections } from '../../../functions/api/accounts/connections.ts'
import { handler as insights } from '../../../functions/api/insights.ts'
import { handler as retry } from '../../../functions/api/posts/retry.ts'
import { handler as stories } from '../../../functions/api/posts/stories.ts'
import { handler as text } from '../../../functions/api/posts/text.ts'
import { handler as asking } from '../../../functions/workers/ask-quota.ts'
import { callApi } from '../posts/api-call.ts'
import { LOST, says, startWorld, type World } from '../posts/worker-world.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const lambda = mockClient(LambdaClient)

let world: World
let owner: string
let account: Account
beforeAll(async () => {
  world = await startWorld()
  process.env[ENV.quotaFunction] = 'ask-quota'
})
const life = () => ({ owner_id: owner, token_expires_at: Date.now() + 60 * DAY, token_refreshed_at: Date.now() })
beforeEach(async () => {
  world.reset()
  lambda.reset()
  lambda.on(InvokeCommand, { FunctionName: 'ask-quota' }).callsFake(async ({ Payload }) => ({
    Payload: Buffer.from(JSON.stringify(await asking(JSON.parse(Buffer.from(Payload).toString())))),
  }))
  owner = newId()
  account = await world.account(life())
})
afterAll(() => world.stop())

interface Ids {
  post_id: string
  account_id: string
}
const send = async (handler: unknown, type: string, body: object, account_id: string): Promise<Ids> => {
  const call = { method: 'POST', resource: `/v1/posts/${type}`, body, ownerId: owner, rateLimit: 10_000 }
  const reply = await callApi(handler, call)
  expect(reply.status, JSON.stringify(reply.json)).toBe(202)
  return { post_id: String(reply.headers.Location).split('/').at(-1)!, account_id }
}
const accepted = (options?: object) =>
  send(text, 'text', { content: 'One', accounts: [account.id], ...(options ? { options } : {}) }, account.id)
async function published(ids: Ids): Promise<Ids> {
  for (let turns = 0; turns < 30; turns += 1) {
    const { state, permalink_state } = await world.publication(ids)
    if (state === 'published' && permalink_state !== 'open') break
    await world.turn(ids)
  }
  return ids
}
const ofPost = async (ids: Ids, ownerId = owner) =>
  callApi(insights, {
    method: 'GET',
    resource: '/v1/posts/{id}/insights',
    path: { id: ids.post_id },
    ownerId,
    rateLimit: 10_000,
  })
const ofAccount = (id: string, query: Record<string, string> = {}) =>
  callApi(insights, {
    method: 'GET',
    resource: '/v1/accounts/social/{id}/insights',
    path: { id },
    query,
    ownerId: owner,
    rateLimit: 10_000,
  })
const first = async (ids: Ids) => (await ofPost(ids)).json.data.accounts[0]
const THREADS = { views: 1, likes: 2, replies: 3, reposts: 4, quotes: 5, shares: 6 }

describe('figures of a post', () => {
  it('are asked for once, kept, and asked for again when they are old', async () => {
    const ids = await published(await accepted())
    expect(await first(ids)).toEqual({
      account_id: account.id,
      platform: 'threads',
      platform_media_id: 'm1',
      figures: THREADS,
      read_at: Date.now(),
      problem: null,
    })
    const asked = () => world.calls('insights').length
    vi.setSystemTime(Date.now() + 10 * 60_000)
    expect([(await first(ids)).figures, asked()]).toEqual([THREADS, 1])
    vi.setSystemTime(Date.now() + 6 * 60_000)
    await first(ids)
    expect(asked()).toBe(2)
    // Nobody else sees them.
    expect((await ofPost(ids, newId())).status).toBe(404)
  })

  it('are told day by day from the second day on, the latest of each day', async () => {
    const ids = await published(await accepted())
    const start = Date.now()
    const told = (views: number) => ({ ...THREADS, views })
    const readAt = async (ms: number, views: number) => {
      vi.setSystemTime(start + ms)
      world.answer('insights', {
        body: { data: Object.entries(told(views)).map(([name, value]) => ({ name, values: [{ value }] })) },
      })
      return (await first(ids)).days
    }
    const day = (ahead: number) => new Date(start + ahead * DAY).toISOString().slice(0, 10)
    expect(await readAt(0, 10)).toBeUndefined()
    await readAt(DAY, 20)
    expect(await readAt(3 * DAY, 30)).toEqual([
      { day: day(0), figures: told(10) },
      { day: day(1), figures: told(20) },
      { day: day(3), figures: told(30) },
    ])
    vi.setSystemTime(start + 3 * DAY + 60_000)
    expect((await first(ids)).days).toHaveLength(3)
    // Figures that were kept before days were count as a day.
    const key = postFiguresKey(ids.post_id, account.id, 0)
    const { days: _, ...before } = (await get(key))!
    await put({ ...key, ...before })
    expect(await readAt(5 * DAY, 50)).toEqual([
      { day: day(3), figures: told(30) },
      { day: day(5), figures: told(50) },
    ])
  })

  it('stay as they are known where the platform does not answer, and say so', async () => {
    const ids = await published(await accepted())
    const { read_at } = await first(ids)
    vi.setSystemTime(Date.now() + HOUR)
    world.answer('insights', LOST)
    expect(await first(ids)).toMatchObject({ figures: THREADS, read_at, problem: { code: 'platform_unavailable' } })
    lambda.on(InvokeCommand).rejects(new Error('throttled'))
    expect(await first(ids)).toMatchObject({ figures: THREADS, read_at, problem: { code: 'platform_unavailable' } })
  })

  it('come part by part of a thread', async () => {
    const ids = await published(await accepted({ threads: { thread: [{ content: 'Two' }] } }))
    expect(await first(ids)).toMatchObject({
      figures: THREADS,
      parts: [{ part: 1, platform_media_id: 'm2', figures: THREADS }],
    })
  })

  it.each([
    ['the post is not out', {}, 'not_published', false],
    [
      'the permission was not granted',
      { permissions: ['threads_basic', 'threads_content_publish'] },
      'permission_not_granted',
      true,
    ],
    ['the account is disconnected', { status: 'disconnected' as const }, 'account_disconnected', true],
    ['its token has ended', { status: 'reconnect_required' as const }, 'account_reconnect_required', true],
  ])('are not asked for where %s', async (_why, change, code, out) => {
    const ids = await accepted()
    if (out) await published(ids)
    await put({ ...accountKey(account.id), ...account, ...change })
    expect(await first(ids)).toMatchObject({ figures: null, read_at: null, problem: { code } })
    expect(world.calls('insights')).toEqual([])
  })

  it('that the platform refuses are said with its words', async () => {
    const ids = await published(await accepted())
    world.answer('insights', says({ code: 10, message: 'no permission' }))
    expect((await first(ids)).problem).toMatchObject({
      code: 'permission_not_granted',
      message: expect.stringContaining('no permission'),
    })
    // So Facebook says it; the session is good.
    world.answer('insights', says({ code: 200, message: 'not granted' }, 403))
    expect((await first(ids)).problem).toMatchObject({ code: 'permission_not_granted' })
    await put({ ...accountKey(account.id), ...account, permissions: ['threads_manage_insights'] })
    world.answer('insights', says({ code: 10, message: 'Not enough viewers' }))
    expect((await first(ids)).problem).toMatchObject({ code: 'no_figures' })
  })
})

describe('figures of a story', () => {
  const GRANTED = [
    'instagram_business_basic',
    'instagram_business_content_publish',
    'instagram_business_manage_insights',
  ]
  async function story(permissions: string[] | null): Promise<Ids> {
    const instagram = await world.account({ ...life(), provider: 'instagram', permissions })
    const [asset] = await world.media(1)
    await put({ ...mediaKey(asset!.id), ...asset!, owner_id: owner })
    const body = { media: { media_asset_ids: [asset!.id] }, accounts: [instagram.id] }
    return published(await send(stories, 'stories', body, instagram.id))
  }
  const over = async (ids: Ids) => (await world.publication(ids)).figures?.state

  it('are read in its last hour, and shown when the story is gone', async () => {
    const ids = await story(GRANTED)
    const { due_at, ended_at } = await world.publication(ids)
    expect(due_at).toBe(ended_at! + 23 * HOUR)
    expect([world.calls('insights'), await over(ids)]).toEqual([[], 'open'])
    await world.turn(ids)
    expect([world.calls('insights').length, await over(ids)]).toEqual([1, 'kept'])
    vi.setSystemTime(ended_at! + 30 * DAY)
    expect(await first(ids)).toMatchObject({ figures: { reach: 5, replies: 6 }, read_at: due_at, problem: null })
    expect(world.calls('insights')).toHaveLength(1)
  })

  it('are tried again as long as they are there, and given up then; the story stays published', async () => {
    const ids = await story(GRANTED)
    for (let at = 0; at < 60; at += 1) world.answer('insights', LOST)
    for (let turns = 0; turns < 60 && (await over(ids)) === 'open'; turns += 1) await world.turn(ids)
    expect([await over(ids), (await world.publication(ids)).state]).toEqual(['given_up', 'published'])
    expect(Date.now()).toBeLessThan((await world.publication(ids)).ended_at! + DAY)
    vi.setSystemTime(Date.now() + 2 * DAY)
    expect((await first(ids)).problem).toMatchObject({ code: 'no_figures' })
  })

  it('are read of one that was published when it was tried again, too', async () => {
    world.answer('create', says({ code: 4, error_subcode: 2_207_051, message: 'act in the app' }))
    const ids = await story(GRANTED)
    const instagram = { ...life(), id: ids.account_id, provider: 'instagram' as const, permissions: GRANTED }
    await put({ ...accountKey(ids.account_id), ...account, ...instagram })
    const call = { method: 'POST', resource: '/v1/posts/{id}/retry', path: { id: ids.post_id }, ownerId: owner }
    expect((await callApi(retry, call)).status).toBe(202)
    const { state, figures, ended_at } = await world.publication(await published(ids))
    expect([state, figures]).toEqual(['published', { state: 'open', tries: 0, at: ended_at! + 23 * HOUR }])
  })

  it('are not waited for where nobody knows that they may be read', async () => {
    for (const permissions of [null, GRANTED.slice(0, 2)]) {
      const publication = await world.publication(await story(permissions))
      expect(publication.figures).toBeUndefined()
    }
  })
})

describe('figures of an account', () => {
  it('are of whole days, kept for an hour, and of a week unless a span is given', async () => {
    const today = Math.floor(Date.now() / DAY) * DAY
    const reply = await ofAccount(account.id)
    expect([reply.status, reply.json.data]).toEqual([
      200,
      {
        account_id: account.id,
        platform: 'threads',
        from: today - 6 * DAY,
        to: today + DAY,
        standing: ['followers_count'],
        figures: { views: 1, likes: 2, replies: 3, reposts: 4, quotes: 5, followers_count: 1 },
        read_at: Date.now(),
        problem: null,
      },
    ])
    await ofAccount(account.id)
    expect(world.calls('insights')).toHaveLength(2)
    const [asked] = world.calls('insights')
    expect(Object.fromEntries(new URLSearchParams(asked!.query))).toMatchObject({
      since: String((today - 6 * DAY) / 1000),
      // Today as far as it has gone.
      until: String(Math.floor(Date.now() / 1000)),
    })
    world.answer('insights', LOST)
    vi.setSystemTime(Date.now() + HOUR)
    const later = await ofAccount(account.id)
    const there = Math.floor(Date.now() / DAY) * DAY === today
    expect(later).toMatchObject(
      there ? { status: 200, json: { data: { problem: { code: 'platform_unavailable' } } } } : { status: 503 },
    )
  })

  it.each([
    ['backwards', { from: 0, to: -DAY }, 'from'],
    ['in the future', { from: 0, to: DAY }, 'to'],
    ['of 31 days', { from: -31 * DAY, to: 0 }, 'from'],
  ])('refuses a span %s', async (_what, span, path) => {
    const query = Object.fromEntries(Object.entries(span).map(([name, ms]) => [name, String(Date.now() + ms)]))
    const reply = await ofAccount(account.id, query)
    expect([reply.status, reply.json.errors]).toMatchObject([400, [{ code: 'invalid_value', path }]])
  })

  it('needs the permission, and an account of the caller', async () => {
    await put({ ...accountKey(account.id), ...account, permissions: ['threads_basic'] })
    const reply = await ofAccount(account.id)
    expect([reply.status, reply.json.errors[0].code]).toEqual([409, 'permission_not_granted'])
    expect(reply.json.message).toContain('threads_manage_insights')
    expect((await ofAccount(newId())).status).toBe(404)
  })
})

describe('figures of an account day by day', () => {
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  const daily = async (query: Record<string, string> = {}, ownerId = owner) =>
    callApi(insights, {
      method: 'GET',
      resource: '/v1/accounts/social/{id}/insights',
      path: { id: account.id },
      query: { by: 'day', ...query },
      ownerId,
      rateLimit: 10_000,
    })
  const visit = async (given: Partial<Account> = {}) => {
    world.reset()
    const noted = await keepDaily({ ...account, ...given }, 'token', () => Date.now())
    return { noted, asked: world.calls('insights').map(({ query }) => new URLSearchParams(query).get('since')) }
  }
  const WITHIN = { views: 1, likes: 2, replies: 3, reposts: 4, quotes: 5 }

  it('are those of the week before at first, then each new day with the one that is final now', async () => {
    const today = Math.floor(Date.now() / DAY)
    const since = (...ago: number[]) => ago.map((days) => String((today - days) * (DAY / 1000)))
    const first = await visit()
    expect(first.noted).toEqual({ figures_day: today })
    // How many follow is asked with each, of no span.
    expect(first.asked.filter((at) => at !== null)).toEqual(since(7, 6, 5, 4, 3, 2, 1))
    expect(await visit({ figures_day: today })).toEqual({ noted: {}, asked: [] })
    expect((await visit({ figures_day: today - 1 })).asked.filter((at) => at !== null)).toEqual(since(3, 1))
    const reply = await daily()
    expect([reply.status, reply.json.data.people]).toEqual([200, []])
    expect(reply.json.data.days).toEqual([
      ...[7, 6, 5, 4, 3, 2, 1].map((ago) => ({ day: dayOf((today - ago) * DAY), figures: WITHIN, standing: null })),
      { day: dayOf(today * DAY), figures: null, standing: { followers_count: 1 } },
    ])
    expect(world.calls('insights')).toHaveLength(4)
  })

  it('are tried again at the next visit where the platform does not answer, and the next day where it refuses', async () => {
    const today = Math.floor(Date.now() / DAY)
    world.reset()
    world.answer('insights', LOST)
    expect(await keepDaily(account, 'token', () => Date.now())).toMatchObject({ problem: { class: 'retry' } })
    expect(await keepDaily(account, 'token', () => Date.now())).toEqual({ figures_day: today })
    world.answer('insights', says({ code: 10, message: 'no permission' }))
    expect(await keepDaily(account, 'token', () => Date.now())).toMatchObject({ figures_day: today, problem: {} })
  })

  it('are not asked for without the permission', async () => {
    expect(await visit({ permissions: ['threads_basic'] })).toEqual({ noted: {}, asked: [] })
  })

  it('are shown to their owner alone, of a year at most', async () => {
    expect((await daily({}, newId())).status).toBe(404)
    const reply = await daily({ from: String(Date.now() - 367 * DAY) })
    expect([reply.status, reply.json.errors]).toMatchObject([400, [{ code: 'invalid_value', path: 'from' }]])
  })
})

describe('looking', () => {
  const row = async (sk: string) => (await get({ pk: `ASKED#${account.id}`, sk })) ?? {}
  const capabilities = () =>
    callApi(connections, {
      method: 'GET',
      resource: '/v1/accounts/social/{id}/capabilities',
      path: { id: account.id },
      ownerId: owner,
      rateLimit: 10_000,
    })
  const quotaOf = async () => (await capabilities()).json.data
  const GOOD = { used: 1, total: 50, period_ms: DAY }

  it('200 times at an account’s abilities asks its platform once, and again after a minute', {
    tags: 'deep',
  }, async () => {
    const replies = await Promise.all(Array.from({ length: 200 }, quotaOf))
    for (const { quota, quota_problem } of replies) expect([quota, quota_problem]).toEqual([GOOD, null])
    expect(world.calls('quota')).toHaveLength(1)
    vi.setSystemTime(Date.now() + 61_000)
    expect((await quotaOf()).quota).toEqual(GOOD)
    expect(world.calls('quota')).toHaveLength(2)
  })

  it('again after a refusal asks nothing for a while; of another token it does', async () => {
    world.answer('quota', says({ code: 190, message: 'the token has ended' }))
    for (let times = 0; times < 5; times += 1) expect((await quotaOf()).quota_problem).toContain('the token has ended')
    expect(world.calls('quota')).toHaveLength(1)
    await put({ ...accountKey(account.id), ...account, token_ciphertext: `${account.token_ciphertext}2` })
    await quotaOf()
    expect(world.calls('quota')).toHaveLength(2)
  })

  it('at ever other spans stays within the hour’s calls, and is told when to ask again', async () => {
    const now = Date.now()
    const codes = new Set<string>()
    for (let day = 0; day < 40; day += 1) {
      const reply = await ofAccount(account.id, { from: String(now - (day + 2) * DAY), to: String(now - day * DAY) })
      if (reply.status !== 200) codes.add(`${reply.json.errors[0].code} ${reply.json.message}`)
    }
    // Two calls for each.
    expect(world.calls('insights')).toHaveLength(60)
    expect([...codes]).toEqual([
      expect.stringMatching(/^platform_unavailable .*left for publishing: ask again after \d\d:00 UTC/),
    ])
    expect((await quotaOf()).quota_problem).toContain('left for publishing')
    vi.setSystemTime(Date.now() + HOUR)
    expect((await quotaOf()).quota).toEqual(GOOD)
  })

  it('keeps figures of arbitrary spans for a week, and not for two years', async () => {
    const now = Date.now()
    await ofAccount(account.id, { from: String(now - 20 * DAY), to: String(now - 10 * DAY) })
    const from = Math.floor((now - 20 * DAY) / DAY) * DAY
    const to = Math.ceil((now - 10 * DAY) / DAY) * DAY
    const kept = await get(accountFiguresKey(account.id, { from, to }))
    expect(Number(kept!.expires_at) * 1000 - now).toBeLessThanOrEqual(7 * DAY + 1000)
  })

  it('stops where the platform’s headers want fewer calls, until they are over', async () => {
    const body = { data: [{ quota_usage: 1, config: { quota_total: 50, quota_duration: 86_400 } }] }
    const usage = { 'x-app-usage': '{"call_count":95,"total_time":10,"total_cputime":10}' }
    world.answer('quota', (response) => response.writeHead(200, usage).end(JSON.stringify(body)))
    expect((await quotaOf()).quota).toEqual(GOOD)
    expect(Number((await row('PAUSE')).until)).toBeGreaterThan(Date.now())
    const refused = await ofAccount(account.id)
    expect([refused.status, refused.json.message]).toEqual([503, expect.stringContaining('wants fewer calls')])
    expect(world.calls('insights')).toEqual([])
    vi.setSystemTime(Date.now() + 6 * 60_000)
    expect((await ofAccount(account.id)).status).toBe(200)
  })
})

describe('rules', () => {
  it('are asked for less often as a post grows old, never more', () => {
    fc.assert(
      fc.property(fc.nat(100 * DAY), fc.nat(100 * DAY), (one, other) => {
        const [young, old] = [Math.min(one, other), Math.max(one, other)]
        expect(freshFor(young)).toBeLessThanOrEqual(freshFor(old))
      }),
    )
  })

  it('keep a point a day of a young post and a point a month of an old one, the latest, in order and bounded', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(730), { minLength: 1, maxLength: 200 }), (ages) => {
        const born = 20_000
        const read = [...ages].sort((a, b) => a - b)
        let points: DayPoint[] = []
        for (const age of read) points = withPoint(points, { day: born + age, figures: { views: age } }, born * DAY)
        const kept = points.map(({ day }) => day - born)
        expect(kept).toEqual([...new Set(kept)].sort((a, b) => a - b))
        expect(kept.filter((age) => age < DAILY_FOR_DAYS)).toEqual([...new Set(read.filter((age) => age < 30))])
        expect(kept.at(-1)).toBe(read.at(-1))
        expect(kept.length).toBeLessThanOrEqual(DAILY_FOR_DAYS + Math.ceil((731 - DAILY_FOR_DAYS) / THEN_EVERY_DAYS))
      }),
    )
  })

  it('ask for every day once it is final, however visits fall, and never for more than a few at once', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 0, max: 2 }),
        (gaps, late) => {
          const asked = new Map<number, number>()
          let last: number | null = null
          let today = 20_000
          for (const gap of gaps) {
            const days = daysToAsk(last, today, late)
            expect(days.length).toBeLessThanOrEqual(DAYS_AT_ONCE)
            for (const day of days) {
              expect(day).toBeLessThan(today)
              asked.set(day, today)
            }
            last = today
            today += gap
          }
          for (let day = 20_000; day < last! - late; day += 1)
            expect(asked.get(day)! - day, `day ${day}`).toBeGreaterThan(late)
        },
      ),
    )
  })

  it('read whole days, a leap year at most', () => {
    const now = Date.UTC(2026, 10, 23, 5)
    expect(daysBetween({}, now)).toMatchObject({ first: now / DAY - 5 / 24 - 29, last: now / DAY - 5 / 24 })
    expect(daysBetween({ from: now - 366 * DAY }, now)).toMatchObject({ first: now / DAY - 5 / 24 - 365 })
  })

  it('make a good span of none, wherever the clock stands', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1_700_000_000_000, max: 2_000_000_000_000 }), (now) => {
        const span = spanFor({}, now)
        expect(spanProblem({}, now)).toBeUndefined()
        expect([span.to % DAY, span.to - span.from]).toEqual([0, 7 * DAY])
      }),
    )
  })

  it('take any good span for whole days around it, never more than may be asked for', () => {
    const ago = fc.nat(700 * DAY)
    fc.assert(
      fc.property(fc.integer({ min: 1_700_000_000_000, max: 2_000_000_000_000 }), ago, ago, (now, one, other) => {
        const given = { from: now - Math.max(one, other), to: now - Math.min(one, other) }
        fc.pre(spanProblem(given, now) === undefined)
        const span = spanFor(given, now)
        expect([span.from % DAY, span.to % DAY]).toEqual([0, 0])
        expect(span.to).toBeGreaterThanOrEqual(given.to)
        expect(span.from).toBeLessThanOrEqual(given.from + DAY)
        expect((span.to - span.from) / DAY).toBeGreaterThanOrEqual(1)
        expect((span.to - span.from) / DAY).toBeLessThanOrEqual(30)
      }),
    )
  })
})
