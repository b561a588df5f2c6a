// What a container carries of a post's options, by its platform's names. Publishing and its preview both read this.
import { altTextFor } from '../../media/rules/media.ts'
import type { PlatformId } from '../../platforms/facts.ts'
import { instagramParameters, threadsParameters } from '../../platforms/option-registry.ts'
import type { Place } from '../../platforms/options.ts'
import { instagramOptionsFor, optionsFor, type PostContent } from './account-content.ts'

export interface ContainerPlace {
  place: Place
  /** Which of the post's media it is, from 0. */
  media_index: number
  video: boolean
  /** Where the picture of `cover_media_id` is to be had. */
  cover_url?: string
}

export function optionParameters(
  post: PostContent,
  accountId: string,
  platform: PlatformId,
  place: ContainerPlace,
): Record<string, unknown> {
  return platform === 'instagram'
    ? instagramParameters(instagramOptionsFor(post, accountId), place)
    : threadsParameters(optionsFor(post, accountId, 'threads'), place.place)
}

/** The description of a medium: the post's own, else the asset's; undefined where there is none. */
export const altTextOf = (
  { media_details }: PostContent,
  mediaIndex: number,
  asset: Parameters<typeof altTextFor>[0],
): string | undefined => {
  const own = media_details?.[mediaIndex]?.alt_text
  return own === undefined ? altTextFor(asset) : own || undefined
}
