// The options of a request against the platforms' rules, the accounts and the media, purely: every breach with its field.
import type { Account } from '../../accounts/rules/account.ts'
import { takerOf } from '../../accounts/rules/account-rules.ts'
import type { Issue } from '../../errors.ts'
import { kindOf, type Media } from '../../media/rules/media.ts'
import type { PostType } from '../../platforms/enumerations.ts'
import { inWords, PLATFORM_IDS, type PlatformId } from '../../platforms/facts.ts'
import { optionsOf } from '../../platforms/option-registry.ts'
import { type OptionUse, problemsOf, warningsOf } from '../../platforms/options.ts'
import { POST_TYPES, shapeOf } from '../../platforms/post-types.ts'
import { providerNamed } from '../../platforms/providers.ts'
import { captionFor, optionsFor, type PostContent, type PostOptions } from './account-content.ts'
import { allOptionMedia, allOptionsFor, optionsThat } from './account-options.ts'
import { chainIssues, coverIssues, serverIssues } from './check-option-media.ts'
import { planFor, takesAltText } from './plan.ts'

/** Bytes of options with the texts of accounts: an item of the table has its limit. */
export const MAX_OPTION_BYTES = 200_000

/** Media that one post claims: a transaction takes 100 items, of which 50 may be accounts. */
const MAX_CLAIMED_MEDIA = 40

export interface OptionsToCheck {
  type: PostType
  content: PostContent
  /** Accounts of the request that are the caller's, those of platforms that do not take the type among them. */
  accounts: readonly Account[]
  /** Ids that the request names accounts by. */
  account_ids: readonly string[]
  media: ReadonlyMap<string, Media>
  /** The media of the post itself, in order; undefined where some of them are not known. */
  assets: readonly Media[] | undefined
}

/** The first name of `poll.options[2]`. */
const headOf = (option: string): string => option.split(/[.[]/)[0]!

/** Where the request names the option: with the account, or for all. */
function pathOf(content: PostContent, accountId: string, platform: PlatformId, option: string): string {
  const own = content.per_account?.[accountId]?.options?.[platform] as Record<string, unknown> | undefined
  return own?.[headOf(option)] === undefined
    ? `options.${platform}.${option}`
    : `per_account.${accountId}.options.${platform}.${option}`
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** An entry that stands with a medium is named where it stands. */
function entryPath(content: PostContent, accountId: string, platform: PlatformId, option: string): string | undefined {
  const name = headOf(option)
  if (!optionsOf(platform).rows[name]?.on_media) return undefined
  const at = Number(/^\w+\[(\d+)\]/.exec(option)?.[1] ?? -1)
  let left = at - listOf(optionsFor(content, accountId, platform)[name]).length
  if (left < 0) return undefined
  for (const [item, details] of (content.media_details ?? []).entries()) {
    const entries = listOf(details[name])
    if (left < entries.length) return `media.items[${item}].${name}[${left}]`
    left -= entries.length
  }
  return undefined
}

const useOf = (
  type: PostType,
  content: PostContent,
  account: Account,
  platform: PlatformId,
  assets: readonly Media[] | undefined,
): OptionUse => ({
  shape:
    assets &&
    shapeOf(
      type,
      platform,
      assets.map((asset) => kindOf(asset.content_type)),
    ),
  media: (assets ?? []).map((asset) => ({ kind: kindOf(asset.content_type), duration_ms: asset.duration_ms })),
  caption: captionFor(content, account.id),
  permissions: account.permissions,
  limits: account.limits,
  connected_via: account.connected_via,
})

/** Warnings about options on one account: they are taken and may still not do what was meant. */
export function optionWarnings(
  type: PostType,
  content: PostContent,
  account: Account,
  platform: PlatformId,
  assets: readonly Media[],
): string[] {
  const use = useOf(type, content, account, platform, assets)
  const { containers } = planFor(type, platform, assets)
  const described = (content.media_details ?? []).flatMap(({ alt_text }, at): string[] => {
    const sent = containers[at] && takesAltText(containers[at].type, platform)
    return alt_text && !sent ? [`media.items[${at}].alt_text is not sent: the platform takes none here.`] : []
  })
  return [...warningsOf(optionsOf(platform), allOptionsFor(content, account.id, platform), use), ...described]
}

/** Problems with the options on one account. */
function accountIssues(
  { type, content, assets, media }: OptionsToCheck,
  account: Account,
  platform: PlatformId,
): Issue[] {
  const use = useOf(type, content, account, platform, assets)
  const given = allOptionsFor(content, account.id, platform)
  const { display_name } = providerNamed(platform)
  const found = problemsOf(optionsOf(platform), display_name, given, use).map(({ code, option, message }): Issue => {
    const path = entryPath(content, account.id, platform, option) ?? pathOf(content, account.id, platform, option)
    return { code, path, message: `${path} ${message}` }
  })
  const [thread] = account.limits ? optionsThat(platform, ({ chain }) => chain) : []
  if (thread === undefined) return found
  return [
    ...found,
    ...serverIssues({ content, media }, account, platform, pathOf(content, account.id, platform, thread)),
  ]
}

/** Options of a platform that no account of the post is on, or that does not take the type: they would do nothing. */
function idleOptions(
  options: PostOptions | undefined,
  at: string,
  type: PostType,
  platforms: ReadonlySet<string>,
): Issue[] {
  return PLATFORM_IDS.flatMap((platform): Issue[] => {
    if (options?.[platform] === undefined || platforms.has(platform)) return []
    const { display_name } = providerNamed(platform)
    const taken = POST_TYPES[type].platforms[platform] !== undefined
    const message = taken
      ? `${at}.${platform} would do nothing: none of the accounts it is for is on ${display_name}.`
      : `${at}.${platform} would do nothing: ${display_name} does not take a ${type} post.`
    return [{ code: 'option_not_supported', path: `${at}.${platform}`, message }]
  })
}

function idleIssues({ type, content, accounts, account_ids }: OptionsToCheck): Issue[] {
  const taking = accounts.filter((account) => takerOf(account, type))
  const issues = idleOptions(content.options, 'options', type, new Set(taking.map(({ provider }) => provider)))
  for (const [id, own] of Object.entries(content.per_account ?? {})) {
    const path = `per_account.${id}`
    const account = accounts.find((one) => one.id === id)
    if (!account_ids.includes(id)) {
      const message = `${path}: ${id} is not one of the accounts of this post.`
      issues.push({ code: 'unknown_account', path, message })
    } else if (account) {
      const platforms = new Set(taking.includes(account) ? [account.provider] : [])
      issues.push(...idleOptions(own.options, `${path}.options`, type, platforms))
    }
  }
  return [...issues, ...idleEntries(content, new Set(taking.map(({ provider }) => provider)))]
}

/** Entries that stand with media, of options that no platform of the post has. */
function idleEntries({ media_details = [] }: PostContent, platforms: ReadonlySet<string>): Issue[] {
  const names = new Set(PLATFORM_IDS.flatMap((id) => optionsThat(id, ({ on_media }) => on_media)))
  return [...names].flatMap((name): Issue[] => {
    const at = media_details.findIndex((details) => details[name] !== undefined)
    const having = PLATFORM_IDS.filter((id) => optionsOf(id).rows[name]?.on_media)
    if (at < 0 || having.some((id) => platforms.has(id))) return []
    const path = `media.items[${at}].${name}`
    const message = `${path} would do nothing: no account is on ${inWords(having, 'or')}.`
    return [{ code: 'option_not_supported', path, message }]
  })
}

/**
 * Options that are too large to be looked at one by one: told before anything is read for them.
 * @param media how many the post itself names.
 */
export function sizeIssues(content: PostContent, media: number): Issue[] {
  const { options, per_account, media_details } = content
  const bytes = new TextEncoder().encode(JSON.stringify([options, per_account, media_details])).length
  const claimed = media + allOptionMedia(content).length
  return [
    ...(bytes > MAX_OPTION_BYTES
      ? [
          {
            code: 'too_long' as const,
            path: 'options',
            message: `Options and texts of accounts have ${bytes} bytes; at most ${MAX_OPTION_BYTES} are allowed.`,
          },
        ]
      : []),
    ...(claimed > MAX_CLAIMED_MEDIA
      ? [
          {
            code: 'media_count' as const,
            path: 'options',
            message: `The post names ${claimed} media with those of its options; at most ${MAX_CLAIMED_MEDIA} are allowed.`,
          },
        ]
      : []),
  ]
}

/** Every breach; one that several accounts share is named once. */
export function optionIssues(given: OptionsToCheck): Issue[] {
  const { type, accounts } = given
  const issues = [...idleIssues(given), ...coverIssues(given), ...chainIssues(given)]
  for (const account of accounts) {
    const platform = takerOf(account, type)
    if (platform) issues.push(...accountIssues(given, account, platform))
  }
  const said = new Set<string>()
  return issues.filter(({ code, path, message }) => {
    const key = JSON.stringify([code, path, message])
    const first = !said.has(key)
    said.add(key)
    return first
  })
}
