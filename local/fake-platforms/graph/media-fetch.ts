// Downloads what a container names, as Graph's crawlers do, and keeps the exact bytes.
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Media } from '../model.ts'
import { readVideo, type VideoFacts } from '../mp4.ts'

/** Only this machine: a simulator must never become a way to reach others. */
const LOCAL_HOSTS = new Set(['127.0.0.1', 'localhost', '[::1]'])
const MAX_REDIRECTS = 3

export interface PictureFacts {
  format: string
  width: number
  height: number
  /** Whether the whole picture could be decoded. */
  intact: boolean
}

export type Fetched =
  | { ok: true; media: Media; picture: PictureFacts | null; video: VideoFacts | null }
  | { ok: false; reason: 'unreachable' | 'too_large' }

export interface FetchOptions {
  dir: string
  maxBytes: number
  timeoutMs: number
  signal: AbortSignal
}

/** Never throws for what the network or the file does. */
export async function fetchMedia(url: string, options: FetchOptions): Promise<Fetched> {
  await mkdir(options.dir, { recursive: true })
  const partial = join(options.dir, `.${randomUUID()}.part`)
  try {
    const response = await request(url, AbortSignal.any([options.signal, AbortSignal.timeout(options.timeoutMs)]))
    if (!response?.ok || !response.body) return { ok: false, reason: 'unreachable' }
    const received = await save(response.body, partial, options.maxBytes)
    if (!received) return { ok: false, reason: 'too_large' }
    const declared = response.headers.get('content-length')
    if (declared !== null && !response.headers.get('content-encoding') && Number(declared) !== received.bytes) {
      return { ok: false, reason: 'unreachable' }
    }
    const picture = await readPicture(partial)
    const video = picture ? null : await inspectVideo(partial, received.bytes)
    const file = `${received.sha256}.${extensionOf(picture, video)}`
    await rename(partial, join(options.dir, file))
    const media: Media = {
      file,
      url,
      content_type: (response.headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase(),
      ...received,
      width: picture?.width ?? video?.width ?? null,
      height: picture?.height ?? video?.height ?? null,
      duration_ms: video?.duration_ms ?? null,
    }
    return { ok: true, media, picture, video }
  } catch {
    return { ok: false, reason: 'unreachable' }
  } finally {
    await rm(partial, { force: true })
  }
}

/** Whether the simulators may fetch the address. */
export function isLocal(url: string): boolean {
  const parsed = URL.parse(url)
  return (
    parsed !== null && (parsed.protocol === 'http:' || parsed.protocol === 'https:') && LOCAL_HOSTS.has(parsed.hostname)
  )
}

async function request(url: string, signal: AbortSignal): Promise<Response | null> {
  let address = url
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    if (!isLocal(address)) return null
    const response = await fetch(address, {
      redirect: 'manual',
      signal,
      headers: { 'user-agent': 'facebookexternalhit/1.1 (simulator)', accept: '*/*' },
    })
    const location = response.headers.get('location')
    if (response.status < 300 || response.status > 399 || !location) return response
    await response.body?.cancel()
    address = new URL(location, address).href
  }
  return null
}

async function save(
  body: ReadableStream<Uint8Array>,
  path: string,
  maxBytes: number,
): Promise<{ bytes: number; sha256: string } | null> {
  const hash = createHash('sha256')
  const file = await open(path, 'w')
  let bytes = 0
  try {
    for await (const chunk of body) {
      bytes += chunk.length
      if (bytes > maxBytes) return null
      hash.update(chunk)
      await file.write(chunk)
    }
  } finally {
    await file.close()
  }
  return { bytes, sha256: hash.digest('hex') }
}

async function readPicture(path: string): Promise<PictureFacts | null> {
  try {
    const found = await sharp(path).metadata()
    const turned = (found.orientation ?? 1) >= 5
    return {
      format: found.format,
      width: turned ? found.height : found.width,
      height: turned ? found.width : found.height,
      intact: await decodes(path),
    }
  } catch {
    return null
  }
}

async function decodes(path: string): Promise<boolean> {
  try {
    await sharp(path, { failOn: 'truncated' }).resize(16).raw().toBuffer()
    return true
  } catch {
    return false
  }
}

async function inspectVideo(path: string, size: number): Promise<VideoFacts | null> {
  const file = await open(path)
  try {
    return await readVideo(file, size)
  } finally {
    await file.close()
  }
}

function extensionOf(picture: PictureFacts | null, video: VideoFacts | null): string {
  if (picture) return picture.format === 'jpeg' ? 'jpg' : picture.format
  if (video) return video.brand === 'qt  ' ? 'mov' : 'mp4'
  return 'bin'
}
