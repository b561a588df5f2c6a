// How a post becomes a publication on one account: its containers, the parts of its thread, the steps that follow it.

import { kindOf, type Media } from '../../media/rules/media.ts'
import type { AfterStepType, PostType } from '../../platforms/enumerations.ts'
import type { PlatformId } from '../../platforms/facts.ts'
import { instagramOptionsFor, optionMedia, optionsFor, type PostContent } from './account-content.ts'
import { type PublishPlan, planOf } from './plan.ts'

export interface PublicationPlan {
  plan: PublishPlan
  option_media: readonly string[]
  thread: readonly PublishPlan[]
  steps: readonly AfterStepType[]
}

const sent = (media: readonly Media[]) => media.map((asset) => ({ id: asset.id, kind: kindOf(asset.content_type) }))

function stepsOf(post: PostContent, accountId: string, platform: PlatformId): AfterStepType[] {
  if (platform !== 'instagram') return []
  const { first_comment, comments_enabled } = instagramOptionsFor(post, accountId)
  // The comment first: nobody can write one once they are off.
  return [
    ...(first_comment === undefined ? [] : (['first_comment'] as const)),
    ...(comments_enabled === false ? (['comments_off'] as const) : []),
  ]
}

/** @param media all that the post and its options name, by id. */
export function publicationPlan(
  { type, media_ids, ...post }: PostContent & { type: PostType; media_ids: readonly string[] },
  accountId: string,
  platform: PlatformId,
  media: ReadonlyMap<string, Media>,
): PublicationPlan {
  const named = (ids: readonly string[]) => ids.map((id) => media.get(id)!)
  const thread = platform === 'threads' ? (optionsFor(post, accountId, 'threads').thread ?? []) : []
  return {
    plan: planOf(type, platform, sent(named(media_ids))),
    option_media: optionMedia(post, accountId, platform),
    thread: thread.map((part) => planOf('feed', 'threads', sent(named(part.media?.media_asset_ids ?? [])))),
    steps: stepsOf(post, accountId, platform),
  }
}
