// Media, which are uploaded before the post: each in one call, as a form with the file in it.
import { fileProblem } from '../account-limits.ts'
import type { Credentials, Piece, PieceFile } from '../connector.ts'
import type { PlatformError, Prepared, Result } from '../outcome.ts'
import { asSession, idAt, isMissing, notDocumented, type Said } from './call.ts'
import { mediaParameters } from './parameters.ts'

const CHUNK = 4 * 1024 * 1024
/** Servers remove media that no post has after a day. */
const LIVES_MS = 20 * 3_600_000

const ENDINGS: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
}

const encoder = new TextEncoder()

/** A file that could not be read in the middle of being sent. */
class Unreadable extends Error {}

/** The form's beginning and end around the file. */
function frameOf(file: PieceFile, fields: Record<string, string>, boundary: string) {
  const name = `media.${ENDINGS[file.content_type] ?? 'bin'}`
  const plain = Object.entries(fields).map(
    ([field, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  )
  const head =
    `${plain.join('')}--${boundary}\r\n` +
    `Content-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${file.content_type}\r\n\r\n`
  return { head: encoder.encode(head), tail: encoder.encode(`\r\n--${boundary}--\r\n`) }
}

async function* bodyOf(file: PieceFile, head: Uint8Array, tail: Uint8Array): AsyncGenerator<Uint8Array> {
  yield head
  for (let at = 0; at < file.size_bytes; at += CHUNK) {
    yield await file.read(at, Math.min(at + CHUNK, file.size_bytes)).catch((cause: unknown) => {
      throw new Unreadable('the file cannot be read', { cause })
    })
  }
  yield tail
}

const ours = (message: string): PlatformError => ({ class: 'permanent', message, ours: true })

/** The limit of the server that the file would break, a sentence; undefined where it breaks none. */
export function brokenLimit({ limits }: Credentials, file: PieceFile, altText = ''): string | undefined {
  const video = file.content_type.startsWith('video/')
  const bytes = video ? limits?.video_bytes : limits?.image_bytes
  if (bytes !== undefined && file.size_bytes > bytes)
    return `It has ${file.size_bytes} bytes; the account's server takes at most ${bytes}.`
  const broken = fileProblem(limits, file)
  if (broken) return `It ${broken.message}`
  const described = limits?.alt_text_max
  if (described !== undefined && [...altText].length > described)
    return `Its alternative text has ${[...altText].length} characters; the account's server takes at most ${described}.`
  return undefined
}

const preparedOf = ({ status, body }: Said, made?: string): Result<Prepared> => {
  const id = idAt(body) ?? made
  if (id === undefined) return notDocumented('upload', status)
  const ready = status === 200
  const handle = made === undefined ? { id, handle: id, lives_ms: LIVES_MS } : {}
  return { ok: true, value: { state: ready ? 'finished' : 'in_progress', ...handle } }
}

/** Uploads the medium. If the answer was lost, a second copy may exist; nobody sees it, and the server removes it. */
export async function upload(account: Credentials, piece: Piece): Promise<Result<Prepared>> {
  const { file } = piece
  if (!file) return { ok: false, error: ours('There is no file to be sent.') }
  const broken = brokenLimit(account, file, piece.alt_text)
  if (broken !== undefined) return { ok: false, error: ours(broken) }
  const boundary = `----media-${crypto.randomUUID()}`
  const { head, tail } = frameOf(file, mediaParameters(piece), boundary)
  const answer = await asSession(account.token, '/api/v2/media', {
    operation: 'upload',
    method: 'POST',
    stream: bodyOf(file, head, tail),
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(head.length + file.size_bytes + tail.length),
    },
  })
  return answer.ok ? keepingPause(answer, preparedOf(answer.value)) : answer
}

/** Looks how far the server is with it. */
export async function look(account: Credentials, id: string): Promise<Result<Prepared>> {
  const answer = await asSession(account.token, `/api/v1/media/${id}`, { operation: 'read' })
  if (answer.ok) return keepingPause(answer, preparedOf(answer.value, id))
  const { error } = answer
  if (isMissing(error)) return { ok: true, value: { state: 'expired' } }
  if (error.http_status !== 422) return answer
  return { ok: true, value: { state: 'error', error: { ...error, class: 'new_container' } } }
}

const keepingPause = <T>(answer: { pause_ms?: number }, result: Result<T>): Result<T> =>
  result.ok && answer.pause_ms !== undefined ? { ...result, pause_ms: answer.pause_ms } : result
