// A container as its platform is asked for it, with everything that the post says of it. Publishing and its preview are both
// made of this, so that the one shows what the other sends.

import { publishUrl } from '../media/publish-url.ts'
import type { Media } from '../media/rules/media.ts'
import type { PlatformId } from '../platforms/facts.ts'
import type { CarouselSpec, ContainerSpec } from '../platforms/platform.ts'
import { captionFor, optionsFor, type PostContent } from './rules/account-content.ts'
import { altTextOf, optionParameters } from './rules/container-options.ts'
import type { ContainerType } from './rules/enumerations.ts'
import { takesAltText, useOf } from './rules/plan.ts'
import type { Post } from './rules/post.ts'

interface ContainerOf {
  platform: PlatformId
  type: ContainerType
  /** Whether it is a child. */
  carousel: boolean
  /** Which of the post's media it is, from 0. */
  media_index: number
  /** Absent for text. */
  asset: Media | undefined
  /** The picture of `cover_media_id`. */
  cover?: Media
}

/** The medium that is the cover on the account, if one is named. */
export const coverOf = (post: PostContent, accountId: string): string | undefined =>
  optionsFor(post, accountId, 'instagram').cover_media_id

/** No options add no field: what is sent then is what was always sent. */
const added = (options: Record<string, unknown>) => (Object.keys(options).length > 0 ? { options } : {})

export function containerSpec(
  post: PostContent & { aspect_ratio: Post['aspect_ratio'] },
  accountId: string,
  { platform, type, carousel, media_index, asset, cover }: ContainerOf,
): ContainerSpec {
  const alt_text = asset && takesAltText(type, platform) ? altTextOf(post, media_index, asset) : undefined
  const video = type === 'video' || type === 'reel' || type === 'story_video'
  return {
    type,
    url: asset && publishUrl(asset, { platform, use: useOf(type, carousel), aspect: post.aspect_ratio ?? undefined }),
    ...(carousel ? {} : { caption: captionFor(post, accountId) }),
    ...(alt_text === undefined ? {} : { alt_text }),
    carousel_item: carousel,
    ...added(
      optionParameters(post, accountId, platform, {
        place: carousel ? 'child' : 'single',
        media_index,
        video,
        // Uncut: the platform crops a cover around its middle itself.
        ...(cover ? { cover_url: publishUrl(cover, { platform, use: 'story' }) } : {}),
      }),
    ),
  }
}

export const carouselSpec = (
  post: PostContent,
  accountId: string,
  { platform, children }: { platform: PlatformId; children: readonly string[] },
): CarouselSpec => ({
  children,
  caption: captionFor(post, accountId),
  ...added(optionParameters(post, accountId, platform, { place: 'parent', media_index: 0, video: false })),
})
