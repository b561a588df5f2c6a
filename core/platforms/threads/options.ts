// What a post can say to Threads beside its text and media: each option with where it may stand, its checks before a post
// is accepted, and the parameter that it becomes (platform-options, tables B and E). Pure.
import type * as z from 'zod/mini'
import { linksIn } from '../caption-words.ts'
import {
  conflicts,
  isAskedFor,
  type OptionProblem,
  type OptionRow,
  type OptionUse,
  type Place,
  rangeProblems,
  rowProblems,
  unknownPermissions,
} from '../options.ts'
import { MAX_LINKS, type Poll, type TextAttachment, type ThreadsOptions } from './options-fields.ts'

const ALL = ['text', 'image', 'video', 'carousel'] as const

export const THREADS_OPTIONS: Record<keyof ThreadsOptions, OptionRow> = {
  reply_control: { shapes: ALL },
  topic_tag: { shapes: ALL },
  link_attachment: { shapes: ['text'], card: true },
  quote_post_id: { shapes: ALL, refers: true },
  reply_to_id: { shapes: ALL, scope: 'threads_manage_replies', refers: true },
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
  Object.fromEntries(Object.entries(options).filter(([, value]) => isAskedFor(value)))

/** Everything for which Threads would refuse the options. */
export function threadsProblems(options: ThreadsOptions, use: OptionUse): OptionProblem[] {
  const given = effective(options)
  const problems = [...rowProblems(given, THREADS_OPTIONS, use, 'Threads'), ...conflicts(given, CONFLICTS)]
  const { link_attachment, text_attachment, spoiler_text = [] } = given
  const links = linksIn(use.caption)
  // Of more in the text itself the text is told.
  const inText = links.size
  for (const link of [link_attachment, text_attachment?.link_url]) if (link !== undefined) links.add(link)
  if (link_attachment !== undefined && text_attachment?.link_url !== undefined) {
    const message = "is the post's second card; link_attachment is the first, and a post has one."
    problems.push({ code: 'option_conflict', option: 'text_attachment.link_url', message })
  }
  const linking = link_attachment !== undefined ? 'link_attachment' : 'text_attachment.link_url'
  if ((link_attachment ?? text_attachment?.link_url) !== undefined && links.size > MAX_LINKS && inText <= MAX_LINKS) {
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
