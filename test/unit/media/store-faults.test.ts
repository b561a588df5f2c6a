// AWS failing in the middle of an upload or a deletion: the answer, and what is left behind.
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { DynamoDBDocumentClient, GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { beforeEach, describe, expect, it } from 'vitest'
import { putStream } from '../../../core/aws/bucket-stream.ts'
import { ENV } from '../../../core/contract.ts'
import { AppError } from '../../../core/errors.ts'
import { deleteMedia } from '../../../core/media/delete-media.ts'
import { putMedia } from '../../../core/media/media-store.ts'
import { uploadMedia } from '../../../core/media/upload-media.ts'
import { mediaKey, storageKey } from '../../../core/table-keys.ts'
import { mediaOf, OWNER } from '../../support/domain.ts'

const s3 = mockClient(S3Client)
const table = mockClient(DynamoDBDocumentClient)
const queue = mockClient(SQSClient)
Object.assign(process.env, {
  [ENV.table]: 'table',
  [ENV.mediaBucket]: 'bucket',
  [ENV.inspectQueue]: 'http://127.0.0.1:1/q',
})

beforeEach(() => {
  for (const client of [s3, table, queue]) client.reset()
  s3.on(PutObjectCommand).resolves({ ETag: '"e"' })
  s3.on(DeleteObjectCommand).resolves({})
  s3.on(ListObjectsV2Command).resolves({})
  table.on(GetCommand).resolves({})
  table.on(TransactWriteCommand).resolves({})
  queue.on(SendMessageCommand).resolves({})
})

const storage = { bytes: 0, count: 0, announced_bytes: 0, by_kind: { image: 0, video: 0, audio: 0, other: 0 } }
const upload = () =>
  uploadMedia({
    ownerId: OWNER,
    storage,
    now: 5,
    file: { bytes: Buffer.from('hello'), name: 'a.txt', type: 'text/plain' },
  })

const cancelled = (...codes: string[]) =>
  new TransactionCanceledException({
    $metadata: {},
    message: 'cancelled',
    CancellationReasons: codes.map((Code) => ({ Code })),
  })

describe('an upload', () => {
  it('whose bytes cannot be stored leaves no record', async () => {
    s3.on(PutObjectCommand).rejects(new Error('S3 is away'))
    await expect(upload()).rejects.toThrow('S3 is away')
    expect(table.commandCalls(TransactWriteCommand)).toHaveLength(0)
  })

  it('whose record cannot be written leaves no bytes', async () => {
    table.on(TransactWriteCommand).rejects(new Error('the table is away'))
    await expect(upload()).rejects.toThrow('the table is away')
    const [put] = s3.commandCalls(PutObjectCommand)
    const [removed] = s3.commandCalls(DeleteObjectCommand)
    expect(removed!.args[0].input.Key).toBe(put!.args[0].input.Key)
  })

  it('whose record was written although the answer was lost stands', async () => {
    let stored: Record<string, unknown> | undefined
    table.on(TransactWriteCommand).callsFake(({ TransactItems }) => {
      stored = TransactItems[0].Put.Item
      throw Object.assign(new Error('timeout'), { name: 'TimeoutError' })
    })
    table.on(GetCommand).callsFake(() => ({ Item: stored }))
    const media = await upload()
    expect(media).toMatchObject({ id: stored!.id, size_bytes: 5 })
    expect(s3.commandCalls(DeleteObjectCommand)).toHaveLength(0)
  })

  it('keeps its bytes while nobody knows whether the record was written', async () => {
    table.on(TransactWriteCommand).rejects(new Error('timeout'))
    table.on(GetCommand).rejects(new Error('away as well'))
    await expect(upload()).rejects.toThrow('timeout')
    expect(s3.commandCalls(DeleteObjectCommand)).toHaveLength(0)
  })

  it('is counted again with what stands now when the counters moved', async () => {
    table.on(TransactWriteCommand).rejectsOnce(cancelled('None', 'ConditionalCheckFailed')).resolves({})
    table.on(GetCommand, { Key: storageKey(OWNER) }).resolves({ Item: { bytes: 10, count: 1, quota_bytes: 1000 } })
    await putMedia(mediaOf({ size_bytes: 100 }), { storage })
    const [first, second] = table
      .commandCalls(TransactWriteCommand)
      .map(({ args }) => args[0].input.TransactItems![1]!.Update!)
    expect(first!.ExpressionAttributeValues).not.toHaveProperty(':quota')
    expect(second!.ExpressionAttributeValues).toMatchObject({ ':quota': 1000, ':room': 900 })
  })

  it('is refused when the counters moved and there is no room any more', async () => {
    table.on(TransactWriteCommand).rejects(cancelled('None', 'ConditionalCheckFailed'))
    table.on(GetCommand, { Key: storageKey(OWNER) }).resolves({ Item: { bytes: 950, count: 1, quota_bytes: 1000 } })
    await expect(putMedia(mediaOf({ size_bytes: 100 }), { storage })).rejects.toMatchObject({ code: 'quota_exceeded' })
    expect(table.commandCalls(TransactWriteCommand)).toHaveLength(1)
  })
})

describe('a stream', () => {
  async function* source(size: number, fault?: Error): AsyncGenerator<Buffer> {
    for (let left = size; left > 0; left -= 1_000_000) yield Buffer.alloc(Math.min(left, 1_000_000), 'x')
    if (fault) throw fault
  }
  const put = (size: number, fault?: Error) => putStream('key', source(size, fault), { contentType: 'video/mp4' })

  beforeEach(() => {
    s3.on(CreateMultipartUploadCommand).resolves({ UploadId: 'u' })
    s3.on(UploadPartCommand).callsFake(async ({ PartNumber }) => ({ ETag: `"${PartNumber}"` }))
    s3.on(CompleteMultipartUploadCommand).resolves({ ETag: '"whole-3"' })
    s3.on(AbortMultipartUploadCommand).resolves({})
  })

  it('that is short is stored at once, a long one in parts in their order', async () => {
    expect(await put(1000)).toBe('"e"')
    expect(s3.commandCalls(CreateMultipartUploadCommand)).toHaveLength(0)
    expect(await put(12_000_000)).toBe('"whole-3"')
    const parts = s3.commandCalls(UploadPartCommand).map(({ args }) => args[0].input)
    expect(parts.map(({ PartNumber }) => PartNumber)).toEqual([1, 2, 3])
    expect(s3.commandCalls(CompleteMultipartUploadCommand)[0]!.args[0].input.MultipartUpload!.Parts).toEqual(
      [1, 2, 3].map((PartNumber) => ({ PartNumber, ETag: `"${PartNumber}"` })),
    )
  })

  it('has at most three parts on their way', async () => {
    let now = 0
    let most = 0
    s3.on(UploadPartCommand).callsFake(async ({ PartNumber }) => {
      now += 1
      most = Math.max(most, now)
      await new Promise((resolve) => setImmediate(resolve))
      now -= 1
      return { ETag: `"${PartNumber}"` }
    })
    await put(60_000_000)
    expect([most, now]).toEqual([3, 0])
  })

  it('that breaks off, or whose part is refused, is given up as a whole', async () => {
    await expect(put(12_000_000, new Error('source away'))).rejects.toThrow('source away')
    s3.on(UploadPartCommand).rejects(new Error('part refused'))
    await expect(put(40_000_000)).rejects.toThrow('part refused')
    expect(s3.commandCalls(AbortMultipartUploadCommand)).toHaveLength(2)
    expect(s3.commandCalls(CompleteMultipartUploadCommand)).toHaveLength(0)
  })

  it('that breaks off before the first part leaves nothing to give up', async () => {
    await expect(put(1000, new Error('source away'))).rejects.toThrow('source away')
    expect(s3.calls()).toHaveLength(0)
  })
})

describe('a deletion', () => {
  const media = mediaOf({ owner_id: OWNER })
  beforeEach(() => {
    table.on(GetCommand, { Key: mediaKey(media.id) }).resolves({ Item: { ...media } })
  })

  it('stands although the bucket is away: the sweeper does the rest', async () => {
    s3.on(DeleteObjectCommand).rejects(new Error('S3 is away'))
    await deleteMedia(media.id, OWNER, 5)
    const [marked] = table.commandCalls(TransactWriteCommand)[0]!.args[0].input.TransactItems!
    expect(marked!.Update!.UpdateExpression).toContain('due_sk = :due_sk')
  })

  it('does not happen when the table is away', async () => {
    table.on(TransactWriteCommand).rejects(new Error('the table is away'))
    await expect(deleteMedia(media.id, OWNER, 5)).rejects.toThrow('the table is away')
    expect(s3.calls()).toHaveLength(0)
  })

  it('of another owner is not even tried', async () => {
    await expect(deleteMedia(media.id, 'someone', 5)).rejects.toBeInstanceOf(AppError)
    expect(table.commandCalls(TransactWriteCommand)).toHaveLength(0)
  })
})
