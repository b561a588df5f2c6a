// Width and height of a picture as it is seen, and its colours, from its first bytes where they are enough.
import { readObject } from '../aws/bucket.ts'
import type { Inspected } from './media-store.ts'
import { onlyPhotographs } from './pictures/decoders.ts'
import { MAX_DRAWING_BYTES, MAX_PICTURE_BYTES } from './pictures/limits.ts'
import { drawingSize } from './rules/drawing-size.ts'
import type { Media } from './rules/media.ts'
import type { Properties } from './rules/media-properties.ts'

/** How much is read in turn until the size shows: some formats keep it behind thumbnails and profiles. */
const STEPS = [256 * 1024, 4 * 1024 * 1024, MAX_PICTURE_BYTES]

const NOTHING: Inspected = { width: null, height: null, duration_ms: null, properties: null }

const propertiesOf = (format: string | null, color_space: string | null, alpha: boolean | null): Properties => ({
  format,
  moov_first: null,
  edit_lists: null,
  video: null,
  audio: null,
  picture: { color_space, alpha },
})

async function sizeOf(bytes: Buffer): Promise<Inspected | undefined> {
  // Loading it takes as long as all the rest together, and recordings do without.
  const { default: sharp } = await import('sharp')
  onlyPhotographs(sharp)
  try {
    // Only the head is read, nothing is decoded: no limit on pixels is needed.
    const found = await sharp(bytes, { failOn: 'none', limitInputPixels: false }).metadata()
    const { width, height } = found.autoOrient ?? found
    if (!(width > 0 && height > 0)) return undefined
    const properties = propertiesOf(found.format ?? null, found.space ?? null, found.hasAlpha ?? null)
    return { width, height, duration_ms: null, properties }
  } catch {
    return undefined
  }
}

/** A drawing says its size in its first element; nothing of it is rendered for that. */
async function inspectDrawing({ object_key, size_bytes, etag }: Media): Promise<Inspected> {
  const last = Math.min(MAX_DRAWING_BYTES, size_bytes) - 1
  const bytes = await readObject(object_key, { range: { first: 0, last }, etag })
  const size = bytes && drawingSize(bytes.toString('utf8'))
  return size ? { ...size, duration_ms: null, properties: propertiesOf('svg', null, null) } : NOTHING
}

export async function inspectPicture(media: Media): Promise<Inspected> {
  const { object_key, size_bytes, content_type, etag } = media
  if (content_type === 'image/svg+xml') return inspectDrawing(media)
  for (const step of STEPS) {
    const last = Math.min(step, size_bytes) - 1
    const bytes = await readObject(object_key, { range: { first: 0, last }, etag })
    if (!bytes) return NOTHING
    const found = await sizeOf(bytes)
    if (found) return found
    if (bytes.length >= size_bytes) break
  }
  return NOTHING
}
