// A post as the caller asks for it: the request's schema for each type of post.
import * as z from 'zod/mini'
import { Uuid } from '../../ids.ts'
import { nfc } from '../../nfc.ts'
import type { PostType } from './enumerations.ts'
import { MAX_ACCOUNTS, POST_TYPES, SMART_TRANSFORM_RATIOS } from './post-types.ts'

/** Unicode code points after NFC: what every character limit counts. */
export const characters = (text: string): number => [...nfc(text)].length

const text = (name: string, { min = 0, max }: { min?: number; max: number }) =>
  z.string().check(
    z.superRefine((value, context) => {
      const length = characters(value)
      const unit = (count: number) => `${count} character${count === 1 ? '' : 's'}`
      const refuse = (code: string, message: string) => context.addIssue({ code: 'custom', params: { code }, message })
      if (length > max) refuse('too_long', `${name} has ${unit(length)}; at most ${max} are allowed.`)
      if (length < min)
        refuse('too_short', `${name} has ${unit(length)}; at least ${min} ${min === 1 ? 'is' : 'are'} needed.`)
      if (min > 0 && length >= min && value.trim() === '') refuse('too_short', `${name} has only white space.`)
      if (!value.isWellFormed())
        refuse('invalid_format', `${name} holds half of a surrogate pair: it is not valid Unicode.`)
    }),
  )

/** Characters of a hashtag. */
export const MAX_TAG = 100

/** A tag with or without its `#`; kept as the caller sent it, with the `#` added. */
const Hashtag = z.pipe(
  z.string().check(
    z.superRefine((value, context) => {
      const refuse = (message: string, code = 'invalid_format') =>
        context.addIssue({ code: 'custom', params: { code }, message })
      const length = characters(value)
      if (length > MAX_TAG) return refuse(`has ${length} characters; at most ${MAX_TAG} are allowed`, 'too_long')
      const word = value.startsWith('#') ? value.slice(1) : value
      if (word === '') return refuse('must have at least one character besides #')
      if (/\s/u.test(word)) return refuse('must not contain white space')
      if (word.includes('#')) return refuse('must not contain a # inside')
      if (!value.isWellFormed()) refuse('must be valid Unicode')
    }),
  ),
  z.transform((value) => (value.startsWith('#') ? value : `#${value}`)),
)

const distinct = z.superRefine((values: readonly string[], context) => {
  const seen = new Map<string, number>()
  values.forEach((value, at) => {
    const first = seen.get(value)
    if (first === undefined) {
      seen.set(value, at)
      return
    }
    context.addIssue({
      code: 'custom',
      params: { code: 'duplicate' },
      path: [at],
      message: `accounts[${at}] repeats accounts[${first}]; name each account once.`,
    })
  })
})

const IsoTime = z.iso.datetime({ offset: true })

/** Unix ms, or ISO 8601 with an offset; as Unix ms. The window is checked where the clock is known. */
export const ScheduledAt = z.pipe(
  z.unknown(),
  z.transform((value, context): number => {
    if (typeof value === 'number' && Number.isSafeInteger(value)) return value
    if (typeof value === 'string' && IsoTime.safeParse(value).success) return Date.parse(value)
    const code =
      value === undefined
        ? 'required'
        : typeof value === 'number' || typeof value === 'string'
          ? 'invalid_schedule'
          : 'invalid_type'
    context.issues.push({
      code: 'custom',
      input: value,
      params: { code },
      message: 'scheduled_at must be an integer of Unix milliseconds, or an ISO 8601 time with an offset.',
    })
    return z.NEVER
  }),
)

const SmartTransform = z
  .strictObject({ enabled: z.boolean(), aspect_ratio: z.optional(z.enum(SMART_TRANSFORM_RATIOS)) })
  .check(
    z.superRefine((value, context) => {
      if (!value.enabled || value.aspect_ratio) return
      const message = 'media.smart_transform.aspect_ratio is required when enabled is true.'
      context.addIssue({ code: 'custom', params: { code: 'required' }, path: ['aspect_ratio'], message })
    }),
  )

const mediaOptions = (type: PostType) => {
  const { min, max, kinds } = POST_TYPES[type].media
  const number = min === max ? `exactly ${min}` : `${min} to ${max}`
  return z.strictObject({
    media_asset_ids: z.array(Uuid).check(
      z.superRefine((ids, context) => {
        if (ids.length >= min && ids.length <= max) return
        const message = `media.media_asset_ids has ${ids.length} media; a ${type} post takes ${number} (${kinds.join(' or ')}).`
        context.addIssue({ code: 'custom', params: { code: 'media_count' }, message })
      }),
    ),
    container_id: z.optional(Uuid),
    smart_transform: z.optional(SmartTransform),
  })
}

/** The body of `POST /v1/posts/<type>`. */
export const postRequest = (type: PostType) => {
  const rule = POST_TYPES[type]
  const title = text('title', rule.title)
  const content = text('content', { min: rule.content.required ? 1 : 0, max: rule.content.max })
  return z.strictObject({
    title: rule.title.required ? title : z.optional(title),
    content: rule.content.required ? content : z.optional(content),
    hashtags: z.optional(z.array(Hashtag).check(z.maxLength(rule.hashtags.max))),
    ...(rule.media.max > 0 ? { media: mediaOptions(type) } : {}),
    accounts: z.array(Uuid).check(z.minLength(1), z.maxLength(MAX_ACCOUNTS), distinct),
    ...(rule.schedulable ? { scheduled_at: z.optional(ScheduledAt) } : {}),
  })
}

export interface PostRequest {
  title?: string
  content?: string
  hashtags?: string[]
  media?: {
    media_asset_ids: string[]
    container_id?: string
    smart_transform?: { enabled: boolean; aspect_ratio?: (typeof SMART_TRANSFORM_RATIOS)[number] }
  }
  accounts: string[]
  scheduled_at?: number
}
