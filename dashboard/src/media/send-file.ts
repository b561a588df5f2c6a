// Sends one file by an upload session, from wherever it stands: what has arrived is not sent again.
import { SMALLEST_PART_BYTES } from '../../../core/media/rules/transfer-limits.ts'
import { api, orThrow, PublisherError, type Schemas, Unreachable } from '../api/client.ts'

export interface Sending {
  readonly file: File
  /** MIME type. */
  readonly type: string
  /** One for each session: a beginning whose answer was lost is the same one. */
  readonly key: string
  /** Of a session that was begun. */
  readonly session: string | null
}

export interface Steps {
  signal: AbortSignal
  /** A session was begun; null: the one there was has ended. */
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

/** A request of which nothing has moved for so long is given up, as its connection is gone. */
const STALLED_MS = 60_000

/** Puts bytes where the session says. @throws {Unreachable} when the connection breaks or the store refuses. */
function put(
  bytes: Blob,
  { upload_url, headers }: Part,
  signal: AbortSignal,
  onProgress: (sent: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    // fetch tells nothing of how far a request is.
    const request = new XMLHttpRequest()
    const broke = () => reject(new Unreachable('The file did not arrive.'))
    const stop = () => request.abort()
    let stalled: ReturnType<typeof setTimeout>
    const moves = () => {
      clearTimeout(stalled)
      stalled = setTimeout(stop, STALLED_MS)
    }
    request.open('PUT', upload_url ?? '')
    // The browser gives these itself.
    for (const [name, value] of Object.entries(headers ?? {}))
      if (!/^(content-length|host)$/i.test(name)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded }) => {
      moves()
      onProgress(loaded)
    }
    request.onerror = broke
    // 412: what a try sent whose answer was lost is there already.
    request.onload = () => (request.status < 300 || request.status === 412 ? resolve() : broke())
    request.onabort = broke
    request.onloadend = () => {
      clearTimeout(stalled)
      signal.removeEventListener('abort', stop)
      window.removeEventListener('offline', stop)
    }
    signal.addEventListener('abort', stop)
    // What is on its way then would only be given up minutes later.
    window.addEventListener('offline', stop)
    moves()
    request.send(bytes)
  })
}

async function begin(
  { file, type, key }: Sending,
  { signal, onSession }: Steps,
): Promise<{ id: string; whole?: Part }> {
  const { data } = await orThrow(
    api.POST('/v1/media/uploads', {
      params: { header: { 'Idempotency-Key': key } },
      body: {
        file_name: file.name,
        content_type: type,
        size_bytes: file.size,
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

const isGone = (error: unknown): boolean => error instanceof PublisherError && error.status === 404

/** @returns undefined where the session is no more: completed, or its day is over. */
async function partsOf(id: string, signal: AbortSignal): Promise<readonly Part[] | undefined> {
  try {
    return (await orThrow(api.GET('/v1/media/uploads/{id}', { params: { path: { id } }, signal }))).data.parts
  } catch (error) {
    if (isGone(error)) return undefined
    throw error
  }
}

/**
 * Sends what has not arrived, in order, and completes the upload.
 * @throws {Unreachable | PublisherError} and may be called again with the session it told of.
 */
export async function sendFile(sending: Sending, steps: Steps): Promise<Schemas['UploadedMedia']> {
  const { file } = sending
  const { signal, onProgress, onSession } = steps
  const { id, whole } = sending.session === null ? await begin(sending, steps) : { id: sending.session }
  const parts = whole ? [whole] : await partsOf(id, signal)
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
