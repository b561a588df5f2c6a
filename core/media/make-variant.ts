// Makes a variant that the CDN did not find, and keeps it.
import { putObject, readObject } from '../aws/bucket.ts'
import { METRICS } from '../contract.ts'
import { refuse } from '../errors.ts'
import { log } from '../log.ts'
import { measure } from '../metrics.ts'
import { getMedia } from './media-store.ts'
import { MAX_PICTURE_BYTES } from './pictures/limits.ts'
import { pictureRefused } from './pictures/refusal.ts'
import { type Rendered, renderVariant } from './pictures/render-variant.ts'
import { MEDIA_CACHE } from './rules/media.ts'
import { parseVariantPath, variantKey } from './rules/variant-spec.ts'

const missing = () => refuse('not_found', 'There is no such picture.')

/** @throws {AppError} `not_found` for a path that names no variant or no picture; `image_refused` */
export async function makeVariant(path: string): Promise<Rendered> {
  const wanted = parseVariantPath(path)
  if (!wanted) throw missing()
  const { mediaId, spec } = wanted
  const media = await getMedia(mediaId)
  if (media?.status !== 'active' || !media.content_type.startsWith('image/')) throw missing()
  if (media.size_bytes > MAX_PICTURE_BYTES) {
    throw pictureRefused(`it has ${media.size_bytes} bytes, and at most ${MAX_PICTURE_BYTES} are worked on`)
  }
  const original = await readObject(media.object_key, { etag: media.etag })
  if (!original) throw missing()
  const startedAt = performance.now()
  const rendered = await renderVariant(original, media.content_type, spec)
  const ms = Math.round(performance.now() - startedAt)
  log.info('variant made', { media_id: mediaId, bytes: rendered.bytes.length, ms })
  measure({ [METRICS.variantTime]: ms })
  await putObject(variantKey(mediaId, spec), rendered.bytes, {
    contentType: rendered.contentType,
    cacheControl: MEDIA_CACHE,
  })
  return rendered
}
