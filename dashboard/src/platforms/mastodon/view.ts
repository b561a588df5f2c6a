import { QUOTE_POLICIES, VISIBILITIES } from '../../../../core/platforms/mastodon/enumerations.ts'
import type { OptionField } from '../option-kinds.ts'
import type { PlatformView } from '../platform-view.ts'

const ALL = ['text', 'image', 'video', 'carousel'] as const
const TEXT = ['text'] as const
const WITH_MEDIA = ['image', 'video', 'carousel'] as const

const options: Readonly<Record<string, OptionField>> = {
  visibility: { on: ALL, as: 'choice', from: VISIBILITIES },
  content_warning: { on: ALL, counts: true, as: 'words', max: 500 },
  poll: { on: TEXT, as: 'poll', choices: 4, characters: 50, timed: true },
  thread: { on: ALL, as: 'thread' },
  quote_post_id: { on: ALL, as: 'words', max: 64 },
  quote_policy: { on: ALL, as: 'choice', from: QUOTE_POLICIES },
  reply_to_id: { on: ALL, as: 'words', max: 64 },
  sensitive: { on: ALL, as: 'yes_no' },
  language: { on: ALL, as: 'words', max: 7 },
  focus: { on: WITH_MEDIA, as: 'focus' },
}

export const mastodon: PlatformView = {
  preview: { captionFirst: true, shape: 'free' },
  options,
  usual: ['visibility', 'content_warning'],
}
