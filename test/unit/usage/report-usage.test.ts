// Every figure of the report against a plain recount of the log, whatever was summed up, packed or late before.
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { put, queryAll, remove } from '../../../core/aws/table.ts'
import { createOwner } from '../../../core/owners/owners.ts'
import { inParallel } from '../../../core/run-bounded.ts'
import { summaryPartition, summaryStateKey, usageKey, usagePartition } from '../../../core/table-keys.ts'
import { DASHBOARD, type RequestRecord, recordRequest } from '../../../core/usage/record-request.ts'
import { reportUsage, type UsageReport } from '../../../core/usage/report-usage.ts'
import { summarizeOwner } from '../../../core/usage/summarize-owner.ts'
import { summarizeUsage } from '../../../core/usage/summarize-usage.ts'
import type { ApiUsage } from '../../../core/usage/usage-view.ts'
import { randomFrom } from '../../support/random.ts'
import { startMemoryTable, type TableEngine } from '../../support/table-engine.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const START = Date.UTC(2026, 0, 1)

let engine: TableEngine
beforeAll(async () => {
  engine = await startMemoryTable()
})
afterAll(() => engine.stop())
afterEach(() => vi.useRealTimers())

const ENDPOINTS = [
  ['POST', '/api/v1/media', [200, 200, 400, 413, 429, 500]],
  ['GET', '/api/v1/media/:id', [200, 206, 304, 307, 404, 429]],
  ['GET', '/api/v1/media/users', [200, 429]],
  ['DELETE', '/api/v1/media/:id', [200, 403, 404, 409]],
  ['POST', '/api/v1/posts/feed', [202, 202, 400, 422, 503]],
  ['GET', '/api/v1/usage', [200, 400]],
  ['PATCH', '/api/v1/*', [404]],
] as const

/** The log counted plainly, as the specification says. */
function recount(log: readonly RequestRecord[], from: number, to: number): ApiUsage {
  const found = log.filter(({ at }) => at >= from && at <= to)
  const ok = found.filter(({ status }) => status >= 200 && status <= 399)
  const duration = found.reduce((sum, { duration_ms }) => sum + duration_ms, 0)
  const names = [...new Set(found.map(({ method, endpoint }) => `${method} ${endpoint}`))]
  const statuses = [...new Set(found.map(({ status }) => status))].sort((a, b) => a - b)
  return {
    total_requests: found.length,
    successful_requests: ok.length,
    failed_requests: found.length - ok.length,
    total_duration_ms: duration,
    average_duration_ms: found.length === 0 ? 0 : duration / found.length,
    by_endpoint: names.map((name) => {
      const rows = found.filter(({ method, endpoint }) => `${method} ${endpoint}` === name)
      const good = rows.filter(({ status }) => status < 400).length
      const [method, endpoint] = name.split(' ') as [string, string]
      return { endpoint, method, count: rows.length, successful_count: good, failed_count: rows.length - good }
    }),
    by_status_code: statuses.map((status_code) => ({
      status_code,
      count: found.filter(({ status }) => status === status_code).length,
    })),
  }
}

interface Named {
  name: string
  figures: object
}
const sorted = (rows: readonly Named[]) => rows.toSorted((one, other) => one.name.localeCompare(other.name))

/** Requests by a name, with what of them was in each hour or day of `ms`. */
const recountBy = (log: readonly RequestRecord[], nameOf: (record: RequestRecord) => string, ms: number): Named[] =>
  sorted(
    [...Map.groupBy(log, nameOf)].map(([name, rows]) => {
      const duration = (of: readonly RequestRecord[]) => of.reduce((sum, { duration_ms }) => sum + duration_ms, 0)
      const points = [...Map.groupBy(rows, ({ at }) => Math.floor(at / ms) * ms)]
        .sort(([one], [other]) => one - other)
        .map(([at, some]) => ({ at, count: some.length, duration_ms: duration(some) }))
      const total = duration(rows)
      const figures = { count: rows.length, total_duration_ms: total, average_duration_ms: total / rows.length, points }
      return { name, figures }
    }),
  )

const byName = (usage: ApiUsage): ApiUsage => ({
  ...usage,
  by_endpoint: [...usage.by_endpoint].sort((a, b) =>
    `${a.endpoint} ${a.method}`.localeCompare(`${b.endpoint} ${b.method}`),
  ),
})

const newOwner = async (now = START): Promise<string> => (await createOwner({ name: crypto.randomUUID(), now })).id

const KEYS = [crypto.randomUUID(), DASHBOARD]

const requestAt = (owner_id: string, at: number, more: Partial<RequestRecord> = {}): RequestRecord => ({
  owner_id,
  request_id: crypto.randomUUID(),
  endpoint: '/api/v1/usage',
  method: 'GET',
  caller: KEYS[0]!,
  status: 200,
  duration_ms: 10,
  at,
  ...more,
})

/** Writes records as they come in: the clock stands at each one's time. */
async function write(records: readonly RequestRecord[]): Promise<void> {
  const byTime = Map.groupBy(records, ({ at }) => at)
  for (const [at, together] of byTime) {
    vi.setSystemTime(at)
    await Promise.all(together.map(recordRequest))
  }
}

const ask = async (owner_id: string, from: number | null, to: number | null, now: number) => {
  const reads = { items: 0 }
  const report = await reportUsage({ owner_id, start_date: from, end_date: to, now }, reads)
  return { ...report, items: reads.items }
}

const summariesOf = (owner: string) =>
  queryAll({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': summaryPartition(owner) },
    ConsistentRead: true,
  })

describe('requests from before callers were recorded', () => {
  it('have an unknown caller, beside later ones', async () => {
    const owner = await newOwner()
    const at = START + 50
    vi.useFakeTimers({ now: at, toFake: ['Date'] })
    const old = requestAt(owner, at, { status: 404, duration_ms: 30 })
    const { caller: _, owner_id: __, request_id, ...fields } = old
    await put({ ...usageKey(owner, at, request_id), ...fields })
    await write([requestAt(owner, at + 1), requestAt(owner, at + 2, { caller: DASHBOARD })])
    // Single records, then packed, then summed up.
    for (const now of [at + 10, at + 2 * HOUR, at + 3 * DAY]) {
      vi.setSystemTime(now)
      const { breakdown } = await reportUsage({
        owner_id: owner,
        start_date: null,
        end_date: null,
        breakdown: true,
        now,
      })
      const figures = { total_duration_ms: 10, average_duration_ms: 10 }
      const one = { count: 1, successful_count: 1, failed_count: 0, ...figures }
      expect(breakdown?.by_caller.toSorted((a, b) => String(a.caller).localeCompare(String(b.caller)))).toEqual(
        [
          { caller: KEYS[0], ...one },
          { caller: DASHBOARD, ...one },
          {
            caller: null,
            count: 1,
            successful_count: 0,
            failed_count: 1,
            total_duration_ms: 30,
            average_duration_ms: 30,
          },
        ].toSorted((a, b) => String(a.caller).localeCompare(String(b.caller))),
      )
      await summarizeOwner(owner, now)
    }
  })
})

/** Each row of a breakdown, and each of its points, against a recount. */
function checkBreakdown({ breakdown }: UsageReport, log: readonly RequestRecord[], ms: number): void {
  const request = ({ method, endpoint, status }: RequestRecord) => `${method} ${endpoint} ${status}`
  const named = breakdown!.by_request.map(({ method, endpoint, status_code, ...figures }) => {
    return { name: `${method} ${endpoint} ${status_code}`, figures }
  })
  expect(sorted(named)).toEqual(recountBy(log, request, ms))
  const called = breakdown!.by_caller.map(({ caller, successful_count, failed_count, ...figures }) => {
    const failed = log.filter((record) => record.caller === caller && record.status >= 400).length
    expect([successful_count, failed_count]).toEqual([figures.count - failed, failed])
    return { name: String(caller), figures }
  })
  expect(sorted(called)).toEqual(recountBy(log, ({ caller }) => caller, ms))
}

describe('the figures of 5,000 mixed requests by 5 owners over 6 days', () => {
  const random = randomFrom(20260105)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const owners: string[] = []
  const log: RequestRecord[] = []
  const END = START + 6 * DAY

  /** A time near an edge of an hour or day, at a record, or anywhere. */
  const someTime = (upTo: number): number => {
    const span = upTo - START
    const kinds = [
      () => START + Math.floor((random() * span) / HOUR) * HOUR + pick([-1, 0, 1]),
      () => START + Math.floor((random() * span) / DAY) * DAY + pick([-1, 0, 1]),
      () => (pick(log)?.at ?? START) + pick([-1, 0, 1]),
      () => START + Math.floor(random() * span),
    ]
    return pick(kinds)()
  }

  const check = async (owner: string, from: number | null, to: number | null, now: number) => {
    const report = await ask(owner, from, to, now)
    const mine = log.filter(({ owner_id }) => owner_id === owner)
    expect(byName(report.api_usage)).toEqual(byName(recount(mine, from ?? 0, to ?? Number.POSITIVE_INFINITY)))
    expect(report.period).toEqual({ start_date: from, end_date: to })
    if (from !== null) await checkSeries(owner, from, to, now, mine)
  }

  /** Each hour or day of the series against a recount of just that, and the series against its range. */
  const checkSeries = async (
    owner: string,
    from: number,
    to: number | null,
    now: number,
    mine: readonly RequestRecord[],
  ) => {
    const interval = pick(['hour', 'day'] as const)
    const ms = interval === 'hour' ? HOUR : DAY
    // Counted again more costly than the rest: of some.
    const breakdown = from % 8 === 0
    const question = { owner_id: owner, start_date: from, end_date: to, interval, breakdown, now }
    const report = await reportUsage(question)
    const { series } = report
    const last = to ?? now
    if (breakdown)
      checkBreakdown(
        report,
        mine.filter(({ at }) => at >= from && at <= last),
        ms,
      )
    expect(series?.interval).toBe(interval)
    expect(series?.points.map(({ at }) => at)).toEqual(
      Array.from(
        { length: Math.floor(last / ms) - Math.floor(from / ms) + 1 },
        (_, ahead) => (Math.floor(from / ms) + ahead) * ms,
      ),
    )
    for (const { at, api_usage } of series?.points ?? []) {
      const { by_endpoint: _, ...expected } = recount(mine, Math.max(from, at), Math.min(last, at + ms - 1))
      expect(api_usage).toEqual(expected)
    }
  }

  it('equal a plain recount for 200 random ranges, while it goes on and afterwards', {
    tags: 'deep',
    timeout: 60_000,
  }, async () => {
    vi.useFakeTimers({ now: START, toFake: ['Date'] })
    for (let at = 0; at < 5; at += 1) owners.push(await newOwner())
    // Bursts and quiet hours, several records in one millisecond now and then.
    const planned: RequestRecord[] = []
    while (planned.length < 5000) {
      const burst = START + Math.floor(random() * 6 * DAY)
      const owner = pick(owners)
      for (let left = 1 + Math.floor(random() * 40); left > 0 && planned.length < 5000; left -= 1) {
        const [method, endpoint, statuses] = pick(ENDPOINTS)
        const at = Math.min(END - 1, burst + Math.floor(random() * pick([1, 1000, 5 * 60_000])))
        planned.push(
          requestAt(owner, at, {
            method,
            endpoint,
            caller: pick(KEYS),
            status: pick(statuses),
            duration_ms: Math.floor(random() * 900),
          }),
        )
      }
    }
    planned.sort((a, b) => a.at - b.at)

    let ranges = 0
    const askSome = async (now: number, count: number) => {
      vi.setSystemTime(now)
      for (let left = count; left > 0; left -= 1, ranges += 1) {
        const [a, b] = [someTime(now), someTime(now)]
        const kind = random()
        const from = kind < 0.1 ? null : Math.min(a, b)
        const to = kind > 0.9 ? null : Math.max(a, b)
        await check(pick(owners), from, to, now)
      }
    }
    let held: RequestRecord[] = []
    // Written in 20 parts: reports and runs of the summarizer in between find all kinds of half-done summaries.
    for (let part = 0; part < 20; part += 1) {
      const records = planned.slice(part * 250, (part + 1) * 250)
      // Some are written only when the next part's time has come, after a query found nothing.
      const [late, prompt] = [held, records.filter((_, at) => part === 19 || at % 50 !== 0)]
      held = records.filter((record) => !prompt.includes(record))
      vi.setSystemTime((records[0] as RequestRecord).at)
      await inParallel([...late, ...prompt], 16, recordRequest)
      log.push(...late, ...prompt)
      const now = (records.at(-1) as RequestRecord).at + 1
      vi.setSystemTime(now)
      for (const owner of owners) await check(owner, null, null, now)
      await askSome(now, 5)
      if (part % 3 === 2) await summarizeOwner(pick(owners), now)
    }
    await askSome(END + 2 * DAY, 50)
    expect(await summarizeUsage(END + 3 * DAY, () => 600_000)).toMatchObject({ failed: 0, complete: true })
    await askSome(END + 3 * DAY, 50)
    expect(ranges).toBe(200)
  })

  it('are the same when all summaries are made again', async () => {
    const now = END + 4 * DAY
    vi.useFakeTimers({ now, toFake: ['Date'] })
    for (const owner of owners) {
      const good = (items: Awaited<ReturnType<typeof summariesOf>>) =>
        items.filter(({ sk }) => /^(HOUR|DAY)#/.test(String(sk))).map(({ sk, cells }) => ({ sk, cells }))
      const before = good(await summariesOf(owner))
      expect(before.length).toBeGreaterThan(20)
      const [hour, day] = [START / HOUR, START / DAY]
      await inParallel(await summariesOf(owner), 16, async ({ pk, sk }) => {
        if (sk === 'STATE') await put({ pk, sk, hours: hour, days: day, job_hours: hour, job_days: day })
        else await remove({ pk: String(pk), sk: String(sk) })
      })
      await summarizeOwner(owner, now)
      expect(good(await summariesOf(owner))).toEqual(before)
    }
  }, 60_000)
})

describe('the report', () => {
  it('has the call just before it, and nothing of another owner', async () => {
    vi.useFakeTimers({ now: START, toFake: ['Date'] })
    const [owner, other] = [await newOwner(), await newOwner()]
    const now = START + 5 * HOUR
    await write([requestAt(owner, now), requestAt(other, now, { status: 500 })])
    expect((await ask(owner, null, null, now)).api_usage).toMatchObject({ total_requests: 1, failed_requests: 0 })
    // Another function's clock may be ahead by a little.
    await write([requestAt(owner, now + 300)])
    expect((await ask(owner, now, null, now)).api_usage.total_requests).toBe(2)
  })

  it('includes both ends of the range, to the millisecond, across the edge of an hour', async () => {
    vi.useFakeTimers({ now: START, toFake: ['Date'] })
    const owner = await newOwner()
    const edge = START + 3 * HOUR
    await write([requestAt(owner, edge - 1), requestAt(owner, edge), requestAt(owner, edge + 1)])
    for (const now of [edge + 1, edge + HOUR, edge + 3 * DAY]) {
      vi.setSystemTime(now)
      const total = async (from: number, to: number) => (await ask(owner, from, to, now)).api_usage.total_requests
      expect(await total(edge - 1, edge + 1)).toBe(3)
      expect(await total(edge, edge)).toBe(1)
      expect(await total(edge + 1, edge + 1)).toBe(1)
      expect(await total(edge - HOUR, edge - 1)).toBe(1)
      expect(await total(edge, edge + HOUR)).toBe(2)
      expect(await total(edge + 2, now + DAY)).toBe(0)
    }
  })

  it('has zeros and no lists where there is nothing', async () => {
    const owner = await newOwner(Date.now())
    const nothing = { total: 0, completed: 0, failed: 0, pending: 0, average_duration_ms: null }
    expect(await reportUsage({ owner_id: owner, start_date: 5, end_date: 5, now: Date.now() })).toEqual({
      api_usage: {
        total_requests: 0,
        successful_requests: 0,
        failed_requests: 0,
        total_duration_ms: 0,
        average_duration_ms: 0,
        by_endpoint: [],
        by_status_code: [],
      },
      job_usage: {
        total_jobs: 0,
        container_jobs_usage: nothing,
        carousel_jobs_usage: nothing,
        publish_jobs_usage: nothing,
        by_job_type: ['container_create', 'carousel_upload', 'publish_content'].map((job_type) => ({
          job_type,
          ...nothing,
        })),
      },
      period: { start_date: 5, end_date: 5 },
    })
  })

  it('counts what is recorded late, in an hour and a day that were summed up already', async () => {
    vi.useFakeTimers({ now: START, toFake: ['Date'] })
    const owner = await newOwner()
    const at = START + 10 * HOUR + 5
    await write(Array.from({ length: 100 }, (_, ahead) => requestAt(owner, at + ahead)))
    const now = START + 3 * DAY
    vi.setSystemTime(now)
    await summarizeOwner(owner, now)
    expect((await ask(owner, null, null, now)).api_usage.total_requests).toBe(100)
    // The function slept for days between taking the time and writing.
    await recordRequest(requestAt(owner, at + 50, { status: 503 }))
    for (const [from, to] of [
      [null, null],
      [at, at + 99],
      [START, START + DAY - 1],
      [START + 10 * HOUR, START + 11 * HOUR - 1],
    ] as const) {
      for (let again = 0; again < 2; again += 1) {
        expect((await ask(owner, from, to, now)).api_usage).toMatchObject({ total_requests: 101, failed_requests: 1 })
      }
    }
  })

  it('counts what is recorded late in the running hour, of which a part is packed', async () => {
    vi.useFakeTimers({ now: START, toFake: ['Date'] })
    const owner = await newOwner()
    await write(Array.from({ length: 100 }, (_, ahead) => requestAt(owner, START + ahead)))
    const now = START + 20 * 60_000
    vi.setSystemTime(now)
    expect((await ask(owner, null, null, now)).items).toBeGreaterThanOrEqual(100)
    expect((await ask(owner, null, null, now)).items).toBeLessThan(10)
    await recordRequest(requestAt(owner, START + 50))
    expect((await ask(owner, null, null, now)).api_usage.total_requests).toBe(101)
    expect((await ask(owner, START + 50, START + 50, now)).api_usage.total_requests).toBe(2)
  })

  it('counts what is written a little after its time, though records around it were packed', async () => {
    vi.useFakeTimers({ now: START, toFake: ['Date'] })
    const owner = await newOwner()
    const now = START + HOUR + 1000
    await write(Array.from({ length: 200 }, (_, back) => requestAt(owner, now - back * 500)).reverse())
    vi.setSystemTime(now)
    await summarizeOwner(owner, now)
    // On both sides of the full hour, from functions that took a while to write.
    await recordRequest(requestAt(owner, now - 29_000))
    await recordRequest(requestAt(owner, now - 500))
    const later = now + DAY
    for (const at of [now, later]) {
      vi.setSystemTime(at)
      expect((await ask(owner, null, null, at)).api_usage.total_requests).toBe(202)
      expect((await ask(owner, now - 29_000, now - 29_000, at)).api_usage.total_requests).toBe(2)
    }
  })

  it('is exact to the hour where single records are gone, and an hour is in one of two ranges that touch', async () => {
    vi.useFakeTimers({ now: START, toFake: ['Date'] })
    const owner = await newOwner()
    const hour = START + 7 * HOUR
    const records = [1, 20, 59].map((minute) => requestAt(owner, hour + minute * 60_000))
    await write(records)
    await summarizeOwner(owner, START + 2 * DAY)
    const now = START + 91 * DAY + 12 * HOUR
    // As the summarizer leaves it after months without a request.
    const [hours, days] = [now / HOUR - 1, Math.floor(now / DAY)]
    await put({ ...summaryStateKey(owner), hours, days, job_hours: hours, job_days: days })
    vi.setSystemTime(now)
    const total = async (from: number | null, to: number | null) =>
      (await ask(owner, from, to, now)).api_usage.total_requests
    const middle = hour + 30 * 60_000
    // Records that the table has not got round to deleting make no difference.
    expect(await total(middle, null)).toBe(0)
    expect(await total(null, middle - 1)).toBe(3)
    for (const item of await queryAll({
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': usagePartition(owner, hour / HOUR) },
    })) {
      await remove({ pk: String(item.pk), sk: String(item.sk) })
    }
    expect(await total(null, middle - 1)).toBe(3)
    expect(await total(middle, null)).toBe(0)
    expect(await total(hour, hour)).toBe(3)
    expect(await total(hour + 1, hour + HOUR)).toBe(0)
    expect(await total(null, null)).toBe(3)
  })
})
