// The file types the service knows: which extension a type is stored under, and which types a file name indicates.
import type { MediaKind } from '../../platforms/enumerations.ts'

interface FileType {
  type: string
  /** The first is the one it is stored under. */
  extensions: readonly string[]
  /** Other names under which the same type is declared or detected. */
  aliases?: readonly string[]
}

const FILE_TYPES: readonly FileType[] = [
  {
    type: 'image/jpeg',
    extensions: ['jpg', 'jpeg', 'jpe', 'jfif'],
    aliases: ['image/jpg', 'image/pjpeg', 'image/mpo'],
  },
  { type: 'image/png', extensions: ['png'], aliases: ['image/apng', 'image/x-png', 'image/vnd.mozilla.apng'] },
  { type: 'image/gif', extensions: ['gif'] },
  { type: 'image/webp', extensions: ['webp'] },
  { type: 'image/svg+xml', extensions: ['svg'], aliases: ['image/svg'] },
  { type: 'image/heic', extensions: ['heic'], aliases: ['image/heic-sequence'] },
  { type: 'image/heif', extensions: ['heif', 'hif'], aliases: ['image/heif-sequence'] },
  { type: 'image/avif', extensions: ['avif'] },
  { type: 'image/tiff', extensions: ['tiff', 'tif'] },
  { type: 'image/bmp', extensions: ['bmp'], aliases: ['image/x-ms-bmp'] },
  { type: 'video/mp4', extensions: ['mp4', 'm4v'], aliases: ['video/x-m4v'] },
  { type: 'video/quicktime', extensions: ['mov', 'qt'] },
  { type: 'video/webm', extensions: ['webm'] },
  { type: 'video/x-matroska', extensions: ['mkv'], aliases: ['video/matroska'] },
  { type: 'video/x-msvideo', extensions: ['avi'], aliases: ['video/vnd.avi', 'video/avi', 'video/msvideo'] },
  {
    type: 'video/mpeg',
    extensions: ['mpg', 'mpeg', 'mpe', 'm1v', 'm2v'],
    aliases: ['video/mp1s', 'video/mp2p', 'video/mpg'],
  },
  { type: 'video/ogg', extensions: ['ogv'] },
  { type: 'audio/mpeg', extensions: ['mp3'], aliases: ['audio/mp3', 'audio/x-mp3', 'audio/mpeg3'] },
  {
    type: 'audio/wav',
    extensions: ['wav'],
    aliases: ['audio/x-wav', 'audio/wave', 'audio/vnd.wave', 'audio/x-pn-wav'],
  },
  { type: 'audio/ogg', extensions: ['ogg', 'oga', 'opus'], aliases: ['application/ogg', 'audio/opus', 'audio/vorbis'] },
  { type: 'audio/mp4', extensions: ['m4a', 'm4b'], aliases: ['audio/x-m4a', 'audio/m4a', 'audio/x-m4b'] },
  { type: 'audio/aac', extensions: ['aac'], aliases: ['audio/x-aac', 'audio/aacp', 'audio/vnd.dlna.adts'] },
  { type: 'audio/flac', extensions: ['flac'], aliases: ['audio/x-flac'] },
  { type: 'application/pdf', extensions: ['pdf'] },
  { type: 'application/zip', extensions: ['zip'], aliases: ['application/x-zip-compressed'] },
  { type: 'application/json', extensions: ['json'] },
  { type: 'application/xml', extensions: ['xml'], aliases: ['text/xml'] },
  { type: 'text/plain', extensions: ['txt', 'text', 'log'] },
  { type: 'text/csv', extensions: ['csv'] },
  { type: 'text/html', extensions: ['html', 'htm'] },
  { type: 'text/markdown', extensions: ['md', 'markdown'] },
  { type: 'text/vtt', extensions: ['vtt'] },
]

/** The type of a file that nothing tells the type of. */
export const UNKNOWN_TYPE = 'application/octet-stream'

const BY_TYPE = new Map(
  FILE_TYPES.flatMap((row) => [row.type, ...(row.aliases ?? [])].map((name) => [name, row] as const)),
)
/** The types by the endings of file names. */
export const BY_EXTENSION: ReadonlyMap<string, Readonly<FileType>> = new Map(
  FILE_TYPES.flatMap((row) => row.extensions.map((name) => [name, row] as const)),
)

const WELL_FORMED = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,63}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,63}$/

/** A declared MIME type without its parameters, under its usual name; undefined when it says nothing or is malformed. */
export function canonicalType(declared: string | undefined): string | undefined {
  const bare = (declared ?? '').split(';', 1).join('').trim().toLowerCase()
  if (!WELL_FORMED.test(bare) || bare === UNKNOWN_TYPE || bare === 'binary/octet-stream') return undefined
  return BY_TYPE.get(bare)?.type ?? bare
}

const extensionIn = (name: string): string | undefined => /\.([a-z0-9]{1,12})$/i.exec(name)?.[1]?.toLowerCase()

/** The type that a file's name indicates, if it is a known one. */
export const typeOfName = (name: string): string | undefined => BY_EXTENSION.get(extensionIn(name) ?? '')?.type

/**
 * The extension under which a file of the type is stored; a type that is in no list keeps the name's own extension, if it has
 * one.
 */
export const extensionOf = (type: string, name: string): string =>
  BY_TYPE.get(type)?.extensions[0] ?? (typeOfName(name) === undefined ? extensionIn(name) : undefined) ?? 'bin'

/** The name with an extension that fits the type, so that what is downloaded opens as what it is. */
export function nameForType(name: string, type: string): string {
  const row = BY_TYPE.get(type)
  const own = extensionIn(name)
  if (!row || (own !== undefined && row.extensions.includes(own))) return name
  const stem = own !== undefined && BY_EXTENSION.has(own) ? name.slice(0, -own.length - 1) : name
  return `${stem}.${row.extensions[0]}`
}

/** Kind by MIME type: what posts and the list's `type` filter go by. */
export function kindOf(contentType: string): MediaKind {
  const major = contentType.split('/')[0]
  return major === 'image' || major === 'video' || major === 'audio' ? major : 'other'
}

/** Pictures that variants are made of. */
export const PICTURE_TYPES: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/svg+xml',
  'image/heic',
  'image/heif',
  'image/avif',
  'image/tiff',
])

/** The same, as a sentence names them. */
export const PICTURES_NAMED = 'JPEG, PNG, GIF, WebP, SVG, HEIC, HEIF, AVIF or TIFF'

/** Those of them that most browsers do not show as they are. */
export const UNSHOWN_PICTURE_TYPES: ReadonlySet<string> = new Set(['image/heic', 'image/heif', 'image/tiff'])

/** ISO base media files and the like are one family: either name is right. Of some types systems have names of their own. */
const FAMILIES: readonly (readonly string[])[] = [
  ['video/mp4', 'video/quicktime', 'audio/mp4', 'video/3gpp', 'video/3gpp2'],
  ['image/heic', 'image/heif', 'image/avif'],
  ['video/webm', 'video/x-matroska', 'audio/webm'],
  ['audio/ogg', 'video/ogg'],
  ['video/x-ms-asf', 'video/x-ms-wmv'],
  ['audio/x-ms-asf', 'audio/x-ms-wma'],
  ['video/mp2t', 'video/vnd.dlna.mpeg-tts'],
]

const isOther = (type: string): boolean => kindOf(type) === 'other'

/**
 * Whether a file announced as one type may turn out to be the other. The bytes of documents often show no more than what they are
 * packed in, and systems name them after the program that opens them.
 */
export const sameFamily = (a: string, b: string): boolean =>
  a === b || (isOther(a) && isOther(b)) || FAMILIES.some((family) => family.includes(a) && family.includes(b))
