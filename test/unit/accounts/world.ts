// The world around connecting: the table on the embedded engine, both simulators over HTTP, keys and objects in
// memory; and everything that was written anywhere, so that it can be searched for tokens.

import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb'
import { DecryptCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms'
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { DeleteScheduleCommand, SchedulerClient } from '@aws-sdk/client-scheduler'
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { mockClient } from 'aws-sdk-client-mock'
import { vi } from 'vitest'
import { ENV } from '../../../core/contract.ts'
import { log } from '../../../core/log.ts'
import { startTable } from '../../support/table-engine.ts'
import { type Running, start } from '../fake-platforms/support.ts'

export interface World {
  simulators: Record<'instagram' | 'threads', Running>
  /** Objects in the bucket, by key. */
  objects: Map<string, { bytes: Buffer; type: string }>
  sent(): { post_id: string; account_id: string; delay: number }[]
  /** Names of the schedules that were removed. */
  unscheduled(): string[]
  /** All items of the table, as the engine gives them out. */
  items(): Promise<string>
  /** The log so far. */
  logged(): string
  stop(): Promise<void>
}

const KEY = 'a key that only these mocks know'

/** Reversible, and bound to the context: what was encrypted for one account cannot be read for another. */
const seal = (context: string, bytes: Uint8Array): Buffer => {
  const pad = Buffer.from(`${KEY}#${context}#`)
  return Buffer.from(bytes.map((byte, at) => byte ^ pad[at % pad.length]! ^ 0xa5))
}

export async function startWorld(): Promise<World> {
  const table = await startTable()
  const simulators = { instagram: await start('instagram'), threads: await start('threads') }
  Object.assign(process.env, {
    [ENV.tokenKey]: 'token-key',
    [ENV.mediaBucket]: 'media',
    [ENV.cdnUrl]: 'https://cdn.test',
    [ENV.publishQueue]: 'https://queue.test/publish',
    [ENV.scheduleGroup]: 'posts',
    INSTAGRAM_GRAPH_URL: simulators.instagram.url,
    THREADS_GRAPH_URL: simulators.threads.url,
  })

  const kms = mockClient(KMSClient)
  kms.on(EncryptCommand).callsFake((input) => ({
    CiphertextBlob: seal(String(Object.entries(input.EncryptionContext)[0]), input.Plaintext),
  }))
  kms.on(DecryptCommand).callsFake((input) => ({
    Plaintext: seal(String(Object.entries(input.EncryptionContext)[0]), input.CiphertextBlob),
  }))

  const objects: World['objects'] = new Map()
  const s3 = mockClient(S3Client)
  s3.on(PutObjectCommand).callsFake((input) => {
    objects.set(input.Key, { bytes: Buffer.from(input.Body), type: input.ContentType })
    return { ETag: '"1"' }
  })
  s3.on(DeleteObjectCommand).callsFake((input) => {
    objects.delete(input.Key)
    return {}
  })
  s3.on(ListObjectsV2Command).callsFake((input) => ({
    Contents: [...objects.keys()].filter((key) => key.startsWith(input.Prefix)).map((Key) => ({ Key })),
  }))
  s3.on(DeleteObjectsCommand).callsFake((input) => {
    for (const { Key } of input.Delete.Objects) objects.delete(Key)
    return {}
  })

  const sqs = mockClient(SQSClient)
  sqs.on(SendMessageCommand).resolves({})
  const scheduler = mockClient(SchedulerClient)
  scheduler.on(DeleteScheduleCommand).resolves({})

  let logged = ''
  const keep = (chunk: string | Uint8Array): boolean => {
    logged += Buffer.from(chunk).toString()
    return true
  }
  const spies = [vi.spyOn(process.stdout, 'write'), vi.spyOn(process.stderr, 'write')]
  for (const spy of spies) spy.mockImplementation(keep as never)

  log.setLogLevel('INFO')

  const raw = new DynamoDBClient({})
  return {
    simulators,
    objects,
    sent: () =>
      sqs.commandCalls(SendMessageCommand).map(({ args }) => {
        const { MessageBody, DelaySeconds } = args[0].input
        return { ...JSON.parse(MessageBody!), delay: DelaySeconds }
      }),
    unscheduled: () => scheduler.commandCalls(DeleteScheduleCommand).map(({ args }) => args[0].input.Name!),
    items: async () => JSON.stringify((await raw.send(new ScanCommand({ TableName: process.env[ENV.table] }))).Items),
    logged: () => logged,
    stop: async () => {
      log.setLogLevel('SILENT')
      for (const spy of spies) spy.mockRestore()
      for (const mock of [kms, s3, sqs, scheduler]) mock.restore()
      raw.destroy()
      await table.stop()
    },
  }
}
