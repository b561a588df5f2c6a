// Mastodon's options of a post: each option with where it may stand, its checks before a post is
// accepted, and the parameter that it becomes (platforms-next, section 3.2). Pure.
import type * as z from 'zod/mini'
import { TEXT_LENGTHS } from '../count-text.ts'
import type { OptionPiece, OptionProblem, OptionUse, PlatformOptions } from '../options.ts'
import { mastodon as FACTS } from './facts.ts'
import type { MastodonOptions, Poll } from './options-fields.ts'

const ALL = ['text', 'image', 'video', 'carousel'] as const
const WITH_MEDIA = ['image', 'video', 'carousel'] as const

/** Media are published together with the post, so every piece is one that is published. */
const sent = <Value>(as: string | ((value: Value, piece: OptionPiece) => Record<string, unknown>)) => ({
  on: ['single'] as const,
  as,
})

const pollParameter = ({ options, expires_in_seconds, multiple, hide_totals }: z.infer<typeof Poll>) => ({
  options,
  expires_in: expires_in_seconds,
  ...(multiple === undefined ? {} : { multiple }),
  ...(hide_totals === undefined ? {} : { hide_totals }),
})

type Focus = NonNullable<MastodonOptions['focus']>

/** 0 for a number that would be written with an exponent, which servers do not read: it is as near to the middle. */
const coordinate = (value: number): number => (Math.abs(value) < 1e-6 ? 0 : value)

/** The focus of the medium that the piece is. */
const focusParameter = (entries: Focus, { media_index }: OptionPiece): Record<string, unknown> => {
  const entry = entries.find((one) => one.media_index === media_index)
  return entry ? { focus: `${coordinate(entry.x)},${coordinate(entry.y)}` } : {}
}

export const MASTODON_OPTIONS: PlatformOptions<MastodonOptions>['rows'] = {
  // A thread is for the same people as its first post, with the same warning.
  visibility: { shapes: ALL, every_part: true, sent: sent('visibility') },
  content_warning: { shapes: ALL, every_part: true, counts: true, sent: sent('spoiler_text') },
  sensitive: { shapes: ALL, every_part: true, sent: sent('sensitive') },
  language: { shapes: ALL, every_part: true, sent: sent('language') },
  poll: { shapes: ['text'], sent: sent((poll: z.infer<typeof Poll>) => ({ poll: pollParameter(poll) })) },
  reply_to_id: { shapes: ALL, refers: true, answers: true, sent: sent('in_reply_to_id') },
  quote_post_id: { shapes: ALL, refers: true, sent: sent('quoted_status_id') },
  quote_policy: { shapes: ALL, every_part: true, sent: sent('quote_approval_policy') },
  focus: { shapes: WITH_MEDIA, on_media: true, sent: sent(focusParameter) },
  thread: { shapes: ALL, chain: true },
}

/** Mastodon's, where the server says nothing of its polls. */
export const USUAL_POLL = { poll_options: 4, poll_option_chars: 50, poll_min_s: 300, poll_max_s: 2_629_746 }
/** `api_versions.mastodon` of Mastodon 4.5, the first with quotes. */
const QUOTES_SINCE = 7

function pollProblems(poll: z.infer<typeof Poll>, own: Readonly<Record<string, number>>): OptionProblem[] {
  const { poll_options, poll_option_chars, poll_min_s, poll_max_s } = { ...USUAL_POLL, ...own }
  const found: OptionProblem[] = []
  const say = (code: OptionProblem['code'], option: string, message: string) => found.push({ code, option, message })
  const { options, expires_in_seconds: seconds } = poll
  if (options.length > poll_options)
    say('too_big', 'poll.options', `has ${options.length} choices; at most ${poll_options} are allowed by the server.`)
  // Servers other than Mastodon, such as GoToSocial, count code points. They name limits, and no version of Mastodon's API.
  const counts = Object.keys(own).length > 0 && own.api_version === undefined ? 'code_points' : 'graphemes'
  options.forEach((choice, at) => {
    const length = TEXT_LENGTHS[counts](choice)
    if (length <= poll_option_chars) return
    const message = `has ${length} characters; at most ${poll_option_chars} are allowed by the server.`
    say('too_long', `poll.options[${at}]`, message)
  })
  if (seconds < poll_min_s)
    say('too_small', 'poll.expires_in_seconds', `is ${seconds}; the server takes ${poll_min_s} or more.`)
  if (seconds > poll_max_s)
    say('too_big', 'poll.expires_in_seconds', `is ${seconds}; the server takes ${poll_max_s} or less.`)
  return found
}

/** A focus on a medium that the post does not have would be lost, and so would a second one on the same. */
function focusProblems(focus: Focus, { shape, media }: OptionUse): OptionProblem[] {
  if (!shape || !MASTODON_OPTIONS.focus.shapes.includes(shape)) return []
  return focus.flatMap(({ media_index: at }, index): OptionProblem[] => {
    const option = `focus[${index}]`
    if (at >= media.length) {
      const message = `is on medium ${at}; the post has ${media.length}, counted from 0.`
      return [{ code: 'too_big', option: `${option}.media_index`, message }]
    }
    const first = focus.findIndex((other) => other.media_index === at)
    return first < index ? [{ code: 'duplicate', option, message: `is on medium ${at}, as focus[${first}] is.` }] : []
  })
}

function threadProblems({ thread = [], content_warning = '' }: MastodonOptions, limits: OptionUse['limits']) {
  const most = limits?.text_max ?? FACTS.caption.max
  const mostMedia = limits?.media_max ?? FACTS.posts.feed.images.max
  return thread.flatMap(({ content = '', media }, at): OptionProblem[] => {
    const length = TEXT_LENGTHS.mastodon(content, limits?.link_length) + TEXT_LENGTHS.graphemes(content_warning)
    const files = media?.media_asset_ids.length ?? 0
    const found: OptionProblem[] = []
    if (length > most) {
      const message = `counts ${length} characters on Mastodon; at most ${most} are allowed by the server.`
      found.push({ code: 'too_long', option: `thread[${at}].content`, message })
    }
    if (files > mostMedia) {
      const message = `has ${files} files; at most ${mostMedia} are allowed by the server.`
      found.push({ code: 'media_count', option: `thread[${at}].media`, message })
    }
    return found
  })
}

function problems(given: MastodonOptions, use: OptionUse): OptionProblem[] {
  const { limits } = use
  const own = limits?.own ?? {}
  const found = [
    ...(given.poll ? pollProblems(given.poll, own) : []),
    ...focusProblems(given.focus ?? [], use),
    ...threadProblems(given, limits),
  ]
  for (const option of ['quote_post_id', 'quote_policy'] as const) {
    if (given[option] === undefined || !limits || (own.api_version ?? 0) >= QUOTES_SINCE) continue
    const message = "is not known to the account's server: quotes are there from Mastodon 4.5 on."
    found.push({ code: 'option_not_supported', option, message })
  }
  return found
}

const warnings = ({ visibility, sensitive }: MastodonOptions, { shape }: OptionUse): string[] => [
  ...(visibility === 'direct' ? ['A direct post is shown to nobody but the people whom its text mentions.'] : []),
  ...(sensitive && shape === 'text'
    ? ['Servers hide media by `sensitive`; a text is hidden by a content warning.']
    : []),
]

export const options: PlatformOptions<MastodonOptions> = {
  rows: MASTODON_OPTIONS,
  conflicts: [{ option: 'poll', not_with: ['quote_post_id'] }],
  problems,
  warnings,
}
