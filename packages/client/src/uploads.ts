// The upload of one file of any size: with progress, to be paused, resumed and aborted.
import type { Client } from 'openapi-fetch'
import { PublisherError, Unreachable } from './errors.ts'
import type { components, paths } from './generated/api.ts'
import { TYPES_BY_EXTENSION } from './generated/limits.ts'
import { pause } from './patience.ts'
import { sendFile } from './send-file.ts'

type UploadedMedia = components['schemas']['UploadedMedia']

export interface UploadOptions {
  /** The name of the file if left out. */
  title?: string
  /** Alternative text; the title if left out. */
  description?: string
  /** MIME type; that of the blob, else that of the name's ending, if left out. */
  contentType?: string
  /** Aborts the upload. */
  signal?: AbortSignal
  /** Told how many bytes have arrived: all the time in browsers, after each part of 8 MB or more elsewhere. */
  onProgress?: (sentBytes: number, totalBytes: number) => void
  /** Two uploads with the same key are one, within 24 hours. */
  idempotencyKey?: string
  /** Goes on with a session that was started before (`Upload.session`), by another process for example. */
  session?: string
}

export interface Upload {
  readonly state: 'sending' | 'paused' | 'done' | 'failed' | 'aborted'
  readonly sentBytes: number
  /** The id of the upload session, which is that of the medium too; null before it has started. */
  readonly session: string | null
  /** Settles when the file is stored, cannot be, or was aborted; a pause does not settle it. */
  readonly done: Promise<UploadedMedia>
  /** Stops sending until `resume`; parts that have arrived stay. */
  pause(): void
  resume(): void
  /** Ends it, and removes what has arrived. */
  abort(): Promise<void>
}

/** How often it is tried again without anything more that arrived. */
const MOST_TRIES = 5
const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 30_000

/** The type that a name's ending stands for. */
export const typeOfName = (name: string): string =>
  TYPES_BY_EXTENSION[/\.([a-z0-9]{1,12})$/i.exec(name)?.[1]?.toLowerCase() ?? ''] ?? 'application/octet-stream'

const mayPass = (error: unknown): boolean =>
  error instanceof Unreachable || (error instanceof PublisherError && (error.status === 429 || error.status >= 500))

/** @returns an error with words of its own where the file is the reason: it changed on the disk since it was opened. */
function fileProblem(error: unknown): Error | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause.name === 'NotReadableError')
      return new Error('The file cannot be read: it has changed since it was opened, or is gone.', { cause })
  return undefined
}

/** All bytes of a small file. In a form that cannot be read, Node 24 ends the whole program. @throws where it cannot be read. */
export const readable = (file: Blob): Promise<ArrayBuffer> =>
  file.arrayBuffer().catch((error: unknown) => {
    throw fileProblem(error) ?? error
  })

/** Starts to send a file. @param api the client of one deployment. */
export function startUpload(api: Client<paths>, file: Blob, name: string, options: UploadOptions = {}): Upload {
  const { title, description, signal, onProgress } = options
  const type = options.contentType ?? (file.type || typeOfName(name))
  let state: Upload['state'] = 'sending'
  let sentBytes = 0
  let session: string | null = options.session ?? null
  let key: string = options.idempotencyKey ?? crypto.randomUUID()
  /** The controller of the run that is under way. */
  let stop = new AbortController()
  let wake: (() => void) | undefined

  const finish = resolvers<UploadedMedia>()

  const end = (next: Upload['state']) => {
    state = next
    signal?.removeEventListener('abort', abortBySignal)
  }
  const abort = async (reason: unknown = new DOMException('The upload was aborted.', 'AbortError')): Promise<void> => {
    if (state === 'done' || state === 'failed' || state === 'aborted') return
    end('aborted')
    finish.reject(reason)
    stop.abort(reason)
    wake?.()
    // Where this does not succeed, the service does it after a day.
    if (session !== null)
      await api.DELETE('/v1/media/uploads/{id}', { params: { path: { id: session } } }).catch(() => undefined)
  }
  const abortBySignal = () => void abort(signal?.reason)

  async function run(): Promise<void> {
    // Bytes that are there already were sent before; only new ones show that trying helps.
    let most = 0
    for (let tried = 1; ; tried += 1) {
      const { signal: stopped } = stop
      /** The session ended by itself: its day is over. */
      let gone = false
      try {
        const media = await sendFile(
          api,
          { file, name, type, key, session, title, description },
          {
            signal: stopped,
            onSession: (id) => {
              session = id
              gone = id === null
              // Called again with its key, the upload comes to the same session. The service takes 255 characters; a long key differs at its end.
              if (gone) key = `${key}+`.slice(-255)
            },
            onProgress: (sent, kept) => {
              if (stopped.aborted) return
              if (kept > most) tried = 1
              most = Math.max(most, kept)
              sentBytes = sent
              onProgress?.(sent, file.size)
            },
          },
        )
        end('done')
        return finish.resolve(media)
      } catch (error) {
        if (isOver()) return
        if (stopped.aborted) {
          if (isPaused())
            await new Promise<void>((resolve) => {
              wake = resolve
            })
          if (isOver()) return
          tried = 0
          continue
        }
        const broken = fileProblem(error)
        if (broken || !(gone || mayPass(error)) || tried >= MOST_TRIES) {
          end('failed')
          return finish.reject(broken ?? error)
        }
        const { retryAfterSeconds = 0 } = error as Partial<PublisherError>
        const wait = Math.max(retryAfterSeconds * 1000, FIRST_WAIT_MS * 2 ** (tried - 1))
        await pause(Math.min(wait, LONGEST_WAIT_MS), stopped).catch(() => undefined)
        if (isOver()) return
      }
    }
  }
  // Others change the state meanwhile.
  const isOver = () => state === 'aborted'
  const isPaused = () => state === 'paused'

  // Nobody has to listen: an upload that is aborted is no unhandled rejection.
  finish.promise.catch(() => undefined)
  if (signal?.aborted) {
    end('aborted')
    finish.reject(signal.reason)
  } else {
    signal?.addEventListener('abort', abortBySignal, { once: true })
    void run()
  }
  return {
    get state() {
      return state
    },
    get sentBytes() {
      return sentBytes
    },
    get session() {
      return session
    },
    done: finish.promise,
    pause: () => {
      if (state !== 'sending') return
      state = 'paused'
      stop.abort()
    },
    resume: () => {
      if (state !== 'paused') return
      state = 'sending'
      stop = new AbortController()
      wake?.()
    },
    abort: () => abort(),
  }
}

/** As `Promise.withResolvers`, which Node 20 does not have. */
function resolvers<T>() {
  let resolve!: (value: T) => void
  let reject!: (reason: unknown) => void
  const promise = new Promise<T>((yes, no) => {
    resolve = yes
    reject = no
  })
  return { promise, resolve, reject }
}
