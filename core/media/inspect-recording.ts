// Duration of a recording, and the size of a video as it is seen, read by ranges from wherever the format keeps them.
import type { MediaInfo } from 'mediainfo.js'
import { readObject } from '../aws/bucket.ts'
import { kindOf, type Media } from '../domain/media.ts'
import type { Dimensions } from './media-store.ts'

/** Bytes read of one file: what takes more is broken or made to cost. */
const MAX_READ = 96 * 1024 * 1024
const MAX_READS = 2000
const TOTAL_MS = 60_000
const CHUNK = 512 * 1024

const NOTHING: Dimensions = { width: null, height: null, duration_ms: null }

/** A fault of the bucket, told apart from what the parser makes of a broken file. */
class ReadFailed extends Error {}

interface Track {
  '@type': string
  Duration?: number | string
  Width?: number | string
  Height?: number | string
  Rotation?: number | string
}

const positive = (value: number | string | undefined): number | null => {
  const number = Number(value)
  return value !== undefined && Number.isFinite(number) && number > 0 ? number : null
}

function figuresOf(tracks: readonly Track[], video: boolean): Dimensions {
  const of = (type: string) => tracks.find((track) => track['@type'] === type)
  const seconds =
    positive(of('General')?.Duration) ?? positive(of('Video')?.Duration) ?? positive(of('Audio')?.Duration)
  const duration_ms = seconds === null ? null : Math.round(seconds * 1000)
  const picture = video ? of('Video') : undefined
  const width = positive(picture?.Width)
  const height = positive(picture?.Height)
  // Telephones film upright by turning the picture when it is shown.
  const turned = Math.round(Math.abs(Number(picture?.Rotation ?? 0)) / 90) % 2 === 1
  return turned ? { width: height, height: width, duration_ms } : { width, height, duration_ms }
}

/** Reads what the parser asks for, within bounds; past them the file seems to end. */
function reader({ object_key, size_bytes, etag }: Media, signal: AbortSignal) {
  let bytesRead = 0
  let reads = 0
  return async (wanted: number, offset: number): Promise<Uint8Array> => {
    const size = Math.min(wanted, size_bytes - offset)
    if (size <= 0 || signal.aborted || reads >= MAX_READS || bytesRead + size > MAX_READ) return new Uint8Array(0)
    reads += 1
    bytesRead += size
    try {
      return (
        (await readObject(object_key, { range: { first: offset, last: offset + size - 1 }, etag, signal })) ??
        new Uint8Array(0)
      )
    } catch (error) {
      if (signal.aborted) return new Uint8Array(0)
      throw new ReadFailed('the bucket did not deliver a range', { cause: error })
    }
  }
}

/** @throws {ReadFailed} when the bucket fails. */
export async function inspectRecording(media: Media): Promise<Dimensions> {
  const { default: mediaInfoFactory } = await import('mediainfo.js')
  const signal = AbortSignal.timeout(TOTAL_MS)
  let parser: MediaInfo<'object'> | undefined
  try {
    // A fresh one each time: a parser that stumbled over one file must not see the next.
    parser = await mediaInfoFactory({ format: 'object', chunkSize: CHUNK })
    const found = await parser.analyzeData(media.size_bytes, reader(media, signal))
    return figuresOf((found.media?.track ?? []) as readonly Track[], kindOf(media.content_type) === 'video')
  } catch (error) {
    if (error instanceof ReadFailed) throw error
    return NOTHING
  } finally {
    parser?.close()
  }
}
