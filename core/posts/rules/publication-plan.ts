// How a post with options becomes a publication on one account: its containers, the parts of its thread, the steps that follow it.

import type { Media } from '../../media/rules/media.ts'
import type { AfterStepType, PostType } from '../../platforms/enumerations.ts'
import type { PlatformId } from '../../platforms/facts.ts'
import type { PostContent } from './account-content.ts'
import { chainOf, optionMedia, stepsOf } from './account-options.ts'
import { type PublishPlan, planFor } from './plan.ts'

export interface PublicationPlan {
  plan: PublishPlan
  option_media: readonly string[]
  thread: readonly PublishPlan[]
  steps: readonly AfterStepType[]
}

/** @param media all that the post and its options name, by id. */
export function publicationPlan(
  { type, media_ids, ...post }: PostContent & { type: PostType; media_ids: readonly string[] },
  accountId: string,
  platform: PlatformId,
  media: ReadonlyMap<string, Media>,
): PublicationPlan {
  const named = (ids: readonly string[]) => ids.map((id) => media.get(id)!)
  return {
    plan: planFor(type, platform, named(media_ids)),
    option_media: optionMedia(post, accountId, platform),
    thread: chainOf(post, accountId, platform).map(({ media }) =>
      planFor('feed', platform, named(media?.media_asset_ids ?? [])),
    ),
    steps: stepsOf(post, accountId, platform).map(({ type }) => type),
  }
}
