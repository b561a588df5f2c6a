// SQS: messages to the workers, and when they come back from them.
import {
  ChangeMessageVisibilityCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import { CALL_LIMITS } from './call-limits.ts'
import { endsWithRequest } from './given-up.ts'

let sqs: SQSClient | undefined
const client = (): SQSClient => {
  sqs ??= endsWithRequest(new SQSClient({ maxAttempts: 3, ...CALL_LIMITS }))
  return sqs
}

/** Longest delay that a message can carry, seconds. */
export const MAX_DELAY_SECONDS = 900

export interface Message {
  body: unknown
  /** Seconds before it can be received, 0 to 900. */
  delaySeconds?: number
  /** Fair queues: no group's messages hold up another's. */
  group?: string
}

const entry = (message: Message) => ({
  MessageBody: JSON.stringify(message.body),
  DelaySeconds: Math.min(MAX_DELAY_SECONDS, Math.max(0, Math.floor(message.delaySeconds ?? 0))),
  ...(message.group ? { MessageGroupId: message.group.slice(0, 128) } : {}),
})

export async function send(queueUrl: string, message: Message): Promise<void> {
  await client().send(new SendMessageCommand({ QueueUrl: queueUrl, ...entry(message) }))
}

/** Sends all, ten a call. @returns how many the queue did not take. */
export async function sendAll(queueUrl: string, messages: readonly Message[]): Promise<number> {
  let refused = 0
  for (let at = 0; at < messages.length; at += 10) {
    const reply = await client().send(
      new SendMessageBatchCommand({
        QueueUrl: queueUrl,
        Entries: messages.slice(at, at + 10).map((message, index) => ({ Id: String(index), ...entry(message) })),
      }),
    )
    refused += reply.Failed?.length ?? 0
  }
  return refused
}

/** A message that was received and not worked off comes back after so long, counted from now. @param receipt its receipt handle. */
export async function bringBack(queueUrl: string, receipt: string, seconds: number): Promise<void> {
  await client().send(
    new ChangeMessageVisibilityCommand({ QueueUrl: queueUrl, ReceiptHandle: receipt, VisibilityTimeout: seconds }),
  )
}
