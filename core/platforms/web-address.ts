// The address of a page on the web, as a request names it.
import * as z from 'zod/mini'
import { documented } from './text-field.ts'

const MAX_LENGTH = 2048

/**
 * @param scheme what an address begins with, a pattern. Browsers pass over a third slash, and Bluesky's servers refuse it.
 * @param pattern the same for the document, in either case.
 */
const address = (scheme: RegExp, pattern: string, message: string) =>
  documented(
    z.string().check(
      z.superRefine((value, context) => {
        const problem = (message: string) =>
          context.addIssue({ code: 'custom', params: { code: 'invalid_format' }, message })
        if (value.length > MAX_LENGTH) return problem(`must have at most ${MAX_LENGTH} characters`)
        const url = scheme.test(value) && !/[\s\0]/.test(value) ? URL.parse(value) : null
        if (url?.username !== '' || url.password !== '') problem(message)
      }),
    ),
    { format: 'uri', pattern: `^${pattern}://[^\\s@]+$`, maxLength: MAX_LENGTH },
  )

export const WebAddress = z.lazy(() => address(/^https:\/\/[^/]/i, '[hH][tT][tT][pP][sS]', 'must be an https address'))

/** Also without TLS. */
export const HttpAddress = z.lazy(() =>
  address(/^https?:\/\/[^/]/i, '[hH][tT][tT][pP][sS]?', 'must be an http or https address'),
)
