// A function that moves bytes with the bare SDK and nothing around it: what uploads and downloads are compared with.
import http from 'node:http'
import { pipeline } from 'node:stream/promises'
import {
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'

export type Order =
  | { do: 'upload'; url: string; key: string }
  | { do: 'address'; key: string; bytes: number }
  | { do: 'download'; key: string; ranges: [number, number][] | null }
  | { do: 'delete'; key: string }

const PART = 5 * 1024 * 1024
const AT_ONCE = 4
const client = new S3Client({
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
})
const Bucket = process.env.MEDIA_BUCKET!

const open = (url: string) =>
  new Promise<http.IncomingMessage>((resolve, reject) => http.get(url, resolve).once('error', reject))

async function upload(url: string, Key: string): Promise<void> {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }))
  const done: CompletedPart[] = []
  const sending = new Set<Promise<void>>()
  const send = async (Body: Buffer) => {
    while (sending.size >= AT_ONCE) await Promise.race(sending)
    const PartNumber = done.push({})
    const one: Promise<void> = client
      .send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }))
      .then(({ ETag }) => {
        done[PartNumber - 1] = { PartNumber, ETag }
        sending.delete(one)
      })
    sending.add(one)
  }
  let held: Buffer[] = []
  let size = 0
  for await (const chunk of await open(url)) {
    held.push(chunk as Buffer)
    size += (chunk as Buffer).length
    if (size < PART) continue
    await send(Buffer.concat(held))
    held = []
    size = 0
  }
  if (size > 0) await send(Buffer.concat(held))
  await Promise.all(sending)
  await client.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts: done } }))
}

async function download(Key: string, range: [number, number] | undefined, to: NodeJS.WritableStream, end: boolean) {
  const Range = range && `bytes=${range[0]}-${range[1]}`
  const { Body } = await client.send(new GetObjectCommand({ Bucket, Key, Range }))
  await pipeline(Body as NodeJS.ReadableStream, to, { end })
}

export const handler = awslambda.streamifyResponse(async (order: Order, to: NodeJS.WritableStream) => {
  if (order.do === 'upload') await upload(order.url, order.key)
  if (order.do === 'delete') await client.send(new DeleteObjectCommand({ Bucket, Key: order.key }))
  if (order.do === 'address') {
    const { key: Key, bytes: ContentLength } = order
    to.write(await getSignedUrl(client, new PutObjectCommand({ Bucket, Key, ContentLength }), { expiresIn: 3600 }))
  }
  if (order.do === 'download') {
    for (const range of order.ranges ?? [undefined]) await download(order.key, range, to, false)
  }
  to.end()
})

declare const awslambda: {
  streamifyResponse<T>(handler: (event: T, stream: NodeJS.WritableStream) => Promise<void>): unknown
}
