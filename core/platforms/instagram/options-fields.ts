// Instagram's options as a request has them. Schemas are made when they are first used: most posts say nothing of all this.
import * as z from 'zod/mini'
import { Uuid } from '../../ids.ts'
import type { OptionFields } from '../option-fields.ts'
import { ExternalId, eachOnce } from '../options.ts'
import { documented, textField } from '../text-field.ts'
import { instagram } from './facts.ts'
import { MAX_USER_TAGS } from './options.ts'
import { MAX_PRODUCT_TAGS, MAX_SPONSORS } from './options-facebook.ts'

const MAX_COLLABORATORS = 3
/** Ours: no limit is documented. */
const MAX_AUDIO_NAME = 100
/** Ours, as a caption's: no limit is documented. The API before 2018 had 300, and one link. */
const MAX_COMMENT = 2200

/** A username with or without its `@`, which Instagram refuses. */
const Username = z.lazy(() =>
  z.pipe(
    z
      .string()
      .check(z.regex(/^@?[A-Za-z0-9._]{1,30}$/, { error: 'must be a username: 1 to 30 letters, digits, . or _' })),
    z.transform((value) => value.replace(/^@/, '')),
  ),
)
const fraction = () => z.number().check(z.minimum(0), z.maximum(1))

const userTag = () =>
  z.strictObject({
    username: Username,
    x: z.optional(fraction()),
    y: z.optional(fraction()),
  })

/** A person in a picture or video. `x` and `y` run from the top left. */
const UserTag = z.lazy(userTag)
export type UserTag = z.infer<typeof UserTag>

const usernameIn = (value: unknown): string => String(typeof value === 'string' ? value : '').toLowerCase()

const EXTERNAL_ID = { type: 'string', pattern: '^\\d{1,30}$' }
const VOLUME = { type: 'integer', minimum: 0, maximum: 100 }
const FRACTION = { type: 'number', minimum: 0, maximum: 1 }
const BY_FACEBOOK = 'Only of accounts that are connected with Facebook Login.'

const PARTNERSHIP = {
  description: `The label of a paid partnership, with its sponsors or without. ${BY_FACEBOOK}`,
  type: 'object',
  properties: {
    label: { type: 'boolean', const: true },
    sponsor_ids: { type: 'array', minItems: 1, maxItems: MAX_SPONSORS, uniqueItems: true, items: EXTERNAL_ID },
  },
  additionalProperties: false,
}
const AUDIO = {
  description: `A sound of Instagram's catalogue. ${BY_FACEBOOK}`,
  type: 'object',
  properties: { audio_id: EXTERNAL_ID, audio_volume: VOLUME, video_volume: VOLUME },
  required: ['audio_id'],
  additionalProperties: false,
}
const PRODUCT_TAGS = {
  description: `Products of a shop, at most ${MAX_PRODUCT_TAGS} on each medium. ${BY_FACEBOOK}`,
  type: 'array',
  minItems: 1,
  maxItems: MAX_PRODUCT_TAGS * instagram.posts.feed.total.max,
  items: {
    type: 'object',
    properties: { product_id: EXTERNAL_ID, x: FRACTION, y: FRACTION, media_index: { type: 'integer', minimum: 0 } },
    required: ['product_id'],
    additionalProperties: false,
  },
}

export const InstagramOptions = z.lazy(() =>
  z.strictObject({
    collaborators: z.optional(
      documented(
        z.array(Username).check(z.minLength(1), z.maxLength(MAX_COLLABORATORS), eachOnce('collaborators', usernameIn)),
        { uniqueItems: true },
      ),
    ),
    user_tags: z.optional(
      z
        .array(z.extend(userTag(), { media_index: z.optional(z.int().check(z.minimum(0))) }))
        .check(z.minLength(1), z.maxLength(MAX_USER_TAGS * instagram.posts.feed.total.max)),
    ),
    location_id: z.optional(ExternalId),
    cover_media_id: z.optional(Uuid),
    thumb_offset_ms: z.optional(z.int().check(z.minimum(0))),
    share_to_feed: z.optional(z.boolean()),
    audio_name: z.optional(textField('audio_name', { min: 1, max: MAX_AUDIO_NAME })),
    trial_reel: z.optional(z.enum(['manual', 'performance'])),
    is_ai_generated: z.optional(z.boolean()),
    first_comment: z.optional(textField('first_comment', { min: 1, max: MAX_COMMENT })),
    comments_enabled: z.optional(z.boolean()),
    // Checked with the account (`options-facebook.ts`).
    paid_partnership: z.optional(documented(z.unknown(), PARTNERSHIP)),
    audio: z.optional(documented(z.unknown(), AUDIO)),
    product_tags: z.optional(documented(z.unknown(), PRODUCT_TAGS)),
  }),
)
export type InstagramOptions = z.infer<typeof InstagramOptions>

export const fields: OptionFields = {
  options: InstagramOptions,
  on_media: { user_tags: { entry: UserTag, most: MAX_USER_TAGS } },
}
