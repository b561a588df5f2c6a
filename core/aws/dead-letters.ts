// SQS: brings messages that failed too often back to their queue. Only the operator's command calls it.
import {
  DeleteMessageBatchCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'

/** Long enough for a batch to be sent on and deleted; what was sent but not deleted comes twice, which workers bear. */
const VISIBILITY_SECONDS = 60

/** Moves all messages. @returns how many. @throws {Error} when the queue does not take one: it stays where it was. */
export async function redriveMessages(fromUrl: string, toUrl: string): Promise<number> {
  const client = new SQSClient({ maxAttempts: 3 })
  try {
    for (let moved = 0; ; ) {
      const { Messages: messages = [] } = await client.send(
        new ReceiveMessageCommand({
          QueueUrl: fromUrl,
          MaxNumberOfMessages: 10,
          // A short poll may come back empty although there are messages.
          WaitTimeSeconds: 1,
          VisibilityTimeout: VISIBILITY_SECONDS,
          MessageSystemAttributeNames: ['MessageGroupId'],
        }),
      )
      if (messages.length === 0) return moved
      const sent = await client.send(
        new SendMessageBatchCommand({
          QueueUrl: toUrl,
          Entries: messages.map(({ Body, Attributes }, at) => ({
            Id: String(at),
            MessageBody: Body,
            ...(Attributes?.MessageGroupId ? { MessageGroupId: Attributes.MessageGroupId } : {}),
          })),
        }),
      )
      const taken = (sent.Successful ?? []).map(({ Id }) => Number(Id))
      if (taken.length > 0) {
        await client.send(
          new DeleteMessageBatchCommand({
            QueueUrl: fromUrl,
            Entries: taken.map((at) => ({ Id: String(at), ReceiptHandle: messages[at]?.ReceiptHandle })),
          }),
        )
      }
      moved += taken.length
      const [refused] = sent.Failed ?? []
      if (refused) throw new Error(`the queue did not take a message: ${refused.Code}; ${moved} were moved before it`)
    }
  } finally {
    client.destroy()
  }
}
