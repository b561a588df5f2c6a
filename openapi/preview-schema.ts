// What `validate_only` answers.
import { z } from 'zod'
import { AccountStatus } from '../core/domain/account.ts'
import type { previewPost } from '../core/posts/preview-post.ts'
import { shows } from './schema.ts'

const Container = z.object({
  container_type: z.enum(['image', 'video', 'reel', 'story_image', 'story_video', 'text']),
  media_asset_id: z.uuid().nullable(),
  url: z.string().nullable().describe('What the platform would fetch.'),
  alt_text: z.string().nullable(),
  source: z
    .object({
      width: z.int().nullable(),
      height: z.int().nullable(),
      duration_ms: z.int().nullable(),
      size_bytes: z.int(),
      content_type: z.string(),
    })
    .nullable()
    .describe('The file as it was uploaded.'),
  picture: z
    .object({ min_width: z.int(), max_width: z.int(), ratio: z.object({ min: z.number(), max: z.number() }) })
    .nullable()
    .describe('The rules that the picture at `url` is made to meet; null for what is sent as it was uploaded.'),
})

const Account = z.object({
  account_id: z.uuid(),
  name: z.string(),
  platform: z.enum(['instagram', 'threads']),
  valid: z.boolean(),
  problems: z.array(
    z.object({
      code: z.enum([
        'caption_too_long',
        'media_dimensions',
        'media_duration',
        'media_too_large',
        'media_not_inspected',
      ]),
      media_asset_id: z.uuid().nullable(),
      message: z.string(),
    }),
  ),
  caption: z.string(),
  caption_length: z.int().describe('As the platform counts.'),
  caption_limit: z.int(),
  carousel: z.boolean(),
  containers: z.array(Container),
  token: z.object({
    status: AccountStatus,
    expires_at: z.int().nullable(),
    ends_at: z.int().nullable().describe('Until when posts can be scheduled; null where it is kept alive.'),
  }),
  quota: z.object({
    posts: z.int().describe('Posts that the platform grants in general.'),
    hours: z.int(),
    used: z.null(),
  }),
})

export const Preview = shows<ReturnType<typeof previewPost>>()(
  z.object({
    valid: z.boolean(),
    scheduled_at: z.int().nullable(),
    accounts: z.array(Account),
    skipped_accounts: z.array(z.uuid()),
  }),
).meta({ id: 'PostPreview' })
