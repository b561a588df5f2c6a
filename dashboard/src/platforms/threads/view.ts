import { REPLY_CONTROLS } from '../../../../core/platforms/threads/enumerations.ts'
import type { OptionField } from '../option-kinds.ts'
import type { PlatformView } from '../platform-view.ts'

const ALL = ['text', 'image', 'video', 'carousel'] as const
const TEXT = ['text'] as const
const WITH_MEDIA = ['image', 'video', 'carousel'] as const

const options: Readonly<Record<string, OptionField>> = {
  topic_tag: { on: ALL, as: 'words', max: 51 },
  reply_control: { on: ALL, as: 'choice', from: REPLY_CONTROLS },
  thread: { on: ALL, as: 'thread' },
  poll: { on: TEXT, as: 'poll', choices: 4, characters: 25 },
  link_attachment: { on: TEXT, as: 'words', max: 2048, input: 'url' },
  quote_post_id: { on: ALL, as: 'words', max: 30, input: 'numeric' },
  reply_to_id: { on: ALL, as: 'words', max: 30, input: 'numeric' },
  gif: { on: TEXT, as: 'gif' },
  text_attachment: { on: TEXT, as: 'attachment' },
  spoiler_media: { on: WITH_MEDIA, as: 'flag' },
  spoiler_text: { on: ALL, as: 'hidden' },
  ghost_post: { on: TEXT, as: 'flag' },
  reply_approvals: { on: ALL, as: 'flag' },
  location_id: { on: ALL, as: 'place' },
  allowed_countries: { on: ALL, as: 'countries' },
  share_to_instagram_story: { on: ALL, as: 'choice', from: ['light', 'dark'] },
}

export const threads: PlatformView = {
  preview: { captionFirst: true, shape: 'free' },
  options,
  usual: ['topic_tag', 'reply_control'],
}
