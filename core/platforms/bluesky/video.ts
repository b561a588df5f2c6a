// Videos: small ones go to the account's server as they are, the others by Bluesky's video service, in parts.
import * as z from 'zod/mini'
import type { Piece, PieceFile } from '../connector.ts'
import { redact } from '../meta/redact.ts'
import type { ErrorClass, PlatformError, Prepared, Result } from '../outcome.ts'
import { serviceUrl } from '../service-urls.ts'
import { uploadBlob } from './blobs.ts'
import { Blob, type Handle, type Named } from './record.ts'
import type { Session } from './session.ts'
import { asAccount, nameOfError, ofService, refused, type Xrpc } from './xrpc.ts'

/** The largest file that every server takes; more is for the video service. */
const SMALL_BYTES = 5_000_000
/** The one type that a post takes (`app.bsky.embed.video`); of others the video service makes it. */
const POSTED_TYPE = 'video/mp4'
/** The life of a file that no post names yet. */
export const FILE_LIVES_MS = 20 * 60_000
const LOOK_AGAIN_MS = 2000
/** At the longest that a token for the service may be good; a part takes less. */
const SERVICE_TOKEN_S = 25 * 60
/** Tokens that have less left than this are not used any more. */
const SPARE_MS = 3 * 60_000
/** The service's day is over sooner or later: looked at this often. */
const DAILY_LIMIT_MS = 60 * 60_000

/** How far the upload of a video is. */
const Upload = z.lazy(() =>
  z.object({
    is: z.literal('upload'),
    job: z.string().check(z.maxLength(256)),
    /** Parts that the service has. */
    sent: z.number(),
    parts: z.number(),
    part_bytes: z.number(),
    /** All parts have arrived: the service processes them. */
    made: z.optional(z.literal(true)),
    named: z.optional(z.unknown()),
  }),
)
type Upload = z.infer<typeof Upload>

export const uploadIn = (text: string): Upload | undefined => {
  const read = Upload.safeParse(JSON.parse(text))
  return read.success ? read.data : undefined
}

const Auth = z.lazy(() => z.object({ token: z.string() }))
const Limits = z.lazy(() =>
  z.object({
    canUpload: z.boolean(),
    remainingDailyVideos: z.optional(z.number()),
    remainingDailyBytes: z.optional(z.number()),
    message: z.optional(z.string()),
    error: z.optional(z.string()),
  }),
)
const Started = z.lazy(() =>
  z.object({
    jobId: z.string().check(z.minLength(1), z.maxLength(256)),
    partSizeBytes: z.int().check(z.minimum(1), z.maximum(64 * 1024 * 1024)),
    partCount: z.int().check(z.minimum(1), z.maximum(10_000)),
  }),
)
const Part = z.lazy(() => z.object({ partNumber: z.number() }))
const Job = z.lazy(() =>
  z.object({
    jobId: z.string(),
    state: z.string(),
    blob: z.optional(Blob),
    error: z.optional(z.string()),
    failureCode: z.optional(z.string()),
    message: z.optional(z.string()),
  }),
)
type Job = z.infer<typeof Job>
const Finished = z.lazy(() => z.object({ completedJobId: z.string().check(z.maxLength(256)), jobStatus: Job }))
const Status = z.lazy(() => z.object({ jobStatus: Job }))

const service = (): string => serviceUrl('bluesky', 'video')

/** The name of a host as what a token is for. */
const audience = (origin: string): string => `did:web:${new URL(origin).host.replace(':', '%3A')}`

/** Tokens for the service, by account and purpose: one is enough for all parts of an upload. Never stored. */
const tokens = new Map<string, { token: string; until: number }>()
const MOST_TOKENS = 200

async function serviceToken(session: Session, aud: string, lxm: string): Promise<Result<string>> {
  const key = `${session.did} ${aud} ${lxm} ${session.access}`
  const now = Date.now()
  const known = tokens.get(key)
  if (known && known.until - SPARE_MS > now) return { ok: true, value: known.token }
  const query = { aud, lxm, exp: String(Math.floor(now / 1000) + SERVICE_TOKEN_S) }
  const given = await asAccount(session, { name: 'com.atproto.server.getServiceAuth', operation: 'read', query }, Auth)
  if (!given.ok) return given
  if (tokens.size >= MOST_TOKENS) tokens.clear()
  tokens.set(key, { token: given.value.token, until: now + SERVICE_TOKEN_S * 1000 })
  return { ok: true, value: given.value.token }
}

/** The service stores what it makes on the account's server, and so needs a token for that. */
const uploadToken = (session: Session) => serviceToken(session, audience(session.pds), 'com.atproto.repo.uploadBlob')

/**
 * Calls the video service with the token that the account's server has made for it. If the service refuses that token, the account's
 * session still works: the next call gets a new token.
 */
async function asked<T>(xrpc: Xrpc, schema: z.ZodMiniType<T>, token: string): Promise<Result<T>> {
  const answer = await ofService(service(), xrpc, schema, token)
  if (answer.ok || answer.error.class !== 'reconnect') return answer
  for (const [key, known] of tokens) if (known.token === token) tokens.delete(key)
  return { ok: false, error: { ...answer.error, class: 'retry' } }
}

/** Says before a long upload that it would be refused. */
async function allowance(session: Session, file: PieceFile): Promise<Result<null>> {
  const name = 'app.bsky.video.getUploadLimits'
  const token = await serviceToken(session, audience(service()), name)
  if (!token.ok) return token
  const limits = await asked({ name, operation: 'read' }, Limits, token.value)
  // A server that does not answer is noticed when the upload begins.
  if (!limits.ok) return { ok: true, value: null }
  const { canUpload, remainingDailyBytes, remainingDailyVideos } = limits.value
  const words = redact(limits.value.message ?? '', [])
  const type = limits.value.error === undefined ? undefined : nameOfError(limits.value.error, [])
  const left = remainingDailyBytes ?? Number.POSITIVE_INFINITY
  const used = remainingDailyVideos === 0 || left < file.size_bytes
  if (canUpload && !used) return { ok: true, value: null }
  if (used) {
    const said = words || 'The videos that Bluesky takes of this account in a day are used up.'
    return refused(said, { class: 'wait', type: type ?? 'DailyLimitExceeded', retry_after_ms: DAILY_LIMIT_MS })
  }
  return refused(words || 'Bluesky does not let this account upload video.', {
    class: 'owner_action',
    ...(type === undefined ? {} : { type }),
    advice:
      "Bluesky does not let this account upload video. Its owner may have to confirm the account's email address.",
  })
}

const FAILURES: Readonly<Record<string, ErrorClass>> = {
  validation_failure: 'permanent',
  encoding_failure: 'permanent',
  pds_upload_unsupported_blob_size: 'permanent',
}

/** The failure. A video that may work another time is made again. */
function failureOf({ failureCode = '', error, message }: Job): PlatformError {
  const words = redact(message ?? error ?? '', []) || 'The video could not be processed.'
  return { class: FAILURES[failureCode] ?? 'new_container', message: words, type: nameOfError(failureCode, []) }
}

const described = ({ alt_text = '' }: Piece, { width, height }: PieceFile) => ({
  alt: alt_text,
  ...(width === null || height === null ? {} : { width, height }),
})

/** The published form of a video. */
const handleOf = (piece: Piece, file: PieceFile, blob: Blob, named: Named | undefined): Handle => ({
  is: 'video',
  blob,
  ...described(piece, file),
  ...(named === undefined ? {} : { named }),
})

interface Work {
  session: Session
  piece: Piece
  file: PieceFile
}

export type VideoMade = Result<Omit<Prepared, 'handle'> & { made?: Handle; upload?: Upload }>

const done = (work: Work, blob: Blob, named: Named | undefined): VideoMade => ({
  ok: true,
  value: { state: 'finished', made: handleOf(work.piece, work.file, blob, named), lives_ms: FILE_LIVES_MS },
})

const going = (upload: Upload, more: Partial<Prepared> = {}): VideoMade => ({
  ok: true,
  value: { state: 'in_progress', upload, id: upload.job, ...more },
})

async function begin(work: Work, named: Named | undefined): Promise<VideoMade> {
  const { session, file } = work
  const allowed = await allowance(session, file)
  if (!allowed.ok) return allowed
  const token = await uploadToken(session)
  if (!token.ok) return token
  const { width, height, duration_ms, size_bytes: sizeBytes, content_type: mimeType } = file
  const json = {
    sizeBytes,
    mimeType,
    ...(duration_ms === null ? {} : { durationMs: duration_ms }),
    ...(width === null || height === null ? {} : { width, height }),
  }
  const started = await asked({ name: 'app.bsky.video.startUpload', operation: 'make', json }, Started, token.value)
  if (!started.ok) {
    const { error } = started
    const daily = error.type === 'DailyLimitExceeded' && error.retry_after_ms === undefined
    return daily ? { ok: false, error: { ...error, retry_after_ms: DAILY_LIMIT_MS } } : started
  }
  const { jobId: job, partCount: parts, partSizeBytes: part_bytes } = started.value
  const upload: Upload = { is: 'upload', job, sent: 0, parts, part_bytes, ...(named === undefined ? {} : { named }) }
  return going(upload, { goes_on: true })
}

async function sendPart(work: Work, upload: Upload): Promise<VideoMade> {
  const { session, file } = work
  const { job, sent, parts, part_bytes } = upload
  const token = await uploadToken(session)
  if (!token.ok) return token
  const bytes = await file.read(sent * part_bytes, Math.min(file.size_bytes, (sent + 1) * part_bytes))
  const query = { jobId: job, partNumber: String(sent + 1) }
  const taken = await asked({ name: 'app.bsky.video.uploadPart', operation: 'make', query, bytes }, Part, token.value)
  // All of it has arrived already: only its state has to be read.
  if (!taken.ok && taken.error.type !== 'UploadAlreadyCompleted') return taken
  const next = { ...upload, sent: taken.ok ? sent + 1 : parts }
  return going(next, { goes_on: true })
}

function lookedAt(work: Work, upload: Upload, job: Job): VideoMade {
  // Also in a job that failed: a video that the service has processed before ends with `already_exists`, and the file made then.
  if (job.blob) return done(work, job.blob, upload.named as Named | undefined)
  if (job.state === 'JOB_STATE_FAILED') {
    const error = failureOf(job)
    return { ok: true, value: { state: error.class === 'permanent' ? 'error' : 'expired', error } }
  }
  return going({ ...upload, job: job.jobId, made: true }, { look_again_ms: LOOK_AGAIN_MS })
}

async function finish(work: Work, upload: Upload): Promise<VideoMade> {
  const token = await uploadToken(work.session)
  if (!token.ok) return token
  const json = { jobId: upload.job }
  const finished = await asked({ name: 'app.bsky.video.finishUpload', operation: 'make', json }, Finished, token.value)
  if (!finished.ok) return finished
  const { completedJobId, jobStatus } = finished.value
  return lookedAt(work, upload, { ...jobStatus, jobId: completedJobId })
}

async function look(work: Work, upload: Upload): Promise<VideoMade> {
  const token = await uploadToken(work.session)
  if (!token.ok) return token
  const query = { jobId: upload.job }
  const status = await asked({ name: 'app.bsky.video.getJobStatus', operation: 'read', query }, Status, token.value)
  return status.ok ? lookedAt(work, upload, { ...status.value.jobStatus, jobId: upload.job }) : status
}

/** Begins the upload of a video. */
export async function beginVideo(work: Work, named: Named | undefined): Promise<VideoMade> {
  const { session, file } = work
  if (file.size_bytes > SMALL_BYTES || file.content_type !== POSTED_TYPE) return begin(work, named)
  const blob = await uploadBlob(session, await file.read(0, file.size_bytes), file.content_type)
  // The server tells the type by the bytes: it may find another one in them.
  if (blob.ok) return blob.value.mimeType === POSTED_TYPE ? done(work, blob.value, named) : begin(work, named)
  // A server that takes less than others: the service brings it there.
  const tooLarge = blob.error.http_status === 413 || blob.error.type === 'BlobTooLarge'
  return tooLarge ? begin(work, named) : blob
}

/** Goes on with one. */
export const continueVideo = (work: Work, upload: Upload): Promise<VideoMade> =>
  upload.made ? look(work, upload) : upload.sent < upload.parts ? sendPart(work, upload) : finish(work, upload)
