// What a post says on one account: its text and options, with what the request says otherwise for that account.

import { captionOf } from '../../platforms/caption-length.ts'
import type { PlatformId } from '../../platforms/facts.ts'
import type { InstagramOptions, ThreadsOptions, UserTag } from '../../platforms/option-registry.ts'

export interface PostOptions {
  instagram?: InstagramOptions
  threads?: ThreadsOptions
}

/** What a request says for one account in place of what it says for all. */
export interface AccountContent {
  content?: string
  hashtags?: string[]
  options?: PostOptions
}

/** What stands with one medium of the post. */
export interface MediaDetails {
  /** In place of the asset's own. */
  alt_text?: string
  /** Instagram's alone. */
  user_tags?: UserTag[]
}

/** The part of a request that says something. */
export type RequestedContent = Omit<PostContent, 'caption' | 'media_details'> & { media?: { items?: MediaDetails[] } }

/** All that a post says, as a request brings it and as it is stored. */
export interface PostContent {
  content?: string
  hashtags?: string[]
  /** What content and hashtags come to, where that is known. */
  caption?: string
  options?: PostOptions
  per_account?: Record<string, AccountContent>
  /** In the order of the media. */
  media_details?: MediaDetails[]
}

/** What the request says, as the post will. */
export function contentOf({ content, hashtags, options, per_account, media }: RequestedContent): PostContent {
  const details = media?.items?.map(({ alt_text, user_tags }) => ({
    ...(alt_text === undefined ? {} : { alt_text }),
    ...(user_tags === undefined ? {} : { user_tags }),
  }))
  return { content, hashtags, options, per_account, ...(details ? { media_details: details } : {}) }
}

/** Whether it says anything that only options say. */
export const hasOptions = ({ options, per_account, media_details }: PostContent): boolean =>
  options !== undefined || per_account !== undefined || media_details !== undefined

/** The caption on the account. */
export function captionFor(post: PostContent, accountId: string): string {
  const own = post.per_account?.[accountId]
  if (own?.content === undefined && own?.hashtags === undefined) return post.caption ?? captionOf(post)
  return captionOf({ content: own.content ?? post.content, hashtags: own.hashtags ?? post.hashtags })
}

/** The platform's options on the account: one that the account has of its own stands in place of the common one. */
export function optionsFor<P extends PlatformId>(
  { options, per_account }: PostContent,
  accountId: string,
  platform: P,
): NonNullable<PostOptions[P]> {
  return { ...options?.[platform], ...per_account?.[accountId]?.options?.[platform] } as NonNullable<PostOptions[P]>
}

/** Instagram's options on the account, with the tags that stand with the media. */
export function instagramOptionsFor(post: PostContent, accountId: string): InstagramOptions {
  const options = optionsFor(post, accountId, 'instagram')
  const tags = (post.media_details ?? []).flatMap(({ user_tags = [] }, media_index) =>
    user_tags.map((tag) => ({ ...tag, media_index })),
  )
  return tags.length === 0 ? options : { ...options, user_tags: [...(options.user_tags ?? []), ...tags] }
}

/**
 * What a further part of the account's thread says: it has no options of its own beside the post that it answers.
 * @param part from 1.
 */
export function threadPart(post: PostContent, accountId: string, part: number, replyTo: string): PostContent {
  const { content = '', media } = optionsFor(post, accountId, 'threads').thread![part - 1]!
  const details = media?.items?.map(({ alt_text }) => (alt_text === undefined ? {} : { alt_text }))
  return {
    caption: content,
    options: { threads: { reply_to_id: replyTo } },
    ...(details ? { media_details: details } : {}),
  }
}

/** Media that the account's options name, beside those of the post. */
export function optionMedia(post: PostContent, accountId: string, platform: PlatformId): string[] {
  if (platform === 'instagram') {
    const cover = optionsFor(post, accountId, 'instagram').cover_media_id
    return cover === undefined ? [] : [cover]
  }
  const { thread = [] } = optionsFor(post, accountId, 'threads')
  return thread.flatMap(({ media }) => media?.media_asset_ids ?? [])
}

/** Every medium that any options of the post name. */
export function allOptionMedia({ options, per_account = {} }: PostContent): string[] {
  const each = [options, ...Object.values(per_account).map((own) => own.options)]
  return each.flatMap((given) => [
    ...(given?.instagram?.cover_media_id === undefined ? [] : [given.instagram.cover_media_id]),
    ...(given?.threads?.thread ?? []).flatMap(({ media }) => media?.media_asset_ids ?? []),
  ])
}
