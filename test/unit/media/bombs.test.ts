// Small files that would cost endless time or memory: refused within 2 s of processor time and 256 MB, in a process of their own
// so that what they cost can be measured.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { COMPILE_CACHE } from '../../../scripts/compile-cache.ts'
import { deflatedZeros, drawing, gifOf, pngClaiming } from './pictures.ts'
import { sample } from './samples.ts'

const SVG = 'image/svg+xml'
const RECT = '<rect width="100" height="100" filter="url(#f)"/>'
const filtered = (inner: string) => drawing(`<filter id="f">${inner}</filter>${RECT}`)

const nested = Array.from(
  { length: 11 },
  (_, at) => `<g id="a${at + 1}">${`<use xlink:href="#a${at}"/>`.repeat(10)}</g>`,
).join('')

async function hugeJpeg(): Promise<Buffer> {
  const small = await sharp({ create: { width: 16, height: 16, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer()
  const frame = small.indexOf(Buffer.from([0xff, 0xc0]))
  small.writeUInt16BE(65_500, frame + 5)
  small.writeUInt16BE(65_500, frame + 7)
  return small
}

const hugeHeic = (): Buffer => {
  const small = Buffer.from(sample('picture.heic'))
  for (let at = small.indexOf('ispe'); at >= 0; at = small.indexOf('ispe', at + 4)) {
    small.writeUInt32BE(30_000, at + 8)
    small.writeUInt32BE(30_000, at + 12)
  }
  return small
}

const BOMBS: [name: string, type: string, make: () => Buffer | Promise<Buffer>][] = [
  ['pixels in a PNG', 'image/png', () => pngClaiming(60_000, 60_000)],
  ['pixels in a JPEG', 'image/jpeg', hugeJpeg],
  ['pixels in a GIF', 'image/gif', () => gifOf(60_000, 60_000, 1)],
  ['pixels in a HEIC', 'image/heic', hugeHeic],
  ['a GIF of large frames, cut short', 'image/gif', () => gifOf(30_000, 30_000, 50)],
  ['bytes', 'image/png', () => Buffer.alloc(65 * 1024 * 1024)],
  ['gzip around a drawing', SVG, () => gzipSync(drawing(`<!--${' '.repeat(50_000_000)}-->`))],
  [
    'entities',
    SVG,
    () =>
      Buffer.from(
        `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_, at) => `<!ENTITY ${'bcdefghij'[at]} "${`&${'abcdefghi'[at]};`.repeat(10)}">`).join('')}]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&j;</text></svg>`,
      ),
  ],
  ['entities in another encoding', SVG, () => Buffer.from('<?xml version="1.0" encoding="UTF-16"?><svg/>', 'utf16le')],
  ['a drawing of 3 MB', SVG, () => drawing(' '.repeat(3_000_000))],
  ['uses of uses', SVG, () => drawing(`<g id="a0"><rect width="1" height="1"/></g>${nested}<use xlink:href="#a11"/>`)],
  ['filters of filters', SVG, () => filtered('<feGaussianBlur stdDeviation="50"/>'.repeat(2000))],
  ['endless turbulence', SVG, () => filtered('<feTurbulence numOctaves="10000" baseFrequency="0.9"/>'.repeat(100))],
  ['a wide morphology', SVG, () => filtered('<feMorphology operator="dilate" radius="50"/>')],
  [
    'a million path segments',
    SVG,
    () => drawing(`<path d="M0 0 ${'L100 100 L 0 50 '.repeat(100_000)}" stroke="red" stroke-width="3"/>`),
  ],
  ['layers upon layers', SVG, () => drawing('<rect width="100" height="100" opacity="0.5"/>'.repeat(40_000))],
  ['a deep drawing', SVG, () => drawing(`${'<g opacity="0.9">'.repeat(5000)}${'</g>'.repeat(5000)}`)],
  ['a huge drawing', SVG, () => drawing('', 'width="10000000" height="1"')],
  [
    'a picture bomb inside a drawing',
    SVG,
    () =>
      drawing(
        `<image width="100" height="100" xlink:href="data:image/png;base64,${pngClaiming(20_000, 20_000, { rows: 20_000 }).toString('base64')}"/>`,
      ),
  ],
  ['a drawing named PNG', 'image/png', () => drawing(nested)],
]

// These have a picture in them that costs little: they may pass, but at that price.
const HARMLESS: typeof BOMBS = [
  [
    'a compressed profile of 300 MB',
    'image/png',
    () =>
      pngClaiming(10, 10, {
        extra: ['iCCP', Buffer.concat([Buffer.from('x\0\0', 'latin1'), deflatedZeros(300_000_000)])],
      }),
  ],
  [
    'compressed text of 100 MB',
    'image/png',
    () =>
      pngClaiming(10, 10, {
        extra: ['zTXt', Buffer.concat([Buffer.from('x\0\0', 'latin1'), deflatedZeros(100_000_000)])],
      }),
  ],
  ['200,000 frames', 'image/gif', () => gifOf(500, 500, 200_000)],
]

const folder = mkdtempSync(join(tmpdir(), 'bombs-'))
afterAll(() => rmSync(folder, { recursive: true }))

interface Cost {
  refused?: string
  ownCpuMs: number
  /** Of the processes that were started for it. */
  childCpuMs: number
  /** Above what the process took before. */
  grownMb: number
  /** All that a process took which was started for it. */
  childMb: number
}

/** Linux counts processor time in hundredths of a second; a process may end within the one after its limit. */
const TICK_MS = 20

const MEASURE = fileURLToPath(new URL('./measure-variant.ts', import.meta.url))

async function cost(bytes: Buffer, type: string): Promise<Cost> {
  const file = join(folder, crypto.randomUUID())
  writeFileSync(file, bytes)
  const { stdout } = await promisify(execFile)(process.execPath, [MEASURE, file, type, 'w2048.jpg'], {
    timeout: 20_000,
    env: { ...process.env, ...COMPILE_CACHE },
  })
  return JSON.parse(stdout) as Cost
}

// The cost of processes is read from /proc.
describe.runIf(process.platform === 'linux')('a bomb', () => {
  it.each(BOMBS)('%s is refused, cheaply', { tags: 'deep' }, async (_, type, make) => {
    const { refused, ownCpuMs, childCpuMs, grownMb, childMb } = await cost(await make(), type)
    expect(refused).toBe('image_refused')
    expect(ownCpuMs).toBeLessThan(2000)
    // The kernel ends it there, however busy the machine is.
    expect(childCpuMs).toBeLessThanOrEqual(2000 + TICK_MS)
    expect(grownMb + childMb).toBeLessThan(256)
  })

  it.each(HARMLESS)('%s costs little', async (_, type, make) => {
    const { ownCpuMs, grownMb } = await cost(await make(), type)
    expect(ownCpuMs).toBeLessThan(2000)
    expect(grownMb).toBeLessThan(256)
  })
})
