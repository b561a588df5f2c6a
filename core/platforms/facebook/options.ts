// Facebook's options of a post: each option with where it may stand, its checks before a post is
// accepted, and the parameter that it becomes (platforms-next, section 1.2). Pure.
import { linksIn } from '../caption-words.ts'
import { type PlatformOptions, PUBLISHED } from '../options.ts'
import type { FacebookOptions } from './options-fields.ts'

const FEED = ['text', 'image', 'carousel'] as const
const VIDEOS = ['video', 'reel'] as const
const POSTS = [...FEED, ...VIDEOS] as const

const sent = <Value>(as: string | ((value: Value) => Record<string, unknown>)) => ({ on: PUBLISHED, as })

export const FACEBOOK_OPTIONS: PlatformOptions<FacebookOptions>['rows'] = {
  link: { shapes: ['text'], card: true, sent: sent('link') },
  title: { shapes: VIDEOS, sent: sent('title') },
  is_ai_generated: { shapes: ['reel'], sent: sent('is_ai_generated') },
  place_id: { shapes: ['reel'], sent: sent('place') },
  countries: {
    shapes: [...FEED, 'reel'],
    sent: sent((countries: readonly string[]) => ({ targeting: { geo_locations: { countries } } })),
  },
  first_comment: { shapes: POSTS, scope: 'pages_manage_engagement', step: { type: 'first_comment' } },
}

const warnings = ({ link }: FacebookOptions, { caption }: { caption: string }): string[] =>
  link !== undefined && [...linksIn(caption)].some((other) => other !== link)
    ? ['The text has another link than the card: Facebook shows the card of link alone.']
    : []

export const options: PlatformOptions<FacebookOptions> = { rows: FACEBOOK_OPTIONS, warnings }
