// Which route a path is for, as the gateway decides.

import type { Route, RouteMethod } from './model.ts'

/** A slash at the end makes no difference. */
export const segmentsOf = (path: string): string[] => {
  const segments = path.split('/').slice(1)
  return segments.at(-1) === '' ? segments.slice(0, -1) : segments
}

export interface Match {
  route: Route
  /** As they stand in the address, encoded (aws-facts, section 15). */
  parameters: Record<string, string> | null
}

/** 3 for a fixed segment, 2 for `{id}`, 1 for `{proxy+}`. */
const weight = (segment: string): number => (segment.endsWith('+}') ? 1 : segment.startsWith('{') ? 2 : 3)

function parametersOf(route: Route, given: string[]): Record<string, string> | undefined {
  const found: Record<string, string> = {}
  for (const [at, segment] of route.segments.entries()) {
    const name = segment.startsWith('{') ? segment.slice(1, -1) : undefined
    if (name?.endsWith('+')) {
      if (at >= given.length) return undefined
      found[name.slice(0, -1)] = given.slice(at).join('/')
      return found
    }
    const value = given[at]
    if (value === undefined || (name === undefined && value !== segment)) return undefined
    if (name !== undefined) found[name] = value
  }
  return route.segments.length === given.length ? found : undefined
}

/** The most specific path that fits; whether it has the method is another question, as at API Gateway. */
export function matchRoute(routes: readonly Route[], path: string): Match | undefined {
  const given = segmentsOf(path)
  let best: { match: Match; weights: number[] } | undefined
  for (const route of routes) {
    const found = parametersOf(route, given)
    if (!found) continue
    const weights = route.segments.map(weight)
    const better =
      !best ||
      weights.some(
        (own, at) => own > (best!.weights[at] ?? 0) && weights.slice(0, at).every((w, i) => w === best!.weights[i]),
      )
    if (better) best = { match: { route, parameters: Object.keys(found).length > 0 ? found : null }, weights }
  }
  return best?.match
}

/** The methods that one for all others stands for. */
const EVERY = new Set(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'])

export const methodFor = ({ methods }: Route, name: string): RouteMethod | undefined =>
  methods.get(name) ?? (EVERY.has(name) ? methods.get('ANY') : undefined)
