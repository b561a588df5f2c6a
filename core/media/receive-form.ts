// The multipart form of a direct upload: one file and two texts, within limits, whatever the bytes do.
import { setImmediate } from 'node:timers/promises'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { AppError, type Issue, refuse } from '../errors.ts'
import { wellFormed } from '../nfc.ts'
import { dispositionName } from './rules/file-name.ts'
import { MAX_DESCRIPTION, MAX_TITLE } from './rules/media.ts'

export interface UploadForm {
  file: { bytes: Buffer; name: string | undefined; type: string | undefined }
  title?: string
  description?: string
}

/** The text fields and their longest values, code points. */
const TEXTS: Record<string, number> = { title: MAX_TITLE, description: MAX_DESCRIPTION }
/** Longest text field, bytes: more than any that could be valid. */
const MAX_TEXT_BYTES = 16 * 1024
const LIMITS = { fieldSize: MAX_TEXT_BYTES, fields: 20, files: 5, parts: 25, headerPairs: 50, headerSize: 16 * 1024 }
/** Characters of a field's name in an answer: a name may be as long as the header that contains it. */
const MAX_SHOWN_NAME = 200
/** Less than the parser's streams hold: it never waits for a reader that a part which it skips does not have. */
const PIECE_BYTES = 16 * 1024
/** The largest form takes a tenth of a second: a parser that is not done by then is stuck. */
const MAX_MS = 10_000

const DASH = 0x2d

const malformed = (reason: string, cause?: unknown) =>
  refuse('malformed_multipart', `The multipart body is not valid: ${reason}.`, undefined, { cause })

/**
 * The name of a file as it was before a browser wrote it into a form: a quotation mark and the ends of lines are written so, and
 * nothing else (https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data).
 */
const nameBefore = (name: string | undefined): string | undefined =>
  name?.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n')

/** The head of each part of the form, up to the closing delimiter. Of a form with too many parts it gives one more than is allowed. */
function headsIn(body: Buffer, boundary: string): Buffer[] {
  const opening = Buffer.from(`--${boundary}`)
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  const heads: Buffer[] = []
  let at = body.subarray(0, opening.length).equals(opening) ? -2 : body.indexOf(delimiter)
  while (at !== -1 && heads.length <= LIMITS.parts) {
    const end = at + delimiter.length
    if (body[end] === DASH && body[end + 1] === DASH) break
    const most = body.subarray(end, end + LIMITS.headerSize)
    const length = most.indexOf('\r\n\r\n')
    heads.push(most.subarray(0, Math.max(0, length)))
    at = body.indexOf(delimiter, end)
  }
  return heads
}

/**
 * The name of a part's file in the extended form (`filename*`), which some clients write beside a plain one for old servers. The parser
 * may give either.
 */
function extendedName(head: Buffer | undefined): string | undefined {
  const disposition = /^content-disposition:(.*)$/im.exec(head?.toString('latin1') ?? '')?.[1]
  return disposition && /;\s*filename\*\s*=/i.test(disposition) ? dispositionName(disposition) : undefined
}

/**
 * Through the parser, piece by piece, up to its end or its first fault.
 * @throws what the parser reports, and `malformed_multipart` past its limits or the time.
 */
async function feed(parser: BusboyInstance, body: Buffer): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const done = new Promise<void>((resolve, reject) => {
    parser.once('finish', resolve)
    parser.on('error', reject)
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
      parser.once(limit, () => reject(malformed('it has too many parts')))
    timer = setTimeout(() => reject(malformed(`it could not be read within ${MAX_MS / 1000} seconds`)), MAX_MS)
  })
  const pieces = async () => {
    for (let at = 0; at < body.length && !parser.destroyed; at += PIECE_BYTES) {
      await new Promise<void>((written) => parser.write(body.subarray(at, at + PIECE_BYTES), () => written()))
      // All that the piece brought is read before the next one comes.
      await setImmediate()
    }
    parser.end()
    await done
  }
  try {
    await Promise.race([done, pieces()])
  } finally {
    clearTimeout(timer)
    parser.destroy()
  }
}

/**
 * @throws {AppError} `malformed_multipart`, `empty_file`, or one issue for each field that is wrong.
 */
export async function receiveForm(body: Buffer, contentType: string): Promise<UploadForm> {
  const boundary = /;\s*boundary\s*=\s*(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(contentType)
  if (!boundary) throw malformed('the Content-Type names no boundary')
  let parser: BusboyInstance
  try {
    parser = new Busboy({ headers: { 'content-type': contentType }, limits: LIMITS, isPartAFile })
  } catch (error) {
    throw malformed('its Content-Type cannot be read', error)
  }

  const issues: Issue[] = []
  const texts = new Map<string, string>()
  const files: UploadForm['file'][] = []
  const duplicate = (path: string) =>
    issues.push({ code: 'duplicate', path, message: `${path} is sent twice; send it once.` })
  const unknown = (field: string) => {
    const path = wellFormed(field.slice(0, MAX_SHOWN_NAME))
    issues.push({
      code: 'unknown_field',
      path,
      message: `${path} is not a field of this form; it has file, title and description.`,
    })
  }

  const heads = headsIn(body, boundary[1] ?? boundary[2]!)
  let parts = 0
  parser.on('file', (field = '', stream, plain, _encoding, type) => {
    const name = extendedName(heads[parts]) ?? nameBefore(plain)
    parts += 1
    const chunks: Buffer[] = []
    // A part that breaks off is reported by the parser itself as well.
    stream.on('error', () => undefined)
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      if (Object.hasOwn(TEXTS, field)) {
        const message = `${field} must be a text field: send it without a filename.`
        issues.push({ code: 'invalid_type', path: field, message })
      } else if (field !== 'file') unknown(field)
      else if (files.length > 0) duplicate('file')
      else files.push({ bytes: chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks), name, type })
    })
  })
  parser.on('field', (field = '', value, _nameCut, valueCut) => {
    parts += 1
    if (field === 'file') {
      issues.push({ code: 'invalid_type', path: 'file', message: 'file must be a file part: give it a filename.' })
    } else if (!Object.hasOwn(TEXTS, field)) unknown(field)
    else if (texts.has(field)) duplicate(field)
    else if (valueCut) {
      const message = `${field} has more than ${MAX_TEXT_BYTES} bytes; at most ${TEXTS[field]} characters are allowed.`
      issues.push({ code: 'too_long', path: field, message })
    } else if (value.includes('\ufffd') && !body.includes(value)) {
      // The parser writes it for bytes that are no UTF-8; one that was sent stands in the body.
      issues.push({ code: 'invalid_format', path: field, message: `${field} is not encoded in UTF-8.` })
    } else texts.set(field, value)
  })

  await feed(parser, body).catch((error: unknown) => {
    throw error instanceof AppError ? error : malformed('it is cut short or broken', error)
  })
  // The parser skips a part silently: the caller's intent would be lost without a word.
  if (heads.length > parts) {
    throw malformed('a part has no readable head; each needs a Content-Disposition of form-data with a name')
  }

  const [file] = files
  if (!file && !issues.some(({ path }) => path === 'file')) {
    issues.push({ code: 'required', path: 'file', message: 'file is required.' })
  }
  if (file && file.bytes.length === 0) issues.push({ code: 'empty_file', path: 'file', message: 'file has no bytes.' })
  // An empty text is the same as none: it takes the default.
  const text = (path: string): string | undefined => {
    const value = wellFormed(texts.get(path) ?? '').trim()
    const length = [...value].length
    if (length > TEXTS[path]!) {
      const message = `${path} has ${length} characters; at most ${TEXTS[path]} are allowed.`
      issues.push({ code: 'too_long', path, message })
    }
    return value || undefined
  }
  const form = { file: file!, title: text('title'), description: text('description') }
  if (issues.length > 0) throw new AppError(issues)
  return form
}

/** A part with a file name is a file; a part named `file` that has a type of its own is one as well. */
const isPartAFile = (field: string | undefined, type: string | undefined, name: string | undefined): boolean =>
  name !== undefined ||
  type === 'application/octet-stream' ||
  (field === 'file' && type !== undefined && type !== 'text/plain')
