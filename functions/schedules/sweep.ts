// Every minute: queues overdue work again, and cleans up uploads and media that were left unfinished.
import { METRICS } from '../../core/contract.ts'
import { log } from '../../core/log.ts'
import { sweepMedia } from '../../core/media/sweep-media.ts'
import { measure } from '../../core/metrics.ts'
import { mailNotices } from '../../core/notices/mail-notices.ts'
import { sweepPublications } from '../../core/posts/sweep-publications.ts'
import { sweepWebhooks } from '../../core/webhooks/sweep-webhooks.ts'

export const handler = async (): Promise<void> => {
  const now = Date.now()
  const outcomes = await Promise.allSettled([
    sweepPublications(now),
    sweepMedia(now),
    sweepWebhooks(now),
    mailNotices(now),
  ])
  const [publications] = outcomes
  if (publications.status === 'fulfilled') {
    log.info('swept', publications.value)
    // Measured in every run: missing data show that the sweeper does not run.
    measure({ [METRICS.oldestOverdue]: publications.value.oldest_ms / 1000 })
  }
  const failed = outcomes.filter((outcome) => outcome.status === 'rejected')
  for (const { reason } of failed) log.error('sweeping failed', { error: reason as Error })
  if (failed.length > 0) throw new Error('sweeping failed in part')
}
