// Reads the headers of an MP4 or MOV file (ISO/IEC 14496-12): brand, duration, picture size, codec of the video track.
import type { FileHandle } from 'node:fs/promises'

export interface VideoFacts {
  brand: string
  duration_ms: number | null
  width: number | null
  height: number | null
  codec: string | null
}

const MAX_MOOV = 64 * 1024 * 1024

/** @returns null for a file that does not begin as MP4 or MOV. */
export async function readVideo(file: FileHandle, size: number): Promise<VideoFacts | null> {
  const head = await bytesAt(file, 0, 12)
  if (head.length < 12 || head.toString('latin1', 4, 8) !== 'ftyp') return null
  const facts: VideoFacts = {
    brand: head.toString('latin1', 8, 12),
    duration_ms: null,
    width: null,
    height: null,
    codec: null,
  }
  for (let at = 0; at + 8 <= size; ) {
    const header = await bytesAt(file, at, 16)
    if (header.length < 8) break
    let length = header.readUInt32BE(0)
    let headerSize = 8
    if (length === 1 && header.length === 16) {
      length = Number(header.readBigUInt64BE(8))
      headerSize = 16
    } else if (length === 0) length = size - at
    if (length < headerSize) break
    if (header.toString('latin1', 4, 8) === 'moov' && length <= MAX_MOOV) {
      readMovie(await bytesAt(file, at + headerSize, length - headerSize), facts)
      break
    }
    at += length
  }
  return facts
}

function readMovie(moov: Buffer, facts: VideoFacts): void {
  for (const [type, body] of boxes(moov)) {
    if (type === 'mvhd') facts.duration_ms = durationOf(body)
    if (type === 'trak') readTrack(body, facts)
  }
}

function readTrack(trak: Buffer, facts: VideoFacts): void {
  const media = find(trak, 'mdia')
  const handler = media && find(media, 'hdlr')
  if (!media || handler?.toString('latin1', 8, 12) !== 'vide') return
  const header = find(trak, 'tkhd')
  // Width and height are the last two fields, 16.16 fixed point, in every version of the box.
  if (header && header.length >= 84) {
    facts.width = Math.round(header.readUInt32BE(header.length - 8) / 65_536) || null
    facts.height = Math.round(header.readUInt32BE(header.length - 4) / 65_536) || null
  }
  const description = ['minf', 'stbl', 'stsd'].reduce<Buffer | undefined>((box, type) => box && find(box, type), media)
  if (description && description.length >= 16) facts.codec = description.toString('latin1', 12, 16)
}

function durationOf(mvhd: Buffer): number | null {
  const long = mvhd[0] === 1
  if (mvhd.length < (long ? 32 : 20)) return null
  const scale = mvhd.readUInt32BE(long ? 20 : 12)
  const duration = long ? Number(mvhd.readBigUInt64BE(24)) : mvhd.readUInt32BE(16)
  return scale > 0 && duration > 0 ? Math.round((duration / scale) * 1000) : null
}

function* boxes(buffer: Buffer): Generator<[string, Buffer]> {
  for (let at = 0; at + 8 <= buffer.length; ) {
    const length = buffer.readUInt32BE(at) || buffer.length - at
    if (length < 8) return
    yield [buffer.toString('latin1', at + 4, at + 8), buffer.subarray(at + 8, at + length)]
    at += length
  }
}

function find(buffer: Buffer, wanted: string): Buffer | undefined {
  for (const [type, body] of boxes(buffer)) if (type === wanted) return body
  return undefined
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  const { bytesRead } = await file.read(buffer, 0, length, position)
  return buffer.subarray(0, bytesRead)
}
