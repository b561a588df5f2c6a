// Whether posts come out: workers, queues, dead letters, and what is overdue.
import { eventSourceOf, isOff } from '../../../core/aws/event-sources.ts'
import { queueStanding } from '../../../core/aws/standing.ts'
import { batchGet, type Item } from '../../../core/aws/table.ts'
import { overduePublications } from '../../../core/posts/publication-store.ts'
import { AGAIN_MS } from '../../../core/posts/sweep-publications.ts'
import { DUE_SHARDS, publicationKey } from '../../../core/table-keys.ts'
import { broken, type Check, type Finding, fine } from './finding.ts'

const MINUTE = 60_000
/** The sweeper runs every minute. */
const OVERDUE_MS = 5 * MINUTE

const QUEUES = ['Publish', 'Inspect', 'Deliver'] as const
const WORK: Record<(typeof QUEUES)[number], string> = {
  Publish: 'Posts are not published',
  Inspect: 'Uploaded files are not inspected',
  Deliver: 'Webhooks and notices are not sent',
}

export const queues: Check = async ({ outputs }) => {
  const found: Finding[] = []
  for (const name of QUEUES) {
    const url = outputs[`${name}QueueUrl`]
    const dead = outputs[`${name}DeadLettersUrl`]
    if (!url || !dead) continue
    const of = `queue ${name.toLowerCase()}`
    const worker = await eventSourceOf(url)
    const { waiting, in_hand } = await queueStanding(url)
    const sums = `${waiting} messages wait, ${in_hand} are being worked on`
    if (isOff(worker))
      found.push(
        broken(
          of,
          `Its worker is switched off: ${sums}. ${WORK[name]}.${name === 'Publish' ? ' publish resume starts it.' : ''} After 4 days messages are lost; the sweeper then sends again what is overdue.`,
        ),
      )
    else found.push(fine(of, `${sums}.`))
    const letters = await queueStanding(dead)
    if (letters.waiting > 0)
      found.push(
        broken(
          `dead letters ${name.toLowerCase()}`,
          `${letters.waiting} messages failed too often, and are kept for 14 days. Read the worker's log${name === 'Publish' ? ', mend the cause, then publish redrive' : ''}.`,
        ),
      )
    else found.push(fine(`dead letters ${name.toLowerCase()}`, 'None.'))
  }
  return found
}

/** When something was to be done with it, and with it free for that. */
const dueSince = ({ due_at, lease_until = 0 }: Item): number => Math.max(Number(due_at), Number(lease_until))

/**
 * Those that are late by themselves, and not by their place in the index: the sweeper moves that ahead with each message that it
 * sends for them, also where no worker gets the message.
 */
export const overdue: Check = async () => {
  const now = Date.now()
  let count = 0
  let oldest = now
  for (let shard = 0; shard < DUE_SHARDS; shard += 1)
    for await (const page of overduePublications(shard, now + AGAIN_MS + MINUTE)) {
      const items = await batchGet(page.map(({ post_id, account_id }) => publicationKey(post_id, account_id)))
      const late = items.map(dueSince).filter((since) => now - since > OVERDUE_MS)
      count += late.length
      oldest = late.reduce((first, since) => Math.min(first, since), oldest)
    }
  if (count === 0) return [fine('publishing', 'Nothing is overdue.')]
  const late = Math.round((now - oldest) / MINUTE)
  const are = count === 1 ? 'publication is' : 'publications are'
  return [broken('publishing', `${count} ${are} overdue, the oldest by ${late} minutes: no worker gets to them.`)]
}
