// Threads' options of a post: each option with where it may stand, its checks before a post
// is accepted, and the parameter that it becomes (platform-options, tables B and E). Pure.
import type * as z from 'zod/mini'
import { nfc } from '../../nfc.ts'
import { linksIn } from '../caption-words.ts'
import {
  isAskedFor,
  type OptionProblem,
  type OptionUse,
  type PlatformOptions,
  PUBLISHED,
  rangeProblems,
} from '../options.ts'
import { MAX_ATTACHED_TEXT } from './enumerations.ts'
import { threads } from './facts.ts'
import type { Poll, TextAttachment, ThreadsOptions } from './options-fields.ts'

const ALL = ['text', 'image', 'video', 'carousel'] as const
const MAX_LINKS = threads.caption.most.links

/** Composed, as the characters of a choice are counted. */
const pollParameter = ({ options }: z.infer<typeof Poll>): string =>
  JSON.stringify(Object.fromEntries(options.map((choice, at) => [`option_${'abcd'[at]}`, nfc(choice)])))

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

/** Pieces that are joined carry none. */
const sent = <Value>(as: string | ((value: Value) => Record<string, unknown>)) => ({ on: PUBLISHED, as })

export const THREADS_OPTIONS: PlatformOptions<ThreadsOptions>['rows'] = {
  // A thread is for the same people in every part.
  reply_control: { shapes: ALL, every_part: true, sent: sent('reply_control') },
  topic_tag: { shapes: ALL, sent: sent('topic_tag') },
  link_attachment: { shapes: ['text'], card: true, sent: sent('link_attachment') },
  quote_post_id: { shapes: ALL, refers: true, sent: sent('quote_post_id') },
  reply_to_id: {
    shapes: ALL,
    scope: 'threads_manage_replies',
    refers: true,
    answers: true,
    sent: sent('reply_to_id'),
  },
  thread: { shapes: ALL, scope: 'threads_manage_replies', chain: true },
  poll: { shapes: ['text'], sent: sent((poll: z.infer<typeof Poll>) => ({ poll_attachment: pollParameter(poll) })) },
  gif: {
    shapes: ['text'],
    sent: sent(({ id }: NonNullable<ThreadsOptions['gif']>) => ({
      gif_attachment: JSON.stringify({ gif_id: id, provider: 'GIPHY' }),
    })),
  },
  text_attachment: {
    shapes: ['text'],
    sent: sent((given: z.infer<typeof TextAttachment>) => ({ text_attachment: attachmentParameter(given) })),
  },
  spoiler_media: { shapes: ['image', 'video', 'carousel'], sent: sent(() => ({ is_spoiler_media: 'true' })) },
  spoiler_text: {
    shapes: ALL,
    sent: sent((ranges: NonNullable<ThreadsOptions['spoiler_text']>) => ({
      text_entities: JSON.stringify(ranges.map(({ offset, length }) => ({ entity_type: 'SPOILER', offset, length }))),
    })),
  },
  ghost_post: { shapes: ['text'], sent: sent(() => ({ is_ghost_post: 'true' })) },
  reply_approvals: { shapes: ALL, sent: sent(() => ({ enable_reply_approvals: 'true' })) },
  location_id: { shapes: ALL, scope: 'threads_location_tagging', sent: sent('location_id') },
  allowed_countries: {
    shapes: ALL,
    every_part: true,
    sent: sent((countries: readonly string[]) => ({ allowlisted_country_codes: countries.join(',') })),
  },
  share_to_instagram_story: {
    shapes: ALL,
    scope: 'threads_share_to_instagram',
    sent: sent((story: string) => ({
      [story === 'dark' ? 'crossreshare_to_ig_dark_mode' : 'crossreshare_to_ig']: 'true',
    })),
  },
}

/** Said and meant: `ghost_post: false` is no ghost post, and no story is asked for by `off`. */
const effective = (options: ThreadsOptions): ThreadsOptions =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => isAskedFor(value)))

function problems(given: ThreadsOptions, use: OptionUse): OptionProblem[] {
  const found: OptionProblem[] = []
  const { link_attachment, text_attachment, spoiler_text = [] } = given
  const links = linksIn(use.caption)
  // Too many links in the text itself are reported for the text.
  const inText = links.size
  for (const link of [link_attachment, text_attachment?.link_url]) if (link !== undefined) links.add(link)
  if (link_attachment !== undefined && text_attachment?.link_url !== undefined) {
    const message = "is the post's second card; link_attachment is the first, and a post has one."
    found.push({ code: 'option_conflict', option: 'text_attachment.link_url', message })
  }
  const linking = link_attachment !== undefined ? 'link_attachment' : 'text_attachment.link_url'
  if ((link_attachment ?? text_attachment?.link_url) !== undefined && links.size > MAX_LINKS && inText <= MAX_LINKS) {
    const message = `makes ${links.size} links with those of the text; at most ${MAX_LINKS} are allowed.`
    found.push({ code: 'too_long', option: linking, message })
  }
  // The unit is not documented: UTF-16, in which its ranges count, is the longest that it can be.
  const attached = text_attachment?.text.length ?? 0
  if (attached > MAX_ATTACHED_TEXT) {
    const message = `has ${attached} UTF-16 units; at most ${MAX_ATTACHED_TEXT} are allowed.`
    found.push({ code: 'too_long', option: 'text_attachment.text', message })
  }
  found.push(...rangeProblems(spoiler_text, use.caption, 'spoiler_text'))
  if (text_attachment?.styles)
    found.push(...rangeProblems(text_attachment.styles, text_attachment.text, 'text_attachment.styles'))
  return found
}

const warnings = ({ allowed_countries }: ThreadsOptions): string[] =>
  allowed_countries ? ['Whether Threads lets this account choose countries is found out when it is published.'] : []

export const options: PlatformOptions<ThreadsOptions> = {
  rows: THREADS_OPTIONS,
  meant: effective,
  conflicts: [
    { option: 'poll', not_with: ['link_attachment', 'gif', 'text_attachment'] },
    // "Ghost posts": only text spoilers may be combined.
    {
      option: 'ghost_post',
      not_with: Object.keys(THREADS_OPTIONS).filter((name) => name !== 'ghost_post' && name !== 'spoiler_text'),
    },
  ],
  problems,
  warnings,
}
