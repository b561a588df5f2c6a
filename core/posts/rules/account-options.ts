// The effect of a post's options on one account, by the rows of its platform: the further posts of its chain, the media that
// they name, the steps that follow, and what each piece carries. Publishing and its preview both read this.
import type { AfterStepType } from '../../platforms/enumerations.ts'
import { PLATFORM_IDS, type PlatformId } from '../../platforms/facts.ts'
import { optionsOf } from '../../platforms/option-registry.ts'
import {
  type ChainPart,
  type OptionPiece,
  type OptionRow,
  type Options,
  parametersOf,
} from '../../platforms/options.ts'
import { optionsFor, type PostContent } from './account-content.ts'

/** The names of the platform's options whose rows are so. */
export const optionsThat = (platform: PlatformId, are: (row: OptionRow) => unknown): string[] =>
  Object.entries(optionsOf(platform).rows).flatMap(([name, row]) => (are(row) ? [name] : []))

/** The platform's options on the account, with the entries that stand with the media. */
export function allOptionsFor(post: PostContent, accountId: string, platform: PlatformId): Options {
  const options = optionsFor(post, accountId, platform)
  const placed = optionsThat(platform, ({ on_media }) => on_media).flatMap((name): [string, unknown][] => {
    const beside = (post.media_details ?? []).flatMap((details, media_index) =>
      ((details[name] ?? []) as object[]).map((entry) => ({ ...entry, media_index })),
    )
    return beside.length === 0 ? [] : [[name, [...((options[name] ?? []) as object[]), ...beside]]]
  })
  return placed.length === 0 ? options : { ...options, ...Object.fromEntries(placed) }
}

const chainIn = (options: Options | undefined, platform: PlatformId): readonly ChainPart[] =>
  optionsThat(platform, ({ chain }) => chain).flatMap((name) => (options?.[name] ?? []) as ChainPart[])

/** The further posts of the account's chain. */
export const chainOf = (post: PostContent, accountId: string, platform: PlatformId): readonly ChainPart[] =>
  chainIn(optionsFor(post, accountId, platform), platform)

/**
 * The content of a further post of the account's chain: it has no options of its own beside the post that it answers, and those
 * of the first post that go with every part.
 * @param part from 1.
 */
export function chainPost(
  post: PostContent,
  accountId: string,
  platform: PlatformId,
  part: number,
  replyTo: string,
): PostContent {
  const { content = '', media } = chainOf(post, accountId, platform)[part - 1]!
  const details = media?.items?.map(({ alt_text }) => (alt_text === undefined ? {} : { alt_text }))
  const answers = optionsThat(platform, (row) => row.answers).map((name) => [name, replyTo])
  const own = optionsFor(post, accountId, platform)
  const everywhere = optionsThat(platform, (row) => row.every_part).flatMap((name) =>
    own[name] === undefined ? [] : [[name, own[name]]],
  )
  return {
    caption: content,
    options: { [platform]: Object.fromEntries([...everywhere, ...answers]) },
    ...(details ? { media_details: details } : {}),
  }
}

/** Texts of options that count with the caption on the account. */
export const countedBeside = (post: PostContent, accountId: string, platform: PlatformId): string => {
  const options = optionsFor(post, accountId, platform)
  return optionsThat(platform, ({ counts }) => counts)
    .map((name) => String(options[name] ?? ''))
    .join('')
}

/** The medium that is the cover on the account, if one is named. */
export const coverOf = (post: PostContent, accountId: string, platform: PlatformId): string | undefined =>
  coversIn(optionsFor(post, accountId, platform), platform)[0]?.id

/** The covers that the options name. */
export const coversIn = (options: Options | undefined, platform: PlatformId): { option: string; id: string }[] =>
  optionsThat(platform, ({ cover }) => cover).flatMap((option) =>
    options?.[option] === undefined ? [] : [{ option, id: String(options[option]) }],
  )

const mediaIn = (options: Options | undefined, platform: PlatformId): string[] => [
  ...coversIn(options, platform).map(({ id }) => id),
  ...chainIn(options, platform).flatMap(({ media }) => media?.media_asset_ids ?? []),
]

/** Media that the account's options name, beside those of the post. */
export const optionMedia = (post: PostContent, accountId: string, platform: PlatformId): string[] =>
  mediaIn(optionsFor(post, accountId, platform), platform)

/** Every medium that any options of the post name. */
export const allOptionMedia = ({ options, per_account = {} }: PostContent): string[] =>
  [options, ...Object.values(per_account).map((own) => own.options)].flatMap((given) =>
    PLATFORM_IDS.flatMap((platform) => mediaIn(given?.[platform], platform)),
  )

/** The steps that follow the post on the account, in their order, each with the value that asks for it. */
export const stepsOf = (
  post: PostContent,
  accountId: string,
  platform: PlatformId,
): { type: AfterStepType; value: unknown }[] => {
  const options = optionsFor(post, accountId, platform)
  return Object.entries(optionsOf(platform).rows).flatMap(([name, { step }]) => {
    const value = options[name]
    const asked = step && value !== undefined && (step.when === undefined || step.when === value)
    return asked ? [{ type: step.type, value }] : []
  })
}

/** The piece's parameters from the post's options, by its platform's names. */
export const optionParameters = (
  post: PostContent,
  accountId: string,
  platform: PlatformId,
  piece: OptionPiece,
): Record<string, unknown> => parametersOf(optionsOf(platform), allOptionsFor(post, accountId, platform), piece)
