// An uncompressed TIFF around raw pixels: the one form in which sharp takes both pixels and their colour profile.

const ROWS_PER_STRIP = 256
const SHORT = 3
const LONG = 4
const UNDEFINED = 7

/** @param samples 3 for RGB, 4 with alpha. @returns the file, and the part of it where the pixels go. */
export function tiffOf(
  width: number,
  height: number,
  samples: 3 | 4,
  profile?: Buffer,
): { file: Buffer; pixels: Buffer } {
  const rowBytes = width * samples
  const strips = Math.ceil(height / ROWS_PER_STRIP)
  const starts = Array.from({ length: strips }, (_, at) => at * ROWS_PER_STRIP * rowBytes)
  const lengths = starts.map((start) => Math.min(ROWS_PER_STRIP * rowBytes, height * rowBytes - start))
  const tags: [tag: number, type: number, values: readonly number[] | Buffer][] = [
    [256, LONG, [width]],
    [257, LONG, [height]],
    [258, SHORT, Array(samples).fill(8)],
    [259, SHORT, [1]],
    [262, SHORT, [2]],
    [273, LONG, starts],
    [277, SHORT, [samples]],
    [278, LONG, [ROWS_PER_STRIP]],
    [279, LONG, lengths],
    [284, SHORT, [1]],
    ...(samples === 4 ? [[338, SHORT, [2]] as [number, number, number[]]] : []),
    ...(profile ? [[34675, UNDEFINED, profile] as [number, number, Buffer]] : []),
  ]
  const size = (type: number, values: readonly number[] | Buffer) =>
    values.length * (type === SHORT ? 2 : type === LONG ? 4 : 1)
  const even = (bytes: number) => bytes + (bytes % 2)
  const directoryBytes = 2 + tags.length * 12 + 4
  const outside = tags.map(([, type, values]) => size(type, values)).filter((bytes) => bytes > 4)
  const pixelsAt = 8 + directoryBytes + outside.reduce((sum, bytes) => sum + even(bytes), 0)
  const file = Buffer.allocUnsafe(pixelsAt + height * rowBytes)
  file.fill(0, 0, pixelsAt)
  file.write('II*\0', 0, 'latin1')
  file.writeUInt32LE(8, 4)
  file.writeUInt16LE(tags.length, 8)
  let free = 8 + directoryBytes
  for (const [at, [tag, type, values]] of tags.entries()) {
    const entry = 10 + at * 12
    file.writeUInt16LE(tag, entry)
    file.writeUInt16LE(type, entry + 2)
    file.writeUInt32LE(values.length, entry + 4)
    const bytes = size(type, values)
    const target = bytes > 4 ? free : entry + 8
    if (bytes > 4) {
      file.writeUInt32LE(free, entry + 8)
      free += even(bytes)
    }
    if (Buffer.isBuffer(values)) values.copy(file, target)
    else {
      for (const [index, value] of values.entries()) {
        const moved = tag === 273 ? value + pixelsAt : value
        if (type === SHORT) file.writeUInt16LE(moved, target + index * 2)
        else file.writeUInt32LE(moved, target + index * 4)
      }
    }
  }
  return { file, pixels: file.subarray(pixelsAt) }
}
