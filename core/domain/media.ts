// What a media asset is, as stored and as the API shows it.
import { z } from 'zod'
import type { MediaKind } from './post-types.ts'

/** The asset as stored. `pending_uses` counts unfinished publications that need it. */
export const Media = z.object({
  id: z.string(),
  owner_id: z.string(),
  object_key: z.string(),
  content_type: z.string(),
  size_bytes: z.number(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  duration_ms: z.number().nullable(),
  title: z.string(),
  alt_text: z.string(),
  file_name: z.string(),
  etag: z.string(),
  tags_json: z.string().nullable(),
  metadata_json: z.string().nullable(),
  version: z.number(),
  status: z.enum(['active', 'deleted']),
  pending_uses: z.number().default(0),
  created_at: z.number(),
  updated_at: z.number(),
})
export type Media = z.infer<typeof Media>

/** Kind by MIME type: what posts and the list's `type` filter go by. */
export function kindOf(contentType: string): MediaKind {
  const major = contentType.split('/')[0]
  return major === 'image' || major === 'video' || major === 'audio' ? major : 'other'
}
