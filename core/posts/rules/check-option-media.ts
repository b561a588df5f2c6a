// The media that options name against the platforms' rules: covers, and the parts of threads.
import type { Issue } from '../../errors.ts'
import { kindOf } from '../../media/rules/media.ts'
import { PLATFORM_VIDEO_TYPES, POST_TYPES } from '../../platforms/post-types.ts'
import type { PostContent, PostOptions } from './account-content.ts'
import type { OptionsToCheck } from './check-options.ts'

/** All options of the request, with the field that they stand in. */
const namedOptions = ({ options, per_account = {} }: PostContent): [string, PostOptions | undefined][] => [
  ['options', options],
  ...Object.entries(per_account).map(([id, own]): [string, PostOptions | undefined] => [
    `per_account.${id}.options`,
    own.options,
  ]),
]

/** A picture for the cover, which the caller must have. */
export function coverIssues({ content, media }: OptionsToCheck): Issue[] {
  return namedOptions(content).flatMap(([at, options]): Issue[] => {
    const id = options?.instagram?.cover_media_id
    if (id === undefined) return []
    const path = `${at}.instagram.cover_media_id`
    const asset = media.get(id)
    if (!asset)
      return [{ code: 'unknown_media', path, message: `${path}: ${id} is not one of your media, or was deleted.` }]
    if (kindOf(asset.content_type) === 'image') return []
    return [{ code: 'media_kind', path, message: `${path} is ${asset.content_type}; a cover is a picture.` }]
  })
}

/** What Threads takes of the media of a part; counts and kinds are in the schema. */
export function threadIssues({ content, media }: OptionsToCheck): Issue[] {
  const rule = POST_TYPES.feed.platforms.threads!
  return namedOptions(content).flatMap(([at, options]) =>
    (options?.threads?.thread ?? []).flatMap((part, index) =>
      (part.media?.media_asset_ids ?? []).flatMap((id, place): Issue[] => {
        const named = `${at}.threads.thread[${index}].media`
        const path = part.media?.items
          ? `${named}.items[${place}].media_asset_id`
          : `${named}.media_asset_ids[${place}]`
        const asset = media.get(id)
        const issue = (code: Issue['code'], message: string): Issue[] => [{ code, path, message: `${path} ${message}` }]
        if (!asset)
          return [{ code: 'unknown_media', path, message: `${path}: ${id} is not one of your media, or was deleted.` }]
        const kind = kindOf(asset.content_type)
        if (kind !== 'image' && kind !== 'video')
          return issue('media_kind', `is ${asset.content_type}; a part of a thread takes images and video.`)
        const most = kind === 'video' ? rule.maxVideoBytes : rule.maxImageBytes
        if (asset.size_bytes > most)
          return issue('media_too_large', `has ${asset.size_bytes} bytes; Threads takes at most ${most}.`)
        if (kind === 'video' && !(PLATFORM_VIDEO_TYPES as readonly string[]).includes(asset.content_type))
          return issue('media_format', `is ${asset.content_type}; Threads takes video as MP4 or MOV.`)
        return []
      }),
    ),
  )
}
