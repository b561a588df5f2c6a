// What a post can say to Instagram beside its caption and media: each option with where it may stand, its checks before a
// post is accepted, and the parameter that it becomes (platform-options, tables A and E). Pure. Schemas are made when they are
// first used: most posts say nothing of all this, and every function that knows of posts would make them at its start.
import * as z from 'zod/mini'
import { Uuid } from '../../ids.ts'
import { linksIn } from '../caption-words.ts'
import {
  conflicts,
  eachOnce,
  type OptionProblem,
  type OptionRow,
  type OptionUse,
  type Place,
  PlatformId,
  rowProblems,
  unknownPermissions,
} from '../options.ts'
import { documented, textField } from '../text-field.ts'
import { instagram } from './facts.ts'

const MANAGE_COMMENTS = 'instagram_business_manage_comments'

export const MAX_COLLABORATORS = 3
/** No number stands with the parameter; the error table names 20 @ tags. */
export const MAX_USER_TAGS = 20
/** Ours: no limit is documented. */
const MAX_AUDIO_NAME = 100
/** Ours, as a caption's: no limit is documented. The API before 2018 had 300, and one link. */
const MAX_COMMENT = 2200
const USUAL_COMMENT = 300

/** A username with or without its `@`, which Instagram refuses. */
const Username = z.lazy(() =>
  z.pipe(
    z
      .string()
      .check(z.regex(/^@?[A-Za-z0-9._]{1,30}$/, { error: 'must be a username: 1 to 30 letters, digits, . or _' })),
    z.transform((value) => value.replace(/^@/, '')),
  ),
)
const fraction = () => z.number().check(z.minimum(0), z.maximum(1))

const userTag = () =>
  z.strictObject({
    username: Username,
    x: z.optional(fraction()),
    y: z.optional(fraction()),
  })

/** A person in a picture or video. `x` and `y` run from the top left. */
export const UserTag = z.lazy(userTag)
export type UserTag = z.infer<typeof UserTag>

const usernameIn = (value: unknown): string => String(typeof value === 'string' ? value : '').toLowerCase()

export const InstagramOptions = z.lazy(() =>
  z.strictObject({
    collaborators: z.optional(
      documented(
        z.array(Username).check(z.minLength(1), z.maxLength(MAX_COLLABORATORS), eachOnce('collaborators', usernameIn)),
        { uniqueItems: true },
      ),
    ),
    user_tags: z.optional(
      z
        .array(z.extend(userTag(), { media_index: z.optional(z.int().check(z.minimum(0))) }))
        .check(z.minLength(1), z.maxLength(MAX_USER_TAGS * instagram.posts.feed.total.max)),
    ),
    location_id: z.optional(PlatformId),
    cover_media_id: z.optional(Uuid),
    thumb_offset_ms: z.optional(z.int().check(z.minimum(0))),
    share_to_feed: z.optional(z.boolean()),
    audio_name: z.optional(textField('audio_name', { min: 1, max: MAX_AUDIO_NAME })),
    trial_reel: z.optional(z.enum(['manual', 'performance'])),
    is_ai_generated: z.optional(z.boolean()),
    first_comment: z.optional(textField('first_comment', { min: 1, max: MAX_COMMENT })),
    comments_enabled: z.optional(z.boolean()),
    paid_partnership: z.optional(z.unknown()),
    audio: z.optional(z.unknown()),
    product_tags: z.optional(z.unknown()),
  }),
)
export type InstagramOptions = z.infer<typeof InstagramOptions>

export const INSTAGRAM_OPTIONS: Record<keyof InstagramOptions, OptionRow> = {
  collaborators: { shapes: ['image', 'reel', 'carousel'] },
  user_tags: { shapes: ['image', 'reel', 'carousel', 'story'] },
  location_id: { shapes: ['image', 'reel', 'carousel'] },
  cover_media_id: { shapes: ['reel'] },
  thumb_offset_ms: { shapes: ['reel'] },
  share_to_feed: { shapes: ['reel'] },
  audio_name: { shapes: ['reel'] },
  trial_reel: { shapes: ['reel'] },
  is_ai_generated: { shapes: ['image', 'reel', 'carousel', 'story'] },
  first_comment: { shapes: ['image', 'reel', 'carousel'], scope: MANAGE_COMMENTS, afterwards: true },
  comments_enabled: { shapes: ['image', 'reel', 'carousel'], scope: MANAGE_COMMENTS, afterwards: true },
  paid_partnership: { shapes: ['image', 'reel', 'carousel'], facebook_login: true },
  audio: { shapes: ['reel'], facebook_login: true },
  product_tags: { shapes: ['image', 'reel', 'carousel'], facebook_login: true },
}

const CONFLICTS = [{ option: 'thumb_offset_ms', not_with: ['cover_media_id'] }]

/** A tag, the medium that it is on, and where the request names it. */
interface PlacedTag {
  tag: UserTag
  at: number
  option: string
}

const placedTags = ({ user_tags = [] }: InstagramOptions): PlacedTag[] =>
  user_tags.map(({ media_index = 0, ...tag }, index) => ({ tag, at: media_index, option: `user_tags[${index}]` }))

function tagProblems(tags: readonly PlacedTag[], { shape, media }: OptionUse): OptionProblem[] {
  const problems: OptionProblem[] = []
  const counts = new Map<number, number>()
  const seen = new Set<string>()
  for (const { tag, at, option } of tags) {
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

/** Everything for which Instagram would refuse the options, or ignore them. */
export function instagramProblems(options: InstagramOptions, use: OptionUse): OptionProblem[] {
  const problems = [...rowProblems(options, INSTAGRAM_OPTIONS, use, 'Instagram'), ...conflicts(options, CONFLICTS)]
  if (use.shape && INSTAGRAM_OPTIONS.user_tags.shapes.includes(use.shape))
    problems.push(...tagProblems(placedTags(options), use))
  const length = use.media[0]?.duration_ms
  const { thumb_offset_ms: offset } = options
  if (use.shape === 'reel' && offset !== undefined && typeof length === 'number' && offset >= length) {
    const message = `is ${offset}; the video lasts ${length} ms, and the moment must lie before its end.`
    problems.push({ code: 'too_big', option: 'thumb_offset_ms', message })
  }
  return problems
}

/** What Instagram takes and may still not do as hoped. */
export function instagramWarnings(options: InstagramOptions, use: OptionUse): string[] {
  const { first_comment: comment = '', trial_reel, collaborators } = options
  return [
    ...unknownPermissions(options, INSTAGRAM_OPTIONS, use),
    ...(comment.length > USUAL_COMMENT
      ? [
          `first_comment has ${comment.length} characters: up to ${USUAL_COMMENT} were taken when there was a documented limit.`,
        ]
      : []),
    ...(linksIn(comment).size > 1
      ? ['first_comment has several links: one was taken when there was a documented limit.']
      : []),
    ...(trial_reel && collaborators ? ['Whether a trial reel can have collaborators is not documented.'] : []),
  ]
}

/** What the container of this place carries of the options. `media_index` and `cover_url` are of the single or the child. */
export function instagramParameters(
  options: InstagramOptions,
  place: { place: Place; media_index: number; video: boolean; cover_url?: string },
): Record<string, unknown> {
  const parameters: Record<string, unknown> = {}
  if (place.place !== 'child') {
    const { collaborators, location_id, is_ai_generated } = options
    Object.assign(parameters, { collaborators, location_id, is_ai_generated })
  }
  if (place.place === 'single') {
    const { thumb_offset_ms, share_to_feed, audio_name, trial_reel } = options
    Object.assign(parameters, { cover_url: place.cover_url, thumb_offset: thumb_offset_ms, share_to_feed, audio_name })
    if (trial_reel)
      parameters.trial_params = { graduation_strategy: trial_reel === 'manual' ? 'MANUAL' : 'SS_PERFORMANCE' }
  }
  if (place.place !== 'parent') {
    const tags = placedTags(options).filter(({ at }) => at === place.media_index)
    // A video has no places in it.
    if (tags.length > 0)
      parameters.user_tags = tags.map(({ tag: { username, x, y } }) =>
        place.video || x === undefined ? { username } : { username, x, y },
      )
  }
  return Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== undefined))
}
