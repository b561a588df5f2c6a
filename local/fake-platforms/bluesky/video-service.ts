// Bluesky's video service, simulated: uploads whole or in parts, their processing, and a daily limit.
import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { blobView, storeBlob } from './blobs.ts'
import { invalidRequest, XrpcError } from './errors.ts'
import type { Person, Upload } from './model.ts'
import { audienceOf } from './repo.ts'
import { claimsOf } from './tokens.ts'
import type { Answered, Asked, Call, World } from './world.ts'

const UPLOAD_MS = 24 * 3_600_000
const MAX_VIDEO = { bytes: 300_000_000, ms: 600_000 }
const DAY = 24 * 3_600_000

/** The account that a token for a service belongs to. @throws {XrpcError} */
function served(world: World, { headers }: Asked, aud: string, lxm: string): Person {
  const token = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1]
  if (token === undefined) throw new XrpcError(401, 'AuthMissing', 'Authentication Required')
  const claims = claimsOf(world, token)
  const person = claims && world.network.people.get(claims.sub)
  if (!person || claims.use !== 'service') throw new XrpcError(401, 'BadJwt', 'the token could not be verified')
  if (claims.exp * 1000 <= world.sim.now()) throw new XrpcError(401, 'JwtExpired', 'jwt expired')
  if (claims.aud !== aud) throw new XrpcError(401, 'BadJwtAudience', `jwt audience does not match: ${claims.aud}`)
  if (claims.lxm !== lxm)
    throw new XrpcError(401, 'BadJwtLexiconMethod', `bad jwt lexicon method ("lxm"): ${claims.lxm}`)
  return person
}

const uploads = (world: World, asked: Asked): Person =>
  served(world, asked, audienceOf(world.sim.url), 'com.atproto.repo.uploadBlob')

const usedToday = ({ network, sim }: World, did: string) => {
  const today = [...network.uploads.values()].filter(
    (one) => one.did === did && one.began_at > sim.now() - DAY && one.state !== 'aborted',
  )
  return { videos: today.length, bytes: today.reduce((sum, { size }) => sum + size, 0) }
}

function limits(world: World, asked: Asked): Answered {
  const person = served(world, asked, audienceOf(world.sim.url), 'app.bsky.video.getUploadLimits')
  const { daily_videos, daily_video_bytes } = world.store.settings
  const used = usedToday(world, person.did)
  const left = {
    remainingDailyVideos: Math.max(0, daily_videos - used.videos),
    remainingDailyBytes: Math.max(0, daily_video_bytes - used.bytes),
  }
  if (!person.email_confirmed)
    return {
      json: {
        canUpload: false,
        ...left,
        error: 'unconfirmed_email',
        message: 'Please confirm your email before uploading videos.',
      },
    }
  const canUpload = left.remainingDailyVideos > 0 && left.remainingDailyBytes > 0
  return {
    json: { canUpload, ...left, ...(canUpload ? {} : { message: 'User has reached the daily limit of videos.' }) },
  }
}

/** Types of files that the service accepts; it converts them to MP4. */
const TYPES = ['video/mp4', 'video/mpeg', 'video/webm', 'video/quicktime', 'image/gif']

function startUpload(world: World, asked: Asked): Answered {
  const person = uploads(world, asked)
  const { fields } = asked
  const unknown = Object.keys(fields).find(
    (name) => !['sizeBytes', 'mimeType', 'name', 'durationMs', 'width', 'height'].includes(name),
  )
  if (unknown !== undefined) throw invalidRequest(`Input has a field that startUpload does not have: ${unknown}`)
  const size = Number(fields.sizeBytes)
  if (!Number.isInteger(size) || size < 1) throw invalidRequest('Input/sizeBytes must be an integer')
  if (!TYPES.includes(String(fields.mimeType)))
    throw new XrpcError(400, 'UnsupportedContentType', `The type ${String(fields.mimeType)} is not supported`)
  if (!person.email_confirmed)
    throw new XrpcError(403, 'UploadForbidden', 'Please confirm your email before uploading videos.')
  const { daily_videos, daily_video_bytes, video_part_bytes: part_bytes } = world.store.settings
  const used = usedToday(world, person.did)
  if (size > MAX_VIDEO.bytes || size > daily_video_bytes - used.bytes)
    throw new XrpcError(400, 'VideoTooLarge', 'The file is larger than what may be uploaded')
  if (Number(fields.durationMs ?? 0) > MAX_VIDEO.ms) throw new XrpcError(400, 'VideoTooLong', 'The video is too long')
  if (used.videos >= daily_videos)
    throw new XrpcError(429, 'DailyLimitExceeded', 'User has reached the daily limit of videos.')
  const upload: Upload = {
    job: `job-${randomBytes(10).toString('hex')}`,
    did: person.did,
    size,
    mime: 'video/mp4',
    part_bytes,
    parts: Math.ceil(size / part_bytes),
    received: [],
    state: 'created',
    began_at: world.sim.now(),
    ready_at: 0,
  }
  world.network.put('upload', upload)
  return {
    json: {
      jobId: upload.job,
      partSizeBytes: part_bytes,
      partCount: upload.parts,
      expiresAt: new Date(upload.began_at + UPLOAD_MS).toISOString(),
    },
  }
}

/** @throws {XrpcError} for an upload that nobody knows, or of somebody else. */
function uploadOf(world: World, person: Person, job: unknown): Upload {
  const upload = world.network.uploads.get(String(job))
  if (upload?.did !== person.did) throw new XrpcError(404, 'UploadNotFound', 'The upload is not known')
  if (upload.state === 'created' && world.sim.now() > upload.began_at + UPLOAD_MS)
    throw new XrpcError(400, 'UploadExpired', 'The upload has expired')
  return upload
}

const partFile = ({ sim }: World, { job }: Upload, part: number): string => join(sim.mediaDir, `${job}-${part}.part`)

async function uploadPart(world: World, asked: Asked): Promise<Answered> {
  const person = uploads(world, asked)
  const upload = uploadOf(world, person, asked.query.get('jobId'))
  if (upload.state === 'completed') throw new XrpcError(400, 'UploadAlreadyCompleted', 'The upload is complete')
  const part = Number(asked.query.get('partNumber'))
  if (!Number.isInteger(part) || part < 1 || part > upload.parts)
    throw new XrpcError(400, 'InvalidPartNumber', 'There is no such part')
  const wanted = Math.min(upload.part_bytes, upload.size - (part - 1) * upload.part_bytes)
  if (asked.body.length !== wanted)
    throw new XrpcError(400, 'PartSizeMismatch', `The part has ${asked.body.length} bytes; ${wanted} are expected`)
  await mkdir(world.sim.mediaDir, { recursive: true })
  await writeFile(partFile(world, upload, part), asked.body)
  const fresh = world.network.uploads.get(upload.job)!
  world.network.put('upload', { ...fresh, received: [...new Set([...fresh.received, part])].sort((a, b) => a - b) })
  return { json: { partNumber: part, sizeBytes: wanted } }
}

async function finishUpload(world: World, asked: Asked, slow: number): Promise<Answered> {
  const person = uploads(world, asked)
  let upload = uploadOf(world, person, asked.fields.jobId)
  if (upload.state === 'created') {
    const missing = Array.from({ length: upload.parts }, (_, at) => at + 1).filter(
      (part) => !upload.received.includes(part),
    )
    if (missing.length > 0) throw new XrpcError(400, 'MissingParts', `Missing parts: ${missing.join(', ')}`)
    const parts = await Promise.all(upload.received.map((part) => readFile(partFile(world, upload, part))))
    const bytes = Buffer.concat(parts)
    const isFilm = bytes.toString('latin1', 4, 8) === 'ftyp'
    const ready_at = world.sim.now() + world.store.settings.processing_ms.video + slow
    // The service transcodes it into a file of its own.
    const blob = isFilm ? await storeBlob(world, person.did, bytes, 'video/mp4') : undefined
    upload = {
      ...upload,
      state: 'completed',
      ready_at,
      ...(blob ? { blob: blob.cid } : { failure: 'validation_failure' }),
    }
    world.network.put('upload', upload)
    for (const part of upload.received) await rm(partFile(world, upload, part), { force: true })
  }
  return { json: { completedJobId: upload.job, jobStatus: jobOf(world, upload) } }
}

function jobOf(world: World, upload: Upload) {
  const { job: jobId, did, failure, blob, ready_at } = upload
  if (world.sim.now() < ready_at) return { jobId, did, state: 'JOB_STATE_ENCODING', progress: 50 }
  if (failure !== undefined) {
    const message = failure === 'validation_failure' ? 'The file is not a video.' : 'The video could not be processed.'
    return { jobId, did, state: 'JOB_STATE_FAILED', failureCode: failure, error: failure, message }
  }
  const stored = world.network.blobs.get(`${did}/${blob}`)!
  return { jobId, did, state: 'JOB_STATE_COMPLETED', progress: 100, blob: blobView(stored) }
}

/** The calls of the video service. @param failing what a fault makes of the video. */
export function routeVideo(world: World, asked: Asked): Call | undefined {
  const [, name = ''] = /^\/xrpc\/app\.bsky\.video\.(\w+)$/.exec(asked.path) ?? []
  const holder = () => {
    const token = /^Bearer (\S+)$/.exec(asked.headers.authorization ?? '')?.[1]
    const claims = token === undefined ? undefined : claimsOf(world, token)
    return claims && world.network.people.get(claims.sub)
  }
  const jobId = asked.query.get('jobId') ?? asked.fields.jobId
  const object = typeof jobId === 'string' ? jobId : undefined
  switch (`${asked.method} ${name}`) {
    case 'GET getUploadLimits':
      return { operation: 'video_limits', person: holder(), run: () => limits(world, asked) }
    case 'POST startUpload':
      return { operation: 'video_start', person: holder(), run: () => startUpload(world, asked) }
    case 'POST uploadPart':
      return { operation: 'video_part', person: holder(), object, run: () => uploadPart(world, asked) }
    case 'POST finishUpload':
      return {
        operation: 'video_finish',
        person: holder(),
        object,
        run: async (plan) => {
          const slow = plan.kinds.includes('slow_processing') ? 3000 : 0
          const answer = await finishUpload(world, asked, slow)
          const upload = world.network.uploads.get(object ?? '')
          if (upload && plan.kinds.includes('container_error')) {
            const failed = { ...upload, failure: 'generic_failure' }
            world.network.put('upload', failed)
            return { json: { completedJobId: upload.job, jobStatus: jobOf(world, failed) } }
          }
          return answer
        },
      }
    case 'GET getUploadStatus':
      return {
        operation: 'video_status',
        person: holder(),
        object,
        run: () => {
          const upload = uploadOf(world, uploads(world, asked), jobId)
          const { job, part_bytes, parts, received, began_at, state } = upload
          const expiresAt = new Date(began_at + UPLOAD_MS).toISOString()
          const base = {
            jobId: job,
            partSizeBytes: part_bytes,
            partCount: parts,
            receivedParts: received,
            expiresAt,
            state,
          }
          return {
            json: state === 'completed' ? { ...base, completedJobId: job, jobStatus: jobOf(world, upload) } : base,
          }
        },
      }
    case 'GET getJobStatus':
      return {
        operation: 'video_status',
        person: holder(),
        object,
        run: () => {
          const upload = world.network.uploads.get(object ?? '')
          if (!upload) throw invalidRequest('The job is not known')
          return { json: { jobStatus: jobOf(world, upload) } }
        },
      }
    default:
      return undefined
  }
}
