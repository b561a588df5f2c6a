// How long the streams of an AVI are, by its own heads: the parser counts the frames of slow MPEG sound twice.
import type { Read } from './movie-boxes.ts'

/** The heads come first, within a few kilobytes. */
const HEAD_BYTES = 64 * 1024
const MAX_STREAMS = 32

export interface StreamLengths {
  /** Seconds of the longest of each kind; null where the file does not say. */
  video: number | null
  audio: number | null
}

/** The next chunk: chunks begin at even places. */
const behind = (start: number, size: number): number => start + size + (size % 2)

/**
 * @param size of the file, bytes.
 * @returns what the stream heads (`strh`) say: `dwLength` times `dwScale` by `dwRate`.
 */
export async function aviLengths(size: number, read: Read): Promise<StreamLengths> {
  const head = Buffer.from(await read(Math.min(size, HEAD_BYTES), 0))
  const found: StreamLengths = { video: null, audio: null }
  if (head.toString('latin1', 0, 4) !== 'RIFF' || head.toString('latin1', 8, 12) !== 'AVI ') return found
  let streams = 0
  for (let at = 12; at + 8 <= head.length && streams < MAX_STREAMS; ) {
    const id = head.toString('latin1', at, at + 4)
    const length = head.readUInt32LE(at + 4)
    const list = head.toString('latin1', at + 8, at + 12)
    // The lists that hold stream heads are entered, everything else is skipped.
    if (id === 'LIST' && (list === 'hdrl' || list === 'strl')) {
      at += 12
      continue
    }
    if (id === 'LIST' && list === 'movi') break
    if (id === 'strh' && at + 8 + 36 <= head.length) {
      streams += 1
      const start = at + 8
      const [scale, rate, frames] = [20, 24, 32].map((offset) => head.readUInt32LE(start + offset)) as [
        number,
        number,
        number,
      ]
      const kind = { vids: 'video', auds: 'audio' }[head.toString('latin1', start, start + 4)] as
        | keyof StreamLengths
        | undefined
      if (kind && scale > 0 && rate > 0 && frames > 0) found[kind] = Math.max(found[kind] ?? 0, (frames * scale) / rate)
    }
    at = behind(at + 8, length)
  }
  return found
}
