// Pictures that tests make: four quarters of known colours, so that turning, cropping and colour show.
import { constants, crc32, deflateRawSync, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

export type Colour = [red: number, green: number, blue: number]
/** Top left, top right, bottom left, bottom right. */
export const QUARTERS: Colour[] = [
  [200, 30, 30],
  [30, 180, 30],
  [30, 30, 200],
  [240, 240, 240],
]

export function quarters(width: number, height: number): Sharp {
  const row = (left: Colour, right: Colour): Buffer => {
    const middle = Math.ceil(width / 2)
    return Buffer.concat([
      Buffer.alloc(middle * 3, Buffer.from(left)),
      Buffer.alloc((width - middle) * 3, Buffer.from(right)),
    ])
  }
  const [upper, lower] = [row(QUARTERS[0]!, QUARTERS[1]!), row(QUARTERS[2]!, QUARTERS[3]!)]
  const pixels = Buffer.concat(Array.from({ length: height }, (_, y) => (y < height / 2 ? upper : lower)))
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

export interface Seen {
  width: number
  height: number
  format: string
  /** Colours at an eighth of the way from each corner, in the order of `QUARTERS`. */
  corners: Colour[]
  at(x: number, y: number): Colour
}

/** A picture as a viewer sees it. `x` and `y` are parts of its size. */
export async function look(bytes: Buffer): Promise<Seen> {
  const { format } = await sharp(bytes).metadata()
  const { data, info } = await sharp(bytes)
    .autoOrient()
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number): Colour => {
    const start = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels
    return [data[start]!, data[start + 1]!, data[start + 2]!]
  }
  const corners = [at(0.125, 0.125), at(0.875, 0.125), at(0.125, 0.875), at(0.875, 0.875)]
  return { width: info.width, height: info.height, format, corners, at }
}

/** The largest difference of any channel of any corner. */
export const difference = (seen: Colour[], wanted: Colour[]): number =>
  Math.max(
    ...seen.flatMap((colour, corner) => colour.map((value, channel) => Math.abs(value - wanted[corner]![channel]!))),
  )

const pngChunk = (type: string, data: Buffer): Buffer => {
  const chunk = Buffer.alloc(12 + data.length)
  chunk.writeUInt32BE(data.length, 0)
  chunk.write(type, 4, 'latin1')
  data.copy(chunk, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length)
  return chunk
}

/** A colour profile (ICC.1, version 2) of grey figures with a gamma of their own. */
function greyProfile(gamma: number): Buffer {
  const numbers = (...values: number[]) =>
    Buffer.concat(
      values.map((value) => {
        const bytes = Buffer.alloc(4)
        bytes.writeInt32BE(Math.round(value * 65_536))
        return bytes
      }),
    )
  const white = numbers(0.9642, 1, 0.8249)
  const curve = Buffer.concat([Buffer.from('curv\0\0\0\0\0\0\0\x01'), Buffer.from([gamma, (gamma % 1) * 256, 0, 0])])
  const head = Buffer.alloc(128 + 4 + 2 * 12)
  head.writeUInt32BE(head.length + 20 + curve.length, 0)
  head.write('0210', 8, 'hex')
  head.write('mntrGRAYXYZ ', 12)
  head.write('acsp', 36)
  white.copy(head, 68)
  head.writeUInt32BE(2, 128)
  head.write('wtpt', 132)
  head.writeUInt32BE(head.length, 136)
  head.writeUInt32BE(20, 140)
  head.write('kTRC', 144)
  head.writeUInt32BE(head.length + 20, 148)
  head.writeUInt32BE(14, 152)
  return Buffer.concat([head, Buffer.from('XYZ \0\0\0\0'), white, curve])
}

/** A PNG of 16 bits that looks grey 128, and whose figures say so only with its profile. */
export function deepGrey(width: number, height: number, alpha = false): Buffer {
  const gamma = 1.8
  const linear = ((128 / 255 + 0.055) / 1.055) ** 2.4
  const figure = Math.round(linear ** (1 / gamma) * 65_535)
  const samples = alpha ? 2 : 1
  const row = Buffer.alloc(1 + width * samples * 2)
  for (let x = 0; x < width; x += 1) {
    row.writeUInt16BE(figure, 1 + x * samples * 2)
    if (alpha) row.writeUInt16BE(65_535, 3 + x * samples * 2)
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 16
  header[9] = alpha ? 4 : 0
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    pngChunk('iCCP', Buffer.concat([Buffer.from('grey\0\0'), deflateSync(greyProfile(gamma))])),
    pngChunk('IDAT', deflateSync(Buffer.concat(Array<Buffer>(height).fill(row)))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

const MB = 1024 * 1024

/** So many zeros as zlib compresses them, without compressing each: a megabyte of them over and over, and what is left. */
export function deflatedZeros(length: number): Buffer {
  const megabyte = deflateRawSync(Buffer.alloc(MB), { finishFlush: constants.Z_FULL_FLUSH })
  const checksum = Buffer.alloc(4)
  checksum.writeUInt16BE(length % 65_521, 0)
  checksum.writeUInt16BE(1, 2)
  return Buffer.concat([
    Buffer.from('789c', 'hex'),
    ...Array<Buffer>(Math.floor(length / MB)).fill(megabyte),
    deflateRawSync(Buffer.alloc(length % MB)),
    checksum,
  ])
}

/** A greyscale PNG that claims any size, around a little data. */
export function pngClaiming(
  width: number,
  height: number,
  options: { extra?: [string, Buffer]; rows?: number } = {},
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    ...(options.extra ? [pngChunk(...options.extra)] : []),
    pngChunk('IDAT', deflatedZeros((width + 1) * (options.rows ?? Math.min(height, 10)))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** A GIF of that many one-colour frames. */
export function gifOf(width: number, height: number, frames: number): Buffer {
  const head = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1')
  head.writeUInt16LE(width, 6)
  head.writeUInt16LE(height, 8)
  const frame = Buffer.from('2c000000000000000000000202440100', 'hex')
  frame.writeUInt16LE(width, 5)
  frame.writeUInt16LE(height, 7)
  return Buffer.concat([head, ...Array<Buffer>(frames).fill(frame), Buffer.from(';')])
}

export const drawing = (inner: string, attributes = 'width="100" height="100" viewBox="0 0 100 100"'): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inner}</svg>`,
  )
