import { CONTENT_LABELS, QUOTES_FROM, REPLIES_FROM } from '../../../../core/platforms/bluesky/enumerations.ts'
import type { OptionField } from '../option-kinds.ts'
import type { PlatformView } from '../platform-view.ts'

/** Without a choice everybody may. */
const others = (all: readonly string[]) => all.filter((each) => each !== 'everyone')

const ALL = ['text', 'image', 'video', 'carousel'] as const
const TEXT = ['text'] as const
const VIDEO = ['video'] as const

const options: Readonly<Record<string, OptionField>> = {
  allow_replies: { on: ALL, as: 'several', from: others(REPLIES_FROM), alone: ['nobody'] },
  allow_quotes: { on: ALL, as: 'choice', from: others(QUOTES_FROM) },
  thread: { on: ALL, as: 'thread' },
  link_card: { on: TEXT, as: 'words', max: 2048, input: 'url' },
  quote_post_id: { on: ALL, as: 'words', max: 900, input: 'url' },
  reply_to_id: { on: ALL, as: 'words', max: 900, input: 'url' },
  labels: { on: ALL, as: 'several', from: CONTENT_LABELS },
  langs: { on: ALL, as: 'list' },
  tags: { on: ALL, as: 'list' },
  video_as_gif: { on: VIDEO, as: 'flag' },
  video_captions: { on: VIDEO, as: 'captions' },
}

export const bluesky: PlatformView = {
  preview: { captionFirst: true, shape: 'free' },
  options,
  usual: ['allow_replies'],
}
