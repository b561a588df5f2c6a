// Files and uploads in parts as answers show them.
import { z } from 'zod'
import { ResultInfo, shows, Time } from '../answer-schema.ts'
import type { MediaPage } from './list-media.ts'
import type { listView, UploadView } from './rules/media.ts'
import type { UploadSessionView } from './show-upload.ts'

const uploaded = {
  id: z.uuid(),
  object_key: z.string().describe('Key of the file in the store: the id and an extension.'),
  content_type: z.string().describe('MIME type, from what the bytes are.'),
  size_bytes: z.int(),
  title: z.string(),
  alt_text: z
    .string()
    .describe(
      'The description given at upload or later, which platforms are given as alternative text; else the title, which they are not.',
    ),
  version: z.int(),
  created_at: Time,
}
const Pixels = z.int().nullable()

export const UploadShown = shows<UploadView>()(z.object(uploaded)).meta({ id: 'UploadedMedia' })
export const MediaShown = shows<ReturnType<typeof listView>>()(
  z.object({
    ...uploaded,
    width: Pixels.describe('Pixels; images and video, once inspected.'),
    height: Pixels.describe('Pixels; images and video, once inspected.'),
    duration_ms: z.int().nullable().describe('Video and audio, once inspected.'),
    tags_json: z.string().nullable().describe('The tags, as JSON: an array of strings.'),
    metadata_json: z.string().nullable().describe('JSON.'),
    updated_at: Time,
    download_url: z.url().describe('At the content delivery network; needs no key.'),
  }),
).meta({ id: 'Media' })

export const MediaListShown = shows<MediaPage>()(
  z.object({
    result: z.array(MediaShown),
    usage: z.object({ usage_size: z.int().describe('Bytes of all your media.') }),
    result_info: ResultInfo,
    filters: z.object({
      type: z.enum(['image', 'video', 'audio']).optional(),
      search: z.string().optional(),
      tag: z.string().optional(),
    }),
  }),
)

export const UploadHeaders = z.record(z.string(), z.string()).describe('To send along, exactly so.')

export const UploadSessionShown = shows<UploadSessionView>()(
  z.object({
    id: z.uuid(),
    object_key: z.string(),
    content_type: z.string(),
    size_bytes: z.int(),
    parts: z.array(
      z.object({
        number: z.int().describe('From 1.'),
        first_byte: z.int().describe('Where in the file it begins, from 0.'),
        size_bytes: z.int(),
        arrived: z.boolean(),
        upload_url: z.url().nullable().describe('Where to PUT it. Null once it has arrived.'),
        headers: UploadHeaders.nullable(),
      }),
    ),
    addresses_expire_at: Time,
    expires_at: Time.describe('When the upload expires.'),
  }),
)

export const TagsShown = z.array(z.object({ tag: z.string(), count: z.int().describe('How many files have it.') }))
