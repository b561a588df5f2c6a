// What the options of every platform share: how a row describes an option, what an option is checked against, and how a
// problem with one is said. Pure; the options themselves are in each platform's `options.ts`.
import * as z from 'zod/mini'
import type { Code } from '../errors.ts'
import type { MediaKind } from './enumerations.ts'

/** What a post comes to on a platform. */
export const SHAPES = ['text', 'image', 'video', 'reel', 'story', 'carousel'] as const
export type Shape = (typeof SHAPES)[number]

/** An option as data: where it may stand and what it needs. */
export interface OptionRow {
  shapes: readonly Shape[]
  /** The permission that the account's owner must have granted, beside those that publishing needs. */
  scope?: string
  /** Only an account that was connected with Facebook Login has it; there is none here. */
  facebook_login?: true
  /** It is done by calls of its own once the post is live: publishing does without its permission. */
  afterwards?: true
  /** It names a post that must be there. */
  refers?: true
  /** It is a link that the platform builds a card of; the same link in the text does as well. */
  card?: true
}

/** Said and meant: what is switched off asks for nothing. */
export const isAskedFor = (value: unknown): boolean => value !== undefined && value !== false && value !== 'off'

/** What the options of one account are held against. */
export interface OptionUse {
  /** Undefined where the media are not known: then nothing is said of it. */
  shape: Shape | undefined
  /** In the order of the post. */
  media: readonly { kind: MediaKind; duration_ms: number | null }[]
  caption: string
  /** What the account's owner granted; null where nobody knows: then the platform is the one to say. */
  permissions: readonly string[] | null
}

export interface OptionProblem {
  code: Code
  /** Below the platform's options: `poll.options[2]`. */
  option: string
  /** Without the path, such as `is not taken with a poll.` */
  message: string
}

/** Whose turn it is to carry an option: the container that is published, or a child of it. */
export type Place = 'single' | 'parent' | 'child'

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** Each option that is given, where it may not stand or needs what the account has not. */
export function rowProblems<Name extends string>(
  given: Partial<Record<Name, unknown>>,
  rows: Record<Name, OptionRow>,
  { shape, permissions }: OptionUse,
  platform: string,
): OptionProblem[] {
  return (Object.keys(given) as Name[]).flatMap((option): OptionProblem[] => {
    if (given[option] === undefined) return []
    const { shapes, scope, facebook_login } = rows[option]
    if (facebook_login) {
      const message = `needs an account that is connected with Facebook Login; accounts are connected with ${platform} Login here.`
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
export function conflicts(
  given: Record<string, unknown>,
  rows: readonly { option: string; not_with: readonly string[] }[],
): OptionProblem[] {
  return rows.flatMap(({ option, not_with }): OptionProblem[] => {
    const met = given[option] === undefined ? [] : not_with.filter((other) => given[other] !== undefined)
    return met.length === 0
      ? []
      : [{ code: 'option_conflict', option, message: `is not taken together with ${listed(met)}.` }]
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
      const message = `ends at ${end}; the text has ${text.length} UTF-16 units.`
      problems.push({ code: 'too_big', option, message })
    }
    const over = ranges.findIndex((other, before) => {
      return before < index && offset < other.offset + other.length && other.offset < end
    })
    if (over >= 0) problems.push({ code: 'option_conflict', option, message: `lies over ${at}[${over}].` })
  })
  return problems
}

/** An id that a platform gave: decimal digits, above 2^53, so never a number. */
export const PlatformId = z.lazy(() =>
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

/** Options whose permission nobody can tell whether it was granted. */
export function unknownPermissions<Name extends string>(
  given: Partial<Record<Name, unknown>>,
  rows: Record<Name, OptionRow>,
  { permissions }: OptionUse,
): string[] {
  if (permissions !== null) return []
  return (Object.keys(given) as Name[]).flatMap((option) => {
    const { scope } = rows[option]
    if (given[option] === undefined || scope === undefined) return []
    return [`${option} needs the permission ${scope}; whether the account's owner granted it is not known.`]
  })
}
