// The parameters of paging and of time that lists share.
import * as z from 'zod/mini'
import { beginningOf } from './chain/issues.ts'

const whole = (name: string, min: number, max: number, preset: number) =>
  z
    .pipe(
      z.optional(z.string()),
      z.transform((value, context): number => {
        if (value === undefined) return preset
        const number = Number(value)
        if (/^\d+$/.test(value) && number >= min && number <= max) return number
        const code = /^-?\d+$/.test(value) ? (number < min ? 'too_small' : 'too_big') : 'invalid_type'
        // Only callers who ask beyond the largest page are told which it is.
        const rule = max === Number.MAX_SAFE_INTEGER && code !== 'too_big' ? `at least ${min}` : `from ${min} to ${max}`
        context.issues.push({
          code: 'custom',
          input: value,
          params: { code },
          message: `${name} must be a whole number ${rule}; it is ${JSON.stringify(beginningOf(value))}.`,
        })
        return z.NEVER
      }),
    )
    // The bounds of the text, for the OpenAPI document.
    .register(z.globalRegistry, {
      type: 'integer',
      minimum: min,
      maximum: max,
      preset,
    })

/** `page`, from 1. */
export const PageParameter = whole('page', 1, Number.MAX_SAFE_INTEGER, 1)
/** `limit`, 1 to 100. */
export const LimitParameter = whole('limit', 1, 100, 20)

/** `before`: `<ms>#<id>` of the entry that a page ended with. */
export const BeforeParameter = z.string().check(z.regex(/^\d{15}#[0-9a-f-]{36}$/, 'must be what next_before said'))

/** The last millisecond of the year 9999. */
const LATEST = 253_402_300_799_999

/** A moment, Unix ms. */
export const TimeParameter = z
  .pipe(
    z.pipe(
      z.string().check(z.regex(/^-?\d{1,30}$/, { error: 'must be a whole number: Unix time in milliseconds' })),
      z.transform(Number),
    ),
    z.number().check(z.minimum(0), z.maximum(LATEST)),
  )
  .register(z.globalRegistry, { type: 'integer', format: 'int64', minimum: 0, maximum: LATEST })

/** Checks that the first of two moments of a query is not later than the last. */
export const inOrder = <From extends string, To extends string>(first: From, last: To) =>
  z.refine<{ [K in From | To]?: number }>(
    (query) => query[first] === undefined || query[last] === undefined || query[first] <= query[last],
    { path: [first], error: `must not be later than ${last}`, when: ({ issues }) => issues.length === 0 },
  )
