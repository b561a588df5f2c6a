// What posting would do, without doing it: all that accepting checks, the account's token, and the media's own figures
// against the platforms' rules. Stores nothing, sends nothing, and asks no platform.
import { worksUntil } from '../domain/account-rules.ts'
import { CAPTION_RULES } from '../domain/caption-length.ts'
import { AppError } from '../domain/errors.ts'
import { kindOf, type Media } from '../domain/media.ts'
import type { PostType } from '../domain/post-types.ts'
import { accountName, type Target } from '../domain/posts/check-post.ts'
import { DAILY_POSTS, mediaProblems } from '../domain/posts/media-rules.ts'
import { planOf, takesAltText, useOf } from '../domain/posts/plan.ts'
import { captionOf } from '../domain/posts/post.ts'
import type { PostRequest } from '../domain/posts/post-request.ts'
import { PUBLISH_RULES, type PublishUse, publishVariantOf } from '../domain/variant-spec.ts'
import { publishUrl } from '../media/publish-url.ts'
import type { Prepared } from './accept-post.ts'

interface Given {
  type: PostType
  request: PostRequest
  now: number
}

const pictureRule = (use: PublishUse) => {
  const { minWidth, maxWidth, ratio } = PUBLISH_RULES[publishVariantOf(use).rule]
  return { min_width: minWidth, max_width: maxWidth, ratio }
}

function previewOf({ account, platform, caption_problem }: Target, media: readonly Media[], given: Given) {
  const { type, request, now } = given
  const transform = request.media?.smart_transform
  const aspect = transform?.enabled ? transform.aspect_ratio : undefined
  const caption = captionOf(request)
  const { max, length } = CAPTION_RULES[platform]
  const plan = planOf(
    type,
    platform,
    media.map((asset) => ({ id: asset.id, kind: kindOf(asset.content_type) })),
  )
  const containers = plan.containers.map(({ type: container_type }, at) => {
    const asset = media[at]
    if (!asset) return { container_type, media_asset_id: null, url: null, alt_text: null, source: null, picture: null }
    const use = { platform, use: useOf(container_type, plan.carousel), aspect }
    const { width, height, duration_ms, size_bytes, content_type } = asset
    return {
      container_type,
      media_asset_id: asset.id,
      url: publishUrl(asset, use),
      alt_text: takesAltText(container_type, platform) && asset.alt_text !== '' ? asset.alt_text : null,
      source: { width, height, duration_ms, size_bytes, content_type },
      /** The rules that the JPEG at `url` is made to meet; null for what is sent as it was uploaded. */
      picture: kindOf(content_type) === 'image' ? pictureRule(use) : null,
    }
  })
  const problems = [
    ...(caption_problem ? [{ code: 'caption_too_long' as const, media_asset_id: null, message: caption_problem }] : []),
    ...plan.containers.flatMap((container, at) =>
      media[at] ? mediaProblems(platform, container.type, media[at]) : [],
    ),
  ]
  const end = worksUntil(account, now)
  return {
    account_id: account.id,
    name: accountName(account),
    platform,
    valid: problems.length === 0,
    problems,
    caption,
    caption_length: length(caption),
    caption_limit: max,
    carousel: plan.carousel,
    containers,
    token: { status: account.status, expires_at: account.token_expires_at, ends_at: Number.isFinite(end) ? end : null },
    /** What the platform grants in general; how much of it is used is read when the post is published, and waited for. */
    quota: { posts: DAILY_POSTS[platform], hours: 24, used: null },
  }
}

/** @throws {AppError} with every issue for which posting would be refused. */
export function previewPost(given: Given, { issues, targets, skipped, media }: Prepared) {
  if (issues.length > 0) throw new AppError(issues)
  const assets = (given.request.media?.media_asset_ids ?? []).map((id) => media.get(id)!)
  const accounts = targets.map((target) => previewOf(target, assets, given))
  return {
    valid: accounts.every(({ valid }) => valid),
    scheduled_at: given.request.scheduled_at ?? null,
    accounts,
    skipped_accounts: skipped.map(({ id }) => id),
  }
}
