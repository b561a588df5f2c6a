// Bluesky's options of a post: each option with where it may stand, its checks before a post is
// accepted, and what it becomes in the record (platforms-next, section 2.3). Pure.
import { isAskedFor, type OptionPiece, type OptionProblem, type OptionUse, type PlatformOptions } from '../options.ts'
import type { BlueskyOptions } from './options-fields.ts'

const ALL = ['text', 'image', 'video', 'carousel'] as const

/** The first of the post's pieces has the parameters of the post: all pieces are published together. */
const ofPost = (name: keyof BlueskyOptions) => ({
  on: ['single'] as const,
  as: (value: unknown, { media_index }: OptionPiece) => (media_index === 0 ? { [name]: value } : {}),
})

export const BLUESKY_OPTIONS: PlatformOptions<BlueskyOptions>['rows'] = {
  allow_replies: { shapes: ALL, sent: ofPost('allow_replies') },
  // The first post says for the whole thread who may reply. Each post says for itself whether it can be quoted.
  allow_quotes: { shapes: ALL, every_part: true, sent: ofPost('allow_quotes') },
  langs: { shapes: ALL, every_part: true, sent: ofPost('langs') },
  labels: { shapes: ALL, every_part: true, sent: ofPost('labels') },
  tags: { shapes: ALL, sent: ofPost('tags') },
  link_card: { shapes: ['text'], sent: ofPost('link_card') },
  quote_post_id: { shapes: ALL, refers: true, sent: ofPost('quote_post_id') },
  reply_to_id: { shapes: ALL, refers: true, answers: true, sent: ofPost('reply_to_id') },
  thread: { shapes: ALL, chain: true },
  video_as_gif: { shapes: ['video'], sent: ofPost('video_as_gif') },
  video_captions: { shapes: ['video'], sent: ofPost('video_captions') },
}

/** Said and meant: a loop that is switched off asks for nothing, and neither does a control that lets everybody. */
const effective = (options: BlueskyOptions): BlueskyOptions =>
  Object.fromEntries(
    Object.entries(options).filter(
      ([name, value]) =>
        isAskedFor(value) && !(name === 'allow_quotes' && value === 'everyone') && !isOpen(name, value),
    ),
  )

const isOpen = (name: string, value: unknown): boolean =>
  name === 'allow_replies' && Array.isArray(value) && value.length === 1 && value[0] === 'everyone'

function problems({ allow_replies = [], reply_to_id }: BlueskyOptions, _use: OptionUse): OptionProblem[] {
  const found: OptionProblem[] = []
  const alone = allow_replies.find((one) => one === 'everyone' || one === 'nobody')
  if (alone !== undefined && allow_replies.length > 1) {
    const message = `has ${alone} and others: ${alone} stands alone.`
    found.push({ code: 'option_conflict', option: 'allow_replies', message })
  }
  if (allow_replies.length > 0 && reply_to_id !== undefined) {
    const message =
      'is for the first post of a thread: of an answer, the post that began the thread says who may reply.'
    found.push({ code: 'option_conflict', option: 'allow_replies', message })
  }
  return found
}

export const options: PlatformOptions<BlueskyOptions> = { rows: BLUESKY_OPTIONS, meant: effective, problems }
