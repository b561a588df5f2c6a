// Threads' options as a request has them.
import * as z from 'zod/mini'
import { nfc } from '../../nfc.ts'
import { linksIn } from '../caption-words.ts'
import { TEXT_LENGTHS } from '../count-text.ts'
import { COUNTRIES } from '../meta/enumerations.ts'
import type { OptionFields } from '../option-fields.ts'
import { ExternalId, eachOnce, offsetRange } from '../options.ts'
import { characters, conditional, documented, NUL, textField } from '../text-field.ts'
import { MAX_PARTS, threadPart } from '../thread-part.ts'
import { WebAddress } from '../web-address.ts'
import { MAX_ATTACHED_TEXT, REPLY_CONTROLS } from './enumerations.ts'
import { threads } from './facts.ts'

const MAX_SPOILERS = 10
const MAX_STYLES = 500

const MAX_TOPIC = 50

/** The rules below for the document: after `#` something that can be seen, and nothing that a topic must not contain. */
const TOPIC_PATTERN = '^#?[^\\S\\n\\r]*[^\\s.&#\\u0000][^.&#\\n\\r\\u0000]*$'

const wordOf = (topic: string): string => topic.replace(/^#/, '')

/** One topic, with or without its `#`. */
const Topic = z.lazy(() =>
  z.pipe(
    documented(
      z.string().check(
        z.superRefine((value, context) => {
          const topic = wordOf(value)
          const length = characters(topic)
          const refuse = (message: string, code = 'invalid_format') =>
            context.addIssue({ code: 'custom', params: { code }, message })
          // `too_long` and `too_short` where the limits of the document say so, which count the sign too.
          if (length > MAX_TOPIC)
            refuse(
              `has ${length} characters; at most ${MAX_TOPIC} are allowed`,
              characters(value) > MAX_TOPIC + 1 ? 'too_long' : 'invalid_format',
            )
          if (topic.trim() === '')
            refuse(
              'must have at least one character that can be seen besides #',
              value.trim() === '' ? 'too_short' : 'invalid_format',
            )
          if (/[.&#\n\r]/.test(topic)) refuse('must not contain . or & or line breaks, nor a # inside')
          if (!topic.isWellFormed()) refuse('must be valid Unicode')
          if (topic.includes(NUL)) refuse('must not contain the character U+0000')
        }),
      ),
      {
        pattern: TOPIC_PATTERN,
        ...{ minLength: 1, maxLength: MAX_TOPIC + 1 },
        ...conditional({ not: { pattern: '^#' } }, { maxLength: MAX_TOPIC }),
      },
    ),
    // Composed, as its characters are counted.
    z.transform((value) => wordOf(nfc(value))),
  ),
)

export const Poll = z.lazy(() =>
  z.strictObject({
    options: documented(
      z.array(textField('a choice of the poll', { min: 1, max: 25 })).check(
        z.minLength(2),
        z.maxLength(4),
        eachOnce('options', (choice) => nfc(String(choice))),
      ),
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

const ThreadPart = z.lazy(() =>
  threadPart({
    media: 20,
    tooLong: (content) => {
      const { max, most } = threads.caption
      const length = TEXT_LENGTHS.threads(content)
      const links = linksIn(content).size
      return [
        ...(length > max ? [`content counts ${length} characters on Threads; at most ${max} are allowed.`] : []),
        ...(links > most.links ? [`content has ${links} links; at most ${most.links} are allowed on Threads.`] : []),
      ]
    },
  }),
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
