// A file's type: by its bytes, then by what was declared.
import { fileTypeFromBuffer } from 'file-type'
import { canonicalType, typeOfName, UNKNOWN_TYPE } from './rules/media-types.ts'

/** Bytes from the beginning that are enough to tell. */
export const SNIFF_BYTES = 64 * 1024

// Parts that may come before the root of an XML document, each with its end. Scanned by hand: one pattern for all of them could
// be made to backtrack endlessly.
const BEFORE_ROOT: readonly [string, string][] = [
  ['<?', '?>'],
  ['<!--', '-->'],
]

/** Whether it is XML whose root is `<svg>`. */
function isSvg(text: string): boolean {
  let at = text.startsWith('\uFEFF') ? 1 : 0
  let typed = false
  for (;;) {
    while (/\s/.test(text.charAt(at))) at += 1
    const skipped = BEFORE_ROOT.find(([start]) => text.startsWith(start, at))
    if (skipped) {
      const end = text.indexOf(skipped[1], at + skipped[0].length)
      if (end < 0) return false
      at = end + skipped[1].length
    } else if (!typed && /^<!doctype/i.test(text.slice(at, at + 9))) {
      typed = true
      const internal = text.indexOf('[', at)
      const close = text.indexOf('>', at)
      const end = internal >= 0 && internal < close ? text.indexOf('>', text.indexOf(']', internal)) : close
      if (end <= at) return false
      at = end + 1
    } else {
      return /^<(?:[a-z_][\w.-]{0,30}:)?svg[\s/>]/i.test(text.slice(at, at + 40))
    }
  }
}

/** Whether it begins as a TIFF, of either byte order. What it holds may be told at its end, where many programs put that. */
const isTiff = (head: Uint8Array): boolean =>
  ['49492a00', '4d4d002a'].includes(Buffer.from(head.subarray(0, 4)).toString('hex'))

/** The type that the bytes show, under its usual name; undefined when they show none. */
export async function typeOfBytes(head: Uint8Array): Promise<string | undefined> {
  if (!isBinary(head) && isSvg(textOf(head) ?? latin1(head))) return 'image/svg+xml'
  const found = await fileTypeFromBuffer(head).catch(() => undefined)
  // file-type sees XML in any text that begins with a declaration; what kind of XML, the declared type may say.
  if (found && found.mime !== 'application/xml') return canonicalType(found.mime)
  return isTiff(head) ? 'image/tiff' : undefined
}

/** Text when the bytes are UTF-8 without control characters; the last character may be cut. */
function textOf(head: Uint8Array): string | undefined {
  if (isBinary(head)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
  } catch {
    return undefined
  }
}

/** Text in any byte-oriented encoding: its marks are ASCII in all of them. */
const latin1 = (head: Uint8Array): string => Buffer.from(head.buffer, head.byteOffset, head.length).toString('latin1')

/** Control characters that no text has, in any byte-oriented encoding. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\0-\x08\x0e-\x1a\x1c-\x1f]/
const isBinary = (head: Uint8Array): boolean => CONTROL.test(latin1(head))

const isTextual = (type: string): boolean =>
  type.startsWith('text/') ||
  type.endsWith('+xml') ||
  type.endsWith('+json') ||
  /^application\/(json|xml|javascript)$/.test(type)

const isShown = (type: string): boolean => /^(image|video|audio)\//.test(type)

/** Whether it is called a picture, video or sound and holds a drawing: decoders look past what stands before one. */
const hidesDrawing = (head: Uint8Array, said: string): boolean => isShown(said) && /<svg/i.test(latin1(head))

/**
 * The type a file is stored under. Text is never taken for a picture, video or sound, whatever was declared.
 * @param head the file's first bytes, `SNIFF_BYTES` or all of it.
 */
export async function detectType(head: Uint8Array, declared: string | undefined, fileName: string): Promise<string> {
  const shown = await typeOfBytes(head)
  if (shown) return shown
  const named = typeOfName(fileName)
  const said = canonicalType(declared) ?? named
  if (isBinary(head)) {
    if (said !== undefined && hidesDrawing(head, said)) return UNKNOWN_TYPE
    // A form part without a type of its own counts as text: then the name knows better.
    return (
      (said !== undefined && isTextual(said) ? (named !== undefined && !isTextual(named) ? named : undefined) : said) ??
      UNKNOWN_TYPE
    )
  }
  // Text in an old encoding, or packed so that it looks like it.
  if (textOf(head) === undefined) return said === undefined || isShown(said) ? UNKNOWN_TYPE : said
  return said !== undefined && isTextual(said) && said !== 'image/svg+xml' ? said : 'text/plain'
}
