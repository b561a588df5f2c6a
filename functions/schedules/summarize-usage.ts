// Sums up usage: hours and days that are over, and the records of the running hour.
import type { Context, ScheduledEvent } from 'aws-lambda'
import { log } from '../../core/log.ts'
import { summarizeUsage } from '../../core/usage/summarize-usage.ts'

export async function handler(_event: ScheduledEvent, context: Context): Promise<void> {
  const done = await summarizeUsage(Date.now(), () => context.getRemainingTimeInMillis())
  log.info('usage summed up', { ...done })
  // Reports are right without it; but a failure that stays would be one of the table, and an alarm is due.
  if (done.failed > 0) throw new Error(`usage of ${done.failed} of ${done.owners} owners was not summed up`)
}
