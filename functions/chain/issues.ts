// zod's findings as issues of the error envelope: every one, each naming the field, the rule and the value's problem.
import type * as z from 'zod/mini'
import { type Code, ERROR_CODES, type Issue, MAX_ISSUES } from '../../core/errors.ts'

/** `['hashtags', 3]` as `hashtags[3]`, `['media', 'container_id']` as `media.container_id`. */
export const fieldOf = (path: readonly PropertyKey[]): string =>
  path.map((part, at) => (typeof part === 'number' ? `[${part}]` : `${at > 0 ? '.' : ''}${String(part)}`)).join('')

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((inner, part) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[part], value)

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

function issueOf(found: z.core.$ZodIssue, input: unknown, where: string): Issue[] {
  const path = fieldOf(found.path)
  const name = path === '' ? `The ${where}` : path
  const value = valueAt(input, found.path)
  const issue = (code: Code, message: string): Issue[] => [path === '' ? { code, message } : { code, path, message }]
  switch (found.code) {
    case 'invalid_type': {
      if (value === undefined) return issue('required', `${name} is required.`)
      if (found.expected === 'int' && typeof value === 'number') {
        return issue('invalid_type', `${name} must be an integer, not ${value}.`)
      }
      const expected = found.expected === 'int' ? 'integer' : found.expected
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
        const field = fieldOf([...found.path, key.length > MAX_NAME ? `${key.slice(0, MAX_NAME)}…` : key])
        return { code: 'unknown_field', path: field, message: `${field} is not a field of this request.` }
      })
    case 'invalid_value':
      if (value === undefined)
        return issue('required', `${name} is required; it is one of ${found.values.map(String).join(', ')}.`)
      return issue('invalid_value', `${name} must be one of ${found.values.map(String).join(', ')}.`)
    case 'invalid_key': {
      const rule = found.issues[0]?.message ?? 'is not taken'
      return issue('invalid_format', `${name}: its name ${rule}.`)
    }
    case 'custom': {
      const code = (found.params?.code ?? 'invalid_value') as Code
      return issue(code in ERROR_CODES ? code : 'invalid_value', sentence(name, found.message))
    }
    default:
      if (value === undefined) return issue('required', `${name} is required.`)
      return issue('invalid_format', sentence(name, found.message))
  }
}

const article = (type: string): string => (/^[aeio]/.test(type) ? `an ${type}` : `a ${type}`)

/** A message that says only the rule ("must be a UUID") gets its field in front and a full stop. */
const sentence = (name: string, message: string): string => {
  const full = /^(must|has|is|may|needs)\b/.test(message) ? `${name} ${message}` : message
  return full.endsWith('.') ? full : `${full}.`
}

/** Characters of a field's name that an answer repeats. */
const MAX_NAME = 100

/** @param where what the whole value is called where an issue has no path: `body`, `query`, `path`. */
export function issuesOf(error: z.core.$ZodError, input: unknown, where: string): Issue[] {
  const issues: Issue[] = []
  for (const found of error.issues) {
    if (issues.length >= MAX_ISSUES) break
    issues.push(...issueOf(found, input, where))
  }
  return issues.slice(0, MAX_ISSUES)
}
