// Files' own headers: the layout of movies, the size of a JPEG.
import type { Sharp } from 'sharp'
import { describe, expect, it } from 'vitest'
import { layoutOf } from '../../../core/media/movie-boxes.ts'
import { jpegSize } from '../../../core/media/rules/jpeg-size.ts'
import { quarters } from './pictures.ts'
import { sample } from './samples.ts'

const box = (type: string, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, content])
}
/** With its size in 64 bits. */
const longBox = (type: string, content: Buffer): Buffer => {
  const head = Buffer.alloc(16)
  head.writeUInt32BE(1)
  head.write(type, 4, 'latin1')
  head.writeBigUInt64BE(BigInt(content.length + 16), 8)
  return Buffer.concat([head, content])
}
/** That reaches to the end of the file. */
const lastBox = (type: string, content: Buffer): Buffer => {
  const one = box(type, content)
  one.writeUInt32BE(0)
  return one
}

const layout = (bytes: Buffer) =>
  layoutOf(bytes.length, async (wanted, offset) => bytes.subarray(offset, offset + wanted))

const type = box('ftyp', Buffer.from('isom0000'))
const track = (...parts: Buffer[]) => box('trak', box('tkhd', Buffer.alloc(20)), ...parts)
const edited = box('moov', track(), track(box('edts', box('elst', Buffer.alloc(20)))))
const plain = box('moov', box('mvhd', Buffer.alloc(30)), track(box('edts')), track())
const media = Buffer.alloc(100, 7)

describe('the layout of a movie', () => {
  it.each<[string, Buffer, boolean | null, boolean | null]>([
    ['moov in front', Buffer.concat([type, plain, box('mdat', media)]), true, false],
    ['moov behind', Buffer.concat([type, box('free'), box('mdat', media), plain]), false, false],
    ['edit lists', Buffer.concat([type, edited, box('mdat', media)]), true, true],
    ['a large mdat', Buffer.concat([type, longBox('mdat', media), edited]), false, true],
    ['moov to the end', Buffer.concat([type, box('mdat', media), lastBox('moov', track())]), false, false],
    ['in fragments', Buffer.concat([type, plain, box('moof', media), box('mdat', media)]), true, false],
    ['no moov', Buffer.concat([type, box('mdat', media)]), null, null],
    ['cut off', Buffer.concat([type, box('mdat', media), plain]).subarray(0, 150), null, null],
    ['a box of no size', Buffer.concat([type, Buffer.from([0, 0, 0, 4, 1, 2, 3, 4]), plain]), null, null],
    ['nothing', Buffer.alloc(0), null, null],
    ['noise', Buffer.from(Array.from({ length: 999 }, (_, at) => (at * 7919) % 256)), null, null],
    ['boxes without end', Buffer.concat([...Array.from({ length: 100 }, () => box('free')), plain]), null, null],
    ['video.mp4', sample('video.mp4'), true, true],
    ['turned.mp4', sample('turned.mp4'), false, true],
    ['video.mov', sample('video.mov'), false, true],
  ])('%s', async (_, bytes, moov_first, edit_lists) => {
    expect(await layout(bytes)).toEqual({ moov_first, edit_lists })
  })

  it('is known in part where the description is too large to read', async () => {
    const huge = box('moov', Buffer.alloc(17 * 1024 * 1024))
    expect(await layout(Buffer.concat([type, huge]))).toEqual({ moov_first: true, edit_lists: null })
  })

  it('is not known where reading ends early', async () => {
    const bytes = Buffer.concat([type, edited])
    const short = await layoutOf(bytes.length, async (wanted, offset) =>
      wanted > 16 ? new Uint8Array(0) : bytes.subarray(offset, offset + wanted),
    )
    expect(short).toEqual({ moov_first: true, edit_lists: null })
  })
})

describe('the size of a JPEG', () => {
  it.each([
    ['baseline', (picture: Sharp) => picture.jpeg()],
    ['progressive', (picture: Sharp) => picture.jpeg({ progressive: true })],
    ['with a profile', (picture: Sharp) => picture.withIccProfile('p3').jpeg()],
  ])('%s', async (_, make) => {
    const bytes = await make(quarters(123, 77)).toBuffer()
    expect(jpegSize(bytes)).toEqual({ width: 123, height: 77 })
    // However few bytes there are, it is the size or nothing.
    const known = Array.from({ length: bytes.length }, (_, end) => jpegSize(bytes.subarray(0, end)))
    expect(new Set(known.map((size) => size && `${size.width}x${size.height}`))).toEqual(new Set([undefined, '123x77']))
  })

  it('of what is none is not known', async () => {
    for (const bytes of [Buffer.alloc(0), Buffer.from('hello, world'), await quarters(9, 9).png().toBuffer()])
      expect(jpegSize(bytes)).toBeUndefined()
    expect(jpegSize(Buffer.from('ffd8ffe00002ffd9000000000000', 'hex'))).toBeUndefined()
    expect(jpegSize(Buffer.from('ffd80000000000000000000000', 'hex'))).toBeUndefined()
  })
})
