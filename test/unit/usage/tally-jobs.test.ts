// Job figures from publications that ended, at each of their jobs' own times, and from those that have not.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { put, queryAll, transact } from '../../../core/aws/table.ts'
import { createOwner } from '../../../core/owners/owners.ts'
import { type EndedJob, jobsItems } from '../../../core/posts/job-record.ts'
import { JOB_TYPES } from '../../../core/posts/rules/enumerations.ts'
import { publicationKey, summaryPartition, unfinishedOf, unfinishedSort } from '../../../core/table-keys.ts'
import { sum } from '../../../core/usage/hour-summaries.ts'
import { reportUsage } from '../../../core/usage/report-usage.ts'
import { summarizeOwner } from '../../../core/usage/summarize-owner.ts'
import { tallyJobParts } from '../../../core/usage/tally-jobs.ts'
import { readUnfinished, unfinishedKeys } from '../../../core/usage/unfinished-jobs.ts'
import type { JobStatistics, JobUsage } from '../../../core/usage/usage-view.ts'
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

const newOwner = async (): Promise<string> => (await createOwner({ name: crypto.randomUUID(), now: START })).id

interface Unfinished {
  type: string
  state: 'pending' | 'completed' | 'failed'
  created_at: number
  started_at?: number
  completed_at?: number
}

const publication = (owner: string, jobs: Unfinished[], ended = false) => {
  const [post, account] = [crypto.randomUUID(), crypto.randomUUID()]
  const index = ended ? {} : { owner_pk: unfinishedOf(owner), owner_sk: unfinishedSort(account, post) }
  return { ids: { post_id: post, account_id: account }, item: { ...publicationKey(post, account), jobs, ...index } }
}

const end = async (owner: string, at: number, jobs: EndedJob[], ids = publication(owner, []).ids) =>
  transact(jobsItems({ owner_id: owner, ...ids, at, jobs }).map((Item) => ({ Put: { Item } })))

const ask = async (owner: string, from: number | null, to: number | null, now: number): Promise<JobUsage> =>
  (await reportUsage({ owner_id: owner, start_date: from, end_date: to, now })).job_usage

const job = (type: EndedJob['type'], at: number, more: Partial<EndedJob> = {}): EndedJob => ({
  type,
  state: 'completed',
  created_at: at - 5000,
  completed_at: at,
  duration_ms: 1000,
  ...more,
})

describe('the record of an ended publication', () => {
  const jobs = [job('container_create', START + HOUR - 5), job('publish_content', START + HOUR + 5)]
  const ids = { owner_id: 'o', post_id: 'p', account_id: 'a' }

  it('is one item when all its jobs ended in the hour that is running', () => {
    expect(jobsItems({ ...ids, at: START + HOUR + 10, jobs: [jobs[1] as EndedJob] })).toHaveLength(1)
  })

  it('is one item an hour, and marks what may be summed up already', () => {
    const sks = jobsItems({ ...ids, at: START + HOUR + 10, jobs }).map(
      ({ pk, sk }) => `${pk} ${String(sk).split('#')[0]}`,
    )
    const hour = START / HOUR
    expect(sks).toEqual([
      `JOBS#o#${hour} ${String(START + HOUR - 5).padStart(15, '0')}`,
      `JOBS#o#${hour + 1} ${String(START + HOUR + 5).padStart(15, '0')}`,
      'SUMMARY#o JHOUR',
    ])
    const muchLater = jobsItems({ ...ids, at: START + 2 * DAY, jobs })
    expect(muchLater.map(({ sk }) => String(sk).split('#')[0]).slice(2)).toEqual(['JHOUR', 'JHOUR', 'JDAY'])
  })

  it('is nothing for a publication without jobs', () => {
    expect(jobsItems({ ...ids, at: START, jobs: [] })).toEqual([])
  })
})

describe('job figures', () => {
  it('equal a plain recount over random publications, summed up in between', async () => {
    const random = randomFrom(7)
    const owner = await newOwner()
    const log: EndedJob[] = []
    let now = START
    const statistics = (found: EndedJob[]): JobStatistics => {
      const timed = found.flatMap(({ duration_ms }) => (duration_ms === null ? [] : [duration_ms]))
      return {
        total: found.length,
        completed: found.filter(({ state }) => state === 'completed').length,
        failed: found.filter(({ state }) => state === 'failed').length,
        pending: 0,
        average_duration_ms: timed.length === 0 ? null : timed.reduce((a, b) => a + b, 0) / timed.length,
      }
    }
    for (let round = 0; round < 150; round += 1) {
      now += Math.floor(random() * 2 * HOUR)
      // Some took hours, and their first jobs lie in hours and days that are over.
      const span = random() < 0.3 ? 30 * HOUR : 60_000
      const jobs = Array.from({ length: 1 + Math.floor(random() * 4) }, () =>
        job(
          JOB_TYPES[Math.floor(random() * 3)] as EndedJob['type'],
          Math.max(START, now - Math.floor(random() * span)),
          {
            state: random() < 0.8 ? 'completed' : 'failed',
            duration_ms: random() < 0.9 ? Math.floor(random() * 5000) : null,
          },
        ),
      )
      await end(owner, now, jobs)
      log.push(...jobs)
      if (round % 25 === 0) await summarizeOwner(owner, now)
      const times = [START + random() * (now - START), START + random() * (now - START)]
        .map(Math.floor)
        .sort((a, b) => a - b)
      const [from, to] = random() < 0.2 ? [null, null] : (times as [number, number])
      const found = log.filter(({ completed_at: at }) => at >= (from ?? 0) && at <= (to ?? now))
      const usage = await ask(owner, from, to, now)
      expect(usage.total_jobs).toBe(found.length)
      expect(usage.by_job_type).toEqual(
        JOB_TYPES.map((job_type) => ({ job_type, ...statistics(found.filter(({ type }) => type === job_type)) })),
      )
      expect(usage.carousel_jobs_usage).toEqual(statistics(found.filter(({ type }) => type === 'carousel_upload')))
    }
  })

  it('count a pending job at its making and an ended one at its end, also while its publication goes on', async () => {
    const owner = await newOwner()
    const now = START + 5 * HOUR
    const { item } = publication(owner, [
      {
        type: 'container_create',
        state: 'completed',
        created_at: now - 9000,
        started_at: now - 8000,
        completed_at: now - 5000,
      },
      { type: 'publish_content', state: 'pending', created_at: now - 9000 },
    ])
    await put(item)
    const all = await ask(owner, null, null, now)
    expect(all.total_jobs).toBe(2)
    expect(all.container_jobs_usage).toEqual({
      total: 1,
      completed: 1,
      failed: 0,
      pending: 0,
      average_duration_ms: 3000,
    })
    expect(all.publish_jobs_usage).toEqual({ total: 1, completed: 0, failed: 0, pending: 1, average_duration_ms: null })
    expect((await ask(owner, now - 5000, now - 5000, now)).total_jobs).toBe(1)
    expect((await ask(owner, null, now - 9000, now)).publish_jobs_usage.pending).toBe(1)
    expect((await ask(owner, now - 8999, null, now)).publish_jobs_usage.pending).toBe(0)
  })

  it('leave out a publication that the index still has but that has ended', async () => {
    const owner = await newOwner()
    const now = START + 5 * HOUR
    const { item, ids } = publication(owner, [{ type: 'publish_content', state: 'pending', created_at: now }])
    await put(item)
    // The index row is gone with this write; a report that read the row before it finds the item without it.
    const reads = { items: 0 }
    const keys = await unfinishedKeys(owner, reads)
    expect(keys).toHaveLength(1)
    await put({ ...publicationKey(ids.post_id, ids.account_id), jobs: item.jobs })
    expect(await readUnfinished(owner, keys, reads)).toEqual({ keys: [], entries: [] })
  })

  it('see a publication that ends while they are read once, not twice and not never', async () => {
    const owner = await newOwner()
    const now = START + 5 * HOUR
    const { item, ids } = publication(owner, [{ type: 'publish_content', state: 'pending', created_at: now - 10 }])
    await put(item)
    // Ends it in the very moment between the two places that are read.
    let ended = false
    const hooked: typeof readUnfinished = async (...args) => {
      const found = await readUnfinished(...args)
      if (!ended && found.keys.length > 0) {
        ended = true
        await transact([
          { Put: { Item: { ...publicationKey(ids.post_id, ids.account_id), jobs: [] } } },
          ...jobsItems({ owner_id: owner, ...ids, at: now, jobs: [job('publish_content', now)] }).map((Item) => ({
            Put: { Item },
          })),
        ])
      }
      return found
    }
    const parts = await tallyJobParts({ owner, now, reads: { items: 0 } }, undefined, 0, now + 1, hooked)
    expect(ended).toBe(true)
    expect([...sum(parts.map(({ tally }) => tally))]).toEqual([['publish_content completed', [1, 1000, 1]]])
  })

  it('keep their hours and days in summaries that are the same when made again', async () => {
    const owner = await newOwner()
    for (let at = START; at < START + 3 * DAY; at += 5 * HOUR) await end(owner, at + 1, [job('container_create', at)])
    const now = START + 4 * DAY
    await summarizeOwner(owner, now)
    const stored = async () =>
      (
        await queryAll({
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': summaryPartition(owner) },
        })
      ).filter(({ sk }) => /^J(HOUR|DAY)#/.test(String(sk)))
    const before = await stored()
    expect(before.map(({ sk }) => String(sk).split('#')[0]).filter((kind) => kind === 'JDAY')).toHaveLength(3)
    // A marker on each has them made again by the next report.
    for (const { pk, sk } of before) await put({ pk, sk, epoch: 'late' })
    expect((await ask(owner, null, null, now)).total_jobs).toBe(15)
    expect((await ask(owner, START, START + DAY - 1, now)).total_jobs).toBe(5)
    const cells = (items: Awaited<ReturnType<typeof stored>>) => items.map(({ sk, cells }) => ({ sk, cells }))
    expect(cells(await stored())).toEqual(cells(before))
  })
})
