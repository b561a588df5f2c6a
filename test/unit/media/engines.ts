// The embedded engines and the media functions on them: table, bucket and queue as the functions see them.

import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { PassThrough, Readable, type Writable } from 'node:stream'
import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { type FauxqsServer, startFauxqs } from 'fauxqs'
import { putStream } from '../../../core/aws/bucket-stream.ts'
import { ENV } from '../../../core/contract.ts'
import { type ApiCall, apiEvent, lambdaContext } from '../../support/api-event.ts'
import { startTable } from '../../support/table-engine.ts'

export const BUCKET = 'media-bucket'
export const CDN = 'https://cdn.example.com'

export interface Engines {
  fauxqs: FauxqsServer
  /** Keys of everything in the bucket. */
  keys(): Promise<string[]>
  object(key: string): Promise<{ bytes: Buffer; headers: Record<string, string | undefined> }>
  putObject(key: string, bytes: Buffer): Promise<void>
  /** Bytes of all answers that this process has had over HTTP. */
  bytesSent(): number
  /** Bodies of the messages in the inspect queue. */
  messages(): unknown[]
  stop(): Promise<void>
}

interface Metadata {
  statusCode: number
  headers: Record<string, string>
}

/** What Lambda gives a function that streams: the answer is collected. */
class ResponseStream extends PassThrough {
  metadata?: Metadata
}

Object.assign(globalThis, {
  awslambda: {
    streamifyResponse: <T>(handler: T) => handler,
    HttpResponseStream: {
      from: (stream: ResponseStream, metadata: Metadata) => Object.assign(stream, { metadata }),
    },
  },
})

export async function startEngines(): Promise<Engines> {
  const [table, fauxqs] = await Promise.all([startTable(), startFauxqs({ port: 0, host: '127.0.0.1', logger: false })])
  const endpoint = `http://127.0.0.1:${fauxqs.port}`
  fauxqs.createBucket(BUCKET)
  fauxqs.createQueue('inspect')
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_S3: endpoint,
    AWS_ENDPOINT_URL_SQS: endpoint,
    [ENV.mediaBucket]: BUCKET,
    [ENV.inspectQueue]: `${endpoint}/000000000000/inspect`,
    [ENV.cdnUrl]: CDN,
  })
  const s3 = new S3Client({ requestChecksumCalculation: 'WHEN_REQUIRED', forcePathStyle: true })
  let bytesSent = 0
  subscribe('http.client.response.finish', (message) => {
    const { response } = message as { response: IncomingMessage }
    bytesSent += Number(response.headers['content-length'] ?? 0)
  })
  return {
    fauxqs,
    bytesSent: () => bytesSent,
    keys: async () => {
      const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket: BUCKET }))
      return Contents.map(({ Key }) => Key!).sort()
    },
    object: async (key) => {
      const reply = await s3.send(new GetObjectCommand({ Bucket: BUCKET, Key: key }))
      const { ContentType, ContentDisposition, CacheControl, ETag } = reply
      return {
        bytes: Buffer.from(await reply.Body!.transformToByteArray()),
        headers: { ContentType, ContentDisposition, CacheControl, ETag },
      }
    },
    putObject: async (key, bytes) => {
      await putStream(key, Readable.from([bytes]), { contentType: 'application/octet-stream' })
    },
    messages: () => {
      const queue = fauxqs.inspectQueue('inspect')
      const { ready = [], delayed = [] } = queue?.messages ?? { ready: [], delayed: [] }
      return [...ready, ...delayed].map(({ body }) => JSON.parse(body) as unknown)
    },
    stop: async () => {
      s3.destroy()
      await Promise.all([table.stop(), fauxqs.stop()])
    },
  }
}

export interface Answer {
  status: number
  headers: Record<string, string>
  bytes: Buffer
  /** The body as JSON, where it is. */
  json: Record<string, unknown> & {
    data: Record<string, unknown>
    errors: { code: string; path?: string; message: string }[]
  }
}

const answerOf = ({ statusCode, headers }: Metadata, bytes: Buffer): Answer => {
  const json = headers['Content-Type']?.startsWith('application/json') ? JSON.parse(bytes.toString()) : {}
  return { status: statusCode, headers, bytes, json }
}

/** Calls an endpoint's handler as Lambda does, streaming or not. */
export async function call(handler: unknown, given: ApiCall & { raw?: Buffer; signedIn?: boolean }): Promise<Answer> {
  const event = apiEvent(given)
  if (given.raw) Object.assign(event, { body: given.raw.toString('base64'), isBase64Encoded: true })
  if (given.signedIn === false) event.requestContext.authorizer = null
  const run = handler as (event: unknown, ...rest: unknown[]) => Promise<(Metadata & { body: string }) | undefined>
  if (run.length === 3) {
    const stream = new ResponseStream()
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(Buffer.from(chunk)))
    await run(event, stream as Writable, lambdaContext())
    return answerOf(stream.metadata!, Buffer.concat(chunks))
  }
  const answer = (await run(event, lambdaContext()))!
  return answerOf(answer, Buffer.from(answer.body))
}

export interface Part {
  name: string
  value: string | Buffer
  /** Given: a file part. */
  fileName?: string
  type?: string
}

export const BOUNDARY = 'x-boundary-x'

/** A multipart form as a browser writes it. */
export const formOf = (parts: readonly Part[]): Buffer =>
  Buffer.concat([
    ...parts.flatMap(({ name, value, fileName, type }) => [
      Buffer.from(
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"`}\r\n${type ? `Content-Type: ${type}\r\n` : ''}\r\n`,
      ),
      Buffer.from(value),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ])
