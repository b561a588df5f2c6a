// The address of a page on the web, as a request names it.
import * as z from 'zod/mini'
import { documented } from './text-field.ts'

export const WebAddress = z.lazy(() =>
  documented(
    z.string().check(
      z.superRefine((value, context) => {
        const problem = (message: string) =>
          context.addIssue({ code: 'custom', params: { code: 'invalid_format' }, message })
        if (value.length > 2048) return problem('must have at most 2048 characters')
        const url = /^https:\/\/[^\s]+$/i.test(value) ? URL.parse(value) : null
        if (url?.username !== '' || url.password !== '') problem('must be an https address')
      }),
    ),
    { format: 'uri', pattern: '^[hH][tT][tT][pP][sS]://[^\\s@]+$', maxLength: 2048 },
  ),
)
