import { Done } from '../../core/answer-schema.ts'
import type { PostType } from '../../core/platforms/enumerations.ts'
import { factsOf, inWords, PLATFORM_IDS, type PlatformId } from '../../core/platforms/facts.ts'
import { MAX_ACCOUNTS, POST_TYPES } from '../../core/platforms/post-types.ts'
import { conditional, documented } from '../../core/platforms/text-field.ts'
import { PreviewShown } from '../../core/posts/preview-schema.ts'
import { NEXT_SLOT } from '../../core/posts/rules/post-request.ts'
import { IDS, NOW } from '../examples.ts'
import type { Operation, Operations } from '../operation.ts'
import type { Json } from '../schema.ts'

const verb = (ids: readonly PlatformId[], one: string, several: string): string => (ids.length === 1 ? one : several)

/** The platforms that accept a type of post, and those that do not. @param more text to add for each that does. */
function takenBy(type: PostType, more: (id: PlatformId) => string = () => ''): string {
  const takers = PLATFORM_IDS.filter((id) => POST_TYPES[type].platforms[id])
  const others = PLATFORM_IDS.filter((id) => !takers.includes(id))
  const each = takers.map((id) => `${inWords([id])}${more(id)}`)
  const taken =
    each.length === 1 ? `${inWords(takers)} takes it${takers.map(more).join('')}` : `${each.join(' and ')} take it`
  return others.length === 0 ? taken : `${taken}, ${inWords(others)} ${verb(others, 'does', 'do')} not`
}

/**
 * A time in one of its two forms, or a word in its place. The format stands beside the forms: code generators then make a number
 * or a text of it, where those for Java and Go make what does not compile of a number or a date.
 */
export const timeOr = (word?: string): Json => ({
  oneOf: [
    // To the end of the year 9999, as times in a query.
    { type: 'integer', format: 'int64', minimum: 0, maximum: 253_402_300_799_999 },
    { type: 'string' },
  ],
  ...conditional({ type: 'string', ...(word === undefined ? {} : { not: { const: word } }) }, { format: 'date-time' }),
})

export const SCHEDULED_AT = {
  description: 'The time to publish: Unix milliseconds, or ISO 8601 with an offset. Later than now, within 365 days.',
  ...timeOr(),
}

const QUEUED_AT = {
  description: `${SCHEDULED_AT.description} Or \`next_slot\`: the next free weekly slot of the account; with several accounts, the next one that is free on all of them.`,
  ...timeOr(NEXT_SLOT),
}

export const NOT_AFTER = {
  description:
    'A post that could not begin by this time ends `failed` with `too_late`, and nothing of it is published. It takes the same forms as `scheduled_at` and must be later.',
  ...timeOr(),
}

/**
 * With data in every answer, said of a field that is always there: code generators for Go and Java read the answer of 202 too with the type
 * of that of 200, and make clients that report a post as failed which was accepted, if it lacks what is plainly required.
 */
const Checked = documented(Done.extend({ data: PreviewShown }), {
  required: ['success', 'message'],
  dependentRequired: { success: ['data'] },
})

function fieldsOf(type: PostType): Record<string, Json> {
  const { title, content, media, schedulable, hashtags } = POST_TYPES[type]
  const fields: Record<string, Json> = {
    validate_only: {
      description:
        'Check everything, ask the platforms for token and quota, and return what would be sent. Nothing is stored or published.',
    },
    title: {
      minLength: title.min,
      maxLength: title.max,
      description: 'The title of the post in this service; platforms do not show it.',
    },
    content: {
      ...(content.required ? { minLength: 1 } : {}),
      maxLength: content.max,
      description: 'The caption. Hashtags are appended after a blank line.',
    },
    hashtags: {
      description: `At most ${hashtags.max}, with or without \`#\`.`,
    },
    accounts: {
      uniqueItems: true,
      description: `1 to ${MAX_ACCOUNTS} ids of \`GET /v1/accounts/social\`. Accounts on a platform that does not support this type are skipped, and those that are listed only.`,
    },
  }
  if (media.max > 0) {
    fields['media.media_asset_ids'] = {
      minItems: media.min,
      maxItems: media.max,
      description: `The media, in the order of the post. Kinds: ${media.kinds.join(', ')}.`,
    }
    fields['media.container_id'] = { description: 'Your own id; it is returned with the post.' }
    fields['media.smart_transform'] = {
      description: 'Crop pictures to an aspect ratio. By default they stay as they are.',
    }
    fields['media.smart_transform.aspect_ratio'] = { description: 'Required when `enabled` is true.' }
  }
  if (media.max > 0) {
    fields['media.items'] = {
      minItems: media.min,
      maxItems: media.max,
      description:
        'The long form of `media_asset_ids`, to be used in its place: each medium with its alternative text and, on Instagram, tagged people.',
    }
  }
  if (schedulable) fields.scheduled_at = QUEUED_AT
  fields.not_after = NOT_AFTER
  fields.on_failure = {
    description:
      '`stop`: all accounts or none. Nothing is published before the media of all accounts are ready, and nothing at all if one cannot be prepared. `continue` (the default): each account on its own.',
  }
  fields.options = {
    description:
      "The platforms' own options, beside text and media; the guide *The platforms' own options* describes each.",
  }
  fields.per_account = {
    description:
      'By account id: text, hashtags and options in place of the common ones. An option replaces the common one of the same name.',
  }
  return fields
}

const TEXTS: Record<PostType, { summary: string; description: string; example: Json }> = {
  feed: {
    summary: 'Post to the feed',
    description:
      'Several media become a carousel. Instagram accepts 1 to 10, and turns a single video into a reel. Threads accepts 2 to 20 ' +
      'images, or exactly one video.',
    example: {
      title: 'Autumn menu',
      content: 'Our autumn menu is here.',
      hashtags: ['coffee', 'autumn'],
      media: {
        media_asset_ids: [IDS.picture, IDS.other],
        smart_transform: { enabled: true, aspect_ratio: '4:5' },
      },
      accounts: [IDS.instagram, IDS.threads],
    },
  },
  reels: {
    summary: 'Post a reel',
    description: `One video. ${takenBy('reels')}.`,
    example: {
      content: 'Behind the counter',
      media: { media_asset_ids: [IDS.other] },
      accounts: [IDS.instagram],
      scheduled_at: NEXT_SLOT,
    },
  },
  stories: {
    summary: 'Post a story',
    description: `One image or video that disappears after 24 hours. ${takenBy('stories')}. Stories cannot be scheduled.`,
    example: { media: { media_asset_ids: [IDS.picture] }, accounts: [IDS.instagram] },
  },
  text: {
    summary: 'Post a text',
    description: `Text without media. ${takenBy('text', (id) => ` (${factsOf(id).caption.max} characters)`)}.`,
    example: { content: 'Open until ten tonight.', accounts: [IDS.threads] },
  },
}

const previewExample = {
  success: true,
  message: 'The reels post was checked; nothing was stored or published.',
  data: {
    valid: false,
    scheduled_at: null,
    accounts: [
      {
        account_id: IDS.instagram,
        name: 'Instagram @acme.coffee',
        platform: 'instagram',
        valid: false,
        problems: [
          {
            code: 'media_frame_rate',
            media_asset_id: IDS.other,
            message: 'The video has 120 frames a second; 23 to 60 are allowed.',
          },
        ],
        warnings: [
          {
            code: 'media_layout',
            media_asset_id: IDS.other,
            message: 'The moov box stands behind the media data; the platform asks for it in front.',
          },
        ],
        caption: 'Behind the counter',
        caption_length: 18,
        caption_limit: 2200,
        carousel: false,
        containers: [
          {
            container_type: 'reel',
            media_asset_id: IDS.other,
            url: `https://media.example.com/${IDS.other}.mp4`,
            alt_text: null,
            source: {
              width: 1080,
              height: 1920,
              duration_ms: 14_500,
              size_bytes: 18_350_080,
              content_type: 'video/mp4',
              properties: {
                format: 'MPEG-4',
                moov_first: false,
                edit_lists: false,
                video: {
                  codec: 'AVC',
                  profile: 'High',
                  chroma: '4:2:0',
                  scan: 'Progressive',
                  frame_rate: 120,
                  bit_rate: 9_950_000,
                },
                audio: { codec: 'AAC', sample_rate: 48_000, channels: 2, bit_rate: 128_000 },
                picture: null,
              },
            },
            picture: null,
            sent: { content_type: 'video/mp4', size_bytes: 18_350_080, width: 1080, height: 1920, reason: null },
          },
        ],
        token: { status: 'active', expires_at: NOW + 40 * 86_400_000, ends_at: null, works: true, reason: null },
        quota: { posts: 50, hours: 24, used: 3, remaining: 47, reason: null },
      },
    ],
    skipped_accounts: [],
  },
}

const posting = (type: PostType): Operation => {
  const { summary, description, example } = TEXTS[type]
  return {
    id: `post${type[0]!.toUpperCase()}${type.slice(1)}`,
    tag: 'Posts',
    summary,
    description: `${description} Everything is checked first: the post is accepted as a whole or not at all.`,
    fields: fieldsOf(type),
    examples: { post: { summary, value: example } },
    answers: {
      200: {
        description:
          'With `validate_only=true`: what would be sent to each account, and the current state of its token and quota at the platform. ' +
          'Nothing was stored or published, except that converted pictures are kept, as publishing keeps them.',
        body: Checked,
        examples: { checked: { summary: 'A reel with too many frames a second', value: previewExample } },
      },
      202: {
        description: 'Accepted and stored. `Location` is the address of the post, which shows the result.',
        body: Done,
        headers: ['Location'],
        examples: {
          accepted: {
            summary: 'Accepted',
            value: { success: true, message: `The ${type} post was accepted for publishing to 1 account.` },
          },
        },
      },
    },
  }
}

export const postings: Operations = {
  'POST /v1/posts/feed': posting('feed'),
  'POST /v1/posts/reels': posting('reels'),
  'POST /v1/posts/stories': posting('stories'),
  'POST /v1/posts/text': posting('text'),
}
