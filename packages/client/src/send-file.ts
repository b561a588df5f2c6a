// Sends one file by an upload session, from wherever it stands: what has arrived is not sent again.
import type { Client } from 'openapi-fetch'
import { orThrow, PublisherError, Unreachable } from './errors.ts'
import type { components, paths } from './generated/api.ts'
import { SMALLEST_PART_BYTES } from './generated/limits.ts'

export interface Sending {
  readonly file: Blob
  readonly name: string
  /** MIME type. */
  readonly type: string
  /** One for each session: a start whose answer was lost is the same one. */
  readonly key: string
  /** The id of a session that was started. */
  readonly session: string | null
  readonly title?: string
  readonly description?: string
}

export interface Steps {
  signal: AbortSignal
  /** A session was started; null: the one there was has ended. */
  onSession(id: string | null): void
  /** Bytes that have arrived, and those of them that will not have to be sent again. */
  onProgress(sent: number, kept: number): void
}

interface Part {
  first_byte: number
  size_bytes: number
  arrived: boolean
  upload_url: string | null
  headers: Record<string, string> | null
}

/** A request of which nothing has moved for so long is aborted, as its connection is gone. */
const STALLED_MS = 60_000
/** Without progress of a request a part has to be through within this time: 8 MB at 64 KB a second, with room. */
const PART_MS = 10 * 60_000

const NOT_ARRIVED = 'The file did not arrive'

const arrived = (status: number) =>
  // 412: the part was stored already by a try whose answer was lost.
  status < 300 || status === 412

/** Headers that are for the sender to set; browsers and Node set the others themselves. */
const ownHeaders = (headers: Record<string, string> | null) =>
  Object.entries(headers ?? {}).filter(([name]) => !/^(content-length|host)$/i.test(name))

/** The browser's objects that are used; the types of a program in Node do not have it. */
interface Transfer {
  readonly status: number
  readonly upload: { onprogress: ((event: { loaded: number }) => void) | null }
  onerror: (() => void) | null
  onload: (() => void) | null
  onabort: (() => void) | null
  onloadend: (() => void) | null
  open(method: string, url: string): void
  setRequestHeader(name: string, value: string): void
  send(body: Blob): void
  abort(): void
}
const browser = globalThis as unknown as {
  XMLHttpRequest?: new () => Transfer
  addEventListener?: (type: 'offline', listener: () => void) => void
  removeEventListener?: (type: 'offline', listener: () => void) => void
}

/** In browsers: `fetch` does not tell how far a request is. */
function putWithProgress(
  bytes: Blob,
  { upload_url, headers }: Part,
  signal: AbortSignal,
  onProgress: (sent: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new browser.XMLHttpRequest!()
    const broke = () => reject(new Unreachable(`${NOT_ARRIVED}.`))
    const stop = () => request.abort()
    let stalled: ReturnType<typeof setTimeout>
    const moves = () => {
      clearTimeout(stalled)
      stalled = setTimeout(stop, STALLED_MS)
    }
    request.open('PUT', upload_url ?? '')
    for (const [name, value] of ownHeaders(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded }) => {
      moves()
      onProgress(loaded)
    }
    request.onerror = broke
    request.onload = () => (arrived(request.status) ? resolve() : broke())
    request.onabort = broke
    request.onloadend = () => {
      clearTimeout(stalled)
      signal.removeEventListener('abort', stop)
      browser.removeEventListener?.('offline', stop)
    }
    signal.addEventListener('abort', stop)
    // A request that is on its way then would only be aborted minutes later.
    browser.addEventListener?.('offline', stop)
    moves()
    request.send(bytes)
  })
}

async function putPlainly(bytes: Blob, { upload_url, headers }: Part, signal: AbortSignal): Promise<void> {
  const response = await fetch(upload_url ?? '', {
    method: 'PUT',
    body: bytes,
    headers: ownHeaders(headers),
    signal: AbortSignal.any([signal, AbortSignal.timeout(PART_MS)]),
  }).catch((error: unknown) => {
    throw signal.aborted ? error : new Unreachable(`${NOT_ARRIVED}.`, { cause: error })
  })
  await response.body?.cancel()
  if (!arrived(response.status)) throw new Unreachable(`${NOT_ARRIVED}: its store answered ${response.status}.`)
}

/** Puts bytes where the session says. @throws {Unreachable} when the connection breaks or the store refuses. */
const put: typeof putWithProgress = (bytes, part, signal, onProgress) =>
  browser.XMLHttpRequest === undefined
    ? putPlainly(bytes, part, signal)
    : putWithProgress(bytes, part, signal, onProgress)

async function begin(
  api: Client<paths>,
  { file, name, type, key, title, description }: Sending,
  { signal, onSession }: Steps,
): Promise<{ id: string; whole?: Part }> {
  const { data } = await orThrow(
    api.POST('/v1/media/uploads', {
      params: { header: { 'Idempotency-Key': key } },
      body: {
        file_name: name,
        content_type: type,
        size_bytes: file.size,
        ...(title === undefined ? {} : { title }),
        ...(description === undefined ? {} : { description }),
        ...(file.size > SMALLEST_PART_BYTES ? { in_parts: true } : {}),
      },
      signal,
    }),
  )
  onSession(data.id)
  const { id, upload_url, headers } = data
  return upload_url === null
    ? { id }
    : { id, whole: { first_byte: 0, size_bytes: file.size, arrived: false, upload_url, headers } }
}

/** @throws {Unreachable} where the service did not say so: a gateway that restarts answers with 404, too. */
function isGone(error: unknown): boolean {
  if (!(error instanceof PublisherError && error.status === 404)) return false
  if (error.code === 'unknown') throw new Unreachable(error.message, { cause: error })
  return true
}

/** @returns undefined where the session is no more: completed, or its day is over. */
async function partsOf(api: Client<paths>, id: string, signal: AbortSignal): Promise<readonly Part[] | undefined> {
  try {
    return (await orThrow(api.GET('/v1/media/uploads/{id}', { params: { path: { id } }, signal }))).data.parts
  } catch (error) {
    if (isGone(error)) return undefined
    throw error
  }
}

/**
 * Sends what has not arrived, in order, and completes the upload.
 * @throws {Unreachable | PublisherError} and may be called again with the reported session.
 */
export async function sendFile(
  api: Client<paths>,
  sending: Sending,
  steps: Steps,
): Promise<components['schemas']['UploadedMedia']> {
  const { file } = sending
  const { signal, onProgress, onSession } = steps
  const { id, whole } = sending.session === null ? await begin(api, sending, steps) : { id: sending.session }
  const parts = whole ? [whole] : await partsOf(api, id, signal)
  let kept = (parts ?? []).reduce((sum, part) => sum + (part.arrived ? part.size_bytes : 0), 0)
  onProgress(kept, kept)
  for (const part of parts ?? []) {
    if (part.arrived) continue
    signal.throwIfAborted()
    const { first_byte: first, size_bytes: size } = part
    await put(file.slice(first, first + size), part, signal, (sent) => onProgress(kept + Math.min(sent, size), kept))
    kept += size
    onProgress(kept, kept)
  }
  signal.throwIfAborted()
  try {
    const complete = api.POST('/v1/media/uploads/{id}/complete', { params: { path: { id }, header: {} }, signal })
    return (await orThrow(complete)).data
  } catch (error) {
    if (isGone(error)) onSession(null)
    throw error
  }
}
