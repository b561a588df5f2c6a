// The files that are being sent: a few at once, with progress; paused, resumed and cancelled by people, and resumed
// by itself where the connection broke.
import { sendFile } from '@social-publisher/client'
import { useSyncExternalStore } from 'react'
import { canonicalType, typeOfName } from '../../../core/media/rules/media-types.ts'
import { MAX_FILE_BYTES } from '../../../core/media/rules/transfer-limits.ts'
import { api, isOver } from '../api/client.ts'
import { mayPass } from '../api/unclear.ts'
import { type Asset, mediaChanged } from './media-queries.ts'

export interface Upload {
  readonly id: string
  readonly file: File
  readonly type: string
  /** The alternative text that it begins with. */
  readonly description?: string | undefined
  /** An address of the file on this device, to show it before it is sent. */
  readonly preview: string
  readonly state: 'waiting' | 'sending' | 'reconnecting' | 'paused' | 'done' | 'failed'
  readonly sentBytes: number
  readonly error: unknown
  /** The id of the upload session that was started; parts that have arrived stay there. */
  readonly session: string | null
  /** How many sessions it has had. */
  readonly attempt: number
  /** Once it is done. */
  readonly asset: Asset | null
}

export type Refusal = 'empty' | 'too_large' | 'wrong_type'

const AT_ONCE = 3
/** Where the connection broke in between, this often without asking and without anything more that arrived. */
const MOST_TRIES = 4
const FIRST_PAUSE_MS = 1000
/** Browsers say when they are online again; not all of them always. */
const OFFLINE_PAUSE_MS = 30_000

let uploads: readonly Upload[] = []
const listeners = new Set<() => void>()
const stops = new Map<string, AbortController>()

/** Whether this page sends the file, or has sent it: then its upload tells what became of it. */
export const isSending = (id: string): boolean => uploads.some((upload) => upload.id === id)

const isOpen = ({ state }: Upload): boolean => state !== 'done'

/** Asks before the page is left: a file cannot be taken up again after that. A page that is over is not to be stayed on. */
const ask = (event: BeforeUnloadEvent) => {
  if (!isOver()) event.preventDefault()
}

function set(next: readonly Upload[]): void {
  uploads = next
  if (next.some(isOpen)) window.addEventListener('beforeunload', ask)
  else window.removeEventListener('beforeunload', ask)
  for (const listener of listeners) listener()
}

const change = (id: string, more: Partial<Upload>) =>
  set(uploads.map((upload) => (upload.id === id ? { ...upload, ...more } : upload)))

/** Waits; ends at once when the browser is online again, or when it is cancelled. */
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

async function run({ id, file, type, description, attempt, preview, session }: Upload): Promise<void> {
  const stop = new AbortController()
  stops.set(id, stop)
  change(id, { state: 'sending', error: null })
  const key = `upload-${id}-${attempt}`
  const sending = { file, name: file.name, type, key, session, ...(description ? { description } : {}) }
  // Bytes that are there already were sent before; only new ones show that trying helps.
  let arrived = 0
  for (let tried = 1; ; tried += 1) {
    try {
      const asset = await sendFile(api, sending, {
        signal: stop.signal,
        onSession: (begun) => {
          sending.session = begun
          change(id, { session: begun })
        },
        onProgress: (sentBytes, kept) => {
          if (stop.signal.aborted) return
          change(id, { state: 'sending', sentBytes })
          if (kept > arrived) tried = 1
          arrived = Math.max(arrived, kept)
        },
      })
      change(id, { state: 'done', sentBytes: file.size, asset: { ...asset, download_url: preview } })
      void mediaChanged()
      break
    } catch (error) {
      if (stop.signal.aborted) break
      const offline = !navigator.onLine
      if (!(mayPass(error) && (offline || tried < MOST_TRIES))) {
        change(id, { state: 'failed', error })
        break
      }
      change(id, { state: 'reconnecting' })
      await pause(offline ? OFFLINE_PAUSE_MS : FIRST_PAUSE_MS * 2 ** (tried - 1), stop)
      if (stop.signal.aborted) break
      if (offline) tried = 0
    }
  }
  // Paused and gone on with meanwhile, another one is at it.
  if (stops.get(id) === stop) stops.delete(id)
  startNext()
}

function startNext(): void {
  for (const upload of uploads.filter(({ state }) => state === 'waiting')) {
    if (stops.size >= AT_ONCE) return
    void run(upload)
  }
}

const typeOf = (file: File): string => canonicalType(file.type) ?? typeOfName(file.name) ?? 'application/octet-stream'

/** Why a file is refused before sending; undefined where it is not. @param kinds such as "image". */
export function refusalOf(file: File, kinds: readonly string[] | null): Refusal | undefined {
  if (file.size === 0) return 'empty'
  if (file.size > MAX_FILE_BYTES) return 'too_large'
  if (kinds !== null && !kinds.includes(typeOf(file).split('/')[0]!)) return 'wrong_type'
  return undefined
}

/** Begins to send files, in their order. @param description their alternative text. */
export function upload(files: readonly File[], description?: string): Upload[] {
  const added = files.map(
    (file): Upload => ({
      id: crypto.randomUUID(),
      file,
      type: typeOf(file),
      description,
      preview: URL.createObjectURL(file),
      state: 'waiting',
      sentBytes: 0,
      error: null,
      session: null,
      attempt: 1,
      asset: null,
    }),
  )
  set([...uploads, ...added])
  startNext()
  return added
}

/** Stops to send a file, until it is resumed. */
export function pauseUpload(id: string): void {
  change(id, { state: 'paused' })
  stops.get(id)?.abort()
  stops.delete(id)
  startNext()
}

/** Goes on with a file that was paused or could not be sent, where its session stands. */
export function resumeUpload(id: string): void {
  const upload = uploads.find((each) => each.id === id)
  if (upload?.state !== 'paused' && upload?.state !== 'failed') return
  change(id, { state: 'waiting', attempt: upload.attempt + (upload.session === null ? 1 : 0) })
  startNext()
}

/** Gives it up, with what has arrived of it. */
export function cancelUpload(id: string): void {
  const session = uploads.find((upload) => upload.id === id)?.session
  stops.get(id)?.abort()
  stops.delete(id)
  set(uploads.filter((upload) => upload.id !== id))
  // Where this does not succeed, the service does it after a day.
  if (session) api.DELETE('/v1/media/uploads/{id}', { params: { path: { id: session } } }).catch(() => undefined)
  startNext()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The uploads of this page since it was loaded. */
export const useUploads = (): readonly Upload[] => useSyncExternalStore(subscribe, () => uploads)
