// How a post becomes containers on a platform: which kind each medium is sent as, and whether a carousel joins them.

import { altTextFor, kindOf, type Media } from '../../media/rules/media.ts'
import type { ContainerType, MediaKind, PostKind, PostType } from '../../platforms/enumerations.ts'
import { factsOf, type PlatformId } from '../../platforms/facts.ts'
import type { PictureUse } from '../../platforms/platform-facts.ts'
import type { PostContent } from './account-content.ts'

export interface PublishPlan {
  /** One container per medium, in the order of the post; one of type `text` where there is no medium. */
  containers: { type: ContainerType; media_id?: string }[]
  carousel: boolean
}

/** @param media in the order of the post; kinds were checked before. */
export function planOf(
  type: PostType,
  platform: PlatformId,
  media: readonly { id: string; kind: MediaKind }[],
): PublishPlan {
  if (media.length === 0) return { containers: [{ type: 'text' }], carousel: false }
  const carousel = media.length > 1
  const typeOf = (kind: MediaKind): ContainerType => {
    const video = kind === 'video'
    if (type === 'stories') return video ? 'story_video' : 'story_image'
    if (type === 'reels') return 'reel'
    if (video && !carousel) return factsOf(platform).lone_video
    return video ? 'video' : 'image'
  }
  return { containers: media.map(({ id, kind }) => ({ type: typeOf(kind), media_id: id })), carousel }
}

/** The same of media as they are stored. */
export const planFor = (type: PostType, platform: PlatformId, media: readonly Media[]): PublishPlan =>
  planOf(
    type,
    platform,
    media.map((asset) => ({ id: asset.id, kind: kindOf(asset.content_type) })),
  )

/** How a post without options becomes a publication. @param media all that it names, by id. */
export const plainPlan = (
  { type, media_ids }: { type: PostType; media_ids: readonly string[] },
  _accountId: string,
  platform: PlatformId,
  media: ReadonlyMap<string, Media>,
): { plan: PublishPlan } => ({
  plan: planFor(
    type,
    platform,
    media_ids.map((id) => media.get(id)!),
  ),
})

/** The kind of post that these media make. */
export function kindOfPieces(type: PostType, types: readonly ContainerType[]): PostKind {
  if (types.length > 1) return 'carousel'
  if (types[0] === 'text') return 'text'
  if (type === 'stories') return 'story'
  return types[0] === 'image' ? 'image' : 'video'
}

/** The use of a container's picture: its variant depends on it. */
export const useOf = (type: ContainerType, carousel: boolean): PictureUse =>
  type === 'story_image' || type === 'story_video' ? 'story' : carousel ? 'carousel' : 'feed'

/** Whether the platform takes a description of the medium. */
export const takesAltText = (type: ContainerType, platform: PlatformId): boolean =>
  factsOf(platform).alt_text.on.includes(type)

/** The description of a medium: the post's own, else the asset's; undefined where there is none. */
export function altTextOf(
  { media_details }: Pick<PostContent, 'media_details'>,
  at: number,
  asset: Media,
): string | undefined {
  const own = media_details?.[at]?.alt_text
  return own === undefined ? altTextFor(asset) : own || undefined
}
