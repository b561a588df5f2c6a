// The media bucket: whole objects, ranges, and addresses that admit one upload. Streams are in `bucket-stream.ts`.
import type { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { setting } from '../config.ts'
import { ENV } from '../contract.ts'
import { CALL_LIMIT_MS, STREAM_LIMITS } from './call-limits.ts'
import { endsWithRequest } from './given-up.ts'

let s3: S3Client | undefined

// Checksums only where S3 wants them: by default the SDK would sign one of an empty body into upload addresses.
export const client = (): S3Client => {
  s3 ??= endsWithRequest(
    new S3Client({
      maxAttempts: 4,
      requestHandler: STREAM_LIMITS,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    }),
  )
  return s3
}

export const bucket = (): string => setting(ENV.mediaBucket)

export interface ObjectHeaders {
  contentType: string
  cacheControl?: string
  contentDisposition?: string
}

export const headersOf = ({ contentType, cacheControl, contentDisposition }: ObjectHeaders) => ({
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

export interface ObjectInfo {
  size: number
  etag: string
  contentType: string
}

/** @returns undefined when there is no such object. */
export async function headObject(key: string): Promise<ObjectInfo | undefined> {
  try {
    const reply = await client().send(new HeadObjectCommand({ Bucket: bucket(), Key: key }), {
      requestTimeout: CALL_LIMIT_MS,
    })
    return { size: reply.ContentLength ?? 0, etag: reply.ETag ?? '', contentType: reply.ContentType ?? '' }
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

interface ReadOptions {
  range?: { first: number; last: number }
  /** Only this version; S3 answers 412 if there is another. */
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
      { abortSignal: signal, requestTimeout: CALL_LIMIT_MS },
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

export interface ListedObject {
  key: string
  size: number
  etag: string
}

/** Keys that begin with the prefix: the first thousand. */
export async function listObjects(prefix: string): Promise<ListedObject[]> {
  const { Contents = [] } = await client().send(new ListObjectsV2Command({ Bucket: bucket(), Prefix: prefix }))
  return Contents.map(({ Key = '', Size = 0, ETag = '' }) => ({ key: Key, size: Size, etag: ETag }))
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
