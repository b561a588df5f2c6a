// The pieces of a post, as its platform is asked for them, with everything that the post says of them. Publishing and its
// preview are both made of this, so that the one shows what the other sends.

import { publishUrl } from '../media/publish-url.ts'
import type { Media } from '../media/rules/media.ts'
import type { Piece } from '../platforms/connector.ts'
import type { ContainerType } from '../platforms/enumerations.ts'
import { factsOf, type PlatformId } from '../platforms/facts.ts'
import { captionFor, type PostContent } from './rules/account-content.ts'
import { optionParameters } from './rules/account-options.ts'
import { altTextOf, takesAltText, useOf } from './rules/plan.ts'
import type { Post } from './rules/post.ts'

interface PieceOf {
  platform: PlatformId
  type: ContainerType
  /** Whether the post has several media. */
  several: boolean
  /** Which of the post's media it is, from 0. */
  media_index: number
  /** Absent for text. */
  asset: Media | undefined
  /** The picture of the option that names a cover. */
  cover?: Media
  /** The most bytes that the account's own server takes of a picture, where it says so. */
  most_bytes?: number | undefined
}

/** Without options no field is added: the request is the same as before. */
const added = (options: Record<string, unknown>) => (Object.keys(options).length > 0 ? { options } : {})

export function pieceFor(
  post: PostContent & { aspect_ratio: Post['aspect_ratio'] },
  accountId: string,
  { platform, type, several, media_index, asset, cover, most_bytes }: PieceOf,
): Piece {
  const { joins_pieces } = factsOf(platform)
  const alt_text = asset && takesAltText(type, platform) ? altTextOf(post, media_index, asset) : undefined
  const video = type === 'video' || type === 'reel' || type === 'story_video'
  const place = several && joins_pieces ? 'child' : 'single'
  // Uncut: the platform crops a cover around its middle itself.
  const cover_url = cover && place === 'single' ? publishUrl(cover, { platform, use: 'story' }) : undefined
  return {
    type,
    url:
      asset &&
      publishUrl(asset, { platform, use: useOf(type, several), aspect: post.aspect_ratio ?? undefined, most_bytes }),
    ...(several && joins_pieces ? {} : { text: captionFor(post, accountId) }),
    ...(alt_text === undefined ? {} : { alt_text }),
    one_of_several: several,
    ...(several && !joins_pieces ? { index: media_index } : {}),
    ...(cover_url === undefined ? {} : { cover_url }),
    ...added(optionParameters(post, accountId, platform, { place, media_index, video, cover_url })),
  }
}

/** The piece that joins the others. */
export const joinedPiece = (
  post: PostContent,
  accountId: string,
  { platform, handles }: { platform: PlatformId; handles: readonly string[] },
): Piece => ({
  type: 'joined',
  one_of_several: false,
  handles,
  text: captionFor(post, accountId),
  ...added(optionParameters(post, accountId, platform, { place: 'parent', media_index: 0, video: false })),
})
