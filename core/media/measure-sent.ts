// Measures the picture that a platform would be given of an asset: the file itself, as the CDN has it.

import type { Answer } from '../outbound/http-request.ts'
import { askForSent, type NotReady } from './publish-variant.ts'
import { jpegSize } from './rules/jpeg-size.ts'

export interface SentFile {
  content_type: string
  size_bytes: number
  /** Pixels of a picture; null for everything else. */
  shape: { width: number; height: number } | null
}

/** A JPEG has its size behind its tables, long before this. */
const HEAD_BYTES = 64 * 1024
/** More than any picture that is sent: a longer answer is something else. */
const MAX_BYTES = 32 * 1024 * 1024

const lengthOf = (answer: Answer): number | undefined => {
  const length = answer.header('content-length')
  return length !== undefined && /^\d+$/.test(length) ? Number(length) : undefined
}

/** @returns what it is, or why that cannot be told. */
async function measure(answer: Answer, picture: boolean): Promise<SentFile | string> {
  const content_type = answer.header('content-type') ?? ''
  const announced = lengthOf(answer)
  if (!picture) {
    if (announced === undefined) return 'the CDN does not say how long it is'
    return { content_type, size_bytes: announced, shape: null }
  }
  let head = Buffer.alloc(0)
  let size_bytes = 0
  for await (const chunk of answer.body as AsyncIterable<Buffer>) {
    size_bytes += chunk.length
    if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk])
    // The rest need not travel where the size is known.
    if ((announced !== undefined && jpegSize(head)) || size_bytes > MAX_BYTES) break
  }
  const shape = jpegSize(head)
  if (!shape) return 'it is no JPEG'
  return { content_type, size_bytes: announced ?? size_bytes, shape }
}

/** Asks for it, which makes a variant that is not there yet. */
export async function measureSent(url: string, timeoutMs: number): Promise<{ ok: true; value: SentFile } | NotReady> {
  const found = await askForSent(url, timeoutMs, (answer) => measure(answer, url.endsWith('.jpg')))
  if (!found.ok) return found
  return typeof found.value === 'string' ? { ok: false, reason: found.value } : { ok: true, value: found.value }
}
