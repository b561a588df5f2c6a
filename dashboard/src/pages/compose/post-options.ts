// A draft's options: which of them fit its content, and how a request has them.
import type { MediaKind, PostType } from '../../../../core/platforms/enumerations.ts'
import { factsOf, type PlatformId } from '../../../../core/platforms/facts.ts'
import { shapeOf } from '../../../../core/platforms/post-types.ts'
import type { Connection } from '../../api/schemas.ts'
import { isPlatform } from '../../platforms/names.ts'
import type { MediumHere, PostShape } from '../../platforms/option-kinds.ts'
import { toRequest } from '../../platforms/option-request.ts'
import { PLATFORM_VIEWS } from '../../platforms/registry.ts'

/** A platform's options by their names, as their fields keep them. */
export type OptionValues = Readonly<Record<string, unknown>>

/** As much of a draft as its options depend on. */
export interface OptionDraft {
  type: PostType
  media: readonly (MediumHere & { asset: { content_type: string } | null })[]
  options: Readonly<Partial<Record<PlatformId, OptionValues>>>
}

const kindOf = (content_type: string): MediaKind => (content_type.startsWith('video/') ? 'video' : 'image')

/** The kinds that the post can be on the platform: all that are still possible where there are no media yet. */
function shapesOf({ type, media }: OptionDraft, id: PlatformId): readonly PostShape[] {
  const kinds = media.flatMap(({ asset }) => (asset === null ? [] : [kindOf(asset.content_type)]))
  if (kinds.length > 0 && kinds.length === media.length && type !== 'text') return [shapeOf(type, id, kinds)]
  if (type === 'feed') return media.length > 1 ? ['carousel'] : ['image', factsOf(id).lone_video, 'carousel']
  return [type === 'text' ? 'text' : type === 'reels' ? 'reel' : 'story']
}

/** The options that the post may have on one of the accounts of the platform, in the order of their fields. */
export function optionNames(draft: OptionDraft, id: PlatformId, accounts: readonly Connection[]): string[] {
  const shapes = shapesOf(draft, id)
  const facebook = accounts.some(({ platform, connected_via }) => platform.name === id && connected_via === 'facebook')
  return Object.entries(PLATFORM_VIEWS[id].options).flatMap(([name, { on, facebook_login }]) =>
    on.some((shape) => shapes.includes(shape)) && (facebook || !facebook_login) ? [name] : [],
  )
}

/** One account's options. @param caption the text that it gets. */
function optionsFor(draft: OptionDraft, id: PlatformId, account: Connection, caption: string): Record<string, unknown> {
  const said = optionNames(draft, id, [account]).flatMap((name) => {
    const value = toRequest(PLATFORM_VIEWS[id].options[name]!, draft.options[id]?.[name], {
      caption,
      media: draft.media,
    })
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(said)
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

export interface SaidOptions {
  /** For all accounts of a platform. */
  all: Partial<Record<PlatformId, Record<string, unknown>>>
  /** By the account's id: what only it is told. */
  own: Record<string, Partial<Record<PlatformId, Record<string, unknown>>>>
}

/**
 * The options as a request has them. What not every account of a platform takes, or what depends on an account's own text, stands
 * with the accounts.
 * @param captionFor the text that an account gets.
 */
export function saidOptions(
  draft: OptionDraft,
  chosen: readonly Connection[],
  captionFor: (accountId: string) => string,
): SaidOptions {
  const told = chosen.flatMap((account) => {
    const { id, platform } = account
    if (!isPlatform(platform.name)) return []
    return [{ id, platform: platform.name, said: optionsFor(draft, platform.name, account, captionFor(id)) }]
  })
  const result: SaidOptions = { all: {}, own: {} }
  for (const { id, platform, said } of told) {
    const others = told.filter((other) => other.platform === platform)
    const isForAll = ([name, value]: [string, unknown]) => others.every((other) => isSame(other.said[name], value))
    const all = Object.entries(said).filter(isForAll)
    const own = Object.entries(said).filter((entry) => !isForAll(entry))
    if (all.length > 0) result.all[platform] = Object.fromEntries(all)
    if (own.length > 0) result.own[id] = { [platform]: Object.fromEntries(own) }
  }
  return result
}

/** A text beside the caption that counts with it on the platform. */
export function countedBeside({ options }: OptionDraft, id: PlatformId): string {
  const counted = Object.entries(PLATFORM_VIEWS[id].options).find(([, field]) => field.counts)?.[0]
  const written = counted === undefined ? undefined : options[id]?.[counted]
  return typeof written === 'string' ? written : ''
}
