// A function that makes given AWS calls with the bare SDK: what an endpoint is compared with. Bundled before it runs.
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DecryptCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms'
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda'
import * as s3 from '@aws-sdk/client-s3'
import { CreateScheduleCommand, DeleteScheduleCommand, SchedulerClient } from '@aws-sdk/client-scheduler'
import { SendMessageBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import * as documents from '@aws-sdk/lib-dynamodb'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { BareCall } from '../support/bare-calls.ts'

// As the functions make theirs: the comparison is of what is done around the calls.
const table = documents.DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts: 4 }), {
  marshallOptions: { removeUndefinedValues: true },
})
const objects = new s3.S3Client({
  maxAttempts: 4,
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
})
const queues = new SQSClient({ maxAttempts: 4 })
const keys = new KMSClient({ maxAttempts: 4 })
const scheduler = new SchedulerClient({ maxAttempts: 4 })
const functions = new LambdaClient({ maxAttempts: 4 })

type Send = (input: never) => Promise<unknown>

const sink = () => new Writable({ write: (_chunk, _encoding, done) => done() })

const OPERATIONS: Record<string, Send> = {
  GetItem: (input) => table.send(new documents.GetCommand(input)),
  BatchGetItem: (input) => table.send(new documents.BatchGetCommand(input)),
  Query: (input) => table.send(new documents.QueryCommand(input)),
  PutItem: (input) => table.send(new documents.PutCommand(input)),
  UpdateItem: (input) => table.send(new documents.UpdateCommand(input)),
  DeleteItem: (input) => table.send(new documents.DeleteCommand(input)),
  TransactWriteItems: (input) => table.send(new documents.TransactWriteCommand(input)),
  PutObject: (input) => objects.send(new s3.PutObjectCommand(input)),
  CopyObject: (input) => objects.send(new s3.CopyObjectCommand(input)),
  HeadObject: (input) => objects.send(new s3.HeadObjectCommand(input)),
  DeleteObject: (input) => objects.send(new s3.DeleteObjectCommand(input)),
  ListObjectsV2: (input) => objects.send(new s3.ListObjectsV2Command(input)),
  GetObject: async (input) => {
    const { Body } = await objects.send(new s3.GetObjectCommand(input))
    await pipeline(Body as NodeJS.ReadableStream, sink())
  },
  Invoke: (input) => functions.send(new InvokeCommand(input)),
  Presign: (input) => getSignedUrl(objects, new s3.PutObjectCommand(input), { expiresIn: 3600 }),
  Encrypt: (input) => keys.send(new EncryptCommand(input)),
  Decrypt: (input) => keys.send(new DecryptCommand(input)),
  SendMessage: (input) => queues.send(new SendMessageCommand(input)),
  SendMessageBatch: (input) => queues.send(new SendMessageBatchCommand(input)),
  CreateSchedule: (input) => scheduler.send(new CreateScheduleCommand(input)),
  DeleteSchedule: (input) => scheduler.send(new DeleteScheduleCommand(input)),
}

async function make({ operation, input, refused }: BareCall): Promise<void> {
  const send = OPERATIONS[operation]
  if (!send) throw new Error(`Nothing here makes the call ${operation}.`)
  try {
    await send(input as never)
  } catch (error) {
    if (!refused) throw error
  }
}

/** Calls of a round go together, rounds one after another. */
export const handler = async ({ rounds }: { rounds: BareCall[][] }) => {
  for (const calls of rounds) {
    await Promise.all(calls.map(make))
  }
  return { statusCode: 200 }
}
