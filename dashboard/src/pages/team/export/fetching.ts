// Pages of records and bytes of files from the service, asked for again where the connection broke.
import { api, orThrow, PublisherError, type Schemas } from '../../../api/client.ts'
import { mayPass } from '../../../api/unclear.ts'
import type { MediaFile } from './kept-export.ts'

export type RecordsPage = { records: Schemas['ExportedRecord'][]; next: string | null }

/** A request has so many bytes of a file at most: the service leads to another address for more than 200 MB. */
const CHUNK = 32 * 1024 * 1024
/** In a row, without anything that arrived. */
const MOST_TRIES = 5
const FIRST_PAUSE_MS = 1000

/** The bytes that arrived are not the whole file. */
export class Incomplete extends Error {}

/** Waits. @throws the signal's reason as soon as it is aborted. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  let stop = () => {}
  try {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(resolve, ms)
      stop = () => {
        clearTimeout(timer)
        reject(signal.reason)
      }
      signal.addEventListener('abort', stop)
    })
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** Before the next try. @throws the error, where trying again does not help. */
async function beforeNextTry(error: unknown, tried: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  if (!mayPass(error) || tried >= MOST_TRIES) throw error
  const asked = error instanceof PublisherError ? (error.retryAfterSeconds ?? 0) * 1000 : 0
  await pause(Math.max(asked, FIRST_PAUSE_MS * 2 ** (tried - 1)), signal)
}

/** @param after `next` of the page before. @throws {PublisherError} {Unreachable}; the signal's reason */
export async function fetchPage(after: string | undefined, signal: AbortSignal): Promise<RecordsPage> {
  for (let tried = 1; ; tried += 1) {
    try {
      const query = after === undefined ? {} : { after }
      return (await orThrow(api.GET('/v1/exports/records', { params: { query }, signal }))).data
    } catch (error) {
      await beforeNextTry(error, tried, signal)
    }
  }
}

/** The bytes of a stream; browsers differ in whether it can be iterated over. */
async function* piecesOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>) {
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** A break while bytes came: the browser tells it as a plain TypeError. */
const brokeOff = (error: unknown) => error instanceof TypeError

/**
 * The bytes of a file from the beginning, gone on with where the connection broke.
 * @throws {PublisherError} `not_found` where the file is gone; {Incomplete}; the signal's reason
 */
export async function* fetchFile(
  { id, size }: MediaFile,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let at = 0
  let tried = 0
  while (at < size) {
    const last = Math.min(at + CHUNK, size) - 1
    try {
      const { data, error, response } = await api.GET('/v1/media/{id}', {
        params: { path: { id } },
        headers: { Range: `bytes=${at}-${last}` },
        parseAs: 'stream',
        signal,
      })
      if (!response.ok) throw new PublisherError(response, error)
      const whole = response.status === 200
      if (whole && at > 0) throw new Incomplete()
      const before = at
      for await (const piece of piecesOf(data as unknown as ReadableStream<Uint8Array<ArrayBuffer>>)) {
        at += piece.length
        tried = 0
        yield piece
      }
      if (at === before || at > (whole ? size : last + 1)) throw new Incomplete()
    } catch (error) {
      tried += 1
      if (brokeOff(error) && !signal.aborted && tried < MOST_TRIES)
        await pause(FIRST_PAUSE_MS * 2 ** (tried - 1), signal)
      else await beforeNextTry(error, tried, signal)
    }
  }
}
