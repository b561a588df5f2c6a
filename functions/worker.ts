// The chain that every queue worker runs in: one message is one piece of work, and only failed messages come back.
import middy from '@middy/core'
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { log } from '../core/log.ts'

export interface Work<Message, Shared = undefined> {
  message: Message
  /** How often it has been received, this time included. */
  receives: number
  /** Identifies the message to its queue until it is processed. */
  receipt: string
  /** Milliseconds left before the function is stopped. */
  remainingMs(): number
  /** State shared by the messages of one invocation. It ends with the invocation. */
  shared: Shared
}

/**
 * @param parse turns a message's JSON into what `run` takes; a message that it throws on is not one of ours, and is dropped
 *   with a log line, because it would fail every time.
 * @param run one piece of work; an error brings the message back after its visibility timeout.
 * @param share creates the state shared by the messages of one invocation.
 */
export const worker = <Message, Shared = undefined>(
  parse: (body: unknown) => Message,
  run: (work: Work<Message, Shared>) => Promise<void>,
  ...[share]: undefined extends Shared ? [] : [share: () => Shared]
) =>
  // An answer before the timeout would leave the rest frozen, and going on in a later run. Stopped by Lambda, it has ended.
  middy<SQSEvent, SQSBatchResponse>({ timeoutEarlyInMillis: 0 }).handler(async (event: SQSEvent, context: Context) => {
    const shared = share?.() as Shared
    const outcomes = await Promise.allSettled(
      event.Records.map(async (record) => {
        let message: Message
        try {
          message = parse(JSON.parse(record.body))
        } catch (error) {
          log.error('a message could not be read', { message_id: record.messageId, error: error as Error })
          return
        }
        try {
          await run({
            message,
            receives: Number(record.attributes.ApproximateReceiveCount),
            receipt: record.receiptHandle,
            remainingMs: () => context.getRemainingTimeInMillis(),
            shared,
          })
        } catch (error) {
          // Messages hold ids and nothing else; operators find the line by them.
          const ids = typeof message === 'object' ? message : {}
          log.error('a message was not worked off', { ...ids, message_id: record.messageId, error: error as Error })
          throw error
        }
      }),
    )
    const batchItemFailures = outcomes.flatMap((outcome, at) => {
      if (outcome.status === 'fulfilled') return []
      return [{ itemIdentifier: event.Records[at]!.messageId }]
    })
    const { length } = batchItemFailures
    // The same for the queue. But a run that gives messages back is no error to Lambda, and no alarm would go off.
    if (length > 0 && length === outcomes.length)
      throw new Error(`none of ${length} ${length === 1 ? 'message' : 'messages'} was worked off`)
    return { batchItemFailures }
  })
