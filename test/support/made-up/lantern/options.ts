// Lantern's options of a post: one option of each sort that rows can describe.
import {
  type OptionProblem,
  type OptionUse,
  type PlatformOptions,
  PUBLISHED,
} from '../../../../core/platforms/options.ts'
import type { LanternOptions } from './options-fields.ts'

const ALL = ['text', 'image', 'carousel'] as const
const PICTURES = ['image', 'carousel'] as const

type Sparks = NonNullable<LanternOptions['sparks']>

const rows: PlatformOptions<LanternOptions>['rows'] = {
  colour: { shapes: ALL, sent: { on: PUBLISHED, as: 'hue' } },
  wick_mm: {
    shapes: PICTURES,
    scope: 'trim',
    sent: { on: ['single', 'child'], as: (mm: number) => ({ wick: `${mm}mm` }) },
  },
  sparks: {
    shapes: PICTURES,
    on_media: true,
    sent: {
      on: ['single', 'child'],
      as: (sparks: Sparks, { media_index: at }) => {
        const heights = sparks.filter(({ media_index = 0 }) => media_index === at).map(({ height }) => height)
        return heights.length > 0 ? { sparks: heights } : {}
      },
    },
  },
  shade_media_id: {
    shapes: ['image'],
    cover: true,
    sent: { on: ['single'], as: (_id, { cover_url }) => ({ shade: cover_url }) },
  },
  follows_id: { shapes: ALL, refers: true, answers: true, sent: { on: PUBLISHED, as: 'follows' } },
  procession: { shapes: ALL, chain: true },
  wish: { shapes: ALL, step: { type: 'first_comment' } },
}

function problems({ sparks = [] }: LanternOptions, { media }: OptionUse): OptionProblem[] {
  return sparks.flatMap(({ media_index = 0 }, at): OptionProblem[] =>
    media[media_index]
      ? []
      : [
          {
            code: 'too_big',
            option: `sparks[${at}].media_index`,
            message: `is on medium ${media_index}, which is not there.`,
          },
        ],
  )
}

export const options: PlatformOptions<LanternOptions> = {
  rows,
  conflicts: [{ option: 'colour', not_with: ['wick_mm'] }],
  problems,
  warnings: ({ colour }) => (colour === 'green' ? ['Green lanterns are rarely seen.'] : []),
}
