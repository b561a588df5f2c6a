// Parameters as a Page's edges take them: what is not a field is refused.
import { GraphError, invalidParameter } from '../graph/errors.ts'
import { textOf } from '../graph/parameters.ts'

/** @throws {GraphError} for a parameter that the edge does not have. */
export function onlyThese(params: Map<string, unknown>, names: string): void {
  const known = new Set(names.split(' '))
  const unknown = [...params.keys()].find((name) => !known.has(name) && !/^attached_media\[\d+\]$/.test(name))
  if (unknown !== undefined) throw invalidParameter(`(#100) Unexpected parameter: ${unknown}`)
}

/** An object that may come as such or as JSON text. */
export function objectIn(params: Map<string, unknown>, name: string): Record<string, unknown> | undefined {
  const given = params.get(name)
  if (given === undefined || given === null) return undefined
  let value: unknown
  try {
    value = typeof given === 'string' ? JSON.parse(given) : given
  } catch {
    throw invalidParameter(`(#100) Param ${name} must be a JSON object`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidParameter(`(#100) Param ${name} must be a JSON object`)
  return value as Record<string, unknown>
}

const LONGEST_TEXT = 63_206

export function messageOf(params: Map<string, unknown>, name: string): string {
  const text = textOf(params, name) ?? ''
  if (text.length > LONGEST_TEXT) throw invalidParameter(`(#100) Param ${name} is too long`)
  return text
}

export function addressOf(params: Map<string, unknown>, name: string): string {
  const url = textOf(params, name)
  if (!url || !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw invalidParameter(`(#100) Param ${name} must be a URL`)
  return url
}

/** The audience: only countries are read here. */
export function checkTargeting(params: Map<string, unknown>): void {
  for (const name of ['targeting', 'feed_targeting']) {
    const targeting = objectIn(params, name)
    if (!targeting) continue
    const { geo_locations, ...others } = targeting
    const unknown = Object.keys(others).find((key) => !['age_min', 'age_max', 'genders', 'locales'].includes(key))
    if (unknown !== undefined) throw invalidParameter(`(#100) Param ${name} has no ${unknown}`)
    const { countries = [] } = (geo_locations ?? {}) as { countries?: unknown }
    if (!Array.isArray(countries) || countries.some((code) => typeof code !== 'string' || !/^[A-Z]{2}$/.test(code)))
      throw new GraphError(100, `(#100) Param ${name}: countries must be ISO 3166-1 alpha-2 codes`)
  }
}
