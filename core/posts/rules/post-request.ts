// A post as the caller asks for it: the request's schema for each type of post. What the platforms' options bring into it
// is in `options-request.ts`, which few requests need.
import * as z from 'zod/mini'
import { Uuid, UuidAsSent } from '../../ids.ts'
import type { PostType } from '../../platforms/enumerations.ts'
import { ONE_FORM, oneForm } from '../../platforms/one-form.ts'
import { MAX_ACCOUNTS, POST_TYPES, SMART_TRANSFORM_RATIOS } from '../../platforms/post-types.ts'
import { characters, conditional, documented, NUL, textField, withField } from '../../platforms/text-field.ts'
import type { AccountContent, MediaDetails, PostOptions } from './account-content.ts'

/** Characters of a hashtag. */
export const MAX_TAG = 100

/** A tag with or without its `#`; kept as the caller sent it, with the `#` added. */
const Hashtag = z.pipe(
  documented(
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
        if (value.includes(NUL)) refuse('must not contain the character U+0000')
      }),
    ),
    { pattern: '^#?[^#\\s]+$', maxLength: MAX_TAG },
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

const IsoTime = z.union([z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true, precision: -1 })])

/** With the offset as `+09:00`: ISO 8601 also has `+0900`, as `strftime` writes it, and `+09`. */
const withColon = (time: string) =>
  time.replace(/([+-]\d\d)(\d\d)?$/, (_, hours: string, minutes = '00') => `${hours}:${minutes}`)

/** @returns Unix ms; undefined where the text is no time or has no offset. */
function readIsoTime(text: string): number | undefined {
  const time = withColon(text)
  return IsoTime.safeParse(time).success ? Date.parse(time) : undefined
}

/** Unix ms, or ISO 8601 with an offset, or one of the words; as Unix ms. The window is checked where the clock is known. */
export const timeField = <Word extends string = never>(name: string, ...words: Word[]) =>
  z.pipe(
    z.unknown(),
    z.transform((value, context): number | Word => {
      if ((words as unknown[]).includes(value)) return value as Word
      if (typeof value === 'number' && Number.isSafeInteger(value)) return value
      const time = typeof value === 'string' ? readIsoTime(value) : undefined
      if (time !== undefined) return time
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
        message: `${name} must be an integer of Unix milliseconds, or an ISO 8601 time with an offset.`,
      })
      return z.NEVER
    }),
  )

export const ScheduledAt = timeField('scheduled_at')
export const NotAfter = timeField('not_after')

/** In place of a time: the next free slot of the accounts. */
export const NEXT_SLOT = 'next_slot'

/** A time, or the queue. */
const When = timeField('scheduled_at', NEXT_SLOT)

/** The effect on the others of one account that cannot be prepared. */
export const ON_FAILURE = ['continue', 'stop'] as const

const SmartTransform = z.lazy(() =>
  documented(
    z.strictObject({ enabled: z.boolean(), aspect_ratio: z.optional(z.enum(SMART_TRANSFORM_RATIOS)) }).check(
      z.superRefine((value, context) => {
        if (!value.enabled || value.aspect_ratio) return
        const message = 'media.smart_transform.aspect_ratio is required when enabled is true.'
        context.addIssue({ code: 'custom', params: { code: 'required' }, path: ['aspect_ratio'], message })
      }),
    ),
    conditional({ not: withField('aspect_ratio') }, { properties: { enabled: { const: false } } }),
  ),
)

/** Fields that the platforms' options add to a request. */
export interface OptionFields {
  /** A medium with its texts and tags. */
  item: z.ZodMiniType<{ media_asset_id: string }>
  options: z.ZodMiniType
}

const itemsOf = (media: object) => (media as { items?: { media_asset_id: string }[] }).items

const mediaOptions = (type: PostType, item: OptionFields['item'] | undefined) => {
  const { min, max, kinds } = POST_TYPES[type].media
  const number = min === max ? `exactly ${min}` : `${min} to ${max}`
  const counted = (field: string) =>
    z.superRefine((media: readonly unknown[], context) => {
      if (media.length >= min && media.length <= max) return
      const message = `media.${field} has ${media.length} media; a ${type} post takes ${number} (${kinds.join(' or ')}).`
      context.addIssue({ code: 'custom', params: { code: 'media_count' }, message })
    })
  return z.pipe(
    documented(
      z
        .strictObject({
          media_asset_ids: z.optional(z.array(Uuid).check(counted('media_asset_ids'))),
          ...(item ? { items: z.optional(z.array(item).check(counted('items'))) } : {}),
          container_id: z.optional(Uuid),
          smart_transform: z.optional(SmartTransform),
        })
        .check(oneForm),
      ONE_FORM,
    ),
    z.transform((media) => ({
      ...media,
      media_asset_ids: itemsOf(media)?.map(({ media_asset_id }) => media_asset_id) ?? media.media_asset_ids!,
    })),
  )
}

const ofFewAccounts = z.superRefine((given: Record<string, unknown>, context) => {
  const count = Object.keys(given).length
  if (count <= MAX_ACCOUNTS) return
  const message = `per_account names ${count} accounts; a post has ${MAX_ACCOUNTS} at most.`
  context.addIssue({ code: 'custom', params: { code: 'too_long' }, message })
})

const has = (value: unknown, field: string): boolean =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, field)

/** Whether a body has any of the fields that options bring. */
export const saysOptions = (body: unknown): boolean =>
  has(body, 'options') || has(body, 'per_account') || has((body as { media?: unknown } | null)?.media, 'items')

/** Accounts by their ids. Two names of one account are refused: one of them would silently take the other's place. */
function namedOnce<T>(given: Record<string, T>, context: { issues: z.core.$ZodRawIssue[] }): Record<string, T> {
  const named = new Map<string, string>()
  for (const name of Object.keys(given)) {
    const first = named.get(name.toLowerCase())
    if (first === undefined) named.set(name.toLowerCase(), name)
    else
      context.issues.push({
        code: 'custom',
        input: given,
        params: { code: 'duplicate' },
        path: [name],
        message: `per_account.${name} repeats per_account.${first}; name each account once.`,
      })
  }
  return Object.fromEntries([...named].map(([id, name]) => [id, given[name]!]))
}

/** The text and options of single accounts. */
const perAccount = ({ options }: OptionFields, content: z.ZodMiniType, hashtags: z.ZodMiniType) =>
  z.optional(
    z.pipe(
      documented(
        z
          .record(UuidAsSent, z.strictObject({ content: z.optional(content), hashtags, options: z.optional(options) }))
          .check(ofFewAccounts),
        { maxProperties: MAX_ACCOUNTS },
      ),
      z.transform(namedOnce),
    ),
  )

/** The body of `POST /v1/posts/<type>`. @param fields without them, of requests that say nothing of options. */
export const postRequest = (type: PostType, fields?: OptionFields) => {
  const rule = POST_TYPES[type]
  const title = textField('title', rule.title)
  const content = textField('content', { min: rule.content.required ? 1 : 0, max: rule.content.max })
  const hashtags = z.optional(z.array(Hashtag).check(z.maxLength(rule.hashtags.max)))
  return z.strictObject({
    title: rule.title.required ? title : z.optional(title),
    content: rule.content.required ? content : z.optional(content),
    hashtags,
    ...(rule.media.max > 0 ? { media: mediaOptions(type, fields?.item) } : {}),
    accounts: z.array(Uuid).check(z.minLength(1), z.maxLength(MAX_ACCOUNTS), distinct),
    ...(rule.schedulable ? { scheduled_at: z.optional(When) } : {}),
    not_after: z.optional(NotAfter),
    on_failure: z.optional(z.enum(ON_FAILURE)),
    ...(fields ? { options: z.optional(fields.options), per_account: perAccount(fields, content, hashtags) } : {}),
  })
}

export interface PostRequest {
  title?: string
  content?: string
  hashtags?: string[]
  media?: {
    media_asset_ids: string[]
    /** The same media with their texts and tags; absent if the request has the short form. */
    items?: ({ media_asset_id: string } & MediaDetails)[]
    container_id?: string
    smart_transform?: { enabled: boolean; aspect_ratio?: (typeof SMART_TRANSFORM_RATIOS)[number] }
  }
  accounts: string[]
  scheduled_at?: number | typeof NEXT_SLOT
  not_after?: number
  on_failure?: (typeof ON_FAILURE)[number]
  options?: PostOptions
  per_account?: Record<string, AccountContent>
}
