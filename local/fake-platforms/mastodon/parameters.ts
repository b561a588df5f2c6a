// Parameters, each read as what it is to be. What no document names is refused: Mastodon itself would ignore it, and so hide it.
import type { Input } from '../input.ts'
import { ApiError } from './errors.ts'

const refuse = (message: string): ApiError => new ApiError(422, message)

/** @throws {ApiError} 422 for a field that the call does not have. */
export function onlyFields({ params }: Input, fields: readonly string[]): void {
  const unknown = [...params.keys()].find((name) => !fields.includes(name))
  if (unknown !== undefined) throw refuse(`Unknown parameter: ${unknown}`)
}

export function textOf(params: Map<string, unknown>, name: string): string | undefined {
  const value = params.get(name)
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string' || !value.isWellFormed()) throw refuse(`${name} must be text`)
  return value
}

export function flagOf(params: Map<string, unknown>, name: string): boolean | undefined {
  const value = params.get(name)
  if (value === undefined || value === null) return undefined
  if (value === true || value === 'true' || value === '1') return true
  if (value === false || value === 'false' || value === '0') return false
  throw refuse(`${name} must be a boolean`)
}

export function oneOf<T extends string>(
  params: Map<string, unknown>,
  name: string,
  values: readonly T[],
): T | undefined {
  const value = textOf(params, name)
  if (value === undefined) return undefined
  const found = values.find((one) => one === value)
  if (found === undefined) throw refuse(`${name}: '${value}' is not a valid ${name}`)
  return found
}

export function textsOf(params: Map<string, unknown>, name: string): string[] {
  const value = params.get(name)
  if (value === undefined || value === null) return []
  if (!Array.isArray(value) || value.some((one) => typeof one !== 'string'))
    throw refuse(`${name} must be a list of ids`)
  return value as string[]
}
