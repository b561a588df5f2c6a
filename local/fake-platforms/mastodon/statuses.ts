// Statuses: made, listed, read and deleted.
import { createHash, randomUUID } from 'node:crypto'
import type { Input } from '../input.ts'
import type { Account, Container, Post } from '../model.ts'
import type { Answer } from '../simulator.ts'
import { ApiError, invalid, notFound } from './errors.ts'
import { limitsOf } from './limits.ts'
import { readMedium, stateOf } from './media.ts'
import { flagOf, oneOf, onlyFields, textOf, textsOf } from './parameters.ts'
import type { MastodonSimulator } from './settings.ts'
import { graphemesIn, htmlOf, lengthOf } from './text-rules.ts'

const KEY_MS = 3_600_000
const FIELDS = [
  'lang',
  'status',
  'media_ids',
  'poll',
  'in_reply_to_id',
  'sensitive',
  'spoiler_text',
  'visibility',
  'language',
  'quoted_status_id',
  'quote_approval_policy',
]
const VISIBILITIES = ['public', 'unlisted', 'private', 'direct'] as const

/** A status that its owner has not deleted. */
export const statusOf = (sim: MastodonSimulator, id: string): Post => {
  const post = sim.store.posts.get(id)
  if (!post || post.deleted_at !== undefined) throw notFound()
  return post
}

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Ids rise with time: Mastodon's are numbers, GoToSocial's letters. */
function nextId(sim: MastodonSimulator): string {
  const last = [...sim.store.posts.keys()].at(-1)
  if (sim.store.settings.server === 'mastodon') {
    const id = BigInt(sim.now()) << 16n
    const before = last !== undefined && /^\d+$/.test(last) ? BigInt(last) : 0n
    return String(id > before ? id : before + 1n)
  }
  const time = (ms: number): string =>
    Array.from({ length: 10 }, (_, at) => CROCKFORD[Math.floor(ms / 32 ** (9 - at)) % 32]).join('')
  return `${time(sim.now())}${String(sim.store.posts.size).padStart(16, '0')}`
}

/** @throws {ApiError} 422 */
function pollOf(sim: MastodonSimulator, params: Map<string, unknown>): Record<string, unknown> | undefined {
  const given = params.get('poll')
  if (given === undefined || given === null) return undefined
  if (typeof given !== 'object' || Array.isArray(given)) throw invalid('Poll is invalid')
  const poll = given as Record<string, unknown>
  const unknown = Object.keys(poll).find((name) => !['options', 'expires_in', 'multiple', 'hide_totals'].includes(name))
  if (unknown !== undefined) throw new ApiError(422, `Unknown parameter: poll[${unknown}]`)
  const { polls } = limitsOf(sim)
  // As it stores them: without white space around, and none that is nothing else.
  const options = textsOf(new Map([['options', poll.options]]), 'options')
    .map((one) => one.trim())
    .filter((one) => one !== '')
  if (options.length < 2) throw invalid('Poll options must have more than one item')
  if (options.length > polls.max_options)
    throw invalid(`Poll options can't contain more than ${polls.max_options} items`)
  const lengthOfChoice = sim.store.settings.server === 'mastodon' ? graphemesIn : (one: string) => [...one].length
  if (options.some((one) => lengthOfChoice(one) > polls.max_characters_per_option))
    throw invalid(`Poll options cannot be longer than ${polls.max_characters_per_option} characters each`)
  if (new Set(options).size !== options.length) throw invalid('Poll options contain duplicate items')
  const seconds = poll.expires_in
  if (typeof seconds !== 'number') throw invalid("Poll expires at can't be blank")
  if (seconds > polls.max_expiration) throw invalid('Poll expires at is too far into the future')
  if (seconds < polls.min_expiration) throw invalid('Poll expires at is too soon')
  return poll
}

/** In the language of the caller's choice, else of the account's person (Mastodon's `Localized`). GoToSocial has only English. */
const worded = (
  { store: { settings } }: MastodonSimulator,
  lang: string | undefined,
  words: { en: string; ko: string },
) => invalid(settings.server === 'mastodon' && (lang ?? settings.locale) === 'ko' ? words.ko : words.en)

/** The media that the status is to have. @throws {ApiError} */
function mediaOf(
  sim: MastodonSimulator,
  account: Account,
  ids: readonly string[],
  lang: string | undefined,
): Container[] {
  const { server, used_media } = sim.store.settings
  const { max_media_attachments } = limitsOf(sim).statuses
  if (ids.length > max_media_attachments) throw invalid(`Cannot attach more than ${max_media_attachments} files`)
  const found = ids.map((id) => {
    const medium = sim.store.containers.get(id)
    return medium?.account === account.external_id && stateOf(sim, medium) !== 'EXPIRED' ? medium : undefined
  })
  const unusable = ids.filter((_, at) => found[at] === undefined || found[at].used_by !== null)
  if (unusable.length > 0 && server === 'gotosocial')
    throw new ApiError(
      400,
      `Bad Request: media with id ${unusable[0]} is already attached to a status, or was not found`,
    )
  if (unusable.length > 0 && used_media === 'refuses')
    throw worded(sim, lang, {
      en: `Media ${unusable.join(', ')} not found or already attached to another post`,
      ko: `미디어 ${unusable.join(', ')}을(를) 찾을 수 없거나 이미 다른 게시물에 첨부되어 있습니다`,
    })
  const media = found.filter((medium): medium is Container => medium !== undefined && medium.used_by === null)
  const states = media.map((medium) => stateOf(sim, medium))
  if (states.includes('IN_PROGRESS'))
    throw worded(sim, lang, {
      en: 'Cannot attach files that have not finished processing. Try again in a moment!',
      ko: '처리가 끝나지 않은 파일은 첨부할 수 없습니다. 잠시 후 다시 시도하세요!',
    })
  if (states.includes('ERROR')) throw invalid('Cannot attach files that failed processing')
  if (media.length > 1 && media.some(({ kind }) => kind === 'video') && server === 'mastodon')
    throw invalid('Cannot attach a video to a post that already contains images')
  return media
}

/** The outcome of an earlier call with the same key, if the server honours keys. */
function repeated(sim: MastodonSimulator, account: Account, container: string): Answer | undefined {
  const { idempotency } = sim.store.settings
  if (idempotency === 'ignores') return undefined
  const first = sim.store
    .postsOf(account.external_id)
    .find((post) => post.container === container && sim.now() - post.published_at < KEY_MS)
  if (!first) return undefined
  if (idempotency === 'fails') throw new ApiError(500, 'undefined method for nil')
  if (first.deleted_at !== undefined) throw notFound()
  return { json: readStatus(sim, first) }
}

/** `POST /api/v1/statuses` */
export function makeStatus(sim: MastodonSimulator, account: Account, input: Input): Answer {
  onlyFields(input, FIELDS)
  const { params } = input
  const key = input.headers['idempotency-key']
  const container = `key:${typeof key === 'string' && key !== '' ? key : randomUUID()}`
  const before = repeated(sim, account, container)
  if (before) return before
  const ids = textsOf(params, 'media_ids')
  const poll = pollOf(sim, params)
  if (poll && ids.length > 0) throw invalid('Cannot attach more than 4 files')
  const given = textOf(params, 'status') ?? ''
  const warning = textOf(params, 'spoiler_text') ?? ''
  const media = mediaOf(sim, account, ids, textOf(params, 'lang'))
  const text = given.trim() === '' ? warning : given
  if (text.trim() === '' && media.length === 0 && ids.length === 0) throw invalid("Text can't be blank")
  const { max_characters, characters_reserved_per_url } = limitsOf(sim).statuses
  if (lengthOf(given, warning, characters_reserved_per_url) > max_characters)
    throw invalid(`Text character limit of ${max_characters} exceeded`)
  const reply_to = textOf(params, 'in_reply_to_id') ?? null
  const visibility = oneOf(params, 'visibility', VISIBILITIES) ?? 'public'
  const language = textOf(params, 'language')
  if (language !== undefined && !/^[a-z]{2,3}(-[A-Za-z]{2,4})?$/.test(language)) throw invalid('Language is invalid')
  oneOf(params, 'quote_approval_policy', ['public', 'followers', 'nobody'])
  flagOf(params, 'sensitive')
  const gone = (id: string): boolean => {
    const post = sim.store.posts.get(id)
    return post === undefined || post.deleted_at !== undefined
  }
  if (reply_to !== null && gone(reply_to))
    throw new ApiError(404, 'The post you are trying to reply to does not appear to exist.')
  const quoted = textOf(params, 'quoted_status_id')
  if (quoted !== undefined && gone(quoted)) throw new ApiError(404, 'The post you are trying to quote does not exist.')
  const id = nextId(sim)
  const single = media.length === 1 ? media[0]! : undefined
  const options = Object.fromEntries([...params].filter(([name]) => !['lang', 'status', 'media_ids'].includes(name)))
  const post: Post = {
    id,
    account: account.external_id,
    username: account.username,
    container,
    kind: media.length > 1 ? 'carousel' : (single?.kind ?? 'text'),
    media_type: visibility,
    media_product_type: 'status',
    text,
    alt_text: single?.alt_text ?? null,
    media: single?.media ?? null,
    children: media.map(({ id: medium, kind, alt_text, media: file }) => ({ id: medium, kind, alt_text, media: file })),
    shortcode: id,
    permalink: `${sim.url}/@${account.username}/${id}`,
    published_at: sim.now(),
    options,
    reply_to,
  }
  sim.store.put('post', post)
  for (const medium of media) sim.store.put('container', { ...medium, used_by: id, published_at: sim.now() })
  return { json: readStatus(sim, post) }
}

/** A process that was stopped between a status and its media left those as if no status had them. */
export function attachMedia(sim: MastodonSimulator): void {
  for (const { id, published_at, deleted_at, children } of sim.store.posts.values())
    for (const child of deleted_at === undefined ? children : []) {
      const medium = sim.store.containers.get(child.id)
      if (medium?.used_by === null) sim.store.put('container', { ...medium, used_by: id, published_at })
    }
}

/** Figures of a status, made of its id. */
const countOf = ({ id }: Post, name: string, most: number): number =>
  createHash('sha256').update(`${id}:${name}`).digest().readUInt16BE(0) % most

/** As the API shows it. */
export function readStatus(sim: MastodonSimulator, post: Post): unknown {
  const { options = {}, id, reply_to = null } = post
  const account = sim.store.accounts.get(post.account)
  const media = post.children.flatMap(({ id: medium }) => sim.store.containers.get(medium) ?? [])
  return {
    id,
    created_at: new Date(post.published_at).toISOString(),
    edited_at: post.edited_at === undefined ? null : new Date(post.edited_at).toISOString(),
    in_reply_to_id: reply_to,
    in_reply_to_account_id: reply_to === null ? null : (sim.store.posts.get(reply_to)?.account ?? null),
    sensitive: options.sensitive ?? false,
    spoiler_text: options.spoiler_text ?? '',
    visibility: options.visibility ?? 'public',
    language: options.language ?? 'en',
    uri: `${sim.url}/users/${post.username}/statuses/${id}`,
    url: post.permalink,
    replies_count: countOf(post, 'replies', 9),
    reblogs_count: countOf(post, 'reblogs', 40),
    favourites_count: countOf(post, 'favourites', 200),
    quotes_count: countOf(post, 'quotes', 4),
    content: htmlOf(post.text),
    reblog: null,
    account: { id: post.account, username: account?.username, acct: account?.username },
    media_attachments: media.map((medium) => readMedium(sim, medium)),
    mentions: [],
    tags: [],
    emojis: [],
    card: null,
    poll: options.poll ?? null,
  }
}

/** Whether visitors see it. */
export const isPublic = ({ media_type }: Post): boolean => media_type === 'public' || media_type === 'unlisted'

const LIST = ['limit', 'min_id', 'max_id', 'since_id', 'exclude_reblogs', 'exclude_replies', 'only_media', 'pinned']

const isLater = (one: string, other: string): boolean =>
  one.length === other.length ? one > other : one.length > other.length

/** `GET /api/v1/accounts/{id}/statuses`: newest first; after `min_id` those that come next after it. */
export function listStatuses(
  sim: MastodonSimulator,
  account: Account,
  input: Input,
  { onlyPublic }: { onlyPublic: boolean },
): Answer {
  onlyFields(input, LIST)
  const { params } = input
  const limit = Math.min(40, Number(textOf(params, 'limit') ?? 20))
  if (!Number.isInteger(limit) || limit < 1) throw new ApiError(400, 'limit is invalid')
  const from = textOf(params, 'min_id')
  const since = textOf(params, 'since_id')
  const until = textOf(params, 'max_id')
  const own = sim.store
    .postsOf(account.external_id)
    .filter((post) => post.deleted_at === undefined)
    .filter((post) => !onlyPublic || isPublic(post))
    .filter(
      ({ id, media, children, reply_to }) =>
        (from === undefined || isLater(id, from)) &&
        (since === undefined || isLater(id, since)) &&
        (until === undefined || isLater(until, id)) &&
        !(flagOf(params, 'pinned') ?? false) &&
        !(flagOf(params, 'only_media') && media === null && children.length === 0) &&
        !(flagOf(params, 'exclude_replies') && typeof reply_to === 'string'),
    )
  const page = from === undefined ? own.slice(-limit) : own.slice(0, limit)
  return { json: page.toReversed().map((post) => readStatus(sim, post)) }
}

/** `PUT /api/v1/statuses/{id}`, of its text alone. */
export function editStatus(sim: MastodonSimulator, account: Account, id: string, input: Input): Answer {
  onlyFields(input, ['status'])
  const post = statusOf(sim, id)
  if (post.account !== account.external_id) throw notFound()
  const edited = { ...post, text: textOf(input.params, 'status') ?? '', edited_at: sim.now() }
  sim.store.put('post', edited)
  return { json: readStatus(sim, edited) }
}

/** `DELETE /api/v1/statuses/{id}` */
export function deleteStatus(sim: MastodonSimulator, account: Account, id: string): Answer {
  const post = statusOf(sim, id)
  if (post.account !== account.external_id) throw notFound()
  sim.store.put('post', { ...post, deleted_at: sim.now() })
  for (const { id: medium } of post.children) {
    const attached = sim.store.containers.get(medium)
    // For people who delete a post to write it again: its media can be used again.
    if (attached) sim.store.put('container', { ...attached, used_by: null, created_at: sim.now() })
  }
  return { json: { ...(readStatus(sim, post) as object), text: post.text } }
}
