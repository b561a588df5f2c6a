// File names as callers send them are hostile: made safe here, and quoted for headers.
import { wellFormed } from '../../nfc.ts'

/** Code points of the longest name that is kept. */
export const MAX_NAME = 255

const DEFAULT_NAME = 'file'

// Control characters, and the invisible ones that turn the direction of text or hide in it. The joiners stay: emoji and
// several scripts need them.
const UNSAFE = /[\p{Cc}\u00ad\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffc\ufffe\uffff]/gu

/** UTF-16 units of a name that are looked at: of a longer one the beginning and the end, which has its extension. */
const MAX_READ = 4096
const END_READ = 64

/** Without any of the characters at its end. */
function withoutEnd(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text[end - 1]!)) end -= 1
  return text.slice(0, end)
}

/** The beginning of a name with its extension. @param points its code points. @param most how many are kept. */
function beginningOf(points: readonly string[], most: number): string {
  if (points.length <= most) return points.join('')
  const dot = points.lastIndexOf('.')
  const tail = dot > 0 && points.length - dot <= 13 ? points.slice(dot) : []
  return [...points.slice(0, most - tail.length), ...tail].join('')
}

/** The last part of the path that was sent as a file name, for people to read: at most 255 code points, none of them invisible. */
export function shownFileName(sent: string | undefined): string {
  const path = sent ?? ''
  const last = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
  const read = last.length > MAX_READ ? last.slice(0, MAX_READ - END_READ) + last.slice(-END_READ) : last
  const shown = wellFormed(read).replace(UNSAFE, '').trim()
  return withoutEnd(shown, '. ') === '' ? DEFAULT_NAME : beginningOf([...shown], MAX_NAME).trim()
}

/** The same, safe in headers and file systems. */
export function safeFileName(sent: string | undefined): string {
  const safe = shownFileName(sent)
    .replace(/[<>:"|?*]/g, '_')
    .replace(/^[\s.]+/, '')
  const clean = withoutEnd(safe, '. ')
  return clean === '' ? DEFAULT_NAME : clean
}

const percentEncode = (text: string): string =>
  encodeURIComponent(text).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)

/**
 * Bytes of a name in UTF-8 that a header names a file by. S3 takes 2 KB of all that describes an object, names of headers
 * included, and refuses the object with more: https://docs.aws.amazon.com/AmazonS3/latest/userguide/UsingMetadata.html
 */
const MAX_ENCODED = 1450

/** As much of a name as a header takes. */
function encodedName(name: string): string {
  const points = [...name]
  let encoded = percentEncode(name)
  for (let most = points.length - 1; encoded.length > MAX_ENCODED; most -= 1)
    encoded = percentEncode(beginningOf(points, most))
  return encoded
}

/**
 * `attachment` with both forms of the name (RFC 6266): plain ASCII for old clients, UTF-8 for the others. Of a name that is
 * too long for a header both have the beginning.
 */
export function attachment(name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[^\x20-\x7e]/g, '_')
    .replace(/["\\%]/g, '_')
  return `attachment; filename="${beginningOf([...ascii], MAX_NAME)}"; filename*=UTF-8''${encodedName(name)}`
}

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** The name in a `Content-Disposition` header (RFC 6266): `filename*` before `filename`. */
export function dispositionName(header: string | undefined): string | undefined {
  if (!header) return undefined
  const extended = /(?:^|;)\s*filename\*\s*=\s*"?([\w!#$&+^`{}~-]*)'[^';]*'([^;"\s]+)/i.exec(header)
  if (extended) {
    const [, charset, value] = extended
    const name = charset!.toLowerCase() === 'iso-8859-1' ? latin1(value!) : decoded(value!)
    if (name) return name
  }
  const plain = /(?:^|;)\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header)
  const value = plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2]
  // Header bytes arrive as latin1; many servers send UTF-8 in them.
  return value === undefined || value === '' ? undefined : asUtf8(value)
}

const latin1 = (value: string): string =>
  value.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

function asUtf8(value: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: every byte a header can carry is meant
  if (!/^[\x00-\xff]*$/.test(value)) return value
  const bytes = Uint8Array.from(value, (character) => character.charCodeAt(0))
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return value
  }
}

/** The last part of an address's path, decoded; undefined when it has none. */
export function urlName(url: URL): string | undefined {
  const last = url.pathname.split('/').at(-1)!
  return (decoded(last) ?? last) || undefined
}

/** Text as a search compares it: width, case and final sigma make no difference. */
export const folded = (text: string): string =>
  wellFormed(text).normalize('NFKC').toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFKC')
