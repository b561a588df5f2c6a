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

/** The plan of a part that is live: nothing is made for it. */
const NOTHING: PublishPlan = { containers: [], carousel: false }

/** @param media all that the post and its options name, by id. @param from the first part that is published: those before it are live. */
export function publicationPlan(
  { type, media_ids, ...post }: PostContent & { type: PostType; media_ids: readonly string[] },
  accountId: string,
  platform: PlatformId,
  media: ReadonlyMap<string, Media>,
  from = 0,
): PublicationPlan {
  const named = (ids: readonly string[]) => ids.map((id) => media.get(id)!)
  return {
    plan: from > 0 ? NOTHING : planFor(type, platform, named(media_ids)),
    option_media: optionMedia(post, accountId, platform),
    thread: chainOf(post, accountId, platform).map(({ media }, at) =>
      at + 1 < from ? NOTHING : planFor('feed', platform, named(media?.media_asset_ids ?? [])),
    ),
    steps: stepsOf(post, accountId, platform).map(({ type }) => type),
  }
}
