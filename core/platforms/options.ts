// The shared part of all platforms' options: how a row describes an option, what an option is checked against, how a problem
// with one is said, and what the platform is sent of it. Pure; the options themselves are in each platform's `options.ts`.
import * as z from 'zod/mini'
import type { Code } from '../errors.ts'
import type { AccountLimits } from './account-limits.ts'
import type { AfterStepType, MediaKind } from './enumerations.ts'

/** The kind of post that a request becomes on a platform. */
export const SHAPES = ['text', 'image', 'video', 'reel', 'story', 'carousel'] as const
export type Shape = (typeof SHAPES)[number]

/** The piece whose turn it is to carry options: what is published, or one of several that are joined. */
export type Place = 'single' | 'parent' | 'child'

/** The pieces that are published. */
export const PUBLISHED: readonly Place[] = ['single', 'parent']

/** A piece as its options need to know it. */
export interface OptionPiece {
  place: Place
  /** Which of the post's media it is, from 0. */
  media_index: number
  video: boolean
  /** The address of the picture, for the option that names a cover. */
  cover_url?: string
}

/** An option as data: where it is allowed, what it needs, and how it is sent. */
export interface OptionRow<Value = never> {
  shapes: readonly Shape[]
  /** The parameter that a piece carries for it, and which pieces do: as it is, under the platform's name of it, or whatever the platform makes of it. */
  sent?: { on: readonly Place[]; as: string | ((value: Value, piece: OptionPiece) => Record<string, unknown>) }
  /** The permission that the account's owner must have granted, beside those that publishing needs. */
  scope?: string
  /** The name of that permission for an account that was connected with Facebook Login, where it is one of another platform. */
  facebook_scope?: string
  /** Only an account that was connected with Facebook Login has it. */
  facebook_login?: true
  /** It is done by a call of its own once the post is live, for any value unless one is named: publishing does without its permission. */
  step?: { type: AfterStepType; when?: unknown }
  /** A text that counts with the caption. */
  counts?: true
  /** Each further post of a chain has it as well. */
  every_part?: true
  /** It names a post that must be there. */
  refers?: true
  /** It is a link that the platform builds a card of; the same link in the text does as well. */
  card?: true
  /** It is the id of the post that this one answers: what each further post of a chain is given. */
  answers?: true
  /** It is the further posts of a chain (`ChainPart`), each answering the one before it. */
  chain?: true
  /** It is the id of one of the caller's pictures, which the platform is given beside the post's media. */
  cover?: true
  /** Its entries are each on one medium, by `media_index`. They may stand with the medium itself as well, without it. */
  on_media?: true
}

/** Options as a request has them, by their names. */
export type Options = Readonly<Record<string, unknown>>

/** A further post of a chain. */
export interface ChainPart {
  content?: string
  media?: { media_asset_ids: readonly string[]; items?: readonly { alt_text?: string }[] }
}

/** The options that a platform refuses together. */
interface Conflict {
  option: string
  not_with: readonly string[]
}

/** The options of a platform: its rows, and what rows cannot say. */
export interface PlatformOptions<Given = never> {
  rows: { readonly [Name in keyof Given]-?: OptionRow<NonNullable<Given[Name]>> }
  /** The options that mean something, where some values ask for nothing. */
  meant?(given: Given): Options
  conflicts?: readonly Conflict[]
  /** Further reasons for which the platform would refuse or ignore the options that mean something. */
  problems?(given: Given, use: OptionUse): OptionProblem[]
  /** Warnings: it takes the options and may still not do as hoped. */
  warnings?(given: Given, use: OptionUse): string[]
}

/** The same of any platform. */
export interface AnyOptions extends Omit<PlatformOptions, 'rows'> {
  rows: Readonly<Record<string, OptionRow>>
}

/** Said and meant: what is switched off asks for nothing. */
export const isAskedFor = (value: unknown): boolean => value !== undefined && value !== false && value !== 'off'

/** The facts that the options of one account are checked against. */
export interface OptionUse {
  /** Undefined if the media are not known: then it is not checked. */
  shape: Shape | undefined
  /** In the order of the post. */
  media: readonly { kind: MediaKind; duration_ms: number | null }[]
  caption: string
  /** The grants of the account's owner; null where they are not known: then the platform decides. */
  permissions: readonly string[] | null
  /** The limits of the account's server, where servers have their own. */
  limits?: AccountLimits | null
  /** The platform that was signed in to, where it is another than the account's own. */
  connected_via?: string | null
}

/** Whether the account has what only Facebook Login gives. */
export const byFacebook = ({ connected_via }: Pick<OptionUse, 'connected_via'>): boolean => connected_via === 'facebook'

/** The permission that the option takes on such an account, by the name that it was asked for. */
export const scopeOf = (
  { scope, facebook_scope }: Pick<OptionRow, 'scope' | 'facebook_scope'>,
  use: Pick<OptionUse, 'connected_via'>,
): string | undefined => (byFacebook(use) ? (facebook_scope ?? scope) : scope)

export interface OptionProblem {
  code: Code
  /** Below the platform's options: `poll.options[2]`. */
  option: string
  /** Without the path, such as `is not taken with a poll.` */
  message: string
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** Each option that is given, where it may not stand or needs what the account has not. */
function rowProblems(given: Options, rows: AnyOptions['rows'], use: OptionUse, platform: string): OptionProblem[] {
  const { shape, permissions } = use
  return Object.keys(given).flatMap((option): OptionProblem[] => {
    const row = rows[option]
    if (given[option] === undefined || !row) return []
    const { shapes, facebook_login } = row
    const scope = scopeOf(row, use)
    if (facebook_login && !byFacebook(use)) {
      const message = `needs an account that is connected with Facebook Login; this one is connected with ${platform} Login.`
      return [{ code: 'option_needs_facebook_login', option, message }]
    }
    if (shape !== undefined && !shapes.includes(shape)) {
      const message = `is not taken on ${platform} with ${article(shape)}; it goes with ${listed(shapes)}.`
      return [{ code: 'option_not_supported', option, message }]
    }
    if (scope !== undefined && permissions !== null && !permissions.includes(scope)) {
      const message = `needs the permission ${scope}, which the account's owner did not grant: connect the account again and grant it.`
      return [{ code: 'option_needs_permission', option, message }]
    }
    return []
  })
}

const article = (shape: Shape): string => (shape === 'image' ? 'an image' : shape === 'text' ? 'text' : `a ${shape}`)

/** Options that a platform refuses together, each pair said once at the first. */
function conflicting(given: Options, conflicts: readonly Conflict[]): OptionProblem[] {
  return conflicts.flatMap(({ option, not_with }): OptionProblem[] => {
    const met = given[option] === undefined ? [] : not_with.filter((other) => given[other] !== undefined)
    return met.length === 0
      ? []
      : [{ code: 'option_conflict', option, message: `cannot be combined with ${listed(met)}.` }]
  })
}

/** A stretch of text, in UTF-16 units: what JavaScript's `length` counts. */
export interface Range {
  offset: number
  length: number
}

/** Ranges that leave the text, or lie over each other. @param at where the list stands, `spoiler_text`. */
export function rangeProblems(ranges: readonly Range[], text: string, at: string): OptionProblem[] {
  const problems: OptionProblem[] = []
  ranges.forEach(({ offset, length }, index) => {
    const option = `${at}[${index}]`
    const end = offset + length
    if (end > text.length) {
      const message = `ends at ${end}; the text has ${text.length} UTF-16 unit${text.length === 1 ? '' : 's'}.`
      problems.push({ code: 'too_big', option, message })
    }
    const over = ranges.findIndex((other, before) => {
      return before < index && offset < other.offset + other.length && other.offset < end
    })
    if (over >= 0) problems.push({ code: 'option_conflict', option, message: `overlaps ${at}[${over}].` })
  })
  return problems
}

/** An id that a platform gave: decimal digits, above 2^53, so never a number. */
export const ExternalId = z.lazy(() =>
  z
    .string({ error: 'must be a string of digits' })
    .check(z.regex(/^\d{1,30}$/, { error: 'must be a string of 1 to 30 digits' })),
)

export const offsetRange = () => ({
  offset: z.int().check(z.minimum(0)),
  length: z.int().check(z.minimum(1)),
})

/** Names each value once; `name` is what messages call the list. */
export const eachOnce = (name: string, keyOf: (value: unknown) => string = String) =>
  z.superRefine((values: readonly unknown[], context) => {
    const seen = new Map<string, number>()
    values.forEach((value, at) => {
      const key = keyOf(value)
      const first = seen.get(key)
      if (first === undefined) {
        seen.set(key, at)
        return
      }
      const message = `${name}[${at}] repeats ${name}[${first}].`
      context.addIssue({ code: 'custom', params: { code: 'duplicate' }, path: [at], message })
    })
  })

/** Options for which it is not known whether their permission was granted. */
function unknownPermissions(given: Options, rows: AnyOptions['rows'], use: OptionUse): string[] {
  if (use.permissions !== null) return []
  return Object.keys(given).flatMap((option) => {
    const row = rows[option]
    const scope = row && scopeOf(row, use)
    if (given[option] === undefined || scope === undefined) return []
    return [`${option} needs the permission ${scope}; whether the account's owner granted it is not known.`]
  })
}

const meantOf = ({ meant }: AnyOptions, given: Options): Options => meant?.(given as never) ?? given

/** Everything for which the platform would refuse the options, or ignore them. @param name the platform's, for people. */
export function problemsOf(platform: AnyOptions, name: string, given: Options, use: OptionUse): OptionProblem[] {
  const meant = meantOf(platform, given)
  return [
    ...rowProblems(meant, platform.rows, use, name),
    ...conflicting(meant, platform.conflicts ?? []),
    ...(platform.problems?.(meant as never, use) ?? []),
  ]
}

/** Warnings: the platform takes the options and may still not do as hoped. */
export function warningsOf(platform: AnyOptions, given: Options, use: OptionUse): string[] {
  const meant = meantOf(platform, given)
  return [...unknownPermissions(meant, platform.rows, use), ...(platform.warnings?.(meant as never, use) ?? [])]
}

/** The piece's parameters from the options, by the platform's names. */
export function parametersOf(platform: AnyOptions, given: Options, piece: OptionPiece): Record<string, unknown> {
  const meant = meantOf(platform, given)
  const parameters = Object.entries(platform.rows).flatMap(([option, { sent }]) => {
    const value = meant[option]
    if (!sent || value === undefined || !sent.on.includes(piece.place)) return []
    return Object.entries(typeof sent.as === 'string' ? { [sent.as]: value } : sent.as(value as never, piece))
  })
  return Object.fromEntries(parameters.filter(([, value]) => value !== undefined))
}
