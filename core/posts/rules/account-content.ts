// A post's content on one account: its text and options, with what the request says otherwise for that account.

import { captionOf } from '../../platforms/caption-length.ts'
import type { PlatformId } from '../../platforms/facts.ts'
import type { Options } from '../../platforms/options.ts'

export type PostOptions = Partial<Record<PlatformId, Options>>

/** A request's content for one account in place of that for all. */
export interface AccountContent {
  content?: string
  hashtags?: string[]
  options?: PostOptions
}

/** The details of one medium of the post. */
export interface MediaDetails {
  /** In place of the asset's own. */
  alt_text?: string
  /** Entries of options that are each on one medium, by the option's name. */
  [option: string]: unknown
}

/** The part of a request that says something. */
export type RequestedContent = Omit<PostContent, 'caption' | 'media_details'> & { media?: { items?: MediaDetails[] } }

/** All that a post says, as a request brings it and as it is stored. */
export interface PostContent {
  content?: string
  hashtags?: string[]
  /** The caption of content and hashtags, where it is known. */
  caption?: string
  options?: PostOptions
  per_account?: Record<string, AccountContent>
  /** In the order of the media. */
  media_details?: MediaDetails[]
}

/** The request's content, as the post will have it. */
export function contentOf({ content, hashtags, options, per_account, media }: RequestedContent): PostContent {
  const details = media?.items?.map(
    ({ media_asset_id: _, ...said }): MediaDetails =>
      Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)),
  )
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
export const optionsFor = (
  { options, per_account }: PostContent,
  accountId: string,
  platform: PlatformId,
): Options => ({ ...options?.[platform], ...per_account?.[accountId]?.options?.[platform] })
