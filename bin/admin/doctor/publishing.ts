// Whether posts come out: workers, queues, dead letters, and what is overdue.
import { eventSourceOf } from '../../../core/aws/event-sources.ts'
import { queueStanding } from '../../../core/aws/standing.ts'
import { overduePublications } from '../../../core/posts/publication-store.ts'
import { DUE_SHARDS, timed } from '../../../core/table-keys.ts'
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
    const { state } = await eventSourceOf(url)
    const { waiting, in_hand } = await queueStanding(url)
    const sums = `${waiting} messages wait, ${in_hand} are being worked on`
    if (state === 'Disabled' || state === 'Disabling')
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

export const overdue: Check = async () => {
  let count = 0
  let oldest = Date.now()
  for (let shard = 0; shard < DUE_SHARDS; shard += 1)
    for await (const page of overduePublications(shard, Date.now() - OVERDUE_MS)) {
      count += page.length
      for (const { due_sk } of page) oldest = Math.min(oldest, timed.read(due_sk)[0])
    }
  if (count === 0) return [fine('publishing', 'Nothing is overdue.')]
  const late = Math.round((Date.now() - oldest) / MINUTE)
  return [
    broken(
      'publishing',
      `${count} publications are overdue, the oldest by ${late} minutes: neither worker nor sweeper gets to them.`,
    ),
  ]
}
