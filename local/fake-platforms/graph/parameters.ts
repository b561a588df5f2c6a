// Parameters as Graph reads them, each refused in its words.
import { invalidParameter } from './errors.ts'

export function textOf(params: Map<string, unknown>, name: string): string | undefined {
  const value = params.get(name)
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw invalidParameter(`Param ${name} must be a string`)
  // Invisible on a page and different on the wire: half of a surrogate pair never was a character.
  if (!value.isWellFormed()) throw invalidParameter(`Param ${name} must be valid UTF-8`)
  return value
}

/** An id. A JSON number is refused: above 2^53 it has been corrupted before it was sent. */
export function idOf(params: Map<string, unknown>, name: string): string {
  const value = params.get(name)
  if (typeof value !== 'string' || !/^\d+$/.test(value)) throw invalidParameter(`Param ${name} must be an id string`)
  return value
}

/** Whether a flag that was taken is set: JSON has a boolean, a form a text. */
export const isSet = (value: unknown): boolean => value === true || value === 'true'

export function flagOf(params: Map<string, unknown>, name: string): boolean {
  const value = params.get(name)
  if (value === undefined || value === null || value === false || value === 'false') return false
  if (isSet(value)) return true
  throw invalidParameter(`Param ${name} must be a boolean`)
}

export function wholeNumberOf(params: Map<string, unknown>, name: string): number | undefined {
  const value = params.get(name)
  if (value === undefined || value === null) return undefined
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof number !== 'number' || !Number.isSafeInteger(number))
    throw invalidParameter(`Param ${name} must be an integer`)
  return number
}

/** A list that may come as an array, as JSON text, or (ids) as comma-separated text. */
export function listOf(params: Map<string, unknown>, name: string): unknown[] | undefined {
  const value = params.get(name)
  if (value === undefined || value === null) return undefined
  if (Array.isArray(value)) return value
  if (typeof value !== 'string') throw invalidParameter(`Param ${name} must be a list`)
  if (!value.trimStart().startsWith('[')) return value.split(',').map((item) => item.trim())
  try {
    return JSON.parse(value) as unknown[]
  } catch {
    throw invalidParameter(`Param ${name} must be a list`)
  }
}

/** Names of the `fields` parameter; nested selections (`children{id}`) count as their outer name. */
export function fieldsOf(params: Map<string, unknown>, fallback: readonly string[]): string[] {
  const text = textOf(params, 'fields')
  if (!text) return [...fallback]
  return text
    .replaceAll(/\{[^}]*\}/g, '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}
