// A dry run of posting: all that accepting checks, each account's token and quota as its platform has
// them now, and the media as they would be sent, against the platforms' rules. Stores nothing, publishes nothing.
import { askMentions } from '../accounts/ask-mentions.ts'
import { askQuotas } from '../accounts/ask-quota.ts'
import { fitting, shownOnce } from '../answer-size.ts'
import { AppError } from '../errors.ts'
import type { Media } from '../media/rules/media.ts'
import { aboveIn, CAPTION_RULES, textBoundsOf } from '../platforms/caption-length.ts'
import type { Piece, Publishing } from '../platforms/connector.ts'
import type { ContainerType, PostType } from '../platforms/enumerations.ts'
import { factsOf } from '../platforms/facts.ts'
import { parametersFor } from '../platforms/parameters.ts'
import { providerNamed } from '../platforms/providers.ts'
import type { Prepared } from './examine-post.ts'
import { missingMentions } from './missing-mentions.ts'
import { joinedPiece, pieceFor } from './piece.ts'
import { type Measure, measurer, sentContainer } from './preview-sent.ts'
import { standingOf } from './preview-standing.ts'
import { captionFor, contentOf, hasOptions, type PostContent } from './rules/account-content.ts'
import { allOptionsFor, chainOf, chainPost, countedBeside, coverOf } from './rules/account-options.ts'
import { optionWarnings } from './rules/check-options.ts'
import { accountName, type Target, takesCaption } from './rules/check-post.ts'
import { kindOfPieces, planFor } from './rules/plan.ts'
import type { Post } from './rules/post.ts'
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

/** The containers' parameters, by the platform's names; shown where there are options. */
function parametersOf({ account, platform }: Target, type: PostType, pieces: readonly Piece[], post: PostContent) {
  const { piece: parameters, publish } = parametersFor(platform)
  // Ids of containers that are still to be made.
  const handles = pieces.map((_, at) => `<container ${at + 1}>`)
  const joined = joinedPiece(post, account.id, { platform, handles })
  const publishing: Publishing = {
    handles,
    kind: kindOfPieces(
      type,
      pieces.map((piece) => piece.type as ContainerType),
    ),
    text: captionFor(post, account.id),
    options: allOptionsFor(post, account.id, platform) as Record<string, unknown>,
    key: '<key>',
  }
  const joins = pieces.length > 1 && factsOf(platform).joins_pieces
  return {
    containers: pieces.map((piece) => parameters(piece) ?? {}),
    carousel: joins ? (parameters(joined) ?? {}) : null,
    ...(publish ? { publish: publish(publishing, pieces) } : {}),
  }
}

/** One post as the account would be sent it: the post itself, or a further part of its thread. */
async function sentPost(
  target: Target,
  type: PostType,
  post: PostContent & { aspect_ratio: Post['aspect_ratio'] },
  media: readonly Media[],
  known: ReadonlyMap<string, Media>,
  measure: Measure,
) {
  const { account, platform } = target
  const caption = captionFor(post, account.id)
  const { max, length } = textBoundsOf(platform, account.limits)
  const { containers, carousel } = planFor(type, platform, media)
  const cover = known.get(coverOf(post, account.id, platform) ?? '')
  const pieces = containers.map(({ type }, at) =>
    pieceFor(post, account.id, {
      ...{ platform, type, several: carousel, media_index: at, asset: media[at], cover },
      most_bytes: account.limits?.image_bytes,
    }),
  )
  const aspect = post.aspect_ratio ?? undefined
  const sent = await Promise.all(
    containers.map(({ type }, at) => {
      const asset = media[at]
      return asset
        ? sentContainer(
            asset,
            {
              ...{ platform, type, carousel, aspect, alt_text: pieces[at]!.alt_text },
              most_bytes: account.limits?.image_bytes,
            },
            measure,
          )
        : { container: TEXT, problems: [], warnings: [] }
    }),
  )
  return {
    problems: sent.flatMap((one) => one.problems),
    warnings: sent.flatMap((one) => one.warnings),
    shown: {
      caption,
      caption_length: length(caption, countedBeside(post, account.id, platform)),
      caption_limit: max,
      carousel,
      containers: sent.map(({ container }) => container),
      ...(hasOptions(post) ? { parameters: parametersOf(target, type, pieces, post) } : {}),
    },
  }
}

/** The further parts of the account's thread. The id of the post that each answers is not known before. */
function partsOf(target: Target, post: PostContent, known: ReadonlyMap<string, Media>, measure: Measure) {
  const { account, platform } = target
  const sent = chainOf(post, account.id, platform).map(({ media }, at) => {
    const part = { ...chainPost(post, account.id, platform, at + 1, `<post ${at + 1}>`), aspect_ratio: null }
    const assets = (media?.media_asset_ids ?? []).map((id) => known.get(id)!)
    return sentPost(target, 'feed', part, assets, known, measure)
  })
  return Promise.all(sent)
}

/** Warnings about an unusual caption. */
const unusualIn = ({ platform }: Target, caption: string): string[] =>
  aboveIn(caption, CAPTION_RULES[platform].usual).map(
    ({ count, max }) =>
      `The caption with its hashtags has ${count}: what ${providerNamed(platform).display_name} does with more than ${max} is not documented.`,
  )

async function previewOf(
  target: Target,
  media: readonly Media[],
  known: ReadonlyMap<string, Media>,
  { type, request, now }: Given,
  asked: { quotas: ReturnType<typeof askQuotas>; mentions: ReturnType<typeof missingMentions> },
  measure: Measure,
) {
  const { account, platform, caption_problem } = target
  const transform = request.media?.smart_transform
  const aspect = transform?.enabled ? transform.aspect_ratio : undefined
  const post = { ...contentOf(request), aspect_ratio: aspect ?? null }
  const [answers, missing, first, further] = await Promise.all([
    asked.quotas,
    asked.mentions,
    sentPost(target, type, post, media, known, measure),
    partsOf(target, post, known, measure),
  ])
  const standing = standingOf(target, answers.get(account.id)!, now)
  const all = [first, ...further]
  const problems = [
    ...(caption_problem ? [{ code: 'caption_too_long' as const, media_asset_id: null, message: caption_problem }] : []),
    ...standing.problems,
    ...all.flatMap((one) => one.problems),
  ]
  const uncertain = [
    ...optionWarnings(type, post, account, platform, media),
    ...(takesCaption(type) ? unusualIn(target, first.shown.caption) : []),
  ]
  return {
    account_id: account.id,
    name: accountName(account),
    platform,
    valid: problems.length === 0,
    problems,
    warnings: [
      ...standing.warnings,
      ...all.flatMap((one) => one.warnings),
      ...uncertain.map((message) => ({ code: 'option_uncertain' as const, media_asset_id: null, message })),
      ...(missing.get(account.id) ?? []).map((message) => ({
        ...{ code: 'mention_not_found' as const, media_asset_id: null, message },
      })),
    ],
    ...first.shown,
    ...(further.length > 0 ? { parts: further.map(({ shown }) => shown) } : {}),
    token: standing.token,
    quota: standing.quota,
  }
}

type Whole = Awaited<ReturnType<typeof previewOf>>
type Part = NonNullable<Whole['parts']>[number]
type Previewed = Omit<Whole, 'parts'> & {
  parts?: (Omit<Part, 'caption'> & { caption: string | null; same_caption_as?: string })[]
}

const withoutParameters = <Sent extends Pick<Part, 'parameters'>>({ parameters: _, ...sent }: Sent) => sent

/** Without the parameters, which repeat the texts. */
const brief = (accounts: readonly Whole[]) =>
  accounts.map(({ parts, ...first }) => ({
    ...withoutParameters(first),
    ...(parts ? { parts: parts.map(withoutParameters) } : {}),
  }))

/** Each text of a thread with the first of the accounts that are sent it. */
function textsOnce(accounts: ReturnType<typeof brief>): Previewed[] {
  const shownAt = shownOnce()
  return accounts.map(({ parts, ...first }) => ({
    ...first,
    ...(parts
      ? {
          parts: parts.map((part, at) => {
            const same_caption_as = shownAt(part.caption, at, first.account_id)
            return same_caption_as === undefined ? part : { ...part, caption: null, same_caption_as }
          }),
        }
      : {}),
  }))
}

/** @throws {AppError} with every issue for which posting would be refused; then no platform is asked. */
export async function previewPost(given: Given, { issues, targets, skipped, media, scheduled_at }: Prepared) {
  if (issues.length > 0) throw new AppError(issues)
  const assets = (given.request.media?.media_asset_ids ?? []).map((id) => media.get(id)!)
  const measure = measurer()
  const asked = {
    quotas: askQuotas(targets),
    mentions: missingMentions(targets, contentOf(given.request), askMentions),
  }
  const accounts = await Promise.all(targets.map((target) => previewOf(target, assets, media, given, asked, measure)))
  return {
    valid: accounts.every(({ valid }) => valid),
    scheduled_at: scheduled_at ?? null,
    // Long threads on many accounts are more than a function can answer with.
    accounts: fitting<Previewed[]>(
      () => accounts,
      () => brief(accounts),
      () => textsOnce(brief(accounts)),
    ),
    skipped_accounts: skipped.map(({ id }) => id),
  }
}
