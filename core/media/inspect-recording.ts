// Duration and coding of a recording, and the size of a video as it is seen, read by ranges from wherever the format keeps
// them.
import { createContext, Script } from 'node:vm'
import type { MediaInfo } from 'mediainfo.js'
import { readObject } from '../aws/bucket.ts'
import { PLATFORM_VIDEO_TYPES } from '../platforms/post-types.ts'
import { aviLengths, type StreamLengths } from './avi-heads.ts'
import type { Inspected } from './media-store.ts'
import { type Layout, layoutOf, type Read } from './movie-boxes.ts'
import { kindOf, type Media } from './rules/media.ts'
import type { Properties } from './rules/media-properties.ts'

/** Bytes read of one file: what takes more is broken or made to cost. */
const MAX_READ = 96 * 1024 * 1024
const MAX_READS = 2000
const TOTAL_MS = 60_000
const CHUNK = 512 * 1024
/** The parser takes milliseconds for a piece of a file: past this it goes round in circles, and never asks for the next one. */
const CALL_MS = 15_000

const NOTHING: Inspected = { width: null, height: null, duration_ms: null, properties: null }

/** A fault of the bucket, told apart from what the parser makes of a broken file. */
class ReadFailed extends Error {}

type Figure = number | string

interface Track {
  '@type': string
  Duration?: Figure
  Width?: Figure
  Height?: Figure
  Rotation?: Figure
  Format?: string
  Format_Profile?: string
  ChromaSubsampling?: string
  ScanType?: string
  FrameRate?: Figure
  BitRate?: Figure
  SamplingRate?: Figure
  Channels?: Figure
}

const positive = (value: Figure | undefined): number | null => {
  const number = Number(value)
  return value !== undefined && Number.isFinite(number) && number > 0 ? number : null
}

const firstOf = (tracks: readonly Track[]) => (type: string) => tracks.find((track) => track['@type'] === type)

function propertiesOf(tracks: readonly Track[], { moov_first, edit_lists }: Layout): Properties | null {
  const of = firstOf(tracks)
  const [general, video, audio] = [of('General'), of('Video'), of('Audio')]
  // The parser names a file and its size also where it recognizes nothing in it.
  if (!general?.Format) return null
  return {
    // MP4 and MOV are one family to it; the profile tells them apart.
    format: general.Format_Profile === 'QuickTime' ? 'QuickTime' : general.Format,
    moov_first,
    edit_lists,
    video: video
      ? {
          codec: video.Format ?? null,
          profile: video.Format_Profile ?? null,
          chroma: video.ChromaSubsampling ?? null,
          scan: video.ScanType ?? null,
          frame_rate: positive(video.FrameRate),
          bit_rate: positive(video.BitRate),
        }
      : null,
    audio: audio
      ? {
          codec: audio.Format ?? null,
          sample_rate: positive(audio.SamplingRate),
          channels: positive(audio.Channels),
          bit_rate: positive(audio.BitRate),
        }
      : null,
    picture: null,
  }
}

/** The shorter of two lengths, or the one that is known. */
const shorter = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b)

/**
 * Seconds of the longest stream, and no more than the whole has by its header: the parser's figure for the whole may be of
 * subtitles, or of sound that it counted wrongly.
 * @param heads what the streams' own heads say, where the file was asked.
 */
function secondsOf(tracks: readonly Track[], heads: StreamLengths): number | null {
  const lengths = tracks.flatMap((track) => {
    if (track['@type'] === 'Video') return [shorter(positive(track.Duration), heads.video)]
    return track['@type'] === 'Audio' ? [shorter(positive(track.Duration), heads.audio)] : []
  })
  const whole = positive(firstOf(tracks)('General')?.Duration)
  const known = lengths.filter((length) => length !== null)
  // A stream of unknown length may be the longest.
  if (known.length === 0 || (whole !== null && known.length < lengths.length)) return whole
  return shorter(Math.max(...known), whole)
}

function figuresOf(tracks: readonly Track[], video: boolean, heads: StreamLengths): Omit<Inspected, 'properties'> {
  const of = firstOf(tracks)
  const seconds = secondsOf(tracks, heads)
  const ms = Math.round((seconds ?? Number.NaN) * 1000)
  // A broken file may claim any length, and answers have whole numbers.
  const duration_ms = Number.isSafeInteger(ms) ? ms : null
  const picture = video ? of('Video') : undefined
  const width = positive(picture?.Width)
  const height = positive(picture?.Height)
  // Telephones film upright by turning the picture when it is shown.
  const turned = Math.round(Math.abs(Number(picture?.Rotation ?? 0)) / 90) % 2 === 1
  return turned ? { width: height, height: width, duration_ms } : { width, height, duration_ms }
}

/** Reads what the parser asks for, within bounds; past them the file seems to end. */
function reader({ object_key, size_bytes, etag }: Media, signal: AbortSignal): Read {
  let bytesRead = 0
  let reads = 0
  return async (wanted, offset) => {
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

/** A call of the parser that did not end by itself. */
class Endless extends Error {}

const CALL = new Script('work()')

/** Runs synchronous work, and ends it in the middle if it takes too long: no timer of our own would run meanwhile. @throws {Endless} */
function within<T>(ms: number, work: () => T): T {
  try {
    return CALL.runInContext(createContext({ work }), { timeout: ms }) as T
  } catch (error) {
    throw (error as { code?: unknown }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT' ? new Endless() : error
  }
}

/** Bounds the calls in which the parser reads what it was given. */
function bounded(parser: MediaInfo<'object'>, ms: number): MediaInfo<'object'> {
  const { openBufferContinue, openBufferFinalize, inform } = parser
  return Object.assign(parser, {
    openBufferContinue: (data: Uint8Array, size: number) =>
      within(ms, () => openBufferContinue.call(parser, data, size)),
    openBufferFinalize: () => within(ms, () => openBufferFinalize.call(parser)),
    inform: () => within(ms, () => inform.call(parser)),
  })
}

/** A parser that broke down over a file may not even be able to be closed: it goes with its memory. */
function close(parser: MediaInfo<'object'> | undefined): void {
  try {
    parser?.close()
  } catch (error) {
    if (!(error instanceof Error && error.name === 'RuntimeError')) throw error
  }
}

/** @throws {ReadFailed} when the bucket fails. */
export async function inspectRecording(media: Media, callMs = CALL_MS): Promise<Inspected> {
  const { default: mediaInfoFactory } = await import('mediainfo.js')
  const signal = AbortSignal.timeout(TOTAL_MS)
  let parser: MediaInfo<'object'> | undefined
  try {
    // A fresh one each time: a parser that stumbled over one file must not see the next.
    parser = bounded(await mediaInfoFactory({ format: 'object', chunkSize: CHUNK }), callMs)
    const read = reader(media, signal)
    const found = await parser.analyzeData(media.size_bytes, read)
    const tracks = (found.media?.track ?? []) as readonly Track[]
    const movie = (PLATFORM_VIDEO_TYPES as readonly string[]).includes(media.content_type)
    const layout = movie ? await layoutOf(media.size_bytes, read) : { moov_first: null, edit_lists: null }
    const avi = firstOf(tracks)('General')?.Format === 'AVI'
    const heads = avi ? await aviLengths(media.size_bytes, read) : { video: null, audio: null }
    return {
      ...figuresOf(tracks, kindOf(media.content_type) === 'video', heads),
      properties: propertiesOf(tracks, layout),
    }
  } catch (error) {
    // One that was ended in the middle of a call is in no state to be closed; it goes with its memory.
    if (error instanceof Endless) parser = undefined
    if (error instanceof ReadFailed) throw error
    return NOTHING
  } finally {
    close(parser)
  }
}
