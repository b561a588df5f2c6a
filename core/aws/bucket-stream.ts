// Streams into the media bucket: any length in constant memory.
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { freeYoungGarbage } from '../free-memory.ts'
import { bucket, client, headersOf, type ObjectHeaders, putObject } from './bucket.ts'

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

  /** @param last the rest, shorter than a part. @returns the entity tag. */
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

  /** Leaves nothing behind; the bucket's own rule removes the rest after a day. */
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
        // The pieces of the source are outside of the heap: without this, a hundred megabytes of them accumulate.
        await freeYoungGarbage()
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
