// The answer to a download request: which bytes, or why none.
import type { Readable } from 'node:stream'
import { openObject } from '../aws/bucket.ts'
import { setting } from '../config.ts'
import { ENV } from '../contract.ts'
import { refuse } from '../errors.ts'
import { getMedia } from './media-store.ts'
import { attachment } from './rules/file-name.ts'
import { type ConditionalRequest, decide } from './rules/http-preconditions.ts'
import { MAX_STREAMED_BYTES, MAX_STREAMED_KEYLESS_BYTES, type Media, originalUrl } from './rules/media.ts'
import { UNSHOWN_PICTURE_TYPES } from './rules/media-types.ts'
import { VARIANT_WIDTHS } from './rules/variant-spec.ts'

export interface Download {
  status: 200 | 206 | 304 | 307
  headers: Record<string, string>
  stream?: Readable
}

const missing = () => refuse('not_found', 'There is no media with this id, or it was deleted.')

/** @throws {AppError} `not_found` for what does not exist or was deleted. */
export async function findDownload(id: string): Promise<Media> {
  const media = await getMedia(id)
  if (media?.status !== 'active') throw missing()
  return media
}

// Uploaded files are saved, never shown: nothing in them can run on our address.
const SAFE = { 'X-Content-Type-Options': 'nosniff', 'Content-Security-Policy': "default-src 'none'; sandbox" }

/**
 * Leads to the CDN, whose origin has no session. Always where the answer would be of the dashboard's own origin: what anybody
 * uploaded would be a script or a style there that the policy of its pages lets run.
 */
export const leadToCdn = (media: Media): Download => ({
  status: 307,
  headers: { ...SAFE, Location: originalUrl(setting(ENV.cdnUrl), media.object_key) },
})

/**
 * Leads a page to what it can show: the elements of pictures name types of pictures first, and of a type that browsers do not show
 * they get the largest variant. @param accept the header `Accept`.
 */
export function leadToShown(media: Media, accept = ''): Download {
  const original = leadToCdn(media)
  if (!accept.startsWith('image/') || !UNSHOWN_PICTURE_TYPES.has(media.content_type)) return original
  const Location = `${original.headers.Location}?w=${VARIANT_WIDTHS.at(-1)}`
  return { ...original, headers: { ...original.headers, Location } }
}

/**
 * @param withKey whether the caller sent a good key; without one only what is short is streamed.
 * @throws {AppError} `precondition_failed`, `range_not_satisfiable`, `not_found`
 */
export async function openMedia(media: Media, request: ConditionalRequest, withKey: boolean): Promise<Download> {
  const { size_bytes: size, etag, created_at: modifiedAt } = media
  const decision = decide(request, { size, etag, modifiedAt })
  const validators = {
    ETag: etag,
    'Last-Modified': new Date(modifiedAt).toUTCString(),
    'Cache-Control': 'private, no-cache',
    'Accept-Ranges': 'bytes',
    ...SAFE,
  }
  // With its type: without one the gateway names its own, and caches would keep that.
  if (decision.status === 304) return { status: 304, headers: { ...validators, 'Content-Type': media.content_type } }
  if (decision.status === 412) {
    throw refuse('precondition_failed', 'The file is not the version that the request asks for.', undefined, {
      headers: validators,
    })
  }
  if (decision.status === 416) {
    const headers = { ...validators, 'Content-Range': `bytes */${size}` }
    throw refuse('range_not_satisfiable', `The range lies outside the file, which has ${size} bytes.`, undefined, {
      headers,
    })
  }
  const range = decision.status === 206 ? decision.range : undefined
  const length = range ? range.last - range.first + 1 : size
  const headers: Record<string, string> = {
    ...validators,
    'Content-Type': media.content_type,
    'Content-Length': String(length),
    // The gateway may give the standard's own another name, or none: this one it passes on.
    'X-Content-Length': String(length),
    'Content-Disposition': attachment(media.file_name),
    ...(range ? { 'Content-Range': `bytes ${range.first}-${range.last}/${size}` } : {}),
  }
  if (request.method === 'HEAD') return { status: decision.status, headers }
  if (length > (withKey ? MAX_STREAMED_BYTES : MAX_STREAMED_KEYLESS_BYTES)) {
    return leadToCdn(media)
  }
  if (length === 0) return { status: decision.status, headers }
  const stream = await openObject(media.object_key, { range, etag })
  // Deleted between the record and the bytes.
  if (!stream) throw missing()
  return { status: decision.status, headers, stream }
}
