// Reading of callers, servers and files takes time in proportion to the length: a thousand inputs that are
// made to be slow, for each parser.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { KeyName } from '../../../core/api-keys/key-name.ts'
import { detectType } from '../../../core/media/detect-type.ts'
import { layoutOf } from '../../../core/media/movie-boxes.ts'
import { MAX_DRAWING_BYTES } from '../../../core/media/pictures/limits.ts'
import { receiveForm } from '../../../core/media/receive-form.ts'
import { drawingSize } from '../../../core/media/rules/drawing-size.ts'
import { attachment, dispositionName, folded, safeFileName, urlName } from '../../../core/media/rules/file-name.ts'
import { decide, parseHttpDate } from '../../../core/media/rules/http-preconditions.ts'
import { resolveRange } from '../../../core/media/rules/http-range.ts'
import { jpegSize } from '../../../core/media/rules/jpeg-size.ts'
import { DescriptionInput, TitleInput } from '../../../core/media/rules/media.ts'
import { canonicalType, nameForType } from '../../../core/media/rules/media-types.ts'
import { parseVariantPath } from '../../../core/media/rules/variant-spec.ts'
import { OwnerName } from '../../../core/owners/owner.ts'
import { MailAddress } from '../../../core/people/rules/mail-address.ts'
import { optionsRequest } from '../../../core/posts/rules/options-request.ts'
import { ScheduledAt } from '../../../core/posts/rules/post-request.ts'
import { LimitParameter, PageParameter, TimeParameter } from '../../../functions/paging.ts'
import { hostile } from './inputs.ts'
import { workOf } from './step-counter.ts'

/** Steps of our own code for each byte of the input, at most, and for each input beside. */
const STEPS_PER_BYTE = 8
const STEPS_PER_INPUT = 2000
/** Far more than any takes; a few inputs that take the square of their length make it tens of seconds. */
const MAX_CPU_NS_PER_BYTE = 400

const representation = { size: 1000, etag: '"abc"', modifiedAt: 0 }
const asked = (headers: object) => decide({ method: 'GET', ...headers }, representation)
const latin1 = (text: string) => Buffer.from(text, 'latin1')
const ranged = (bytes: Buffer) => (wanted: number, offset: number) =>
  Promise.resolve(bytes.subarray(offset, offset + wanted))
const feed = optionsRequest('feed')
const post = (field: object) => feed.safeParse({ accounts: [], media: { media_asset_ids: [] }, ...field })
const EDGE = fileURLToPath(new URL('../../../functions/cdn/viewer-request.js', import.meta.url))
const edge = runInNewContext(`${readFileSync(EDGE, 'utf8')};handler`, {}, { filename: EDGE }) as (
  event: unknown,
) => unknown
const original = '/0193c1b2-7b2e-7000-8000-000000000000.jpg'
const queried = (name: string, value: string) =>
  edge({ request: { uri: original, querystring: { [name]: { value } }, headers: { accept: { value } } } })
const form = (body: string) =>
  receiveForm(latin1(body), 'multipart/form-data; boundary=x').then(
    () => undefined,
    () => undefined,
  )
const part = '--x\r\nContent-Disposition: form-data; name="title"\r\n\r\n'
/** Boxes of a few bytes, and of a size that leads nowhere. */
const BOXES = [
  '\0\0\0\x08free',
  '\0\0\0\x08moov',
  '\0\0\0\x01mdat',
  '\0\0\0\0trak',
  '\xff\xff\xff\xffmoov',
  '\0\0\0\x10moov\0\0\0\x08trak',
]

interface Parser {
  name: string
  read(input: string): unknown
  own?: readonly string[]
  prefixes?: readonly string[]
}

const PARSERS: Parser[] = [
  { name: 'file names', read: (text) => attachment(safeFileName(text)) },
  { name: 'names for types', read: (text) => nameForType(safeFileName(text), canonicalType(text) ?? 'image/png') },
  {
    name: 'names in headers',
    read: (text) => dispositionName(text),
    prefixes: ['', 'attachment; filename="', "a;filename*='"],
  },
  {
    name: 'names in addresses',
    read: (text) => safeFileName(urlName(new URL(`https://x/${encodeURIComponent(text.toWellFormed())}`))),
  },
  { name: 'titles', read: (text) => TitleInput.safeParse(text) },
  { name: 'descriptions', read: (text) => DescriptionInput.safeParse(text) },
  { name: 'owner names', read: (text) => OwnerName.safeParse(text) },
  { name: 'names of keys', read: (text) => KeyName.safeParse(text) },
  { name: 'addresses of mail', read: (text) => MailAddress.safeParse(text), prefixes: ['', 'a@', 'a@b.'] },
  { name: 'what is searched for', read: (text) => folded(text.slice(0, 255)) },
  { name: 'contents of posts', read: (text) => post({ content: text }) },
  { name: 'hashtags', read: (text) => post({ hashtags: [text, `#${text}`] }) },
  { name: 'accounts', read: (text) => post({ accounts: [text, text] }) },
  { name: 'times', read: (text) => ScheduledAt.safeParse(text), prefixes: ['', '2026-11-22T00:00:00.'] },
  {
    name: 'sizes of drawings',
    read: (text) => drawingSize(text),
    own: ['<!-- -->', '<svg/>'],
    prefixes: ['', '<svg ', '<svg width="', '<a'],
  },
  {
    name: 'types of files',
    read: (text) => detectType(Buffer.from(text), 'image/png', text),
    own: ['<!doctype a>', '<?a?>'],
    prefixes: ['', '<?xml?>', '<!doctype '],
  },
  { name: 'types of files in Latin-1', read: (text) => detectType(latin1(`\xe9${text}`), 'image/png', 'a') },
  { name: 'ranges', read: (text) => resolveRange(text, 1000), prefixes: ['', 'bytes='] },
  {
    name: 'entity tags',
    read: (text) => [
      asked({ ifMatch: text }),
      asked({ ifNoneMatch: text }),
      asked({ range: 'bytes=0-1', ifRange: text }),
    ],
  },
  { name: 'dates', read: (text) => parseHttpDate(text), prefixes: ['', 'Mon, 01 Jan 2026 '] },
  {
    name: 'sizes of JPEGs',
    read: (text) => jpegSize(latin1(text)),
    own: ['\xff\xe0\0\0', '\xff\xff'],
    prefixes: ['\xff\xd8', ''],
  },
  {
    name: 'boxes of movies',
    read: (text) => layoutOf(text.length, ranged(latin1(text))),
    own: BOXES,
    prefixes: ['', '\0\0\xbb\x78moov', '\0\0\xbb\x78moov\0\0\xbb\x70trak'],
  },
  {
    name: 'forms',
    read: form,
    own: ['--x\r\n', '\r\n--x', '\r\n\r\n', part, '\r\n--x--'],
    prefixes: ['', part, '--x\r\nA: '],
  },
  {
    name: 'paths of variants',
    read: (text) => parseVariantPath(text),
    prefixes: ['', '/v/0193c1b2-7b2e-7000-8000-000000000000/'],
  },
  { name: 'queries of the CDN', read: (text) => ['w', 'ar', 'f'].map((name) => queried(name, text)) },
  {
    name: 'paths of the CDN',
    read: (uri) => edge({ request: { uri, querystring: {}, headers: {} } }),
    prefixes: ['', '/v/', original],
  },
  {
    name: 'queries of the API',
    read: (text) => [PageParameter, LimitParameter, TimeParameter].map((one) => one.safeParse(text)),
  },
]

describe('in proportion to their length are read', () => {
  it.each(PARSERS)('$name', { tags: 'deep', timeout: 120_000 }, async ({ read, own, prefixes }) => {
    const inputs = hostile(own, prefixes)
    expect(inputs.length).toBeGreaterThanOrEqual(1000)
    const bytes = inputs.reduce((sum, input) => sum + input.length, 0)
    const { steps, cpuMs } = await workOf(async () => {
      for (const input of inputs) await read(input)
    })
    expect(steps).toBeLessThan(bytes * STEPS_PER_BYTE + inputs.length * STEPS_PER_INPUT)
    expect(cpuMs).toBeLessThan((bytes * MAX_CPU_NS_PER_BYTE) / 1e6)
  })
})

it.each(['<!--', '<!-- -->', '<!-- --', '<svg', '<a', '<svg width="', ' ', '1'])(
  'a drawing of the largest size that is read, of %j',
  async (piece) => {
    const svg = piece.repeat(MAX_DRAWING_BYTES / piece.length)
    const { cpuMs } = await workOf(() => {
      drawingSize(svg)
      drawingSize(`<svg width="${svg}" height="9`)
      drawingSize(`<svg ${svg}`)
    })
    expect(cpuMs).toBeLessThan(2000)
  },
)

it.each([
  ['of an owner', OwnerName],
  ['of a key', KeyName],
])('a name %s is text that the table takes, also with half of a character', (_whose, name) => {
  expect(name.parse('Harbor \ud83d Coffee')).toBe('Harbor \ufffd Coffee')
})
