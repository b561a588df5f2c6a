// Threads' options as a request has them.
import * as z from 'zod/mini'
import { Uuid } from '../../ids.ts'
import { MAX_DESCRIPTION } from '../../media/rules/media.ts'
import { linksIn } from '../caption-words.ts'
import { TEXT_LENGTHS } from '../count-text.ts'
import { COUNTRIES } from '../countries.ts'
import { oneForm } from '../one-form.ts'
import type { OptionFields } from '../option-fields.ts'
import { ExternalId, eachOnce, offsetRange } from '../options.ts'
import { documented, textField } from '../text-field.ts'
import { WebAddress } from '../web-address.ts'
import { REPLY_CONTROLS } from './enumerations.ts'
import { threads } from './facts.ts'

const MAX_LINKS = threads.caption.most.links
const MAX_ATTACHED_TEXT = 10_000
const MAX_SPOILERS = 10
const MAX_STYLES = 500
/** Parts that follow the first; ours. */
const MAX_PARTS = 20
const MAX_PART_TEXT = threads.caption.max
const MAX_PART_MEDIA = 20

/** One topic, with or without its `#`. */
const Topic = z.lazy(() =>
  z.pipe(
    textField('topic_tag', { min: 1, max: 51 }).check(
      z.regex(/^#?[^.&#\n\r]{1,50}$/u, { error: 'must have 1 to 50 characters, without . & and #' }),
    ),
    z.transform((value) => value.replace(/^#/, '')),
  ),
)

export const Poll = z.lazy(() =>
  z.strictObject({
    options: documented(
      z
        .array(textField('a choice of the poll', { min: 1, max: 25 }))
        .check(z.minLength(2), z.maxLength(4), eachOnce('options')),
      { uniqueItems: true },
    ),
  }),
)

const Gif = z.lazy(() =>
  z.strictObject({
    id: z.string().check(z.regex(/^[\w-]{1,100}$/, { error: 'must be the id of a GIF' })),
    provider: z.optional(z.enum(['giphy'])),
  }),
)

const STYLES = ['bold', 'italic', 'highlight', 'underline', 'strikethrough'] as const

export const TextAttachment = z.lazy(() =>
  z.strictObject({
    text: textField('text', { min: 1, max: MAX_ATTACHED_TEXT }),
    link_url: z.optional(WebAddress),
    styles: z.optional(
      z
        .array(
          z.strictObject({
            ...offsetRange(),
            styles: documented(z.array(z.enum(STYLES)).check(z.minLength(1), eachOnce('styles')), {
              uniqueItems: true,
            }),
          }),
        )
        .check(z.maxLength(MAX_STYLES)),
    ),
  }),
)

/** The media of a part: their ids, or the long form with what is said of each. */
const PartMedia = z.lazy(() =>
  z.pipe(
    documented(
      z
        .strictObject({
          media_asset_ids: z.optional(z.array(Uuid).check(z.minLength(1), z.maxLength(MAX_PART_MEDIA))),
          items: z.optional(
            z
              .array(
                z.strictObject({
                  media_asset_id: Uuid,
                  alt_text: z.optional(textField('alt_text', { max: MAX_DESCRIPTION })),
                }),
              )
              .check(z.minLength(1), z.maxLength(MAX_PART_MEDIA)),
          ),
        })
        .check(oneForm),
      { oneOf: [{ required: ['media_asset_ids'] }, { required: ['items'] }] },
    ),
    z.transform((media) => ({
      ...media,
      media_asset_ids: media.items?.map(({ media_asset_id }) => media_asset_id) ?? media.media_asset_ids!,
    })),
  ),
)

/** A further post of a thread, which answers the one before it. */
const ThreadPart = z.lazy(() =>
  documented(
    z
      .strictObject({
        content: z.optional(textField('content', { max: 2000 })),
        media: z.optional(PartMedia),
      })
      .check(
        z.superRefine(({ content = '', media }, context) => {
          if (content.trim() === '' && !media)
            return context.addIssue({
              code: 'custom',
              params: { code: 'required' },
              message: 'needs content, media, or both',
            })
          const tooLong = (message: string) =>
            context.addIssue({ code: 'custom', params: { code: 'too_long' }, path: ['content'], message })
          const length = TEXT_LENGTHS.threads(content)
          if (length > MAX_PART_TEXT)
            tooLong(`content counts ${length} characters on Threads; at most ${MAX_PART_TEXT} are taken.`)
          const links = linksIn(content).size
          if (links > MAX_LINKS) tooLong(`content has ${links} links; at most ${MAX_LINKS} are taken on Threads.`)
        }),
      ),
    { anyOf: [{ required: ['content'], properties: { content: { pattern: '\\S' } } }, { required: ['media'] }] },
  ),
)

const ThreadsOptions = z.lazy(() =>
  z.strictObject({
    reply_control: z.optional(z.enum(REPLY_CONTROLS)),
    topic_tag: z.optional(Topic),
    link_attachment: z.optional(WebAddress),
    quote_post_id: z.optional(ExternalId),
    reply_to_id: z.optional(ExternalId),
    thread: z.optional(z.array(ThreadPart).check(z.minLength(1), z.maxLength(MAX_PARTS))),
    poll: z.optional(Poll),
    gif: z.optional(Gif),
    text_attachment: z.optional(TextAttachment),
    spoiler_media: z.optional(z.boolean()),
    spoiler_text: z.optional(z.array(z.strictObject(offsetRange())).check(z.minLength(1), z.maxLength(MAX_SPOILERS))),
    ghost_post: z.optional(z.boolean()),
    reply_approvals: z.optional(z.boolean()),
    location_id: z.optional(ExternalId),
    allowed_countries: z.optional(
      documented(
        z
          .array(z.enum(COUNTRIES, { error: 'must be a country as two capital letters (ISO 3166-1 alpha-2)' }))
          .check(z.minLength(1), eachOnce('allowed_countries')),
        { uniqueItems: true },
      ),
    ),
    share_to_instagram_story: z.optional(z.enum(['off', 'light', 'dark'])),
  }),
)
export type ThreadsOptions = z.infer<typeof ThreadsOptions>

export const fields: OptionFields = { options: ThreadsOptions }
