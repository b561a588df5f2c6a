// Bluesky's options as a request has them.
import * as z from 'zod/mini'
import { Uuid } from '../../ids.ts'
import { MAX_DESCRIPTION } from '../../media/rules/media.ts'
import { TEXT_LENGTHS } from '../count-text.ts'
import { oneForm } from '../one-form.ts'
import type { OptionFields } from '../option-fields.ts'
import { eachOnce } from '../options.ts'
import { documented, textField } from '../text-field.ts'
import { CONTENT_LABELS, QUOTES_FROM, REPLIES_FROM } from './enumerations.ts'
import { bluesky } from './facts.ts'

const MAX_LANGS = 3
const MAX_TAGS = 8
const MAX_TAG = { graphemes: 64, bytes: 640 }
/** Parts that follow the first; ours. */
const MAX_PARTS = 20
const MAX_PART_MEDIA = bluesky.posts.feed.images.max
const MAX_CAPTIONS = 20
const MAX_CAPTION_BYTES = 20_000

const Language = z.lazy(() =>
  z
    .string()
    .check(
      z.maxLength(35),
      z.regex(/^[a-zA-Z]{2,3}(?:-[a-zA-Z0-9]{1,8}){0,4}$/, { error: 'must be a language as in en or pt-BR (BCP 47)' }),
    ),
)

/** A post: its address on bsky.app, or its own (`at://`). */
const POST_ADDRESS =
  /^(?:at:\/\/[a-zA-Z0-9._:%-]{1,253}\/app\.bsky\.feed\.post\/[a-zA-Z0-9._~:-]{1,512}|https:\/\/bsky\.app\/profile\/[a-zA-Z0-9._:%-]{1,253}\/post\/[a-zA-Z0-9._~:-]{1,512})$/
const PostAddress = z.lazy(() =>
  z.string().check(
    z.maxLength(900),
    z.regex(POST_ADDRESS, {
      error: 'must be the address of a post: https://bsky.app/profile/.../post/... or at://.../app.bsky.feed.post/...',
    }),
  ),
)

const WebAddress = z.lazy(() =>
  documented(
    z.string().check(
      z.superRefine((value, context) => {
        const problem = (message: string) =>
          context.addIssue({ code: 'custom', params: { code: 'invalid_format' }, message })
        if (value.length > 2048) return problem('must have at most 2048 characters')
        const url = /^https?:\/\/[^\s]+$/i.test(value) ? URL.parse(value) : null
        if (url?.username !== '' || url.password !== '') problem('must be an http or https address')
      }),
    ),
    { format: 'uri', pattern: '^[hH][tT][tT][pP][sS]?://[^\\s@]+$', maxLength: 2048 },
  ),
)

const Tag = z.lazy(() =>
  z.pipe(
    z.string().check(
      z.superRefine((value, context) => {
        const problem = (code: string, message: string) =>
          context.addIssue({ code: 'custom', params: { code }, message })
        const bare = value.replace(/^#/, '')
        if (bare.trim() === '' || /[\s#]/.test(bare) || !bare.isWellFormed())
          return problem('invalid_format', 'must be one tag, without white space')
        const { graphemes, utf8_bytes } = TEXT_LENGTHS
        if (value.length > MAX_TAG.bytes + 1 || graphemes(bare) > MAX_TAG.graphemes || utf8_bytes(bare) > MAX_TAG.bytes)
          problem('too_long', `must have at most ${MAX_TAG.graphemes} characters and ${MAX_TAG.bytes} bytes`)
      }),
    ),
    z.transform((value) => value.replace(/^#/, '')),
  ),
)

const VideoCaptions = z.lazy(() =>
  z.strictObject({
    lang: Language,
    content: z.string().check(
      z.superRefine((value, context) => {
        const problem = (code: string, message: string) =>
          context.addIssue({ code: 'custom', params: { code }, message })
        if (value.length > MAX_CAPTION_BYTES || TEXT_LENGTHS.utf8_bytes(value) > MAX_CAPTION_BYTES)
          return problem('too_long', `must have at most ${MAX_CAPTION_BYTES} bytes`)
        if (!/^\ufeff?WEBVTT(?:\s|$)/.test(value) || !value.isWellFormed())
          problem('invalid_format', 'must be the text of a WebVTT file, which begins with WEBVTT')
      }),
    ),
  }),
)

const listOf = <T extends z.ZodMiniType>(name: string, entry: T, max: number) =>
  documented(z.array(entry).check(z.minLength(1), z.maxLength(max), eachOnce(name)), { uniqueItems: true })

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
          const { max, also } = bluesky.caption
          const length = TEXT_LENGTHS.graphemes(content)
          if (length > max) tooLong(`content counts ${length} characters on Bluesky; at most ${max} are taken.`)
          const bytes = TEXT_LENGTHS.utf8_bytes(content)
          if (bytes > also[0].max) tooLong(`content has ${bytes} bytes on Bluesky; at most ${also[0].max} are taken.`)
        }),
      ),
    { anyOf: [{ required: ['content'], properties: { content: { pattern: '\\S' } } }, { required: ['media'] }] },
  ),
)

const BlueskyOptions = z.lazy(() =>
  z.strictObject({
    allow_replies: z.optional(listOf('allow_replies', z.enum(REPLIES_FROM), REPLIES_FROM.length)),
    allow_quotes: z.optional(z.enum(QUOTES_FROM)),
    langs: z.optional(listOf('langs', Language, MAX_LANGS)),
    labels: z.optional(listOf('labels', z.enum(CONTENT_LABELS), CONTENT_LABELS.length)),
    tags: z.optional(listOf('tags', Tag, MAX_TAGS)),
    link_card: z.optional(WebAddress),
    quote_post_id: z.optional(PostAddress),
    reply_to_id: z.optional(PostAddress),
    thread: z.optional(z.array(ThreadPart).check(z.minLength(1), z.maxLength(MAX_PARTS))),
    video_as_gif: z.optional(z.boolean()),
    video_captions: z.optional(
      z.array(VideoCaptions).check(
        z.minLength(1),
        z.maxLength(MAX_CAPTIONS),
        eachOnce('video_captions', (value) => String((value as { lang?: unknown }).lang).toLowerCase()),
      ),
    ),
  }),
)
export type BlueskyOptions = z.infer<typeof BlueskyOptions>

export const fields: OptionFields = { options: BlueskyOptions }
