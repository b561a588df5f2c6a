// Sending files: each by a session of its own, a few at once, with progress, and again from its beginning where the
// connection broke.
import { useSyncExternalStore } from 'react'
import { canonicalType, typeOfName } from '../../../core/media/rules/media-types.ts'
import { MAX_FILE_BYTES } from '../../../core/media/rules/transfer-limits.ts'
import { api, orThrow, Unreachable } from '../api/client.ts'
import { type Asset, mediaChanged } from './media-queries.ts'

export interface Upload {
  readonly id: string
  readonly file: File
  readonly type: string
  /** Of the file on this device, to be seen before it is sent. */
  readonly preview: string
  readonly state: 'waiting' | 'sending' | 'done' | 'failed'
  readonly sentBytes: number
  readonly error: unknown
  /** How often the person asked for it; each time has a session of its own, as they end. */
  readonly attempt: number
  /** Once it is done. */
  readonly asset: Asset | null
}

export type Refusal = 'empty' | 'too_large' | 'wrong_type'

const AT_ONCE = 3
/** Where the connection broke in between, this often without asking. */
const MOST_TRIES = 4
const FIRST_PAUSE_MS = 1000

let uploads: readonly Upload[] = []
const listeners = new Set<() => void>()
const stops = new Map<string, AbortController>()

function set(next: readonly Upload[]): void {
  uploads = next
  for (const listener of listeners) listener()
}

const change = (id: string, more: Partial<Upload>) =>
  set(uploads.map((upload) => (upload.id === id ? { ...upload, ...more } : upload)))

/** Waits; ends at once when the browser is online again, or when it is given up. */
function pause(ms: number, { signal }: AbortController): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      window.removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    window.addEventListener('online', end)
    signal.addEventListener('abort', end)
  })
}

/** Puts the bytes where the session says. @throws {Unreachable} when the connection breaks or the store refuses. */
function put(url: string, headers: Record<string, string>, upload: Upload, { signal }: AbortController): Promise<void> {
  return new Promise((resolve, reject) => {
    // fetch tells nothing of how far a request is.
    const request = new XMLHttpRequest()
    const broke = () => reject(new Unreachable('The file did not arrive.'))
    request.open('PUT', url)
    // The browser gives these itself.
    for (const [name, value] of Object.entries(headers))
      if (!/^(content-length|host)$/i.test(name)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded }) => change(upload.id, { sentBytes: loaded })
    request.onerror = broke
    // 412: the file of a try whose answer was lost is there already.
    request.onload = () => (request.status < 300 || request.status === 412 ? resolve() : broke())
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.onabort = broke
    request.send(upload.file)
  })
}

async function send(upload: Upload, stop: AbortController): Promise<Asset> {
  const { file, type } = upload
  const { data: session } = await orThrow(
    api.POST('/v1/media/uploads', {
      params: { header: { 'Idempotency-Key': `upload-${upload.id}-${upload.attempt}` } },
      body: { file_name: file.name, content_type: type, size_bytes: file.size },
    }),
  )
  await put(session.upload_url, session.headers, upload, stop)
  const { data } = await orThrow(
    api.POST('/v1/media/uploads/{id}/complete', { params: { path: { id: session.id }, header: {} } }),
  )
  return { ...data, download_url: upload.preview }
}

async function run(upload: Upload): Promise<void> {
  const stop = new AbortController()
  stops.set(upload.id, stop)
  change(upload.id, { state: 'sending', error: null, sentBytes: 0 })
  for (let tried = 1; ; tried += 1) {
    try {
      const asset = await send(upload, stop)
      change(upload.id, { state: 'done', sentBytes: upload.file.size, asset })
      void mediaChanged()
      break
    } catch (error) {
      if (stop.signal.aborted) break
      if (!(error instanceof Unreachable) || tried === MOST_TRIES) {
        change(upload.id, { state: 'failed', error })
        break
      }
      change(upload.id, { sentBytes: 0 })
      await pause(FIRST_PAUSE_MS * 2 ** (tried - 1), stop)
      if (stop.signal.aborted) break
    }
  }
  stops.delete(upload.id)
  startNext()
}

function startNext(): void {
  for (const upload of uploads.filter(({ state }) => state === 'waiting')) {
    if (stops.size >= AT_ONCE) return
    void run(upload)
  }
}

const typeOf = (file: File): string => canonicalType(file.type) ?? typeOfName(file.name) ?? 'application/octet-stream'

/** Why a file is not even begun to be sent; undefined where nothing speaks against it. @param kinds such as "image". */
export function refusalOf(file: File, kinds: readonly string[] | null): Refusal | undefined {
  if (file.size === 0) return 'empty'
  if (file.size > MAX_FILE_BYTES) return 'too_large'
  if (kinds !== null && !kinds.includes(typeOf(file).split('/')[0]!)) return 'wrong_type'
  return undefined
}

/** Begins to send files, in their order. */
export function upload(files: readonly File[]): Upload[] {
  const added = files.map(
    (file): Upload => ({
      id: crypto.randomUUID(),
      file,
      type: typeOf(file),
      preview: URL.createObjectURL(file),
      state: 'waiting',
      sentBytes: 0,
      error: null,
      attempt: 1,
      asset: null,
    }),
  )
  set([...uploads, ...added])
  startNext()
  return added
}

/** Sends a file again that could not be sent. */
export function retryUpload(id: string): void {
  const attempt = (uploads.find((upload) => upload.id === id)?.attempt ?? 0) + 1
  change(id, { state: 'waiting', attempt })
  startNext()
}

/** Gives it up. What has arrived of it is cleaned up by the service. */
export function cancelUpload(id: string): void {
  stops.get(id)?.abort()
  set(uploads.filter((upload) => upload.id !== id))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The uploads of this page since it was loaded. */
export const useUploads = (): readonly Upload[] => useSyncExternalStore(subscribe, () => uploads)
