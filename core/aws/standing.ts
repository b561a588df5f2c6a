// The state of a running stack's parts, as AWS reports it: reads only. Only the operator's command calls it.
import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  GetResourcePolicyCommand,
} from '@aws-sdk/client-dynamodb'
import { DescribeKeyCommand, KMSClient } from '@aws-sdk/client-kms'
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda'
import { GetAccountCommand, SESv2Client } from '@aws-sdk/client-sesv2'
import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs'

interface Client {
  destroy(): void
}

async function within<C extends Client, T>(client: C, work: (client: C) => Promise<T>): Promise<T> {
  try {
    return await work(client)
  } finally {
    client.destroy()
  }
}

export interface QueueStanding {
  waiting: number
  in_hand: number
}

export const queueStanding = (url: string): Promise<QueueStanding> =>
  within(new SQSClient({ maxAttempts: 2 }), async (client) => {
    const { Attributes = {} } = await client.send(
      new GetQueueAttributesCommand({
        QueueUrl: url,
        AttributeNames: ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'],
      }),
    )
    return {
      waiting: Number(Attributes.ApproximateNumberOfMessages ?? 0),
      in_hand: Number(Attributes.ApproximateNumberOfMessagesNotVisible ?? 0),
    }
  })

/** @returns the state of the key, and when it is deleted, Unix ms, where that is planned. */
export const keyStanding = (keyId: string): Promise<{ state: string; deleted_at?: number }> =>
  within(new KMSClient({ maxAttempts: 2 }), async (client) => {
    const { KeyMetadata } = await client.send(new DescribeKeyCommand({ KeyId: keyId }))
    const deleted = KeyMetadata?.DeletionDate?.getTime()
    return { state: KeyMetadata?.KeyState ?? '', ...(deleted === undefined ? {} : { deleted_at: deleted }) }
  })

/** One setting of the table each; apart, so that one that cannot be read hides no other. */
export const tableStanding = {
  state: (name: string) =>
    within(new DynamoDBClient({ maxAttempts: 2 }), async (client) => {
      const { Table } = await client.send(new DescribeTableCommand({ TableName: name }))
      return {
        status: Table?.TableStatus ?? '',
        arn: Table?.TableArn ?? '',
        indexes: (Table?.GlobalSecondaryIndexes ?? []).map(({ IndexName = '', IndexStatus = '' }) => ({
          name: IndexName,
          status: IndexStatus,
        })),
        protected: Table?.DeletionProtectionEnabled === true,
      }
    }),
  expires: (name: string) =>
    within(new DynamoDBClient({ maxAttempts: 2 }), async (client) => {
      const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName: name }))
      return TimeToLiveDescription?.TimeToLiveStatus === 'ENABLED' ? TimeToLiveDescription.AttributeName : undefined
    }),
  pastIsKept: (name: string) =>
    within(new DynamoDBClient({ maxAttempts: 2 }), async (client) => {
      const reply = await client.send(new DescribeContinuousBackupsCommand({ TableName: name }))
      const { PointInTimeRecoveryDescription: past } = reply.ContinuousBackupsDescription ?? {}
      return past?.PointInTimeRecoveryStatus === 'ENABLED'
    }),
  /** @returns the text of the policy, empty where there is none. */
  policy: (arn: string) =>
    within(new DynamoDBClient({ maxAttempts: 2 }), async (client) => {
      try {
        return (await client.send(new GetResourcePolicyCommand({ ResourceArn: arn }))).Policy ?? ''
      } catch (error) {
        if (error instanceof Error && error.name === 'PolicyNotFoundException') return ''
        throw error
      }
    }),
}

/** How many functions the account may run at once. */
export const functionsAtOnce = (): Promise<number> =>
  within(new LambdaClient({ maxAttempts: 2 }), async (client) => {
    const { AccountLimit } = await client.send(new GetAccountSettingsCommand({}))
    return AccountLimit?.ConcurrentExecutions ?? 0
  })

/** Whether mail goes to anyone, and how much of the day's is left. */
export const mailStanding = (): Promise<{ to_anyone: boolean; enabled: boolean; left_today: number }> =>
  within(new SESv2Client({ maxAttempts: 2 }), async (client) => {
    const reply = await client.send(new GetAccountCommand({}))
    const { Max24HourSend = 0, SentLast24Hours = 0 } = reply.SendQuota ?? {}
    return {
      to_anyone: reply.ProductionAccessEnabled === true,
      enabled: reply.SendingEnabled !== false,
      left_today: Max24HourSend < 0 ? Number.POSITIVE_INFINITY : Max24HourSend - SentLast24Hours,
    }
  })
