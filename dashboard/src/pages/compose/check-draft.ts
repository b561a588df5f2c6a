// The service's refusals of a draft, told as one types. Limits are those of the service itself.

import { captionOf } from '../../../../core/platforms/caption-length.ts'
import type { MediaKind } from '../../../../core/platforms/enumerations.ts'
import { factsOf, PLATFORM_IDS, type PlatformId } from '../../../../core/platforms/facts.ts'
import { MAX_SCHEDULE_AHEAD_MS, POST_TYPES } from '../../../../core/platforms/post-types.ts'
import type { Connection } from '../../api/schemas.ts'
import { writtenFor } from '../../media/media-queries.ts'
import { isPlatform } from '../../platforms/names.ts'
import { momentOf } from '../../posts/wall-time.ts'
import type { Draft } from './draft.ts'
import { countedBeside, saidOptions } from './post-options.ts'
import type { ProblemField } from './refusals.ts'
import { MOST_REPEATED, momentsLeft, momentsOf, repeats } from './repeat.ts'
import { textCount, type Unit } from './text-count.ts'

/** A problem, as the texts name it, with its numbers. */
export interface DraftProblem {
  field: ProblemField
  is:
    | 'no_accounts'
    | 'title_required'
    | 'title_long'
    | 'text_required'
    | 'text_long'
    | 'hashtags_many'
    | 'media_required'
    | 'media_many'
    | 'media_few'
    | 'media_kind'
    | 'media_mixed'
    | 'uploading'
    | 'caption_long'
    | 'time_required'
    | 'time_past'
    | 'time_far'
    | 'until_required'
    | 'repeat_many'
    | 'all_made'
  platform?: string
  count?: number
  limit?: number
  unit?: Unit
}

/** Whether the account's platform takes posts of the type. */
export const takes = ({ platform: { name } }: Connection, type: Draft['type']): boolean =>
  isPlatform(name) && POST_TYPES[type].platforms[name] !== undefined

/** The type that follows from accounts and media as long as the person chose none. */
export function typeOf(draft: Draft, connections: readonly Connection[]): Draft['type'] {
  if (draft.typed) return draft.type
  const chosen = connections.filter(({ id }) => draft.accounts.includes(id))
  const [only] = draft.media
  const isVideo = draft.media.length === 1 && only?.asset?.content_type.startsWith('video/')
  const fitting: readonly Draft['type'][] =
    draft.media.length > 0 ? (isVideo ? ['feed', 'reels'] : ['feed']) : chosen.length > 0 ? ['text'] : []
  return fitting.find((type) => chosen.every((connection) => takes(connection, type))) ?? 'feed'
}

/** The kinds of files that can be added: a type that was not chosen follows them. */
export const kindsOf = ({ type, typed }: Draft): readonly MediaKind[] => POST_TYPES[typed ? type : 'feed'].media.kinds

/** Characters of a title that is made of the first words. */
const MADE_TITLE = 60

/** The post's title where nobody gave it one: its first words, else its hashtags, else its first file. */
export function titleFrom({ content, hashtags, media }: Draft): string {
  const line = content.trim().split('\n', 1)[0]! || hashtags.trim() || (media[0]?.asset?.title ?? '')
  const letters = [...line]
  if (letters.length <= MADE_TITLE) return line
  const cut = letters.slice(0, MADE_TITLE).join('')
  // Between words where there are any.
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), MADE_TITLE / 2)).trimEnd()}…`
}

/** The title that is sent; empty for none. */
const titleOf = (draft: Draft): string =>
  draft.title.trim() || (POST_TYPES[draft.type].title.required ? titleFrom(draft) : '')

/** The hashtags as they are sent. */
export const tagsIn = (written: string): string[] =>
  written
    .split(/[\s,]+/)
    .filter((tag) => tag !== '' && tag !== '#')
    .map((tag) => (tag.startsWith('#') ? tag : `#${tag}`))

/** The accounts that it goes out to. */
export const chosenOf = (draft: Draft, connections: readonly Connection[]): Connection[] =>
  connections.filter((connection) => draft.accounts.includes(connection.id) && takes(connection, draft.type))

/** The platforms that it goes out to. */
export const platformsOf = (chosen: readonly Connection[]): PlatformId[] =>
  PLATFORM_IDS.filter((id) => chosen.some(({ platform }) => platform.name === id))

/** The account's own text in place of the text for all; undefined where it is the same. */
export const ownText = ({ own }: Draft, accountId: string): string | undefined =>
  (own[accountId] ?? '').trim() === '' ? undefined : own[accountId]

/** The caption as the account gets it. */
export const captionIn = (draft: Draft, accountId: string): string =>
  captionOf({ content: ownText(draft, accountId) ?? draft.content, hashtags: tagsIn(draft.hashtags) })

/** How long the caption of an account is as its platform counts what it is sent, and how long it may be. */
export const captionCount = (draft: Draft, id: PlatformId, account: Connection): ReturnType<typeof textCount> =>
  textCount(id, account.server_limits, { text: captionIn(draft, account.id), beside: countedBeside(draft, id) })

/** Pictures can be described where they stand in a feed. */
export const takesDescription = ({ type }: Draft): boolean => type === 'feed'

const points = (text: string) => [...text.normalize('NFC')].length

function mediaProblems(draft: Draft, platforms: readonly PlatformId[]): DraftProblem[] {
  const field = 'media'
  const rule = POST_TYPES[draft.type].media
  const assets = draft.media.flatMap(({ asset }) => asset ?? [])
  const count = draft.media.length
  if (count === 0) return rule.min > 0 ? [{ field, is: 'media_required' }] : []
  if (assets.length < count) return [{ field, is: 'uploading' }]
  if (count > rule.max) return [{ field, is: 'media_many', count, limit: rule.max }]
  const videos = assets.filter(({ content_type }) => content_type.startsWith('video/')).length
  const images = assets.filter(({ content_type }) => content_type.startsWith('image/')).length
  if (images + videos < count || (images > 0 && !rule.kinds.includes('image'))) return [{ field, is: 'media_kind' }]
  return platforms.flatMap((id): DraftProblem[] => {
    const taken = POST_TYPES[draft.type].platforms[id]!
    const platform = factsOf(id).display_name
    if (images > 0 && videos > 0 && !taken.mixed) return [{ field, is: 'media_mixed', platform }]
    const kinds = [
      [images, taken.images],
      [videos, taken.videos],
    ] as const
    for (const [number, span] of kinds) {
      if (number > (span?.max ?? 0) || count > taken.total.max)
        return [{ field, is: 'media_many', platform, count, limit: Math.min(span?.max ?? 0, taken.total.max) }]
      if (number > 0 && number < (span?.min ?? 0))
        return [{ field, is: 'media_few', platform, count: number, limit: span!.min }]
    }
    return []
  })
}

function seriesProblems(draft: Draft, now: number): DraftProblem[] {
  const field = 'scheduled_at'
  if (!repeats(draft)) return draft.made.includes(draft.wall.slice(0, 10)) ? [{ field, is: 'all_made' }] : []
  const moments = momentsOf(draft)
  if (moments.length === 0) return [{ field, is: 'until_required' }]
  if (moments.length > MOST_REPEATED) return [{ field, is: 'repeat_many', limit: MOST_REPEATED }]
  if (moments.at(-1)! > now + MAX_SCHEDULE_AHEAD_MS) return [{ field, is: 'time_far' }]
  return momentsLeft(draft).length === 0 ? [{ field, is: 'all_made' }] : []
}

/** All that is wrong, as far as it can be told here. @param now Unix milliseconds. */
export function problemsOf(draft: Draft, connections: readonly Connection[], now: number): DraftProblem[] {
  const rule = POST_TYPES[draft.type]
  const chosen = chosenOf(draft, connections)
  const platforms = platformsOf(chosen)
  const found: DraftProblem[] = []
  if (platforms.length === 0) found.push({ field: 'accounts', is: 'no_accounts' })
  // Without media that is what is said: a title is made of the file's name.
  if (rule.title.required && titleOf(draft) === '' && draft.media.some(({ asset }) => asset !== null))
    found.push({ field: 'title', is: 'title_required' })
  if (points(draft.title) > rule.title.max)
    found.push({ field: 'title', is: 'title_long', count: points(draft.title), limit: rule.title.max })
  if (rule.content.required && draft.content.trim() === '') found.push({ field: 'content', is: 'text_required' })
  if (points(draft.content) > rule.content.max)
    found.push({ field: 'content', is: 'text_long', count: points(draft.content), limit: rule.content.max })
  const counted = new Set<string>()
  for (const account of chosen) {
    const { id, platform, username } = account
    if (!isPlatform(platform.name)) continue
    const { count, limit, unit } = captionCount(draft, platform.name, account)
    const name = factsOf(platform.name).display_name
    const where = ownText(draft, id) === undefined ? name : `@${username} (${name})`
    // The text for all is too long once for each platform, not for each account.
    if (count > limit && !counted.has(where))
      found.push({ field: 'content', is: 'caption_long', platform: where, count, limit, unit })
    counted.add(where)
  }
  const tags = tagsIn(draft.hashtags).length
  if (tags > rule.hashtags.max)
    found.push({ field: 'hashtags', is: 'hashtags_many', count: tags, limit: rule.hashtags.max })
  if (rule.media.max > 0) found.push(...mediaProblems(draft, platforms))
  if (rule.schedulable && draft.when === 'later') {
    const moment = momentOf(draft.wall)
    if (moment === null) found.push({ field: 'scheduled_at', is: 'time_required' })
    else if (moment.at <= now) found.push({ field: 'scheduled_at', is: 'time_past' })
    else if (moment.at > now + MAX_SCHEDULE_AHEAD_MS) found.push({ field: 'scheduled_at', is: 'time_far' })
    else found.push(...seriesProblems(draft, now))
  }
  return found
}

/** Options for the platforms and for single accounts. */
function extrasOf(draft: Draft, chosen: readonly Connection[]): object {
  const said = saidOptions(draft, chosen, (id) => captionIn(draft, id))
  const own = chosen.flatMap(({ id }) => {
    const content = ownText(draft, id)
    const options = said.own[id]
    if (content === undefined && options === undefined) return []
    return [[id, { ...(content === undefined ? {} : { content }), ...(options === undefined ? {} : { options }) }]]
  })
  return {
    ...(Object.keys(said.all).length === 0 ? {} : { options: said.all }),
    ...(own.length === 0 ? {} : { per_account: Object.fromEntries(own) }),
  }
}

/** The media as the request names them: the long form only where a description is given, or one of the file is taken away. */
function mediaOf(draft: Draft): object {
  const items = draft.media.flatMap(({ asset, description = '' }) =>
    asset === null
      ? []
      : [
          {
            media_asset_id: asset.id,
            alt_text: description.trim(),
            says: description.trim() !== '' || writtenFor(asset) !== '',
          },
        ],
  )
  if (!takesDescription(draft) || !items.some(({ says }) => says))
    return { media_asset_ids: items.map(({ media_asset_id }) => media_asset_id) }
  return {
    items: items.map(({ media_asset_id, alt_text, says }) => ({ media_asset_id, ...(says ? { alt_text } : {}) })),
  }
}

/** As the request says it; undefined for now. */
const scheduledAt = ({ when, wall }: Draft): number | 'next_slot' | undefined =>
  when === 'slot' ? 'next_slot' : when === 'later' ? momentOf(wall)?.at : undefined

/** The request that makes the post. */
export function bodyOf(draft: Draft, connections: readonly Connection[]): object {
  const rule = POST_TYPES[draft.type]
  const tags = tagsIn(draft.hashtags)
  const at = rule.schedulable ? scheduledAt(draft) : undefined
  const crop = draft.type === 'feed' && draft.crop !== ''
  const title = titleOf(draft)
  const chosen = chosenOf(draft, connections)
  return {
    ...(title === '' ? {} : { title }),
    ...(draft.content === '' ? {} : { content: draft.content }),
    ...(tags.length === 0 ? {} : { hashtags: tags }),
    ...(rule.media.max === 0
      ? {}
      : {
          media: {
            ...mediaOf(draft),
            ...(crop ? { smart_transform: { enabled: true, aspect_ratio: draft.crop } } : {}),
          },
        }),
    accounts: chosen.map(({ id }) => id),
    ...extrasOf(draft, chosen),
    ...(at === undefined ? {} : { scheduled_at: at }),
  }
}
