// Instagram's options of a post: each option with where it may stand, its checks before a
// post is accepted, and the parameter that it becomes (platform-options, tables A and E). Pure.
import { linksIn } from '../caption-words.ts'
import {
  byFacebook,
  type OptionPiece,
  type OptionProblem,
  type OptionUse,
  type PlatformOptions,
  PUBLISHED,
} from '../options.ts'
import {
  audioProblems,
  type PaidPartnership,
  type ProductTag,
  partnershipParameters,
  partnershipProblems,
  productParameters,
  productProblems,
} from './options-facebook.ts'
import type { InstagramOptions } from './options-fields.ts'

const MANAGE_COMMENTS = { scope: 'instagram_business_manage_comments', facebook_scope: 'instagram_manage_comments' }

/** No number stands with the parameter; the error table names 20 @ tags. */
export const MAX_USER_TAGS = 20
/** The API before 2018 had so many, and one link. */
const USUAL_COMMENT = 300

const POSTS = ['image', 'reel', 'carousel'] as const
const WITH_STORIES = [...POSTS, 'story'] as const

export const INSTAGRAM_OPTIONS: PlatformOptions<InstagramOptions>['rows'] = {
  collaborators: { shapes: POSTS, sent: { on: PUBLISHED, as: 'collaborators' } },
  user_tags: {
    shapes: WITH_STORIES,
    on_media: true,
    sent: { on: ['single', 'child'], as: tagParameters },
  },
  location_id: { shapes: POSTS, sent: { on: PUBLISHED, as: 'location_id' } },
  cover_media_id: {
    shapes: ['reel'],
    cover: true,
    sent: { on: ['single'], as: (_id, { cover_url }) => ({ cover_url }) },
  },
  thumb_offset_ms: { shapes: ['reel'], sent: { on: ['single'], as: 'thumb_offset' } },
  share_to_feed: { shapes: ['reel'], sent: { on: ['single'], as: 'share_to_feed' } },
  audio_name: { shapes: ['reel'], sent: { on: ['single'], as: 'audio_name' } },
  trial_reel: {
    shapes: ['reel'],
    sent: {
      on: ['single'],
      as: (trial) => ({ trial_params: { graduation_strategy: trial === 'manual' ? 'MANUAL' : 'SS_PERFORMANCE' } }),
    },
  },
  is_ai_generated: { shapes: WITH_STORIES, sent: { on: PUBLISHED, as: 'is_ai_generated' } },
  // The comment first: nobody can write one once they are off.
  first_comment: { shapes: POSTS, ...MANAGE_COMMENTS, step: { type: 'first_comment' } },
  comments_enabled: { shapes: POSTS, ...MANAGE_COMMENTS, step: { type: 'comments_off', when: false } },
  paid_partnership: {
    shapes: POSTS,
    facebook_login: true,
    sent: { on: PUBLISHED, as: (value) => partnershipParameters(value as PaidPartnership) },
  },
  audio: { shapes: ['reel'], facebook_login: true, sent: { on: ['single'], as: 'audio_configuration' } },
  product_tags: {
    shapes: POSTS,
    facebook_login: true,
    sent: { on: ['single', 'child'], as: (value, piece) => productParameters(value as ProductTag[], piece) },
  },
}

type Tags = NonNullable<InstagramOptions['user_tags']>

function tagParameters(tags: Tags, { media_index: at, video }: OptionPiece): Record<string, unknown> {
  const placed = tags.filter(({ media_index = 0 }) => media_index === at)
  // A video has no places in it.
  const user_tags = placed.map(({ username, x, y }) => (video || x === undefined ? { username } : { username, x, y }))
  return user_tags.length > 0 ? { user_tags } : {}
}

function tagProblems(tags: Tags, { shape, media }: OptionUse): OptionProblem[] {
  const problems: OptionProblem[] = []
  const counts = new Map<number, number>()
  const seen = new Set<string>()
  for (const [index, { media_index: at = 0, ...tag }] of tags.entries()) {
    const option = `user_tags[${index}]`
    const medium = media[at]
    if (!medium) {
      const message = `is on medium ${at}; the post has ${media.length}, counted from 0.`
      problems.push({ code: 'too_big', option: `${option}.media_index`, message })
      continue
    }
    const count = (counts.get(at) ?? 0) + 1
    counts.set(at, count)
    if (count === MAX_USER_TAGS + 1) {
      const message = `is one too many on medium ${at}: at most ${MAX_USER_TAGS} people can be tagged on each.`
      problems.push({ code: 'too_long', option, message })
    }
    const key = `${at} ${tag.username.toLowerCase()}`
    if (seen.has(key))
      problems.push({ code: 'duplicate', option, message: `tags ${tag.username} on medium ${at} a second time.` })
    seen.add(key)
    const placed = tag.x !== undefined && tag.y !== undefined
    if (medium.kind === 'image' && !placed && (shape !== 'story' || tag.x !== tag.y)) {
      const message = 'needs both x and y: where in the picture the person is.'
      problems.push({ code: 'required', option, message })
    }
  }
  return problems
}

function problems(given: InstagramOptions, use: OptionUse): OptionProblem[] {
  const { user_tags = [], thumb_offset_ms: offset } = given
  const found = use.shape && INSTAGRAM_OPTIONS.user_tags.shapes.includes(use.shape) ? tagProblems(user_tags, use) : []
  const length = use.media[0]?.duration_ms
  if (use.shape === 'reel' && offset !== undefined && typeof length === 'number' && offset >= length) {
    const message = `is ${offset}; the video lasts ${length} ms, and the moment must lie before its end.`
    found.push({ code: 'too_big', option: 'thumb_offset_ms', message })
  }
  return [...found, ...facebookProblems(given, use)]
}

/** For options that only Facebook Login has: an account of the other login is refused them whatever they say. */
function facebookProblems(
  { paid_partnership, audio, product_tags }: InstagramOptions,
  use: OptionUse,
): OptionProblem[] {
  if (!byFacebook(use)) return []
  return [
    ...(paid_partnership === undefined ? [] : partnershipProblems(paid_partnership)),
    ...(audio === undefined ? [] : audioProblems(audio)),
    ...(product_tags === undefined ? [] : productProblems(product_tags, use)),
  ]
}

const warnings = ({
  first_comment: comment = '',
  trial_reel,
  collaborators,
  audio,
  audio_name,
}: InstagramOptions): string[] => [
  ...(comment.length > USUAL_COMMENT
    ? [
        `first_comment has ${comment.length} characters: up to ${USUAL_COMMENT} were taken when there was a documented limit.`,
      ]
    : []),
  ...(linksIn(comment).size > 1
    ? ['first_comment has several links: one was taken when there was a documented limit.']
    : []),
  ...(trial_reel && collaborators ? ['Whether a trial reel can have collaborators is not documented.'] : []),
  ...(audio && audio_name
    ? ['audio_name names the original sound: it was seen to be ignored with catalogue audio.']
    : []),
]

export const options: PlatformOptions<InstagramOptions> = {
  rows: INSTAGRAM_OPTIONS,
  conflicts: [{ option: 'thumb_offset_ms', not_with: ['cover_media_id'] }],
  problems,
  warnings,
}
