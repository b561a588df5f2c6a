// What `validate_only` answers.
import { z } from 'zod'
import { AccountStatus } from '../accounts/rules/account.ts'
import { shows } from '../answer-schema.ts'
import { PLATFORM_IDS } from '../platforms/facts.ts'
import type { previewPost } from './preview-post.ts'

const text = () => z.string().nullable()
const figure = () => z.number().nullable()

const Properties = z
  .object({
    format: text().describe('`MPEG-4`, `QuickTime`; of a picture what it is coded as: `jpeg`, `heif`.'),
    moov_first: z.boolean().nullable().describe('Whether an MP4 or MOV describes its tracks before it brings them.'),
    edit_lists: z.boolean().nullable(),
    video: z
      .object({
        codec: text().describe('`AVC` is H.264.'),
        profile: text(),
        chroma: text(),
        scan: text(),
        frame_rate: figure().describe('Pictures per second.'),
        bit_rate: figure().describe('Bits per second, on average.'),
      })
      .nullable(),
    audio: z
      .object({ codec: text(), sample_rate: figure().describe('Hertz.'), channels: figure(), bit_rate: figure() })
      .nullable(),
    picture: z.object({ color_space: text(), alpha: z.boolean().nullable() }).nullable(),
  })
  .nullable()
  .describe(
    'What the file is inside, as its inspection found it. Null where it could not be read, or was inspected before this was ' +
      'looked at; a null inside means not known or not present.',
  )

const finding = <const Codes extends readonly [string, ...string[]]>(codes: Codes) =>
  z.object({
    code: z.enum(codes),
    media_asset_id: z.uuid().nullable().describe('Null where it is not about a medium.'),
    message: z.string(),
  })

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
      properties: Properties,
    })
    .nullable()
    .describe('The file as it was uploaded.'),
  picture: z
    .object({ min_width: z.int(), max_width: z.int(), ratio: z.object({ min: z.number(), max: z.number() }) })
    .nullable()
    .describe('The rules that the picture at `url` is made to meet; null for what is sent as it was uploaded.'),
  sent: z
    .object({
      content_type: text(),
      size_bytes: z.int().nullable(),
      width: z.int().nullable(),
      height: z.int().nullable(),
      reason: text().describe('Why it is not known, if so; the other fields are null then.'),
    })
    .nullable()
    .describe('The file at `url`, asked for now: a picture after its transformation. Null for text.'),
})

/** A post as it would be sent. */
const SentPost = {
  caption: z.string(),
  caption_length: z.int().describe('As the platform counts.'),
  caption_limit: z.int(),
  carousel: z.boolean(),
  containers: z.array(Container),
  parameters: z
    .object({
      containers: z.array(z.record(z.string(), z.unknown())),
      carousel: z.record(z.string(), z.unknown()).nullable(),
      publish: z
        .record(z.string(), z.unknown())
        .optional()
        .describe(
          'Parameters of the publish call, on platforms where it has more than the handles of the prepared pieces.',
        ),
    })
    .optional()
    .describe(
      "What each container would carry, by the platform's own names, and the container that joins them. Said where the " +
        'request has `options`, `per_account` or `media.items`, and left out where the answer is too large with them, as of a long ' +
        'thread on many accounts.',
    ),
}

const Account = z.object({
  account_id: z.uuid(),
  name: z.string(),
  platform: z.enum(PLATFORM_IDS),
  valid: z.boolean(),
  problems: z
    .array(
      finding([
        'caption_too_long',
        'account_reconnect_required',
        'account_action_required',
        'media_unusable',
        'media_dimensions',
        'media_duration',
        'media_too_large',
        'media_not_inspected',
        'media_coding',
        'media_frame_rate',
        'media_bit_rate',
        'media_audio',
      ]),
    )
    .describe('For each of them publishing would fail, or break a rule that the platform publishes.'),
  warnings: z
    .array(
      finding([
        'quota_used_up',
        'quota_not_known',
        'sent_not_known',
        'media_layout',
        'media_audio',
        'media_not_known',
        'option_uncertain',
        'mention_not_found',
      ]),
    )
    .describe('What publishing would wait for, what a platform asks for and need not insist on, what is not known.'),
  ...SentPost,
  parts: z
    .array(
      z.object({
        ...SentPost,
        caption: z
          .string()
          .nullable()
          .describe(
            'Null only where the answer is too large with all texts: the text is then the one of the same part of `same_caption_as`.',
          ),
        same_caption_as: z.uuid().optional().describe('Where `caption` is null: an account of this answer.'),
      }),
    )
    .optional()
    .describe('The further posts of a thread; in their parameters `<post 1>` stands for the id of the first.'),
  token: z.object({
    status: AccountStatus,
    expires_at: z.int().nullable(),
    ends_at: z.int().nullable().describe('Until when posts can be scheduled; null where it is kept alive.'),
    works: z.boolean().nullable().describe('Whether the platform takes it, asked now; null where it did not say.'),
    reason: text().describe('Why it does not work or that is not known.'),
  }),
  quota: z.object({
    posts: z.number().describe('Posts that the platform grants; in general, where it could not be asked.'),
    hours: z.number().describe('Within these.'),
    used: z.number().nullable().describe('As the platform counts, asked now; null where it is not known.'),
    remaining: z.number().nullable(),
    reason: text().describe('Why it is not known.'),
  }),
})

export const PreviewShown = shows<Awaited<ReturnType<typeof previewPost>>>()(
  z.object({
    valid: z.boolean(),
    scheduled_at: z.int().nullable(),
    accounts: z.array(Account),
    skipped_accounts: z.array(z.uuid()),
  }),
).meta({ id: 'PostPreview' })
