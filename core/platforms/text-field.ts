// A field of text in a request, bounded in characters.
import * as z from 'zod/mini'
import { nfc } from '../nfc.ts'

/** Characters of the text that describes a medium, for people who cannot see it. */
export const MAX_DESCRIPTION = 1000

/** PostgreSQL stores none: Mastodon answers a text that has it with 500, however often it is sent. */
export const NUL = '\0'

/** Unicode code points after NFC: what every character limit counts. */
export const characters = (text: string): number => [...nfc(text)].length

type Keywords = Record<string, unknown>

/**
 * The part of a rule, written as a check, that JSON Schema can express: the API document includes it.
 * @returns the schema, which takes what it took before.
 */
export const documented = <S extends z.ZodMiniType>(schema: S, keywords: Keywords): S => {
  z.globalRegistry.add(schema, keywords)
  return schema
}

/**
 * A rule that counts under a condition, for `documented`. Not as alternatives (`anyOf`, `oneOf`): most code generators make a type
 * of each of them, without the fields of the object.
 */
export const conditional = (condition: Keywords, rule: Keywords, otherwise?: Keywords): Keywords => ({
  if: condition,
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: rule,
  ...(otherwise ? { else: otherwise } : {}),
})

/** A field is there. Linters ask for the fields that are named as required, in conditions too. */
export const withField = (field: string, rule: Keywords = {}): Keywords => ({
  required: [field],
  properties: { [field]: rule },
})

/** Something other than white space is in it: from the start on, where Python's clients look for a pattern. */
export const SAYS_SOMETHING = '^\\s*\\S'

/** Text of bounded length: `min` and `max` count characters. @param name what messages call the field. */
export const textField = (name: string, { min = 0, max }: { min?: number; max: number }) =>
  documented(
    z.string().check(
      z.superRefine((value, context) => {
        const length = characters(value)
        const unit = (count: number) => `${count} character${count === 1 ? '' : 's'}`
        const refuse = (code: string, message: string) =>
          context.addIssue({ code: 'custom', params: { code }, message })
        if (length > max) refuse('too_long', `${name} has ${unit(length)}; at most ${max} are allowed.`)
        if (length < min)
          refuse('too_short', `${name} has ${unit(length)}; at least ${min} ${min === 1 ? 'is' : 'are'} needed.`)
        if (min > 0 && length >= min && value.trim() === '') refuse('too_short', `${name} has only white space.`)
        if (!value.isWellFormed())
          refuse('invalid_format', `${name} has half of a surrogate pair, which is not valid Unicode.`)
        if (value.includes(NUL))
          refuse('invalid_format', `${name} has the character U+0000, which platforms do not take.`)
      }),
    ),
    { ...(min > 0 ? { minLength: min, pattern: SAYS_SOMETHING } : {}), maxLength: max },
  )
