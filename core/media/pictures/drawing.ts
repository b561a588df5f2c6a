// SVG: a program in disguise. Checked before it is rendered, and rendered at the size that is wanted.
import { MAX_DRAWING_BYTES, MAX_DRAWING_SIDE } from './limits.ts'
import { pictureRefused } from './refusal.ts'

/** What sharp assumes where a drawing gives its size in pixels. */
const USUAL_DENSITY = 72

const PLAIN_ENCODINGS = /^(utf-8|us-ascii|ascii|iso-8859-1|windows-1252)$/i

/** @throws {AppError} `image_refused` for what could be made to cost without end, or to hide from this look. */
export function checkDrawing(bytes: Buffer): void {
  if (bytes.length > MAX_DRAWING_BYTES) {
    throw pictureRefused(`the drawing has ${bytes.length} bytes, and at most ${MAX_DRAWING_BYTES} are rendered`)
  }
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) throw pictureRefused('the drawing is compressed')
  const text = bytes.toString('latin1')
  const encoding = /^[^>]*?\sencoding\s*=\s*["']([^"']*)["']/.exec(text.slice(0, 200))?.[1]
  if (bytes.includes(0) || (encoding !== undefined && !PLAIN_ENCODINGS.test(encoding))) {
    throw pictureRefused('the drawing is not plain UTF-8 text')
  }
  if (/<!ENTITY/i.test(text)) throw pictureRefused('the drawing declares entities')
}

/** At which density the drawing comes out as wide as wanted, within the longest side. */
export function drawingDensity(found: { width: number; height: number; density?: number }, width: number): number {
  const density = found.density ?? USUAL_DENSITY
  const longest = Math.max(found.width, found.height)
  const scale = Math.min(width / found.width, MAX_DRAWING_SIDE / longest)
  return Math.min(100_000, Math.max(1, density * scale))
}
