// The multipart form of a direct upload: one file and two texts, within limits, whatever the bytes do.
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { AppError, type Issue, refuse } from '../errors.ts'
import { wellFormed } from './rules/file-name.ts'
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
const LIMITS = { fieldSize: MAX_TEXT_BYTES, fields: 20, files: 5, parts: 25, headerPairs: 50, fieldNameSize: 200 }

const malformed = (reason: string, cause?: unknown) =>
  refuse('malformed_multipart', `The multipart body is not valid: ${reason}.`, undefined, { cause })

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
  const unknown = (path: string) =>
    issues.push({
      code: 'unknown_field',
      path,
      message: `${path} is not a field of this form; it has file, title and description.`,
    })

  parser.on('file', (field = '', stream, name, _encoding, type) => {
    const chunks: Buffer[] = []
    // A part that breaks off is reported by the parser itself as well.
    stream.on('error', () => undefined)
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      if (field !== 'file') unknown(field)
      else if (files.length > 0) duplicate('file')
      else files.push({ bytes: chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks), name, type })
    })
  })
  parser.on('field', (field = '', value, _nameCut, valueCut) => {
    if (field === 'file') {
      issues.push({ code: 'invalid_type', path: 'file', message: 'file must be a file part: give it a filename.' })
    } else if (!Object.hasOwn(TEXTS, field)) unknown(field)
    else if (texts.has(field)) duplicate(field)
    else if (valueCut) {
      issues.push({ code: 'too_long', path: field, message: `${field} has more than ${MAX_TEXT_BYTES} bytes.` })
    } else texts.set(field, value)
  })
  let tooMany = false
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) parser.on(limit, () => (tooMany = true))

  await new Promise<void>((resolve, reject) => {
    parser.once('finish', resolve)
    parser.once('error', reject)
    parser.end(body)
  }).catch((error: unknown) => {
    throw malformed('it is cut short or broken', error)
  })

  if (tooMany) throw malformed('it has too many parts')
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
