// The cost of a report does not grow with the number of records: a month of 60 requests a minute is 2.6 million records.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { reportUsage } from '../../../core/usage/report-usage.ts'
import { summarizeOwner } from '../../../core/usage/summarize-owner.ts'
import { type GeneratedRecords, generateRecords } from '../../support/generated-records.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const SINCE = Date.UTC(2026, 2, 1)
const MONTH = 31 * DAY

describe('a month of 60 requests a minute', () => {
  let records: GeneratedRecords

  beforeEach(() => {
    process.env.TABLE_NAME = 'table'
    vi.useFakeTimers({ toFake: ['Date'] })
  })
  afterEach(() => {
    records.restore()
    vi.useRealTimers()
  })

  const summarizeAt = async (now: number) => {
    records.until = now
    vi.setSystemTime(now)
    await summarizeOwner('owner', now)
  }

  const report = async (from: number, to: number | null, now: number) => {
    records.until = now
    vi.setSystemTime(now)
    const before = records.read
    const reads = { items: 0 }
    const { api_usage } = await reportUsage({ owner_id: 'owner', start_date: from, end_date: to, now }, reads)
    expect(reads.items).toBe(records.read - before)
    return { total: api_usage.total_requests, read: reads.items }
  }

  it('reads fewer than 3,000 items after the summarizer, and fewer than 300 from then on', {
    tags: 'deep',
    timeout: 60_000,
  }, async () => {
    // As dense as that where the report has its edges. The time between them is read as summaries, of the same size however
    // much they count, so there one a minute is enough: read one by one they would be ten times what is allowed.
    const quiet = { from: SINCE + DAY, to: SINCE + MONTH - DAY, everyMs: MINUTE }
    records = generateRecords(SINCE - DAY, 1000, quiet)
    // It runs twice an hour; here from the beginning, then hourly to keep the test short.
    for (let now = SINCE - DAY; now <= SINCE + MONTH; now += HOUR) {
      await summarizeAt(now + 40 * MINUTE)
      records.forget()
    }

    // Shortly after eleven at night, to the odd millisecond: all edges are ragged, and the last run was half an hour ago.
    const now = SINCE + MONTH + 23 * HOUR + 9 * MINUTE + 30_123
    for (let hour = SINCE + MONTH + HOUR; hour < now; hour += HOUR / 2) await summarizeAt(hour + 10 * MINUTE)
    const from = now - MONTH
    const dense = Math.floor((now - 1 - SINCE) / 1000) - Math.ceil((from - SINCE) / 1000) + 1
    const exact = dense - (quiet.to - quiet.from) / 1000 + (quiet.to - quiet.from) / MINUTE

    const first = await report(from, null, now)
    expect(first.total).toBe(exact)
    expect(first.read).toBeLessThan(3000)
    for (const later of [now, now, now + 5000]) {
      const again = await report(from, now - 1, later)
      expect(again.total).toBe(exact)
      expect(again.read).toBeLessThan(300)
    }
  })

  it('reads as little for a whole year, and for its hours and minutes no more than they need', {
    tags: 'deep',
    timeout: 60_000,
  }, async () => {
    records = generateRecords(SINCE, 30_000)
    for (let now = SINCE; now <= SINCE + 60 * DAY; now += 12 * HOUR) {
      await summarizeAt(now)
      records.forget()
    }
    const now = SINCE + 60 * DAY + HOUR / 2
    const whole = await report(0, null, now)
    expect(whole.total).toBe((60 * DAY + HOUR / 2) / 30_000)
    expect(whole.read).toBeLessThan(200)
    expect((await report(SINCE + 5 * DAY, SINCE + 6 * DAY - 1, now)).read).toBeLessThan(20)
    expect((await report(SINCE + 5 * DAY + 1, SINCE + 5 * DAY + 90_000, now)).read).toBeLessThan(70)
  })

  it('is right without any summarizer, and cheap the second time', async () => {
    records = generateRecords(SINCE, 60_000)
    const now = SINCE + 8 * DAY + 90_500
    const from = SINCE + DAY + 12 * HOUR + 30_000
    const first = await report(from, null, now)
    expect(first.total).toBe(Math.floor((now - 1 - SINCE) / 60_000) - Math.ceil((from - SINCE) / 60_000) + 1)
    const second = await report(from, null, now)
    expect(second.total).toBe(first.total)
    expect(second.read).toBeLessThan(150)
  })

  it('keeps an hour of many thousands in packs that an item can hold', async () => {
    records = generateRecords(SINCE, 100)
    await summarizeAt(SINCE + HOUR)
    await summarizeAt(SINCE + 2 * HOUR)
    const packs = records.puts.filter((item) => item.records)
    expect(packs.length).toBeGreaterThan(8)
    for (const { records: bytes } of packs) expect((bytes as Uint8Array).length).toBeLessThan(200_000)
    const from = SINCE + 1_234_567
    expect((await report(from, from + 99, SINCE + 2 * HOUR)).total).toBe(1)
    expect((await report(from, SINCE + HOUR - 1, SINCE + 2 * HOUR)).total).toBe(36_000 - 12_346)
  })

  it('asks for an idle owner with a handful of calls', async () => {
    records = generateRecords(SINCE, 1000)
    for (let now = SINCE; now <= SINCE + DAY; now += HOUR) await summarizeAt(now)
    records.forget()
    records.until = SINCE + DAY
    await summarizeOwner('owner', SINCE + DAY + 6 * HOUR + 10 * MINUTE)
    records.forget()
    await summarizeOwner('owner', SINCE + DAY + 6 * HOUR + 40 * MINUTE)
    expect(records.queries).toBeLessThanOrEqual(4)
    expect(records.puts).toHaveLength(0)
  })
})
