// What a post can say to Threads beside its text and media: each option with where it may stand, its checks before a post
// is accepted, and the parameter that it becomes (platform-options, tables B and E). Pure.
import * as z from 'zod/mini'
import { Uuid } from '../../ids.ts'
import { threadsLength } from '../../posts/rules/caption-length.ts'
import { REPLY_CONTROLS } from '../../posts/rules/enumerations.ts'
import { documented, textField } from '../../posts/rules/text-field.ts'
import {
  conflicts,
  eachOnce,
  linksIn,
  type OptionProblem,
  type OptionRow,
  type OptionUse,
  offsetRange,
  type Place,
  PlatformId,
  rangeProblems,
  rowProblems,
  unknownPermissions,
} from '../options.ts'
import { COUNTRIES } from './countries.ts'

const MAX_LINKS = 5
const MAX_ATTACHED_TEXT = 10_000
const MAX_SPOILERS = 10
const MAX_STYLES = 500
/** Parts that follow the first; ours. */
export const MAX_PARTS = 20
const MAX_PART_TEXT = 500
const MAX_PART_MEDIA = 20

const WebAddress = z.lazy(() =>
  documented(
    z.string().check(
      z.superRefine((value, context) => {
        const problem = (message: string) =>
          context.addIssue({ code: 'custom', params: { code: 'invalid_format' }, message })
        if (value.length > 2048) return problem('must have at most 2048 characters')
        const url = /^https:\/\/[^\s]+$/i.test(value) ? URL.parse(value) : null
        if (url?.username !== '' || url.password !== '') problem('must be an https address')
      }),
    ),
    { format: 'uri', pattern: '^[hH][tT][tT][pP][sS]://[^\\s@]+$', maxLength: 2048 },
  ),
)

/** One topic, with or without its `#`. */
const Topic = z.lazy(() =>
  z.pipe(
    textField('topic_tag', { min: 1, max: 51 }).check(
      z.regex(/^#?[^.&#\n\r]{1,50}$/u, { error: 'must have 1 to 50 characters, without . & and #' }),
    ),
    z.transform((value) => value.replace(/^#/, '')),
  ),
)

const Poll = z.lazy(() =>
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

const TextAttachment = z.lazy(() =>
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

const PartMedia = z.lazy(() =>
  z.strictObject({
    media_asset_ids: z.array(Uuid).check(z.minLength(1), z.maxLength(MAX_PART_MEDIA)),
  }),
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
          const length = threadsLength(content)
          if (length <= MAX_PART_TEXT) return
          const message = `content counts ${length} characters on Threads; at most ${MAX_PART_TEXT} are taken.`
          context.addIssue({ code: 'custom', params: { code: 'too_long' }, path: ['content'], message })
        }),
      ),
    { anyOf: [{ required: ['content'], properties: { content: { pattern: '\\S' } } }, { required: ['media'] }] },
  ),
)
export type ThreadPart = z.infer<typeof ThreadPart>

export const ThreadsOptions = z.lazy(() =>
  z.strictObject({
    reply_control: z.optional(z.enum(REPLY_CONTROLS)),
    topic_tag: z.optional(Topic),
    link_attachment: z.optional(WebAddress),
    quote_post_id: z.optional(PlatformId),
    reply_to_id: z.optional(PlatformId),
    thread: z.optional(z.array(ThreadPart).check(z.minLength(1), z.maxLength(MAX_PARTS))),
    poll: z.optional(Poll),
    gif: z.optional(Gif),
    text_attachment: z.optional(TextAttachment),
    spoiler_media: z.optional(z.boolean()),
    spoiler_text: z.optional(z.array(z.strictObject(offsetRange())).check(z.minLength(1), z.maxLength(MAX_SPOILERS))),
    ghost_post: z.optional(z.boolean()),
    reply_approvals: z.optional(z.boolean()),
    location_id: z.optional(PlatformId),
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

const ALL = ['text', 'image', 'video', 'carousel'] as const

export const THREADS_OPTIONS: Record<keyof ThreadsOptions, OptionRow> = {
  reply_control: { shapes: ALL },
  topic_tag: { shapes: ALL },
  link_attachment: { shapes: ['text'] },
  quote_post_id: { shapes: ALL },
  reply_to_id: { shapes: ALL, scope: 'threads_manage_replies' },
  thread: { shapes: ALL, scope: 'threads_manage_replies' },
  poll: { shapes: ['text'] },
  gif: { shapes: ['text'] },
  text_attachment: { shapes: ['text'] },
  spoiler_media: { shapes: ['image', 'video', 'carousel'] },
  spoiler_text: { shapes: ALL },
  ghost_post: { shapes: ['text'] },
  reply_approvals: { shapes: ALL },
  location_id: { shapes: ALL, scope: 'threads_location_tagging' },
  allowed_countries: { shapes: ALL },
  share_to_instagram_story: { shapes: ALL, scope: 'threads_share_to_instagram' },
}

const CONFLICTS = [
  { option: 'poll', not_with: ['link_attachment', 'gif', 'text_attachment'] },
  // "Ghost posts": only text spoilers may be combined.
  {
    option: 'ghost_post',
    not_with: Object.keys(THREADS_OPTIONS).filter((name) => name !== 'ghost_post' && name !== 'spoiler_text'),
  },
]

/** Said and meant: `ghost_post: false` is no ghost post, and no story is asked for by `off`. */
const effective = (options: ThreadsOptions): ThreadsOptions =>
  Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined && value !== false && value !== 'off'),
  )

/** Everything for which Threads would refuse the options. */
export function threadsProblems(options: ThreadsOptions, use: OptionUse): OptionProblem[] {
  const given = effective(options)
  const problems = [...rowProblems(given, THREADS_OPTIONS, use, 'Threads'), ...conflicts(given, CONFLICTS)]
  const { link_attachment, text_attachment, spoiler_text = [] } = given
  const links = linksIn(use.caption)
  for (const link of [link_attachment, text_attachment?.link_url]) if (link !== undefined) links.add(link)
  if (link_attachment !== undefined && text_attachment?.link_url !== undefined) {
    const message = "is the post's second card; link_attachment is the first, and a post has one."
    problems.push({ code: 'option_conflict', option: 'text_attachment.link_url', message })
  }
  const linking = link_attachment !== undefined ? 'link_attachment' : 'text_attachment.link_url'
  if ((link_attachment ?? text_attachment?.link_url) !== undefined && links.size > MAX_LINKS) {
    const message = `makes ${links.size} links with those of the text; at most ${MAX_LINKS} are taken.`
    problems.push({ code: 'too_long', option: linking, message })
  }
  problems.push(...rangeProblems(spoiler_text, use.caption, 'spoiler_text'))
  if (text_attachment?.styles)
    problems.push(...rangeProblems(text_attachment.styles, text_attachment.text, 'text_attachment.styles'))
  return problems
}

/** What Threads takes and may still not do as hoped. */
export const threadsWarnings = (options: ThreadsOptions, use: OptionUse): string[] => [
  ...unknownPermissions(effective(options), THREADS_OPTIONS, use),
  ...(options.allowed_countries
    ? ['Whether Threads lets this account choose countries is found out when it is published.']
    : []),
]

const pollParameter = ({ options }: z.infer<typeof Poll>): string =>
  JSON.stringify(Object.fromEntries(options.map((choice, at) => [`option_${'abcd'[at]}`, choice])))

const attachmentParameter = ({ text, link_url, styles }: z.infer<typeof TextAttachment>): string =>
  JSON.stringify({
    plaintext: text,
    ...(link_url === undefined ? {} : { link_attachment_url: link_url }),
    ...(styles === undefined || styles.length === 0
      ? {}
      : {
          text_with_styling_info: styles.map(({ offset, length, styles }) => ({
            offset,
            length,
            styling_info: styles,
          })),
        }),
  })

/** What the container of this place carries of the options; children of a carousel carry none. */
export function threadsParameters(options: ThreadsOptions, place: Place): Record<string, string> {
  if (place === 'child') return {}
  const given = effective(options)
  const { poll, gif, text_attachment, spoiler_text, allowed_countries, share_to_instagram_story: story } = given
  const flag = (value: boolean | undefined) => (value ? 'true' : undefined)
  const parameters: Record<string, string | undefined> = {
    reply_control: given.reply_control,
    topic_tag: given.topic_tag,
    link_attachment: given.link_attachment,
    quote_post_id: given.quote_post_id,
    reply_to_id: given.reply_to_id,
    poll_attachment: poll && pollParameter(poll),
    gif_attachment: gif && JSON.stringify({ gif_id: gif.id, provider: 'GIPHY' }),
    text_attachment: text_attachment && attachmentParameter(text_attachment),
    is_spoiler_media: flag(given.spoiler_media),
    text_entities:
      spoiler_text &&
      JSON.stringify(spoiler_text.map(({ offset, length }) => ({ entity_type: 'SPOILER', offset, length }))),
    is_ghost_post: flag(given.ghost_post),
    enable_reply_approvals: flag(given.reply_approvals),
    location_id: given.location_id,
    allowlisted_country_codes: allowed_countries?.join(','),
    crossreshare_to_ig: flag(story === 'light'),
    crossreshare_to_ig_dark_mode: flag(story === 'dark'),
  }
  return Object.fromEntries(
    Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}
