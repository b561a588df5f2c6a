// Bluesky's options as a request has them.
import * as z from 'zod/mini'
import { TEXT_LENGTHS } from '../count-text.ts'
import type { OptionFields } from '../option-fields.ts'
import { eachOnce } from '../options.ts'
import { documented } from '../text-field.ts'
import { MAX_PARTS, threadPart } from '../thread-part.ts'
import { HttpAddress } from '../web-address.ts'
import { CONTENT_LABELS, QUOTES_FROM, REPLIES_FROM } from './enumerations.ts'
import { bluesky } from './facts.ts'

const MAX_LANGS = 3
const MAX_TAGS = 8
const MAX_TAG = { graphemes: 64, bytes: 640 }
const MAX_CAPTIONS = 20
const MAX_CAPTION_BYTES = 20_000

/** RFC 5646, section 2.1: language, its extensions, script, region, variants, extensions and private parts, in this order. */
const LANGUAGE_TAG =
  /^[a-zA-Z]{2,3}(?:-[a-zA-Z]{3}){0,3}(?:-[a-zA-Z]{4})?(?:-(?:[a-zA-Z]{2}|[0-9]{3}))?(?:-(?:[a-zA-Z0-9]{5,8}|[0-9][a-zA-Z0-9]{3}))*(?:-[0-9a-wyzA-WYZ](?:-[a-zA-Z0-9]{2,8})+)*(?:-[xX](?:-[a-zA-Z0-9]{1,8})+)?$/

const Language = z.lazy(() =>
  z.string().check(z.maxLength(35), z.regex(LANGUAGE_TAG, { error: 'must be a language as in en or pt-BR (BCP 47)' })),
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

const Tag = z.lazy(() =>
  z.pipe(
    documented(
      z.string().check(
        z.superRefine((value, context) => {
          const problem = (code: string, message: string) =>
            context.addIssue({ code: 'custom', params: { code }, message })
          const bare = value.replace(/^#/, '')
          if (bare.trim() === '' || /[\s#\0]/.test(bare) || !bare.isWellFormed())
            return problem('invalid_format', 'must be one tag, without white space')
          const { graphemes, utf8_bytes } = TEXT_LENGTHS
          if (
            value.length > MAX_TAG.bytes + 1 ||
            graphemes(bare) > MAX_TAG.graphemes ||
            utf8_bytes(bare) > MAX_TAG.bytes
          )
            problem('too_long', `must have at most ${MAX_TAG.graphemes} characters and ${MAX_TAG.bytes} bytes`)
        }),
      ),
      { pattern: '^#?[^#\\s]+$', maxLength: MAX_TAG.bytes + 1 },
    ),
    z.transform((value) => value.replace(/^#/, '')),
  ),
)

const VideoCaptions = z.lazy(() =>
  z.strictObject({
    lang: Language,
    content: documented(
      z.string().check(
        z.superRefine((value, context) => {
          const problem = (code: string, message: string) =>
            context.addIssue({ code: 'custom', params: { code }, message })
          if (value.length > MAX_CAPTION_BYTES || TEXT_LENGTHS.utf8_bytes(value) > MAX_CAPTION_BYTES)
            return problem('too_long', `must have at most ${MAX_CAPTION_BYTES} bytes`)
          if (!/^\ufeff?WEBVTT(?:\s|$)/.test(value) || !value.isWellFormed())
            problem('invalid_format', 'must be the text of a WebVTT file, which begins with WEBVTT')
        }),
      ),
      { pattern: '^\\ufeff?WEBVTT(?:\\s|$)', maxLength: MAX_CAPTION_BYTES },
    ),
  }),
)

const listOf = <T extends z.ZodMiniType>(name: string, entry: T, max: number) =>
  documented(z.array(entry).check(z.minLength(1), z.maxLength(max), eachOnce(name)), { uniqueItems: true })

const ThreadPart = z.lazy(() =>
  threadPart({
    media: bluesky.posts.feed.images.max,
    tooLong: (content) => {
      const { max, also } = bluesky.caption
      const length = TEXT_LENGTHS.graphemes(content)
      const bytes = TEXT_LENGTHS.utf8_bytes(content)
      return [
        ...(length > max ? [`content counts ${length} characters on Bluesky; at most ${max} are allowed.`] : []),
        ...(bytes > also[0].max ? [`content has ${bytes} bytes on Bluesky; at most ${also[0].max} are allowed.`] : []),
      ]
    },
  }),
)

const BlueskyOptions = z.lazy(() =>
  z.strictObject({
    allow_replies: z.optional(listOf('allow_replies', z.enum(REPLIES_FROM), REPLIES_FROM.length)),
    allow_quotes: z.optional(z.enum(QUOTES_FROM)),
    langs: z.optional(listOf('langs', Language, MAX_LANGS)),
    labels: z.optional(listOf('labels', z.enum(CONTENT_LABELS), CONTENT_LABELS.length)),
    tags: z.optional(listOf('tags', Tag, MAX_TAGS)),
    link_card: z.optional(HttpAddress),
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
