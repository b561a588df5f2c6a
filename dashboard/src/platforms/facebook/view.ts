import type { OptionField } from '../option-kinds.ts'
import type { PlatformView } from '../platform-view.ts'

const EVERYTHING = ['text', 'image', 'carousel', 'video', 'reel'] as const
const TEXT = ['text'] as const
const VIDEOS = ['video', 'reel'] as const
const REEL = ['reel'] as const
const NO_VIDEO = ['text', 'image', 'carousel', 'reel'] as const

const options: Readonly<Record<string, OptionField>> = {
  first_comment: { on: EVERYTHING, as: 'words', max: 8000, rows: 2 },
  link: { on: TEXT, as: 'words', max: 2048, input: 'url' },
  title: { on: VIDEOS, as: 'words', max: 255 },
  place_id: { on: REEL, as: 'place' },
  countries: { on: NO_VIDEO, as: 'countries', most: 25 },
  is_ai_generated: { on: REEL, as: 'flag' },
}

export const facebook: PlatformView = {
  preview: { captionFirst: true, foldsAt: 477, shape: 'free' },
  options,
  usual: ['first_comment'],
}
