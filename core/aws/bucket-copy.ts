// Copies within the media bucket: nothing of the bytes passes through the function.
import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3'
import { bucket, client, headersOf, type ObjectHeaders } from './bucket.ts'

/** Up to this one call copies in a moment; more goes in parts, all at the same time. */
const PART_BYTES = 256 * 1024 * 1024

export interface CopySource {
  key: string
  size: number
  /** Only this version. */
  etag: string
}

const isGone = (error: unknown): boolean =>
  error instanceof Error && ['NoSuchKey', 'NotFound', 'PreconditionFailed'].includes(error.name)

interface Piece {
  from: CopySource
  /** Absent: all of it. S3 takes a range only of what is larger than 5 MB. */
  range?: string
}

/** An object of any size in pieces that are copied at the same time. */
const piecesOf = (from: CopySource): Piece[] =>
  Array.from({ length: Math.ceil(from.size / PART_BYTES) }, (_, at) => {
    const first = at * PART_BYTES
    return { from, range: `bytes=${first}-${Math.min(first + PART_BYTES, from.size) - 1}` }
  })

/** A copy that breaks off leaves parts; the bucket's own rule deletes them after a day. */
async function copyPieces(pieces: readonly Piece[], to: string, headers: ObjectHeaders): Promise<string> {
  const target = { Bucket: bucket(), Key: to }
  const { UploadId } = await client().send(new CreateMultipartUploadCommand({ ...target, ...headersOf(headers) }))
  const Parts = await Promise.all(
    pieces.map(async ({ from, range }, at) => {
      const { CopyPartResult } = await client().send(
        new UploadPartCopyCommand({
          ...target,
          UploadId,
          PartNumber: at + 1,
          CopySource: `${bucket()}/${from.key}`,
          CopySourceIfMatch: from.etag,
          CopySourceRange: range,
        }),
      )
      return { PartNumber: at + 1, ETag: CopyPartResult?.ETag }
    }),
  )
  const reply = await client().send(
    new CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload: { Parts } }),
  )
  return reply.ETag ?? ''
}

/**
 * Copies an object of any size that the bucket takes; several are joined, each but the last of 5 MB or more.
 * @returns the entity tag of the copy, with its quotes; undefined when that version of a source is not there (any more).
 */
export async function copyObject(
  sources: readonly CopySource[],
  to: string,
  headers: ObjectHeaders,
): Promise<{ etag: string } | undefined> {
  try {
    const [from] = sources
    if (from === undefined) return undefined
    if (sources.length > 1)
      return {
        etag: await copyPieces(
          sources.map((each) => ({ from: each })),
          to,
          headers,
        ),
      }
    if (from.size > PART_BYTES) return { etag: await copyPieces(piecesOf(from), to, headers) }
    const { CopyObjectResult } = await client().send(
      new CopyObjectCommand({
        Bucket: bucket(),
        Key: to,
        CopySource: `${bucket()}/${from.key}`,
        CopySourceIfMatch: from.etag,
        MetadataDirective: 'REPLACE',
        ...headersOf(headers),
      }),
    )
    return { etag: CopyObjectResult?.ETag ?? '' }
  } catch (error) {
    if (isGone(error)) return undefined
    throw error
  }
}
