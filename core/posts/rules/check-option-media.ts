// The media that options name against the platforms' rules: covers, and the posts of chains.
import type { Account } from '../../accounts/rules/account.ts'
import type { Issue } from '../../errors.ts'
import { altTextFor, kindOf, type Media } from '../../media/rules/media.ts'
import { PICTURE_TYPES, PICTURES_NAMED } from '../../media/rules/media-types.ts'
import { tooManyPixels } from '../../media/rules/picture-size.ts'
import { fileProblem } from '../../platforms/account-limits.ts'
import { TEXT_LENGTHS } from '../../platforms/count-text.ts'
import { factsOf, PLATFORM_IDS, type PlatformId } from '../../platforms/facts.ts'
import type { ChainPart, Options } from '../../platforms/options.ts'
import { PLATFORM_VIDEO_TYPES } from '../../platforms/post-types.ts'
import type { PostContent, PostOptions } from './account-content.ts'
import { chainOf, coversIn, optionsThat } from './account-options.ts'
import type { OptionsToCheck } from './check-options.ts'

/** All options of the request, with the field that they stand in. */
const namedOptions = ({ options, per_account = {} }: PostContent): [string, PostOptions | undefined][] => [
  ['options', options],
  ...Object.entries(per_account).map(([id, own]): [string, PostOptions | undefined] => [
    `per_account.${id}.options`,
    own.options,
  ]),
]

/** Every platform's options of the request, with the field that they stand in. */
const eachPlatform = (content: PostContent) =>
  namedOptions(content).flatMap(([at, options]) =>
    PLATFORM_IDS.map((platform) => ({ platform, at: `${at}.${platform}`, options: options?.[platform] })),
  )

const unknown = (path: string, id: string): Issue => ({
  code: 'unknown_media',
  path,
  message: `${path}: ${id} is not one of your media, or was deleted.`,
})

/** A picture for the cover, which the caller must have. */
export const coverIssues = ({ content, media }: OptionsToCheck): Issue[] =>
  eachPlatform(content).flatMap(({ platform, at, options }) =>
    coversIn(options, platform).flatMap(({ option, id }): Issue[] => {
      const path = `${at}.${option}`
      const asset = media.get(id)
      if (!asset) return [unknown(path, id)]
      const type = asset.content_type
      if (kindOf(type) !== 'image')
        return [{ code: 'media_kind', path, message: `${path} is ${type}; a cover is a picture.` }]
      const pixels = tooManyPixels(asset)
      if (pixels) return [{ code: 'media_too_large', path, message: `${path} has ${pixels}.` }]
      return PICTURE_TYPES.has(type)
        ? []
        : [{ code: 'media_format', path, message: `${path} is ${type}; a cover is made of ${PICTURES_NAMED}.` }]
    }),
  )

interface NamedPart {
  platform: PlatformId
  /** The field of the part. */
  at: string
  part: ChainPart
}

const chainParts = (content: PostContent): NamedPart[] =>
  eachPlatform(content).flatMap(({ platform, at, options }: { platform: PlatformId; at: string; options?: Options }) =>
    optionsThat(platform, ({ chain }) => chain).flatMap((name) =>
      ((options?.[name] ?? []) as ChainPart[]).map((part, index) => ({
        platform,
        at: `${at}.${name}[${index}]`,
        part,
      })),
    ),
  )

/** Kinds that may not stand together in a part, where media are published side by side and not joined before. */
function mixedIssues({ platform, at, part }: NamedPart, media: OptionsToCheck['media']): Issue[] {
  const { posts, joins_pieces, display_name } = factsOf(platform)
  const rule = posts.feed
  if (!rule || joins_pieces || rule.mixed) return []
  const kinds = (part.media?.media_asset_ids ?? []).map((id) => kindOf(media.get(id)?.content_type ?? ''))
  const videos = kinds.filter((kind) => kind === 'video').length
  const path = `${at}.media`
  const issue = (code: Issue['code'], message: string): Issue[] => [{ code, path, message: `${path} ${message}` }]
  if (videos > 0 && kinds.includes('image'))
    return issue('media_mixed', `has images and video; ${display_name} does not take both in one post.`)
  const most = rule.videos?.max ?? 0
  return videos > most ? issue('media_count', `has ${videos} videos; ${display_name} takes at most ${most}.`) : []
}

/** Rules of the platform for the media of a thread's further posts; their number is in the schema. */
export const chainIssues = ({ content, media }: OptionsToCheck): Issue[] =>
  chainParts(content).flatMap((named) => [...mixedIssues(named, media), ...partIssues(named, media)])

const partIssues = ({ platform, at, part }: NamedPart, media: OptionsToCheck['media']): Issue[] =>
  (part.media?.media_asset_ids ?? []).flatMap((id, place): Issue[] => {
    const field = part.media?.items ? `items[${place}].media_asset_id` : `media_asset_ids[${place}]`
    const path = `${at}.media.${field}`
    const asset = media.get(id)
    if (!asset) return [unknown(path, id)]
    const issue = (code: Issue['code'], message: string): Issue[] => [{ code, path, message: `${path} ${message}` }]
    const kind = kindOf(asset.content_type)
    const rule = factsOf(platform).posts.feed
    if (!rule || (kind !== 'image' && kind !== 'video'))
      return issue('media_kind', `is ${asset.content_type}; a part of a thread takes images and video.`)
    const { display_name } = factsOf(platform)
    const most = kind === 'video' ? rule.maxVideoBytes : rule.maxImageBytes
    if (asset.size_bytes > most)
      return issue('media_too_large', `has ${asset.size_bytes} bytes; ${display_name} takes at most ${most}.`)
    const pixels = tooManyPixels(asset)
    if (pixels) return issue('media_too_large', `has ${pixels}.`)
    if (kind === 'video' && !(PLATFORM_VIDEO_TYPES as readonly string[]).includes(asset.content_type))
      return issue('media_format', `is ${asset.content_type}; ${display_name} takes video as MP4 or MOV.`)
    if (kind === 'image' && !PICTURE_TYPES.has(asset.content_type))
      return issue('media_format', `is ${asset.content_type}; ${display_name} takes pictures as ${PICTURES_NAMED}.`)
    return descriptionIssues({ platform, at, part }, place, asset)
  })

/** Where the request names the medium, or its alternative text where that is its own. */
const placeOf = ({ at, part }: NamedPart, place: number, field: 'alt_text' | 'media_asset_id'): string => {
  const item = part.media?.items?.[place]
  const own = item && (field === 'media_asset_id' || item.alt_text !== undefined)
  if (own) return `${at}.media.items[${place}].${field}`
  return item ? `${at}.media.items[${place}].media_asset_id` : `${at}.media.media_asset_ids[${place}]`
}

/** @param most of the account's own server, where it says so. */
function descriptionIssues(named: NamedPart, place: number, asset: Media, most?: number): Issue[] {
  const { display_name, alt_text } = factsOf(named.platform)
  const { max = Number.POSITIVE_INFINITY, counts = 'code_points' } = alt_text
  const length = TEXT_LENGTHS[counts](named.part.media?.items?.[place]?.alt_text ?? altTextFor(asset) ?? '')
  const path = placeOf(named, place, 'alt_text')
  const on = most === undefined ? display_name : "the account's server"
  const message = `${path}: the alternative text counts ${length} characters; at most ${most ?? max} are allowed on ${on}.`
  return length > (most ?? max) ? [{ code: 'too_long', path, message }] : []
}

/**
 * Media of the thread's further posts that the account's own server does not take: found later, the beginning would be live.
 * @param at where the request names the thread.
 */
export const serverIssues = (
  { content, media }: Pick<OptionsToCheck, 'content' | 'media'>,
  { id, limits }: Account,
  platform: PlatformId,
  at: string,
): Issue[] =>
  chainOf(content, id, platform).flatMap((part, index) =>
    (part.media?.media_asset_ids ?? []).flatMap((named, place): Issue[] => {
      const asset = media.get(named)
      if (!asset) return []
      const where = { platform, at: `${at}[${index}]`, part }
      const { video_bytes: most, alt_text_max } = limits ?? {}
      const video = kindOf(asset.content_type) === 'video'
      const tooLarge = video && most !== undefined && asset.size_bytes > most
      const refused = video ? fileProblem(limits, asset) : undefined
      const path = placeOf(where, place, 'media_asset_id')
      const message = `${path} has ${asset.size_bytes} bytes; the account's server takes at most ${most}.`
      return [
        ...(tooLarge ? [{ code: 'media_too_large' as const, path, message }] : []),
        ...(refused ? [{ code: refused.code, path, message: `${path} ${refused.message}` }] : []),
        ...(alt_text_max === undefined ? [] : descriptionIssues(where, place, asset, alt_text_max)),
      ]
    }),
  )
