// Makes a variant that the CDN did not find, and keeps it.
import { putObject, readObject } from '../aws/bucket.ts'
import { METRICS } from '../contract.ts'
import { AppError, refuse } from '../errors.ts'
import { log } from '../log.ts'
import { measure } from '../metrics.ts'
import { getMedia } from './media-store.ts'
import { MAX_PICTURE_BYTES } from './pictures/limits.ts'
import { DECODER } from './pictures/open-picture.ts'
import { PictureRefused, pictureRefused } from './pictures/refusal.ts'
import { type Rendered, renderVariant } from './pictures/render-variant.ts'
import { MEDIA_CACHE } from './rules/media.ts'
import { parseVariantPath, variantName } from './rules/variant-spec.ts'
import { beginAttempt, endAttempt, recallFailures, rememberRefusal } from './variant-failures.ts'

const missing = () => refuse('not_found', 'There is no such picture.')

/**
 * @param path on the CDN. @param now Unix ms.
 * @throws {AppError} `not_found` for a path that names no variant or no picture; `image_refused`; `unavailable`
 */
export async function makeVariant(path: string, now: number): Promise<Rendered> {
  const wanted = parseVariantPath(path)
  if (!wanted) throw missing()
  const { mediaId, spec } = wanted
  const asked = { mediaId, name: variantName(spec), decoder: DECODER, now }
  const media = await getMedia(mediaId)
  if (media?.status !== 'active' || !media.content_type.startsWith('image/')) throw missing()
  if (media.size_bytes > MAX_PICTURE_BYTES) {
    throw pictureRefused(`it has ${media.size_bytes} bytes, and at most ${MAX_PICTURE_BYTES} are worked on`)
  }
  const since = await recallFailures(asked)
  const original = await readObject(media.object_key, { etag: media.etag })
  if (!original) throw missing()
  await beginAttempt(asked, since)
  const startedAt = performance.now()
  try {
    const rendered = await renderVariant(original, media.content_type, spec)
    const ms = Math.round(performance.now() - startedAt)
    log.info('variant made', { media_id: mediaId, bytes: rendered.bytes.length, ms })
    measure({ [METRICS.variantTime]: ms })
    // The address that was asked for: a former name finds the variant there too.
    await putObject(path.slice(1), rendered.bytes, {
      contentType: rendered.contentType,
      cacheControl: MEDIA_CACHE,
    })
    await noted(mediaId, endAttempt(asked))
    return rendered
  } catch (error) {
    // A picture that took too long stays counted: the machine may have been slow, or the picture made to be.
    if (!(error instanceof AppError && error.code === 'unavailable')) await noted(mediaId, endAttempt(asked))
    if (error instanceof PictureRefused) {
      await noted(mediaId, rememberRefusal(asked, { everywhere: error.everywhere, refusal: error.message }))
    }
    throw error
  }
}

/** The variant exists, whether its result can be recorded or not. */
const noted = (mediaId: string, writing: Promise<void>): Promise<void> =>
  writing.catch((error: unknown) => {
    log.warn('what became of a variant could not be noted', { media_id: mediaId, error: error as Error })
  })
