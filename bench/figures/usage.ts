// Items read by a usage report over a month of 60 requests a minute: as few as those of an hour.

import { reportUsage } from '../../core/usage/report-usage.ts'
import { summarizeOwner } from '../../core/usage/summarize-owner.ts'
import { generateRecords } from '../../test/support/generated-records.ts'
import type { Figure, Row } from '../figure.ts'

const HOUR = 3_600_000
const MONTH = 31 * 24 * HOUR
const SINCE = Date.UTC(2026, 2, 1)
const FIRST = 3000
const LATER = 300

/** Runs with the clock at a time: the code asks it itself. */
async function at<T>(time: number, work: () => Promise<T>): Promise<T> {
  const now = Date.now
  Date.now = () => time
  try {
    return await work()
  } finally {
    Date.now = now
  }
}

export const usage: Figure = {
  name: 'usage',
  title: 'items read by GET /v1/usage',
  against: 'the same over an hour; a month of 60 requests a minute is 2.7 million records',
  aim: `under ${FIRST} the first time after the worker, under ${LATER} afterwards`,
  run: async ({ progress }) => {
    process.env.TABLE_NAME ??= 'table'
    const records = generateRecords(SINCE, 1000)
    const report = async (from: number, to: number | null, now: number) => {
      records.until = now
      const reads = { items: 0 }
      const { api_usage } = await at(now, () =>
        reportUsage({ owner_id: 'owner', start_date: from, end_date: to, now }, reads),
      )
      return { read: reads.items, requests: api_usage.total_requests }
    }
    try {
      progress('summarizing a month as the worker does')
      const now = SINCE + MONTH + 23 * HOUR + 9 * 60_000 + 30_123
      for (let time = SINCE + 40 * 60_000; time < now; time += HOUR) {
        records.until = time
        await at(time, () => summarizeOwner('owner', time))
      }
      const from = now - MONTH
      progress('reporting')
      const first = await report(from, null, now)
      const again = await report(from, null, now)
      const hour = await report(now - HOUR, null, now)
      const row = (name: string, { read, requests }: typeof first, most: number): Row => ({
        name,
        value: read,
        unit: 'items',
        met: read < most,
        note: `${requests} requests counted`,
      })
      return [
        row('a month, first after the worker', first, FIRST),
        row('a month, again', again, LATER),
        row('the last hour', hour, LATER),
      ]
    } finally {
      records.restore()
    }
  },
}
