// The content rules of platforms and accounts, purely: every problem of a request, the skipped accounts, and the warnings.

import type { Account } from '../../accounts/rules/account.ts'
import { takerOf } from '../../accounts/rules/account-rules.ts'
import type { Issue } from '../../errors.ts'
import { kindOf, type Media } from '../../media/rules/media.ts'
import { PICTURE_TYPES, PICTURES_NAMED } from '../../media/rules/media-types.ts'
import { tooManyPixels } from '../../media/rules/picture-size.ts'
import { type AccountLimits, fileProblem, ruleOn } from '../../platforms/account-limits.ts'
import { aboveIn, CAPTION_RULES, textBoundsOf } from '../../platforms/caption-length.ts'
import { TEXT_LENGTHS } from '../../platforms/count-text.ts'
import type { PostType } from '../../platforms/enumerations.ts'
import { factsOf, type PlatformId } from '../../platforms/facts.ts'
import type { PlatformRule } from '../../platforms/platform-facts.ts'
import { PLATFORM_VIDEO_TYPES, POST_TYPES } from '../../platforms/post-types.ts'
import { providerNamed } from '../../platforms/providers.ts'
import { captionFor, type PostContent } from './account-content.ts'
import type { OptionsToCheck } from './check-options.ts'
import { altTextOf, planFor, takesAltText } from './plan.ts'

export interface Target {
  account: Account
  platform: PlatformId
  /** Set where the platform will not take the caption: the publication fails at once, without calling it. */
  caption_problem?: string
}

export interface Checked {
  issues: Issue[]
  targets: Target[]
  skipped: Account[]
}

export interface PostToCheck {
  type: PostType
  caption: string
  /** Ids as the request names them, in its order. */
  account_ids: readonly string[]
  media_ids: readonly string[]
  accounts: ReadonlyMap<string, Account>
  media: ReadonlyMap<string, Media>
  /** The request's fields beside the specification's, and where it names the media. */
  content?: PostContent
  /** Every breach of the platforms' options (`check-options.ts`); only of content that has any, as the next. */
  optionIssues?(given: OptionsToCheck): Issue[]
  /** Texts of the account's options that count with its caption (`account-options.ts`). */
  countedBeside?(content: PostContent, accountId: string, platform: PlatformId): string
  /** The field that names the medium at this place. */
  mediaField?(at: number): string
  /** Why an account cannot be posted to, if so (`account-rules.ts`). */
  accountProblem(account: Account): Issue | undefined
}

const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1).replace(/\.0$/, '')} MB`
const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
const span = ({ min, max }: { min: number; max: number }, noun: string): string =>
  min === max ? `exactly ${counted(min, noun)}` : `${min} to ${counted(max, noun)}`

/** How a message names an account: by what its owner knows it as. */
export const accountName = (account: Account): string =>
  `${providerNamed(account.provider).display_name} @${account.external_username}`

/** Whether a skipped account is only listed: its platform takes the type, but the account is not connected. */
export const isListedOnly = ({ provider }: Account, type: PostType): boolean => provider in POST_TYPES[type].platforms

/** Stories are sent without their caption. */
export const takesCaption = (type: PostType): boolean => type !== 'stories'

/**
 * Why a platform will not take the caption, with the figures; undefined where it will.
 * @param of.limits what the account's own server takes. @param of.beside what else counts with it.
 */
export function captionProblemOf(
  platform: PlatformId,
  caption: string,
  of: { limits?: AccountLimits | null; beside?: string } = {},
): string | undefined {
  const { also } = CAPTION_RULES[platform]
  const { max, length } = textBoundsOf(platform, of.limits)
  const count = length(caption, of.beside)
  const { display_name } = providerNamed(platform)
  if (count > max)
    return `The caption with its hashtags counts ${count} characters on ${display_name}; at most ${max} are allowed.`
  const over = also.find((rule) => rule.length(caption) > rule.max)
  if (!over) return undefined
  const unit = over.counts === 'utf8_bytes' ? 'bytes' : 'characters'
  return `The caption with its hashtags has ${over.length(caption)} ${unit} on ${display_name}; at most ${over.max} are allowed.`
}

/** The field with the account's caption: `content`, or the account's own. */
function captionField(post: PostToCheck, accountId: string): string {
  const own = post.content?.per_account?.[accountId]
  if (own?.content !== undefined) return `per_account.${accountId}.content`
  return own?.hashtags === undefined ? 'content' : `per_account.${accountId}.hashtags`
}

/** Refusals of a caption however short it is: too many links, tags or people. */
function captionIssues(post: PostToCheck, account: Account, platform: PlatformId, caption: string): Issue[] {
  if (!takesCaption(post.type)) return []
  const path = captionField(post, account.id)
  const { display_name } = providerNamed(platform)
  return aboveIn(caption, CAPTION_RULES[platform].most).map(({ count, max }) => ({
    code: 'too_long',
    path,
    message: `${path}: the caption with its hashtags has ${count}; at most ${max} are allowed on ${display_name}.`,
  }))
}

/** One platform's problems with the media; each breach once, however many accounts it concerns. */
function mediaIssues(
  rule: PlatformRule,
  media: readonly { at: number; asset: Media }[],
  { who, field, limits }: { who: string; field: PostToCheck['mediaField']; limits: AccountLimits | null | undefined },
): Issue[] {
  const issues: Issue[] = []
  const list = field ? 'media.items' : 'media.media_asset_ids'
  const placed = field ?? ((at: number) => `${list}[${at}]`)
  const images = media.filter(({ asset }) => kindOf(asset.content_type) === 'image')
  const videos = media.filter(({ asset }) => kindOf(asset.content_type) === 'video')
  const say = (code: Issue['code'], message: string, path = list) => issues.push({ code, path, message })
  const tooMany = (sent: number, noun: string, allowed: { min: number; max: number }) =>
    (sent < allowed.min || sent > allowed.max) &&
    say(
      'media_count',
      `${who} takes ${span(allowed, noun)}; ${counted(sent, noun)} ${sent === 1 ? 'was' : 'were'} sent.`,
    )

  if (images.length > 0 && videos.length > 0 && !rule.mixed) {
    say(
      'media_mixed',
      `${who} does not take images and video in one post; ${counted(images.length, 'image')} and ${counted(videos.length, 'video')} were sent.`,
    )
  } else if (images.length > 0 && videos.length > 0) {
    tooMany(media.length, 'media file', rule.total)
  } else if (images.length > 0 && rule.images) tooMany(images.length, 'image', rule.images)
  else if (videos.length > 0 && rule.videos) tooMany(videos.length, 'video', rule.videos)

  for (const { at, asset } of media) {
    const video = kindOf(asset.content_type) === 'video'
    const most = video ? rule.maxVideoBytes : rule.maxImageBytes
    if (most > 0 && asset.size_bytes > most) {
      say(
        'media_too_large',
        `${who} takes ${video ? 'video' : 'images'} of at most ${megabytes(most)}; ${asset.id} has ${megabytes(asset.size_bytes)} (${asset.size_bytes} bytes).`,
        placed(at),
      )
    }
    if (video && !(PLATFORM_VIDEO_TYPES as readonly string[]).includes(asset.content_type)) {
      say('media_format', `${who} takes video as MP4 or MOV; ${asset.id} is ${asset.content_type}.`, placed(at))
    }
    // Pictures are converted and made to fit.
    const refused = video ? fileProblem(limits, asset) : undefined
    if (refused) say(refused.code, `${placed(at)} ${refused.message}`, placed(at))
    if (!video && !PICTURE_TYPES.has(asset.content_type)) {
      say(
        'media_format',
        `${who} takes pictures as ${PICTURES_NAMED}; ${asset.id} is ${asset.content_type}.`,
        placed(at),
      )
    }
  }
  const seen = new Map<string, number>()
  for (const { at, asset } of media) {
    const first = seen.get(asset.id)
    if (first === undefined) seen.set(asset.id, at)
    else if (!rule.repeats)
      say('duplicate', `${placed(at)} repeats ${placed(first)}, which ${who} does not take.`, placed(at))
  }
  return issues
}

/** Descriptions of media that are longer than the account's platform, or its own server, takes. */
function descriptionIssues(
  post: PostToCheck,
  account: Account,
  platform: PlatformId,
  assets: readonly Media[],
): Issue[] {
  const { counts = 'code_points', max: usual } = factsOf(platform).alt_text
  const max = account.limits?.alt_text_max ?? usual
  if (max === undefined) return []
  const { containers } = planFor(post.type, platform, assets)
  return assets.flatMap((asset, at): Issue[] => {
    const taken = takesAltText(containers[at]!.type, platform)
    const length = TEXT_LENGTHS[counts]((taken && altTextOf(post.content ?? {}, at, asset)) || '')
    if (length <= max) return []
    const own = post.content?.media_details?.[at]?.alt_text !== undefined
    const path = own ? `media.items[${at}].alt_text` : (post.mediaField?.(at) ?? `media.media_asset_ids[${at}]`)
    const message = `${path}: the alternative text counts ${length} characters; at most ${max} are allowed on ${accountName(account)}.`
    return [{ code: 'too_long', path, message }]
  })
}

/** Media that the type takes, each with its position; what is unknown or of another kind is an issue. */
function knownMedia(post: PostToCheck, issues: Issue[]): { at: number; asset: Media }[] {
  const { kinds } = POST_TYPES[post.type].media
  return post.media_ids.flatMap((id, at) => {
    const path = post.mediaField?.(at) ?? `media.media_asset_ids[${at}]`
    const asset = post.media.get(id)
    if (!asset) {
      issues.push({ code: 'unknown_media', path, message: `${path}: ${id} is not one of your media, or was deleted.` })
      return []
    }
    const kind = kindOf(asset.content_type)
    if (!kinds.includes(kind)) {
      issues.push({
        code: 'media_kind',
        path,
        message: `${path} is ${asset.content_type}; a ${post.type} post takes ${kinds.join(' or ')}.`,
      })
      return []
    }
    // The limit is the service's own and holds on every platform.
    const pixels = tooManyPixels(asset)
    if (pixels) issues.push({ code: 'media_too_large', path, message: `${path}: ${id} has ${pixels}.` })
    return [{ at, asset }]
  })
}

function noSupportedAccount(type: PostType, skipped: readonly Account[]): Issue {
  const takers = Object.keys(POST_TYPES[type].platforms).map((name) => providerNamed(name).display_name)
  const names = skipped.map(
    (account) => `${accountName(account)}${isListedOnly(account, type) ? ' (listed only, not connected)' : ''}`,
  )
  return {
    code: 'no_supported_account',
    path: 'accounts',
    message: `None of the accounts can take a ${type} post: it is supported on ${new Intl.ListFormat('en-GB').format(takers)}; ${names.join(', ')} ${skipped.length === 1 ? 'is' : 'are'} not.`,
  }
}

/**
 * Checks a post against the rules of its type and of each account's platform. All problems are found at once.
 * @returns with `targets`, the accounts that take it, and `skipped`, those that are left out without a problem.
 */
export function checkPost(post: PostToCheck): Checked {
  const issues: Issue[] = []
  const targets: Target[] = []
  const skipped: Account[] = []
  const rules = POST_TYPES[post.type]
  // Where the type takes no media, this one issue is enough: the request has a field too many.
  const media = rules.media.max > 0 ? knownMedia(post, issues) : []
  const said = new Set<string>()
  /** Ten accounts of one platform break a rule of it together: the first is named, the others add nothing. */
  const addOnce = (issue: Issue, key: string): void => {
    if (!said.has(key)) issues.push(issue)
    said.add(key)
  }

  post.account_ids.forEach((id, at) => {
    const path = `accounts[${at}]`
    const account = post.accounts.get(id)
    if (!account) {
      issues.push({ code: 'unknown_account', path, message: `${path}: ${id} is not one of your connected accounts.` })
      return
    }
    const platform = takerOf(account, post.type)
    const rule = platform && rules.platforms[platform]
    if (!platform || !rule) {
      skipped.push(account)
      return
    }
    const problem = post.accountProblem(account)
    if (problem) {
      issues.push({ ...problem, path })
      return
    }
    const assets = media.map(({ asset }) => asset)
    const found =
      rules.media.max > 0 && media.length === post.media_ids.length
        ? [
            ...mediaIssues(ruleOn(rule, account.limits ?? null), media, {
              who: accountName(account),
              field: post.mediaField,
              limits: account.limits,
            }),
            ...descriptionIssues(post, account, platform, assets),
          ]
        : []
    for (const issue of found) addOnce(issue, `${account.limits ? id : platform} ${issue.code} ${issue.path}`)
    const caption = post.content ? captionFor(post.content, id) : post.caption
    const captionProblem = takesCaption(post.type)
      ? captionProblemOf(platform, caption, {
          limits: account.limits,
          beside: post.content && post.countedBeside?.(post.content, id, platform),
        })
      : undefined
    const field = captionField(post, id)
    for (const issue of captionIssues(post, account, platform, caption)) addOnce(issue, `${platform} ${issue.message}`)
    // A text for this account alone has to fit it; a text for all may fit the others.
    if (captionProblem && field !== 'content') {
      issues.push({ code: 'too_long', path: field, message: `${field}: ${captionProblem}` })
      return
    }
    targets.push({ account, platform, ...(captionProblem ? { caption_problem: captionProblem } : {}) })
  })
  if (post.content && post.optionIssues) {
    const accounts = post.account_ids.flatMap((id) => post.accounts.get(id) ?? [])
    const known = media.length === post.media_ids.length && media.length >= rules.media.min
    const assets = known ? media.map(({ asset }) => asset) : undefined
    const { type, content, account_ids } = post
    issues.push(...post.optionIssues({ type, content, accounts, account_ids, media: post.media, assets }))
  }
  if (targets.length === 0 && skipped.length > 0 && issues.length === 0)
    issues.push(noSupportedAccount(post.type, skipped))
  return { issues, targets, skipped }
}
