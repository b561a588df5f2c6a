// What posting would do, without doing it: all that accepting checks, each account's token and quota as its platform has
// them now, and the media as they would be sent, against the platforms' rules. Stores nothing, publishes nothing.
import { askQuotas } from '../accounts/ask-quota.ts'
import { AppError } from '../errors.ts'
import { kindOf, type Media } from '../media/rules/media.ts'
import type { Piece } from '../platforms/connector.ts'
import { platformOf } from '../platforms/connectors.ts'
import { factsOf } from '../platforms/facts.ts'
import type { Prepared } from './examine-post.ts'
import { coverOf, joinedPiece, pieceFor } from './piece.ts'
import { type Measure, measurer, sentContainer } from './preview-sent.ts'
import { standingOf } from './preview-standing.ts'
import { captionFor, contentOf, hasOptions, type PostContent } from './rules/account-content.ts'
import { CAPTION_RULES } from './rules/caption-length.ts'
import { optionWarnings } from './rules/check-options.ts'
import { accountName, type Target } from './rules/check-post.ts'
import type { PostType } from './rules/enumerations.ts'
import { planOf } from './rules/plan.ts'
import type { PostRequest } from './rules/post-request.ts'

interface Given {
  type: PostType
  request: PostRequest
  now: number
}

const TEXT = {
  container_type: 'text' as const,
  media_asset_id: null,
  url: null,
  alt_text: null,
  source: null,
  picture: null,
  sent: null,
}

/** What the account's containers would carry, by the platform's names; said where options are. */
function parametersOf(target: Target, pieces: readonly Piece[], post: PostContent) {
  const platform = platformOf(target.platform)
  // Ids of containers that are still to be made.
  const handles = pieces.map((_, at) => `<container ${at + 1}>`)
  const joined = joinedPiece(post, target.account.id, { platform: target.platform, handles })
  const joins = pieces.length > 1 && factsOf(target.platform).joins_pieces
  return {
    containers: pieces.map((piece) => platform.parameters?.(piece) ?? {}),
    carousel: joins ? (platform.parameters?.(joined) ?? {}) : null,
  }
}

async function previewOf(
  target: Target,
  media: readonly Media[],
  known: ReadonlyMap<string, Media>,
  { type, request, now }: Given,
  quotas: ReturnType<typeof askQuotas>,
  measure: Measure,
) {
  const { account, platform, caption_problem } = target
  const transform = request.media?.smart_transform
  const aspect = transform?.enabled ? transform.aspect_ratio : undefined
  const post = { ...contentOf(request), aspect_ratio: aspect ?? null }
  const caption = captionFor(post, account.id)
  const { max, length } = CAPTION_RULES[platform]
  const { containers, carousel } = planOf(
    type,
    platform,
    media.map((asset) => ({ id: asset.id, kind: kindOf(asset.content_type) })),
  )
  const cover = known.get(coverOf(post, account.id) ?? '')
  const pieces = containers.map(({ type }, at) =>
    pieceFor(post, account.id, { platform, type, several: carousel, media_index: at, asset: media[at], cover }),
  )
  const [answers, ...sent] = await Promise.all([
    quotas,
    ...containers.map(({ type }, at) => {
      const asset = media[at]
      return asset
        ? sentContainer(asset, { platform, type, carousel, aspect, alt_text: pieces[at]!.alt_text }, measure)
        : { container: TEXT, problems: [], warnings: [] }
    }),
  ])
  const standing = standingOf(target, answers.get(account.id)!, now)
  const problems = [
    ...(caption_problem ? [{ code: 'caption_too_long' as const, media_asset_id: null, message: caption_problem }] : []),
    ...standing.problems,
    ...sent.flatMap((one) => one.problems),
  ]
  return {
    account_id: account.id,
    name: accountName(account),
    platform,
    valid: problems.length === 0,
    problems,
    warnings: [
      ...standing.warnings,
      ...sent.flatMap((one) => one.warnings),
      ...optionWarnings(type, post, account, platform, media).map((message) => ({
        code: 'option_uncertain' as const,
        media_asset_id: null,
        message,
      })),
    ],
    caption,
    caption_length: length(caption),
    caption_limit: max,
    carousel,
    containers: sent.map(({ container }) => container),
    ...(hasOptions(post) ? { parameters: parametersOf(target, pieces, post) } : {}),
    token: standing.token,
    quota: standing.quota,
  }
}

/** @throws {AppError} with every issue for which posting would be refused; then no platform is asked. */
export async function previewPost(given: Given, { issues, targets, skipped, media, scheduled_at }: Prepared) {
  if (issues.length > 0) throw new AppError(issues)
  const assets = (given.request.media?.media_asset_ids ?? []).map((id) => media.get(id)!)
  const measure = measurer()
  const quotas = askQuotas(targets)
  const accounts = await Promise.all(targets.map((target) => previewOf(target, assets, media, given, quotas, measure)))
  return {
    valid: accounts.every(({ valid }) => valid),
    scheduled_at: scheduled_at ?? null,
    accounts,
    skipped_accounts: skipped.map(({ id }) => id),
  }
}
