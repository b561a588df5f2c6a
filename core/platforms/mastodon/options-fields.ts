// Mastodon's options as a request has them. What a server takes of them is told by its own limits (`options.ts`).
import * as z from 'zod/mini'
import type { OptionFields } from '../option-fields.ts'
import { eachOnce } from '../options.ts'
import { documented, textField } from '../text-field.ts'
import { MAX_PARTS, threadPart } from '../thread-part.ts'
import { QUOTE_POLICIES, VISIBILITIES } from './enumerations.ts'

/** More than any server takes. */
const MAX_CHOICES = 20
const MAX_CHOICE = 200
const MAX_POLL_S = 366 * 24 * 3600
const MAX_MEDIA = 20

/** Servers number their posts in different ways. */
const StatusId = z.lazy(() =>
  z
    .string({ error: 'must be the id of a post, a string' })
    .check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, { error: 'must be the id of a post: 1 to 64 letters, digits, _ and -' })),
)

export const Poll = z.lazy(() =>
  z.strictObject({
    options: documented(
      z.array(textField('a choice of the poll', { min: 1, max: MAX_CHOICE })).check(
        z.minLength(2),
        z.maxLength(MAX_CHOICES),
        eachOnce('options', (choice) => String(choice).trim()),
      ),
      { uniqueItems: true },
    ),
    expires_in_seconds: z.int().check(z.minimum(1), z.maximum(MAX_POLL_S)),
    multiple: z.optional(z.boolean()),
    hide_totals: z.optional(z.boolean()),
  }),
)

const point = () => z.number().check(z.minimum(-1), z.maximum(1))

/** The point of a picture that is always shown: its middle is 0, 0; the right upper corner 1, 1. */
const FOCUS = { x: point(), y: point() }

const ThreadPart = z.lazy(() => threadPart({ media: MAX_MEDIA }))

const MastodonOptions = z.lazy(() =>
  z.strictObject({
    visibility: z.optional(z.enum(VISIBILITIES)),
    content_warning: z.optional(textField('content_warning', { min: 1, max: 500 })),
    sensitive: z.optional(z.boolean()),
    language: z.optional(
      z
        .string({ error: 'must be a language such as en, ko or zh-TW' })
        .check(z.regex(/^[a-z]{2,3}(-[A-Z][A-Za-z]{1,3})?$/, { error: 'must be a language such as en, ko or zh-TW' })),
    ),
    poll: z.optional(Poll),
    reply_to_id: z.optional(StatusId),
    quote_post_id: z.optional(StatusId),
    quote_policy: z.optional(z.enum(QUOTE_POLICIES)),
    focus: z.optional(
      z.array(z.strictObject({ ...FOCUS, media_index: z.int().check(z.minimum(0)) })).check(
        z.minLength(1),
        z.maxLength(MAX_MEDIA),
        eachOnce('focus', (entry) => String((entry as { media_index: number }).media_index)),
      ),
    ),
    thread: z.optional(z.array(ThreadPart).check(z.minLength(1), z.maxLength(MAX_PARTS))),
  }),
)
export type MastodonOptions = z.infer<typeof MastodonOptions>

export const fields: OptionFields = {
  options: MastodonOptions,
  on_media: { focus: { entry: z.strictObject(FOCUS), most: 1 } },
}
