// zod's findings as issues of the error envelope: every one, each naming the field, the rule and the value's problem.
import type * as z from 'zod/mini'
import { type Code, ERROR_CODES, type Issue, MAX_ISSUES } from '../../core/errors.ts'

/** `['hashtags', 3]` as `hashtags[3]`, `['media', 'container_id']` as `media.container_id`. */
export const fieldOf = (path: readonly PropertyKey[]): string =>
  path.map((part, at) => (typeof part === 'number' ? `[${part}]` : `${at > 0 ? '.' : ''}${String(part)}`)).join('')

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((inner, part) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[part], value)

/** Types that JSON calls otherwise than zod. */
const TYPE_NAMES: Record<string, string> = { int: 'integer', record: 'object' }

const typeName = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)

const plural = (count: number | bigint, noun: string) => `${count} ${noun}${Number(count) === 1 ? '' : 's'}`

const sizeOf = (value: unknown): number =>
  typeof value === 'string' ? [...value].length : Array.isArray(value) ? value.length : Number(value)

const seenOf = (value: unknown): number =>
  sizeOf(
    String(value)
      .replaceAll(/\p{Cc}/gu, ' ')
      .trim(),
  )

const unitOf = (origin: string): string => (origin === 'string' ? 'character' : 'item')

/** The name of a field that is within others, with its place in a list: `options[1]`. Undefined for one that is within none. */
const lastOf = (path: readonly PropertyKey[]): string | undefined => {
  const at = path.findLastIndex((part) => typeof part !== 'number')
  return at > 0 ? fieldOf(path.slice(at)) : undefined
}

function issueOf(found: z.core.$ZodIssue, input: unknown, where: string): Issue[] {
  const path = fieldOf(found.path)
  const name = path === '' ? `The ${where}` : path
  const last = lastOf(found.path)
  const value = valueAt(input, found.path)
  const issue = (code: Code, message: string): Issue[] => [path === '' ? { code, message } : { code, path, message }]
  switch (found.code) {
    case 'invalid_type': {
      if (value === undefined) return issue('required', `${name} is required.`)
      if (found.expected === 'int' && typeof value === 'number') {
        return issue('invalid_type', `${name} must be an integer, not ${value}.`)
      }
      const expected = TYPE_NAMES[found.expected] ?? found.expected
      return issue('invalid_type', `${name} must be ${article(expected)}, not ${typeName(value)}.`)
    }
    case 'too_big': {
      const size = sizeOf(value)
      if (found.origin === 'string' || found.origin === 'array') {
        const unit = unitOf(found.origin)
        return issue(
          'too_long',
          `${name} has ${plural(size, unit)}; at most ${found.maximum} ${found.maximum === 1 ? 'is' : 'are'} allowed.`,
        )
      }
      return issue('too_big', `${name} is ${String(value)}; at most ${found.maximum} is allowed.`)
    }
    case 'too_small': {
      const size = sizeOf(value)
      if (found.origin === 'string' || found.origin === 'array') {
        const unit = unitOf(found.origin)
        // Text is measured as it is stored: without the white space around it.
        const has =
          size < Number(found.minimum) ? plural(size, unit) : `${plural(seenOf(value), unit)} that can be seen`
        return issue(
          'too_short',
          `${name} has ${has}; at least ${found.minimum} ${found.minimum === 1 ? 'is' : 'are'} needed.`,
        )
      }
      return issue('too_small', `${name} is ${String(value)}; at least ${found.minimum} is needed.`)
    }
    case 'unrecognized_keys':
      return found.keys.slice(0, MAX_ISSUES).map((key) => {
        const field = fieldOf([...found.path, key === '' ? '""' : beginningOf(key)])
        return { code: 'unknown_field', path: field, message: `${field} is not a field of this request.` }
      })
    case 'invalid_value':
      if (value === undefined) return issue('required', `${name} is required; it is one of ${listed(found.values)}.`)
      return issue('invalid_value', `${name} must be one of ${listed(found.values)}.`)
    case 'invalid_key': {
      const rule = found.issues[0]?.message ?? 'is not taken'
      return issue('invalid_format', `${name}: its name ${rule}.`)
    }
    case 'custom': {
      const code = (found.params?.code ?? 'invalid_value') as Code
      return issue(code in ERROR_CODES ? code : 'invalid_value', sentence(name, found.message, last))
    }
    default:
      if (value === undefined) return issue('required', `${name} is required.`)
      return issue('invalid_format', sentence(name, found.message, last))
  }
}

const article = (type: string): string => (/^[aeio]/.test(type) ? `an ${type}` : `a ${type}`)

/**
 * A message that says only the rule ("must be a UUID") gets its field in front and a full stop.
 * @param last the name of a field that is within others: a message that begins with it says where that is, as other fields may be
 * called the same.
 */
const sentence = (name: string, message: string, last: string | undefined): string => {
  const rule = last !== undefined && message.startsWith(`${last} `) ? message.slice(last.length + 1) : message
  const full = rule !== message || /^(must|has|is|may|needs|says)\b/.test(message) ? `${name} ${rule}` : message
  return full.endsWith('.') ? full : `${full}.`
}

/** Characters of a name that the caller made up and an answer repeats. */
const MAX_NAME = 100

export const beginningOf = (name: string): string => (name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name)

/** Values that a message lists, all of them; of longer lists (the countries of the world) it gives a few examples. */
const MAX_LISTED = 40
const EXAMPLES = 5

const listed = (values: readonly unknown[]): string =>
  values.length <= MAX_LISTED
    ? values.map(String).join(', ')
    : `${values.slice(0, EXAMPLES).map(String).join(', ')} and ${values.length - EXAMPLES} others`

/** @param where what the whole value is called where an issue has no path: `body`, `query`, `path`. */
export function issuesOf(error: z.core.$ZodError, input: unknown, where: string): Issue[] {
  const issues: Issue[] = []
  const mistyped = new Set<string>()
  for (const found of error.issues) {
    if (issues.length >= MAX_ISSUES) break
    // zod measures a text, too, where a list is needed: its characters are nobody's items.
    if (/^too_/.test(found.code) && mistyped.has(fieldOf(found.path))) continue
    if (found.code === 'invalid_type') mistyped.add(fieldOf(found.path))
    issues.push(...issueOf(found, input, where))
  }
  return issues.slice(0, MAX_ISSUES)
}

/** Whether an issue says all that there is to say: of the same field, or of one within a value that is of no use at all. */
const coversAlready = ({ code, path }: Issue, { path: other }: Issue): boolean =>
  path === other ||
  (code === 'invalid_type' &&
    path !== undefined &&
    /^[.[]/.test(other?.startsWith(path) ? other.slice(path.length) : ''))

/** @param further what else is wrong, found where the fields fit by themselves. */
export const withFurther = (issues: readonly Issue[], further: readonly Issue[]): Issue[] => [
  ...issues,
  ...further.filter((issue) => !issues.some((known) => coversAlready(known, issue))),
]
