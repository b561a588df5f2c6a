// A file that the service fetches from an address becomes an asset: streamed through, never whole in memory.

import { putStream } from '../aws/bucket-stream.ts'
import { AppError } from '../errors.ts'
import { allowedHosts } from '../outbound/allowed-hosts.ts'
import { openUrl, type Source, sourceFailed, tooLarge, transportReason } from '../outbound/fetch-url.ts'
import { detectType, SNIFF_BYTES } from './detect-type.ts'
import { dispositionName, urlName } from './rules/file-name.ts'
import { MAX_FILE_BYTES, type Media } from './rules/media.ts'
import { MIN_BYTES_PER_SECOND, PACE_WINDOW_MS } from './rules/transfer-limits.ts'
import { checkQuota, type Storage } from './storage-store.ts'
import { draftMedia, originalHeaders, storeFile } from './store-file.ts'

/** Within the function's own time, so that the caller gets an answer. */
const TOTAL_MS = 270_000

/** Through all redirects, until the first byte of the file may come. */
const OPEN_MS = 30_000

export interface UrlImport {
  /** The asset's id; a new one by default. */
  id?: string
  ownerId: string
  url: string
  title?: string
  description?: string
  storage: Storage
  now: number
}

interface Chunks {
  from: AsyncIterator<Buffer, undefined>
  /** The window's figures: how long the source was waited for, and what it sent. */
  waitedMs: number
  bytes: number
}

/** Only the time that the source was waited for counts: storing may be slow as well. */
function checkPace(chunks: Chunks, waitedMs: number, bytes: number): void {
  chunks.waitedMs += waitedMs
  chunks.bytes += bytes
  if (chunks.waitedMs < PACE_WINDOW_MS) return
  if (chunks.bytes < (MIN_BYTES_PER_SECOND * chunks.waitedMs) / 1000) {
    throw sourceFailed(`the source sends less than ${MIN_BYTES_PER_SECOND / 1024} KB a second`)
  }
  chunks.waitedMs = 0
  chunks.bytes = 0
}

/** A failing source is the source's fault, in a sentence. Failures of our own storage never come this way. */
async function nextChunk(chunks: Chunks, signal: AbortSignal): Promise<Buffer | undefined> {
  const askedAt = performance.now()
  let chunk: Buffer | undefined
  try {
    const { value, done } = await chunks.from.next()
    if (done) return undefined
    chunk = value
  } catch (error) {
    if (signal.aborted) throw signal.reason
    throw sourceFailed(transportReason(error), error)
  }
  checkPace(chunks, performance.now() - askedAt, chunk.length)
  return chunk
}

/** As many of the first bytes as tell the type. */
async function readHead(chunks: Chunks, signal: AbortSignal): Promise<Buffer> {
  const head: Buffer[] = []
  for (let size = 0; size < SNIFF_BYTES; ) {
    const chunk = await nextChunk(chunks, signal)
    if (!chunk) break
    head.push(chunk)
    size += chunk.length
  }
  return Buffer.concat(head)
}

async function store(source: Source, upload: UrlImport, signal: AbortSignal): Promise<Media> {
  const { storage } = upload
  if (source.length !== undefined) checkQuota(storage, source.length)
  const chunks: Chunks = { from: source.stream[Symbol.asyncIterator](), waitedMs: 0, bytes: 0 }
  const head = await readHead(chunks, signal)
  if (head.length === 0) throw sourceFailed('the source sent no bytes')
  const fileName = dispositionName(source.contentDisposition) ?? urlName(source.url)
  const contentType = await detectType(head.subarray(0, SNIFF_BYTES), source.contentType, fileName ?? '')
  const draft = draftMedia({ ...upload, contentType, fileName })
  let size = 0
  async function* counted(): AsyncGenerator<Buffer> {
    for (let chunk: Buffer | undefined = head; chunk; chunk = await nextChunk(chunks, signal)) {
      size += chunk.length
      if (size > MAX_FILE_BYTES) throw tooLarge(`more than ${MAX_FILE_BYTES}`, MAX_FILE_BYTES)
      checkQuota(storage, size)
      yield chunk
    }
    // An answer without a length ends when the connection does; one with a length must have kept its word.
    if (source.length !== undefined && source.length !== size) {
      throw sourceFailed(`the source announced ${source.length} bytes and sent ${size}`)
    }
  }
  return storeFile(
    draft,
    async () => {
      const etag = await putStream(draft.object_key, counted(), originalHeaders(draft), signal)
      return { size, etag }
    },
    storage,
  )
}

/**
 * To be called with a place of the owner's taken: see `takeImportPlace`.
 * @throws {AppError} `url_not_allowed`, `source_failed`, `file_too_large`, `quota_exceeded`
 */
export async function importMedia(upload: UrlImport): Promise<Media> {
  const overtime = new AbortController()
  const giveUp = (ms: number, reason: string) => setTimeout(() => overtime.abort(sourceFailed(reason)), ms)
  const timer = giveUp(
    TOTAL_MS,
    `it was not complete after ${TOTAL_MS / 1000} seconds; use an upload session for large files`,
  )
  const opening = giveUp(OPEN_MS, `the source did not begin to send within ${OPEN_MS / 1000} seconds`)
  let source: Source | undefined
  try {
    source = await openUrl(upload.url, {
      signal: overtime.signal,
      maxBytes: MAX_FILE_BYTES,
      allowed: allowedHosts(),
    })
    clearTimeout(opening)
    return await store(source, upload, overtime.signal)
  } catch (error) {
    if (overtime.signal.aborted && !(error instanceof AppError)) throw overtime.signal.reason
    throw error
  } finally {
    clearTimeout(opening)
    clearTimeout(timer)
    source?.close()
  }
}
