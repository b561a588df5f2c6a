// A media asset, as stored and as the API shows it.
import * as z from 'zod/mini'
import { wellFormed } from '../../nfc.ts'
import { MAX_DESCRIPTION, NUL } from '../../platforms/text-field.ts'
import { propertiesField } from './media-properties.ts'

export { kindOf } from './media-types.ts'
export { MAX_FILE_BYTES } from './transfer-limits.ts'
export { MAX_DESCRIPTION }

/** Every field of an asset, for the shapes that are made of them. */
export const mediaFields = () => ({
  id: z.string(),
  owner_id: z.string(),
  object_key: z.string(),
  content_type: z.string(),
  size_bytes: z.number(),
  width: z.nullable(z.number()),
  height: z.nullable(z.number()),
  duration_ms: z.nullable(z.number()),
  properties: propertiesField(),
  title: z.string(),
  alt_text: z.string(),
  /** Whether the caller gave the text: one that was made of the title or file name is shown, and sent to no platform. */
  alt_text_given: z.optional(z.boolean()),
  file_name: z.string(),
  etag: z.string(),
  tags_json: z.nullable(z.string()),
  metadata_json: z.nullable(z.string()),
  version: z.number(),
  status: z.enum(['active', 'deleted']),
  pending_uses: z._default(z.number(), 0),
  created_at: z.number(),
  updated_at: z.number(),
})

/** The asset as stored. `pending_uses` counts unfinished publications that need it. */
export const Media = z.lazy(() => z.object(mediaFields()))
export type Media = z.infer<typeof Media>

const MB = 1024 * 1024
const GB = 1024 * MB

/** The storage of an owner, unless the operator set another. */
export const DEFAULT_QUOTA_BYTES = 50 * GB

/** Code points. */
export const MAX_TITLE = 255

/** Longest download that is streamed through a function; longer ones are sent to the CDN. */
export const MAX_STREAMED_BYTES = 200 * MB

/** The same for callers without a key: they cannot occupy a function for longer than a moment. */
export const MAX_STREAMED_KEYLESS_BYTES = MB

/** How long an upload address is valid. */
export const UPLOAD_SECONDS = 3600

/** After this an upload that was started and not completed is cleaned up. */
export const UNFINISHED_UPLOAD_MS = 24 * 3_600_000

/**
 * How long caches keep media without asking again: a deleted file is gone from the CDN after it. The question costs
 * little, for a file that is still there is not sent again.
 */
export const MEDIA_CACHE = 'public, max-age=60'

/** UTF-16 units that one character in NFC may have been sent as, more than any: what is longer is too long as it is. */
const UNITS = 8

const text = (max: number) =>
  z.pipe(
    z.string().check(
      z.overwrite((value) => {
        const trimmed = value.trim()
        return trimmed.length > max * UNITS ? trimmed : wellFormed(trimmed).trim()
      }),
      z.refine((value) => [...value].length <= max, {
        error: ({ input }) => `has ${[...String(input)].length} characters; at most ${max} are allowed`,
        params: { code: 'too_long' },
      }),
    ),
    z.transform((value) => value || undefined),
  )

/** Empty is the same as absent: both take the default. */
export const TitleInput = text(MAX_TITLE)
export const DescriptionInput = text(MAX_DESCRIPTION)

/** The title a file gets that was sent without one. */
export const titleFrom = (fileName: string): string => [...fileName].slice(0, MAX_TITLE).join('')

/**
 * The alternative text for platforms: the caller's own. A file's name is worse than none, and keeps a
 * platform from making its own. For assets from before this was noted, a description that differs from the title was written.
 */
export function altTextFor(media: Pick<Media, 'alt_text' | 'alt_text_given' | 'title'>): string | undefined {
  const given = media.alt_text_given ?? media.alt_text !== media.title
  // A description may have the character, which posts may not.
  return (given && media.alt_text.replaceAll(NUL, '')) || undefined
}

export interface UploadView {
  id: string
  object_key: string
  content_type: string
  size_bytes: number
  title: string
  alt_text: string
  version: number
  created_at: number
}

/** The answer to an upload. */
export const uploadView = (media: Media): UploadView => ({
  id: media.id,
  object_key: media.object_key,
  content_type: media.content_type,
  size_bytes: media.size_bytes,
  title: media.title,
  alt_text: media.alt_text,
  version: media.version,
  created_at: media.created_at,
})

/** An asset in the list. */
export const listView = (media: Media, cdnUrl: string) => ({
  ...uploadView(media),
  width: media.width,
  height: media.height,
  duration_ms: media.duration_ms,
  tags_json: media.tags_json,
  metadata_json: media.metadata_json,
  updated_at: media.updated_at,
  download_url: originalUrl(cdnUrl, media.object_key),
})

/** The CDN's address of the original. */
export const originalUrl = (cdnUrl: string, objectKey: string): string => `${cdnUrl.replace(/\/$/, '')}/${objectKey}`
