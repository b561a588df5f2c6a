// Headers of answers of operations that go away: `Deprecation` (RFC 9745) and `Sunset` (RFC 8594), and where to read about it.
import { API_STAGE } from '../../core/contract.ts'
import { DEPRECATED_OPERATIONS } from '../../core/deprecated-operations.ts'

/**
 * @param method @param resource as in `lib/routes.ts`.
 * @param link the `Link` that the answer has anyway: one header holds both.
 * @returns the headers; none for an operation that stays.
 */
export function deprecationHeaders(method: string, resource: string, link?: string): Record<string, string> {
  const deprecated = DEPRECATED_OPERATIONS[`${method} ${resource}`]
  if (!deprecated) return {}
  const reading = `</${API_STAGE}/docs>; rel="deprecation"; type="text/html"`
  return {
    Deprecation: `@${Date.parse(deprecated.since) / 1000}`,
    Sunset: new Date(deprecated.until).toUTCString(),
    Link: link === undefined ? reading : `${link}, ${reading}`,
  }
}
