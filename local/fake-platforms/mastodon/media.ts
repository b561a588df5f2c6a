// Uploads: what is sent, looked at and kept.
import { createHash } from 'node:crypto'
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { FaultPlan } from '../faults.ts'
import type { Input, SentFile } from '../input.ts'
import { type Account, type Container, type ContainerState, DAY_MS, type Media } from '../model.ts'
import { readVideo } from '../mp4.ts'
import type { Answer } from '../simulator.ts'
import { ApiError, invalid, notFound } from './errors.ts'
import { MEDIA_FAILS, SLOW_PROCESSING } from './faults.ts'
import { limitsOf } from './limits.ts'
import { onlyFields, textOf } from './parameters.ts'
import type { MastodonSimulator } from './settings.ts'

const ENDINGS: Record<string, string> = { jpeg: 'jpg', png: 'png', gif: 'gif', webp: 'webp', heif: 'heic' }
const FOCUS = /^(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)$/

/** Whether a medium is ready, is still worked on, failed, or was removed because no post has it. */
export function stateOf(sim: MastodonSimulator, medium: Container): ContainerState {
  if (medium.used_by === null && sim.now() - medium.created_at > DAY_MS) return 'EXPIRED'
  if (medium.failure) return sim.now() < medium.ready_at ? 'IN_PROGRESS' : 'ERROR'
  return sim.now() < medium.ready_at ? 'IN_PROGRESS' : 'FINISHED'
}

/** As the API shows it. */
export function readMedium(sim: MastodonSimulator, medium: Container): unknown {
  const ready = stateOf(sim, medium) === 'FINISHED'
  const url = ready && medium.media ? `${sim.url}/_media/${medium.media.file}` : null
  const focus = FOCUS.exec(typeof medium.params.focus === 'string' ? medium.params.focus : '0,0')!
  return {
    id: medium.id,
    type: medium.kind,
    url,
    preview_url: url,
    remote_url: null,
    meta: {
      focus: { x: Number(focus[1]), y: Number(focus[2]) },
      original: { width: medium.media?.width ?? null, height: medium.media?.height ?? null },
    },
    description: medium.alt_text,
    blurhash: null,
  }
}

/** `POST /api/v2/media` */
export async function uploadMedium(
  sim: MastodonSimulator,
  account: Account,
  input: Input,
  plan: FaultPlan,
): Promise<Answer> {
  onlyFields(input, ['description', 'focus'])
  const file = input.files.get('file')
  if (!file || input.files.size !== 1) throw invalid("File can't be blank")
  const description = textOf(input.params, 'description') ?? null
  const { media: limits } = limitsOf(sim)
  if (description !== null && [...description].length > limits.description_limit)
    throw invalid(`Description is too long (maximum is ${limits.description_limit} characters)`)
  const focus = textOf(input.params, 'focus')
  if (focus !== undefined && !isFocus(focus)) throw invalid('Focus is invalid')
  const media = await keep(sim, file)
  const video = media.content_type.startsWith('video/')
  const now = sim.now()
  const slow = plan.extra(SLOW_PROCESSING)?.ms
  const fails = plan.extra(MEDIA_FAILS)
  const medium: Container = {
    id: sim.store.newId('1159'),
    account: account.external_id,
    kind: video ? 'video' : 'image',
    is_child: true,
    text: '',
    alt_text: description,
    params: { ...(description === null ? {} : { description }), ...(focus === undefined ? {} : { focus }) },
    ignored: [],
    children: [],
    url: null,
    media,
    downloaded: true,
    failure: fails ? { code: 422, message: fails.message } : null,
    created_at: now,
    ready_at: now + (slow ?? (video ? sim.store.settings.video_ms : 0)),
    used_by: null,
    published_at: null,
    publish_calls: 0,
  }
  sim.store.put('container', medium)
  return { status: now < medium.ready_at ? 202 : 200, json: readMedium(sim, medium) }
}

/** `GET /api/v1/media/{id}`: of a medium that no post has yet. */
export function lookAt(sim: MastodonSimulator, account: Account, id: string): Answer {
  const medium = sim.store.containers.get(id)
  if (!medium || medium.account !== account.external_id || medium.used_by !== null) throw notFound()
  const state = stateOf(sim, medium)
  if (state === 'EXPIRED') throw notFound()
  if (state === 'ERROR') throw new ApiError(422, medium.failure!.message)
  return { status: state === 'IN_PROGRESS' ? 206 : 200, json: readMedium(sim, medium) }
}

const isFocus = (text: string): boolean => {
  const found = FOCUS.exec(text)
  return found !== null && [found[1], found[2]].every((part) => Math.abs(Number(part)) <= 1)
}

/** Looks at the bytes, as the type that was sent with them proves nothing, and keeps them. */
async function keep(sim: MastodonSimulator, { bytes, type, name }: SentFile): Promise<Media> {
  const { media: limits, types } = limitsOf(sim)
  const wanted = type.split(';')[0]!.trim().toLowerCase()
  const isVideo = types.videos.includes(wanted)
  if (!isVideo && !types.images.includes(wanted)) throw invalid('File content type is invalid, File is invalid')
  const most = isVideo ? limits.video_size_limit : limits.image_size_limit
  if (bytes.length > most) throw invalid(`File size must be less than or equal to ${most} bytes`)
  await mkdir(sim.mediaDir, { recursive: true })
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const partial = join(sim.mediaDir, `.${crypto.randomUUID()}.part`)
  try {
    await writeFile(partial, bytes)
    const facts = isVideo ? await videoFacts(partial, bytes.length) : await pictureFacts(bytes)
    if (!facts) throw invalid('File could not be read')
    const { width, height } = facts
    const pixels = isVideo ? limits.video_matrix_limit : limits.image_matrix_limit
    if (width !== null && height !== null && width * height > pixels)
      throw invalid(`File ${width}x${height} images are not supported`)
    const file = `${sha256}.${facts.ending}`
    await rename(partial, join(sim.mediaDir, file))
    const { duration_ms } = facts
    return { file, url: name, content_type: wanted, bytes: bytes.length, sha256, width, height, duration_ms }
  } finally {
    await rm(partial, { force: true })
  }
}

interface Facts {
  width: number | null
  height: number | null
  duration_ms: number | null
  ending: string
}

async function pictureFacts(bytes: Buffer): Promise<Facts | undefined> {
  const found = await sharp(bytes)
    .metadata()
    .catch(() => undefined)
  const ending = ENDINGS[found?.format ?? '']
  return found && ending ? { width: found.width, height: found.height, duration_ms: null, ending } : undefined
}

async function videoFacts(path: string, size: number): Promise<Facts | undefined> {
  await using file = await open(path)
  const found = await readVideo(file, size)
  if (!found) return undefined
  const { width, height, duration_ms, brand } = found
  return { width, height, duration_ms, ending: brand.startsWith('qt') ? 'mov' : 'mp4' }
}
