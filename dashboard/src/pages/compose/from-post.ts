// A new post that begins as an earlier one: its texts, options, media and accounts, and its time if that is ahead.

import { captionOf } from '../../../../core/platforms/caption-length.ts'
import { PLATFORM_IDS, type PlatformId } from '../../../../core/platforms/facts.ts'
import type { Schemas } from '../../api/client.ts'
import { type Post, readPost } from '../../api/posts.ts'
import { assetsOf } from '../../media/assets-by-id.ts'
import { isPlatform } from '../../platforms/names.ts'
import { fromRequest } from '../../platforms/option-back.ts'
import type { MediumHere, Written } from '../../platforms/option-kinds.ts'
import { PLATFORM_VIEWS } from '../../platforms/registry.ts'
import { wallTime } from '../../posts/wall-time.ts'
import { type Draft, type DraftMedium, EMPTY_DRAFT, mediumOf } from './draft.ts'

async function mediaOf(
  { media_asset_ids, media_items = [] }: Post,
  titleOf: (place: number) => string,
): Promise<DraftMedium[]> {
  const found = await assetsOf(media_asset_ids, titleOf)
  return found.flatMap((asset, place) => {
    const description = media_items[place]?.alt_text
    return asset === null ? [] : [{ ...mediumOf(asset), ...(description === undefined ? {} : { description }) }]
  })
}

/** A new post with these files. @throws {PublisherError|Unreachable} */
export async function draftWith(ids: readonly string[], titleOf: (place: number) => string): Promise<Draft> {
  const found = await assetsOf(ids, titleOf)
  const media = found.flatMap((asset) => (asset === null ? [] : [mediumOf(asset)]))
  return { ...EMPTY_DRAFT, media, filesLost: ids.length - media.length }
}

/** The same entries with their media, which may be gone: then they are left out. */
async function withAssets(parts: Written['thread'], titleOf: (place: number) => string): Promise<Written['thread']> {
  const ids = [...new Set(parts.flatMap(({ media }) => media.flatMap(({ asset }) => asset?.id ?? [])))]
  const found = new Map((await assetsOf(ids, titleOf)).flatMap((asset) => (asset === null ? [] : [[asset.id, asset]])))
  return parts.map(({ content, media }) => ({
    content,
    media: media.flatMap((medium) => {
      const asset = found.get(medium.asset?.id ?? '')
      return asset === undefined ? [] : [{ ...medium, asset }]
    }),
  }))
}

/** Options that are said with the media, as if they were said with the post. */
const onMedia = (media_items: NonNullable<Post['media_items']>, name: string): object[] =>
  media_items.flatMap((item, media_index) => {
    const entries = (item as Record<string, unknown>)[name]
    return Array.isArray(entries) ? entries.map((entry) => ({ ...objectIn(entry), media_index })) : []
  })

/** Options that only some accounts of a platform can have, and that are sent only for those. */
function ownAlone(per_account: NonNullable<Post['per_account']>, id: PlatformId): Record<string, unknown> {
  const said: Record<string, unknown> = {}
  for (const { options } of Object.values(per_account))
    for (const [name, value] of Object.entries(options?.[id] ?? {}))
      if (PLATFORM_VIEWS[id].options[name]?.facebook_login) said[name] ??= value
  return said
}

/** Each of the media that a post named, in its place; some may be gone. */
function placesOf(ids: readonly string[], media: readonly DraftMedium[]): MediumHere[] {
  const left = [...media]
  return ids.map((id, place) => {
    const at = left.findIndex(({ asset }) => asset?.id === id)
    return at < 0 ? { key: `gone-${place}`, asset: null } : left.splice(at, 1)[0]!
  })
}

/** The options that the composer has fields for, and the names of the others. */
async function optionsOf(
  { options = {}, per_account = {}, media_items = [], media_asset_ids, content, hashtags }: Post,
  media: readonly DraftMedium[],
  titleOf: (place: number) => string,
) {
  const known: Partial<Record<PlatformId, Record<string, unknown>>> = {}
  const others = new Set<string>()
  const places = placesOf(media_asset_ids, media)
  const around = { caption: captionOf({ content, hashtags }), media: places }
  for (const id of PLATFORM_IDS) {
    const fields = PLATFORM_VIEWS[id].options
    const said: Record<string, unknown> = { ...ownAlone(per_account, id), ...options[id] }
    for (const name of Object.keys(fields).filter((each) => /^(on_media|focus)$/.test(fields[each]!.as))) {
      const entries = onMedia(media_items, name)
      if (entries.length > 0) said[name] = [...listOf(said[name]), ...entries]
    }
    for (const [name, value] of Object.entries(said)) {
      const field = fields[name]
      const written = field && fromRequest(field, value, around)
      if (field === undefined || written === undefined) {
        others.add(name)
        continue
      }
      const kept = field.as === 'thread' ? await withAssets(written as Written['thread'], titleOf) : written
      known[id] = { ...known[id], [name]: kept }
    }
  }
  for (const own of Object.values(per_account)) {
    for (const id of PLATFORM_IDS)
      for (const [name, value] of Object.entries(own.options?.[id] ?? {}))
        if (JSON.stringify(ownAlone(per_account, id)[name]) !== JSON.stringify(value)) others.add(name)
    if (own.hashtags !== undefined) others.add('hashtags')
    // An empty text of an account is the text for all in the composer.
    if (own.content?.trim() === '' && content !== '') others.add('content')
  }
  return { options: known, notCopied: [...others] }
}

/** By the account's id: what it says in place of the text for all. */
const ownTexts = ({ per_account = {} }: Post): Draft['own'] =>
  Object.fromEntries(
    Object.entries(per_account).flatMap(([id, { content = '' }]) => (content.trim() === '' ? [] : [[id, content]])),
  )

/**
 * The accounts that a post started from this one goes to. Where the earlier one failed in part only those: what is live there,
 * or may be, would be published a second time.
 */
export function accountsAgain(publications: Post['publications']): Pick<Draft, 'accounts' | 'leftOut'> {
  const accountsOf = (some: Post['publications']) => [...new Set(some.map(({ account_id }) => account_id))]
  const failed = publications.filter(({ state, error }) => state === 'failed' && error?.code !== 'outcome_unknown')
  const inPart = publications.some(({ state }) => state === 'failed' || state === 'partially_published')
  if (!inPart) return { accounts: accountsOf(publications), leftOut: [] }
  const surelyNot = ['failed', 'cancelled', 'deleted']
  const live = publications.filter(
    ({ state, error }) => !surelyNot.includes(state) || error?.code === 'outcome_unknown',
  )
  return { accounts: accountsOf(failed), leftOut: accountsOf(live) }
}

/**
 * @param titleOf names a medium of which only its place is known. @param only the accounts that it goes to, of those that it would.
 * @throws {PublisherError|Unreachable}
 */
export async function draftFrom(
  postId: string,
  titleOf: (place: number) => string,
  only?: readonly string[],
): Promise<Draft> {
  const post = await readPost(postId)
  const { accounts, leftOut } = accountsAgain(post.publications)
  const media = await mediaOf(post, titleOf)
  return {
    ...EMPTY_DRAFT,
    type: post.type,
    typed: true,
    title: post.title ?? '',
    content: post.content,
    hashtags: post.hashtags.map((tag) => (tag.startsWith('#') ? tag : `#${tag}`)).join(' '),
    accounts: only === undefined ? accounts : accounts.filter((id) => only.includes(id)),
    leftOut,
    crop: (post.smart_transform?.enabled && post.smart_transform.aspect_ratio) || '',
    own: ownTexts(post),
    ...(await optionsOf(post, media, titleOf)),
    media,
    filesLost: post.media_asset_ids.length - media.length,
    // Without the time, one press of the button would publish the copy of a planned post at once.
    ...(typeof post.scheduled_at === 'number' && post.scheduled_at > Date.now()
      ? timeOf(post.queued ? 'next_slot' : post.scheduled_at)
      : {}),
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')
const listIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : []
const objectIn = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

/** When it is to go out, as far as the draft says. */
const timeOf = (at: unknown): Pick<Draft, 'when' | 'wall'> =>
  at === 'next_slot'
    ? { when: 'slot', wall: '' }
    : typeof at === 'number'
      ? { when: 'later', wall: wallTime(at) }
      : { when: 'now', wall: '' }

/** A draft of the team as the composer has it; its content is unchecked. @throws {PublisherError|Unreachable} */
export async function draftOfShared(
  { id, type, version, post }: Schemas['Draft'],
  titleOf: (place: number) => string,
): Promise<Draft> {
  const media = objectIn(post.media)
  const items = Array.isArray(media.items) ? media.items.map(objectIn) : undefined
  const per_account = Object.fromEntries(
    Object.entries(objectIn(post.per_account)).map(([account, own]) => [account, objectIn(own)]),
  )
  const said = {
    content: textIn(post.content),
    hashtags: listIn(post.hashtags),
    media_asset_ids: items?.map((item) => textIn(item.media_asset_id)) ?? listIn(media.media_asset_ids),
    ...(items ? { media_items: items } : {}),
    options: Object.fromEntries(
      Object.entries(objectIn(post.options))
        .filter(([platform]) => isPlatform(platform))
        .map(([platform, chosen]) => [platform, objectIn(chosen)]),
    ),
    per_account,
  } as unknown as Post
  const found = await mediaOf(said, titleOf)
  const crop = objectIn(media.smart_transform)
  const ratio = crop.enabled === true && (crop.aspect_ratio === '1:1' || crop.aspect_ratio === '4:5')
  return {
    ...EMPTY_DRAFT,
    type,
    typed: true,
    title: textIn(post.title),
    content: said.content,
    hashtags: listIn(post.hashtags)
      .map((tag) => (tag.startsWith('#') ? tag : `#${tag}`))
      .join(' '),
    accounts: listIn(post.accounts),
    crop: ratio ? (crop.aspect_ratio as '1:1' | '4:5') : '',
    own: ownTexts(said),
    ...(await optionsOf(said, found, titleOf)),
    media: found,
    filesLost: said.media_asset_ids.length - found.length,
    ...timeOf(post.scheduled_at),
    shared: { id, version },
  }
}
