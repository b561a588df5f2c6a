// How publications come to the publish worker: as a message of the queue, or by a schedule that sends one.
import { bringBack, type Message, send, sendAll } from '../aws/queue.ts'
import { scheduleOnce, unschedule } from '../aws/scheduler.ts'
import { setting } from '../config.ts'
import { ENV } from '../contract.ts'
import { log } from '../log.ts'
import { secondTryDelay, soonerTryDelay } from './rules/pace.ts'
import type { Publication } from './rules/publication.ts'

/** A publication that is due within this goes to the queue at once, whose delay reaches that far (aws-facts, section 6). */
const QUEUE_REACH_MS = 15 * 60_000

/** A schedule fires within the minute that begins with its time: so it is set a minute early (aws-facts, section 5). */
const SCHEDULE_EARLY_MS = 60_000

/** The message to the publish worker. */
export interface PublishMessage {
  post_id: string
  /** Absent in the message of a schedule: it means every publication of the post. */
  account_id?: string
}

type Addressed = Pick<Publication, 'post_id' | 'account_id' | 'owner_id'>

/** @param delayMs how long the queue keeps it back; what is past is now. */
const messageFor = ({ post_id, account_id, owner_id }: Addressed, delayMs: number): Message => ({
  body: { post_id, account_id } satisfies PublishMessage,
  delaySeconds: delayMs / 1000,
  group: owner_id,
})

/** @throws {Error} where the queue did not take them all: who sent them sends them all again, or leaves them to the sweeper. */
async function queueAll(messages: readonly Message[]): Promise<void> {
  const refused = await sendAll(setting(ENV.publishQueue), messages)
  if (refused > 0) throw new Error(`the queue did not take ${refused} of ${messages.length} messages`)
}

/** Queues publications, each for its own time; none is further ahead than the queue's longest delay. */
export const queueForTheirTime = (publications: readonly Publication[], now: number): Promise<void> =>
  queueAll(publications.map((publication) => messageFor(publication, publication.not_before - now)))

/** Queues publications for now. */
export const queueAtOnce = (publications: readonly Addressed[]): Promise<void> =>
  queueAll(publications.map((publication) => messageFor(publication, 0)))

/** Queues one publication for later, unless that is beyond the queue's reach: from there the sweeper brings it back. */
export async function queueLater(publication: Addressed, delayMs: number): Promise<void> {
  if (delayMs <= QUEUE_REACH_MS) await send(setting(ENV.publishQueue), messageFor(publication, delayMs))
}

/**
 * Has a message that was not worked off come back as soon as its outcome can be known, and not only after the
 * queue's own timeout. @param receives how often it was received. @param from when there is something to do again, Unix ms, if
 * the try that failed holds nothing any more.
 */
export async function tryAgain(receipt: string, receives: number, from?: number): Promise<void> {
  const delay = from === undefined ? secondTryDelay(receives) : soonerTryDelay(receives, from, Date.now())
  await bringBack(setting(ENV.publishQueue), receipt, Math.ceil(delay / 1000)).catch((error: unknown) =>
    log.warn('a message comes back later than it could', { error: error as Error }),
  )
}

/** Name of the schedule of a post: its time is part of it, so that one that is moved leaves nothing that fires instead. */
const scheduleName = (postId: string, at: number): string => `post-${postId}-${at}`

/** Sends what is due soon to the queue, and sets a schedule for what is due later. */
export async function dispatch(postId: string, publications: readonly Publication[], now: number): Promise<void> {
  const soon = publications.filter(({ not_before }) => not_before - now <= QUEUE_REACH_MS)
  const later = publications.find(({ not_before }) => not_before - now > QUEUE_REACH_MS)
  const [only] = soon
  await Promise.all([
    only && soon.length === 1 ? queueLater(only, only.not_before - now) : queueForTheirTime(soon, now),
    later
      ? scheduleOnce(scheduleName(postId, later.not_before), later.not_before - SCHEDULE_EARLY_MS, { post_id: postId })
      : undefined,
  ])
}

/** Removes the schedule of a post. Where that fails it fires all the same, and finds nothing to do or that it is too early. */
export async function dropSchedule(postId: string, at: number): Promise<void> {
  await unschedule(scheduleName(postId, at)).catch((error: unknown) =>
    log.warn('a schedule was not removed', { post_id: postId, error: error as Error }),
  )
}
