// The media bucket: whole objects, ranges, streams in parts, and addresses that admit one upload.
import type { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { setting } from '../config.ts'
import { ENV } from '../contract.ts'

let s3: S3Client | undefined

// Checksums only where S3 wants them: by default the SDK would sign one of an empty body into upload addresses.
const client = (): S3Client => {
  s3 ??= new S3Client({
    maxAttempts: 4,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  return s3
}

const bucket = (): string => setting(ENV.mediaBucket)

export interface ObjectHeaders {
  contentType: string
  cacheControl?: string
  contentDisposition?: string
}

const headersOf = ({ contentType, cacheControl, contentDisposition }: ObjectHeaders) => ({
  ContentType: contentType,
  CacheControl: cacheControl,
  ContentDisposition: contentDisposition,
})

const isMissing = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'NoSuchKey' ||
    error.name === 'NotFound' ||
    (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode === 404)

/** @returns the entity tag, with its quotes. */
export async function putObject(key: string, bytes: Uint8Array, headers: ObjectHeaders): Promise<string> {
  const reply = await client().send(
    new PutObjectCommand({ Bucket: bucket(), Key: key, Body: bytes, ...headersOf(headers) }),
  )
  return reply.ETag ?? ''
}

/** Size of a part, the smallest that S3 takes: 10,000 of them are ten times the largest file that is stored. */
const PART_BYTES = 5 * 1024 * 1024
/** Parts on their way at the same time. With one being filled, this is all the memory that a file of any size takes. */
const PARTS_AT_ONCE = 3

/** The parts of one upload: filled, sent, and their memory used again. */
class PartsUpload {
  readonly #target: { Bucket: string; Key: string }
  readonly #headers: ObjectHeaders
  readonly #signal: AbortSignal | undefined
  readonly #free: Buffer[] = []
  readonly #sending = new Set<Promise<void>>()
  readonly #done: CompletedPart[] = []
  #id: string | undefined
  #fault: unknown

  constructor(key: string, headers: ObjectHeaders, signal: AbortSignal | undefined) {
    this.#target = { Bucket: bucket(), Key: key }
    this.#headers = headers
    this.#signal = signal
  }

  /** Room for a part; waits while too many are on their way. */
  async buffer(): Promise<Buffer> {
    while (this.#sending.size >= PARTS_AT_ONCE) await Promise.race(this.#sending)
    if (this.#fault) throw this.#fault
    return this.#free.pop() ?? Buffer.allocUnsafeSlow(PART_BYTES)
  }

  async send(part: Buffer): Promise<void> {
    if (this.#id === undefined) {
      const begun = await client().send(
        new CreateMultipartUploadCommand({ ...this.#target, ...headersOf(this.#headers) }),
        { abortSignal: this.#signal },
      )
      this.#id = begun.UploadId!
    }
    const PartNumber = this.#done.push({})
    const command = new UploadPartCommand({ ...this.#target, UploadId: this.#id, PartNumber, Body: part })
    const sending = client()
      .send(command, { abortSignal: this.#signal })
      .then(({ ETag }) => {
        this.#done[PartNumber - 1] = { PartNumber, ETag }
        if (part.length === PART_BYTES) this.#free.push(part)
      })
      .catch((error: unknown) => {
        this.#fault ??= error
      })
      .finally(() => this.#sending.delete(sending))
    this.#sending.add(sending)
  }

  /** @param last what is left over, shorter than a part. @returns the entity tag. */
  async complete(last: Buffer): Promise<string> {
    if (this.#id === undefined) return putObject(this.#target.Key, last, this.#headers)
    if (last.length > 0) await this.send(last)
    await Promise.all(this.#sending)
    if (this.#fault) throw this.#fault
    const reply = await client().send(
      new CompleteMultipartUploadCommand({
        ...this.#target,
        UploadId: this.#id,
        MultipartUpload: { Parts: this.#done },
      }),
    )
    return reply.ETag ?? ''
  }

  /** Leaves nothing behind; what could not be taken back goes by the bucket's own rule after a day. */
  async abort(): Promise<void> {
    await Promise.all(this.#sending)
    if (this.#id === undefined) return
    await client()
      .send(new AbortMultipartUploadCommand({ ...this.#target, UploadId: this.#id }))
      .catch(() => undefined)
  }
}

/**
 * Stores a source of any length, a few parts in memory at a time. The object appears with the last byte or not at all.
 * @returns the entity tag, with its quotes.
 */
export async function putStream(
  key: string,
  source: AsyncIterable<Buffer>,
  headers: ObjectHeaders,
  signal?: AbortSignal,
): Promise<string> {
  const upload = new PartsUpload(key, headers, signal)
  try {
    let part = await upload.buffer()
    let filled = 0
    for await (const chunk of source) {
      for (let at = 0; at < chunk.length; ) {
        const taken = chunk.copy(part, filled, at)
        at += taken
        filled += taken
        if (filled < part.length) continue
        await upload.send(part)
        part = await upload.buffer()
        filled = 0
      }
    }
    return await upload.complete(part.subarray(0, filled))
  } catch (error) {
    await upload.abort()
    throw error
  }
}

export interface ObjectInfo {
  size: number
  etag: string
  contentType: string
}

/** @returns undefined when there is no such object. */
export async function headObject(key: string): Promise<ObjectInfo | undefined> {
  try {
    const reply = await client().send(new HeadObjectCommand({ Bucket: bucket(), Key: key }))
    return { size: reply.ContentLength ?? 0, etag: reply.ETag ?? '', contentType: reply.ContentType ?? '' }
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

interface ReadOptions {
  range?: { first: number; last: number }
  /** Only this version; S3 answers 412 when another stands there. */
  etag?: string
  signal?: AbortSignal
}

/** @returns undefined when there is no such object. */
export async function openObject(key: string, options: ReadOptions = {}): Promise<Readable | undefined> {
  const { range, etag, signal } = options
  try {
    const reply = await client().send(
      new GetObjectCommand({
        Bucket: bucket(),
        Key: key,
        Range: range && `bytes=${range.first}-${range.last}`,
        IfMatch: etag,
      }),
      { abortSignal: signal },
    )
    return reply.Body as Readable
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** A whole object, or a range of it, in memory. */
export async function readObject(key: string, options: ReadOptions = {}): Promise<Buffer | undefined> {
  const stream = await openObject(key, options)
  if (!stream) return undefined
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
}

/** An object that is gone already is fine. */
export async function removeObject(key: string): Promise<void> {
  await client().send(new DeleteObjectCommand({ Bucket: bucket(), Key: key }))
}

/** Removes everything whose key begins with the prefix. */
export async function removeObjects(prefix: string): Promise<void> {
  for (;;) {
    const { Contents = [], IsTruncated } = await client().send(
      new ListObjectsV2Command({ Bucket: bucket(), Prefix: prefix }),
    )
    if (Contents.length === 0) return
    const Objects = Contents.map(({ Key }) => ({ Key }))
    const reply = await client().send(new DeleteObjectsCommand({ Bucket: bucket(), Delete: { Objects, Quiet: true } }))
    if (reply.Errors && reply.Errors.length > 0) throw new Error(`${reply.Errors.length} objects could not be removed`)
    if (!IsTruncated) return
  }
}

export interface UploadAddress {
  url: string
  /** To be sent exactly so: they are part of the signature. */
  headers: Record<string, string>
}

/** An address that takes one PUT of exactly this many bytes, and never overwrites. */
export async function presignUpload(
  key: string,
  object: ObjectHeaders & { size: number; seconds: number },
): Promise<UploadAddress> {
  const command = new PutObjectCommand({
    Bucket: bucket(),
    Key: key,
    ContentLength: object.size,
    IfNoneMatch: '*',
    ...headersOf(object),
  })
  const headers: Record<string, string> = {
    'Content-Length': String(object.size),
    'Content-Type': object.contentType,
    'If-None-Match': '*',
    ...(object.cacheControl ? { 'Cache-Control': object.cacheControl } : {}),
    ...(object.contentDisposition ? { 'Content-Disposition': object.contentDisposition } : {}),
  }
  const names = new Set(Object.keys(headers).map((name) => name.toLowerCase()))
  const url = await getSignedUrl(client(), command, {
    expiresIn: object.seconds,
    signableHeaders: names,
    unhoistableHeaders: names,
  })
  return { url, headers }
}
